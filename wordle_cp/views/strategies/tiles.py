"""Rows of tiles, in colours that differ in brightness too: a black-and-white print tells them apart."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import capital
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.strategies.canvas import BLACK, MONO, Anchor, Box, Circle, Shape, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    """Return the width of a row of so many tiles."""
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


def response_row(
    x: float, y: float, size: float, response: tuple[str, int], palette: Palette, *, letters: bool
) -> Iterator[Shape]:
    """Yield the tiles of a `response`, a guess and its pattern, with the guess on them if asked for."""
    guess, pattern = response
    row = WordScoring(len(guess)).tiles(pattern)
    yield from tile_row(x, y, size, row, palette, guess if letters else "")
