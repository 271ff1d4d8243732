"""How responses are drawn, in colours that differ in brightness too: a black-and-white print shows them.

Tiles carry the letters of their guess. Other responses are written, with their pegs beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import capital
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.strategies.canvas import BLACK, MONO, Anchor, Box, Circle, Shape, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.rules.scoring import Scoring

GAP: Final = 0.1
"""Space between tiles, as a share of their size."""
_WHITE: Final = "#ffffff"


class Palette(StrEnum):
    """Colours of tiles."""

    STANDARD = "standard"
    """Grey, yellow, green."""
    COLOUR_BLIND = "colour-blind"
    """Grey, light blue, orange, as in the game's own high contrast mode."""
    PRINT = "print"
    """White, white with a dot, black."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What a tile looks like: its colours, that of a letter on it, and that of its mark, if it has one."""

    fill: str
    edge: str
    letter: str
    mark: str | None = None


_LOOKS: Final = {
    Palette.STANDARD: {
        GREY: _Look("#e4e4e6", "#a0a0a4", "#4a4a4e"),
        YELLOW: _Look("#f2c230", "#b08600", BLACK, "#5c4600"),
        GREEN: _Look("#237a3b", "#14572a", _WHITE),
    },
    Palette.COLOUR_BLIND: {
        GREY: _Look("#e8e8ea", "#a0a0a4", "#4a4a4e"),
        YELLOW: _Look("#85c0f9", "#3f7db8", BLACK, "#0b3d6b"),
        GREEN: _Look("#c2500a", "#8a3500", _WHITE),
    },
    Palette.PRINT: {
        GREY: _Look(_WHITE, "#8c8c90", "#4a4a4e"),
        YELLOW: _Look(_WHITE, BLACK, BLACK, BLACK),
        GREEN: _Look(BLACK, BLACK, _WHITE),
    },
}


def look_style(palette: Palette, tile: int) -> str:
    """Return the look of `tile` with a letter on it, as CSS."""
    look = _LOOKS[palette][tile]
    ring = "; border-radius: 50%" if palette is Palette.PRINT and tile == YELLOW else ""
    return f"background: {look.fill}; border-color: {look.edge}; color: {look.letter}{ring}"


def row_width(tiles: int, size: float) -> float:
    """Return the width of a row of tiles, of which there are `count`."""
    return size * (tiles + GAP * max(tiles - 1, 0))


def tile_row(
    x: float, y: float, size: float, row: tuple[int, ...], palette: Palette, letters: str = ""
) -> Iterator[Shape]:
    """Yield the tiles of `row` (colours), their upper left corner at (`x`, `y`), with `letters` or marks.

    Yellow tiles have a dot, or a ring around their letter in black and white; so do not only colours tell.
    """
    for place, colour in enumerate(row):
        look = _LOOKS[palette][colour]
        left = x + place * size * (1 + GAP)
        yield Box(left, y, size, size, look.fill, look.edge, size * 0.06)
        middle = (left + size / 2, y + size / 2)
        if letters:
            if colour == YELLOW and palette is Palette.PRINT:
                yield Circle(*middle, size * 0.43, fill=None, edge=look.edge, line=size * 0.06)
            yield Text(
                middle[0],
                y + size * 0.76,
                capital(letters[place]),
                size * 0.72,
                look.letter,
                bold=True,
                anchor=Anchor.MIDDLE,
                font=MONO,
            )
        elif look.mark is not None:
            yield Circle(*middle, size * 0.2, fill=look.mark)


@dataclass(frozen=True, slots=True)
class Responses:
    """How the responses of a game are drawn: as its feedback writes them, in the colours of a palette."""

    scoring: Scoring
    palette: Palette = Palette.STANDARD

    @property
    def tiled(self) -> bool:
        """Whether a response is a tile for each letter."""
        return self.scoring.feedback.tiled

    @property
    def meanings(self) -> tuple[tuple[tuple[int, ...], str], ...]:
        """What a reader must know: tiles, or none, and what they mean."""
        if self.tiled:
            return MEANINGS
        return (((), f"a response is {self.scoring.feedback.title}"),)

    def width(self, size: float, *, alone: bool = False) -> float:
        """Return the width of a response in tiles of `size`; `alone`: as `drawn` says."""
        if self.tiled:
            return row_width(self.scoring.length, size)
        written = row_width(self._signs, size)
        return written if alone else written + _PEG * size + row_width(self.scoring.length, _PEG * size)

    def drawn(
        self, x: float, y: float, size: float, response: tuple[str, int], *, alone: bool = False
    ) -> Iterator[Shape]:
        """Yield the shapes of a `response`, a guess and its pattern, their upper left corner at (`x`, `y`).

        `alone`: without the letters of the guess on the tiles, or without pegs.
        """
        guess, pattern = response
        row = self.scoring.tiles(pattern)
        if self.tiled:
            yield from tile_row(x, y, size, row, self.palette, "" if alone else guess)
            return
        text = self.scoring.format_pattern(pattern)
        yield from tile_row(x, y, size, (GREY,) * len(text), self.palette, text)
        if not alone:
            yield from _pegs(x + row_width(self._signs, size) + _PEG * size, y, size, row, self.palette)

    @property
    def _signs(self) -> int:
        """How many signs a response has at most."""
        return self.scoring.feedback.width(self.scoring.length) or len(str(self.scoring.length))


_PEG: Final = 0.5
"""Size of a peg, as a share of that of a tile."""
MEANINGS: Final = (((GREY,), "not in the word"), ((YELLOW,), "elsewhere"), ((GREEN,), "in place"))
"""What each tile means."""


def _pegs(x: float, y: float, size: float, row: tuple[int, ...], palette: Palette) -> Iterator[Shape]:
    """Yield a peg for each colour of `row`, beside signs on tiles of `size`; a yellow one has a dot."""
    for place, colour in enumerate(row):
        look = _LOOKS[palette][colour]
        middle = (x + _PEG * size * (place * (1 + GAP) + 0.5), y + size / 2)
        yield Circle(*middle, _PEG * size / 2, fill=look.fill, edge=look.edge, line=size * 0.06)
        if look.mark is not None:
            yield Circle(*middle, size * 0.1, fill=look.mark)
