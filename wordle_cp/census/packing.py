"""How the ledger holds numbers, strategies and restrictions; reading is wary, as a file may hold anything."""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING

from wordle_cp.certificate.records import FREE, NO_RESTRICTION, format_restriction
from wordle_cp.rules import Restriction

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


@lru_cache(maxsize=1 << 16)  # a few thousand of them occur again and again
def parse_restriction(text: str, length: int) -> Restriction | None:
    """Return the restriction that `format_restriction` wrote as `text`, or None."""
    if text == NO_RESTRICTION:
        return Restriction((None,) * length, ())
    greens, _, letters = text.partition("/")
    restriction = Restriction(
        tuple(None if green == FREE else green for green in greens),
        tuple((letter, letters.count(letter)) for letter in sorted(set(letters))),
    )
    return restriction if len(greens) == length and format_restriction(restriction) == text else None
