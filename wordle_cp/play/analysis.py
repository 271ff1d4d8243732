"""How well a game was played, and how lucky: each move weighed against best play, exactly.

After Selby (2022; README of his program, "Analysis of your play"). The value of a position is the expected
number of further guesses with best play, every hidden word that agrees with the history being equally likely.
For a guess g in a position H,

    expected(H, g)  =  expected number of further guesses if g is made and best play follows
    inaccuracy      =  expected(H, g) - value(H)             0 if no guess is better
    luck            =  expected(H, g) - 1 - value(H')        H' the position that the response left

since one guess of the expected ones has been made; the value is 0 where the word has been found. So the luck
is what the responses lead to on average less what this one led to, and over a game of k moves

    value(start) + sum of the inaccuracies - sum of the lucks  =  k + value(end).

All of this is within the limit on the guesses. Where no strategy finds every word in time there is no such
expectation: such positions and guesses have None, and a reason (`Standing`), for a number.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.answering import Report
from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.answers.totals.ends import MOMENT_SECONDS
from wordle_cp.errors import HistoryError, UsageError, brief
from wordle_cp.games.state import GameState
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordle_cp.answers.position.value import Ends, PositionValue
    from wordle_cp.games.notation import Move
    from wordle_cp.games.variant import Variant
    from wordle_cp.work import StopReason


class Standing(StrEnum):
    """What is known about the expectation of a position or of a guess."""

    EXACT = "exact"
    NOT_WINNABLE = "not winnable"
    """No strategy finds every word in time."""
    UNKNOWN = "unknown"
    """There was reason to stop before."""


class Inaccuracy(StrEnum):
    """A word for an inaccuracy, in guesses."""

    PERFECT = "perfect"
    """0."""
    NEAR_PERFECT = "near perfect"
    """Up to 1/10."""
    INACCURATE = "inaccurate"
    """Up to 1/4."""
    BAD = "bad"
    """Up to 1/2."""
    VERY_BAD = "very bad"
    """More."""


class Luck(StrEnum):
    """A word for a luck, in guesses."""

    VERY_LUCKY = "very lucky"
    """1 or more."""
    LUCKY = "lucky"
    """1/4 or more."""
    SLIGHTLY_LUCKY = "slightly lucky"
    """More than 1/10."""
    AVERAGE = "average luck"
    """From -1/10 to 1/10."""
    SLIGHTLY_UNLUCKY = "slightly unlucky"
    """The rest as above, with the sign reversed."""
    UNLUCKY = "unlucky"
    VERY_UNLUCKY = "very unlucky"


_INACCURACIES: Final = (
    (Fraction(0), Inaccuracy.PERFECT),
    (Fraction(1, 10), Inaccuracy.NEAR_PERFECT),
    (Fraction(1, 4), Inaccuracy.INACCURATE),
    (Fraction(1, 2), Inaccuracy.BAD),
)
_LUCKS: Final = (
    (Fraction(1), Luck.VERY_LUCKY, Luck.VERY_UNLUCKY),
    (Fraction(1, 4), Luck.LUCKY, Luck.UNLUCKY),
)
_AVERAGE_LUCK: Final = Fraction(1, 10)


def inaccuracy_grade(inaccuracy: Fraction) -> Inaccuracy:
    """Return the word for `inaccuracy`, which is 0 or more."""
    return next((grade for most, grade in _INACCURACIES if inaccuracy <= most), Inaccuracy.VERY_BAD)


def luck_grade(luck: Fraction) -> Luck:
    """Return the word for `luck`."""
    for least, lucky, unlucky in _LUCKS:
        if abs(luck) >= least:
            return lucky if luck > 0 else unlucky
    if abs(luck) <= _AVERAGE_LUCK:
        return Luck.AVERAGE
    return Luck.SLIGHTLY_LUCKY if luck > 0 else Luck.SLIGHTLY_UNLUCKY


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """What is known about a move: `guess` and its response `pattern` (None if nobody said it).

    `won` says that it found the hidden word. `words` agreed with the game before it, `words_after` with the
    response, too. `before` is the value of the position that it was made in, and `after` that of the one that
    the response left; they are None where they aren't known, and `after` where the game is over, too.
    `guess_total` is the least total of guesses over all `words` if the guess is made, None unless
    `guess_standing` is exact. Where the value of the position isn't known, `ends` are those of its total, as
    far as there was time to find them.
    """

    guess: str
    pattern: int | None
    won: bool
    words: int
    words_after: int | None
    before: PositionValue | None
    after: PositionValue | None
    guess_total: int | None
    guess_standing: Standing
    ends: Ends | None = None

    __repr__ = brief("guess", "pattern", "words", "inaccuracy", "luck", "best")

    @property
    def standing(self) -> Standing:
        """What is known about the position that the guess was made in."""
        return Standing.UNKNOWN if self.before is None else _standing(self.before.total)

    @property
    def best(self) -> str | None:
        """A best guess: the one made if it is one, otherwise the first; None if there is none, or unknown."""
        if self.before is None or not self.before.best:
            return None
        return self.guess if self.guess in self.before.best else self.before.best[0]

    @property
    def expected(self) -> Fraction | None:
        """The expected number of further guesses if the guess is made, itself included."""
        return None if self.guess_total is None else Fraction(self.guess_total, self.words)

    @property
    def inaccuracy(self) -> Fraction | None:
        """How many guesses more than with a best guess are expected."""
        if self.before is None or self.before.mean is None or self.expected is None:
            return None
        return self.expected - self.before.mean

    @property
    def luck(self) -> Fraction | None:
        """How many guesses less are expected after the response than were on average."""
        if self.expected is None:
            return None
        if self.won:
            return self.expected - 1
        if self.after is None or self.after.mean is None:
            return None
        return self.expected - 1 - self.after.mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(Report):
    """What `analyse` found out about `moves`; `stopped_by` says why something is unknown, if it is."""

    variant: Variant
    moves: tuple[MoveAnalysis, ...]

    __repr__ = brief("variant", "won", "total_inaccuracy", "total_luck")

    @property
    def won(self) -> bool:
        """Whether the last move found the hidden word."""
        return self.moves[-1].won

    @property
    def start_value(self) -> Fraction | None:
        """The expected number of guesses with best play from the start."""
        before = self.moves[0].before
        return None if before is None else before.mean

    @property
    def total_inaccuracy(self) -> Fraction | None:
        """The sum of the inaccuracies, None if one of them isn't a number."""
        return _sum(move.inaccuracy for move in self.moves)

    @property
    def total_luck(self) -> Fraction | None:
        """The sum of the lucks of all responses that are known, None if one of them isn't a number."""
        return _sum(move.luck for move in self.moves if move.pattern is not None)


