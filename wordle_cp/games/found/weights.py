"""Weights of hidden words, from tables as they were found: exact fractions, and whole numbers made of them.

A number counts as it is written: 0.1 is 1/10, 3e-5 is 3/100000. Capitals and the order of columns don't
matter. Words that aren't hidden are left out, and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.errors import LinesError, UsageError, VariantProblem, abridged, argument, counted
from wordle_cp.games.found.imports import Cleaner
from wordle_cp.games.found.lists import found_in, tables_of
from wordle_cp.games.found.sources import read_sources
from wordle_cp.games.found.table import AROUND, bare, is_number
from wordle_cp.games.typed import NO_EQUAL, Equal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.games.found.table import Rows, Table

_MOST_CHARACTERS: Final = 40
_EXPONENT: Final = re.compile(r"[0-9.]+e[+-]?0?[0-9]{1,2}", re.IGNORECASE)
_PLAIN: Final = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")
_FRACTION: Final = re.compile(r"[0-9]+/[0-9]*[1-9][0-9]*")
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:(,[0-9]{3})+|([ '’\u00a0\u202f][0-9]{3})+)(\.[0-9]+)?")  # noqa: RUF001
"""What may be a number with dots between thousands."""
_NAMES: Final = ("weight", "gewicht", "peso", "poids")
_OTHER_NAMES: Final = re.compile(r"freq|count|zipf|häufig|anzahl|occurr")
_RANKS: Final = re.compile(r"rank|rang|nr|no|id|index|#|n°|pos(ition)?")
"""What stands above numbers that aren't weights."""
_NONE: Final = frozenset(("", "-", "--", "–", "nan", "na", "n/a", "null", "none", "?"))  # noqa: RUF001
"""What a cell has where there is no number."""
_MANY: Final = 2
_SHOWN: Final = 3
_THREE: Final = 3
"""Digits between the signs that part thousands."""
_POINTS: Final = "with a point before decimals, and nothing between thousands"
EXPECTED: Final = "a number, 0 or more, such as 3, 0.25 or 1.5e-6"


def number_of(text: str) -> Fraction | None:
    """Return the number that `text` says exactly, 0 or more; None if it says none.

    It is a whole number, a decimal, scientific notation with an exponent of two digits at most, a fraction,
    or a percentage.
    """
    said = text.strip().removeprefix("+")
    if len(said) > _MOST_CHARACTERS:
        return None
    if said.endswith("%"):
        part = number_of(said[:-1])
        return None if part is None else part / 100
    if _THOUSANDS.fullmatch(said):
        said = re.sub(r"[^0-9.]", "", said)
    if _PLAIN.fullmatch(said) or _EXPONENT.fullmatch(said) or _FRACTION.fullmatch(said):
        try:
            return Fraction(said)
        except ValueError:
            return None
    return None


@dataclass(frozen=True, slots=True)
class Weights:
    """What each hidden word weighs, and a `note` on what the table lacked, or had besides."""

    exact: Mapping[str, Fraction]
    note: tuple[str, ...] = ()


def read_weights(
    file: Path, hidden: Sequence[str], missing: Fraction | None = None, equal: Equal = NO_EQUAL
) -> Weights:
    """Return the weights in a table, one for each word of `hidden`; those that it lacks weigh `missing`.

    Weights of words that are one, as letters are `equal`, are added.

    Raises:
        LinesError: a weight of such a word is none, or it has two, or words lack one and `missing` is None.
        UsageError: it is no table, or several columns have numbers, or these aren't written alike.
        FileError: it can't be read.
    """
    words, notes = _Words(hidden, equal), list[str]()
    rows = [row for table in _tables(file) for row in _rows_of(table, str(file), words, notes)]
    others = {row.word for row in rows} - words.known - {""}
    none = {row.word: row for row in reversed(rows) if row.number.lower() in _NONE}
    known = [row for row in rows if row.word in words.known and row.number.lower() not in _NONE]
    met = {row.word for row in known}
    lacking = [str(word) for word in hidden if str(word) not in met]
    left_out = sorted(others, key=lambda word: (len(word) != len(hidden[0]), word))
    shown = ", ".join(map(abridged, left_out[:_SHOWN])) or "''"
    _demand_zeros(str(file), left_out, lacking)
    if rows and words.known.isdisjoint(row.word for row in rows):
        message = f"{file}: expected hidden words and their weights, found other texts, such as {shown}"
        raise UsageError(message)
    found, problems, added = _summed(str(file), known)
    if missing is None:
        problems += _lacking(str(file), lacking, none)
    if problems:
        raise LinesError(sorted(problems, key=lambda problem: problem.line))
    if added:
        twice = counted(len(added), "word has several counts", "words have several counts")
        notes.append(f"{twice}, which are added")
    if left_out:
        more = " ..." if len(left_out) > _SHOWN else ""
        notes.append(f"{counted(len(left_out), 'other word', 'other words')} left out ({shown}{more})")
    if lacking:
        count = counted(len(lacking), "word without a weight counts", "words without a weight count")
        notes.append(f"{count} {missing}")
    exact = {str(word): found.get(str(word), missing or Fraction(0)) for word in hidden}
    if not any(exact.values()):
        message = f"{file}: expected a weight greater than 0, found 0 for each of {len(exact)} words"
        raise UsageError(message)
    return Weights(exact, tuple(dict.fromkeys(notes)))


