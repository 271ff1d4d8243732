"""How a game looks on a terminal: coloured tiles, and the letters that have been tried.

Without colours, as in a pipe, tiles have their response beside them, and letters are listed by colour. A
response that isn't a tile for each letter stands beside the guess, too: as it is written, and as pegs.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Final

from rich.text import Text

from wordle_cp.rules.letters import capital
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.colours import COLOUR_BLIND, COLOUR_NAMES, USUAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import Console

    from wordle_cp.rules.scoring import Scoring

_UNTRIED: Final = "bold black on #d3d6da"
_PEG: Final = "\N{BLACK CIRCLE}"
_KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


class Board:
    """Tiles and letters in the colours of `console`, if it has any."""

    def __init__(self, console: Console, *, colour_blind: bool) -> None:
        """Take the colours; with `colour_blind` those that everybody can tell apart."""
        self._coloured: Final = console.color_system is not None and not console.no_color
        pairs = COLOUR_BLIND if colour_blind else USUAL
        self._styles: Final = {colour: f"bold {letter} on {tile}" for colour, (tile, letter) in pairs.items()}
        self._pegs: Final = {colour: tile for colour, (tile, _) in pairs.items()}

    def tiles(self, guess: str, pattern: int, scoring: Scoring) -> Text:
        """Return `guess` as tiles with the response `pattern`: in their colours, or beside them."""
        response = scoring.format_pattern(pattern)
        if not self._coloured:
            return Text(f"{guess.upper()} {response}")
        colours, row = scoring.tiles(pattern), Text()
        styles = [self._styles[colour] for colour in colours] if scoring.feedback.tiled else repeat(_UNTRIED)
        for letter, style in zip(guess, styles, strict=False):
            row.append(f" {capital(letter)} ", style).append(" ")
        if not scoring.feedback.tiled:
            row.append(f" {response}  ", "bold")
            for colour in colours:
                row.append(_PEG, self._pegs[colour])
        return row

    def keyboard(self, letters: Mapping[str, int]) -> Iterator[Text]:
        """Yield the lines of a keyboard on which the tried `letters` have their colours; none without any."""
        if not letters:
            return
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
