"""A line of a trace that anybody may have written: a JSON object, whose fields are taken one by one.

Where this stands: below `read`, which knows what lines there are. Each field is bounded, and what is wrong
is reported in one line that says where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from wordle_cp.errors import TraceError, abridged
from wordle_cp.files.read import strict_json
from wordle_cp.rules.letters import MOST_CHARACTERS, MOST_LETTERS, Alphabet, is_letter

if TYPE_CHECKING:
    from enum import StrEnum

    from wordle_cp.rules.scoring import Scoring

MOST_LINE: Final = 2**16
MOST_NUMBER: Final = 10**9

_Kind = TypeVar("_Kind", bound="StrEnum")


class Fields:
    """The fields of a line, taken one after the other."""

    def __init__(self, file: str, line: int, text: bytes) -> None:
        """Take `text`, line number `line` of the file; raise TraceError if that is no object."""
        self._file = file
        self._line = line
        if len(text) > MOST_LINE:
            self.fail(f"expected at most {MOST_LINE} bytes")
        try:
            fields = strict_json(text.decode())
        except (ValueError, RecursionError):
            self.fail("expected a JSON object, each name once")
        if not isinstance(fields, dict):
            self.fail("expected a JSON object")
        self._fields: dict[str, Any] = fields

    def fail(self, message: str) -> NoReturn:
        """Raise the error for this line."""
        raise TraceError(self._file, self._line, message)

    def take(self, name: str) -> Any:  # noqa: ANN401  whatever JSON has
        """Return a field, which then is gone."""
        if name not in self._fields:
            self.fail(f"expected a field {name!r}")
        return self._fields.pop(name)

    def done(self) -> None:
        """Make sure that there were no other fields."""
        if self._fields:
            self.fail(f"there is no field {abridged(next(iter(self._fields)))} here")

    def number(self, name: str, below: int = MOST_NUMBER) -> int:
        """Return a whole number from 0 to less than `below`."""
        return self._number(name, self.take(name), below)

    def number_or_none(self, name: str, below: int = MOST_NUMBER) -> int | None:
        """Return the same, or None."""
        value = self.take(name)
        return None if value is None else self._number(name, value, below)

    def numbers(self, name: str, below: int) -> tuple[int, ...]:
        """Return a list of different whole numbers from 0 to less than `below`."""
        values = self.take(name)
        if not isinstance(values, list):
            self.fail(f"{name}: expected a list of numbers")
        found = tuple(self._number(name, value, below) for value in values)
        if len(set(found)) < len(found):
            self.fail(f"{name}: expected each number once")
        return found

    def text(self, name: str, most: int) -> str:
        """Return a printable text."""
        value = self.take(name)
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            self.fail(f"{name}: expected at most {most} printable characters")
        return value

    def truth(self, name: str) -> bool:
        """Return true or false."""
        value = self.take(name)
        if not isinstance(value, bool):
            self.fail(f"{name}: expected true or false")
        return value

    def one_of(self, name: str, kind: type[_Kind]) -> _Kind:
        """Return the member of `kind` that a field names."""
        return self.member(name, self.take(name), kind)

    def member(self, name: str, value: object, kind: type[_Kind]) -> _Kind:
        """Return the member of `kind` that `value` names."""
        found = next((one for one in kind if value == one.value), None)
        if found is None:
            names = ", ".join(one.value for one in kind)
            self.fail(f"{name}: expected one of {names}, found {shown(value)}")
        return found

    def words(self, name: str, scoring: Scoring, most: int) -> tuple[str, ...]:
        """Return a list of 1 to `most` different words of a game."""
        values = self.take(name)
        if not isinstance(values, list) or not 1 <= len(values) <= most:
            self.fail(f"{name}: expected a list of 1 to {most} words")
        longest = scoring.length * (MOST_CHARACTERS + 1)  # a hyphen may stand before each letter
        words = []
        for value in values:
            short = isinstance(value, str) and len(value) <= longest
            word = scoring.word(value) if short else None
            if word is None or str(word) != value:
                self.fail(f"{name}: expected {scoring.a_word}, found {shown(value)}")
            words.append(word)
        if len(set(words)) < len(words):
            self.fail(f"{name}: expected each word once")
        return tuple(words)

    def letters(self, name: str) -> Alphabet:
        """Return the alphabet that a list of letters is."""
        values = self.take(name)
        known = isinstance(values, list) and all(isinstance(one, str) and is_letter(one) for one in values)
        if not known or not 1 <= len(values) <= MOST_LETTERS or len(set(values)) < len(values):
            self.fail(f"{name}: expected 1 to {MOST_LETTERS} different letters, each in lower case")
        return Alphabet(tuple(values))

    def has(self, name: str) -> bool:
        """Tell whether there is such a field, which not every game has."""
        return name in self._fields

    def _number(self, name: str, value: object, below: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < below:
            self.fail(f"{name}: expected a whole number from 0 to {below - 1}, found {shown(value)}")
        return value


def shown(value: object) -> str:
    """Return a value of JSON for a message; what may be nested deeply is only named."""
    return "a list or an object" if isinstance(value, list | dict) else abridged(str(value))
