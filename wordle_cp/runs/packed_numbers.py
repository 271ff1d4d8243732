"""How ledgers hold numbers and strategies; reading is wary, as a file may hold anything."""

from __future__ import annotations

import sys
import zlib
from array import array
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import MOST_CHARACTERS, is_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


_BETWEEN: Final = "\n"
_MOST_BYTES: Final = 4 * MOST_CHARACTERS
"""Most bytes of a letter."""


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
    """Return `words`, all of one length, joined and compressed; a line each unless they are plain texts."""
    between = "" if is_plain(words) else _BETWEEN
    return zlib.compress(between.join(words).encode())


def unpack_words(packed: bytes, length: int, most: int, *, plain: bool) -> tuple[str, ...] | None:
    """Return the texts that `pack_words` packed, words of `length` letters, or None if it can't be that.

    More than `most` words are none of ours, and aren't unpacked.
    """
    reader = zlib.decompressobj()
    longest = length if plain else length * (_MOST_BYTES + 1) + 1  # a hyphen each, a line end
    try:
        text = reader.decompress(packed, most * longest + 1).decode()
    except (zlib.error, UnicodeDecodeError):
        return None
    if not reader.eof or reader.unused_data:
        return None
    if not plain:
        return tuple(text.split(_BETWEEN))
    if len(text) % length:
        return None
    return tuple(text[start : start + length] for start in range(0, len(text), length))
