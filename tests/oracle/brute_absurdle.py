"""The fewest guesses that beat Absurdle, by trying all sequences of guesses, shortest first.

The rule is written down once more, on patterns as text, and nothing is left out but what has been tried with
the same words left and the same guesses allowed.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import TYPE_CHECKING

from wordle_cp.rules.modes import is_allowed
from wordle_cp.rules.words import format_pattern, parse_pattern, pattern_of

if TYPE_CHECKING:
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History

_ORDER = str.maketrans("BYG", "012")


@cache
def response(words: frozenset[str], guess: str) -> str:
    """Return the pattern of the largest cell; ties: fewest G, fewest Y, the first with B, then Y, then G."""
    cells: dict[str, int] = {}
    for word in words:
        pattern = format_pattern(pattern_of(guess, word), len(guess))
        cells[pattern] = cells.get(pattern, 0) + 1
    return min(
        cells,
        key=lambda pattern: (
            -cells[pattern],
            pattern.count("G"),
            pattern.count("Y"),
            pattern.translate(_ORDER),
        ),
    )


def fewest_guesses(guesses: tuple[str, ...], hidden: frozenset[str], mode: Mode, history: History) -> int:
    """Return how many guesses after `history` it takes; `hidden` are the words left."""

    @cache
    def permitted(guess: str, pattern: int) -> frozenset[str]:
        return frozenset(other for other in guesses if is_allowed(other, ((guess, pattern),), mode))

    @cache
    def wins(words: frozenset[str], allowed: frozenset[str], left: int) -> bool:
        if left == 0:
            return False
        for guess in allowed:
            text = response(words, guess)
            if text == "G" * len(guess):
                return True
            pattern = parse_pattern(text, len(guess))
            kept = frozenset(word for word in words if pattern_of(guess, word) == pattern)
            if wins(kept, allowed & permitted(guess, pattern), left - 1):
                return True
        return False

    allowed = frozenset(guess for guess in guesses if is_allowed(guess, history, mode))
    return next(number for number in count(1) if wins(hidden, allowed, number))
