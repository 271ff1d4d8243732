"""How the ledger holds numbers and strategies; reading is wary, as a file may hold anything."""

from __future__ import annotations

import sys
import zlib
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def pack(kind: str, numbers: Iterable[int]) -> bytes:
    """Return `numbers` as little-endian numbers of 2 bytes (`kind` H) or 4 (I)."""
    packed = array(kind, numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def unpack(kind: str, packed: bytes) -> array[int]:
    """Return what `pack` packed."""
    numbers = array(kind, packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def pack_words(words: Sequence[str]) -> bytes:
    """Return `words`, all of one length, joined and compressed."""
    return zlib.compress("".join(words).encode("ascii"))


def unpack_words(packed: bytes, length: int, most: int) -> tuple[str, ...] | None:
    """Return what `pack_words` packed, words of `length` letters, or None if it can't be that.

    More than `most` words are none of ours, and aren't unpacked.
    """
    reader = zlib.decompressobj()
    try:
        text = reader.decompress(packed, most * length + 1).decode("ascii")
    except (zlib.error, UnicodeDecodeError):
        return None
    if not reader.eof or reader.unused_data or len(text) % length:
        return None
    return tuple(text[start : start + length] for start in range(0, len(text), length))
