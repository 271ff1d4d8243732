"""Reading restrictions, as `records.format_restriction` writes them into certificates and ledgers."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from wordle_cp.certificate.base.records import FREE, NO_RESTRICTION, format_restriction
from wordle_cp.errors import counted
from wordle_cp.rules.letters import PLAIN, Alphabet, letters_written
from wordle_cp.rules.words import Restriction


class MalformedRestrictionError(ValueError):
    """A text is no restriction: its `part`, which begins at `offset`, isn't what was `expected`."""

    def __init__(self, expected: str, part: str, offset: int = 0) -> None:
        """Say what was expected instead of `part`."""
        super().__init__(f"expected {expected}, found {part!r}")
        self.expected: Final = expected
        self.part: Final = part
        self.offset: Final = offset


@lru_cache(maxsize=1 << 16)  # a few thousand of them occur again and again
def parse_restriction(text: str, length: int, alphabet: Alphabet = PLAIN) -> Restriction:
    """Return the restriction that `text` is, written in the one way that `format_restriction` does.

    Raises:
        MalformedRestrictionError: it is none for words of `length` letters of the `alphabet`, or written in
            another way.
    """
    if text == NO_RESTRICTION:
        return Restriction((None,) * length, ())
    greens, slash, letters = text.partition("/")
    if not slash or "/" in letters:
        expected = "'-', or green letters, '/' and least letters"
        raise MalformedRestrictionError(expected, text)
    known = set(alphabet.letters)
    placed = _letters_in(greens, FREE)
    if len(placed) != length or not known.issuperset(filter(None, placed)):
        expected = f"a green letter or '{FREE}' for each of {counted(length, 'position', 'positions')}"
        raise MalformedRestrictionError(expected, greens)
    least = _letters_in(letters)
    in_order = known.issuperset(least) and list(least) == sorted(filter(None, least))
    if not in_order or len(least) > length:
        most = counted(length, "letter", "letters")
        expected = f"at most {most} {alphabet.described} in alphabetical order"
        raise MalformedRestrictionError(expected, letters, len(greens) + 1)
    restriction = Restriction(
        placed,
        tuple((letter, least.count(letter)) for letter in dict.fromkeys(filter(None, least))),
    )
    if format_restriction(restriction) != text:
        expected = f"'{NO_RESTRICTION}' where nothing is fixed"
        raise MalformedRestrictionError(expected, text)
    return restriction


def _letters_in(text: str, free: str = "") -> tuple[str | None, ...]:
    """Return the letters of `text`, None for the sign `free`; None alone where it is something else."""
    parts = text.split(free) if free else [text]
    read = [letters_written(part) for part in parts]
    letters: list[str | None] = []
    for place, part in enumerate(read):
        if part is None:
            return (None,)
        letters += [*([None] * (place > 0)), *part]
    return tuple(letters)
