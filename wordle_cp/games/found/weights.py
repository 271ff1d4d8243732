"""Weights of hidden words, from tables as they were found: exact fractions, and whole numbers made of them.

A number counts as it is written: 0.1 is 1/10, 3e-5 is 3/100000. Capitals and the order of columns don't
matter. Words that aren't hidden are left out, and counted.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.errors import LinesError, UsageError, VariantProblem, abridged, argument, counted
from wordle_cp.games.found.imports import found_in
from wordle_cp.games.found.sources import read_sources
from wordle_cp.games.found.tables import AROUND, bare, is_number, plain, tables_of
from wordle_cp.games.typed import NO_EQUAL, Equal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.games.found.tables import Table

_MOST_CHARACTERS: Final = 40
_NUMBER: Final = re.compile(
    r"[0-9]+(\.[0-9]*)?|\.[0-9]+|[0-9.]+e[+-]?0?[0-9]{1,2}|[0-9]+/[0-9]*[1-9][0-9]*", re.IGNORECASE
)
_NAMES: Final = re.compile(r"weight|gewicht|peso|poids")
_OTHER_NAMES: Final = re.compile(r"freq|count|zipf|häufig|anzahl|occurr")
_RANKS: Final = re.compile(r"rank|rang|nr|no|id|index|#|n°|pos(ition)?")
"""What stands above numbers that aren't weights."""
_NONE: Final = frozenset(("", "-", "--", "–", "nan", "na", "n/a", "null", "none", "?"))  # noqa: RUF001
"""What a cell has where there is no number."""
_THOUSANDS: Final = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")
"""A number whose point may be one between thousands."""
_AROUND: Final = AROUND.replace(".", "").replace(",", "")
_MANY: Final = 2
_SHOWN: Final = 3
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
    try:
        return Fraction(said) if _NUMBER.fullmatch(said) else None
    except ValueError:
        return None


class _Row(NamedTuple):
    """What a row says of a `word`: the `number` as it is written, beside `others`, the other cells."""

    word: str
    number: str
    others: tuple[str, ...]
    line: int

    def problem(self, file: str, kind: str, more: str = "") -> VariantProblem:
        """Return that a number was expected."""
        expected = f"expected {EXPECTED}, as the weight of {self.word!r}, found {abridged(self.number)}{more}"
        return VariantProblem(file, self.line, 1, "", expected, kind)


def read_weights(
    file: Path, hidden: Sequence[str], missing: Fraction | None = None, equal: Equal = NO_EQUAL
) -> tuple[dict[str, Fraction], list[str]]:
    """Return the weights in a table, one for each word of `hidden`, and notes on them.

    Words that it lacks weigh `missing`. Weights of words that are one, as letters are `equal`, are added.

    Raises:
        LinesError: a weight of such a word is none, or it has two, or words lack one and `missing` is None.
        UsageError: it is no table, or several columns have numbers, or some of these are percentages.
        FileError: it can't be read.
    """
    words = dict.fromkeys(map(str, hidden))
    notes: list[str] = []
    tables = [table for source in read_sources([str(file)]) for table in tables_of(source)]
    rows = [row for table in tables for row in _rows_of(table, str(file), words.keys(), equal, notes)]
    others = {row.word for row in rows} - words.keys() - {""}
    none = {row.word: row for row in reversed(rows) if row.number.lower() in _NONE}
    known = [row for row in rows if row.word in words and row.number.lower() not in _NONE]
    met = {row.word for row in known}
    lacking = [word for word in words if word not in met]
    left_out = sorted(others, key=lambda word: (len(word) != len(hidden[0]), word))
    shown = ", ".join(map(abridged, left_out[:_SHOWN])) or "''"
    _demand_zeros(str(file), left_out, lacking)
    if rows and not words.keys() & {row.word for row in rows}:
        message = f"{file}: expected hidden words and their weights, found other texts, such as {shown}"
        raise UsageError(message)
    found, problems = _weights(str(file), known, adds=equal != NO_EQUAL)
    if missing is None:
        problems += _lacking(str(file), lacking, none)
    if problems:
        raise LinesError(sorted(problems, key=lambda problem: problem.line))
    if left_out:
        more = " ..." if len(left_out) > _SHOWN else ""
        notes.append(f"{counted(len(left_out), 'other word', 'other words')} left out ({shown}{more})")
    if lacking:
        count = counted(len(lacking), "word without a weight counts", "words without a weight count")
        notes.append(f"{count} {missing}")
    exact = {word: found.get(word, missing or Fraction(0)) for word in words}
    if not any(exact.values()):
        message = f"{file}: expected a weight greater than 0, found 0 for each of {len(exact)} words"
        raise UsageError(message)
    return exact, [*dict.fromkeys(notes)]


