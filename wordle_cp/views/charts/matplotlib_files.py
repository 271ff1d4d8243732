"""Charts drawn by matplotlib, as PNG or SVG. No window, no global state: figures are made and thrown away."""

from __future__ import annotations

import io
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from wordle_cp.views.charts.charts import (
    COLOUR_MAP,
    COLOURS,
    DARK,
    YARDSTICK,
    Band,
    Bars,
    Dots,
    HeatMap,
    Squares,
    shades,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.container import BarContainer

    from wordle_cp.views.charts.charts import Chart

_WIDTH: Final = 7.5
"""Inches."""
_ROW: Final = 0.24
"""Inches a row of dots or of a map."""
_DPI: Final = 150
_SMALL: Final = 8
"""Points; no text is smaller."""
_SHORT: Final = 40
"""Characters of a line of a legend that has another one beside it."""
_MOST_TICKS: Final = 30
"""Categories that have room for a name each."""
_MOST_FLAT: Final = 15
"""Bars with room for a number of four digits above each."""
_MOST_BARS: Final = 40
"""Bars with room for a number above each that stands on end."""
_SETTINGS: Final[dict[Any, Any]] = {
    "svg.hashsalt": "wordle-cp",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "text.parse_math": False,  # a $ in a name is a $
}
_NO_DATE: Final = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
}


