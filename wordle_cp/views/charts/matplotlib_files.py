"""Charts drawn by matplotlib, as PNG or SVG. No window, no global state: figures are made and thrown away."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from wordle_cp.views.charts.charts import COLOUR_MAP, COLOURS, Band, Bars, Dots, HeatMap

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from wordle_cp.views.charts.charts import Chart

_WIDTH: Final = 7.5
"""Inches."""
_ROW: Final = 0.24
"""Inches a row of dots or of a heat map."""
_DPI: Final = 150
_DARK: Final = 0.55
"""Share of the colour map below which writing on it is white."""
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
            _draw_bars(axes, chart)
        elif isinstance(chart, Dots):
            _draw_dots(axes, chart)
        elif isinstance(chart, HeatMap):
            _draw_heat_map(figure, axes, chart)
        else:
            _draw_band(axes, chart)
        contents = io.BytesIO()
        figure.savefig(contents, format=kind, metadata=_NO_DATE[kind])
    return contents.getvalue()


def _height(chart: Chart) -> float:
    """Return the height of the picture in inches."""
    if isinstance(chart, HeatMap):
        return max(3.5, 1.6 + _ROW * len(chart.rows))
    return max(3.5, 1.6 + _ROW * len(chart.names)) if isinstance(chart, Dots) else 4.5


def _draw_bars(axes: Axes, chart: Bars) -> None:
    places = np.arange(len(chart.categories))
    width = 0.8 / len(chart.series)
    for number, (series, colour) in enumerate(zip(chart.series, COLOURS, strict=False)):
        shift = (number - (len(chart.series) - 1) / 2) * width
        name = f" {series.name}" if series.name.startswith("_") else series.name  # _ would hide it
        bars = axes.bar(places + shift, series.values, width, color=colour, label=name)
        axes.bar_label(bars, fmt="%g", fontsize=7 if len(chart.series) > 1 else 9, padding=2)
    axes.set_xticks(places, chart.categories)
    axes.grid(axis="y", alpha=0.3)
    if len(chart.series) > 1:
        axes.legend(frameon=False)


def _draw_dots(axes: Axes, chart: Dots) -> None:
    places = np.arange(len(chart.names))
    axes.scatter(chart.values, places, color=COLOURS[0], zorder=3)
    for value, place, note in zip(chart.values, places.tolist(), chart.notes, strict=True):
        axes.annotate(
            note, (value, place), xytext=(7, 0), textcoords="offset points", va="center", fontsize=8
        )
    axes.set_yticks(places, chart.names)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.ticklabel_format(axis="x", useOffset=False)
    axes.grid(alpha=0.3)


def _draw_heat_map(figure: Figure, axes: Axes, chart: HeatMap) -> None:
    values = np.array([[np.nan if one is None else one for one in row] for row in chart.values])
    most = max(1.0, float(np.nanmax(values)))
    image = axes.imshow(values, cmap=COLOUR_MAP, aspect="auto", vmin=0, vmax=most)
    axes.set_xticks(np.arange(len(chart.columns)), chart.columns)
    axes.set_yticks(np.arange(len(chart.rows)), chart.rows, fontsize=8)
    for place, row in enumerate(chart.values):
        for column, value in enumerate(row):
            if value is not None:
                ink = "white" if value < _DARK * most else "black"
                axes.text(column, place, str(value), ha="center", va="center", fontsize=7, color=ink)
    axes.set_xticks(np.arange(1, len(chart.columns)) - 0.5, minor=True)
    axes.set_yticks(np.arange(1, len(chart.rows)) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="minor", length=0)
    axes.set_axisbelow(False)
    axes.spines[:].set_visible(False)
    whole = MaxNLocator(integer=True)
    bar = figure.colorbar(image, ax=axes, label=chart.value_label, shrink=0.8, ticks=whole)
    bar.outline.set_visible(False)


def _draw_band(axes: Axes, chart: Band) -> None:
    places = np.arange(len(chart.categories))
    axes.fill_between(
        places,
        chart.least,
        chart.greatest,
        color=COLOURS[5],
        alpha=0.35,
        linewidth=0,
        label="least to greatest",
    )
    axes.plot(places, chart.medians, color=COLOURS[0], marker="o", label="median")
    axes.axhline(chart.level, color=COLOURS[1], linestyle="--", label=chart.level_name)
    axes.set_xticks(places, chart.categories)
    axes.ticklabel_format(axis="y", useOffset=False)
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
