"""Which encoding a text has, of which only the bytes are known.

A byte order mark says it, and UTF-8 is recognised by its form. For the rest charset-normalizer guesses, which
finds most alphabets; but it takes the letters of western Europe for others, so these are recognised here.
"""

from __future__ import annotations

import codecs
import unicodedata
from dataclasses import dataclass
from typing import Final

from wordle_cp.errors import UsageError, abridged

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8 with a byte order mark"),
    (codecs.BOM_UTF32_LE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_WIDE: Final = (
    ("utf-16-le", "UTF-16"),
    ("utf-16-be", "UTF-16"),
    ("utf-32-le", "UTF-32"),
    ("utf-32-be", "UTF-32"),
)
_MOST_STRANGE: Final = 0.01
"""Largest share of other characters that a text has."""
_MOST_ENDS: Final = 0.3
"""Largest share of zeros where they end texts."""
_WESTERN: Final = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒŸàáâãäåæçèéêëìíîïñòóôõöøùúûüœÿß")
"""Letters of western Europe beyond A to Z, but for those of Icelandic."""
_HUNGARIAN: Final = frozenset("õû")
"""What Hungarian's ő and ű would be if they were read as western letters; no language has these two."""
_ELSEWHERE: Final = frozenset("ãêçñàèâ")
"""Letters that a text with õ and û has in western Europe, and that Hungarian lacks."""
_LATIN: Final = frozenset(("", "cp1250", "cp1252", "cp1257", "cp1258", "iso8859_2"))
_LIKELY: Final = [
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "iso8859_2"),
    *("koi8_r", "koi8_u", "cp866", "cp932", "euc_jp", "cp949", "gb18030", "big5"),
]
"""Encodings that lists of words often have, which are tried before the others."""
_STRANGE: Final = frozenset(("Cc", "Cn", "Co", "Cs"))
"""Categories of characters that a text doesn't have, but for blanks and line ends."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and the name of the `encoding` that it had; `guessed` if nothing but its letters says so."""

    text: str
    encoding: str
    guessed: bool = False


def decode(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    """Return the text of `data`, in the given `encoding` or the one that it seems to have.

    `name` is that of the file, for messages.

    Raises:
        UsageError: it is no text, or not one in that encoding, or there is no such encoding.
    """
    if encoding is not None:
        return _decode_as(data, name, encoding)
    for mark, codec, shown in _MARKS:
        if data.startswith(mark):
            found = _decoded(data, codec)
            if found is not None:
                return _text(found, name, shown)
    utf8 = _decoded(data, "utf-8")
    if utf8 is not None and "\0" not in utf8:
        return _text(utf8, name, "UTF-8")
    if b"\0" in data:
        return _with_zeros(data, name, utf8)
    codec = _guess(data)
    text = _decoded(data, codec) if codec else None
    if text is None:
        raise _no_text(name)
    return _text(text, name, _shown(codec), guessed=True)


def _with_zeros(data: bytes, name: str, utf8: str | None) -> Decoded:
    """Return the text of `data` in which zeros end texts, or are half of a character."""
    if utf8 is not None and utf8.count("\0") < _MOST_ENDS * len(utf8) and _is_text(utf8.replace("\0", "\n")):
        return Decoded(utf8.replace("\0", "\n"), "UTF-8, texts that end with 0")
    for codec, shown in _WIDE:
        wide = _decoded(data, codec)
        if wide is not None and "\0" not in wide and _is_text(wide):
            return Decoded(wide, shown, guessed=True)
    raise _no_text(name)


def _guess(data: bytes) -> str:
    """Return the codec that `data` seems to have, empty if none."""
    from charset_normalizer import from_bytes  # noqa: PLC0415  takes a while to load, and is needed for few

    best = from_bytes(data, cp_isolation=_LIKELY).best() or from_bytes(data).best()
    codec = "" if best is None else best.encoding
    if codec not in _LATIN:
        return codec
    western = _letters_beyond_ascii(data, "cp1252")
    if western and western <= _WESTERN:
        return "cp1250" if western >= _HUNGARIAN and not western & _ELSEWHERE else "cp1252"
    others = [other for other in ("iso8859_2", "cp1250") if _letters_beyond_ascii(data, other)]
    return codec if codec in others or not others else others[-1]


def _letters_beyond_ascii(data: bytes, codec: str) -> frozenset[str]:
    """Return the letters beyond ASCII of `data` in that codec; none if there are signs beyond it, too."""
    found = frozenset(character for character in _decoded(data, codec) or "" if not character.isascii())
    return found if all(character.isalpha() for character in found) else frozenset()


def _decode_as(data: bytes, name: str, encoding: str) -> Decoded:
    try:
        codec = codecs.lookup(encoding)
        "".encode(codec.name)  # refuses what is no encoding of texts, such as rot13
    except (LookupError, ValueError) as error:
        message = (
            f"expected the name of an encoding, such as latin-1, utf-16 or cp1251, found {abridged(encoding)}"
        )
        raise UsageError(message) from error
    try:
        text = data.decode(codec.name)
    except (UnicodeError, ValueError) as error:
        message = f"{name}: expected a text in {encoding}: {error}"
        raise UsageError(message) from error
    return _text(text.removeprefix("\ufeff"), name, encoding)


def _text(text: str, name: str, encoding: str, *, guessed: bool = False) -> Decoded:
    if not _is_text(text):
        raise _no_text(name)
    return Decoded(text, encoding, guessed)


def _is_text(text: str) -> bool:
    """Tell whether nearly all of `text` are characters that a text has."""
    strange = sum(
        unicodedata.category(character) in _STRANGE
        for character in text
        if not character.isprintable() and not character.isspace()
    )
    return strange <= _MOST_STRANGE * len(text)


def _decoded(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, ValueError):
        return None


def _shown(codec: str) -> str:
    """Return how people call the `codec`."""
    if codec.startswith("cp125"):
        return f"Windows-{codec[2:]}"
    return codec.replace("_", "-").upper()


def _no_text(name: str) -> UsageError:
    return UsageError(
        f"{name}: expected a text, found binary data; save it as plain text or CSV, or say --encoding"
    )
