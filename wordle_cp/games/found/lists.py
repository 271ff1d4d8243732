"""Lists of words in what people hold: which arrays, files and columns they are. Nothing is cleaned here."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.errors import UsageError, abridged, argument, counted, one_line
from wordle_cp.games.found.sources import read_sources
from wordle_cp.games.found.table import (
    AROUND,
    Table,
    UnreadError,
    bare,
    is_header,
    is_word,
    names_words,
    role,
    text_tables,
)
from wordle_cp.games.found.value_tables import (
    UNNAMED,
    code_tables,
    json_tables,
    markup_tables,
    sql_tables,
    toml_tables,
    yaml_tables,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.found.sources import Source

_MOST_ROWS: Final = 500_000
"""Most lines that are read: several hundred megabytes."""
_CODE: Final = re.compile(r"\.(?:c|cc|cpp|cs|go|java|kt|m?js|php|py|rb|rs|swift|ts)")
_MARKUP: Final = re.compile(r"<(?:\?xml|!doctype|[A-Za-z][\w:-]*[\s/>])", re.IGNORECASE)
_WEB_PAGE: Final = re.compile(r"<(\?xml|!doctype|html)", re.IGNORECASE)
_FEWEST_PARTS: Final = 3
"""Fewest lists that together may be one, by the first letters of their words."""
_FLAGS: Final = {
    **dict.fromkeys(("1", "true", "t", "yes", "y", "x", "✓"), True),
    **dict.fromkeys(("", "0", "false", "f", "no", "n"), False),
}
"""How a column says yes or no."""
_OTHERS: Final = "other words"
_MOST_KINDS: Final = 4
"""Most kinds of words that a column tells apart."""
_MOST: Final = 0.5
_NEARLY_ALL: Final = 0.8
_IN_ORDER: Final = 0.9
_MOST_DIGITS: Final = 3
_FEWEST: Final = 2
"""Fewest words of an array that may be a list, where a file has several."""
_SMALL: Final = 0.02
"""Least share of the words of the largest array that such an array has."""


def tables_of(source: Source, letters: frozenset[str] = frozenset()) -> list[Table]:
    """Return the tables in `source`, whatever stands between their cells; `letters` part none in plain text.

    Raises:
        UsageError: there is nothing in it, or it is too long, or its lists break off or aren't read.
    """
    text, name, ending = source.text.lstrip("\ufeff \t\r\n\f\v"), source.name, source.ending
    lines = text.count("\n")
    if not text or lines > _MOST_ROWS:
        expected = f"at most {_MOST_ROWS:,} lines, found {lines:,}" if text else "words, found an empty file"
        message = f"{name}: expected {expected}"
        raise UsageError(message)
    plain = ending in {".csv", ".tsv", ".tab"}
    forms = (
        ("JSON", text[0] in '[{"' and not plain, json_tables),
        ("YAML", ending in {".yaml", ".yml"}, yaml_tables),
        ("TOML", ending == ".toml", toml_tables),
        ("HTML or XML", _MARKUP.match(text) and not plain, markup_tables),
        ("SQL", not plain, sql_tables),
        ("source code", not plain, code_tables),
    )
    for form, applies, read in forms:
        try:
            named = read(text) if applies else []
        except UnreadError as error:
            message = f"{name}: expected {form} with whole lists, found {error}"
            raise UsageError(message) from error
        found = [Table(key, form, tuple(rows), header) for key, header, rows in named if any(map(any, rows))]
        if found:
            return _joined([_with_header(table) for table in found])
    is_code = _CODE.fullmatch(ending)
    if is_code or _WEB_PAGE.match(text):
        what = f"{'source code' if is_code else 'a web page'} without lists or tables"
        message = (
            f"{name}: expected a list of words, found {what}: copy its words into a text file, one a line"
        )
        raise UsageError(message)
    return text_tables(source.text, letters)


def _with_header(table: Table, wanted: str | None = None) -> Table:
    """Return `table`, whose first row is its header if it looks like one, or has the column `wanted`."""
    first = () if table.header or not table.rows else table.rows[0]
    if wanted is None:
        named = table.width > 1 and is_header(first, table.rows[1:])
    else:
        named = _plain(wanted) in map(_plain, first)
    return replace(table, header=first, rows=table.rows[1:], lines=table.lines[1:]) if named else table


def _plain(name: str) -> str:
    return name.strip(AROUND).lower()


def _joined(tables: Sequence[Table]) -> list[Table]:
    """Return `tables`, made one where they part a list: by first letters, or without names."""
    parts = [table for table in tables if table.width == 1]
    firsts = [{row[0][:1].lower() for row in table.rows if row[0]} for table in parts]
    by_letter = all(len(first) == 1 for first in firsts) and len(set().union(*firsts)) == len(parts)
    unnamed = all(table.name.startswith(UNNAMED) for table in parts)
    if len(parts) < _FEWEST_PARTS or not (by_letter or unnamed):
        return list(tables)
    whole = replace(parts[0], name="", rows=tuple(row for table in parts for row in table.rows))
    return [whole, *(table for table in tables if table.width > 1)]


@dataclass(frozen=True, slots=True)
class FoundList:
    """A list in a source, not yet clean: its `name` there, if it has one, and its cells.

    `form` is that of its table, and `note` says which part of the table it is.
    """

    source: Source
    name: str
    cells: tuple[str, ...]
    table: Table
    note: str

    @property
    def label(self) -> str:
        """What messages call it."""
        return f"{self.name} in {self.source.name}" if self.name else self.source.name

    @property
    def role(self) -> bool | None:
        """Whether its name, or else that of its file, says that it has hidden words, or guesses."""
        of_list = role(self.name)
        return role(self.source.stem) if of_list is None else of_list

    def is_called(self, name: str) -> bool:
        """Tell whether `name` may mean this list."""
        return name in {self.name, self.source.name, Path(self.source.name).name, self.source.stem}


def found_in(
    places: Sequence[str],
    encoding: str | None,
    column: str | None,
    read: list[str],
    letters: frozenset[str] = frozenset(),
    *,
    can_name: bool = True,
) -> list[FoundList]:
    """Return the lists at `places`; adds to `read` what each source was. `letters` part no words.

    `can_name`: see `read_sources`.
    """
    found: list[FoundList] = []
    columns: dict[str, None] = {}
    for source in read_sources(places, encoding, can_name=can_name):
        tables = tables_of(source, letters)
        if column is not None:
            tables = [_with_header(table, column) for table in tables]
        parts = [part for table in tables for part in _parted(table)]
        columns |= dict.fromkeys(name for part in parts for name in part.header)
        picked = [
            FoundList(source, name, cells, part, note)
            for part in parts
            for name, indexes, note in _columns(part, column)
            for cells in [tuple(row[index] for row in part.rows for index in indexes if index < len(row))]
        ]
        kept = _largest(picked)
        found += kept
        read += [f"{source.name}: {_said(kept, len(picked) - len(kept))}"] if kept else []
    if not found:
        known = f"; there are {', '.join(columns)}" if columns else ""
        expected = f"a number or a name of a column, found {abridged(str(column))}{known}"
        message = f"{argument('column')}: expected {expected}"
        raise UsageError(message)
    return found


def _said(kept: Sequence[FoundList], others: int) -> str:
    """Return what people read of a source: its encoding, its form, and what was left out of it."""
    table, comments = kept[0].table, kept[0].table.comments
    names = ", ".join(one.name or "a list without a name" for one in kept)
    notes = [kept[0].source.encoding, table.form + (f": {names}" if any(one.name for one in kept) else "")]
    notes += filter(None, [kept[0].note])
    if comments:
        shown = abridged(comments[0]) + (" ..." if len(comments) > 1 else "")
        notes.append(f"{counted(len(comments), 'comment', 'comments')} left out ({shown})")
    notes += [f"{counted(others, 'other list', 'other lists')} left out"] if others else []
    return ", ".join(notes)


def _parted(table: Table) -> list[Table]:
    """Return two tables if a column of `table` says which of its words are answers, else this one."""
    for index in range(table.width):
        cells = [bare(row[index]).lower() if index < len(row) else "" for row in table.rows]
        kinds = dict.fromkeys(cells)
        header = table.header[index] if index < len(table.header) else ""
        if role(header) and kinds.keys() <= _FLAGS.keys() and {*map(_FLAGS.get, kinds)} == {True, False}:
            names = {kind: header if _FLAGS[kind] else _OTHERS for kind in kinds}
        elif len(kinds) <= min(_MOST_KINDS, len(cells) - 1) and {*map(role, kinds)} >= {True, False}:
            names = {kind: kind or _OTHERS for kind in kinds}
        else:
            continue
        rest = replace(table, header=table.header[:index] + table.header[index + 1 :], lines=())
        parts: dict[str, list[tuple[str, ...]]] = {name: [] for name in names.values()}
        for cell, row in zip(cells, table.rows, strict=True):
            parts[names[cell]].append(row[:index] + row[index + 1 :])
        return [replace(rest, name=name, rows=tuple(rows)) for name, rows in parts.items()]
    return [table]


def _columns(table: Table, wanted: str | None) -> list[tuple[str, tuple[int, ...], str]]:
    """Return the lists in `table`: a name, its columns, and a note on which they are."""
    header = [_plain(name) for name in table.header]
    if wanted is not None:
        said = wanted.strip().lower()
        is_index = said.isascii() and said.isdecimal() and len(said) <= _MOST_DIGITS
        index = header.index(said) if said in header else int(said) - 1 if is_index else -1
        note = f"words in column {index + 1}, as {argument('column')} says"
        return [(table.name, (index,), note)] if 0 <= index < table.width else []
    if table.width <= 1:
        return [(table.name, (0,), f"header {abridged(table.header[0])}" if header else "")]
    shapes = [_shape(table.column(index)) for index in range(table.width)]
    worded = [index for index, shape in enumerate(shapes) if shape.share >= _MOST] or [0]
    if not header and len(table.rows) == 1 and len(worded) > 1:
        # In a line of words what isn't one is said to be left out.
        return [(table.name, tuple(range(table.width)), "all in one line")]
    roles = {index: role(header[index]) for index in worded if index < len(header)}
    if {*roles.values()} >= {True, False}:
        return [(table.header[index], (index,), "") for index, one in roles.items() if one is not None]
    named = [index for index in roles if names_words(header[index])]
    if not named:
        varied = max(shapes[index].varied for index in worded) / 2
        worded = [index for index in worded if shapes[index].varied >= varied]
        alike = len({shapes[index].length for index in worded}) == 1 and not header
        alike = alike and all(shapes[index].prevails >= _NEARLY_ALL for index in worded)
        named = sorted(worded, key=lambda index: -round(shapes[index].prevails, 1))
        flows = not table.separator and shapes[named[0]].prevails < _MOST and not shapes[0].in_order
        if len(worded) > 1 and (alike or len(table.rows) < table.width or flows):
            one = f" ({argument('column')} K takes one of them)" if alike and table.separator else ""
            return [(table.name, tuple(worded), f"words in {len(worded)} columns{one}")]
    name = f" ({one_line(table.header[named[0]])})" if named[0] < len(header) else ""
    return [(table.name, (named[0],), f"words in column {named[0] + 1}{name}")]


class _Shape(NamedTuple):
    """What a column looks like: which share are words, and of these which length prevails, and how much.

    `varied` is the share of different ones.
    """

    share: float = 0
    length: int = 0
    prevails: float = 0
    varied: float = 0
    in_order: bool = False


def _shape(cells: Sequence[str]) -> _Shape:
    texts = [text for cell in cells if (text := bare(cell))]
    words = [text for text in texts if is_word(text)]
    if not words:
        return _Shape()
    [(length, count)] = Counter(map(len, words)).most_common(1)
    rising = sum(earlier.lower() <= later.lower() for earlier, later in pairwise(words))
    in_order = rising >= _IN_ORDER * (len(words) - 1)
    return _Shape(len(words) / len(texts), length, count / len(words), len(set(words)) / len(words), in_order)


def _largest(found: Sequence[FoundList]) -> list[FoundList]:
    """Return those of `found`, all of one file, that are lists of words; others are texts of a program."""
    shapes = [_shape(one.cells) for one in found]
    counts = [round(len(one.cells) * shape.share) for one, shape in zip(found, shapes, strict=True)]
    most = max(range(len(found)), key=lambda index: counts[index] * shapes[index].prevails, default=0)

    def is_list(index: int) -> bool:
        count, shape = counts[index], shapes[index]
        is_alike = min(shape.share, shape.prevails) >= _MOST and shape.length == shapes[most].length
        is_large = count >= max(_FEWEST, _SMALL * counts[most])
        return index == most or (count > 0 and role(found[index].name) is not None) or (is_large and is_alike)

    return [one for index, one in enumerate(found) if is_list(index)]
