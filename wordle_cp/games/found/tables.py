"""A text as tables: rows of cells, whatever stood between them.

JSON, YAML, TOML, web pages and XML, SQL, source code and plain text each have a way of their own; what comes
out is alike.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError
from wordle_cp.games.found.code_tables import code_tables
from wordle_cp.games.found.json_tables import UNNAMED, json_tables, toml_tables, yaml_tables
from wordle_cp.games.found.markup_tables import markup_tables
from wordle_cp.games.found.sql_tables import sql_tables
from wordle_cp.games.found.table import CutOffError, Table, is_header
from wordle_cp.games.found.text_tables import text_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Named = tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]

_MOST_ROWS: Final = 500_000
"""Most lines that are read: several hundred megabytes."""
_TABLES: Final = frozenset((".csv", ".tsv", ".tab"))
_CODE: Final = re.compile(r"\.(?:c|cc|cpp|cs|go|java|kt|m?js|php|py|rb|rs|swift|ts)")
_MARKUP: Final = re.compile(r"\s*<(?:\?xml|!doctype|[A-Za-z][\w:-]*[\s/>])", re.IGNORECASE)
_WEB_PAGE: Final = re.compile(r"<(\?xml|!doctype|html)", re.IGNORECASE)
_COPY: Final = "copy its words into a text file, one a line"
_SQL: Final = re.compile(
    r"\bINTO\s+[^;]{1,400}?\bVALUES?\b|^COPY\s[^;\n]{1,400}?\sFROM\s+STDIN\b", re.IGNORECASE | re.MULTILINE
)
_FEWEST_PARTS: Final = 3
"""Fewest lists that together may be one, by the first letters of their words."""


def tables_of(text: str, name: str, ending: str, letters: frozenset[str] = frozenset()) -> list[Table]:
    """Return the tables in `text`; `name` is that of the file, and `ending` that of the name.

    The characters in `letters` part no cells in a plain text.

    Raises:
        UsageError: there is nothing in it, or it is too long.
    """
    if not text.strip("\ufeff \t\r\n\f\v"):
        message = f"{name}: expected words, found an empty file"
        raise UsageError(message)
    lines = text.count("\n")
    if lines > _MOST_ROWS:
        message = f"{name}: expected at most {_MOST_ROWS:,} lines, found {lines:,}"
        raise UsageError(message)
    start = text.lstrip("\ufeff \t\r\n")
    for form, applies, read in _FORMS:
        if applies(start, ending):
            try:
                named = read(start)
            except CutOffError as error:
                message = (
                    f"{name}: expected {form} with whole lists, found one that breaks off: "
                    f"get the whole file, or write its words into a text file, one a line"
                )
                raise UsageError(message) from error
            found = [
                Table(key, form, rows, header) for key, header, rows in named if any(any(row) for row in rows)
            ]
            if found:
                return _joined([_with_known_header(table) for table in found])
    is_code = _CODE.fullmatch(ending)
    if is_code or _WEB_PAGE.match(start):
        what = "source code" if is_code else "a web page"
        message = f"{name}: expected a list of words, found {what} without lists or tables: {_COPY}"
        raise UsageError(message)
    return text_tables(text, letters)


def _code_tables(text: str) -> list[Named]:
    return [(key, (), rows) for key, rows in code_tables(text)]


_FORMS: Final[tuple[tuple[str, Callable[[str, str], bool], Callable[[str], list[Named]]], ...]] = (
    ("JSON", lambda start, ending: start[:1] in '[{"' and ending not in _TABLES, json_tables),
    ("YAML", lambda _, ending: ending in {".yaml", ".yml"}, yaml_tables),
    ("TOML", lambda _, ending: ending == ".toml", toml_tables),
    (
        "HTML or XML",
        lambda start, ending: bool(_MARKUP.match(start)) and ending not in _TABLES,
        markup_tables,
    ),
    ("SQL", lambda start, ending: bool(_SQL.search(start)) and ending not in _TABLES, sql_tables),
    ("source code", lambda _, ending: ending not in _TABLES, _code_tables),
)
"""The forms of a text in the order in which they are tried: names, when they apply, how to read them."""


def _with_known_header(table: Table) -> Table:
    """Return `table`, whose first row is its header if it looks like one and there is none."""
    if table.header or table.width <= 1 or not is_header(table.rows[0], table.rows[1:]):
        return table
    return replace(table, header=table.rows[0], rows=table.rows[1:])


def _joined(tables: Sequence[Table]) -> list[Table]:
    """Return `tables`, made one where they part a list: by first letters, or without names."""
    parts = [table for table in tables if table.width == 1]
    if len(parts) < _FEWEST_PARTS:
        return list(tables)
    firsts = [{row[0][:1].lower() for row in table.rows if row[0]} for table in parts]
    by_letter = all(len(first) == 1 for first in firsts) and len(set.union(*firsts)) == len(parts)
    if not by_letter and not all(table.name.startswith(UNNAMED) for table in parts):
        return list(tables)
    whole = replace(parts[0], name="", rows=tuple(row for table in parts for row in table.rows))
    return [whole, *(table for table in tables if table.width > 1)]
