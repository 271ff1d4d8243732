"""Charts: the numbers, their names and their units, drawn as a page of plain shapes.

SVG, HTML, PNG and our own page show the same one. The page is as wide as names, bars and cells need, so that
no text lies on another one: a text is taken to be as wide as the widest of the usual fonts would make it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final
from unicodedata import east_asian_width

from wordle_cp.views.colours import ACCENT
from wordle_cp.views.strategies.drawing import BLACK, Anchor, Box, Circle, Page, Shape, Stroke, Text, moved

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COLOURS: Final = (ACCENT, "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
"""Okabe and Ito's palette, which colour-blind people can tell apart."""
_YARDSTICK: Final = "#8a8f98"
"""What others are compared with; seen on light and on dark pages."""
_SHADES: Final = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")
"""The colour map cividis at six places, from its least value to its greatest: from dark to light."""
_DARKEST: Final = 0.2
"""The shade that is seen on a dark page, too."""
_DARK: Final = 0.55
"""The shade below which writing on its colour is white."""


_WIDTH: Final = 540.0
"""Points that a page has if its names, bars and cells need no more, 7.5 inches."""
_NARROW: Final = 320.0
"""Points that a page of few bars or cells has at least."""
_HEIGHT: Final = 200.0
"""Points of the field of a chart without rows."""
_EDGE: Final = 10.0
"""Points around all."""
_TITLE: Final = 11.0
_TYPE: Final = 9.0
_SMALL: Final = 8.0
"""Points of type: of the title, of labels, and of names and numbers."""
_LINE: Final = 14.0
"""Points from one line of type to the next."""
_ROW: Final = 17.0
"""Points of a row of dots or of a map."""
_LETTER: Final = 0.63
"""Width of a letter, as a share of the size of its type, at most on average."""
_LINES: Final = "#c6cad2"
_SPREAD: Final = "#b5dcf3"
"""The colour between the least and the greatest value."""
_TICKS: Final = 6


@dataclass(frozen=True, slots=True)
class Chart(ABC):
    """What every chart says: its title, and what its axes are about."""

    title: str
    x_label: str
    y_label: str

    @abstractmethod
    def _plot(self) -> _Plot:
        """Return the field of the chart, and what stands around it."""

    def drawn(self, ink: str = BLACK, *, titled: bool = True) -> Page:
        """Return the chart as a page, its title above if `titled`; words outside of cells have this `ink`."""
        return self._plot().page(self, ink, titled=titled)


@dataclass(frozen=True, slots=True)
class Series:
    """Bars of one colour: a value for each category; grey where others are to be compared with it."""

    name: str
    values: tuple[float, ...]
    yardstick: bool = False


@dataclass(frozen=True, slots=True)
class Bars(Chart):
    """Bars from zero, side by side where there are several series (`len(COLOURS)` at most).

    Each has its number where there is room for it.
    """

    categories: tuple[str, ...]
    series: tuple[Series, ...]

    def _plot(self) -> _Plot:
        values = [value for series in self.series for value in series.values]
        ticks = ticks_of(min(0, *values), max(0, *values))
        group = min(160.0, max(22.0, (_WIDTH - 80) / len(self.categories)))
        width = 0.8 * group / len(self.series)
        has_room = max(_wide(_short(value)) for value in values) <= width + 2
        left = max(_wide(f"{tick:g}") for tick in ticks) + 8
        plot = _Plot(group * len(self.categories), _HEIGHT, left)
        scale = plot.height / (ticks[-1] - ticks[0])
        zero = ticks[-1] * scale
        plot.rule((zero - tick * scale, f"{tick:g}") for tick in ticks)
        for number, series in enumerate(self.series):
            colour = _YARDSTICK if series.yardstick else COLOURS[number]
            for place, value in enumerate(series.values):
                x = place * group + 0.1 * group + number * width
                plot.shapes.append(
                    Box(x, zero - max(value, 0) * scale, width * 0.94, max(abs(value) * scale, 0.01), colour)
                )
                if has_room:
                    plot.text(
                        x + width * 0.47, zero - value * scale + (6 if value < 0 else -6), _short(value)
                    )
            if len(self.series) > 1:
                plot.keys.append((colour, series.name))
        plot.names_below([(place + 0.5) * group for place in range(len(self.categories))], self.categories)
        return plot


@dataclass(frozen=True, slots=True)
class Dots(Chart):
    """A dot for each name, the first at the top; `notes` stand beside the dots."""

    names: tuple[str, ...]
    values: tuple[float, ...]
    notes: tuple[str, ...]

    def _plot(self) -> _Plot:
        ticks = ticks_of(min(self.values), max(self.values))
        left, right = max(map(_wide, self.names)) + 10, max(map(_wide, self.notes)) + 10
        plot = _Plot(max(240.0, _WIDTH - left - right - 2 * _EDGE), _ROW * len(self.names), left, right)
        scale = plot.width / (ticks[-1] - ticks[0])
        plot.rule([((tick - ticks[0]) * scale, f"{tick:g}") for tick in ticks], upright=True)
        plot.names_beside(self.names)
        for place, (value, note) in enumerate(zip(self.values, self.notes, strict=True)):
            x, y = (value - ticks[0]) * scale, (place + 0.5) * _ROW
            plot.shapes.append(Circle(x, y, 3, COLOURS[0]))
            plot.text(x + 7, y, note, Anchor.START)
        return plot


