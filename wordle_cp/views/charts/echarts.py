"""Charts as options of Apache ECharts, which draws them in the page: plain values that JSON can hold.

Words outside the shapes have the colour `INK`, and lines between them `PAPER`; a page replaces these by the
colours of its own text and ground, light or dark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

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

if TYPE_CHECKING:
    from wordle_cp.views.charts.charts import Chart

INK: Final = "#6b7281"
PAPER: Final = "#fefefe"
_LINES: Final = "#9ca3af66"
_ROW: Final = 26
"""Pixels a row of dots or of a map."""
_USUAL_HEIGHT: Final = 360
_USUAL_WIDTH: Final = 240
_BESIDE_CELLS: Final = 75
"""Pixels at the sides of a map, but for the names of its rows."""
_VALUE: Final = 34
_LETTER: Final = 15
"""Pixels of a cell with a number, and of one with a letter; half of that is room for a letter of a name."""
_SCALE: Final = 56
"""Pixels of what says which colour is which value, above a heat map."""
_MARGIN: Final = 24
"""Pixels at the right of a chart without notes."""
_KEY: Final = 22
"""Pixels of a line of a legend."""
_MOST_KEYS: Final = 8
"""Lines of a legend; of more it shows some at a time."""
_BESIDE_ROWS: Final = 150
"""Pixels above and below the rows."""

Options = dict[str, Any]


def options(chart: Chart) -> Options:
    """Return what ECharts needs to draw `chart`; the title is left to the page."""
    if isinstance(chart, Bars):
        return _bars(chart)
    if isinstance(chart, Dots):
        return _dots(chart)
    if isinstance(chart, HeatMap):
        return _heat_map(chart)
    if isinstance(chart, Squares):
        return _squares(chart)
    return _band(chart)


def height(chart: Chart) -> int:
    """Return how many pixels high `chart` should be."""
    rows: tuple[str, ...] = ()
    if isinstance(chart, HeatMap | Squares):
        rows = chart.rows
    elif isinstance(chart, Dots):
        rows = chart.names
    return max(_USUAL_HEIGHT if not rows else 0, _BESIDE_ROWS + _ROW * len(rows)) + _KEY * min(
        len(_keys(chart)), _MOST_KEYS
    )


def _keys(chart: Chart) -> tuple[str, ...]:
    """Return the lines of the legend of `chart`."""
    if isinstance(chart, Bars):
        return tuple(series.name for series in chart.series) if len(chart.series) > 1 else ()
    if isinstance(chart, Squares):
        return chart.kinds
    return ("least to greatest", "median", chart.level_name) if isinstance(chart, Band) else ()


def least_width(chart: Chart) -> int:
    """Return how many pixels wide `chart` must be to be read; a narrower window is for scrolling."""
    if not isinstance(chart, HeatMap | Squares):
        return _USUAL_WIDTH
    cell = _VALUE if isinstance(chart, HeatMap) else _LETTER
    return _BESIDE_CELLS + _LETTER // 2 * max(map(len, chart.rows)) + cell * len(chart.columns)


def _frame(chart: Chart, x_axis: Options, y_axis: Options) -> Options:
    """Return what all kinds share."""
    words, keys = {"color": INK}, _keys(chart)[:_MOST_KEYS]
    above = (_SCALE if isinstance(chart, HeatMap) else _KEY) + _KEY * len(keys)
    notes = max(map(len, chart.notes)) if isinstance(chart, Dots) else 0
    beside = _MARGIN + _LETTER // 2 * notes
    lines = {"lineStyle": {"color": _LINES}}
    axes = [
        {
            **axis,
            "nameLocation": "middle",
            "nameGap": gap,
            "nameTextStyle": words,
            "axisLabel": words,
            "axisLine": lines,
            "splitLine": {"show": axis["type"] == "value", **lines},
        }
        for axis, gap in ((x_axis, 30), (y_axis, 45))
    ]
    return {
        "aria": {"enabled": True, "label": {"description": chart.title}},
        "animation": False,
        "color": list(COLOURS),
        "textStyle": words,
        "grid": {"left": 40, "right": beside, "top": above, "bottom": 40, "containLabel": True},
        "legend": {
            "show": bool(keys),
            "data": list(_keys(chart)),
            "type": "scroll" if len(keys) > _MOST_KEYS else "plain",
            "orient": "vertical",
            "left": 0,
            "top": 0,
            "height": _KEY * _MOST_KEYS,
            "textStyle": words,
            "pageTextStyle": words,
        },
        "tooltip": {"confine": True},
        "xAxis": axes[0],
        "yAxis": axes[1],
    }


def _bars(chart: Bars) -> Options:
    return {
        **_frame(
            chart,
            {"type": "category", "name": chart.x_label, "data": list(chart.categories)},
            {"type": "value", "name": chart.y_label},
        ),
        "tooltip": {"trigger": "axis", "axisPointer": {"type": "shadow"}, "confine": True},
        "series": [
            {
                "type": "bar",
                "name": series.name,
                "data": list(series.values),
                "label": {"show": len(chart.series) == 1, "position": "top", "color": INK},
                **({"itemStyle": {"color": YARDSTICK}} if series.yardstick else {}),
            }
            for series in chart.series
        ],
    }


def _dots(chart: Dots) -> Options:
    return {
        **_frame(
            chart,
            {"type": "value", "name": chart.x_label, "scale": True},
            {"type": "category", "inverse": True, "data": list(chart.names)},
        ),
        "series": [
            {
                "type": "scatter",
                "data": [
                    {"name": name, "value": [value, place], "label": {"show": True, "formatter": note}}
                    for place, (name, value, note) in enumerate(
                        zip(chart.names, chart.values, chart.notes, strict=True)
                    )
                ],
                "label": {"position": "right", "color": INK},
            }
        ],
    }


def _heat_map(chart: HeatMap) -> Options:
    most = max(value for row in chart.values for value in row)
    return {
        **_frame(
            chart,
            {"type": "category", "name": chart.x_label, "data": list(chart.columns)},
            {"type": "category", "inverse": True, "data": list(chart.rows)},
        ),
        "visualMap": {
            "min": 0,
            "max": max(most, 1),
            "orient": "horizontal",
            "left": "center",
            "top": 0,
            "inRange": {"color": list(SHADES)},
            "text": [str(most), f"{chart.value_label}: 0"],
            "textStyle": {"color": INK},
        },
        "series": [
            {
                "type": "heatmap",
                "name": chart.value_label,
                "data": [
                    {
                        "name": f"{chart.rows[place]}: {chart.columns[column]}",
                        "value": [column, place, value],
                        "label": {"color": "#ffffff" if value < DARK * most else "#000000"},
                    }
                    for place, row in enumerate(chart.values)
                    for column, value in enumerate(row)
                ],
                "label": {"show": True},
                "itemStyle": {"borderColor": PAPER, "borderWidth": 1},
            }
        ],
    }


def _squares(chart: Squares) -> Options:
    return {
        **_frame(
            chart,
            {"type": "category", "name": chart.x_label, "data": list(chart.columns)},
            {"type": "category", "inverse": True, "data": list(chart.rows)},
        ),
        "visualMap": {"show": False, "min": 0, "max": 1, "seriesIndex": []},
        "series": [
            {
                "type": "heatmap",
                "name": kind,
                "data": [
                    {
                        "name": f"{chart.rows[place]}: {chart.columns[column]}",
                        "value": [column, place, 0],
                        "label": {"formatter": chart.columns[column]},
                    }
                    for place, row in enumerate(chart.filled)
                    if chart.kind_of[place] == number
                    for column, filled in enumerate(row)
                    if filled
                ],
                "label": {"show": True, "color": ink},
                "itemStyle": {"color": fill, "borderColor": PAPER, "borderWidth": 1},
                "tooltip": {"formatter": f"{{b}}: {kind}"},
            }
            for number, (kind, (fill, ink)) in enumerate(
                zip(chart.kinds, shades(len(chart.kinds)), strict=True)
            )
        ],
    }


def _band(chart: Band) -> Options:
    spread = [greatest - least for least, greatest in zip(chart.least, chart.greatest, strict=True)]
    unseen = {"type": "line", "stack": "band", "symbol": "none", "lineStyle": {"opacity": 0}}
    return {
        **_frame(
            chart,
            {"type": "category", "name": chart.x_label, "data": list(chart.categories)},
            {"type": "value", "name": chart.y_label, "scale": True},
        ),
        "series": [
            {**unseen, "data": list(chart.least), "tooltip": {"show": False}},
            {
                **unseen,
                "name": "least to greatest",
                "data": spread,
                "areaStyle": {"color": COLOURS[5], "opacity": 0.35},
                "itemStyle": {"color": COLOURS[5]},
                "tooltip": {"show": False},
            },
            {
                "type": "line",
                "name": "median",
                "data": list(chart.medians),
                "itemStyle": {"color": COLOURS[0]},
            },
            {
                "type": "line",
                "name": chart.level_name,
                "data": [chart.level] * len(chart.categories),
                "symbol": "none",
                "itemStyle": {"color": COLOURS[1]},
                "lineStyle": {"type": "dashed"},
            },
        ],
    }
