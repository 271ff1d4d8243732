"""Pictures as files: which kinds there are, and their bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from wordle_cp.errors import UsageError, abridged
from wordle_cp.files.write import check_target
from wordle_cp.views.strategies.canvas import render_html, render_svg
from wordle_cp.views.strategies.plotted import demand_matplotlib, render_pdf, render_png
from wordle_cp.views.strategies.tiles import Palette

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.views.strategies.canvas import Page

_PLOTTED: Final = (".pdf", ".png")
_SUFFIXES: Final = (".svg", ".html", *_PLOTTED)

PaletteOption = Annotated[
    Palette | None,
    typer.Option(
        "--palette",
        help="Colours of the tiles; print is black and white. Yellow tiles have a mark in each. "
        f"Default: {Palette.STANDARD}.",
    ),
]


def check_page(out: Path, extra: tuple[str, ...] = ()) -> None:
    """Make sure that a page can be drawn at `out`, before the work for it; `extra` are more suffixes.

    Raises:
        UsageError: it doesn't end as a kind of picture does, or what draws it isn't installed.
        FileError: see `check_target`.
    """
    known = (*_SUFFIXES, *extra)
    if out.suffix not in known:
        message = f"--out: expected a name that ends in {', '.join(known)}, found {abridged(str(out))}"
        raise UsageError(message)
    if out.suffix in _PLOTTED:
        demand_matplotlib(out.suffix.removeprefix("."))
    check_target(out)


def page_bytes(page: Page, out: Path) -> bytes:
    """Return `page` as a file with the suffix of `out`.

    Raises:
        UsageError: it needs matplotlib, which is missing, or is too large for its kind of file.
    """
    if out.suffix == ".svg":
        return render_svg(page).encode()
    if out.suffix == ".html":
        return render_html(page).encode()
    return render_pdf(page) if out.suffix == ".pdf" else render_png(page)
