"""Files and folders: what their names stand for on the command line, - for a pipe among them."""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import sys
import tempfile
import uuid
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, file_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


PIPE: Final = "-"
"""How the user says standard input where a file is expected."""
STANDARD_INPUT: Final = "standard input"
STANDARD_OUTPUT: Final = "standard output"
"""The name of the file in what the system says about standard output."""


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


def output_name(suffix: str) -> Callable[[str], Path]:
    """Return what reads the path of a file to write; on standard output it is as one with this `suffix`."""
    return lambda text: standard_output(suffix) if text == PIPE else file_name(text)


def folder_name(value: object) -> Path:
    """Return the path of the folder that `value` says; raise a ValueError for an empty one and for -."""
    if str(value) == PIPE:
        message = f"expected the name of a folder, found {PIPE}"
        raise ValueError(message)
    return file_name(value)


def certificate(value: object) -> Path:
    """Return the certificate that `value` says: a file, a proof that ships, or what comes out of a pipe.

    Raises:
        ValueError: it is empty. UsageError: see `certificate_path`, or too much comes out of the pipe.
        FileError: the pipe can't be read.
    """
    from wordle_cp.data import certificate_path  # noqa: PLC0415  not needed for a help text

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
    from wordle_cp.certificate.base.lines import MAX_FILE_BYTES  # noqa: PLC0415  not needed for a help text
    from wordle_cp.files.read import read_bounded  # noqa: PLC0415  as above

    contents = read_bounded(pipe, MAX_FILE_BYTES, kind)
    with file_errors(Path(tempfile.gettempdir())):
        file = tempfile.TemporaryFile()  # noqa: SIM115  it is open as long as the program runs
        atexit.register(file.close)  # where it is kept, too
        file.write(contents)
        file.flush()
    return _DESCRIPTORS / str(file.fileno())


def is_kept_pipe(path: Path) -> bool:
    """Tell whether `path` is a file with what came out of a pipe."""
    return path.parent == _DESCRIPTORS


_DESCRIPTORS: Final = Path(f"/proc/{os.getpid()}/fd")
_TYPED: Final[dict[str, str]] = {}
"""What the user has typed for a file, by its path."""


PASSED_ON: Final[list[Path]] = []
"""The file that is for standard output, where one is."""
_STDIN: Final = Path("/dev/stdin")


def call_files_by_path() -> None:
    """Forget what was typed: a program begins."""
    _TYPED.clear()
    PASSED_ON.clear()


def standard_input() -> Path:
    """Return the path of standard input, which one file can be; UsageError if it is another one already."""
    if str(_STDIN) in _TYPED:
        message = f"only one file can be {PIPE}, standard input; name the other one"
        raise UsageError(message)
    call(_STDIN, PIPE)
    return _STDIN


def standard_output(suffix: str) -> Path:
    """Return the path of a file with this `suffix` for `passed_on`; UsageError if there is one already."""
    if PASSED_ON:
        message = f"only one file can be {PIPE}, standard output; name the other one"
        raise UsageError(message)
    folder = Path(tempfile.gettempdir(), f"wordle-cp-{uuid.uuid4().hex}")
    PASSED_ON.append(folder / f"output{suffix}")
    call(PASSED_ON[0], PIPE)
    return PASSED_ON[0]


def demand_name(path: Path | None) -> None:
    """Raise UsageError if `path` is standard output, and several certificates are to be written."""
    if path in PASSED_ON:
        message = f"expected a name, as several certificates are written, found {PIPE}"
        raise UsageError(message)


@contextmanager
def passed_on(*, as_json: bool) -> Iterator[None]:
    """Write the file that is for standard output there, once it is whole; reports go to standard error."""
    if not PASSED_ON:
        yield
        return
    if as_json:
        message = f"--json: not with {PIPE} for a file to write, as both go to standard output"
        raise UsageError(message)
    file = PASSED_ON[0]
    with file_errors(file):
        file.parent.mkdir(mode=0o700)
    try:
        yield
        if file.exists():
            sys.stdout.buffer.write(file.read_bytes())
    finally:
        shutil.rmtree(file.parent, ignore_errors=True)


def call(path: Path, typed: str) -> None:
    """Call the file at `path` what the user has `typed`, in all that is printed."""
    if path != Path(typed):
        _TYPED[str(path)] = typed


def as_typed(text: str) -> str:
    """Return `text` with the files in it called as the user has typed them; ``-:`` is standard input."""
    for path, typed in _TYPED.items():
        if typed == PIPE:
            stream = STANDARD_OUTPUT if Path(path) in PASSED_ON else STANDARD_INPUT
            text = text.replace(f"{path}:", f"{stream}:")
        text = text.replace(path, typed)
    return text
