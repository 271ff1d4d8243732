"""An analysis in words: the same on the command line and on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.errors import counted
from wordle_cp.play.analysis import Standing, inaccuracy_grade, luck_grade

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from wordle_cp.games.variant import Variant
    from wordle_cp.play.analysis import MoveAnalysis

_SHOWN_TIES: Final = 8


def within(variant: Variant) -> str:
    """Return the limit of a game in words."""
    if variant.max_guesses is None:
        return ", no limit"
    return f", within {counted(variant.max_guesses, 'guess', 'guesses')}"


def names(words: Sequence[str]) -> str:
    """Return guesses in capitals, the first ones if there are many."""
    more = f" and {len(words) - _SHOWN_TIES} more" if len(words) > _SHOWN_TIES else ""
    return " ".join(word.upper() for word in words[:_SHOWN_TIES]) + more


def inaccuracy_words(move: MoveAnalysis) -> str:
    """Return what is known about how accurate a guess was, in words."""
    words = counted(move.words, "word", "words")
    if move.standing is Standing.NOT_WINNABLE:
        return f"none: no strategy is sure to find each of {words} in time"
    if move.before is None:
        return "unknown"
    best = f"best {names(move.before.best)}"
    if move.guess_standing is Standing.NOT_WINNABLE:
        return f"none: with this guess no strategy is sure to find each of {words} in time; {best}"
    if move.inaccuracy is None:
        return f"unknown; {best}"
    return f"{signed(move.inaccuracy)}  {inaccuracy_grade(move.inaccuracy).value}; {best}; {words}"


def luck_words(move: MoveAnalysis) -> str:
    """Return what is known about how lucky a response was, in words."""
    if move.luck is None:
        known = Standing.UNKNOWN not in {move.standing, move.guess_standing}
        return "none, as there is no expectation" if known and move.guess_total is None else "unknown"
    return f"{signed(move.luck)}  {luck_grade(move.luck).value}"


def signed(number: Fraction | None) -> str:
    """Return a number of guesses to four decimals, with room for a sign; a dash if there is none."""
    return "      -" if number is None else f"{float(number):7.4f}"
