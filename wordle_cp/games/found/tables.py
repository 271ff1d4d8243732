"""A text as tables: rows of cells, whatever stood between them.

JSON, source code and plain text each have a way of their own; what comes out is alike. Comments are left out:
what follows a # or // , and lines that begin with ; % or -- . A line is a row; where most lines have the same
signs between their parts (tabs, semicolons, commas, bars), these part the cells, else blanks do, unless few
lines have any. Where signs of two kinds stand in one line, and nearly all that they part has one length, all
of them part words.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError
from wordle_cp.games.found.code_tables import code_tables
from wordle_cp.games.found.json_tables import json_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_SEPARATORS: Final = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}
_MOST_LINES: Final = 0.8
"""Share of lines that have a sign which parts their cells."""
_SOME_LINES: Final = 0.5
"""Share of lines with several parts with blanks between them, if blanks part cells."""
_FEW_LINES: Final = 3
_ALIKE: Final = 0.9
"""Share of texts of one length where any sign parts words."""
_BETWEEN: Final = re.compile(r"[\s,;|]+")
_NOT_BETWEEN: Final = re.compile(r"[\d\"'#/%=:<>(){}\[\]]")
"""What no line has where any sign parts words."""
_MOST_ROWS: Final = 500_000
"""Most lines that are read: several hundred megabytes."""
_COMMENTS: Final = ("#", ";", "//", "--", "%")
"""What a line begins with that says nothing."""
_TABLES: Final = frozenset((".csv", ".tsv", ".tab"))
_WEB_PAGE: Final = re.compile(r"\s*(<\?xml|<!doctype|<html)", re.IGNORECASE)
_HUNSPELL: Final = re.compile(r"\d+\s*\n[^\W\d]\S*(\s|$)")
_NUMBER: Final = re.compile(r"[+-]?(\d+([.,]\d+)?|[.,]\d+)([eE][+-]?\d+)?%?")
WORD_HEADERS: Final = frozenset(
    (
        "word",
        "words",
        "wort",
        "wörter",
        "mot",
        "mots",
        "palabra",
        "palabras",
        "parola",
        "term",
        "token",
        "lemma",
        "answer",
        "answers",
        "solution",
        "solutions",
        "hidden",
        "target",
        "targets",
        "guess",
        "guesses",
        "allowed",
        "valid",
        "list",
        "wordlist",
        "entry",
        "text",
    )
)
"""What stands above a column of words."""


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


def tables_of(text: str, name: str, ending: str) -> list[Table]:
    """Return the tables in `text`; `name` is that of the file, and `ending` that of the name.

    Raises:
        UsageError: there is nothing in it, or it is a web page.
    """
    if not text.strip("\ufeff \t\r\n\f\v"):
        message = f"{name}: expected a list of words, found an empty file"
        raise UsageError(message)
    if _WEB_PAGE.match(text):
        message = f"{name}: expected a list of words, found a web page: copy its words into a text file"
        raise UsageError(message)
    lines = text.count("\n")
    if lines > _MOST_ROWS:
        message = f"{name}: expected at most {_MOST_ROWS:,} lines, found {lines:,}"
        raise UsageError(message)
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start in {"[", "{", '"'} and ending not in _TABLES:
        found = [Table(key, "JSON", rows, header) for key, header, rows in json_tables(text)]
        if found:
            return found
    if ending not in _TABLES:
        arrays = [Table(key, "source code", rows) for key, rows in code_tables(text)]
        if arrays:
            return arrays
    return [_text_table(text)]


def is_number(text: str) -> bool:
    """Tell whether `text` is a number, as people write them."""
    return _NUMBER.fullmatch(text.strip()) is not None


def _text_table(text: str) -> Table:
    """Return the table of a plain text."""
    hunspell = _HUNSPELL.match(text) is not None
    raw = [(number, line) for number, full in enumerate(text.splitlines(), 1) if (line := _unblanked(full))]
    words = _mixed(raw)
    if words is not None:
        return words
    said = [(number, line) for number, line in raw if not line.startswith(_COMMENTS)]
    separator = _separator([line for _, line in said])
    cut: Callable[[str], str] = _without_comment if separator == ";" else _without_any_comment
    kept = [(number, line) for number, full in said if (line := cut(full))]
    split = _splitter(separator, [line for _, line in kept])
    rows = [(number, tuple(cell.strip() for cell in split(line))) for number, line in kept]
    if hunspell:
        rows = [(number, (row[0].partition("/")[0], *row[1:])) for number, row in rows[1:]]
    rows = [(number, _trimmed(row)) for number, row in rows]
    header = rows[0][1] if rows and _is_header(rows[0][1], [row for _, row in rows[1:]]) else ()
    body = rows[1:] if header else rows
    cells = tuple(row for _, row in body)
    form = "a Hunspell dictionary" if hunspell else _form(separator, cells)
    left = dict(kept)
    comments = tuple(line.removeprefix(left.get(number, "")).strip() for number, line in raw)
    lines = tuple(number for number, _ in body)
    return Table("", form, cells, header, lines, separator, tuple(filter(None, comments)))


def _mixed(lines: Sequence[tuple[int, str]]) -> Table | None:
    """Return the words of `lines` that have signs of several kinds between them; None if there are none."""
    if any(_NOT_BETWEEN.search(line) for _, line in lines):
        return None
    kinds = [sum(sign in line for sign in _SEPARATORS) + _has_blank_inside(line) for _, line in lines]
    if max(kinds, default=0) < 2:  # noqa: PLR2004
        return None
    rows = tuple(tuple(filter(None, _BETWEEN.split(line))) for _, line in lines)
    lengths = Counter(len(word) for row in rows for word in row)
    if max(lengths.values()) < _ALIKE * lengths.total():
        return None
    width = max(map(len, rows))
    cells = tuple((word,) for row in rows for word in row)
    numbers = tuple(number for (number, _), row in zip(lines, rows, strict=True) for _ in row)
    return Table("", f"words with blanks and signs between them, {width} in a line", cells, lines=numbers)


def _has_blank_inside(line: str) -> bool:
    """Tell whether blanks part something that no other sign parts."""
    return any(" " in part.strip() for part in re.split(r"[\t,;|]", line))


def _form(separator: str, rows: Sequence[tuple[str, ...]]) -> str:
    width = max(map(len, rows), default=0)
    if width <= 1:
        return "one word a line"
    between = _SEPARATORS.get(separator, "blanks")
    if len(rows) < width:
        return f"words with {between} between them"
    return f"{width} columns with {between} between them"


def _unblanked(line: str) -> str:
    return line.replace("\ufeff", "").replace("\N{NO-BREAK SPACE}", " ").strip()


def _without_comment(line: str) -> str:
    """Return `line` without what follows # or //, and without a comment in /* and */."""
    if line.startswith("/*") and line.endswith("*/"):
        return ""
    return re.sub(r"\s*(#|(?<!:)//).*", "", line)


