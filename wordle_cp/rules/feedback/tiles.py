"""Coloured tiles: a grey, yellow or green one for each letter, as in Wordle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.errors import counted
from wordle_cp.rules import modes, words
from wordle_cp.rules.feedback.base import Feedback

if TYPE_CHECKING:
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History, Restriction


class Tiled(Feedback):
    """A feedback that is written as a tile for each letter, and as a number as `words` says."""

    __slots__ = ()

    tiled = True

    def win(self, length: int) -> int:
        """All green."""
        return words.all_green(length)

    def count(self, length: int) -> int:
        """Three colours a tile, but not all green with one yellow: that letter would be in its place, too."""
        return words.all_green(length) + 1 - length

    def format(self, pattern: int, length: int) -> str:
        """As `words.format_pattern`."""
        return words.format_pattern(pattern, length)

    def parse(self, text: str, length: int) -> int:
        """As `words.parse_pattern`."""
        return words.parse_pattern(text, length)

    def described(self, length: int) -> str:
        """Return how many tiles there are."""
        return f"{counted(length, 'letter', 'letters')}, each B (grey), Y (yellow) or G (green)"

    def width(self, length: int) -> int:
        """Return a sign for each tile."""
        return length

    def tiles(self, pattern: int, length: int) -> tuple[int, ...]:
        """As `words.colours`."""
        return tuple(words.colours(pattern, length))


class Tiles(Tiled):
    """Wordle: each letter of the hidden word accounts for one coloured tile at most."""

    __slots__ = ()

    name = "tiles"
    title = "a grey, yellow or green tile for each letter"
    shows_facts = True

    def score(self, guess: str, hidden: str) -> int:
        """As `words.pattern_of`."""
        return words.pattern_of(guess, hidden)

    def facts(self, history: History, length: int) -> Restriction:
        """As `words.Restriction.of`."""
        return words.Restriction.of(history, length)

    def explain_not_allowed(self, guess: str, history: History, mode: Mode) -> str | None:
        """As `modes.explain_not_allowed`."""
        return modes.explain_not_allowed(guess, history, mode)