@dataclass(frozen=True, slots=True)
class _Map(Chart):
    """Cells with texts, by rows (the first at the top) and columns; a legend says what shades mean.

    A shade is a number from 0, dark, to 1.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]

    @abstractmethod
    def _cells(self) -> list[list[tuple[str, float] | None]]:
        """Return the text and the shade of each cell of each row, None where there is none."""

    @abstractmethod
    def _legend(self) -> list[tuple[str, float]]:
        """Return what shades mean."""

    def _plot(self) -> _Plot:
        rows = self._cells()
        least = max(_wide(cell[0]) for row in rows for cell in row if cell) + 6
        left = max(map(_wide, self.rows)) + 10
        width = max(least, min(60.0, (_WIDTH - left - 2 * _EDGE) / len(self.columns)))
        plot = _Plot(width * len(self.columns), _ROW * len(self.rows), left)
        plot.names_beside(self.rows)
        plot.names_below([(place + 0.5) * width for place in range(len(self.columns))], self.columns)
        for place, row in enumerate(rows):
            for column, cell in enumerate(row):
                if cell is not None:
                    x, y, (text, shade) = column * width, place * _ROW, cell
                    plot.shapes.append(Box(x + 0.5, y + 0.5, width - 1, _ROW - 1, _colour(shade)))
                    ink = "#ffffff" if shade < _DARK else "#000000"
                    plot.text(x + width / 2, y + _ROW / 2, text, ink=ink)
        plot.keys = [(_colour(shade), text) for text, shade in self._legend()]
        return plot


@dataclass(frozen=True, slots=True)
class HeatMap(_Map):
    """A map with a value of 0 or more in each cell."""

    value_label: str
    values: tuple[tuple[int, ...], ...]

    def _cells(self) -> list[list[tuple[str, float] | None]]:
        return [[(str(value), value / self._most) for value in row] for row in self.values]

    def _legend(self) -> list[tuple[str, float]]:
        return [(f"0 {self.value_label}", 0.0), (f"{self._most} {self.value_label}", 1.0)]

    @property
    def _most(self) -> int:
        return max(1, *(value for row in self.values for value in row))


@dataclass(frozen=True, slots=True)
class Squares(_Map):
    """A map in which each row has a square in some columns, with the column's name.

    All squares of a row are of one of the `kinds`, which a legend names, from dark to light.
    """

    kinds: tuple[str, ...]
    kind_of: tuple[int, ...]
    """The place among `kinds`, for each row."""
    filled: tuple[tuple[bool, ...], ...]

    def _cells(self) -> list[list[tuple[str, float] | None]]:
        return [
            [
                (name, self._shade(kind)) if filled else None
                for name, filled in zip(self.columns, row, strict=True)
            ]
            for kind, row in zip(self.kind_of, self.filled, strict=True)
        ]

    def _legend(self) -> list[tuple[str, float]]:
        return [(name, self._shade(kind)) for kind, name in enumerate(self.kinds)]

    def _shade(self, kind: int) -> float:
        return _DARKEST + (1 - _DARKEST) * kind / max(len(self.kinds) - 1, 1)


@dataclass(frozen=True, slots=True)
class Band(Chart):
    """A line of medians between the least and the greatest values, over categories in order.

    `level` is a value to compare with, drawn as a horizontal line called `level_name`.
    """

    categories: tuple[str, ...]
    least: tuple[float, ...]
    medians: tuple[float, ...]
    greatest: tuple[float, ...]
    level: float
    level_name: str

    def _plot(self) -> _Plot:
        ticks = ticks_of(min(*self.least, self.level), max(*self.greatest, self.level))
        plot = _Plot(_WIDTH - 80, _HEIGHT, max(_wide(f"{tick:g}") for tick in ticks) + 8)
        scale, gap = plot.height / (ticks[-1] - ticks[0]), plot.width / len(self.categories)
        plot.rule(((ticks[-1] - tick) * scale, f"{tick:g}") for tick in ticks)
        places = [(place + 0.5) * gap for place in range(len(self.categories))]
        for x, least, greatest in zip(places, self.least, self.greatest, strict=True):
            ends = tuple((x, (ticks[-1] - value) * scale) for value in (least, greatest))
            plot.shapes.append(Stroke(ends, _SPREAD, gap / 2))
        level = (ticks[-1] - self.level) * scale
        plot.shapes.append(Stroke(((0, level), (plot.width, level)), COLOURS[1], 1.5))
        medians = [(x, (ticks[-1] - value) * scale) for x, value in zip(places, self.medians, strict=True)]
        plot.shapes.append(Stroke(tuple(medians), COLOURS[0], 1.5))
        plot.shapes += (Circle(x, y, 3, COLOURS[0]) for x, y in medians)
        plot.names_below(places, self.categories)
        plot.keys = [(_SPREAD, "least to greatest"), (COLOURS[0], "median"), (COLOURS[1], self.level_name)]
        return plot


def _wide(text: str, size: float = _SMALL) -> float:
    """Return how many points wide `text` is at most."""
    return size * _LETTER * sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


@dataclass
class _Plot:
    """The field of a chart, with (0, 0) in its upper left corner, and what stands around it."""

    width: float
    height: float
    left: float = 0.0
    right: float = 0.0
    shapes: list[Shape] = field(default_factory=list)
    keys: list[tuple[str, str]] = field(default_factory=list)
    """A colour of each line of the legend, and what it says."""

    def text(self, x: float, y: float, text: str, anchor: Anchor = Anchor.MIDDLE, ink: str = "") -> None:
        """Write `text`, whose middle is at height `y`; without an `ink` in that of the page."""
        self.shapes.append(Text(x, y + 0.36 * _SMALL, text, _SMALL, ink, anchor=anchor))

    def names_below(self, places: Sequence[float], names: Sequence[str]) -> None:
        """Name places along the field's lower side; of too many only each second, third and so on."""
        gap = places[1] - places[0] if len(places) > 1 else self.width
        step = ceil((max(map(_wide, names)) + 6) / gap)
        for place, name in list(zip(places, names, strict=True))[::step]:
            self.text(place, self.height + 8, name)

    def names_beside(self, names: Sequence[str]) -> None:
        """Name the rows at the left of the field."""
        for place, name in enumerate(names):
            self.text(-6, (place + 0.5) * _ROW, name, Anchor.END)

    def rule(self, ticks: Iterable[tuple[float, str]], *, upright: bool = False) -> None:
        """Draw a line across the field at each place, and name it."""
        for place, name in ticks:
            ends = ((place, 0.0), (place, self.height)) if upright else ((0.0, place), (self.width, place))
            self.shapes.append(Stroke(ends, _LINES))
            if upright:
                self.text(place, self.height + 8, name)
            else:
                self.text(-5, place, name, Anchor.END)

    def page(self, chart: Chart, ink: str, *, titled: bool) -> Page:
        """Return the page: title, label of what goes up, field, names and label below, legend."""
        left = self.left + _EDGE
        width = max(_NARROW, left + self.width + self.right + _EDGE)
        more: list[Shape] = []
        top, above = _EDGE, _lines(chart.y_label, width - 2 * _EDGE)
        for line in _lines(chart.title, width - 2 * _EDGE) if titled else ():
            more.append(Text(width / 2, top + _TITLE, line, _TITLE, ink, bold=True, anchor=Anchor.MIDDLE))
            top += _LINE + 2
        more += (Text(_EDGE, top + _LINE * number, line, _TYPE, ink) for number, line in enumerate(above, 1))
        top += _LINE * len(above) + 18
        bottom = top + self.height + 16
        for line in _lines(chart.x_label, width - 2 * _EDGE):
            bottom += _LINE
            middle = left + self.width / 2 if _wide(line, _TYPE) < self.width else width / 2
            more.append(Text(middle, bottom, line, _TYPE, ink, anchor=Anchor.MIDDLE))
        bottom += 6
        for colour, name in self.keys:
            bottom += _LINE
            more += (Box(left, bottom - 7, 12, 8, colour), Text(left + 18, bottom, name, _TYPE, ink))
        for shape in self.shapes:
            inked = replace(shape, colour=shape.colour or ink) if isinstance(shape, Text) else shape
            more.append(moved(inked, left, top))
        return Page(chart.title, width, bottom + _EDGE, tuple(more))


