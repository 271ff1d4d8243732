"""What `analyse` found out: the JSON fields, and the lines for people; the page has words of these, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.answers.telling import column, ending_fields, first_names, within, words_of
from wordle_cp.play.analysis import Standing, inaccuracy_grade, luck_grade

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from wordle_cp.games.variant import Variant
    from wordle_cp.play.analysis import Analysis, MoveAnalysis
    from wordle_cp.rules.scoring import Scoring

_TOTAL: Final = "total"


def analysis_fields(analysis: Analysis) -> dict[str, object]:
    """Return the JSON fields of `analyse`.

    Each number of guesses is there as a float and, under a name with ``_fraction``, exactly. It is null where
    there is none: see the move's `position` and `guess_position`, which are exact, "not winnable" or unknown.
    """
    variant = analysis.variant
    return {
        "question": "analysis",
        "variant": variant.name,
        "mode": variant.mode.value,
        "limit": variant.max_guesses,
        "moves": [_move_fields(move, analysis.variant.scoring) for move in analysis.moves],
        **_number("total_inaccuracy", analysis.total_inaccuracy),
        **_number("total_luck", analysis.total_luck),
        **_number("start_value", analysis.start_value),
        "won": analysis.won,
        "exact": analysis.stopped_by is None,
        **ending_fields(analysis),
    }


def _move_fields(move: MoveAnalysis, scoring: Scoring) -> dict[str, object]:
    """Return the JSON fields of a move; `value` is the position's before it, `value_after` after it."""
    before, after = move.before, move.after
    certificate = None if before is None else before.certificate
    return {
        "guess": move.guess,
        "pattern": None if move.pattern is None else scoring.format_pattern(move.pattern),
        **_number("inaccuracy", move.inaccuracy),
        "inaccuracy_grade": None if move.inaccuracy is None else inaccuracy_grade(move.inaccuracy).value,
        "best": move.best,
        "equally_good": [] if before is None else list(before.best),
        **_number("luck", move.luck),
        "luck_grade": None if move.luck is None else luck_grade(move.luck).value,
        "words": move.words,
        "words_after": move.words_after,
        "position": move.standing.value,
        "guess_position": move.guess_standing.value,
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


def analysis_lines(analysis: Analysis, struck: str) -> Iterator[str]:
    """Yield the report of `analyse` for people."""
    variant = analysis.variant
    yield game_words(variant)
    total, blank, *guesses = column(_TOTAL, ("", *(move.guess.upper() for move in analysis.moves)))
    for guess, move in zip(guesses, analysis.moves, strict=True):
        yield f"{guess} inaccuracy  {inaccuracy_words(move, variant)}"
        if move.pattern is not None:
            response = variant.scoring.format_pattern(move.pattern)
            yield f"{response:<{len(blank)}} luck        {luck_words(move)}"
    yield f"{total} inaccuracy  {signed(analysis.total_inaccuracy)}"
    if any(move.pattern is not None for move in analysis.moves):
        yield f"{blank} luck        {signed(analysis.total_luck)}"
    last = analysis.moves[-1].after
    if last is not None and last.mean is not None:
        yield (
            f"next   {first_names(last.best)}: {float(last.mean):.4f} more guesses on average over "
            f"{words_of(variant, len(last.hidden), '')}"
        )
    first = analysis.moves[0].before
    if first is not None and first.certificate is not None:
        yield f"The best first guess is that of {first.certificate.name}, a shipped proof, not checked again."
    if any(Standing.NOT_WINNABLE in {move.standing, move.guess_standing} for move in analysis.moves):
        yield "Without a limit there are numbers for these guesses, too: --max-guesses none"
    if analysis.stopped_by is not None:
        yield f"stopped by {struck}: what is unknown wasn't settled"


def game_words(variant: Variant) -> str:
    """Return the game in words, with its limit."""
    return f"{variant.name}, {variant.mode.value} mode{within(variant.max_guesses) or ', no limit'}"


def total_words(analysis: Analysis) -> str:
    """Return what all moves add up to, as far as each of them is known."""
    sums = {"inaccuracy": analysis.total_inaccuracy, "luck": analysis.total_luck}
    known = ", ".join(f"{name} {signed(total).strip()}" for name, total in sums.items() if total is not None)
    return f"{known} guesses in all".capitalize() if known else "Not every move could be judged"


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
