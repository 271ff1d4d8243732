"""Lines of a text file, plain or gzipped, read as a stream with bounds on everything.

The lowest layer of a certificate: `format` gives the lines a meaning. A file may be hostile, so at no time
is more kept in memory than one line and one block, whatever the file's size or the ratio of its
compression.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from wordle_cp.errors import CertificateParseError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

MAX_LINE_BYTES: Final = 1024 * 1024
"""Bytes of the longest line, its end not counted."""
MAX_FILE_BYTES: Final = 256 * 1024 * 1024
"""Bytes of the longest text, after decompression."""

_BLOCK_BYTES: Final = 65_536
_GZIP_MAGIC: Final = b"\x1f\x8b"
_GZIP_WBITS: Final = 31  # zlib's code for: a gzip header and checksum around the data, windows of any size


class Line(NamedTuple):
    """One line: its `number` from 1, its `text`, and whether a newline ended it (the last may lack it)."""

    number: int
    text: str
    terminated: bool


class _BlockError(Exception):
    """The bytes of the file can't be had; the message says why."""


def read_lines(path: Path) -> Generator[Line, None, None]:
    """Yield the lines of the UTF-8 text at `path`, without the newlines that end them.

    A file that begins with gzip's two magic bytes is decompressed; it must be exactly one gzip member.

    Raises:
        OSError: the file can't be read.
        CertificateParseError: damaged gzip data, something after them, text that is not UTF-8, or a line or
            a text that is longer than the bounds of this module.
    """
    number = 1
    pending = b""
    try:
        for block in _blocks(path):
            *whole, pending = (pending + block).split(b"\n")
            for raw in whole:
                yield Line(number, _decoded(raw, path, number), terminated=True)
                number += 1
            if len(pending) > MAX_LINE_BYTES:
                _decoded(pending, path, number)
    except _BlockError as error:
        raise CertificateParseError(str(path), number, 1, str(error)) from None
    if pending:
        yield Line(number, _decoded(pending, path, number), terminated=False)


def _decoded(raw: bytes, path: Path, number: int) -> str:
    """Return the text of line `number`, whose bytes are `raw`."""
    if len(raw) > MAX_LINE_BYTES:
        message = f"a line of more than {MAX_LINE_BYTES} bytes"
        raise CertificateParseError(str(path), number, MAX_LINE_BYTES + 1, message)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode("utf-8")) + 1
        raise CertificateParseError(str(path), number, column, "not UTF-8 text") from None


def _blocks(path: Path) -> Iterator[bytes]:
    """Yield the text's bytes in blocks of at most `_BLOCK_BYTES`, up to `MAX_FILE_BYTES` in all."""
    size = 0
    with path.open("rb") as file:
        gzipped = file.read(len(_GZIP_MAGIC)) == _GZIP_MAGIC
        file.seek(0)
        for block in _inflated(file) if gzipped else iter(lambda: file.read(_BLOCK_BYTES), b""):
            size += len(block)
            if size > MAX_FILE_BYTES:
                message = f"more than {MAX_FILE_BYTES} bytes of text"
                raise _BlockError(message)
            yield block


def _inflated(file: BinaryIO) -> Iterator[bytes]:
    """Yield the contents of the one gzip member that `file` must be, in blocks of at most `_BLOCK_BYTES`."""
    inflater = zlib.decompressobj(wbits=_GZIP_WBITS)
    while not inflater.eof:
        compressed = inflater.unconsumed_tail or file.read(_BLOCK_BYTES)
        try:
            block = inflater.decompress(compressed, _BLOCK_BYTES)
        except zlib.error:
            message = "damaged gzip data"
            raise _BlockError(message) from None
        if block:
            yield block
        elif not compressed:
            message = "the gzip data end too early"
            raise _BlockError(message)
    if inflater.unused_data or file.read(1):
        message = "something follows the gzip data"
        raise _BlockError(message)
