"""What a picture shows, whatever draws it: the numbers, their names and their units.

Where this stands: `results` makes charts of results; `matplotlib_files` and `plotly_files` draw
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wordle_cp.errors import WordleCpError

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
"""Okabe and Ito's palette, which colour-blind people can tell apart."""
COLOUR_MAP: Final = "cividis"
"""For heat maps; light and dark tell its values apart, too."""


class NothingToDrawError(WordleCpError):
    """A result that no chart can be made of, though nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class Series:
    """Bars of one colour: a value for each category."""

    name: str
    values: tuple[float, ...]


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
    """A value of 0 or more for each row (the first at the top) and column; None leaves a cell empty."""

    title: str
    x_label: str
    y_label: str
    value_label: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[tuple[int | None, ...], ...]


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


Chart = Bars | Dots | HeatMap | Band
