"""The option --plot: a picture of a result, beside what is printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.pictures.charts import Chart

PlotOption = Annotated[
    Path | None,
    typer.Option(
        "--plot", metavar="FILE", help="Draw the result, too: as .png, .svg, or a page that ends in .html."
    ),
]


def check_plot(file: Path | None) -> None:
    """Make sure that there can be a picture at `file`, if one is wanted, before the work for it.

    Raises:
        As `check_picture`.
    """
    if file is not None:
        from wordle_cp.pictures.files import check_picture  # noqa: PLC0415  not needed without a picture

        check_picture(file)


def draw_plot(file: Path | None, chart: Callable[[], Chart]) -> None:
    """Draw what `chart` returns to `file`, if that is given.

    Raises:
        As `write_picture`, and `chart`.
    """
    if file is not None:
        from wordle_cp.pictures.files import write_picture  # noqa: PLC0415  see check_plot

        write_picture(file, chart())