def _meant(row: Sequence[str], column: int, equal: Equal) -> str:
    """Return the word that a cell says; empty if the row is too short."""
    return equal.folded(bare(row[column])) if column < len(row) else ""


def _column(table: Table, known: Collection[str], equal: Equal) -> int:
    """Return the column that has most of the words that are `known`."""
    counts = [sum(_meant(row, index, equal) in known for row in table.rows) for index in range(table.width)]
    return counts.index(max(counts, default=0)) if counts else 0


def _rows_of(
    table: Table, file: str, known: Collection[str], equal: Equal, notes: list[str]
) -> Iterator[_Row]:
    """Yield what each row says but the one with names of columns; adds to `notes` which column was taken.

    Raises:
        UsageError: several columns have numbers, or none has, some are percentages, or a row is too long.
    """
    shown = _column(table, known, equal)
    said = [row for row in table.rows if _meant(row, shown, equal) in known]
    if len(table.rows) == 1 and sum(_meant([cell], 0, equal) in known for cell in table.rows[0]) > 1:
        message = f"{file}: expected a word and its weight in each line, found several words in one"
        raise UsageError(message)
    numbers = _numbers(table, shown, said, file, notes)
    written = (row[numbers].strip(_AROUND) for row in said if numbers < len(row))
    _demand_alike([cell for cell in written if number_of(cell)], file)
    for place, row in enumerate(table.rows):
        word, cell = _meant(row, shown, equal), row[numbers] if numbers < len(row) else ""
        names = not (place or table.header) and bool(said) and word not in known
        if not (names and cell.lower() not in _NONE and not any(map(str.isdigit, cell))):
            line = table.lines[place] if table.lines else 1  # a message names the word, too
            if numbers < len(table.header) and any(row[len(table.header) :]):
                message = f"expected {len(table.header)} cells, as in the first line, found {len(row)}"
                message = f"{file}:{line}:1: {message}; a point stands before decimals"
                raise UsageError(message)
            yield _Row(word, cell.strip(_AROUND), (*row[:numbers], *row[numbers + 1 :]), line)


def _demand_alike(numbers: Sequence[str], file: str) -> None:
    """Demand that all are percentages, or none is, and that a point isn't one between thousands."""
    plain_numbers = [number for number in numbers if "%" not in number]
    pointed = [number for number in numbers if "." in number]
    whole_numbers = [number for number in numbers if number.isdecimal()]
    if 0 < len(plain_numbers) < len(numbers):
        percentage = next(number for number in numbers if "%" in number)
        message = f"all percentages, or none, found {percentage} and {plain_numbers[0]}"
    elif whole_numbers and pointed and all(map(_THOUSANDS.fullmatch, pointed)):
        message = f"with a point before decimals alone, found {pointed[0]} and {whole_numbers[0]}"
    else:
        return
    message = f"{file}: expected weights that are written alike, {message}"
    raise UsageError(message)


