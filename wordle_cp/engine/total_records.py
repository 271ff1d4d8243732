"""What comes out of a search for least costs: plain records. A cost counts from the position asked about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import brief

if TYPE_CHECKING:
    from collections.abc import Sequence

    _Progress = tuple[int, int, int, int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class ExactCost:
    """The least cost of all strategies that begin with `opener`."""

    opener: str
    cost: int


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A proven lower bound: every strategy that begins with `opener` costs `cost` or more."""

    opener: str
    cost: int


@dataclass(frozen=True, slots=True)
class Refuted:
    """No strategy that begins with `opener` keeps the limit on the number of guesses."""

    opener: str


Settled = ExactCost | AtLeast | Refuted
"""What is known about an opener that has been dealt with."""
_EXACT: Final = "exact"
_BOUND: Final = "at least"
_REFUTED: Final = "hopeless"


def plain_fields(settled: Settled) -> tuple[str, int | None]:
    """Return what `settled` says of its opener as plain values, for files and wires: kind and cost."""
    if isinstance(settled, Refuted):
        return _REFUTED, None
    return _EXACT if isinstance(settled, ExactCost) else _BOUND, settled.cost


def settled_of(opener: str, kind: str, cost: int | None) -> Settled | None:
    """Return what `plain_fields` says about `opener`, or None if that makes no sense."""
    if kind == _REFUTED:
        return Refuted(opener) if cost is None else None
    if cost is None or cost < 0:
        return None
    if kind == _EXACT:
        return ExactCost(opener, cost)
    return AtLeast(opener, cost) if kind == _BOUND else None


@dataclass(frozen=True, slots=True)
class OpenerResult:
    """What came out of a search about one opener, and of which work.

    `searched` tells whether its cells were searched: otherwise counting patterns was enough. `seconds` are
    those of a processor. `strategy` is a preorder as of `TotalSearch.strategy`, for an exact cost where
    strategies were asked for; otherwise it is empty.
    """

    settled: Settled
    searched: bool = True
    seconds: float = 0.0
    strategy: tuple[str, ...] = ()

    @property
    def opener(self) -> str:
        """The opener."""
        return self.settled.opener


@dataclass(frozen=True, slots=True)
class TotalOutcome:
    """What a ranking of openers found.

    `ranked` has exact costs, the least first, equal ones in the order of the guess list; `others` cost more
    than those that were asked for, or can't keep the limit; `by_counts` of them fell to counting patterns
    alone and `by_search` to searching their cells. `refuted` are known to be unable to keep the limit. Which
    of the last three an opener is among depends on when its turn came, so it can vary with the number of
    threads. `left` are not settled, as the search was stopped. `work` counts the guesses examined.
    """

    ranked: tuple[ExactCost, ...]
    others: tuple[AtLeast, ...]
    refuted: tuple[str, ...]
    left: tuple[str, ...]
    by_counts: int
    by_search: int
    work: int

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class TotalProgress:
    """A snapshot of a running ranking, in openers: of `openers` so many are `done`.

    `done` are those with an `exact` cost, those that are `bounded` and those that are `refuted`. `best` is
    the least cost so far, None if there is none yet; `current` an opener at work; `work` counts the guesses
    examined, `bytes` the memory that the searches hold beyond the pattern matrices. `low` is proven of the
    least cost, where that is known before all openers are done.
    """

    openers: int
    done: int
    exact: int
    bounded: int
    refuted: int
    best: ExactCost | None
    current: str | None
    work: int
    bytes: int
    low: int | None = None

    @classmethod
    def of(cls, raw: _Progress, guesses: Sequence[str]) -> TotalProgress:
        """Return what the compiled part says, in words: `guesses` are those of the game."""
        openers, done, exact, bounded, refuted, cost, opener, current, work, size = raw
        best = ExactCost(guesses[opener], cost) if opener >= 0 else None
        at_work = guesses[current] if current >= 0 else None
        return cls(openers, done, exact, bounded, refuted, best, at_work, work, size)
