"""A strategy step by step, and its branches by size.

The parts, in their order:

A strategy as a tree in memory, with what lies below each node: what every view of it is made from.

A strategy by its histories: the node after one, and the part below it.

`branches_of` keeps the whole tree in memory; so strategies of more than `MOST_GUESSES` in all are refused.
The largest that ships has 183,258. A node is known by its history, all that was played from the start of the
game, as for the option --after.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certify.checked import CheckedStrategy
from wordle_cp.errors import UsageError
from wordle_cp.games.strategy_tree import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.games.strategy_tree import StrategyNode
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


def order_of(scoring: Scoring) -> str:
    """Return the order of responses, for people: that of `Scoring.tiles`."""
    if scoring.feedback.tiled:
        return "tile by tile from the left, grey before yellow before green"
    return "the least first"


@dataclass(frozen=True, slots=True)
class Branch:
    """A node of a strategy and all below it: `children` follow its responses, as `order_of` says.

    After `history` the words `hidden_set` are left and `guess` is made. ``distribution[n]`` of the words are
    found with guess n + 1, counted from the start of the game.
    """

    history: History
    hidden_set: tuple[str, ...]
    guess: str
    distribution: tuple[int, ...]
    children: tuple[Branch, ...]

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


def _branch(node: StrategyNode, done: dict[History, Branch], scoring: Scoring) -> Branch:
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
        children=children,
    )


MOST_GUESSES: Final = 500_000
"""Guesses, summed over all hidden words, of the largest strategy that is walked."""


class StrategyWalk:
    """A strategy to walk through."""

    def __init__(self, strategy: CheckedStrategy) -> None:
        """Take a strategy that the checker has accepted.

        Raises:
            UsageError: it is too large, see `MOST_GUESSES`.
        """
        if strategy.claim.total_guesses > MOST_GUESSES:
            message = (
                f"a strategy of {strategy.claim.total_guesses} guesses in all is too large to walk through; "
                f"{MOST_GUESSES} at most"
            )
            raise UsageError(message)
        self.strategy: Final = strategy
        self._scoring: Final = strategy.scoring
        self._root: Final = branches_of(strategy)

    def node(self, history: History | None = None) -> Branch:
        """Return the node after `history`, by default the first one.

        Raises:
            UsageError: the strategy never gets there; the message says where it goes on otherwise.
        """
        branch = self._root
        wanted = branch.history if history is None else history
        start = len(branch.history)
        if wanted[:start] != branch.history:
            began = self._scoring.format_history(branch.history)
            message = f"{self._named(wanted)}: this strategy begins after {began}"
            raise UsageError(message)
        for place, (guess, pattern) in enumerate(wanted[start:], start):
            if guess != branch.guess:
                past = f" after {self._named(wanted[:place])}" if place else ""
                message = f"{guess.upper()}: this strategy guesses {branch.guess.upper()}{past}"
                raise UsageError(message)
            child = next((child for child in branch.children if child.pattern == pattern), None)
            if child is None:
                end = "ends the game" if pattern == self._scoring.win else "has no word left"
                message = f"{self._named(wanted[: place + 1])}: this {end}"
                raise UsageError(message)
            branch = child
        return branch

    def part(self, history: History) -> CheckedStrategy:
        """Return the part of the strategy after `history`, as a strategy of its own; errors as for `node`.

        What it claims follows from what was checked: the part finds the same words with the same guesses.
        """
        branch = self.node(history)
        whole = self.strategy
        nodes = walk(
            whole.certificate.steps,
            whole.hidden_set,
            whole.claim.history,
            leaves=False,
            scoring=self._scoring,
        )
        below = (node for node in nodes if node.history[: len(branch.history)] == branch.history)
        steps = tuple(node.guess for node in below if len(node.hidden_set) > 1)
        claim = replace(
            whole.claim,
            history=branch.history,
            opener=branch.guess,
            hidden_count=branch.hidden_count,
            total_guesses=branch.total,
            max_guesses=branch.worst,
            distribution=branch.distribution,
            steps=len(steps),
        )
        head = replace(whole.certificate.head, claim=claim)
        return CheckedStrategy(Certificate(head, steps), branch.hidden_set)

    def _named(self, history: History) -> str:
        return self._scoring.format_history(history) or "the start of the game"