def analyse(
    variant: Variant,
    moves: Sequence[Move],
    *,
    any_guess: bool = False,
    work: Work = UNLIMITED,
    tell: Callable[[int], None] = lambda _move: None,
    moment: float = MOMENT_SECONDS,
) -> Analysis:
    """Weigh each of `moves`, a game of `variant` from its start, against best play.

    The moves are weighed from the last to the first, whose position takes the longest; `tell` gets the
    number of each, counted from 1. Where there is reason to stop, what is known by then is returned, and both
    ends of the other values, as far as they can be found in a `moment`, so many seconds in all. With
    `any_guess` a guess may be a word that isn't in the list; it is weighed against those that are.

    Raises:
        HistoryError: the moves are no game of the variant: a guess that isn't in the list or that the mode
            forbids, with the reason; responses that no hidden word gives; moves after the end.
        UsageError: there is no move.
    """
    started = time.monotonic()
    games = [_with(variant, moves[:number] if any_guess else ()) for number in range(len(moves) + 1)]
    states = _states(games[-1], moves)
    values: dict[int, PositionValue] = {}
    totals: dict[int, int | None] = {}
    stopped_by: StopReason | None = None
    try:
        for place in range(len(states) - 1, -1, -1):
            if states[place].over:
                continue
            tell(place + 1)
            position = ValuedPosition(games[place], states[place].history, work)
            values[place] = position.value()
            if place < len(moves):
                if games[place + 1] is not games[place]:  # the guess is known from here on
                    position = ValuedPosition(games[place + 1], states[place].history, work)
                totals[place] = _guess_total(position, values[place], moves[place].guess)
    except StoppedError as stopped:
        stopped_by = stopped.reason
    unknown = [place for place in range(len(moves)) if place not in values] if moment else []
    going_on, ends = work.ending(), {}
    for place in reversed(unknown):
        position = ValuedPosition(games[place], states[place].history, going_on)
        ends[place] = position.ends(going_on, moment / len(unknown))
    return Analysis(
        variant=variant,
        moves=tuple(
            MoveAnalysis(
                guess=move.guess,
                pattern=move.pattern,
                won=move.pattern == variant.scoring.win,
                words=len(states[place].hidden),
                words_after=None if move.pattern is None else len(states[place + 1].hidden),
                before=values.get(place),
                after=None if move.pattern is None else values.get(place + 1),
                guess_total=totals.get(place),
                guess_standing=Standing.UNKNOWN if place not in totals else _standing(totals[place]),
                ends=ends.get(place),
            )
            for place, move in enumerate(moves)
        ),
        stopped_by=stopped_by,
        seconds=time.monotonic() - started,
    )


def _with(variant: Variant, moves: Sequence[Move]) -> Variant:
    """Return `variant`, whose guesses are those of `moves`, too.

    A word that was guessed separates no words any more; so after it the game is worth what it was worth.
    """
    strange = {move.guess for move in moves}.difference(variant.guesses)
    if not strange:
        return variant
    return variant.model_copy(update={"guesses": (*variant.guesses, *sorted(strange))})


def _states(variant: Variant, moves: Sequence[Move]) -> tuple[GameState, ...]:
    """Return the game before each move, and after the last one if its response is known."""
    states = [GameState.start(variant)]
    for number, move in enumerate(moves, start=1):
        if move.pattern is not None:
            states.append(states[-1].after(move.guess, move.pattern))
            continue
        reason = states[-1].refusal(move.guess)
        if reason is None and number < len(moves):
            reason = f"guess {number}: expected its response, as there is another guess after it"
        if reason is not None:
            raise HistoryError(reason)
    if not moves:
        message = "expected a game of one move at least"
        raise UsageError(message)
    return tuple(states)


def _guess_total(position: ValuedPosition, value: PositionValue, guess: str) -> int | None:
    """Return the least total with `guess`, None if then not every word can be found in time."""
    if not value.winnable or guess in value.best:
        return value.total
    return position.total_with(guess)


def _standing(total: int | None) -> Standing:
    """Return what is known where `total` is."""
    return Standing.NOT_WINNABLE if total is None else Standing.EXACT


def _sum(numbers: Iterable[Fraction | None]) -> Fraction | None:
    """Return the sum of `numbers`, None if one of them is."""
    total = Fraction(0)
    for number in numbers:
        if number is None:
            return None
        total += number
    return total
