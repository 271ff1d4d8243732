"""A plain text as tables: a line is a row, whose cells have signs between them.

Comments are left out: what follows a # or // , and lines that begin with ; % or -- . Where most lines have
the same signs between their parts (tabs, semicolons, commas, bars), these part the cells, else blanks do,
unless few lines have any; where no words come of it, other signs do. Where signs of two kinds stand in one
line, and nearly all that they part has one length, all of them part words. Headings that name answers and
guesses part lists.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.games.found.table import WORD_HEADERS, Table, bare, is_header, is_number, is_word, role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    _Lines = Sequence[tuple[int, str]]

_SEPARATORS: Final = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}
_RARE_SEPARATORS: Final = {
    ":": "colons",
    "=": "equals signs",
    "/": "slashes",
    "~": "tildes",
    "+": "plus signs",
}
"""Signs that part cells only if words come of it, and of nothing else."""
_OTHER_SCRIPTS: Final = str.maketrans("、，；｜،؛", ",,;|,;")  # noqa: RUF001  commas of other scripts
_MOST_LINES: Final = 0.8
"""Share of lines that have a sign which parts their cells."""
_SOME_LINES: Final = 0.5
"""Share of lines with several parts with blanks between them, if blanks part cells."""
_FEW_LINES: Final = 3
_ALIKE: Final = 0.9
"""Share of texts of one length where any sign parts words."""
_SOME_WORDS: Final = 0.1
"""Least share of the cells of some column that are words, where a sign parts cells."""
_FLAGGED: Final = 0.2
"""Least share of words with flags in a list of such words."""
_FIRST_LINES: Final = 10
"""Lines among which the one is that names the columns."""
_BETWEEN: Final = re.compile(r"[\s,;|]+")
_NOT_BETWEEN: Final = re.compile(r"[\d\"'#/%=:<>(){}\[\]]")
"""What no line has where any sign parts words."""
_COMMENTS: Final = ("#", ";", "//", "--", "%")
"""What a line begins with that says nothing."""
_HUNSPELL: Final = re.compile(r"\d+\s*\n[^\W\d]\S*(\s|$)")
_FLAGS: Final = re.compile(
    r"(?=[^/_]*[^\W\d_A-Z])([\w'.-]+?)"
    r"(?:/(?=[a-z]*[A-Z0-9])[\w,~]+|_[A-Z.]+|\.(?:gif|html?|jpe?g|json|mp3|ogg|png|svg|txt|wav|webp))"
)
"""A word with the flags of a dictionary, with its part of speech, or as the name of a file."""
_NUMBERED: Final = re.compile(r"(?:#\s?\d+[.:)]?\s*|\(?\d+[.)]\s*(?=[^\W\d]))")
_LINK: Final = re.compile(
    r"\[\[([^\[\]|\n]++)(?:\|[^\[\]\n]*+)?\]\]|\[([^\[\]\n]++)\]\((?:\w+:/|\.?/|#)[^)\s]*\)"
)
_CELL: Final = re.compile(r'(?m)(?:^|(?<=[,;\t|]))[ ]*"(?:[^"]|""){0,2000}+"[ ]*(?=[,;\t|]|\r?$)')
"""A cell in quotes, between signs that part cells."""
_BREAK: Final = "\x1f"
_HEADING: Final = re.compile(
    r"(?:[#;%*=]+|//+|--+)\s*(?P<a>[\w ,()&'/-]{2,60}?)\s*[:#*=]*|"
    r"\[(?P<b>[\w -]{2,40})\]:?|(?P<c>[\w -]{2,40}):"
)

_LABEL: Final = re.compile(r"(?P<name>[\w -]{2,40}:)\s+(?P<words>\S+(?:[\s,;|]+\S+)+)")
"""Words behind a label, in one line."""


def text_tables(text: str, letters: frozenset[str]) -> list[Table]:
    """Return the tables in a plain text, in which the characters `letters` part nothing."""
    if "\\n" in text and "\\" not in letters:  # line ends that a program wrote as two signs
        text = text.replace("\\r", "").replace("\\n", "\n")
    shown = text.translate({sign: to for sign, to in _OTHER_SCRIPTS.items() if chr(sign) not in letters})
    shown = _LINK.sub(lambda link: link[1] or link[2], shown)
    raw = [(number, line) for number, full in _lines(shown) if (line := _unblanked(full))]
    if sum(line.startswith("#") and _NUMBERED.match(line) is not None for _, line in raw) * 2 >= len(raw):
        raw = [(number, line.removeprefix("#")) for number, line in raw]
    hunspell = _HUNSPELL.match(shown.lstrip("\ufeff")) is not None
    return [
        replace(_Plain(tuple(lines), hunspell, letters).table(), name=name)
        for name, lines in _sections(_labelled(raw))
    ]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of `text` with their numbers; line breaks within a cell in quotes are blanks."""
    number = 1
    for line in _CELL.sub(lambda cell: re.sub(r"\r?\n", _BREAK, cell[0]), text).splitlines():
        yield number, line.replace(_BREAK, " ")
        number += 1 + line.count(_BREAK)


