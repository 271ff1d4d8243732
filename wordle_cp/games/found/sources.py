"""Where lists come from: files, folders, compressed files, archives, standard input; and their text.

A byte order mark says the encoding of a text; without one it is UTF-8, or what the caller says.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import re
import sys
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.errors import UsageError, abridged, argument, file_errors
from wordle_cp.files.read import read_bounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_INVISIBLE: Final = {**dict.fromkeys(map(ord, "\ufeff\u200b\u2060\u00ad\u200e\u200f")), 0xA0: " "}
"""Characters that nobody sees, which are left out, and the blank where no line ends."""
STANDARD_INPUT: Final = "-"
_SHOWN_INPUT: Final = "standard input"
_MOST_BYTES: Final = 16 * 2**20
"""Of one file, and of what is unpacked from it."""
_MOST_FILES: Final = 200
"""Of a folder or an archive."""
_DEEPEST: Final = 2
"""Archives within archives that are opened."""
_WHAT: Final = "a list of words"
_ENDINGS: Final = re.compile(r"|\.(gz|bz2|xz|csv|js|json|list|lst|py|ts|tsv|txt|zip)")
"""Of files in a folder or an archive that may hold words."""
_NO_LISTS: Final = re.compile("licen[cs]e|copying|readme|changelog|authors|makefile")
_UNPACK: Final[dict[bytes, Callable[[io.BytesIO], Any]]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
}
_ZIP: Final = b"PK\x03\x04"
_BROKEN: Final = (EOFError, OSError, RuntimeError, ValueError, zlib.error, lzma.LZMAError, zipfile.BadZipFile)
"""What unpacking raises."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8 with a byte order mark"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
    (b"", "utf-8", "UTF-8"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """A file of words: what messages call it, its text, and the `encoding` that it had."""

    name: str
    text: str
    encoding: str

    @property
    def ending(self) -> str:
        """The ending of its name, without that of its compression: .csv of words.csv.gz."""
        return PurePosixPath(re.sub(r"(?i)\.(gz|bz2|xz)$", "", self.name)).suffix.lower()

    @property
    def stem(self) -> str:
        """The name of the file alone, without any ending."""
        path = PurePosixPath(self.name.rpartition(": ")[2])
        return "words" if self.name == _SHOWN_INPUT else path.name.partition(".")[0]


def read_sources(
    places: Sequence[str], encoding: str | None = None, *, can_name: bool = False
) -> list[Source]:
    """Return the texts at `places`, paths or ``-``; of folders and archives those in them, by name.

    Messages advise to name the encoding where the caller `can_name` it.

    Raises:
        UsageError: there is nothing to read, or too much, or it is no text in that encoding.
        FileError: a file can't be read.
    """
    found = [
        Source(name, *_decoded(name, data, encoding, can_name=can_name))
        for place in places
        for name, data in _read_place(place)
    ]
    if len(found) > _MOST_FILES:
        message = f"expected at most {_MOST_FILES} files, found {len(found)}"
        raise UsageError(message)
    return found


def _decoded(name: str, data: bytes, encoding: str | None, *, can_name: bool) -> tuple[str, str]:
    """Return the text of `data`, and what its encoding is called."""
    _, codec, shown = next(one for one in _MARKS if data.startswith(one[0]))
    if encoding is not None:
        try:
            codec, shown = codecs.lookup(encoding).name, encoding
            "".encode(codec)  # refuses what is no encoding of texts, such as rot13
        except (LookupError, ValueError) as error:
            known = "the name of an encoding, such as latin-1, utf-16 or cp1251"
            message = f"expected {known}, found {abridged(encoding)}"
            raise UsageError(message) from error
    advice = f", or say {argument('encoding')}" if can_name else ""
    message = f"{name}: expected a text, found binary data; save it as plain text or CSV{advice}"
    if data.startswith(b"%PDF-") or (codec == "utf-8" and encoding is None and b"\0" in data):
        raise UsageError(message)
    try:
        text = data.decode(codec).translate(_INVISIBLE)
    except ValueError as error:
        advice = f"name its {argument('encoding')}, such as cp1252" if can_name else "save it as UTF-8"
        advice = "" if encoding else f"; {advice}"
        message = f"{name}: expected a text in {shown}: {error}{advice}"
        raise UsageError(message) from error
    if "\0" in text:
        raise UsageError(message)
    return text, shown


def _read_place(place: str) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file at `place`."""
    path = Path(place)
    if place == STANDARD_INPUT:
        stdin: Any = sys.stdin  # None where it is closed, whatever its type says
        data = b"" if stdin is None else stdin.buffer.read(_MOST_BYTES + 1)
        yield from _unpacked(_SHOWN_INPUT, _demand_size(data, _SHOWN_INPUT))
        return
    with file_errors(path):
        inside = [child.name for child in path.iterdir() if child.is_file()] if path.is_dir() else None
    names = None if inside is None else _with_words(inside, f"{place}: expected a folder")
    for file in [path] if names is None else map(path.joinpath, names):
        yield from _unpacked(place if file is path else str(file), read_bounded(file, _MOST_BYTES, _WHAT))


def _with_words(names: Iterable[str], expected: str) -> list[str]:
    """Return those of the files `names` that may hold words, in order, a few too many at most."""
    found = [
        str(path)
        for path in sorted(map(PurePosixPath, names))
        if _ENDINGS.fullmatch(path.suffix.lower())
        and not _NO_LISTS.fullmatch(path.stem.lower())
        and not any(part.startswith((".", "__MACOSX")) for part in (str(path), path.name))
    ]
    if not found:
        message = f"{expected} with files of words (.txt, .csv, .json), found no such file in it"
        raise UsageError(message)
    return found[: _MOST_FILES + 1]


def _unpacked(name: str, data: bytes, depth: int = 0) -> Iterator[tuple[str, bytes]]:
    """Yield the names and the bytes of what is in `data`, which may be packed."""
    opened = next((opened for magic, opened in _UNPACK.items() if data.startswith(magic)), None)
    is_packed = depth < _DEEPEST and (opened is not None or data.startswith(_ZIP))
    try:
        if not is_packed:
            yield name, data
        elif opened is not None:
            with opened(io.BytesIO(data)) as packed:
                inside = _demand_size(packed.read(_MOST_BYTES + 1), name)
            yield from _unpacked(name, inside, depth + 1)
        else:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                names = [member.filename for member in archive.infolist() if not member.is_dir()]
                for member in _with_words(names, f"{name}: expected an archive"):
                    with archive.open(member) as packed:
                        inside = _demand_size(packed.read(_MOST_BYTES + 1), name)
                    yield from _unpacked(f"{name}: {member}", inside, depth + 1)
    except _BROKEN as error:
        kind = "a compressed file" if opened else "a zip archive"
        message = f"{name}: expected {kind} that can be unpacked: {error}"
        raise UsageError(message) from error


def _demand_size(data: bytes, name: str) -> bytes:
    if len(data) > _MOST_BYTES:
        message = f"{name}: expected {_WHAT} of at most {_MOST_BYTES // 2**20} MB"
        raise UsageError(message)
    return data
