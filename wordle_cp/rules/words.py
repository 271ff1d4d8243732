"""The rules of the game, written to be read: scoring, histories, and what tiles fix.

Standard library only. This module is the oracle for every faster implementation, and the independent checker
rests on nothing but it, so clarity comes before speed.

A pattern is the response to a guess, one colour a letter: B (grey: lacking), Y (yellow: elsewhere) or G
(green: in place). As a number it is ``sum(digit[i] * 3**i)`` with ``i`` the position counted from 0 at the
left and digits B = 0, Y = 1, G = 2; so it lies in ``[0, 3**L)`` for words of L letters and all green is
``3**L - 1``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import HistoryError, abridged, brief, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

History = tuple[tuple[str, int], ...]
"""What has been played: pairs (guess, pattern), oldest first."""

MAX_GUESSES_LEFT: Final = 31
"""Most guesses that a depth search may have left."""
GREY: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
_COLOURS: Final = "BYG"


def pattern_of(guess: str, hidden: str) -> int:
    """Return the pattern of `guess` when `hidden` is the hidden word; both have the same length.

    Each letter of the hidden word accounts for one coloured tile at most: greens first, then yellows from
    left to right.

    Raises:
        ValueError: the words differ in length.
    """
    unused: dict[str, int] = {}
    for g, h in zip(guess, hidden, strict=True):
        if g != h:
            unused[h] = unused.get(h, 0) + 1
    pattern = 0
    weight = 1
    for g, h in zip(guess, hidden, strict=True):
        if g == h:
            pattern += GREEN * weight
        elif unused.get(g, 0):
            unused[g] -= 1
            pattern += YELLOW * weight
        weight *= 3
    return pattern


def all_green(length: int) -> int:
    """Return the pattern that ends a game with words of `length` letters."""
    pattern: int = 3**length - 1
    return pattern


def colours(pattern: int, length: int) -> Iterator[int]:
    """Yield the colour (GREY, YELLOW, GREEN) of each of the `length` tiles, from left to right."""
    for _ in range(length):
        pattern, colour = divmod(pattern, 3)
        yield colour


def format_pattern(pattern: int, length: int) -> str:
    """Return `pattern` as `length` letters B, Y, G.

    Raises:
        ValueError: `pattern` is not in ``[0, 3**length)``.
    """
    if not 0 <= pattern < 3**length:
        message = f"{pattern} is not a pattern of {counted(length, 'tile', 'tiles')}"
        raise ValueError(message)
    return "".join(_COLOURS[colour] for colour in colours(pattern, length))


def parse_pattern(text: str, length: int) -> int:
    """Return the pattern written as `length` letters B, Y, G in either case.

    Raises:
        HistoryError: `text` is anything else.
    """
    digits = [_COLOURS.find(letter) for letter in text.upper()]
    if len(text) != length or len(digits) != length or min(digits, default=0) < 0:
        message = (
            f"pattern {abridged(text)}: expected {counted(length, 'letter', 'letters')}, each B (grey), "
            f"Y (yellow) or G (green)"
        )
        raise HistoryError(message)
    return sum(digit * 3**position for position, digit in enumerate(digits))


def format_history(history: History, length: int) -> str:
    """Return `history` as words in lower case and patterns in upper case, joined by dots."""
    return ".".join(f"{guess}.{format_pattern(pattern, length)}" for guess, pattern in history)


def is_consistent(word: str, history: History) -> bool:
    """Tell whether `word` can be the hidden word: it explains every pattern of `history`."""
    return all(pattern_of(guess, word) == pattern for guess, pattern in history)


@dataclass(frozen=True, slots=True)
class Restriction:
    """What hard mode has fixed.

    `greens` holds, for each position, the letter that must stay there, or None; `counts` the least number of
    each letter that any guess must have, as pairs (letter, least) in order of the letters, without the zeros.
    """

    greens: tuple[str | None, ...]
    counts: tuple[tuple[str, int], ...]

    __repr__ = brief()

    @classmethod
    def of(cls, history: History, length: int) -> Restriction:
        """Return what `history` fixes for words of `length` letters; the empty history fixes nothing.

        Greens stay. Of each letter there must be as many as the greens and yellows of any *one* past guess
        show, so the counts are maxima over the guesses, never sums. Greys restrict nothing.

        Raises:
            HistoryError: two past guesses have different green letters in the same position.
        """
        greens: list[str | None] = [None] * length
        counts: dict[str, int] = {}
        for guess, pattern in history:
            for position, colour in enumerate(colours(pattern, length)):
                if colour == GREEN:
                    letter = guess[position]
                    if greens[position] not in (None, letter):
                        message = (
                            f"history {format_history(history, length)}: "
                            f"two different green letters in position {position + 1}"
                        )
                        raise HistoryError(message)
                    greens[position] = letter
            for letter, shown in shown_counts(guess, pattern).items():
                counts[letter] = max(counts.get(letter, 0), shown)
        return cls(tuple(greens), tuple(sorted(counts.items())))

    def includes(self, other: Restriction) -> bool:
        """Tell whether this fixes all that `other` fixes: its greens, and at least as many of each letter."""
        counts = dict(self.counts)
        return all(
            theirs is None or theirs == ours for ours, theirs in zip(self.greens, other.greens, strict=True)
        ) and all(counts.get(letter, 0) >= least for letter, least in other.counts)

    def joined_with(self, other: Restriction) -> Restriction:
        """Return what fixes all that this and `other` fix; their greens must not contradict each other."""
        counts = dict(self.counts)
        for letter, least in other.counts:
            counts[letter] = max(counts.get(letter, 0), least)
        greens = tuple(ours or theirs for ours, theirs in zip(self.greens, other.greens, strict=True))
        return Restriction(greens, tuple(sorted(counts.items())))

    def permits(self, guess: str) -> bool:
        """Tell whether hard mode allows `guess`."""
        return all(
            green is None or green == letter for green, letter in zip(self.greens, guess, strict=True)
        ) and all(guess.count(letter) >= least for letter, least in self.counts)


def shown_counts(guess: str, pattern: int) -> dict[str, int]:
    """Return how many of each letter the greens and yellows of one guess show, where any are."""
    shown: dict[str, int] = {}
    for letter, colour in zip(guess, colours(pattern, len(guess)), strict=True):
        if colour != GREY:
            shown[letter] = shown.get(letter, 0) + 1
    return shown
