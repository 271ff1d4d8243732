"""Slots: each letter of the guess judged by itself.

A tile is green if the letter is in its place, yellow if the hidden word has it in other places alone, and
grey if the word lacks it. So a guess may show more tiles of a letter than the hidden word has of it. All
tiles are green for the hidden word alone; one yellow tile among green ones can be, as AAB gets where ABB is
hidden.
"""

from __future__ import annotations

from wordle_cp.rules.feedback.tiles import Tiled
from wordle_cp.rules.words import GREEN, GREY, YELLOW


class Slots(Tiled):
    """A tile for each letter; repeats aren't limited to what the hidden word has."""

    __slots__ = ()

    name = "slots"
    title = "a tile for each letter, judged by itself: yellow wherever the word has it"

    def count(self, length: int) -> int:
        """Three colours a tile."""
        return self.win(length) + 1

    def score(self, guess: str, hidden: str) -> int:
        """Return the pattern, numbered as in `words`."""
        pairs = zip(guess, hidden, strict=True)
        colours = (GREEN if g == h else YELLOW if g in hidden else GREY for g, h in pairs)
        return sum(colour * 3**place for place, colour in enumerate(colours))
