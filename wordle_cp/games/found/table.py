"""Rows of cells, which each text is read as; what a cell says, which list a name means; plain texts as rows.

In a plain text a line is a row, whose cells have signs between them.
Comments are left out: what follows a # or // , and lines that begin with ; % or -- . Where most lines have
the same sign (tabs, semicolons, commas, bars), it parts the cells, else blanks do if many lines have several
parts; where no words come of it, other signs do. Where signs of two kinds stand in one line, and nearly all
that they part has one length, all of them part words. Headings that name answers and guesses part lists.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Lines = Sequence[tuple[int, str]]
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


_SEPARATORS: Final = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars", "": "blanks"}
_RARE_SEPARATORS: Final = {":": "colons", "=": "equals signs", "/": "slashes"}
"""Signs that part cells only if words come of it, and of nothing else."""
_OTHER_SCRIPTS: Final = dict(zip("、，；｜،؛", ",,;|,;", strict=True))  # noqa: RUF001  commas of other scripts
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
_BETWEEN: Final = re.compile(r"[\s,;|]+")
_NOT_BETWEEN: Final = re.compile(r"[\d\"'#/%=:<>(){}\[\]]")
"""What no line has where any sign parts words."""
_COMMENTS: Final = ("#", ";", "//", "--", "%")
"""What a line begins with that says nothing."""
_FLAGS: Final = re.compile(r"\A(?=[^/_]*[^\W\d_A-Z])([\w'.-]+?)(?:/(?=[a-z]*[A-Z0-9])[\w,~]+|_[A-Z.]+)\Z")
"""A word with the flags of a dictionary, or with its part of speech."""
_NUMBERED: Final = re.compile(r"\A\(?\d+[.)]\s*(?=[^\W\d])")
"""A number that is joined to the first cell, as in 1.cigar."""
_CELL: Final = r'(?:^|(?<=[,;\t|]))[ ]*"(?:[^"]|""){0,2000}+"[ ]*(?=[,;\t|]|\r?$)'
"""A cell in quotes, between signs that part cells."""
_BREAK: Final = "\x1f"
_HEADING: Final = re.compile(
    r"(?:[#;%*=]+|//+|--+)\s*(?P<a>[\w ,()&'/-]{2,60}?)\s*[:#*=]*|\[(?P<b>[\w -]{2,40})\]:?|"
    r"(?P<c>[\w -]{2,40}):(?:\s+(?P<rest>\S+(?:[\s,;|]+\S+)+))?"
)
"""What stands above words, or before them in their line."""


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


def text_tables(text: str, letters: frozenset[str]) -> list[Table]:
    """Return the tables in a plain text, in which the characters `letters` part nothing."""
    signs = {ord(sign): usual for sign, usual in _OTHER_SCRIPTS.items() if sign not in letters}
    text = re.sub(r"(?i)\Asep=.?$|^#(?=\d)", "", text.translate(signs), flags=re.MULTILINE)
    lines = [
        (number, said)
        for number, line in _lines(text)
        if (said := line.replace("\ufeff", "").replace("\N{NO-BREAK SPACE}", " ").strip())
    ]
    return [replace(_table(part, letters), name=name) for name, part in _sections(lines)]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of `text` with their numbers; line breaks within a cell in quotes are blanks."""
    number = 1
    for line in re.sub(f"(?m){_CELL}", lambda cell: re.sub(r"\r?\n", _BREAK, cell[0]), text).splitlines():
        yield number, line.replace(_BREAK, " ")
        number += 1 + line.count(_BREAK)


def _sections(lines: Lines) -> list[tuple[str, Lines]]:
    """Return the parts of `lines` below headings of answers and of guesses; all lines if there are none."""
    parts: list[tuple[str, list[tuple[int, str]]]] = [("", [])]
    for number, line in lines:
        heading = _HEADING.fullmatch(line)
        name = heading and (heading["a"] or heading["b"] or heading["c"])
        if heading is None or not name or role(name) is None:
            parts[-1][1].append((number, line))
        else:
            parts.append((name, [(number, heading["rest"])] if heading["rest"] else []))
    if {role(name) for name, _ in parts[1:]} != {True, False}:
        return [("", lines)]
    return [(name, part) for name, part in parts if part]


def _table(lines: Lines, letters: frozenset[str]) -> Table:
    """Return the table of `lines`, with the likeliest sign between its cells of which words come."""
    mixed = _mixed(lines)
    if mixed is not None:
        return mixed
    said = [line for _, line in lines if not line.startswith(_COMMENTS)]
    tables = [_split(lines, separator) for separator in _separators(said, letters)]
    return next(filter(_has_words, tables), tables[0])


