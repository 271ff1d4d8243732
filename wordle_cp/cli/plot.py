"""The option --plot: a picture of a result, beside what is printed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.cli.files import output_option
from wordle_cp.cli.groups import Section
from wordle_cp.cli.output import print_message

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.views.charts.charts import Chart

PlotOption = Annotated[
    Path | None,
    output_option(
        Section.OUTPUT,
        "--plot",
        suffix=".svg",
        about="Draw the result, too: .png, .svg, or .html for a page.",
    ),
]


def check_plot(file: Path | None) -> None:
    """Make sure that there can be a picture at `file`, if one is wanted, before the work for it.

    Raises:
        As `check_picture`.
    """
    if file is not None:
        from wordle_cp.views.charts.files import check_picture  # noqa: PLC0415  not needed without a picture

        check_picture(file)


def draw_plot(file: Path | None, chart: Callable[[], Chart]) -> None:
    """Draw what `chart` returns to `file`, if that is given; tell if there is nothing to draw.

    A command calls it before it prints its JSON object: if the file can't be written, another is printed.

    Raises:
        As `write_picture`.
    """
    if file is not None:
        from wordle_cp.views.charts.charts import NothingToDrawError  # noqa: PLC0415  see check_plot
        from wordle_cp.views.charts.files import write_picture  # noqa: PLC0415

        try:
            write_picture(file, chart())
        except NothingToDrawError as nothing:
            print_message(f"--plot: {nothing}")
