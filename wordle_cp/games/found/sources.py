"""Where lists come from: files, folders, compressed files, archives, standard input; within bounds."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.errors import UsageError, file_errors
from wordle_cp.files.read import read_bounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

STANDARD_INPUT: Final = "-"
_MOST_BYTES: Final = 16 * 2**20
"""Of one file, and of what is unpacked from it."""
_MOST_FILES: Final = 200
"""Of a folder or an archive."""
_WHAT: Final = "a list of words"
_ENDINGS: Final = frozenset(
    (
        ".bz2",
        ".csv",
        ".dic",
        ".gz",
        ".js",
        ".json",
        ".list",
        ".lst",
        ".py",
        ".ts",
        ".tsv",
        ".txt",
        ".xz",
        ".zip",
    )
)
"""Of files in a folder or an archive that may hold words; what has no ending may, too."""
_NO_LISTS: Final = frozenset({"license", "licence", "copying", "readme", "changelog", "authors", "makefile"})
_REFUSED: Final = {
    b"%PDF-": "a PDF: copy its words into a text file",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word file: save it as CSV or plain text",
    b"7z\xbc\xaf'\x1c": "a 7z archive: unpack it, and name its files",
    b"Rar!": "a RAR archive: unpack it, and name its files",
    b"\x28\xb5\x2f\xfd": "a file that zstd compressed: unpack it first",
    b"SQLite format 3": "a database of SQLite: export its table as CSV",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
}
_TAR_MAGIC: Final = slice(257, 262)
_DEEPEST: Final = 2
"""Archives within archives that are opened."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file of words: what messages call it, and what is in it."""

    name: str
    data: bytes

    @property
    def ending(self) -> str:
        """The ending of its name, without that of its compression: .csv of words.csv.gz."""
        path = PurePosixPath(self.name.rpartition(": ")[2])
        return (
            PurePosixPath(path.stem).suffix.lower() if path.suffix.lower() in _PACKED else path.suffix.lower()
        )

    @property
    def stem(self) -> str:
        """The name of the file alone, without any ending."""
        if self.name == _SHOWN_INPUT:
            return "words"
        return PurePosixPath(self.name.rpartition(": ")[2]).name.partition(".")[0]


_SHOWN_INPUT: Final = "standard input"
_PACKED: Final = frozenset({".gz", ".bz2", ".xz"})


def read_sources(places: Sequence[str]) -> list[Source]:
    """Return the files at `places`, paths or ``-``; of folders and archives those in them, by name.

    Raises:
        UsageError: there is nothing to read, or too much, or it is known to be no text.
        FileError: a file can't be read.
    """
    found = [source for place in places for source in _read_place(place)]
    if len(found) > _MOST_FILES:
        message = f"expected at most {_MOST_FILES} files, found {len(found)}"
        raise UsageError(message)
    return found


def _read_place(place: str) -> Iterator[Source]:
    if place == STANDARD_INPUT:
        stdin: Any = sys.stdin  # None where it is closed, whatever its type says
        data = b"" if stdin is None else stdin.buffer.read(_MOST_BYTES + 1)
        _demand_size(len(data), _SHOWN_INPUT)
        yield from _unpacked(_SHOWN_INPUT, data)
        return
    path = Path(place)
    with file_errors(path):
        is_folder = path.is_dir()
    if not is_folder:
        yield from _unpacked(place, read_bounded(path, _MOST_BYTES, _WHAT))
        return
    with file_errors(path):
        inside = sorted(child for child in path.iterdir() if child.is_file() and _may_hold_words(child.name))
    if not inside:
        message = f"{place}: expected a folder with files of words (.txt, .csv, .json), found none"
        raise UsageError(message)
    for child in inside[: _MOST_FILES + 1]:
        yield from _unpacked(str(child), read_bounded(child, _MOST_BYTES, _WHAT))


def _may_hold_words(name: str) -> bool:
    path = PurePosixPath(name)
    return (
        not name.startswith((".", "__MACOSX"))
        and path.stem.lower() not in _NO_LISTS
        and (not path.suffix or path.suffix.lower() in _ENDINGS)
    )


def _unpacked(name: str, data: bytes, depth: int = 0) -> Iterator[Source]:
    """Yield what is in `data`, which may be packed."""
    for magic, found in _REFUSED.items():
        if data.startswith(magic):
            message = f"{name}: expected {_WHAT}, found {found}"
            raise UsageError(message)
    if data[_TAR_MAGIC] == b"ustar":
        message = f"{name}: expected {_WHAT}, found a tar archive: unpack it, and name its files"
        raise UsageError(message)
    openers: dict[bytes, Callable[[io.BytesIO], Any]] = {
        b"\x1f\x8b": gzip.open,
        b"BZh": bz2.open,
        b"\xfd7zXZ": lzma.open,
    }
    for magic, opened in openers.items():
        if data.startswith(magic) and depth < _DEEPEST:
            with opened(io.BytesIO(data)) as packed:
                yield from _unpacked(name, _bounded(packed, name), depth + 1)
            return
    if data.startswith(b"PK\x03\x04") and depth < _DEEPEST:
        yield from _archived(name, data, depth)
        return
    yield Source(name, data)


def _archived(name: str, data: bytes, depth: int) -> Iterator[Source]:
    """Yield the files of words in the zip archive `data`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = sorted(member.filename for member in archive.infolist() if not member.is_dir())
            if "[Content_Types].xml" in names:
                message = (
                    f"{name}: expected {_WHAT}, found an Excel or Word file: save it as CSV or plain text"
                )
                raise UsageError(message)
            members = [
                each for each in names if _may_hold_words(each) and _may_hold_words(PurePosixPath(each).name)
            ]
            if not members:
                message = f"{name}: expected an archive with files of words (.txt, .csv, .json), found none"
                raise UsageError(message)
            for member in members[: _MOST_FILES + 1]:
                with archive.open(member) as packed:
                    yield from _unpacked(f"{name}: {member}", _bounded(packed, name), depth + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError) as error:
        message = f"{name}: expected a zip archive that can be unpacked: {error}"
        raise UsageError(message) from error


def _bounded(packed: IO[bytes], name: str) -> bytes:
    """Return what is in the `packed` file."""
    try:
        data = packed.read(_MOST_BYTES + 1)
    except (EOFError, OSError, zlib.error, lzma.LZMAError, zipfile.BadZipFile) as error:
        message = f"{name}: expected a compressed file that can be unpacked: {error}"
        raise UsageError(message) from error
    _demand_size(len(data), name)
    return data


def _demand_size(size: int, name: str) -> None:
    if size > _MOST_BYTES:
        message = f"{name}: expected {_WHAT} of at most {_MOST_BYTES // 2**20} MB"
        raise UsageError(message)