def _without_any_comment(line: str) -> str:
    """Return `line` without what follows #, // or a semicolon."""
    return _without_comment(line).partition(";")[0].strip()


def _separator(lines: Sequence[str]) -> str:
    """Return the sign that parts the cells of most `lines`; empty if none does."""
    for separator in _SEPARATORS:
        having = sum(separator in line for line in lines)
        if not having or having < _MOST_LINES * len(lines):
            continue
        if separator == ";" and sum(" " in line.partition(";")[2].strip() for line in lines) * 2 > len(lines):
            continue  # what follows are sentences: comments
        return separator
    return ""


def _splitter(separator: str, lines: Sequence[str]) -> Callable[[str], Sequence[str]]:
    """Return what splits a line into cells."""
    if separator:
        return lambda line: _csv_cells(line, separator)
    several = sum(len(line.split()) > 1 for line in lines)
    if several >= _SOME_LINES * len(lines) or (several and len(lines) <= _FEW_LINES):
        return str.split
    return lambda line: (line,)


def _csv_cells(line: str, separator: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:
        return line.split(separator)


def _trimmed(row: tuple[str, ...]) -> tuple[str, ...]:
    """Return `row` without empty cells at its end."""
    size = len(row)
    while size > 1 and not row[size - 1]:
        size -= 1
    return row[:size]


def _is_header(first: tuple[str, ...], rest: Sequence[tuple[str, ...]]) -> bool:
    """Tell whether `first` names the columns of the `rest`."""
    if not rest or not any(first):
        return False
    if any(map(is_number, first)):
        return False
    for index in range(len(first)):
        below = [row[index] for row in rest if index < len(row)]
        if below and sum(map(is_number, below)) > _MOST_LINES * len(below):
            return True
    names = {name.strip(" \"'*:").lower() for name in first}
    if len(first) > 1:
        return (
            bool(names & WORD_HEADERS) and len(first) <= len(Counter(map(len, rest)).most_common(1)[0]) + 30
        )
    words = [row[0].lower() for row in rest if row]
    in_order = all(earlier <= later for earlier, later in pairwise(words))
    return bool(names & WORD_HEADERS) and not (in_order and first[0].lower() <= words[0])


def cells_in_order(table: Table, columns: Sequence[int]) -> Iterator[str]:
    """Yield the cells of these `columns`, row by row."""
    for row in table.rows:
        for index in columns:
            if index < len(row):
                yield row[index]
