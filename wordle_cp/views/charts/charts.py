"""What a picture shows: the numbers, their names and their units.

`results` makes charts of results, and `drawn` draws them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wordle_cp.errors import WordleCpError

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
"""Okabe and Ito's palette, which colour-blind people can tell apart."""
YARDSTICK: Final = "#8a8f98"
"""What others are compared with; seen on light and on dark pages."""
SHADES: Final = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")
"""The colour map cividis at six places, from its least value to its greatest: from dark to light."""
_DARKEST: Final = 0.2
"""Share of the greatest value whose colour is seen on a dark page, too."""
DARK: Final = 0.55
"""Share of the greatest value below which writing on its colour is white."""


class NothingToDrawError(WordleCpError):
    """A result that no chart can be made of, though nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class Series:
    """Bars of one colour: a value for each category; grey where others are to be compared with it."""

    name: str
    values: tuple[float, ...]
    yardstick: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars from zero, side by side where there are several series (`len(COLOURS)` at most)."""

    title: str
    x_label: str
    y_label: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Dots:
    """A dot for each name, the first at the top; `notes` stand beside the dots."""

    title: str
    x_label: str
    y_label: str
    names: tuple[str, ...]
    values: tuple[float, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A value of 0 or more for each row (the first at the top) and column.

    A bar beside the map says which colour is which value.
    """

    title: str
    x_label: str
    y_label: str
    value_label: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Squares:
    """A map in which each row (the first at the top) has a square in some columns, with the column's name.

    All squares of a row are of one of the `kinds`, which a legend names, from dark to light.
    """

    title: str
    x_label: str
    y_label: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    kinds: tuple[str, ...]
    kind_of: tuple[int, ...]
    """The place among `kinds`, for each row."""
    filled: tuple[tuple[bool, ...], ...]


@dataclass(frozen=True, slots=True)
class Band:
    """A line of medians between the least and the greatest values, over categories in order.

    `level` is a value to compare with, drawn as a horizontal line called `level_name`.
    """

    title: str
    x_label: str
    y_label: str
    categories: tuple[str, ...]
    least: tuple[float, ...]
    medians: tuple[float, ...]
    greatest: tuple[float, ...]
    level: float
    level_name: str


Chart = Bars | Dots | HeatMap | Squares | Band


def shades(count: int, darkest: float = _DARKEST) -> tuple[tuple[str, str], ...]:
    """Return `count` colours from dark to light, each with the colour of writing on it."""
    shares = [darkest + (1 - darkest) * place / max(count - 1, 1) for place in range(count)]
    return tuple((_between(share), "#ffffff" if share < DARK else "#000000") for share in shares)


def _between(share: float) -> str:
    """Return the colour at `share` of the colour map, from 0 to 1."""
    place = share * (len(SHADES) - 1)
    low = min(int(place), len(SHADES) - 2)
    pairs = (
        (int(SHADES[low][digit : digit + 2], 16), int(SHADES[low + 1][digit : digit + 2], 16))
        for digit in (1, 3, 5)
    )
    return "#" + "".join(f"{round(less + (more - less) * (place - low)):02x}" for less, more in pairs)
