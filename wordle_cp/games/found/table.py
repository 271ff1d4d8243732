"""Rows of cells, which each text is read as; what a cell says, and which list a name means."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    Rows = Sequence[tuple[str, ...]]

_MOST_ROWS: Final = 0.8
"""Share of the cells of a column that are numbers, if what stands above it is no number."""
_NUMBER: Final = re.compile(r"[+-]?(\d+([.,]\d+)?|[.,]\d+)([eE][+-]?\d+)?%?")
_HIDDEN: Final = re.compile(r"answer|solution|hidden|target|secret|puzzle|lösung|solucion|respuesta")
_GUESSES: Final = re.compile(r"guess|allow|valid|accept|legal|input")
_FORMS: Final = {
    sign: "".join(chr(int(code, 16)) for code in codes)
    for first, end in ((0x1D400, 0x1D800), (0xFB00, 0xFB07), (0xFB50, 0xFE00), (0xFE70, 0xFFEF))
    for sign in range(first, end)
    if (codes := unicodedata.decomposition(chr(sign)).split()[1:])
}
"""What letters are that look special: fullwidth or bold ones, ligatures, those of Arabic by their places."""
_INVISIBLE: Final = dict.fromkeys(map(ord, "\ufeff\u200b\u2060\u00ad\u200e\u200f"))
"""Characters that nobody sees, and that are left out."""
AROUND: Final = " \t\r\n\f\v\"'`´“”„‘’‚«»‹›.,;:!?¡¿()[]{}<>*•·=|"  # noqa: RUF001  quotes of all kinds
"""Signs around a word that aren't of it."""
_WORD_HEADERS: Final = re.compile(
    "words?|wort|wörter|mots?|palabras?|parola|term|token|lemma|answers?|solutions?|hidden|targets?|"
    "guess(es)?|allowed|valid|list|wordlist|entry|text"
)
"""What stands above a column of words."""


class UnreadError(Exception):
    """A file has words in a way that isn't read, or ends within a list: what was found instead."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells: those of a file, or of one of its arrays or objects, whose `name` it has.

    `form` says what it was. `header` is the first row if it names the columns. `lines` has the line of each
    row in a text, and is empty where rows aren't lines. `separator` is what parts the cells of a line, empty
    for blanks. `comments` are those that are left out.
    """

    name: str
    form: str
    rows: tuple[tuple[str, ...], ...]
    header: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    separator: str = ""
    comments: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """Number of columns."""
        return max(map(len, self.rows), default=0)

    def column(self, index: int) -> list[str]:
        """Return the cells of a column; rows that are too short have none."""
        return [row[index] for row in self.rows if index < len(row)]


def is_number(text: str) -> bool:
    """Tell whether `text` is a number, as people write them."""
    return _NUMBER.fullmatch(text.strip()) is not None


def is_header(first: tuple[str, ...], rest: Rows) -> bool:
    """Tell whether `first` names the columns of the `rest`."""
    if not rest or not any(first) or any(map(is_number, first)):
        return False
    for index in range(len(first)):
        below = [row[index] for row in rest if index < len(row)]
        if below and sum(map(is_number, below)) > _MOST_ROWS * len(below):
            return True
    words = [row[0].lower() for row in rest if row]
    in_order = len(first) == 1 and all(
        earlier <= later for earlier, later in pairwise([first[0].lower(), *words])
    )
    return not in_order and any(map(names_words, first))


def names_words(header: str) -> bool:
    """Tell whether what stands above a column says that it has words."""
    return _WORD_HEADERS.fullmatch(bare(header).lower()) is not None


def bare(cell: str) -> str:
    """Return what stands in a cell, without signs around it and what can't be seen."""
    if cell.isascii():
        return cell.strip(AROUND)
    return unicodedata.normalize("NFC", usual(seen(cell).strip(AROUND)))


def seen(cell: str) -> str:
    """Return `cell` without what can't be seen."""
    return cell.translate(_INVISIBLE)


def usual(text: str) -> str:
    """Return `text` with its letters in their usual forms."""
    return text.translate(_FORMS)


def is_word(text: str) -> bool:
    """Tell whether `text` has nothing but letters, and marks on them."""
    if text.isalpha():
        return True
    kinds = [unicodedata.category(character)[0] for character in text]
    return bool(kinds) and kinds[0] == "L" and set(kinds) <= {"L", "M"}


def role(name: str) -> bool | None:
    """Tell whether a list of that name is of hidden words (True) or of guesses (False); None if unknown."""
    hidden, guesses = _HIDDEN.search(name.lower()), _GUESSES.search(name.lower())
    return None if bool(hidden) == bool(guesses) else bool(hidden)
