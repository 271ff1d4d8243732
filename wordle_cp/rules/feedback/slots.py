"""Slots: each letter of the guess judged by itself.

A tile is green if the letter is in its place, yellow if the hidden word has it in other places alone, and
grey if the word lacks it. So a guess may show more tiles of a letter than the hidden word has of it. All
tiles are green for the hidden word alone; one yellow tile among green ones can be, as AAB gets where ABB is
hidden.
"""

from __future__ import annotations

from wordle_cp.rules.feedback.base import LetterByLetter
from wordle_cp.rules.feedback.tiles import Tiled
from wordle_cp.rules.words import GREEN, GREY, YELLOW


class Slots(LetterByLetter, Tiled):
    """A tile for each letter; repeats aren't limited to what the hidden word has."""

    __slots__ = ()

    name = "slots"
    title = "a tile for each letter, judged by itself: yellow wherever the word has it"

    def count(self, length: int) -> int:
        """Three colours a tile."""
        return self.win(length) + 1

    def of_letter(self, place: int, *, in_place: bool, anywhere: bool) -> int:
        """Return the tile, numbered as in `words`."""
        colour = GREEN if in_place else YELLOW if anywhere else GREY
        tile: int = 3**place
        return colour * tile
