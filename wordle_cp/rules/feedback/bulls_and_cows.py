"""Bulls and cows, or black and white pegs: how many letters are in place, and how many more are common.

A response is two numbers: b, the bulls or black pegs, places where guess and hidden word agree; and w, the
cows or white pegs, how many more would agree if the letters of the guess could change places. That is, b +
w is the sum over the letters of the smaller of its two numbers, in the guess and in the hidden word: so
many of that letter can be paired, each with one of the other word, and no more. As a number the response is
``b * (length + 1) + w``, and it is written as two digits, b and w.

- b + w <= length, as there are no more letters to be paired; so w <= length, and the number tells b and w.
- The game is won exactly if b = length. Then w = 0, and any other response has a smaller number, as its b
  is smaller.
- b = length - 1 and w = 1 can't be: the one letter left would have to agree with the one place left.
"""

from __future__ import annotations

import re

from wordle_cp.errors import HistoryError, abridged, counted
from wordle_cp.rules.feedback.base import Counting
from wordle_cp.rules.words import GREEN, GREY, YELLOW

_RESPONSE = re.compile(r"([0-9])-?([0-9])|([0-9])b([0-9])[wc]")


class BullsAndCows(Counting):
    """Two numbers: letters in place (bulls, black pegs), and other common letters (cows, white pegs)."""

    __slots__ = ()

    name = "bulls-and-cows"
    title = "two digits: places that agree, and what else is common"
    longest = 9

    def of_counts(self, in_place: int, shared: int, length: int) -> int:
        """Return b * (length + 1) + w; see the file."""
        return in_place * (length + 1) + shared - in_place

    def win(self, length: int) -> int:
        """Every place agrees."""
        return length * (length + 1)

    def count(self, length: int) -> int:
        """The pairs b + w <= length without that of the file's head that can't be; an upper bound."""
        return (length + 1) * (length + 2) // 2 - 1

    def format(self, pattern: int, length: int) -> str:
        """Return two digits: black pegs, white pegs."""
        black, white = divmod(pattern, length + 1)
        if not 0 <= black <= length - white:
            message = f"{pattern} is not a response to {counted(length, 'peg', 'pegs')}"
            raise ValueError(message)
        return f"{black}{white}"

    def parse(self, text: str, length: int) -> int:
        """Return the response that two digits say, such as ``21`` or ``2-1``, or ``2b1w``, or ``2b1c``."""
        found = _RESPONSE.fullmatch(text.lower())
        black, white = (
            (int(part) for part in found.groups() if part is not None) if found else (0, length + 1)
        )
        if black + white > length:
            message = f"response {abridged(text)}: expected {self.described(length)}"
            raise HistoryError(message)
        return black * (length + 1) + white

    def described(self, length: int) -> str:
        """Return which digits there are."""
        return f"two digits, black and white pegs (bulls and cows), {length} at most together, such as 10"

    def width(self, length: int) -> int:  # noqa: ARG002  the same for all
        """Return two digits."""
        return 2

    def tiles(self, pattern: int, length: int) -> tuple[int, ...]:
        """Return GREEN for each black peg, then YELLOW for each white one, then GREY for no peg."""
        black, white = divmod(pattern, length + 1)
        return (GREEN,) * black + (YELLOW,) * white + (GREY,) * (length - black - white)