def _split(lines: Lines, separator: str) -> Table:
    """Return the table of `lines` with `separator` between its cells."""
    kept = {number: text for number, line in lines if (text := _without_comment(line, separator))}
    comments = (line.removeprefix(kept.get(number, "")).strip() for number, line in lines)
    rows = [(_NUMBERED.sub("", row[0]), *row[1:]) for row in _rows(list(kept.values()), separator)]
    bare_words = [tuple(_FLAGS.sub(r"\1", cell) for cell in row) for row in rows]
    cells = [*zip(chain.from_iterable(rows), chain.from_iterable(bare_words), strict=True)]
    flagged = sum(cell != word for cell, word in cells) > _FLAGGED * len(cells)
    rows = bare_words if flagged else rows
    header = rows.pop(0) if rows and is_header(rows[0], rows[1:]) else ()
    width = max(map(len, rows), default=0)
    form = "one word a line"
    if width > 1:
        between = f"{({**_SEPARATORS, **_RARE_SEPARATORS})[separator]} between them"
        form = f"words with {between}" if len(rows) < width else f"{width} columns with {between}"
    form += ", without what follows / or _" if flagged else ""
    numbers = tuple(kept)[-len(rows) :]
    return Table("", form, tuple(rows), header, numbers, separator, tuple(filter(None, comments)))


def _rows(lines: Sequence[str], separator: str) -> list[tuple[str, ...]]:
    """Return the cells of each line, without empty ones at its end."""
    several = sum(len(line.split()) > 1 for line in lines)
    by_blanks = several >= _SOME_LINES * len(lines) or (several and len(lines) <= _FEW_LINES)
    rows = []
    for line in lines:
        cells = line.split() if by_blanks and not separator else [line]
        if separator:
            try:
                cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
            except csv.Error:
                cells = line.split(separator)
        while len(cells) > 1 and not cells[-1].strip():
            cells.pop()
        rows.append(tuple(cell.strip() for cell in cells))
    return rows


def _mixed(lines: Lines) -> Table | None:
    """Return the words of `lines` that have signs of several kinds between them; None if there are none."""
    kinds = max(
        (len({*re.findall(r"[\t,;|]|(?<=[^\s,;|]) +(?=[^\s,;|])", line)}) for _, line in lines), default=0
    )
    if kinds <= 1 or any(_NOT_BETWEEN.search(line) for _, line in lines):
        return None
    words = [(number, word) for number, line in lines for word in _BETWEEN.split(line) if word]
    lengths = Counter(len(word) for _, word in words)
    if max(lengths.values(), default=0) < _ALIKE * len(words) or max(lengths, default=1) == 1:
        return None
    form = "words with blanks and signs between them"
    return Table("", form, tuple((word,) for _, word in words), lines=tuple(number for number, _ in words))


def _has_words(table: Table) -> bool:
    """Tell whether some column of `table` has words."""
    columns = ([said for cell in table.column(index) if (said := bare(cell))] for index in range(table.width))
    return any(cells and sum(map(is_word, cells)) >= _SOME_WORDS * len(cells) for cells in columns)


def _without_comment(line: str, separator: str) -> str:
    """Return `line` without what follows # or //, and without a comment in /* and */.

    What follows a semicolon is one, too, unless these part cells.
    """
    if line.startswith(_COMMENTS) or (line.startswith("/*") and line.endswith("*/")):
        return ""
    signs = "#|(?<!:)//" if separator == ";" else "#|;|(?<!:)//"
    return re.sub(rf"({_CELL})|(?<!\s)\s*+(?:{signs}).*", lambda found: found[1] or "", line)


def _separators(lines: Sequence[str], letters: frozenset[str]) -> Iterator[str]:
    """Yield the signs that part the cells of most `lines`; empty where blanks do, or nothing."""
    for separator in (*_SEPARATORS, *_RARE_SEPARATORS):
        having = sum(separator in line for line in lines) if separator not in letters else 0
        if separator == ";":  # several words behind it are a comment
            rests = [rest for line in lines if " " in (rest := line.partition(";")[2].strip())]
            having = 0 if 2 * sum(any(map(str.isalpha, rest)) for rest in rests) > len(lines) else having
        if not separator or having >= max(1, _MOST_LINES * len(lines)):
            yield separator
