"""The exact value of a position, and what a guess makes of it: least totals of guesses from there on.

From the start of a game a complete search takes from seconds to minutes; where a shipped certificate is about
the very same game and limit, the value is taken from there.

All totals are sums over the hidden words that agree with the history, of guesses still to be made, within the
limit of the game. Where no strategy finds every word in time there is no total.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wordle_cp.data import demand_as_shipped
from wordle_cp.errors import UsageError, brief
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.search.parted import session_of
from wordle_cp.search.parts import is_large
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.engine import TotalOutcome
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History
    from wordle_cp.search.total import TotalSession


@dataclass(frozen=True, slots=True)
class Ends:
    """Both ends of a least total: a lower bound, and what some strategy takes; None where that isn't known.

    `opener` is the guess with which that strategy begins. `certificate` is the shipped one that they were
    taken from, if any.
    """

    low: int | None
    high: int | None
    certificate: Path | None = None
    opener: str | None = None


@dataclass(frozen=True, slots=True)
class PositionValue:
    """What best play makes of a position with the hidden words `hidden`.

    `total` is the least total of guesses over them, and `best` are all guesses that reach it, in the order of
    `likeliest_first`. Where no strategy finds every word in time, `total` is None and `best` is empty; or, if
    that was looked for, `missed` words at least can't be found, and `best` are the guesses that reach it.
    Where the value wasn't found in time, `ends` has what is known of it, and `best` the best guess so far.
    `certificate` is the shipped one that it was taken from, if any.
    """

    hidden: tuple[str, ...]
    total: int | None
    best: tuple[str, ...]
    certificate: Path | None = None
    missed: int | None = None
    ends: Ends | None = None

    __repr__ = brief("total", "best", "hidden")

    @property
    def winnable(self) -> bool:
        """Whether some strategy finds every word in time."""
        return self.total is not None

    @property
    def mean(self) -> Fraction | None:
        """The expected number of further guesses with best play, None if not every word is found in time."""
        return None if self.total is None else Fraction(self.total, len(self.hidden))


class ValuedPosition:
    """A position about which its value and those of guesses may be asked, one after the other."""

    def __init__(self, variant: Variant, history: History = (), work: Work = UNLIMITED) -> None:
        """Take the position of `variant` after `history`; nothing is searched yet.

        Raises:
            HistoryError, UsageError: see `TotalQuestion.of`.
        """
        self.question: Final = TotalQuestion.of(variant, history=history)
        self._work = work
        self._session: TotalSession | None = None

    def value(self) -> PositionValue:
        """Return the value of the position.

        Raises:
            StoppedError: there was reason to stop first.
        """
        question = self.question
        if not question.history:
            from wordle_cp.answers.shipped import shipped_total  # noqa: PLC0415  only here certificates are read

            shipped = shipped_total(question.variant, question.limit)
            if shipped is not None:
                return self._value(shipped.total, shipped.best, shipped.path)
        ranked = self._rank().ranked
        best = tuple(found.opener for found in ranked)
        return self._value(ranked[0].cost if ranked else None, best, None)

    def ends(self, work: Work, seconds: float) -> Ends:
        """Return both ends of the least total, as far as they ship or can be found.

        Setting the search up and finding a strategy may take `seconds` each, more for a large game, within
        the limits of `work`. This may be asked after a call was stopped.
        """
        from wordle_cp.answers.totals.bracket import QUICK, Bracket  # noqa: PLC0415  as above
        from wordle_cp.answers.totals.solve import LARGE_SECONDS  # noqa: PLC0415

        shipped = self.shipped_ends()
        if shipped is not None:
            return shipped
        question = self.question
        low = question.least_by_levels(question.guesses_left)
        large = is_large(question)
        seconds = max(seconds, LARGE_SECONDS) if large else seconds
        try:
            self._session = self._session or session_of(question, work.at_most(seconds))
            bracket = Bracket(self._session, question.guesses_left)
        except StoppedError:
            return Ends(low, None)
        bracket.improve(work.at_most(seconds), efforts=1 if large else QUICK)
        opener = None if bracket.strategy is None else bracket.strategy.opener
        return Ends(bracket.low, bracket.high, opener=opener)

    def shipped_ends(self) -> Ends | None:
        """Return both ends of the least total if a certificate that ships has them; both may be the same."""
        from wordle_cp.answers.shipped import shipped_interval  # noqa: PLC0415  as above

        shipped = shipped_interval(self.question)
        if shipped is None:
            return None
        demand_as_shipped(shipped.path)
        return Ends(*shipped.ends, shipped.path, shipped.claim.openers[0].opener)

    def total_with(self, guess: str) -> int | None:
        """Return the least total where `guess`, which the mode allows, is made next; None as in `value`.

        Raises:
            StoppedError: there was reason to stop first.
        """
        ranked = self._rank(guess).ranked
        return ranked[0].cost if ranked else None

    def _rank(self, *openers: str) -> TotalOutcome:
        self._session = self._session or session_of(self.question, self._work)
        return _ranked(self._session, openers)

    def _value(self, total: int | None, best: tuple[str, ...], certificate: Path | None) -> PositionValue:
        return PositionValue(self.question.hidden, total, likeliest_first(self.question, best), certificate)


def fewest_missed(variant: Variant, history: History, work: Work = UNLIMITED) -> PositionValue:
    """Return how few of the words that agree with `history` a strategy misses within the limit of `variant`.

    Raises:
        HistoryError, UsageError: see `TotalQuestion.of`; also for a variant without a limit.
        StoppedError: there was reason to stop first.
    """
    question = TotalQuestion.of(variant, history=history)
    if question.guesses_left is None:
        message = f"{variant.name} has no limit of guesses, so no word is missed"
        raise UsageError(message)
    goal = Goal.missing(question.guesses_left)
    ranked = _ranked(session_of(replace(question, goal=goal), work)).ranked
    best = likeliest_first(question, [found.opener for found in ranked])
    return PositionValue(question.hidden, None, best, missed=ranked[0].cost)


def _ranked(session: TotalSession, openers: Sequence[str] = ()) -> TotalOutcome:
    """Return the best of `openers` (none: all); raise StoppedError if there is reason to stop first."""
    outcome, stopped_by = session.rank(openers=openers)
    if stopped_by is not None:
        raise StoppedError(stopped_by)
    return outcome


def likeliest_first(question: TotalQuestion, best: Sequence[str]) -> tuple[str, ...]:
    """Return `best` in this order: words that may still be hidden, other hidden words, other guesses."""
    left, hidden = frozenset(question.hidden), frozenset(question.variant.hidden)
    return tuple(sorted(best, key=lambda guess: (guess not in left, guess not in hidden)))


PATIENCE_SECONDS: Final = 10.0
"""How long the value is searched for in a game that is being played, if nothing is said.

