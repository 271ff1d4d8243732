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
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Rows
from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.answers.telling import column, first_names, game_words, words_of
from wordle_cp.answers.totals.solve import MOMENT_SECONDS
from wordle_cp.errors import HistoryError, UsageError, argument, brief, counted
from wordle_cp.games.question import Position
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from wordle_cp.answers.position.value import Ends, PositionValue
    from wordle_cp.games.notation import Move
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.work import StopReason


class Standing(StrEnum):
    """What is known about the expectation of a position or of a guess."""

    EXACT = "exact"
    NOT_WINNABLE = "not winnable"
    """No strategy finds every word in time."""
    UNKNOWN = "unknown"
    """There was reason to stop before."""


class Inaccuracy(StrEnum):
    """A word for an inaccuracy."""

    PERFECT = "perfect"
    GOOD = "good"
    SLIP = "slip"
    MISTAKE = "mistake"


class Luck(StrEnum):
    """A word for a luck."""

    LUCKY = "lucky"
    USUAL = "usual luck"
    UNLUCKY = "unlucky"


_SLIP: Final = Fraction(1, 10)
_MISTAKE: Final = Fraction(1, 2)
_LUCKY: Final = Fraction(1, 2)
SCALE: Final = (
    "By the guesses that a guess costs on average, compared with a best one: perfect 0, "
    f"good under {float(_SLIP)}, a slip under {float(_MISTAKE)}, else a mistake. "
    f"Lucky or unlucky: the response is worth more than {float(_LUCKY)} guesses more or less than "
    "responses are on average."
)
"""What the words mean."""
_TOTAL: Final = "total"


def inaccuracy_grade(inaccuracy: Fraction) -> Inaccuracy:
    """Return the word for `inaccuracy`, which is 0 or more."""
    if not inaccuracy:
        return Inaccuracy.PERFECT
    if inaccuracy < _SLIP:
        return Inaccuracy.GOOD
    return Inaccuracy.SLIP if inaccuracy < _MISTAKE else Inaccuracy.MISTAKE


def luck_grade(luck: Fraction) -> Luck:
    """Return the word for `luck`."""
    if abs(luck) <= _LUCKY:
        return Luck.USUAL
    return Luck.LUCKY if luck > 0 else Luck.UNLUCKY


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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Analysis(Answer):
    """What `analyse` found out about `moves`; `stopped_by` says why something is unknown. Rows: the moves."""

    variant: Variant
    moves: tuple[MoveAnalysis, ...]

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

    @property
    def unwinnable(self) -> bool:
        """Whether there is a move without a number, as the limit can't be kept for sure."""
        return any(Standing.NOT_WINNABLE in {move.standing, move.guess_standing} for move in self.moves)

    @property
    def summary(self) -> str:
        """The game in words: by its worst guesses, and by the luck of all responses."""
        grades = [
            None if move.inaccuracy is None else inaccuracy_grade(move.inaccuracy) for move in self.moves
        ]
        mistakes, slips = grades.count(Inaccuracy.MISTAKE), grades.count(Inaccuracy.SLIP)
        if None in grades:
            played = "Not every move could be judged"
        elif mistakes:
            played = counted(mistakes, "mistake", "mistakes")
        elif slips:
            played = f"Good, with {counted(slips, 'slip', 'slips')}"
        else:
            played = "Perfect" if set(grades) == {Inaccuracy.PERFECT} else "Near perfect"
        luck = Luck.USUAL if self.total_luck is None else luck_grade(self.total_luck)
        return played if luck is Luck.USUAL else f"{played}, and {luck}"

    def totals_told(self) -> str:
        """Return what all moves add up to, as far as each of them is known."""
        sums = {"inaccuracy": self.total_inaccuracy, "luck": self.total_luck}
        known = ", ".join(
            f"{name} {signed(total).strip()}" for name, total in sums.items() if total is not None
        )
        return f"{known} guesses in all".capitalize() if known else "Not every move could be judged"

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `analyse`."""
        variant = self.variant
        yield game_words(variant)
        total, blank, *guesses = column(_TOTAL, ("", *(move.guess.upper() for move in self.moves)))
        for guess, move in zip(guesses, self.moves, strict=True):
            yield f"{guess} inaccuracy  {inaccuracy_words(move, variant)}"
            if move.pattern is not None:
                response = variant.scoring.format_pattern(move.pattern)
                yield f"{response:<{len(blank)}} luck        {luck_words(move)}"
        yield f"{total} inaccuracy  {signed(self.total_inaccuracy)}"
        if any(move.pattern is not None for move in self.moves):
            yield f"{blank} luck        {signed(self.total_luck)}"
        last = self.moves[-1].after
        if last is not None and last.mean is not None:
            yield (
                f"next   {first_names(last.best)}: {float(last.mean):.4f} more guesses on average over "
                f"{words_of(variant, len(last.hidden), '')}"
            )
        first = self.moves[0].before
        if first is not None and first.certificate is not None:
            name = first.certificate.name
            yield f"The best first guess is that of {name}, a shipped proof, not checked again."
        if self.unwinnable:
            without = f"{argument('max_guesses')} none"
            yield f"Without a limit there are numbers for these guesses, too: {without}"
        if self.stopped_by is not None:
            yield f"stopped by {struck}: what is unknown wasn't settled"

    def _json(self) -> dict[str, Any]:
        """Return the fields; each number of guesses is there as a float and as an exact fraction.

        It is null where there is none: see a move's `position` and `guess_position`.
        """
        variant = self.variant
        return {
            "question": "analysis",
            "variant": variant.name,
            "mode": variant.mode,
            "limit": variant.max_guesses,
            "moves": [_move_fields(move, variant.scoring) for move in self.moves],
            **_number("total_inaccuracy", self.total_inaccuracy),
            **_number("total_luck", self.total_luck),
            **_number("start_value", self.start_value),
            "won": self.won,
            "exact": self.stopped_by is None,
        }

    def _rows(self) -> Rows:
        scoring = self.variant.scoring
        return [
            {
                "guess": move.guess,
                "response": None if move.pattern is None else scoring.format_pattern(move.pattern),
                "words": move.words,
                "words_after": move.words_after,
                "best": move.best,
                "inaccuracy": None if move.inaccuracy is None else float(move.inaccuracy),
                "luck": None if move.luck is None else float(move.luck),
            }
            for move in self.moves
        ]


def _move_fields(move: MoveAnalysis, scoring: Scoring) -> dict[str, object]:
    """Return the JSON fields of a move; `value` is the position's before it, `value_after` after it."""
    before, after = move.before, move.after
    certificate = None if before is None else before.certificate
    return {
        "guess": move.guess,
        "pattern": None if move.pattern is None else scoring.format_pattern(move.pattern),
        **_number("inaccuracy", move.inaccuracy),
        "inaccuracy_grade": None if move.inaccuracy is None else inaccuracy_grade(move.inaccuracy),
        "best": move.best,
        "equally_good": () if before is None else before.best,
        **_number("luck", move.luck),
        "luck_grade": None if move.luck is None else luck_grade(move.luck),
        "words": move.words,
        "words_after": move.words_after,
        "position": move.standing,
        "guess_position": move.guess_standing,
        **_number("value", None if before is None else before.mean),
        "value_low": _of_words(move, None if move.ends is None else move.ends.low),
        "value_high": _of_words(move, None if move.ends is None else move.ends.high),
        **_number("expected", move.expected),
        **_number("value_after", None if after is None else after.mean),
        "certificate": None if certificate is None else certificate.name,
    }


