"""Reading restrictions, as `records.format_restriction` writes them into certificates and ledgers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from wordle_cp.certificate.records import FREE, NO_RESTRICTION, format_restriction
from wordle_cp.errors import counted
from wordle_cp.rules import Restriction

_GREENS: Final = re.compile(r"[a-z.]+")
_LETTERS_OR_NONE: Final = re.compile(r"[a-z]*")


class MalformedRestrictionError(ValueError):
    """A text is no restriction: its `part`, which begins at `offset`, isn't what was `expected`."""

    def __init__(self, expected: str, part: str, offset: int = 0) -> None:
        """Say what was expected instead of `part`."""
        super().__init__(f"expected {expected}, found {part!r}")
        self.expected: Final = expected
        self.part: Final = part
        self.offset: Final = offset


@lru_cache(maxsize=1 << 16)  # a few thousand of them occur again and again
def parse_restriction(text: str, length: int) -> Restriction:
    """Return the restriction that `text` is, written in the one way that `format_restriction` does.

    Raises:
        MalformedRestrictionError: it is none for words of `length` letters, or written in another way.
    """
    if text == NO_RESTRICTION:
        return Restriction((None,) * length, ())
    greens, slash, letters = text.partition("/")
    if not slash or "/" in letters:
        expected = "'-', or green letters, '/' and least letters"
        raise MalformedRestrictionError(expected, text)
    if len(greens) != length or not _GREENS.fullmatch(greens):
        expected = f"a green letter or '{FREE}' for each of {counted(length, 'position', 'positions')}"
        raise MalformedRestrictionError(expected, greens)
    in_order = _LETTERS_OR_NONE.fullmatch(letters) and letters == "".join(sorted(letters))
    if not in_order or len(letters) > length:
        expected = f"at most {counted(length, 'letter', 'letters')} a to z in alphabetical order"
        raise MalformedRestrictionError(expected, letters, len(greens) + 1)
    restriction = Restriction(
        tuple(None if letter == FREE else letter for letter in greens),
        tuple((letter, letters.count(letter)) for letter in sorted(set(letters))),
    )
    if format_restriction(restriction) != text:
        expected = f"'{NO_RESTRICTION}' where nothing is fixed"
        raise MalformedRestrictionError(expected, text)
    return restriction
