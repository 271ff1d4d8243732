"""How a game looks on a terminal: coloured tiles, and the letters that have been tried.

Without colours, as in a pipe, tiles have their response beside them, and letters are listed by colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from wordle_cp.rules.letters import capital
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.colours import COLOUR_BLIND, COLOUR_NAMES, USUAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import Console

_UNTRIED: Final = "bold black on #d3d6da"
_KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


class Board:
    """Tiles and letters in the colours of `console`, if it has any."""

    def __init__(self, console: Console, *, colour_blind: bool) -> None:
        """Take the colours; with `colour_blind` those that everybody can tell apart."""
        self._coloured: Final = console.color_system is not None and not console.no_color
        pairs = COLOUR_BLIND if colour_blind else USUAL
        self._styles: Final = {colour: f"bold {letter} on {tile}" for colour, (tile, letter) in pairs.items()}

    def tiles(self, guess: str, pattern: int) -> Text:
        """Return `guess` as tiles in the colours of `pattern`."""
        if not self._coloured:
            return Text(f"{guess.upper()} {WordScoring(len(guess)).format_pattern(pattern)}")
        row = Text()
        for letter, colour in zip(guess, WordScoring(len(guess)).tiles(pattern), strict=True):
            row.append(f" {capital(letter)} ", self._styles[colour]).append(" ")
        return row

    def keyboard(self, letters: Mapping[str, int]) -> Iterator[Text]:
        """Yield the lines of a keyboard on which the tried `letters` have their colours."""
        if not self._coloured:
            by_colour = {
                COLOUR_NAMES[colour]: sorted(
                    capital(letter) for letter in letters if letters[letter] == colour
                )
                for colour in (GREEN, YELLOW, GREY)
            }
            tried = (f"{name} {' '.join(found)}" for name, found in by_colour.items() if found)
            yield Text(f"letters: {', '.join(tried)}")
            return
        others = sorted(set(letters).difference(*_KEYS))
        for indent, keys in enumerate([*_KEYS, others] if others else _KEYS):
            row = Text("  " * indent)
            for letter in keys:
                style = self._styles[letters[letter]] if letter in letters else _UNTRIED
                row.append(f" {capital(letter)} ", style).append(" ")
            yield row