def _of_words(move: MoveAnalysis, total: int | None) -> float | None:
    """Return how many guesses of a total each of the words before a move takes on average."""
    return None if total is None else total / move.words


def _number(name: str, number: Fraction | None) -> dict[str, object]:
    """Return a number as a float and as an exact fraction, both None if there is none."""
    return {
        name: None if number is None else float(number),
        f"{name}_fraction": None if number is None else str(number),
    }


def inaccuracy_words(move: MoveAnalysis, variant: Variant) -> str:
    """Return what is known about how accurate a guess of a game of `variant` was, in words."""
    words = words_of(variant, move.words, "")
    if move.standing is Standing.NOT_WINNABLE:
        return f"none: no strategy is sure to find each of {words} in time"
    if move.before is None:
        return f"unknown{_between(move)}"
    best = f"best {first_names(move.before.best)}"
    if move.guess_standing is Standing.NOT_WINNABLE:
        return f"none: with this guess no strategy is sure to find each of {words} in time; {best}"
    if move.inaccuracy is None:
        return f"unknown; {best}"
    return f"{signed(move.inaccuracy)}  {inaccuracy_grade(move.inaccuracy).value}; {best}; {words}"


def _between(move: MoveAnalysis) -> str:
    """Return between which numbers of guesses the value of a position is that isn't known."""
    ends = move.ends
    if ends is None or ends.low is None:
        return ""
    low = f"{ends.low / move.words:.4f}"
    source = "" if ends.certificate is None else f" ({ends.certificate.name}, a shipped proof)"
    if ends.high is None:
        return f"; best play takes {low} guesses or more on average{source}"
    return f"; best play takes {low} to {ends.high / move.words:.4f} guesses on average{source}"


def luck_words(move: MoveAnalysis) -> str:
    """Return what is known about how lucky a response was, in words."""
    if move.luck is None:
        known = Standing.UNKNOWN not in {move.standing, move.guess_standing}
        return "none, as there is no expectation" if known and move.guess_total is None else "unknown"
    return f"{signed(move.luck)}  {luck_grade(move.luck).value}"


def signed(number: Fraction | None) -> str:
    """Return a number of guesses to four decimals, with room for a sign; a dash if there is none."""
    return "      -" if number is None else f"{float(number):7.4f}"


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
    number of each, counted from 1. Where there is reason to stop, both ends of the other values are returned,
    as far as they can be found in `moment` seconds in all. With `any_guess` a guess may be a word
    that isn't in the list; it is weighed against those that are.

    Raises:
        HistoryError: a guess isn't in the list or the mode forbids it, no hidden word gives the responses,
            or moves come after the end. UsageError: there is no move.
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
                value, guess = values[place], moves[place].guess
                as_good = not value.winnable or guess in value.best
                totals[place] = value.total if as_good else position.total_with(guess)
    except StoppedError as stopped:
        stopped_by = stopped.reason
    unknown = [place for place in range(len(moves)) if place not in values] if moment else []
    going_on, ends = work.ending().at_most(moment), {}
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


def _states(variant: Variant, moves: Sequence[Move]) -> tuple[Position, ...]:
    """Return the game before each move, and after the last one if its response is known."""
    states = [Position.start(variant)]
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