def _tables(file: Path) -> Iterator[Table]:
    for source in read_sources([str(file)]):
        yield from tables_of(source)


class _Words:
    """The words `known`, and which of them cells mean, as letters are `equal`."""

    def __init__(self, hidden: Sequence[str], equal: Equal) -> None:
        self.known = frozenset(map(str, hidden))
        self.equal = equal

    def meant(self, row: Sequence[str], column: int) -> str:
        """Return the word that a cell says; empty if the row is too short."""
        return self.equal.folded(bare(row[column])) if column < len(row) else ""

    def column(self, table: Table) -> tuple[Table, int]:
        """Return the column that has most of the words, and the table.

        A header is a row if it has one of them, and digits.
        """
        column = max(
            range(table.width),
            key=lambda index: sum(self.meant(row, index) in self.known for row in table.rows),
            default=0,
        )
        if self.meant(table.header, column) not in self.known or not any(
            map(str.isnumeric, "".join(table.header))
        ):
            return table, column
        lines = (table.lines[0] - 1, *table.lines) if table.lines else ()
        return replace(table, header=(), rows=(table.header, *table.rows), lines=lines), column


class _Row(NamedTuple):
    """What a row says of a `word`: the `number` as it is written, with a point before its decimals.

    The numbers of a word are added if each `is_count`, and rows with `others` than these cells differ.
    """

    word: str
    number: str
    others: tuple[str, ...]
    line: int
    is_count: bool

    def problem(self, file: str, kind: str, more: str = "") -> VariantProblem:
        """Return that a number was expected."""
        expected = f"expected {EXPECTED}, as the weight of {self.word!r}, found {abridged(self.number)}{more}"
        return VariantProblem(file, self.line, 1, "", expected, kind)


def _rows_of(table: Table, file: str, words: _Words, notes: list[str]) -> Iterator[_Row]:
    """Yield what each row says but the one with names of columns; adds to `notes` how that was understood.

    Raises:
        UsageError: several columns have numbers, or none has, or these aren't written alike.
    """
    table, shown = words.column(table)
    known = [row for row in table.rows if words.meant(row, shown) in words.known]
    numbers = _numbers(table, shown, known, file, notes)
    places: dict[str, str] = {}
    for row, line in zip(table.rows, table.lines or (0,) * len(table.rows), strict=True):
        word = words.meant(row, shown)
        if word in words.known and numbers < len(row):
            places.setdefault(_bare_number(row[numbers]), f"line {line}" if line else f"of {word!r}")
    point = _point([*places], table.separator)
    if point is None:
        marked = [cell for cell in places if "," in cell or "." in cell]
        both = all(any(mark in cell for cell in marked) for mark in ",.")
        said = marked if both else [cell for cell in places if any(map(str.isdigit, cell))]
        raise _not_alike(file, {cell: places[cell] for cell in said}, _POINTS)
    units = {cell.endswith("%"): cell for cell in reversed(places) if number_of(cell)}
    if len(units) > 1:  # 0 is a percentage, and a number, too
        alike = {cell: places[cell] for cell in places if cell in units.values()}
        raise _not_alike(file, alike, "as percentages, or none")
    unclear = next((cell for cell in places if "," in cell or (point == "," and "." in cell)), "")
    if number_of(_pointed(unclear, point)) is not None:
        notes.append(f"{unclear} is read as {re.sub('[^0-9.%]', '', _pointed(unclear, point))}")
    is_count = words.equal != NO_EQUAL or not (point == "," or re.search("[.eE]", "".join(places)))
    for place, row in enumerate(table.rows):
        word, cell = words.meant(row, shown), row[numbers] if numbers < len(row) else ""
        names = not (place or table.header) and bool(places) and word not in words.known
        if not (names and cell.strip().lower() not in _NONE and not any(map(str.isdigit, cell))):
            line = table.lines[place] if table.lines else 1  # a message names the word, too
            others = (*row[:numbers], *row[numbers + 1 :])
            yield _Row(word, _bare_number(_pointed(cell, point)), others, line, is_count)