def picture(chart: Chart, kind: str) -> bytes:
    """Return `chart` as the bytes of a file; `kind` is png or svg."""
    with mpl.rc_context():
        mpl.rcdefaults()  # whatever the user's own settings are
        mpl.rcParams.update(_SETTINGS)
        figure = Figure(figsize=(_WIDTH, _height(chart)), dpi=_DPI, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        axes.set_title(chart.title, fontsize=11)
        axes.set_xlabel(chart.x_label)
        axes.set_ylabel(chart.y_label)
        if isinstance(chart, Bars):
            _draw_bars(figure, axes, chart)
        elif isinstance(chart, Dots):
            _draw_dots(axes, chart)
        elif isinstance(chart, HeatMap):
            _draw_heat_map(figure, axes, chart)
        elif isinstance(chart, Squares):
            _draw_squares(figure, axes, chart)
        else:
            _draw_band(figure, axes, chart)
        contents = io.BytesIO()
        figure.savefig(contents, format=kind, metadata=_NO_DATE[kind])
    return contents.getvalue()


def _height(chart: Chart) -> float:
    """Return the height of the picture in inches."""
    if isinstance(chart, HeatMap | Squares):
        return max(3.5, 1.6 + _ROW * len(chart.rows))
    return max(3.5, 1.6 + _ROW * len(chart.names)) if isinstance(chart, Dots) else 4.5


def _name_places(axes: Axes, names: Sequence[str]) -> None:
    """Name the places 0, 1, ... along the x axis; of very many only each second, third and so on."""
    step = ceil(len(names) / _MOST_TICKS)
    axes.set_xticks(np.arange(0, len(names), step), names[::step])


def _put_legend(figure: Figure, keys: Sequence[Artist | BarContainer]) -> None:
    """Put a legend of `keys`, which have labels, below the chart, where it covers nothing."""
    short = max(len(str(key.get_label())) for key in keys) <= _SHORT
    figure.legend(
        handles=keys, loc="outside lower center", frameon=False, ncols=2 if short else 1, fontsize=9
    )


def _draw_bars(figure: Figure, axes: Axes, chart: Bars) -> None:
    places = np.arange(len(chart.categories))
    width = 0.8 / len(chart.series)
    drawn = []
    for number, (series, colour) in enumerate(zip(chart.series, COLOURS, strict=False)):
        shift = (number - (len(chart.series) - 1) / 2) * width
        name = f" {series.name}" if series.name.startswith("_") else series.name  # _ would hide it
        own = YARDSTICK if series.yardstick else colour
        bars = axes.bar(places + shift, series.values, width, color=own, label=name)
        drawn.append(bars)
        many = len(places) * len(chart.series)
        if many <= _MOST_BARS:
            rotation = 90 if many > _MOST_FLAT else 0
            axes.bar_label(bars, fmt="%g", fontsize=_SMALL, padding=2, rotation=rotation)
    axes.margins(y=0.1)
    _name_places(axes, chart.categories)
    axes.grid(axis="y", alpha=0.3)
    if len(chart.series) > 1:
        _put_legend(figure, drawn)


def _draw_dots(axes: Axes, chart: Dots) -> None:
    places = np.arange(len(chart.names))
    axes.scatter(chart.values, places, color=COLOURS[0], zorder=3)
    for value, place, note in zip(chart.values, places.tolist(), chart.notes, strict=True):
        axes.annotate(
            note, (value, place), xytext=(7, 0), textcoords="offset points", va="center", fontsize=_SMALL
        )
    axes.set_yticks(places, chart.names)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.ticklabel_format(axis="x", useOffset=False)
    axes.grid(alpha=0.3)


def _draw_heat_map(figure: Figure, axes: Axes, chart: HeatMap) -> None:
    values = np.array(chart.values)
    most = max(1, int(values.max()))
    image = axes.imshow(values, cmap=COLOUR_MAP, aspect="auto", vmin=0, vmax=most)
    for place, row in enumerate(chart.values):
        for column, value in enumerate(row):
            ink = "white" if value < DARK * most else "black"
            axes.text(column, place, str(value), ha="center", va="center", fontsize=_SMALL, color=ink)
    _rule_map(axes, chart)
    whole = MaxNLocator(integer=True)
    bar = figure.colorbar(image, ax=axes, label=chart.value_label, shrink=0.8, ticks=whole)
    bar.outline.set_visible(False)


def _draw_squares(figure: Figure, axes: Axes, chart: Squares) -> None:
    colours = shades(len(chart.kinds))
    picture = np.ones((len(chart.rows), len(chart.columns), 3))
    for place, (kind, row) in enumerate(zip(chart.kind_of, chart.filled, strict=True)):
        fill, ink = colours[kind]
        for column, filled in enumerate(row):
            if filled:
                picture[place, column] = to_rgb(fill)
                name = chart.columns[column]
                axes.text(column, place, name, ha="center", va="center", fontsize=_SMALL, color=ink)
    axes.imshow(picture, aspect="auto")
    _rule_map(axes, chart)
    keys = [Patch(color=fill, label=kind) for kind, (fill, _) in zip(chart.kinds, colours, strict=True)]
    _put_legend(figure, keys)


def _rule_map(axes: Axes, chart: HeatMap | Squares) -> None:
    """Name the rows and columns of a map, and draw lines between its cells."""
    _name_places(axes, chart.columns)
    axes.set_yticks(np.arange(len(chart.rows)), chart.rows, fontsize=_SMALL)
    axes.set_xticks(np.arange(1, len(chart.columns)) - 0.5, minor=True)
    axes.set_yticks(np.arange(1, len(chart.rows)) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="minor", length=0)
    axes.set_axisbelow(False)
    axes.spines[:].set_visible(False)


def _draw_band(figure: Figure, axes: Axes, chart: Band) -> None:
    places = np.arange(len(chart.categories))
    band = axes.fill_between(
        places,
        chart.least,
        chart.greatest,
        color=COLOURS[5],
        alpha=0.35,
        linewidth=0,
        label="least to greatest",
    )
    (line,) = axes.plot(places, chart.medians, color=COLOURS[0], marker="o", label="median")
    level = axes.axhline(chart.level, color=COLOURS[1], linestyle="--", label=chart.level_name)
    _name_places(axes, chart.categories)
    axes.ticklabel_format(axis="y", useOffset=False)
    axes.grid(alpha=0.3)
    _put_legend(figure, [band, line, level])
