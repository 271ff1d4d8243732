"""Files and folders: their names as options and arguments take them, and tables that are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wordle_cp.cli.output import note_warning
from wordle_cp.cli.sections import Section, option
from wordle_cp.data import certificate_path

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


def certificate_option(section: Section, name: str, about: str) -> Any:  # noqa: ANN401  as typer.Option
    """Return the option `name`, which takes a certificate; `about` is its help."""
    return option(section, name, parser=certificate, metavar="FILE", about=about)


def certificate(value: object) -> Path:
    """Return the certificate that `value` says: a file, or the name of a proof that ships.

    Raises:
        ValueError: it is empty. UsageError: see `certificate_path`.
    """
    file_name(value)
    return certificate_path(str(value))  # a path would have lost the ./ of a file


def certificate_argument(about: str) -> Any:  # noqa: ANN401  as typer.Argument
    """Return the argument that is a certificate, which must be what help says `about` it."""
    what = f"{about}: a file, plain text, gzip or xz, or the name of one that ships."
    return typer.Argument(parser=certificate, metavar="FILE", help=what, show_default=False)


CertificateArgument = Annotated[Path, certificate_argument("A certificate")]


def default_place(name: str, what: str) -> Path:
    """Return where to write `what`, for which nobody has said a place; a warning says if it isn't here."""
    from wordle_cp.answers import places  # noqa: PLC0415  not needed for a help text

    return places.default_place(name, what, note_warning)


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
