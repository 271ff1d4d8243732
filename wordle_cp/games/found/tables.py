"""Rows of cells, which each file is read as; what a cell says, and which list a name means.

In a plain text a line is a row. Lines that begin with a sign of comments are left out. The sign that half
the lines have (tabs, semicolons, commas, bars) parts the cells, if words come of it; else blanks do, if half
the lines have several parts. Headings that name answers and guesses part lists.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError
from wordle_cp.games.found.values import UnreadError, code_tables, json_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.games.found.sources import Source

    Lines = Sequence[tuple[int, str]]
    Rows = Sequence[tuple[str, ...]]

AROUND: Final = " \t\r\n\f\v\"'`´“”„‘’‚«»‹›.,;:!?¡¿()[]{}<>*•·=|"  # noqa: RUF001  quotes of all kinds
"""Signs around a word that aren't of it."""
_MOST_LINES: Final = 500_000
_MOST_ROWS: Final = 0.8
"""Share of the cells of a column that are numbers, if what stands above it is no number."""
_NUMBER: Final = re.compile(r"[+-]?(\d+([.,/]\d+)?|[.,]\d+)([eE][+-]?\d+)?%?")
_HIDDEN: Final = re.compile(r"answer|solution|hidden|target|secret|puzzle|lösung|solucion|respuesta")
_GUESSES: Final = re.compile(r"guess|allow|valid|accept|legal|input")
_WORD_HEADERS: Final = re.compile(
    "words?|wort|wörter|mots?|palabras?|parola|term|token|lemma|answers?|solutions?|hidden|targets?|"
    "guess(es)?|allowed|valid|list|wordlist|entry|text"
)
"""What stands above a column of words."""
_SEPARATORS: Final = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}
_SOME: Final = 0.5
"""Share of lines that have a sign which parts their cells, or several parts with blanks between them."""
_SOME_WORDS: Final = 0.1
"""Least share of the cells of some column that are words, where a sign parts cells."""
_FEW_LINES: Final = 3
_COMMENT: Final = re.compile(r"\A(?:#(?!\d)|//|--|%|;\s).*|(?<!\s)\s*+(?:#(?!\d)|(?<!:)//).*")
"""What says nothing, where a line has no quotation marks; #7 is a number."""
_HEADING: Final = re.compile(
    r"(?:[#;%*=]+|//+|--+)\s*(?P<a>[\w ,()&'/-]{2,60}?)\s*[:#*=]*|\[(?P<b>[\w -]{2,40})\]:?|"
    r"(?P<c>[\w -]{2,40}):(?:\s+(?P<rest>\S+(?:[\s,;|]+\S+)+))?"
)
"""What stands above words, or before them in their line."""
_WRITE_WORDS: Final = "write its words into a text file, one a line"
_UNREAD: Final = {
    "YAML or TOML": re.compile(r"\A\.(?:ya?ml|toml)\n"),
    "a web page or XML": re.compile(r"\A.*\n<(?:[A-Za-z!]|\?xml)"),
    "SQL": re.compile(
        r"\A\.sql\n|^[ \t]*(?:(?:INSERT|REPLACE)[ \t]+(?:\w+[ \t]+){0,3}INTO|COPY\s.*\sFROM\s+STDIN)\b",
        re.IGNORECASE | re.MULTILINE,
    ),
}
"""What isn't read, and what shows it: the ending of a file's name, in a line above its text, or that text."""
_CODE: Final = re.compile(
    r"\.(?:bas|c|cc|cpp|cs|el|erl|exs?|go|java|kt|lua|m|mjs|js|ml|php|pl|py|rb|rs|sh|swift|tsx?|vb)"
)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells: those of a file, or of one of its arrays or objects, whose `name` it has.

    `form` says what it was. `header` is the first row if it names the columns. `lines` has the line of each
    row in a text, and is empty where rows aren't lines.
    """

    name: str
    form: str
    rows: tuple[tuple[str, ...], ...]
    header: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()

    @property
    def width(self) -> int:
        """Number of columns."""
        return max(map(len, self.rows), default=0)

    def column(self, index: int) -> list[str]:
        """Return the cells of a column; rows that are too short have none."""
        return [row[index] for row in self.rows if index < len(row)]

    def with_header(self, wanted: str | None = None) -> Table:
        """Return the table whose first row is its header if it looks like one, or has the column `wanted`."""
        if self.header or not self.rows:
            return self
        first, rest = self.rows[0], self.rows[1:]
        named = _is_header(first, rest) if wanted is None else plain(wanted) in map(plain, first)
        return replace(self, header=first, rows=rest, lines=self.lines[1:]) if named else self


def is_number(text: str) -> bool:
    """Tell whether `text` is a number, as people write them."""
    return _NUMBER.fullmatch(text.strip()) is not None


def _is_header(first: tuple[str, ...], rest: Rows) -> bool:
    """Tell whether `first` names the columns of the `rest`."""
    if not rest or not any(first) or any(map(_NUMBER.match, first)):
        return False
    names = False
    for index, cell in enumerate(first):
        below = [row[index] for row in rest if index < len(row)]
        if below and sum(map(is_number, below)) > _MOST_ROWS * len(below):
            return True
        names = names or (names_words(cell) and len({*below}) >= _SOME * len(rest))
    words = [row[0].lower() for row in (first, *rest) if row]
    is_even = sum(len(row) == len(first) for row in rest) >= _SOME * len(rest)  # unlike definitions
    return names and is_even and not (len(first) == 1 and all(one <= other for one, other in pairwise(words)))


def names_words(header: str) -> bool:
    """Tell whether what stands above a column says that it has words."""
    return _WORD_HEADERS.fullmatch(plain(header)) is not None


def plain(name: str) -> str:
    """Return the name of a column without signs around it, in lower case."""
    return name.strip(AROUND).lower()


def bare(cell: str) -> str:
    """Return what stands in a cell, without signs around it, and with letters in their usual forms."""
    return usual(cell.strip(AROUND))


def usual(text: str) -> str:
    """Return `text` in the normal form NFC; fullwidth letters and the like are plain ones, if all can be."""
    compatible = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return compatible if compatible.isascii() else unicodedata.normalize("NFC", text)


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


def tables_of(source: Source, letters: frozenset[str] = frozenset()) -> list[Table]:
    """Return the tables in `source`, whatever stands between their cells; `letters` part none in plain text.

    Raises:
        UsageError: there is nothing in it, or it is too long, or its lists break off or aren't read.
    """
    text, name, ending = source.text.lstrip(), source.name, source.ending
    lines = text.count("\n")
    if not text or lines > _MOST_LINES:
        expected = f"at most {_MOST_LINES:,} lines, found {lines:,}" if text else "words, found an empty file"
        message = f"{name}: expected {expected}"
        raise UsageError(message)
    if ending in {".csv", ".tsv", ".tab"}:
        return _text_tables(source.text, letters)
    for what, sign in _UNREAD.items():
        if sign.search(f"{ending}\n{text}"):
            message = f"{name}: expected text, CSV, JSON or source code, found {what}: {_WRITE_WORDS}"
            raise UsageError(message)
    forms = (("JSON", text[0] in '[{"', json_tables), ("source code", True, code_tables))
    for form, applies, read in forms:
        try:
            named = read(text) if applies else []
        except UnreadError as error:
            message = f"{name}: expected {form} with whole lists, found {error}"
            raise UsageError(message) from error
        except RecursionError:
            named = []
        found = [
            Table(key, form, tuple(rows), tuple(header)) for key, header, rows in named if any(map(any, rows))
        ]
        if found:
            return [one if one.width == 1 else one.with_header() for one in found]
    if _CODE.fullmatch(ending):
        message = f"{name}: expected a list of words, found source code without lists: {_WRITE_WORDS}"
        raise UsageError(message)
    return _text_tables(source.text, letters)


def _text_tables(text: str, letters: frozenset[str]) -> list[Table]:
    """Return the tables in a plain text, in which the characters `letters` part nothing."""
    text = re.sub(r"(?i)\Asep=.?$", "", text, flags=re.MULTILINE)
    lines = [(number, said) for number, line in enumerate(text.splitlines(), 1) if (said := line.strip())]
    parts: list[tuple[str, list[tuple[int, str]]]] = [("", [])]
    for number, line in lines:
        heading = _HEADING.fullmatch(line)
        name = heading and (heading["a"] or heading["b"] or heading["c"])
        if heading is None or not name or role(name) is None:
            parts[-1][1].append((number, line))
        else:
            parts.append((name, [(number, heading["rest"])] if heading["rest"] else []))
    if {role(name) for name, _ in parts[1:]} != {True, False}:
        parts = [("", lines)]
    kept = [(name, part) for name, part in parts if part] or parts[:1]
    return [replace(_table(part, letters), name=name) for name, part in kept]


def _table(lines: Lines, letters: frozenset[str]) -> Table:
    """Return the table of `lines`, with the first sign between its cells of which words come."""
    bared = ((number, line if '"' in line else _COMMENT.sub("", line, 1)) for number, line in lines)
    kept = [(number, line) for number, line in bared if line]
    tables = [
        _made(_cells(kept, sign), between)
        for sign, between in _SEPARATORS.items()
        if sign not in letters and sum(sign in line for _, line in kept) >= max(1, _SOME * len(kept))
    ]
    several = sum(len(line.split()) > 1 for _, line in kept)
    apart = several >= _SOME * len(kept) or len(kept) <= _FEW_LINES
    rows = [(number, line.split() if apart else [line]) for number, line in kept]
    tables.append(_made(rows, "blanks"))
    return next(filter(_has_words, tables), tables[0])


def _cells(lines: Lines, sign: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line, and its number; in quotes a cell may have several lines."""
    reader = csv.reader(
        (f"{line}\n" for _, line in lines), delimiter=sign, skipinitialspace=True, strict=True
    )
    try:
        return [(lines[reader.line_num - 1][0], row) for row in reader]
    except csv.Error:  # quotation marks are no more than that in a line where they don't fit
        if len(lines) == 1:
            return [(number, line.split(sign)) for number, line in lines]
        return [row for line in lines for row in _cells([line], sign)]


def _made(rows: Iterable[tuple[int, list[str]]], between: str) -> Table:
    """Return the table of these rows, each with its line, without empty cells at their ends."""
    kept: list[tuple[int, tuple[str, ...]]] = []
    for number, cells in rows:
        row = [cell.strip() for cell in cells]
        while row and not row[-1]:
            row.pop()
        kept += [(number, tuple(row))] if row else []
    table = Table("", "", tuple(row for _, row in kept), lines=tuple(number for number, _ in kept))
    table = table.with_header()
    what = f"{table.width} columns" if len(table.rows) >= table.width else "words"
    form = f"{what} with {between} between them" if table.width > 1 else "one word a line"
    return replace(table, form=form)


def _has_words(table: Table) -> bool:
    """Tell whether some column of `table` has words."""
    columns = ([text for cell in table.column(index) if (text := bare(cell))] for index in range(table.width))
    return any(cells and sum(map(is_word, cells)) >= _SOME_WORDS * len(cells) for cells in columns)
