"""A strategy as a tree in memory, with what lies below each node: what every view of it is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.games.strategy_tree import walk
from wordle_cp.rules.words import History, all_green, colours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.games.strategy_tree import Node

ORDER: Final = "tile by tile from the left, grey before yellow before green"
"""The order of responses, for people: see `response_order`."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of a strategy and all below it.

    After `history` the words `hidden_set` are left and `guess` is made; `children` follow its responses, in
    the order of `response_order`, without the all-green one. `total` guesses find all of `hidden_set`, and
    the last of them takes `worst`; both count from the start of the game.
    """

    history: History
    hidden_set: tuple[str, ...]
    guess: str
    children: tuple[Branch, ...]
    worst: int
    total: int

    @property
    def number(self) -> int:
        """Which guess this is, counted from the start of the game."""
        return len(self.history) + 1

    @property
    def wins(self) -> bool:
        """Whether the guess can be the hidden word."""
        return len(self.hidden_set) > sum(len(child.hidden_set) for child in self.children)

    def preorder(self) -> Iterator[Branch]:
        """Yield this node and all below it, each before its children."""
        stack = [self]
        while stack:
            branch = stack.pop()
            yield branch
            stack.extend(reversed(branch.children))

    def guesses(self) -> dict[str, int]:
        """Return which guess, counted from the start of the game, finds each of the hidden words."""
        return {branch.guess: branch.number for branch in self.preorder() if branch.wins}


def response_order(pattern: int, length: int) -> tuple[int, ...]:
    """Return what to sort the responses of `length` tiles by: `ORDER`."""
    return tuple(colours(pattern, length))


def branches_of(strategy: CheckedStrategy) -> Branch:
    """Return the first node of `strategy`."""
    nodes = list(walk(strategy.certificate.steps, strategy.hidden_set, strategy.claim.history))
    done: dict[History, Branch] = {}
    for node in reversed(nodes):  # children come before their parents so
        done[node.history] = _branch(node, done)
    return done[strategy.claim.history]


def _branch(node: Node, done: dict[History, Branch]) -> Branch:
    """Return `node` with its children, which are taken out of `done`."""
    length = len(node.guess)
    green = all_green(length)
    patterns = sorted(
        (pattern for pattern, _ in node.cells if pattern != green),
        key=lambda pattern: response_order(pattern, length),
    )
    children = tuple(done.pop((*node.history, (node.guess, pattern))) for pattern in patterns)
    number = len(node.history) + 1
    found = len(node.hidden_set) - sum(len(child.hidden_set) for child in children)
    return Branch(
        history=node.history,
        hidden_set=node.hidden_set,
        guess=node.guess,
        children=children,
        worst=max((child.worst for child in children), default=number),
        total=found * number + sum(child.total for child in children),
    )
