"""Files and folders: their names as options and arguments take them, and tables that are written."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, Final

from wordle_cp.cli.groups import Section, argument, option, writing
from wordle_cp.cli.output import PIPE, call, note_warning, standard_input, standard_output
from wordle_cp.data import certificate_path
from wordle_cp.errors import file_errors

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


def input_name(value: object) -> Path:
    """Return the path of the file that `value` says, - for standard input; a ValueError for an empty one."""
    return standard_input() if str(value) == PIPE else file_name(value)


def folder_name(value: object) -> Path:
    """Return the path of the folder that `value` says; raise a ValueError for an empty one and for -."""
    if str(value) == PIPE:
        message = f"expected the name of a folder, found {PIPE}"
        raise ValueError(message)
    return file_name(value)


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


def certificate(value: object) -> Path:
    """Return the certificate that `value` says: a file, a proof that ships, or what comes out of a pipe.

    Raises:
        ValueError: it is empty. UsageError: see `certificate_path`, or too much comes out of the pipe.
        FileError: the pipe can't be read.
    """
    file_name(value)
    typed = str(value)
    path = standard_input() if typed == PIPE else certificate_path(typed)  # a path would lose a ./
    call(path, typed)
    if not _is_pipe(path):
        return path
    kept = _kept(path, "a certificate")
    call(kept, typed)
    return kept


def variant_name(value: object) -> str:
    """Return the variant that `value` says, a name or a file; - for standard input."""
    return str(kept_input(value) if str(value) == PIPE else value)


def kept_input(value: object) -> Path:
    """Return what `input_name` does, or a file with what comes out of a pipe: it is read more than once."""
    path = input_name(value)
    if str(value) != PIPE or not _is_pipe(path):
        return path
    kept = _kept(path, "a text")
    call(kept, PIPE)
    return kept


def _is_pipe(path: Path) -> bool:
    """Tell whether `path` is a pipe, or what somebody types: it can be read once only."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):  # whoever opens it says what is wrong
        return False
    return stat.S_ISFIFO(mode) or (stat.S_ISCHR(mode) and path == Path("/dev/stdin"))


def _kept(pipe: Path, kind: str) -> Path:
    """Return a file with all that comes out of `pipe`.

    It has no name of its own, so nothing of it is left when the program ends, even where it is killed. It can
    be opened again and again by what the system calls it, also from other processes.
    """
    import tempfile  # noqa: PLC0415  for a pipe alone

    from wordle_cp.certificate.base.lines import MAX_FILE_BYTES  # noqa: PLC0415  not needed for a help text
    from wordle_cp.files.read import read_bounded  # noqa: PLC0415  as above

    contents = read_bounded(pipe, MAX_FILE_BYTES, kind)
    with file_errors(Path(tempfile.gettempdir())):
        file = tempfile.TemporaryFile()  # noqa: SIM115  it is open as long as the program runs
        _OPEN.append(file)
        file.write(contents)
        file.flush()
    return _DESCRIPTORS / str(file.fileno())


def is_kept_pipe(path: Path) -> bool:
    """Tell whether `path` is a file with what came out of a pipe."""
    return path.parent == _DESCRIPTORS


_DESCRIPTORS: Final = Path(f"/proc/{os.getpid()}/fd")
_OPEN: Final[list[IO[bytes]]] = []
"""What came out of pipes."""


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
