"""Where lists come from: files, which gzip may have packed, and standard input; and their text.

A byte order mark says the encoding of a text; without one it is UTF-8, or what the caller says.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.errors import UsageError, abridged, argument
from wordle_cp.files.read import read_bounded

if TYPE_CHECKING:
    from collections.abc import Sequence

_INVISIBLE: Final = {**dict.fromkeys(map(ord, "\ufeff\u200b\u2060\u00ad\u200e\u200f")), 0xA0: " "}
"""Characters that nobody sees, which are left out, and the blank where no line ends."""
STANDARD_INPUT: Final = "-"
_SHOWN_INPUT: Final = "standard input"
_MOST_BYTES: Final = 16 * 2**20
"""Of one file, and of what is unpacked from it."""
_WHAT: Final = "a list of words"
_GZIP: Final = b"\x1f\x8b"
_PACKED: Final = (b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf")
"""How files begin that zip, bzip2, xz, zstd and 7-Zip pack."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8 with a byte order mark"),
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
        """The ending of its name: .csv of words.csv, and of words.csv.gz."""
        return Path(re.sub(r"(?i)\.gz$", "", self.name)).suffix.lower()

    @property
    def stem(self) -> str:
        """The name of the file alone, without any ending."""
        return "words" if self.name == _SHOWN_INPUT else Path(self.name).name.partition(".")[0]


def read_sources(
    places: Sequence[str], encoding: str | None = None, *, can_name: bool = False
) -> list[Source]:
    """Return the texts at `places`, paths of files or ``-``.

    Messages advise to name the encoding where the caller `can_name` it.

    Raises:
        UsageError: there is too much, or it is no text in that encoding. FileError: a file can't be read.
    """
    return [
        Source(name, *_decoded(name, data, encoding, can_name=can_name))
        for name, data in map(_contents, places)
    ]


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
    text = ""
    if not data.startswith(b"%PDF-") and (codec != "utf-8" or encoding or b"\0" not in data):
        try:
            text = data.decode(codec).translate(_INVISIBLE)
        except ValueError as error:
            advice = f"name its {argument('encoding')}, such as cp1252" if can_name else "save it as UTF-8"
            message = f"{name}: expected a text in {shown}: {error}{'' if encoding else f'; {advice}'}"
            raise UsageError(message) from error
        if "\0" not in text:
            return text, shown
    advice = f", or say {argument('encoding')}" if can_name else ""
    message = f"{name}: expected a text, found binary data; save it as plain text or CSV{advice}"
    raise UsageError(message)


def _contents(place: str) -> tuple[str, bytes]:
    """Return the name of what is at `place`, and its bytes, unpacked with gzip."""
    if place != STANDARD_INPUT:
        name, data = place, read_bounded(Path(place), _MOST_BYTES, _WHAT)
    else:
        stdin: Any = sys.stdin  # None where it is closed, whatever its type says
        name, data = _SHOWN_INPUT, b"" if stdin is None else stdin.buffer.read(_MOST_BYTES + 1)
    try:
        if data.startswith(_GZIP):
            with gzip.open(io.BytesIO(data)) as packed:
                data = packed.read(_MOST_BYTES + 1)
    except (EOFError, OSError, zlib.error) as error:
        message = f"{name}: expected a file that can be unpacked with gzip: {error}"
        raise UsageError(message) from error
    if len(data) > _MOST_BYTES:
        message = f"{name}: expected {_WHAT} of at most {_MOST_BYTES // 2**20} MB"
        raise UsageError(message)
    if data.startswith(_PACKED):
        message = f"{name}: expected a text, which gzip may have packed, found another archive: unpack it"
        raise UsageError(message)
    return name, data
