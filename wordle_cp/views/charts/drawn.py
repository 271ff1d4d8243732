"""A chart as a page of plain shapes: SVG, HTML, PNG and our own page show the same one.

The page is as wide as names, bars and cells need, so that no text lies on another one: a text is taken to be
as wide as the widest of the usual fonts would make it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final
from unicodedata import east_asian_width

from wordle_cp.views.charts.charts import (
    COLOURS,
    DARK,
    SHADES,
    YARDSTICK,
    Band,
    Bars,
    Dots,
    HeatMap,
    Squares,
    shades,
)
from wordle_cp.views.strategies.drawing import BLACK, Anchor, Box, Circle, Page, Shape, Stroke, Text, moved

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.views.charts.charts import Chart

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
_SCALE: Final = 24
"""Colours of a heat map."""


def drawn(chart: Chart, ink: str = BLACK, *, titled: bool = True) -> Page:
    """Return `chart` as a page, its title above if `titled`; words outside of cells have the colour `ink`."""
    if isinstance(chart, Bars):
        plot = _bars(chart)
    elif isinstance(chart, Dots):
        plot = _dots(chart)
    elif isinstance(chart, HeatMap):
        plot = _heat_map(chart)
    elif isinstance(chart, Squares):
        plot = _squares(chart)
    else:
        plot = _band(chart)
    return plot.page(chart, ink, titled=titled)


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


def _bars(chart: Bars) -> _Plot:
    """Return bars from zero; each has its number where there is room for it."""
    values = [value for series in chart.series for value in series.values]
    ticks = ticks_of(min(0, *values), max(0, *values))
    group = min(160.0, max(22.0, (_WIDTH - 80) / len(chart.categories)))
    width = 0.8 * group / len(chart.series)
    has_room = max(_wide(_short(value)) for value in values) <= width + 2
    left = max(_wide(f"{tick:g}") for tick in ticks) + 8
    plot = _Plot(group * len(chart.categories), _HEIGHT, left)
    scale = plot.height / (ticks[-1] - ticks[0])
    zero = ticks[-1] * scale
    plot.rule((zero - tick * scale, f"{tick:g}") for tick in ticks)
    for number, series in enumerate(chart.series):
        colour = YARDSTICK if series.yardstick else COLOURS[number]
        for place, value in enumerate(series.values):
            x = place * group + 0.1 * group + number * width
            plot.shapes.append(
                Box(x, zero - max(value, 0) * scale, width * 0.94, max(abs(value) * scale, 0.01), colour)
            )
            if has_room:
                plot.text(x + width * 0.47, zero - value * scale + (6 if value < 0 else -6), _short(value))
        if len(chart.series) > 1:
            plot.keys.append((colour, series.name))
    plot.names_below([(place + 0.5) * group for place in range(len(chart.categories))], chart.categories)
    return plot


def _short(value: float) -> str:
    """Return `value` whole, or with three digits."""
    return f"{value:.3g}" if value % 1 else f"{value:g}"


def _dots(chart: Dots) -> _Plot:
    """Return a dot a row, with its note."""
    ticks = ticks_of(min(chart.values), max(chart.values))
    left, right = max(map(_wide, chart.names)) + 10, max(map(_wide, chart.notes)) + 10
    plot = _Plot(max(240.0, _WIDTH - left - right - 2 * _EDGE), _ROW * len(chart.names), left, right)
    scale = plot.width / (ticks[-1] - ticks[0])
    plot.rule([((tick - ticks[0]) * scale, f"{tick:g}") for tick in ticks], upright=True)
    plot.names_beside(chart.names)
    for place, (value, note) in enumerate(zip(chart.values, chart.notes, strict=True)):
        x, y = (value - ticks[0]) * scale, (place + 0.5) * _ROW
        plot.shapes.append(Circle(x, y, 3, COLOURS[0]))
        plot.text(x + 7, y, note, Anchor.START)
    return plot


def _map(chart: HeatMap | Squares, cell: float) -> _Plot:
    """Return the field of a map, whose cells are `cell` wide or wider, with its names."""
    left = max(map(_wide, chart.rows)) + 10
    cell = max(cell, min(60.0, (_WIDTH - left - 2 * _EDGE) / len(chart.columns)))
    plot = _Plot(cell * len(chart.columns), _ROW * len(chart.rows), left)
    plot.names_beside(chart.rows)
    plot.names_below([(place + 0.5) * cell for place in range(len(chart.columns))], chart.columns)
    return plot


def _heat_map(chart: HeatMap) -> _Plot:
    """Return a map of numbers, with a scale of its colours."""
    most = max(1, *(value for row in chart.values for value in row))
    plot = _map(chart, _wide(str(most)) + 6)
    cell = plot.width / len(chart.columns)
    colours = tuple(colour for colour, _ in shades(_SCALE, darkest=0))
    for place, row in enumerate(chart.values):
        for column, value in enumerate(row):
            colour = colours[round(value / most * (_SCALE - 1))]
            plot.shapes.append(Box(column * cell + 0.5, place * _ROW + 0.5, cell - 1, _ROW - 1, colour))
            ink = "#ffffff" if value < DARK * most else "#000000"
            plot.text((column + 0.5) * cell, (place + 0.5) * _ROW, str(value), ink=ink)
    plot.keys = [(SHADES[0], f"0 {chart.value_label}"), (SHADES[-1], f"{most} {chart.value_label}")]
    return plot


def _squares(chart: Squares) -> _Plot:
    """Return a map of squares, each with the name of its column."""
    plot = _map(chart, max(map(_wide, chart.columns)) + 4)
    cell, colours = plot.width / len(chart.columns), shades(len(chart.kinds))
    for place, (kind, row) in enumerate(zip(chart.kind_of, chart.filled, strict=True)):
        fill, ink = colours[kind]
        for column, filled in enumerate(row):
            if filled:
                plot.shapes.append(Box(column * cell + 0.5, place * _ROW + 0.5, cell - 1, _ROW - 1, fill))
                plot.text((column + 0.5) * cell, (place + 0.5) * _ROW, chart.columns[column], ink=ink)
    plot.keys = [(fill, kind) for kind, (fill, _) in zip(chart.kinds, colours, strict=True)]
    return plot


def _band(chart: Band) -> _Plot:
    """Return bars from the least to the greatest values, the medians, and the level."""
    ticks = ticks_of(min(*chart.least, chart.level), max(*chart.greatest, chart.level))
    plot = _Plot(_WIDTH - 80, _HEIGHT, max(_wide(f"{tick:g}") for tick in ticks) + 8)
    scale, gap = plot.height / (ticks[-1] - ticks[0]), plot.width / len(chart.categories)
    plot.rule(((ticks[-1] - tick) * scale, f"{tick:g}") for tick in ticks)
    places = [(place + 0.5) * gap for place in range(len(chart.categories))]
    for x, least, greatest in zip(places, chart.least, chart.greatest, strict=True):
        ends = tuple((x, (ticks[-1] - value) * scale) for value in (least, greatest))
        plot.shapes.append(Stroke(ends, _SPREAD, gap / 2))
    level = (ticks[-1] - chart.level) * scale
    plot.shapes.append(Stroke(((0, level), (plot.width, level)), COLOURS[1], 1.5))
    medians = [(x, (ticks[-1] - value) * scale) for x, value in zip(places, chart.medians, strict=True)]
    plot.shapes.append(Stroke(tuple(medians), COLOURS[0], 1.5))
    plot.shapes += (Circle(x, y, 3, COLOURS[0]) for x, y in medians)
    plot.names_below(places, chart.categories)
    plot.keys = [(_SPREAD, "least to greatest"), (COLOURS[0], "median"), (COLOURS[1], chart.level_name)]
    return plot