As long the search may be set up then, if it isn't, and a strategy be looked for.
"""
_SEARCHING: Final = 0.8
"""Which part of a time limit goes into that search."""


def advise(variant: Variant, history: History, work: Work = UNLIMITED) -> PositionValue:
    """Return what to guess after `history`, a game of `variant` that isn't over.

    That is by the position's value; where it has none, to miss the fewest words.
    Without a time limit the value is searched for as long as somebody who plays may be willing to wait.
    Where it isn't found, or an interval ships, the best guess so far is returned.

    Raises:
        As `fewest_missed`; StoppedError only if there is no guess so far.
    """
    patient = work.seconds_left is None
    position = ValuedPosition(
        variant, history, work.at_most(PATIENCE_SECONDS) if patient else work.share(_SEARCHING)
    )
    ends = position.shipped_ends()
    if ends is None or ends.low == ends.high:
        try:
            return _exact(position, work)
        except StoppedError as stopped:
            if stopped.reason is not StopReason.TIME:
                raise
            ends = position.ends(work, PATIENCE_SECONDS)
            if ends.opener is None and not patient:
                raise
    if ends.opener is None and is_large(position.question):  # an exact value would take hours
        ends = position.ends(work, float("inf"))
    if ends.opener is None:
        return _exact(ValuedPosition(variant, history, work), work)
    return PositionValue(position.question.hidden, None, (ends.opener,), ends=ends)


def _exact(position: ValuedPosition, work: Work) -> PositionValue:
    """Return what is best in the `position`; StoppedError as for `advise`."""
    value, question = position.value(), position.question
    return value if value.winnable else fewest_missed(question.variant, question.history, work)
