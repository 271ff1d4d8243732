"""Lists of words in what people hold: which arrays, files and columns they are. Nothing is cleaned here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, abridged, counted, one_line
from wordle_cp.games.found.encodings import decode
from wordle_cp.games.found.sources import read_sources
from wordle_cp.games.found.table import AROUND, WORD_HEADERS, bare, cells_in_order, is_word, role
from wordle_cp.games.found.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.found.sources import Source
    from wordle_cp.games.found.table import Table

    _Columns = tuple[str, tuple[int, ...], str]

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


@dataclass(frozen=True, slots=True)
class FoundList:
    """A list in a source, not yet clean: its `name` there, if it has one, and its cells."""

    source: Source
    name: str
    cells: tuple[str, ...]

    @property
    def label(self) -> str:
        """What messages call it."""
        return f"{self.name} in {self.source.name}" if self.name else self.source.name

    def is_called(self, name: str) -> bool:
        """Tell whether `name` may mean this list."""
        return name in {self.name, self.source.name, Path(self.source.name).name, self.source.stem}


def found_in(
    places: Sequence[str],
    encoding: str | None,
    column: str | None,
    read: list[str],
    letters: frozenset[str] = frozenset(),
) -> list[FoundList]:
    """Return the lists at `places`; adds to `read` what each source was. `letters` part no words."""
    found: list[FoundList] = []
    columns: list[str] = []
    for source in read_sources(places):
        decoded = decode(source.data, source.name, encoding)
        tables = [
            part
            for table in tables_of(decoded.text, source.name, source.ending, letters)
            for part in _parted(_with_header(table, column))
        ]
        picked = [
            (table, name, FoundList(source, name, tuple(cells_in_order(table, indexes))), note)
            for table in tables
            for name, indexes, note in _columns(table, column)
        ]
        kept = _largest([one for _, _, one, _ in picked])
        columns += [name for table in tables for name in table.header]
        found += kept
        if not kept:
            continue
        notes = [decoded.encoding]
        if decoded.guessed:
            odd = (text for one in kept for cell in one.cells if not (text := bare(cell)).isascii())
            shown = ", ".join(islice(odd, 3))
            notes[0] += ", as its letters look" + (f" ({shown} ...)" if shown else "")
        first = next((table, note) for table, _, one, note in picked if one is kept[0])
        notes.append(first[0].form)
        if any(one.name for one in kept):
            notes[-1] += ": " + ", ".join(one.name or "a list without a name" for one in kept)
        if first[1]:
            notes.append(first[1])
        comments = first[0].comments
        if comments:
            more = " ..." if len(comments) > 1 else ""
            number = counted(len(comments), "comment", "comments")
            notes.append(f"{number} left out ({abridged(comments[0])}{more})")
        if len(picked) > len(kept):
            notes.append(f"{counted(len(picked) - len(kept), 'other list', 'other lists')} left out")
        read.append(f"{source.name}: {', '.join(notes)}")
    if not found:
        known = f"; there are {', '.join(dict.fromkeys(columns))}" if columns else ""
        message = f"--column: expected a number or a name of a column, found {abridged(str(column))}{known}"
        raise UsageError(message)
    return found


def _parted(table: Table) -> list[Table]:
    """Return two tables if a column of `table` says which of its words are answers, else this one."""
    for index in range(table.width):
        cells = [bare(row[index]).lower() if index < len(row) else "" for row in table.rows]
        kinds = dict.fromkeys(cells)
        header = table.header[index] if index < len(table.header) else ""
        if role(header) and kinds.keys() <= _FLAGS.keys() and {*map(_FLAGS.get, kinds)} == {True, False}:
            names = {kind: header if _FLAGS[kind] else _OTHERS for kind in kinds}
        elif (
            len(kinds) <= _MOST_KINDS
            and {role(kind) for kind in kinds} >= {True, False}
            and len(kinds) < len(cells)
        ):
            names = {kind: kind or _OTHERS for kind in kinds}
        else:
            continue
        return [
            replace(
                table,
                name=name,
                header=table.header[:index] + table.header[index + 1 :],
                rows=tuple(
                    row[:index] + row[index + 1 :]
                    for cell, row in zip(cells, table.rows, strict=True)
                    if names[cell] == name
                ),
                lines=(),
            )
            for name in dict.fromkeys(names.values())
        ]
    return [table]


def _columns(table: Table, wanted: str | None) -> list[_Columns]:
    """Return the lists in `table`: a name, its columns, and a note on which they are."""
    header = [name.strip(AROUND).lower() for name in table.header]
    if wanted is not None:
        index = _column_named(wanted.strip().lower(), header)
        found = 0 <= index < table.width
        return [(table.name, (index,), f"words in column {index + 1}, as --column says")] if found else []
    if table.width <= 1:
        return [(table.name, (0,), f"header {abridged(table.header[0])}" if table.header else "")]
    shapes = [_Shape.of(table.column(index)) for index in range(table.width)]
    worded = [index for index, shape in enumerate(shapes) if shape.share >= _MOST] or [0]
    if not table.header and len(table.rows) == 1 and len(worded) > 1:
        # In a line of words what isn't one is said to be left out.
        return [(table.name, tuple(range(table.width)), "all in one line")]
    roles = {index: role(header[index]) for index in worded if index < len(header)}
    if {*roles.values()} >= {True, False}:
        return [(table.header[index], (index,), "") for index, one in roles.items() if one is not None]
    named = [index for index in roles if header[index] in WORD_HEADERS]
    return [_one_column(table, named[0]) if named else _by_shape(table, worded, shapes)]


def _with_header(table: Table, wanted: str | None) -> Table:
    """Return `table`, whose first row is its header if the column that is `wanted` has its name there."""
    first = () if table.header or not table.rows else table.rows[0]
    if wanted is None or wanted.strip().lower() not in (cell.strip(AROUND).lower() for cell in first):
        return table
    return replace(table, header=first, rows=table.rows[1:], lines=table.lines[1:])


def _column_named(wanted: str, header: Sequence[str]) -> int:
    """Return the index of the column of that number or name; -1 if there is none."""
    if wanted in header:
        return header.index(wanted)
    is_index = wanted.isascii() and wanted.isdecimal() and len(wanted) <= _MOST_DIGITS
    return int(wanted) - 1 if is_index else -1


def _by_shape(table: Table, worded: Sequence[int], shapes: Sequence[_Shape]) -> _Columns:
    """Return the one of the columns `worded` that looks most like a list of words of a game, or all."""
    varied = max(shapes[index].varied for index in worded) / 2
    worded = [index for index in worded if shapes[index].varied >= varied]
    lengths = {shapes[index].length for index in worded}
    alike = (
        not table.header
        and len(lengths) == 1
        and all(shapes[index].prevails >= _NEARLY_ALL for index in worded)
    )
    best = max(worded, key=lambda index: (round(shapes[index].prevails, 1), -index))
    flows = not table.separator and shapes[best].prevails < _MOST and not shapes[0].in_order
    if len(worded) > 1 and (alike or len(table.rows) < table.width or flows):
        one = " (--column K takes one of them)" if alike and table.separator else ""
        return table.name, tuple(worded), f"words in {len(worded)} columns{one}"
    return _one_column(table, best)


def _one_column(table: Table, index: int) -> _Columns:
    name = f" ({one_line(table.header[index])})" if index < len(table.header) else ""
    return table.name, (index,), f"words in column {index + 1}{name}"


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a column looks like: which share are words, and of these which length prevails, and how much.

    `varied` is the share of different ones.
    """

    share: float
    length: int
    prevails: float
    varied: float
    in_order: bool

    @classmethod
    def of(cls, cells: Sequence[str]) -> _Shape:
        texts = [text for cell in cells if (text := bare(cell))]
        words = [text for text in texts if is_word(text)]
        if not words:
            return cls(0.0, 0, 0.0, 0.0, in_order=False)
        [(length, count)] = Counter(map(len, words)).most_common(1)
        rising = sum(earlier.lower() <= later.lower() for earlier, later in pairwise(words))
        in_order = rising >= _IN_ORDER * (len(words) - 1)
        varied = len(set(words)) / len(words)
        return cls(len(words) / len(texts), length, count / len(words), varied, in_order)


def _largest(found: Sequence[FoundList]) -> list[FoundList]:
    """Return those of `found`, all of one file, that are lists of words; others are texts of a program."""
    if len(found) <= 1:
        return list(found)
    shapes = [_Shape.of(one.cells) for one in found]
    counts = [round(len(one.cells) * shape.share) for one, shape in zip(found, shapes, strict=True)]
    most = max(range(len(found)), key=lambda index: counts[index] * shapes[index].prevails)
    return [
        one
        for one, shape, count in zip(found, shapes, counts, strict=True)
        if one is found[most]
        or (
            count >= max(_FEWEST, _SMALL * counts[most])
            and min(shape.share, shape.prevails) >= _MOST
            and shape.length == shapes[most].length
        )
        or (count and role(one.name) is not None)
    ]
