"""Pages as PDF and PNG: matplotlib's, without a window, a date or anything else that varies."""

from __future__ import annotations

import io
import warnings
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, install_hint
from wordle_cp.views.strategies.drawing import (
    Box,
    Circle,
    Page,
    Stroke,
    Text,
    stacked,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_POINTS: Final = 72  # an inch
_DPI: Final = 200
_MOST_PIXELS: Final = 30_000
"""Along one side of a PNG."""
_MOST_POINTS: Final = 14_400
"""Along one side of a PDF: readers show no more (ISO 32000-1, annex C)."""


def demand_matplotlib(what: str) -> None:
    """Raise a UsageError if matplotlib is missing, which `what` needs."""
    if find_spec("matplotlib") is None:
        message = f"{what} needs matplotlib: {install_hint('plots')}"
        raise UsageError(message)


def render_pdf(pages: Sequence[Page]) -> bytes:
    """Return `pages` as a PDF, its fonts embedded.

    Raises:
        UsageError: matplotlib is missing, or a page is larger than readers of PDF can show.
    """
    points = round(max(max(page.width, page.height) for page in pages))
    if points > _MOST_POINTS:
        message = f"too large for a PDF, {points} points along a side: draw less, or write SVG"
        raise UsageError(message)
    demand_matplotlib("PDF")
    from matplotlib.backends.backend_pdf import PdfPages  # noqa: PLC0415  see _figure

    file = io.BytesIO()
    with PdfPages(file, metadata={"Title": pages[0].title, "CreationDate": None}) as document, _plain():
        for page in pages:
            document.savefig(_figure(page))
    return file.getvalue()


def render_png(pages: Sequence[Page]) -> bytes:
    """Return `pages` as a PNG, one below the other.

    Raises:
        UsageError: matplotlib is missing, or the page is too large for an image of pixels.
    """
    page = stacked(pages)
    pixels = round(max(page.width, page.height) * _DPI / _POINTS)
    if pixels > _MOST_PIXELS:
        message = f"too large for a PNG, {pixels} pixels along a side: draw less, or write SVG"
        raise UsageError(message)
    demand_matplotlib("PNG")
    file = io.BytesIO()
    with _plain():
        _figure(page).savefig(file, format="png", dpi=_DPI, metadata={"Software": None})
    return file.getvalue()


@contextmanager
def _plain() -> Iterator[None]:
    """Draw with matplotlib's own settings, whatever the user's are."""
    import matplotlib as mpl  # noqa: PLC0415  optional, and it takes half a second to load

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a title may have letters that the font lacks
        mpl.rcdefaults()
        yield


def _figure(page: Page) -> Figure:
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(page.width / _POINTS, page.height / _POINTS))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, page.width)
    axes.set_ylim(page.height, 0)
    axes.set_axis_off()
    _draw(axes, page)
    return figure


def _draw(axes: Axes, page: Page) -> None:
    """Put the shapes of `page` on `axes`, whose unit is the point."""
    from matplotlib.collections import CircleCollection, LineCollection, PolyCollection  # noqa: PLC0415
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415

    lines = [shape for shape in page.shapes if isinstance(shape, Stroke)]
    boxes = [shape for shape in page.shapes if isinstance(shape, Box)]
    circles = [shape for shape in page.shapes if isinstance(shape, Circle)]
    axes.add_collection(
        LineCollection(
            [line.points for line in lines],
            colors=[line.colour for line in lines],
            linewidths=[line.width for line in lines],
            zorder=1,
        )
    )
    axes.add_collection(
        PolyCollection(
            [_corners(box) for box in boxes],
            facecolors=[box.fill for box in boxes],
            edgecolors=[box.edge or "none" for box in boxes],
            linewidths=[box.line if box.edge else 0 for box in boxes],
            zorder=2,
        )
    )
    axes.add_collection(
        CircleCollection(
            [3.141592653589793 * circle.radius**2 for circle in circles],  # areas
            offsets=[(circle.x, circle.y) for circle in circles],
            offset_transform=axes.transData,
            facecolors=[circle.fill or "none" for circle in circles],
            edgecolors=[circle.edge or "none" for circle in circles],
            linewidths=[circle.line if circle.edge else 0 for circle in circles],
            zorder=3,
        )
    )
    for text in page.shapes:
        if isinstance(text, Text):
            font = FontProperties(family=text.font, size=text.size, weight="bold" if text.bold else "normal")
            place = {"start": "left", "middle": "center", "end": "right"}[text.anchor]
            axes.text(
                text.x,
                text.y,
                text.text,
                color=text.colour,
                fontproperties=font,
                horizontalalignment=place,
                verticalalignment="baseline",
                parse_math=False,
                zorder=4,
            )


def _corners(box: Box) -> list[tuple[float, float]]:
    right, bottom = box.x + box.width, box.y + box.height
    return [(box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)]
