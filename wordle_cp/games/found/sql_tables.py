"""Commands of SQL as tables: the rows that they insert, by the name of the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    Named = tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]

_NAME: Final = r"[`\"\[]?[\w.$]+[`\"\]]?(?:\.[`\"\[]?\w+[`\"\]]?)*"
_INSERT: Final = re.compile(
    rf"\b(?:INSERT|REPLACE)\s+(?:\w+\s+){{0,3}}INTO\s+(?P<table>{_NAME})\s*(?:\((?P<columns>[^()]*)\))?\s*VALUES?\s*",
    re.IGNORECASE,
)
_CELL: Final = re.compile(
    r"\s*+(?:[NE]?'(?P<text>(?:[^'\\]|''|\\.)*+)'|(?P<other>[^',()]*+))\s*(?P<end>[,)])", re.IGNORECASE
)
_NEXT: Final = re.compile(r"\s*,?\s*\(")
_QUOTES: Final = '`"[] \t\r\n'


def sql_tables(text: str) -> list[Named]:
    """Return the name, the columns and the rows of each table into which `text` inserts rows."""
    tables: dict[tuple[str, tuple[str, ...]], list[tuple[str, ...]]] = {}
    for match in _INSERT.finditer(text):
        columns = tuple(name.strip(_QUOTES) for name in (match["columns"] or "").split(",") if name.strip())
        name = match["table"].rpartition(".")[2].strip(_QUOTES)
        tables.setdefault((name, columns), []).extend(_rows(text, match.end()))
    return [(name, columns, tuple(rows)) for (name, columns), rows in tables.items() if rows]


def _rows(text: str, place: int) -> Iterator[tuple[str, ...]]:
    """Yield the rows at `place`, each in brackets, with commas between them."""
    while (start := _NEXT.match(text, place)) is not None:
        row: list[str] = []
        place = start.end()
        while (cell := _CELL.match(text, place)) is not None:
            place = cell.end()
            said = cell["text"]
            row.append(cell["other"].strip() if said is None else said.replace("''", "'"))
            if cell["end"] == ")":
                break
        else:
            return
        yield tuple(row)
