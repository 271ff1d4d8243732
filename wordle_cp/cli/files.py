"""Options that take files, and tables that are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from wordle_cp.cli.groups import Section, argument, option, writing
from wordle_cp.cli.output import note_warning
from wordle_cp.commands.files import PIPE, certificate, file_name, folder_name, input_name, standard_output

if TYPE_CHECKING:
    from collections.abc import Callable


def file_option(section: Section, *names: str, about: str, metavar: str = "FILE") -> Any:  # noqa: ANN401  as an annotation
    """Return the option `names`, which takes a file to read, or a folder (DIR); `about` is its help."""
    parser = folder_name if metavar == "DIR" else input_name
    return option(section, *names, parser=parser, metavar=metavar, about=about)


def output_option(section: Section, *names: str, about: str, metavar: str = "FILE", suffix: str = "") -> Any:  # noqa: ANN401  as an annotation
    """Return the option `names`, which takes a file to write, or a folder (DIR); `about` is its help.

    What goes to standard output is written as a file with this `suffix` would be.
    """

    def output_name(value: object) -> Path:
        return standard_output(suffix) if str(value) == PIPE else file_name(value)

    return writing(
        option(
            section,
            *names,
            parser=folder_name if metavar == "DIR" else output_name,
            metavar=metavar,
            about=about,
        )
    )


def certificate_option(section: Section, name: str, about: str) -> Any:  # noqa: ANN401  as an annotation
    """Return the option `name`, which takes a certificate; `about` is its help."""
    return option(section, name, parser=certificate, metavar="FILE", about=about)


def certificate_argument(about: str) -> Any:  # noqa: ANN401  as an annotation
    """Return the argument that is a certificate, which must be what help says `about` it."""
    what = f"{about}: a file, plain text, gzip or xz, - for a pipe, or the name of one that ships."
    return argument(parser=certificate, metavar="FILE", help=what)


CertificateArgument = Annotated[Path, certificate_argument("A certificate")]


def default_place(name: str, what: str) -> Path:
    """Return where to write `what`, for which nobody has said a place; a warning says if it isn't here."""
    from wordle_cp.answers import places  # noqa: PLC0415  not needed for a help text

    return places.default_place(name, what, note_warning)


def check_table(out: Path | None, begins: str) -> None:
    """Make sure, before the work for it, that a table can be written to `out`, if there is to be one.

    Only a file that `begins` so is replaced, as our tables of this kind do.
    """
    if out is not None:
        from wordle_cp.files.outputs import begins_with, reserve  # noqa: PLC0415  not needed without --out
        from wordle_cp.files.write import demand_text_name  # noqa: PLC0415

        demand_text_name(out)
        reserve(out, begins_with(begins))


def write_table(out: Path | None, begins: str, text: Callable[[], str], *, complete: bool) -> None:
    """Write the table, if there is to be one.

    None of a ranking that isn't `complete`: its places would look final, and replace a table that has them.
    """
    if out is not None and complete:
        from wordle_cp.files.outputs import begins_with, put  # noqa: PLC0415  see check_table

        put(out, text().encode(), begins_with(begins))
