"""Files that anybody may have made: opened without waiting for them, and read within a bound.

What is opened needn't be a file: a pipe to which nobody writes would make a program wait for ever, and some
devices never end.
"""

from __future__ import annotations

import errno
import io
import json
import os
import stat
from collections import Counter
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

from wordle_cp.errors import FileError, UsageError, VariantProblem, abridged, file_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT: Final = "#"
_TYPED: Final = Path("/dev/stdin")
READ: Final[ContextVar[set[tuple[int, int]]]] = ContextVar("READ")
"""Device and inode of each file that was read, where a run wants to know that (`outputs`)."""


def note_read(file: int | Path) -> None:
    """Note that the `file` is read, a descriptor or a path."""
    status = os.stat(file)  # noqa: PTH116  of a descriptor, too
    READ.get(set()).add((status.st_dev, status.st_ino))


def open_regular(path: Path) -> BinaryIO:
    """Open the file at `path`, which can be read from its beginning more than once.

    Raises:
        FileError: it can't be read, or is a folder, a pipe, a device or a socket.
    """
    file = _open(path)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise FileError(errno.EINVAL, "is not a regular file", str(path))
    return file


def read_bounded(path: Path, most_bytes: int, kind: str) -> bytes:
    """Return all that is in the file at `path`, or what comes out of a pipe; it should be a `kind` of file.

    Raises:
        FileError: it can't be read, or is a folder or a device.
        UsageError: it has more than `most_bytes`.
    """
    with file_errors(path), _open(path) as file:
        mode = os.fstat(file.fileno()).st_mode
        if (stat.S_ISCHR(mode) or stat.S_ISBLK(mode)) and path != _TYPED:  # a terminal is one, too
            raise FileError(errno.EINVAL, "is a device", str(path))
        contents = file.read(most_bytes + 1)
    if len(contents) > most_bytes:
        message = f"{path}: expected {kind} of at most {most_bytes // 2**20} MB"
        raise UsageError(message)
    return contents


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a file that says something: its number and the column where its `text` begins, from 1."""

    file: str
    number: int
    column: int
    text: str

    def problem(self, expected: str, offset: int = 0, kind: str = "") -> VariantProblem:
        """Return that something else was `expected` in the text, `offset` characters behind its beginning."""
        return VariantProblem(self.file, self.number, self.column + offset, "", expected, kind)


def commented_lines(path: Path, most_bytes: int, kind: str, expected: str) -> Iterator[TextLine]:
    """Yield the lines of the text at `path` that say something.

    What follows a # is left out, and so are spaces around the rest, empty lines and a byte order mark. `kind`
    and `expected` are for messages: what the file should be, and what its lines.

    Raises:
        FileError: it can't be read.
        UsageError: it has more than `most_bytes`, or isn't UTF-8.
    """
    contents = read_bounded(path, most_bytes, kind)
    try:
        lines = contents.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        message = f"{path}: expected UTF-8 text, {expected}"
        raise UsageError(message) from error
    for number, line in enumerate(lines, 1):
        said = line.partition(_COMMENT)[0].rstrip()
        text = said.lstrip()
        if text:
            yield TextLine(str(path), number, len(said) - len(text) + 1, text)


def strict_json(text: str | bytes) -> Any:  # noqa: ANN401  whatever JSON has
    """Return what `text` is as JSON; names that come twice, NaN and infinities are none.

    Raises:
        ValueError: it is something else.
        RecursionError: it is nested too deep.
    """
    return json.loads(text, object_pairs_hook=each_name_once, parse_constant=_no_constant)


def each_name_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object of these names and values; ValueError if a name comes twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        [(name, count)] = Counter(name for name, _ in pairs).most_common(1)
        message = f"found {abridged(name)} {count} times in one object"
        raise ValueError(message)
    return fields


def _no_constant(name: str) -> NoReturn:
    message = f"{name} is no JSON"
    raise ValueError(message)


def _open(path: Path) -> BinaryIO:
    """Open `path`; where it is a pipe without a writer, there is nothing to read."""
    with file_errors(path):
        file = io.FileIO(path, opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))
        os.set_blocking(file.fileno(), True)
        note_read(file.fileno())
    return io.BufferedReader(file)
