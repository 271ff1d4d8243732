"""Lines of a text file, plain, gzipped or xz-compressed, read as a stream with bounds on everything.

The lowest layer of a certificate: `certificate.read` gives the lines a meaning. A file may be hostile, so at
no time is more kept in memory than one line, one block and what the decompressor needs, whatever the file's
size or the ratio of its compression.
"""

from __future__ import annotations

import lzma
import zlib
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from wordle_cp.errors import CertificateParseError, file_errors
from wordle_cp.files.read import open_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

MAX_LINE_BYTES: Final = 1024 * 1024
"""Bytes of the longest line, its end not counted."""
MAX_FILE_BYTES: Final = 256 * 1024 * 1024
"""Bytes of the longest text, after decompression."""
MAX_LINES: Final = 2**24
"""Lines of the longest text, empty ones too."""
MAX_XZ_MEMORY_BYTES: Final = 128 * 1024 * 1024
"""What the decompression of xz data may take, as liblzma counts it: dictionaries of up to 96 MiB."""

_BLOCK_BYTES: Final = 65_536
_GZIP_MAGIC: Final = b"\x1f\x8b"
_GZIP_WBITS: Final = 31  # zlib's code for: a gzip header and checksum around the data, windows of any size
_XZ_MAGIC: Final = b"\xfd7zXZ\x00"
_XZ_CHECKS: Final = (lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256)


class Line(NamedTuple):
    """One line: its `number` from 1, its `text`, and whether a newline ended it (the last may lack it)."""

    number: int
    text: str
    terminated: bool


class BlockError(Exception):
    """The bytes of the file can't be had; the message says why."""


def read_lines(path: Path, heard: Callable[[bytes], object] | None = None) -> Generator[Line, None, None]:
    """Yield the lines of the UTF-8 text at `path`, without the newlines that end them.

    A file that begins with the magic bytes of gzip or xz is decompressed; it must be exactly one gzip member
    or one xz stream with a check of its integrity. `heard` is called with each block of the text.

    Raises:
        FileError: the file can't be read, or is none.
        CertificateParseError: damaged compressed data, something after them, text that is not UTF-8, or a
            line, a text or a dictionary that is larger than the bounds of this module allow.
    """
    number = 1
    pending = b""
    try:
        for block in text_blocks(path):
            if heard is not None:
                heard(block)
            *whole, pending = (pending + block).split(b"\n")
            for raw in whole:
                yield Line(number, _decoded(raw, path, number), terminated=True)
                number += 1
                if number > MAX_LINES + 1:
                    message = f"more than {MAX_LINES} lines"
                    raise CertificateParseError(str(path), number, 1, message)
            if len(pending) > MAX_LINE_BYTES:
                _decoded(pending, path, number)
    except BlockError as error:
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
        packed = ", packed once at most, with gzip or xz" if number == 1 else ""
        raise CertificateParseError(str(path), number, column, f"not UTF-8 text{packed}") from None


def text_blocks(path: Path) -> Iterator[bytes]:
    """Yield the text's bytes in blocks of at most `_BLOCK_BYTES`, up to `MAX_FILE_BYTES` in all.

    Raises:
        FileError: the file can't be read, or is none.
        BlockError: see `read_lines`.
    """
    size = 0
    with file_errors(path), open_regular(path) as file:
        magic = file.read(len(_XZ_MAGIC))
        file.seek(0)
        if magic.startswith(_GZIP_MAGIC):
            blocks = _from_gzip(file)
        elif magic == _XZ_MAGIC:
            blocks = _from_xz(file)
        else:
            blocks = iter(lambda: file.read(_BLOCK_BYTES), b"")
        for block in blocks:
            size += len(block)
            if size > MAX_FILE_BYTES:
                message = f"more than {MAX_FILE_BYTES} bytes of text"
                raise BlockError(message)
            yield block


def _from_gzip(file: BinaryIO) -> Iterator[bytes]:
    """Yield the contents of the one gzip member that `file` must be, in blocks of at most `_BLOCK_BYTES`."""
    inflater = zlib.decompressobj(wbits=_GZIP_WBITS)
    while not inflater.eof:
        compressed = inflater.unconsumed_tail or file.read(_BLOCK_BYTES)
        try:
            block = inflater.decompress(compressed, _BLOCK_BYTES)
        except zlib.error:
            message = "damaged gzip data"
            raise BlockError(message) from None
        if block:
            yield block
        elif not compressed:
            message = "the gzip data end too early"
            raise BlockError(message)
    if inflater.unused_data or file.read(1):
        message = "something follows the gzip data"
        raise BlockError(message)


def _from_xz(file: BinaryIO) -> Iterator[bytes]:
    """Yield the contents of the one xz stream that `file` must be, in blocks of at most `_BLOCK_BYTES`."""
    decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_XZ_MEMORY_BYTES)
    while not decompressor.eof:
        compressed = b""
        if decompressor.needs_input:
            compressed = file.read(_BLOCK_BYTES)
            if not compressed:
                message = "the xz data end too early"
                raise BlockError(message)
        try:
            block = decompressor.decompress(compressed, _BLOCK_BYTES)
        except lzma.LZMAError as error:  # its message tells damage from a dictionary that is too large
            message = f"unusable xz data: {str(error).lower()}"
            raise BlockError(message) from None
        except MemoryError:
            message = "unusable xz data: not enough memory for their dictionary"
            raise BlockError(message) from None
        if block and decompressor.check not in _XZ_CHECKS:  # liblzma verifies no others
            message = "unusable xz data: expected a check of type CRC32, CRC64 or SHA-256"
            raise BlockError(message)
        if block:
            yield block
    if decompressor.unused_data or file.read(1):
        message = "something follows the xz data"
        raise BlockError(message)