def _labelled(lines: _Lines) -> _Lines:
    """Return `lines`; where words stand behind labels of answers and of guesses, these are headings."""
    labels = {
        number: label
        for number, line in lines
        if (label := _LABEL.fullmatch(line)) is not None and role(label["name"]) is not None
    }
    if {role(label["name"]) for label in labels.values()} != {True, False}:
        return lines
    parts = ((number, labels[number].groups() if number in labels else (line,)) for number, line in lines)
    return [(number, part) for number, line in parts for part in line]


def _sections(lines: _Lines) -> list[tuple[str, _Lines]]:
    """Return the parts of `lines` below headings of answers and of guesses; all lines if there are none."""
    headings = [
        (place, name)
        for place, (_, line) in enumerate(lines)
        if (match := _HEADING.fullmatch(line)) is not None
        and role(name := match["a"] or match["b"] or match["c"]) is not None
    ]
    if {role(name) for _, name in headings} != {True, False}:
        return [("", lines)]
    ends = [place for place, _ in headings[1:]] + [len(lines)]
    parts = [("", lines[: headings[0][0]])]
    parts += [(name, lines[place + 1 : end]) for (place, name), end in zip(headings, ends, strict=True)]
    return [(name, part) for name, part in parts if part]


@dataclass(frozen=True, slots=True)
class _Plain:
    """Lines that aren't empty, with their numbers."""

    lines: tuple[tuple[int, str], ...]
    hunspell: bool
    letters: frozenset[str]

    def table(self) -> Table:
        """Return their table."""
        return (
            _mixed(self.lines)
            or next((table for table in self._tables() if _has_words(table)), None)
            or next(self._tables())
        )

    def _tables(self) -> Iterator[Table]:
        """Yield the table for each sign that may part cells, the likeliest first."""
        said = [(number, line) for number, line in self.lines if not line.startswith(_COMMENTS)]
        for separator in _separators([line for _, line in said], self.letters):
            cut: Callable[[str], str] = _without_comment if separator == ";" else _without_any_comment
            kept = [(number, line) for number, full in said if (line := cut(full))]
            yield self._table(separator, kept)

    def _table(self, separator: str, kept: _Lines) -> Table:
        split = _splitter(separator, [line for _, line in kept])
        rows = [(number, _trimmed(tuple(cell.strip() for cell in split(line)))) for number, line in kept]
        if self.hunspell:
            rows = [(number, (row[0].partition("/")[0], *row[1:])) for number, row in rows[1:]]
        rows, flagged = (rows, False) if self.hunspell else _without_flags(rows)
        rows, is_spelled = _spelled([_unnumbered(row) for row in rows])
        start = _start([row for _, row in rows])
        header = (
            rows[start][1]
            if start < len(rows) and is_header(rows[start][1], [row for _, row in rows[start + 1 :]])
            else ()
        )
        body = rows[start + 1 :] if header else rows[start:]
        cells = tuple(row for _, row in body)
        form = "a Hunspell dictionary" if self.hunspell else _form(separator, cells)
        form += (
            ", without what follows /, _ or ."
            if flagged
            else ", letters joined to words"
            if is_spelled
            else ""
        )
        left = dict(kept[start:] if start else kept)
        comments = tuple(line.removeprefix(left.get(number, "")).strip() for number, line in self.lines)
        lines = tuple(number for number, _ in body)
        return Table("", form, cells, header, lines, separator, tuple(filter(None, comments)))


def _has_words(table: Table) -> bool:
    """Tell whether some column of `table` has words."""
    for index in range(table.width):
        cells = [said for cell in table.column(index) if (said := bare(cell))]
        if cells and sum(map(is_word, cells)) >= _SOME_WORDS * len(cells):
            return True
    return False


def _without_flags(
    rows: list[tuple[int, tuple[str, ...]]],
) -> tuple[list[tuple[int, tuple[str, ...]]], bool]:
    """Return `rows` without the flags of their words, if there are any, and whether there are."""
    cells = [cell for _, row in rows for cell in row]
    if sum(_FLAGS.fullmatch(cell) is not None for cell in cells) < max(1, _FLAGGED * len(cells)):
        return rows, False
    return [
        (number, tuple(match[1] if (match := _FLAGS.fullmatch(cell)) else cell for cell in row))
        for number, row in rows
    ], True


