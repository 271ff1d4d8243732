"""Files and folders: their names as options and arguments take them, and tables that are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordle_cp.cli.sections import Section, option

if TYPE_CHECKING:
    from collections.abc import Callable


def file_name(value: object) -> Path:
    """Return the path that `value` says; raise a ValueError for an empty one.

    A variable that wasn't set leaves one, and Python would take it for the current folder.
    """
    text = str(value)
    if not text:
        message = "expected the name of a file or folder, found nothing"
        raise ValueError(message)
    return Path(text)


def file_option(section: Section, *names: str, about: str, metavar: str = "FILE") -> Any:  # noqa: ANN401  as typer.Option
    """Return the option `names`, which takes the name of a file or folder; `about` is its help."""
    return option(section, *names, parser=file_name, metavar=metavar, about=about)


CertificateArgument = Annotated[
    Path, typer.Argument(parser=file_name, metavar="FILE", help="A certificate: plain text, gzip or xz.")
]


def check_table(out: Path | None) -> None:
    """Make sure, before the work for it, that a table can be written to `out`, if there is to be one."""
    if out is not None:
        from wordle_cp.files.write import check_text_target  # noqa: PLC0415  not needed without --out

        check_text_target(out)


def write_table(out: Path | None, text: Callable[[], str], *, complete: bool) -> None:
    """Write the table, if there is to be one.

    None of a ranking that isn't `complete`: its places would look final, and replace a table that has them.
    """
    if out is not None and complete:
        from wordle_cp.files.write import write_whole  # noqa: PLC0415  see check_table

        write_whole(out, text().encode())