def _not_alike(file: str, places: Mapping[str, str], how: str) -> UsageError:
    """Return the error that numbers, each with its place, are written in two ways."""
    forms = {
        (re.sub(r"\d", "", cell), len(re.split(r"[.,]", cell)[-1])): cell for cell in reversed([*places])
    }
    two = [forms[form] for form in sorted(forms, reverse=True)[:2]]
    shown = " and ".join(f"{abridged(cell.strip())} ({places[cell]})" for cell in two)
    return UsageError(f"{file}: expected weights that are all written alike, found {shown}; write all {how}")


def _numbers(table: Table, shown: int, rows: Rows, file: str, notes: list[str]) -> int:
    """Return the column with the weights; UsageError if several could be, or none.

    Words are in the column `shown`, and `rows` have known ones. The name of a column says it, or that it has
    nothing but numbers.
    """
    columns = [index for index in range(table.width) if index != shown]
    header = dict(enumerate(name.strip(AROUND).lower() for name in table.header))
    named = [index for index in columns if header.get(index) in _NAMES]
    named += [index for index in columns if _OTHER_NAMES.search(header.get(index, ""))]
    if named:
        taken, *rest = (abridged(table.header[index]) for index in dict.fromkeys(named))
        notes += [f"weights are those of {taken}, not of {' or '.join(rest)}"] if rest else []
        return named[0]
    others = [index for index in columns if not _RANKS.fullmatch(header.get(index, ""))]
    cells = {index: [row[index] for row in rows if index < len(row)] for index in columns}
    numeric = [index for index in others if sum(map(is_number, cells[index])) * _MANY >= len(rows) > 0]
    if len(numeric) > 1:
        numeric = [index for index in numeric if index > shown or not _is_numbering(cells[index])]
    if len(numeric) > 1:
        shown_columns = " and ".join(
            f"{index + 1}{f' ({abridged(table.header[index])})' if index in header else ''}"
            for index in numeric
        )
        message = (
            f"{file}: expected one column of numbers, found {shown_columns}: "
            f"call the right one weight in the first line"
        )
        raise UsageError(message)
    counts = any(
        len(rows) > _MANY and cells[index] == [str(number) for number in range(1, len(rows) + 1)]
        for index in numeric
        if index < shown
    )
    if counts or (rows and not others):
        what = f"words alone; a list of past answers is for {argument('past_answers')}"
        if columns:
            what = "ranks alone; a likelier word weighs more"
        message = f"{file}: expected a column with words and one with their weights, found {what}"
        raise UsageError(message)
    return [*numeric, *others, table.width][0]


def _summed(file: str, rows: Iterable[_Row]) -> tuple[dict[str, Fraction], list[VariantProblem], set[str]]:
    """Return the weight of each word, what is wrong with these, and the words that have several counts."""
    found: dict[str, Fraction] = {}
    problems: list[VariantProblem] = []
    added: set[str] = set()
    met: dict[tuple[str, ...], str] = {}
    for row in rows:
        is_again = row.others in met
        value, word = number_of(row.number), row.word
        if met.setdefault(row.others, row.number) == row.number and is_again:
            continue
        if value is None:
            problems.append(row.problem(file, "number"))
        elif word not in found:
            found[word] = value
        elif row.is_count and not is_again:  # counts of several kinds, or with capitals and without
            found[word] += value
            added.add(word)
        elif found[word] != value:
            expected = f"expected one weight for a word, and {word!r} comes twice; add them up, or keep one"
            problems.append(VariantProblem(file, row.line, 1, "", expected, "twice"))
    return found, problems, added


def _lacking(file: str, words: Sequence[str], none: Mapping[str, _Row]) -> Iterator[VariantProblem]:
    """Yield what to say of hidden `words` without a weight: of those that the table lacks, and has."""
    absent = [word for word in words if word not in none]
    if absent:
        more = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
        expected = (
            f"expected a weight for each hidden word; {absent[0]!r}{more} lacking: "
            f"{argument('missing_weight')} W lets them weigh W"
        )
        yield VariantProblem(file, 1, 1, "", expected)
    for word in words:
        if word in none:
            yield none[word].problem(file, "no number", f": {argument('missing_weight')} W lets it weigh W")


def _demand_zeros(file: str, others: Sequence[str], lacking: Iterable[str]) -> None:
    """Demand that no text of `others` is a number that a program made of a code that is `lacking`."""
    numbers = {str(int(code)): code for code in lacking if code.isdecimal()}
    for text in others:
        if text in numbers:
            message = (
                f"{file}: expected codes with all their zeros, such as {numbers[text]}, found {text}; "
                f"a program took the code for a number"
            )
            raise UsageError(message)


