"""Commands of SQL as tables: the rows that they insert or copy, by the name of the table."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

from wordle_cp.games.found.table import CutOffError

if TYPE_CHECKING:
    from collections.abc import Iterator

    Named = tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]

_NAME: Final = r"[`\"\[]?[\w.$]+[`\"\]]?(?:\.[`\"\[]?\w+[`\"\]]?)*"
_INSERT: Final = re.compile(
    rf"\b(?:INSERT|REPLACE)\s+(?:\w+\s+){{0,3}}INTO\s+(?P<table>{_NAME})\s*(?:\((?P<columns>[^()]*)\))?\s*VALUES?\s*",
    re.IGNORECASE,
)
_COPY: Final = re.compile(
    rf"^COPY\s+(?P<table>{_NAME})\s*(?:\((?P<columns>[^()]*)\))?\s*FROM\s+STDIN\b[^\n]*\n"
    r"(?P<rows>(?:(?!\\\.)[^\n]*+\n)*+)",
    re.IGNORECASE | re.MULTILINE,
)
"""How PostgreSQL writes a table: lines with tabs between cells, up to one of a backslash and a dot."""
_BLANK: Final = r"(?:\s|--[^\n]*+\n|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_CELL: Final = re.compile(
    rf"{_BLANK}(?:[NE]?'(?P<text>(?:[^'\\]|''|\\.)*+)'(?:::[\w ]++(?:\(\d++\))?)?"
    rf"|(?P<other>(?:[^',()]|\([^()]*+\))*+)){_BLANK}(?P<end>[,)])",
    re.IGNORECASE,
)
_NEXT: Final = re.compile(rf"{_BLANK}(?P<comma>,?){_BLANK}(?P<row>\(?)")
_QUOTES: Final = '`"[] \t\r\n'


def sql_tables(text: str) -> list[Named]:
    """Return the name, the columns and the rows of each table into which `text` inserts or copies rows."""
    tables: dict[tuple[str, tuple[str, ...]], list[tuple[str, ...]]] = {}
    for match in chain(_INSERT.finditer(text), _COPY.finditer(text)):
        columns = tuple(name.strip(_QUOTES) for name in (match["columns"] or "").split(",") if name.strip())
        name = match["table"].rpartition(".")[2].strip(_QUOTES)
        rows = _copied(match["rows"]) if match.re is _COPY else _rows(text, match.end())
        tables.setdefault((name, columns), []).extend(rows)
    return [(name, columns, tuple(rows)) for (name, columns), rows in tables.items() if rows]


def _copied(lines: str) -> Iterator[tuple[str, ...]]:
    for line in lines.splitlines():
        yield tuple("" if cell == r"\N" else cell for cell in line.split("\t"))


def _rows(text: str, place: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows at `place`, each in brackets, with commas between them.

    Raises:
        CutOffError: a row isn't understood, or lacks its end.
    """
    while (start := _NEXT.match(text, place)) is not None and start["row"]:
        row: list[str] = []
        place = start.end()
        while (cell := _CELL.match(text, place)) is not None:
            place = cell.end()
            said = cell["text"]
            row.append(cell["other"].strip() if said is None else said.replace("''", "'"))
            if cell["end"] == ")":
                break
        else:
            raise CutOffError
        yield tuple(row)
    if start is not None and start["comma"]:
        raise CutOffError
