"""Pictures as files: which kinds there are, and their bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from wordle_cp.errors import UsageError, abridged
from wordle_cp.trees.canvas import render_html, render_svg
from wordle_cp.trees.tiles import Palette

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.trees.canvas import Page

_SUFFIXES: Final = (".svg", ".html", ".pdf", ".png")

PaletteOption = Annotated[
    Palette,
    typer.Option(
        "--palette", help="Colours of the tiles; print is black and white. Yellow tiles have a mark in each."
    ),
]


def check_suffix(out: Path, extra: tuple[str, ...] = ()) -> None:
    """Raise a UsageError unless `out` ends as a kind of picture does."""
    known = (*_SUFFIXES, *extra)
    if out.suffix not in known:
        message = f"--out: expected a name that ends in {', '.join(known)}, found {abridged(str(out))}"
        raise UsageError(message)


def page_bytes(page: Page, out: Path) -> bytes:
    """Return `page` as a file with the suffix of `out`.

    Raises:
        UsageError: it needs matplotlib, which is missing, or is too large for pixels.
    """
    if out.suffix == ".svg":
        return render_svg(page).encode()
    if out.suffix == ".html":
        return render_html(page).encode()
    from wordle_cp.trees.plotted import render_pdf, render_png  # noqa: PLC0415  for these only

    return render_pdf(page) if out.suffix == ".pdf" else render_png(page)