def _unnumbered(row: tuple[int, tuple[str, ...]]) -> tuple[int, tuple[str, ...]]:
    """Return a row without the number that is joined to its first cell, as in 1.cigar."""
    number, cells = row
    match = _NUMBERED.match(cells[0]) if cells and not cells[0].startswith("#") else None
    return row if match is None else (number, (cells[0][match.end() :], *cells[1:]))


def _spelled(
    rows: list[tuple[int, tuple[str, ...]]],
) -> tuple[list[tuple[int, tuple[str, ...]]], bool]:
    """Return `rows`, whose cells are joined if each is one letter of a word, and whether that is so."""
    widths = {len(row) for _, row in rows}
    if (
        len(widths) == 1
        and min(widths) >= _FEW_LINES
        and all(len(cell) == 1 and is_word(cell) for _, row in rows for cell in row)
    ):
        return [(number, ("".join(row),)) for number, row in rows], True
    return rows, False


def _start(rows: Sequence[tuple[str, ...]]) -> int:
    """Return the first row that counts: that with the names of the columns, if a title comes before."""
    width = Counter(map(len, rows)).most_common(1)[0][0] if rows else 0
    for place, row in enumerate(rows[:_FIRST_LINES]):
        if len(row) == width > 1 and {bare(cell).lower() for cell in row} & WORD_HEADERS:
            return place if _has_first_numbers_below(rows, place) else 0
    return 1 if rows and re.fullmatch(r"sep=.?", "".join(rows[0]), re.IGNORECASE) else 0


def _has_first_numbers_below(rows: Sequence[tuple[str, ...]], place: int) -> bool:
    """Tell whether some column has a number in the row below `place`, and none in it and above."""
    below = rows[place + 1] if place + 1 < len(rows) else ()
    return any(
        is_number(cell) and not any(is_number(row[index]) for row in rows[: place + 1] if index < len(row))
        for index, cell in enumerate(below)
    )


def _mixed(lines: _Lines) -> Table | None:
    """Return the words of `lines` that have signs of several kinds between them; None if there are none."""
    if any(_NOT_BETWEEN.search(line) for _, line in lines):
        return None
    kinds = [sum(sign in line for sign in _SEPARATORS) + _has_blank_inside(line) for _, line in lines]
    if max(kinds, default=0) < 2:  # noqa: PLR2004
        return None
    rows = tuple(tuple(filter(None, _BETWEEN.split(line))) for _, line in lines)
    lengths = Counter(len(word) for row in rows for word in row)
    if max(lengths.values(), default=0) < _ALIKE * lengths.total() or max(lengths, default=1) == 1:
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
    between = {**_SEPARATORS, **_RARE_SEPARATORS}.get(separator, "blanks")
    if len(rows) < width:
        return f"words with {between} between them"
    return f"{width} columns with {between} between them"


def _unblanked(line: str) -> str:
    return line.replace("\ufeff", "").replace("\N{NO-BREAK SPACE}", " ").strip()


def _without_comment(line: str) -> str:
    """Return `line` without what follows # or //, and without a comment in /* and */."""
    if line.startswith("/*") and line.endswith("*/"):
        return ""
    return _said(line, r"(?<!\s)\s*+(?:#|(?<!:)//)")


def _without_any_comment(line: str) -> str:
    """Return `line` without what follows #, // or a semicolon."""
    return _said(_without_comment(line), ";").strip()


def _said(line: str, comment: str) -> str:
    """Return `line` up to where a `comment` begins, which it doesn't within a cell in quotes."""
    cells = _CELL.finditer(line)
    cell = next(cells, None)
    for found in re.finditer(comment, line):
        while cell is not None and cell.end() < found.end():
            cell = next(cells, None)
        if cell is None or found.end() <= cell.start():
            return line[: found.start()]
    return line


def _separators(lines: Sequence[str], letters: frozenset[str]) -> Iterator[str]:
    """Yield the signs that part the cells of most `lines`; empty where blanks do, or nothing."""
    for separator in (*_SEPARATORS, "", *_RARE_SEPARATORS):
        having = sum(separator in line for line in lines)
        if (not having or having < _MOST_LINES * len(lines) or separator in letters) and separator:
            continue
        if separator == ";" and sum(map(_ends_in_words, lines)) * 2 > len(lines):
            continue  # what follows are sentences: comments
        yield separator


def _ends_in_words(line: str) -> bool:
    """Tell whether several words follow a semicolon."""
    rest = line.partition(";")[2].strip()
    return " " in rest and any(map(str.isalpha, rest))


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
