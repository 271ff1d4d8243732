"""The second guesses of a strategy: what to do after the responses to its first guess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import brief

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.games.strategy_tree import StrategyNode
    from wordle_cp.rules.words import History

_MOST: Final = 5
"""So many are listed one by one."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A second guess of a strategy: what to do after one response to its first guess."""

    history: History
    hidden_count: int
    guess: str


@dataclass(frozen=True, slots=True)
class Replies:
    """The second guesses of a strategy: those of the largest cells, and how many `more` there are."""

    largest: tuple[Reply, ...] = ()
    more: int = 0

    __repr__ = brief()


def largest_replies(nodes: Iterable[StrategyNode], history: History) -> Replies:
    """Return the next guesses after the responses to the first one, those of the largest cells.

    `nodes` are those of a strategy after `history`.
    """
    level = len(history) + 1
    found = [node for node in nodes if len(node.history) == level]
    found.sort(key=lambda node: -len(node.hidden_set))
    largest = tuple(Reply(node.history, len(node.hidden_set), node.guess) for node in found[:_MOST])
    return Replies(largest, len(found) - len(largest))