def _bare_number(cell: str) -> str:
    """Return `cell` without signs around its number."""
    return cell.strip(AROUND.replace(".", "").replace(",", "")).removeprefix("+")


def _pointed(cell: str, point: str | None) -> str:
    """Return `cell` with a point before its decimals, where it has a `point` or a comma there."""
    return cell.replace(".", "").replace(",", ".") if point == "," else cell


def _point(cells: Sequence[str], separator: str) -> str | None:
    """Return what stands before decimals in these `cells`, a comma or a point; None if that isn't clear."""
    said = [cell.rstrip("% ") for cell in cells if len(cell) <= _MOST_CHARACTERS]
    certain = {mark: max((_decimals(mark, cell) for cell in said), default=0) for mark in ",."}
    unclear = {
        mark: any(re.fullmatch(rf"[1-9]\d{{0,2}}[{mark}]\d{{3}}", cell) for cell in said) for mark in ",."
    }
    plain = [int(cell) for cell in said if cell.isdecimal() and int(cell)]
    if certain[","]:
        return None if certain["."] or (unclear[","] and certain[","] < _THREE) else ","
    if certain["."] or not (plain and any(unclear.values())):
        return "," if separator == ";" and unclear[","] and not certain["."] else "."
    return None if separator == ";" or (unclear[","] and max(plain) >= 10**_THREE) else "."


def _decimals(mark: str, cell: str) -> int:
    """Return how many decimals follow `mark` in a cell, if it can't stand between thousands; else 0."""
    other = "." if mark == "," else ","
    if re.fullmatch(rf"\d{{1,3}}(?:[{other}]\d{{3}}){{2,}}", cell):
        return _THREE
    found = re.fullmatch(rf"(\d*|\d{{1,3}}(?:[{other}\s'’]\d{{3}})+)[{mark}](\d+)(e.*)?", cell, re.IGNORECASE)  # noqa: RUF001
    if found is None or (
        re.fullmatch(r"[1-9]\d{0,2}", found[1]) and len(found[2]) == _THREE and not found[3]
    ):
        return 0
    return len(found[2])


def _is_numbering(cells: Sequence[str]) -> bool:
    """Tell whether `cells` number their rows: whole numbers, each greater than the one before."""
    return all(map(str.isdecimal, cells)) and all(
        int(earlier) < int(later) for earlier, later in pairwise(cells)
    )


def used_before(file: Path, hidden: Sequence[str], equal: Equal = NO_EQUAL) -> tuple[frozenset[str], int]:
    """Return which words of `hidden` are in the list `file`, as it was found, and how many others are there.

    Raises:
        UsageError: there are no words. FileError: it can't be read.
    """
    words = _Words(hidden, equal)
    known = words.known
    met: set[str] = set()
    if all(map(str.isalpha, known)):
        found = found_in([str(file)], None, None, [], can_name=False)
        cells = [cell for one in found for cell in one.cells]
        met = {lower for _, lower, letters in Cleaner(None, cells, equal).words(cells) if letters}
    else:  # codes and equations look like other columns: the one that has most of them counts
        for whole_table in _tables(file):
            table, column = words.column(whole_table)
            met |= {words.meant(row, column) for row in table.rows if column < len(row)}
    used = known & met
    _demand_zeros(str(file), sorted(met - used), known - used)
    if not used:
        message = f"{file}: expected past answers, found none of the {len(hidden)} hidden words"
        raise UsageError(message)
    return used, len(met - used)


def whole(exact: Mapping[str, Fraction], most: int) -> tuple[dict[str, int], Fraction]:
    """Return whole numbers in the same proportions, and the factor; above `most` they are divided."""
    factor = Fraction(lcm(*(value.denominator for value in exact.values())))
    numbers = {word: int(value * factor) for word, value in exact.items()}
    common = gcd(*numbers.values())
    if common > 1 and (factor > 1 or sum(numbers.values()) > most):
        numbers = {word: number // common for word, number in numbers.items()}
        factor /= common
    return numbers, factor


def rounded(exact: Mapping[str, Fraction], digits: int) -> dict[str, int]:
    """Return whole numbers in nearly the same proportions: the greatest has 1 and so many zeros."""
    greatest = max(exact.values(), default=Fraction(0)) or Fraction(1)
    return {word: round(value / greatest * 10**digits) for word, value in exact.items()}


def digits_within(exact: Mapping[str, Fraction], most: int) -> int:
    """Return how many digits `rounded` can keep so that the sum of all is `most` or less; 0 for none."""
    fitting = (digits for digits in range(15, 0, -1) if sum(rounded(exact, digits).values()) <= most)
    return next(fitting, 0)
