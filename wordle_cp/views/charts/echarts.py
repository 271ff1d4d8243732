"""Charts as options of Apache ECharts, which draws them in the page: plain values that JSON can hold.

Words outside the shapes have the colour `INK`; a page replaces it by that of its own text, light or dark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wordle_cp.views.charts.charts import COLOURS, Band, Bars, Dots, HeatMap

if TYPE_CHECKING:
    from wordle_cp.views.charts.charts import Chart

INK: Final = "#6b7281"
_LINES: Final = "#9ca3af66"
_SHADES: Final = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")
"""Cividis, the colour map of the other pictures, at six places."""
_DARK: Final = 0.55
"""Share of the greatest value below which writing on its cell is white."""
_ROW: Final = 26
"""Pixels a row of dots or of a heat map."""
_USUAL_HEIGHT: Final = 360
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
    return _band(chart)


def height(chart: Chart) -> int:
    """Return how many pixels high `chart` should be."""
    rows = chart.rows if isinstance(chart, HeatMap) else chart.names if isinstance(chart, Dots) else ()
    return max(_USUAL_HEIGHT if not rows else 0, _BESIDE_ROWS + _ROW * len(rows))


def _frame(chart: Chart, x_axis: Options, y_axis: Options) -> Options:
    """Return what all kinds share."""
    words = {"color": INK}
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
        "grid": {"left": 40, "right": 24, "top": 56, "bottom": 40, "containLabel": True},
        "tooltip": {},
        "xAxis": axes[0],
        "yAxis": axes[1],
    }


def _legend() -> Options:
    return {"type": "scroll", "top": 0, "textStyle": {"color": INK}, "pageTextStyle": {"color": INK}}


def _bars(chart: Bars) -> Options:
    return {
        **_frame(
            chart,
            {"type": "category", "name": chart.x_label, "data": list(chart.categories)},
            {"type": "value", "name": chart.y_label},
        ),
        "legend": _legend(),
        "tooltip": {"trigger": "axis", "axisPointer": {"type": "shadow"}, "confine": True},
        "series": [
            {
                "type": "bar",
                "name": series.name,
                "data": list(series.values),
                "label": {"show": len(chart.series) == 1, "position": "top", "color": INK},
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
                    {"value": [value, place], "label": {"show": True, "formatter": note}}
                    for place, (value, note) in enumerate(zip(chart.values, chart.notes, strict=True))
                ],
                "label": {"position": "right", "color": INK},
            }
        ],
    }


def _heat_map(chart: HeatMap) -> Options:
    most = max((value for row in chart.values for value in row if value is not None), default=0)
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
            "inRange": {"color": list(_SHADES)},
            "text": [str(most), f"{chart.value_label}: 0"],
            "textStyle": {"color": INK},
        },
        "series": [
            {
                "type": "heatmap",
                "data": [
                    {
                        "value": [column, place, value],
                        "label": {"color": "#ffffff" if value < _DARK * most else "#000000"},
                    }
                    for place, row in enumerate(chart.values)
                    for column, value in enumerate(row)
                    if value is not None
                ],
                "label": {"show": True},
                "itemStyle": {"borderColor": "#ffffff", "borderWidth": 1},
            }
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
        "legend": {**_legend(), "data": ["least to greatest", "median", chart.level_name]},
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
