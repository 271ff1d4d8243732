"""Picture files: which endings there are, what they need, and how a chart gets to disk.

The same chart is the same file: no dates, no random names. A page is whole: it loads nothing from elsewhere.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, abridged, argument, one_line
from wordle_cp.files.outputs import is_signed, put, reserve, signed
from wordle_cp.views.strategies.drawing import render_inline, render_svg
from wordle_cp.views.strategies.plotted import demand_matplotlib, render_png
from wordle_cp.views.whole_pages import fill

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.views.charts.drawn import Chart

KINDS: Final = ("png", "svg", "html")


def check_picture(path: Path) -> None:
    """Make sure that a picture can be drawn at `path`, before the work for it.

    Raises:
        UsageError: another ending than .png, .svg and .html, or what draws it isn't installed.
        UsageError, FileError: see `reserve`.
    """
    kind = _kind(path)
    if kind not in KINDS:
        endings = ", ".join(f".{one}" for one in KINDS)
        message = f"{argument('plot')}: expected a file that ends in {endings}, found {abridged(path.name)}"
        raise UsageError(message)
    if kind == "png":
        demand_matplotlib(f"{argument('plot')}: {path.suffix}")
    reserve(path, is_signed)


def write_picture(path: Path, chart: Chart) -> None:
    """Draw `chart` to `path`, whole or not at all.

    Raises:
        As `check_picture`.
    """
    check_picture(path)
    put(path, signed(picture(chart, _kind(path)), path.suffix), is_signed)


def picture(chart: Chart, kind: str) -> bytes:
    """Return `chart` as the bytes of a file of a `kind`, one of `KINDS`.

    Raises:
        UsageError: matplotlib is missing, which png needs.
    """
    if kind == "png":
        return render_png((chart.drawn(),))
    if kind == "svg":
        return render_svg((chart.drawn(),)).encode()
    template = (files("wordle_cp.views.charts") / "viewer" / "page.html").read_text(encoding="utf-8")
    return fill(template, {"title": escape(one_line(chart.title)), "chart": inline(chart)}).encode()


def inline(chart: Chart) -> str:
    """Return `chart` as an SVG element without a title, with the ground and the ink of its page."""
    return render_inline(chart.drawn("currentColor", titled=False))


def _kind(path: Path) -> str:
    """Return the ending of `path`, which may be written in capitals, without its dot."""
    return path.suffix.lower().removeprefix(".")
