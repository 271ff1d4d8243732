"""A walk through a strategy, node by node: what the page's view Tree asks.

Where this stands: on `branches`, which keeps the whole tree in memory; so strategies of more than
`MOST_GUESSES` in all are refused. The largest that ships has 61,587. A node is told by its history, all that
was played from the start of the game, as for the option --after.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, abridged
from wordle_cp.rules.letters import normal
from wordle_cp.rules.words import all_green, format_history, format_pattern, score
from wordle_cp.views.strategies.branches import branches_of, response_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.rules.words import History
    from wordle_cp.views.strategies.branches import Branch

MOST_GUESSES: Final = 500_000
"""Guesses, summed over all hidden words, of the largest strategy that is walked."""
ANY_TILE: Final = "?"
"""A tile of any colour, in a filter."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node: after `history` the words `hidden_set` are left and `guess` is made.

    All of them take `total` guesses and the last one `worst`, counted from the start of the game;
    ``distribution[n]`` of them are found with guess n + 1. `wins` tells whether the guess can be the hidden
    word, `children` how many responses other than all green it can have.
    """

    history: History
    guess: str
    hidden_set: tuple[str, ...]
    total: int
    worst: int
    distribution: tuple[int, ...]
    wins: bool
    children: int

    @property
    def mean(self) -> float:
        """The guesses that a word takes on average, from the start of the game; for display."""
        return self.total / len(self.hidden_set)


@dataclass(frozen=True, slots=True)
class ChildNode:
    """What follows the response `pattern`: the words left, and the fields of `TreeNode` for the next node."""

    pattern: int
    hidden_count: int
    guess: str
    total: int
    worst: int
    children: int


@dataclass(frozen=True, slots=True)
class PathStep:
    """A guess on the way from the first node: `hidden_count` words were left before it."""

    guess: str
    pattern: int
    hidden_count: int


class ChildOrder(StrEnum):
    """What comes first among the children of a node."""

    RESPONSE = "response"
    """Tile by tile from the left, grey before yellow before green."""
    SIZE = "size"
    """The most words."""


@dataclass(frozen=True, slots=True)
class ChildFilter:
    """Which children of a wide node to show; the default is all.

    `pattern` is how the response begins: B, Y, G in either case, ``?`` for any colour. `word` is how the next
    guess begins, or one of the hidden words left. There are `least` to `most` words left.
    """

    pattern: str = ""
    word: str = ""
    least: int = 1
    most: int | None = None

    def keeps(self, child: Branch, pattern: int, length: int) -> bool:
        """Tell whether `child`, which follows `pattern`, is to be shown."""
        tiles = format_pattern(pattern, length)
        asked = self.pattern.upper()
        word = normal(self.word)
        return (
            len(asked) <= length
            and all(sign in {ANY_TILE, tile} for sign, tile in zip(asked, tiles, strict=False))
            and (child.guess.startswith(word) or word in child.hidden_set)
            and self.least <= len(child.hidden_set)
            and (self.most is None or len(child.hidden_set) <= self.most)
        )


ALL_CHILDREN: Final = ChildFilter()


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
        self._length: Final = strategy.word_length
        self._root: Final = branches_of(strategy)

    def node(self, history: History | None = None) -> TreeNode:
        """Return the node after `history`, by default the first one.

        Raises:
            UsageError: the strategy never gets there; the message says where it goes on otherwise.
        """
        branch = self._branch(history)
        found = Counter(branch.guesses().values())
        return TreeNode(
            history=branch.history,
            guess=branch.guess,
            hidden_set=branch.hidden_set,
            total=branch.total,
            worst=branch.worst,
            distribution=tuple(found[number] for number in range(1, branch.worst + 1)),
            wins=branch.wins,
            children=len(branch.children),
        )

    def children(
        self,
        history: History | None = None,
        wanted: ChildFilter = ALL_CHILDREN,
        order: ChildOrder = ChildOrder.RESPONSE,
    ) -> tuple[ChildNode, ...]:
        """Return the children of a node that `wanted` keeps, in `order`; errors as for `node`."""
        found = [
            ChildNode(
                pattern=child.history[-1][1],
                hidden_count=len(child.hidden_set),
                guess=child.guess,
                total=child.total,
                worst=child.worst,
                children=len(child.children),
            )
            for child in self._branch(history).children
            if wanted.keeps(child, child.history[-1][1], self._length)
        ]
        return tuple(sorted(found, key=self._sorting(order)))

    def path(self, history: History | None = None) -> tuple[PathStep, ...]:
        """Return the way from the first node to the one after `history`; errors as for `node`."""
        return tuple(
            PathStep(parent.guess, child.history[-1][1], len(parent.hidden_set))
            for parent, child in self._pairs(history)
        )

    def path_of(self, word: str) -> History:
        """Return the history before the guess that finds the hidden word `word`.

        Raises:
            UsageError: it isn't one of the words that the strategy finds.
        """
        asked = normal(word)
        found = next((one for one in self._root.hidden_set if one == asked), None)
        if found is None:
            message = f"{abridged(word)}: not a word that this strategy has to find"
            raise UsageError(message)
        word = found
        branch = self._root
        while branch.guess != word:
            pattern = score(branch.guess, word)
            branch = next(child for child in branch.children if child.history[-1][1] == pattern)
        return branch.history

    def _sorting(self, order: ChildOrder) -> Callable[[ChildNode], tuple[int, ...]]:
        def key(child: ChildNode) -> tuple[int, ...]:
            tiles = response_order(child.pattern, self._length)
            return (-child.hidden_count, *tiles) if order is ChildOrder.SIZE else tiles

        return key

    def _branch(self, history: History | None) -> Branch:
        return next((child for _, child in reversed(list(self._pairs(history)))), self._root)

    def _pairs(self, history: History | None) -> Iterator[tuple[Branch, Branch]]:
        """Yield the branches from the first one to that after `history`, each with its parent."""
        branch = self._root
        wanted = branch.history if history is None else history
        start = len(branch.history)
        if wanted[:start] != branch.history:
            began = format_history(branch.history, self._length)
            message = f"{self._named(wanted)}: this strategy begins after {began}"
            raise UsageError(message)
        for place, (guess, pattern) in enumerate(wanted[start:], start):
            if guess != branch.guess:
                past = f" after {self._named(wanted[:place])}" if place else ""
                message = f"{guess.upper()}: this strategy guesses {branch.guess.upper()}{past}"
                raise UsageError(message)
            child = next((child for child in branch.children if child.history[-1][1] == pattern), None)
            if child is None:
                end = "ends the game" if pattern == all_green(self._length) else "has no word left"
                message = f"{self._named(wanted[: place + 1])}: this {end}"
                raise UsageError(message)
            yield branch, child
            branch = child

    def _named(self, history: History) -> str:
        return format_history(history, self._length) or "the start of the game"
