"""Charts drawn by plotly, as one HTML page with the script inside: it works without a network."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Final, cast

import plotly.graph_objects as go

from wordle_cp.views.charts.charts import COLOUR_MAP, COLOURS, Band, Bars, Dots, HeatMap

if TYPE_CHECKING:
    from wordle_cp.views.charts.charts import Chart

_ROW: Final = 22
"""Pixels a row of dots or of a heat map."""
_SETTINGS: Final = {"displaylogo": False, "plotlyServerURL": ""}
_NO_NETWORK: Final = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:\">"
)
"""So the browser itself sees to it that nothing is loaded: the script knows addresses, as of maps."""


def page(chart: Chart) -> str:
    """Return `chart` as a whole page."""
    chart = cast("Chart", _escaped(chart))
    figure = go.Figure()
    if isinstance(chart, Bars):
        _draw_bars(figure, chart)
    elif isinstance(chart, Dots):
        _draw_dots(figure, chart)
    elif isinstance(chart, HeatMap):
        _draw_heat_map(figure, chart)
    else:
        _draw_band(figure, chart)
    figure.update_layout(title=chart.title, xaxis_title=chart.x_label, yaxis_title=chart.y_label)
    figure.update_layout(template="plotly_white")
    text: str = figure.to_html(
        config=_SETTINGS, include_plotlyjs=True, include_mathjax=False, full_html=True, div_id="chart"
    )
    head, found, rest = text.partition("<head>")
    assert found, "a whole page has a head"
    return f"{head}{found}{_NO_NETWORK}{rest}"


def _escaped(value: object) -> object:
    """Return `value`, a chart or part of one, with its texts as they are: plotly reads tags such as <b>."""
    if isinstance(value, str):
        return escape(value, quote=False)
    if isinstance(value, tuple):
        return tuple(map(_escaped, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _escaped(getattr(value, one.name)) for one in fields(value)})
    return value


def _draw_bars(figure: go.Figure, chart: Bars) -> None:
    for series, colour in zip(chart.series, COLOURS, strict=False):
        figure.add_bar(
            x=chart.categories,
            y=series.values,
            name=series.name,
            marker_color=colour,
            text=[f"{value:g}" for value in series.values],
        )
    figure.update_layout(showlegend=len(chart.series) > 1, xaxis_type="category")


def _draw_dots(figure: go.Figure, chart: Dots) -> None:
    figure.add_scatter(
        x=chart.values,
        y=chart.names,
        text=chart.notes,
        mode="markers+text",
        textposition="middle right",
        marker_color=COLOURS[0],
    )
    figure.update_layout(
        yaxis={"autorange": "reversed", "type": "category", "dtick": 1}, height=200 + _ROW * len(chart.names)
    )


def _draw_heat_map(figure: go.Figure, chart: HeatMap) -> None:
    figure.add_heatmap(
        x=chart.columns,
        y=chart.rows,
        z=chart.values,
        colorscale=COLOUR_MAP,
        colorbar_title=chart.value_label,
        texttemplate="%{z}",
        zmin=0,
        xgap=1,
        ygap=1,
        hoverongaps=False,
    )
    figure.update_layout(
        xaxis_type="category",
        yaxis={"autorange": "reversed", "type": "category", "dtick": 1},
        height=max(450, 200 + _ROW * len(chart.rows)),
    )


def _draw_band(figure: go.Figure, chart: Band) -> None:
    for values, name, line, fill in (
        (chart.least, "least", {"width": 0}, None),
        (chart.greatest, "least to greatest", {"width": 0}, "tonexty"),
        (chart.medians, "median", {"color": COLOURS[0]}, None),
    ):
        figure.add_scatter(
            x=chart.categories,
            y=values,
            name=name,
            line=line,
            fill=fill,
            fillcolor="rgba(86, 180, 233, 0.35)",
            mode="lines+markers" if name == "median" else "lines",
            showlegend=name != "least",
        )
    figure.add_scatter(
        x=chart.categories,
        y=[chart.level] * len(chart.categories),
        name=chart.level_name,
        mode="lines",
        line={"color": COLOURS[1], "dash": "dash"},
    )
    figure.update_layout(xaxis_type="category")