def _lines(text: str, width: float) -> list[str]:
    """Return `text` in lines that are not wider; a word that is wider is broken."""
    most = max(1, int(width / (_TITLE * _LETTER)))
    found = [""]
    for word in text.split(" "):
        if len(found[-1]) + len(word) + 1 > most and found[-1]:
            found.append("")
        rest = word
        while len(rest) > most:
            found[-1:] = [rest[:most], ""]
            rest = rest[most:]
        found[-1] = f"{found[-1]} {rest}".lstrip(" ")
    return found


def ticks_of(low: float, high: float) -> list[float]:
    """Return multiples of 1, 2 or 5 times a power of ten, from `low` or less to `high` or more."""
    least = (high - low) / _TICKS or 1.0
    power = 10.0 ** floor(log10(least))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * 0.999)
    first = floor(low / step)
    return [step * place for place in range(first, max(ceil(high / step), first + 1) + 1)]


def _short(value: float) -> str:
    """Return `value` whole, or with three digits."""
    return f"{value:.3g}" if value % 1 else f"{value:g}"


def _colour(shade: float) -> str:
    """Return a colour of the colour map."""
    place = shade * (len(_SHADES) - 1)
    low = min(int(place), len(_SHADES) - 2)
    pairs = (
        (int(_SHADES[low][digit : digit + 2], 16), int(_SHADES[low + 1][digit : digit + 2], 16))
        for digit in (1, 3, 5)
    )
    return "#" + "".join(f"{round(less + (more - less) * (place - low)):02x}" for less, more in pairs)
