"""A strategy as a tree in memory, with what lies below each node: what every view of it is made from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from wordle_cp.games.strategy_tree import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.games.strategy_tree import Node
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


def order_of(scoring: Scoring) -> str:
    """Return the order of responses, for people: that of `Scoring.tiles`."""
    if scoring.feedback.tiled:
        return "tile by tile from the left, grey before yellow before green"
    return "the least first"


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a strategy, with numbers of what is below it.

    After `history` the words `hidden_set` are left and `guess` is made; `responses` counts those it can have
    that aren't all green. ``distribution[n]`` of the words are found with guess n + 1, counted from the start
    of the game.
    """

    history: History
    hidden_set: tuple[str, ...]
    guess: str
    distribution: tuple[int, ...]
    responses: int

    @property
    def number(self) -> int:
        """Which guess this is, counted from the start of the game."""
        return len(self.history) + 1

    @property
    def pattern(self) -> int:
        """The response that leads here."""
        return self.history[-1][1]

    @property
    def hidden_count(self) -> int:
        """How many words are left."""
        return len(self.hidden_set)

    @property
    def wins(self) -> bool:
        """Whether the guess can be the hidden word."""
        return self.distribution[self.number - 1] > 0

    @property
    def worst(self) -> int:
        """Which guess finds the last of the words, counted from the start of the game."""
        return len(self.distribution)

    @property
    def total(self) -> int:
        """How many guesses find all of the words, counted from the start of the game."""
        return sum(number * words for number, words in enumerate(self.distribution, 1))

    @property
    def mean(self) -> float:
        """The guesses that a word takes on average, from the start of the game; for display."""
        return self.total / len(self.hidden_set)


@dataclass(frozen=True, slots=True)
class Branch(TreeNode):
    """A node and all below it: `children` follow its responses, as `order_of` says."""

    children: tuple[Branch, ...]

    def alone(self) -> TreeNode:
        """Return the node without what is below it."""
        return TreeNode(self.history, self.hidden_set, self.guess, self.distribution, self.responses)

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


def branches_of(strategy: CheckedStrategy) -> Branch:
    """Return the first node of `strategy`."""
    claim, scoring = strategy.claim, strategy.scoring
    nodes = list(walk(strategy.certificate.steps, strategy.hidden_set, claim.history, scoring=scoring))
    done: dict[History, Branch] = {}
    for node in reversed(nodes):  # children come before their parents so
        done[node.history] = _branch(node, done, strategy.scoring)
    return done[strategy.claim.history]


def _branch(node: Node, done: dict[History, Branch], scoring: Scoring) -> Branch:
    """Return `node` with its children, which are taken out of `done`."""
    patterns = sorted(
        (pattern for pattern, _ in node.cells if pattern != scoring.win),
        key=scoring.tiles,
    )
    children = tuple(done.pop((*node.history, (node.guess, pattern))) for pattern in patterns)
    found = len(node.hidden_set) - sum(len(child.hidden_set) for child in children)
    own = (*(0 for _ in node.history), found)
    numbers = zip_longest(own, *(child.distribution for child in children), fillvalue=0)
    return Branch(
        history=node.history,
        hidden_set=node.hidden_set,
        guess=node.guess,
        distribution=tuple(map(sum, numbers)),
        responses=len(children),
        children=children,
    )