def _numbers(table: Table, shown: int, rows: Sequence[Sequence[str]], file: str, notes: list[str]) -> int:
    """Return the column with the weights; UsageError if several could be, or none.

    Words are in the column `shown`, and `rows` have known ones. The name of a column says it, or that it has
    numbers, and doesn't number the rows.
    """
    columns = [index for index in range(table.width) if index != shown]
    header = dict(enumerate(map(plain, table.header)))
    named = [one for names in (_NAMES, _OTHER_NAMES) for one in columns if names.search(header.get(one, ""))]
    if named:
        taken, *rest = (abridged(table.header[index]) for index in dict.fromkeys(named))
        notes += [f"weights are those of {taken}, not of {' or '.join(rest)}"] if rest else []
        return named[0]
    cells = {
        index: [row[index] for row in rows if index < len(row)]
        for index in columns
        if not _RANKS.fullmatch(header.get(index, ""))
    }
    numeric = [index for index, said in cells.items() if sum(map(is_number, said)) * _MANY >= len(rows) > 0]
    numbering = [
        index for index in numeric if index < shown and _numbers_rows(cells[index], len(numeric) > 1)
    ]
    weights = [index for index in numeric if index not in numbering] or [*cells][: not numbering]
    if len(weights) == 1 or not rows:
        return (weights or [table.width])[0]
    if weights:
        found = " and ".join(str(index + 1) for index in weights)
        found = f"columns {found} of numbers; call the right one weight in the first line"
    else:
        found = "ranks alone; a likelier word weighs more"
        if not columns:
            found = f"words alone; a list of past answers is for {argument('past_answers')}"
    message = f"{file}: expected a column with words and one with their weights, found {found}"
    raise UsageError(message)


def _numbers_rows(cells: Sequence[str], is_any: bool) -> bool:  # noqa: FBT001
    """Tell whether whole numbers rise from row to row; they are 1, 2, 3 ... unless `is_any` will do."""
    if not all(cell.isdecimal() and len(cell) <= _MOST_CHARACTERS for cell in cells):
        return False
    steps = {int(later) - int(earlier) for earlier, later in pairwise(cells)}
    return min(steps, default=0) > 0 if is_any else cells[0] == "1" and len(cells) > _MANY and steps == {1}


def _weights(
    file: str, rows: Iterable[_Row], *, adds: bool
) -> tuple[dict[str, Fraction], list[VariantProblem]]:
    """Return the weight of each word, and what is wrong with these; weights of one word are added if so."""
    found: dict[str, Fraction] = {}
    problems: list[VariantProblem] = []
    met: set[tuple[str, ...]] = set()
    for row in rows:
        value, word, cells = number_of(row.number), row.word, (row.number, *row.others)
        if cells in met:
            continue
        met.add(cells)
        if value is None:
            problems.append(row.problem(file, "number"))
        elif word not in found or adds:
            found[word] = found.get(word, Fraction(0)) + value
        elif found[word] != value:
            expected = f"expected one weight for a word, and {word!r} comes twice; add them up, or keep one"
            problems.append(VariantProblem(file, row.line, 1, "", expected, "twice"))
    return found, problems


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


def used_before(file: Path, hidden: Sequence[str], equal: Equal = NO_EQUAL) -> tuple[frozenset[str], int]:
    """Return which words of `hidden` are in the list `file`, as it was found, and how many others are there.

    Raises:
        UsageError: there are no words. FileError: it can't be read.
    """
    known = frozenset(map(str, hidden))
    if all(map(str.isalpha, known)):
        found, _ = found_in([str(file)], can_name=False)
        cells = [cell for one in found for cell in one.cells]
    else:  # codes and equations look like other columns: the one that has most of them counts
        tables = [table for source in read_sources([str(file)]) for table in tables_of(source)]
        cells = [cell for table in tables for cell in table.column(_column(table, known, equal))]
    met = {_meant([cell], 0, equal) for cell in cells} - {""}
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
    """Return whole numbers in nearly the same proportions; the greatest is 1 followed by `digits` zeros."""
    greatest = max(exact.values(), default=Fraction(0)) or Fraction(1)
    return {word: round(value / greatest * 10**digits) for word, value in exact.items()}


def digits_within(exact: Mapping[str, Fraction], most: int) -> int:
    """Return how many digits `rounded` can keep so that the sum of all is `most` or less; 0 for none."""
    fitting = (digits for digits in range(15, 0, -1) if sum(rounded(exact, digits).values()) <= most)
    return next(fitting, 0)
