"""Picture files: which endings there are, what they need, and how a chart gets to disk.

The same chart is the same file: no dates, no random names. A page is whole: it loads nothing from elsewhere.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, abridged, install_hint
from wordle_cp.files.outputs import is_signed, put, reserve, signed

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.views.charts.charts import Chart

_PAGE: Final = ".html"
_EXTRAS: Final = {"matplotlib": "plots", "nicegui": "web"}
"""What draws, and the extra that installs it."""
_NEEDS: Final = {".png": "matplotlib", ".svg": "matplotlib", _PAGE: "nicegui"}


def check_picture(path: Path) -> None:
    """Make sure that a picture can be drawn at `path`, before the work for it.

    Raises:
        UsageError: another ending than .png, .svg and .html, or what draws it isn't installed.
        UsageError, FileError: see `reserve`.
    """
    needed = _NEEDS.get(_ending(path))
    if needed is None:
        message = f"--plot: expected a file that ends in {', '.join(_NEEDS)}, found {abridged(path.name)}"
        raise UsageError(message)
    demand_library(needed, f"--plot: {path.suffix}")
    reserve(path, is_signed)


def _ending(path: Path) -> str:
    """Return the ending of `path`, which may be written in capitals."""
    return path.suffix.lower()


def demand_library(library: str, what: str) -> None:
    """Raise a UsageError if `library`, one of those that draw, is missing, which `what` needs."""
    if find_spec(library) is None:
        message = f"{what} needs {library}: {install_hint(_EXTRAS[library])}"
        raise UsageError(message)


def write_picture(path: Path, chart: Chart) -> None:
    """Draw `chart` to `path`, whole or not at all.

    Raises:
        As `check_picture`.
    """
    check_picture(path)
    if _ending(path) == _PAGE:
        from wordle_cp.views.charts.html_files import page  # noqa: PLC0415  needed for this alone

        contents = page(chart).encode()
    else:
        from wordle_cp.views.charts.matplotlib_files import picture  # noqa: PLC0415  it takes a second to load

        contents = picture(chart, _ending(path).removeprefix("."))
    put(path, signed(contents, path.suffix), is_signed)
