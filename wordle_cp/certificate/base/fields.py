"""Lines of a certificate taken apart: keywords, numbers, words; the unexpected is an error with its place.

Between `lines`, which cuts a file into lines, and `certificate.read`, which knows what they mean.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from wordle_cp.certificate.base.lines import Line
from wordle_cp.certificate.base.records import END
from wordle_cp.errors import CertificateParseError, abridged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.rules.scoring import Scoring

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,12}")

_Choice = TypeVar("_Choice", bound=StrEnum)


_OF_EDITORS: Final = {
    "\r": "; a program changed the ends of lines: each must be a newline alone",
    "\ufeff": "; a program added a byte order mark: it must be left out",
}
"""How messages end about characters that programs put into texts."""


class Field(NamedTuple):
    """A part of a line, and where it begins."""

    text: str
    line: int
    column: int


class Records:
    """The lines of a certificate, asked for one by one; the unexpected is a `CertificateParseError`."""

    def __init__(self, path: Path, lines: Iterator[Line]) -> None:
        """Read from `lines`, the lines of the file `path`."""
        self._path = path
        self._lines = lines
        self._line = Line(0, "", terminated=True)
        self._kept = False

    def error(self, column: int, message: str, line: int | None = None) -> CertificateParseError:
        """Return the error to raise for `column` of the current line, or of `line`."""
        return CertificateParseError(
            str(self._path), self._line.number if line is None else line, column, message
        )

    def field_error(self, field: Field, expected: str) -> CertificateParseError:
        """Return the error to raise for `field`."""
        return self.error(field.column, f"expected {expected}, found {abridged(field.text)}", field.line)

    def _next(self, expected: str) -> str:
        """Move to the next line and return its text; `expected` is for the message."""
        if self._kept:
            self._kept = False
            return self._line.text
        number = self._line.number
        line = next(self._lines, None)
        if line is None:
            raise CertificateParseError(str(self._path), number + 1, 1, f"the file ends, expected {expected}")
        self._line = line
        if not line.terminated:
            raise self.error(len(line.text) + 1, "the file ends in the middle of a line")
        if not line.text.isprintable():
            column = next(place for place, letter in enumerate(line.text) if not letter.isprintable())
            found = line.text[column]
            raise self.error(
                column + 1, f"unprintable character {abridged(found)}{_OF_EDITORS.get(found, '')}"
            )
        return line.text

    def record(self, keyword: str) -> Field:
        """Return what follows `keyword` on the next line, which must begin with it and one space."""
        text = self._next(f"a line '{keyword} ...'")
        found, space, rest = text.partition(" ")
        if found != keyword or not space:
            raise self.error(1, f"expected a line '{keyword} ...', found {abridged(text)}")
        return Field(rest, self._line.number, len(keyword) + 2)

    def optional(self, keyword: str) -> Field | None:
        """Return what follows `keyword` on the next line, or stay there and return None if it is another."""
        text = self._next(f"a line '{keyword} ...' or what follows it")
        self._kept = True
        return self.record(keyword) if text.partition(" ")[0] == keyword else None

    def line(self, expected: str) -> Field:
        """Return the next line; `expected` is for the message where there is none."""
        return Field(self._next(expected), self._line.number, 1)

    def word(self, scoring: Scoring) -> str:
        """Return the next line, which must be a word of the game."""
        text = self._next(scoring.a_word)
        word = scoring.read_word(text)
        if word is None:
            raise self.error(1, f"expected {scoring.a_word}, found {abridged(text)}")
        return word

    def end(self) -> None:
        """Demand the last line, and nothing after it."""
        text = self._next(f"'{END}'")
        if text != END:
            raise self.error(1, f"expected '{END}', found {abridged(text)}")
        more = next(self._lines, None)
        if more is not None:
            raise self.error(1, f"expected nothing after '{END}', found {abridged(more.text)}", more.number)

    def split(self, field: Field, parts: int, expected: str) -> list[Field]:
        """Return the `parts` parts of `field` that single spaces separate; the last may contain spaces."""
        fields = _split(field, " ", parts - 1)
        if len(fields) != parts or not all(part.text for part in fields):
            raise self.field_error(field, expected)
        return fields

    def split_all(self, field: Field, separator: str = " ") -> list[Field]:
        """Return all parts of `field`, one `separator` between two; an empty one is no number and no word."""
        return _split(field, separator, -1)

    def pair(self, field: Field, separator: str, expected: str) -> tuple[Field, Field]:
        """Return the two parts of `field`, either of which may be empty, that `separator` separates."""
        fields = _split(field, separator, -1)
        if len(fields) != 2:  # noqa: PLR2004  a pair
            raise self.field_error(field, expected)
        return fields[0], fields[1]

    def word_of(self, field: Field, scoring: Scoring) -> str:
        """Return the word of the game that `field` is."""
        word = scoring.read_word(field.text)
        if word is None:
            raise self.field_error(field, scoring.a_word)
        return word

    def number(self, field: Field, least: int, most: int) -> int:
        """Return the number that `field` is, from `least` to `most`, without sign or leading zeros."""
        if not _NUMBER.fullmatch(field.text) or not least <= int(field.text) <= most:
            raise self.field_error(field, f"a number from {least} to {most}")
        return int(field.text)

    def one_of(self, field: Field, names: tuple[str, ...]) -> str:
        """Return which of `names` `field` is."""
        if field.text not in names:
            raise self.field_error(field, " or ".join(f"'{name}'" for name in names))
        return field.text

    def choice(self, field: Field, kind: type[_Choice], permitted: tuple[_Choice, ...] = ()) -> _Choice:
        """Return the member of `kind`, one of the `permitted` (default: all), that `field` is."""
        return kind(self.one_of(field, tuple(member.value for member in permitted or tuple(kind))))


def _split(field: Field, separator: str, most: int) -> list[Field]:
    """Return the parts of `field`, divided at the first `most` separators of one character (-1: at all)."""
    fields: list[Field] = []
    column = field.column
    for text in field.text.split(separator, most):
        fields.append(Field(text, field.line, column))
        column += len(text) + 1
    return fields
