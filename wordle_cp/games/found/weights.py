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
from typing import TYPE_CHECKING, Final, NoReturn

from wordle_cp.errors import LinesError, UsageError, VariantProblem, abridged, counted
from wordle_cp.games.found.imports import Cleaner
from wordle_cp.games.found.lists import found_in, tables_of
from wordle_cp.games.found.sources import read_sources
from wordle_cp.games.found.table import AROUND, bare, is_number
from wordle_cp.games.typed import NO_EQUAL, Equal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.games.found.table import Table

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
    reader = _Reader(str(file), _Words(hidden, equal))
    for table in _tables(file):
        reader.read(table)
    return reader.weights(hidden, missing)


def _tables(file: Path) -> Iterator[Table]:
    for source in read_sources([str(file)]):
        yield from tables_of(source)


class _Words:
    """The words `known`, and which of them cells mean, as letters are `equal`."""

    def __init__(self, hidden: Sequence[str], equal: Equal) -> None:
        self.known = frozenset(map(str, hidden))
        self.equal = equal

    def meant(self, cell: str) -> str:
        """Return the word that a cell says."""
        return self.equal.folded(bare(cell))

    def fullest(self, table: Table) -> int:
        """Return the column that has most of the words."""
        return max(
            range(table.width),
            key=lambda index: sum(self.meant(cell) in self.known for cell in table.column(index)),
            default=0,
        )


class _Reader:
    """Collects the weights of the words `known` out of tables."""

    def __init__(self, file: str, words: _Words) -> None:
        self._file = file
        self._words, self._known = words, words.known
        self._found: dict[str, Fraction] = {}
        self._others: set[str] = set()
        self._wrong: set[str] = set()
        self._no_number: dict[str, VariantProblem] = {}
        self._met: dict[tuple[str, ...], str] = {}
        self._added: set[str] = set()
        self._problems: list[VariantProblem] = []
        self._places: dict[str, str] = {}
        self._taken = ""
        self._read_as: list[str] = []

    def read(self, table: Table) -> None:
        """Take in what the rows of `table` say."""
        shown = self._words.fullest(table)
        table = self._with_all_rows(table, shown)
        numbers = self._numbers(table, shown)
        cells: list[str] = []
        for place, row in enumerate(table.rows):
            if max(shown, numbers) < len(row) and self._words.meant(row[shown]) in self._known:
                cells.append(_bare_number(row[numbers]))
                where = (
                    f"line {table.lines[place]}" if table.lines else f"of {self._words.meant(row[shown])!r}"
                )
                self._places.setdefault(cells[-1], where)
        point = _point(cells, table.separator)
        if point is None:
            said = [cell for cell in cells if any(map(str.isdigit, cell))]
            marked = [cell for cell in said if "," in cell or "." in cell]
            both = all(any(mark in cell for cell in marked) for mark in ",.")
            self._demand_alike(marked if both else said, _POINTS)
        unclear = next((cell for cell in cells if "," in cell or (point == "," and "." in cell)), "")
        if number_of(_pointed(unclear, point)) is not None:
            self._read_as.append(f"{unclear} is read as {re.sub('[^0-9.%]', '', _pointed(unclear, point))}")
        self._demand_one_unit(cells)
        has_header = not table.header and bool(cells) and _is_name(table.rows[0], numbers)
        whole = all("." not in cell and "e" not in cell.lower() for cell in cells) and point != ","
        for place, row in enumerate(table.rows):
            word = self._words.meant(row[shown] if shown < len(row) else "")
            line = table.lines[place] if table.lines else 1  # a message names the word, too
            cell = row[numbers] if numbers < len(row) else ""
            if word not in self._known:
                if place or not has_header:
                    self._others.add(word)
            else:
                value = _pointed(cell, point)
                others = (*row[:numbers], *row[numbers + 1 :])
                if others not in self._met:
                    self._met[others] = value
                    self._add(word, value, line, is_count=whole or self._words.equal != NO_EQUAL)
                elif self._met[others] != value:
                    self._add(word, value, line, is_count=False)

    def _demand_one_unit(self, cells: Sequence[str]) -> None:
        """Demand that all numbers of known words are percentages, or none is; 0 is both."""
        said = [cell for cell in cells if number_of(cell)]
        some = [next((cell for cell in said if cell.endswith("%") == unit), None) for unit in (True, False)]
        if None not in some:
            self._demand_alike([cell for cell in some if cell is not None], "as percentages, or none")

    def _demand_alike(self, cells: Sequence[str], how: str) -> NoReturn:
        forms = {
            (re.sub(r"\d", "", cell), len(re.split(r"[.,]", cell)[-1])): cell for cell in reversed(cells)
        }
        two = [forms[form] for form in sorted(forms, reverse=True)[:2]]
        shown = " and ".join(f"{abridged(cell.strip())} ({self._places[cell]})" for cell in two)
        message = f"{self._file}: expected weights that are all written alike, found {shown}; write all {how}"
        raise UsageError(message)

    def _with_all_rows(self, table: Table, shown: int) -> Table:
        """Return `table`, whose header is a row if it has a known word and a number that isn't understood."""
        header = table.header
        is_row = (
            shown < len(header)
            and self._words.meant(header[shown]) in self._known
            and any(map(str.isnumeric, "".join(header)))
        )
        if not is_row:
            return table
        lines = (table.lines[0] - 1, *table.lines) if table.lines else ()
        return replace(table, header=(), rows=(header, *table.rows), lines=lines)

    def _add(self, word: str, cell: str, line: int, *, is_count: bool) -> None:
        said = _bare_number(cell)
        value = number_of(said)
        if value is None:
            expected = f"expected {EXPECTED}, as the weight of {word!r}, found {abridged(cell)}"
            problem = VariantProblem(self._file, line, 1, "", expected, "number")
            if said.lower() in _NONE:
                self._no_number.setdefault(word, problem)
            else:
                self._wrong.add(word)
                self._problems.append(problem)
        elif word not in self._found:
            self._found[word] = value
        elif is_count:  # counts of several kinds, or with capitals and without
            self._found[word] += value
            self._added.add(word)
        elif self._found[word] != value:
            expected = f"expected one weight for a word, and {word!r} comes twice; add them up, or keep one"
            self._problems.append(VariantProblem(self._file, line, 1, "", expected, "twice"))

    def _numbers(self, table: Table, shown: int) -> int:
        """Return the column with the weights; UsageError if several could be, or none."""
        columns = [index for index in range(table.width) if index != shown]
        header = [name.strip(AROUND).lower() for name in table.header]
        named = [index for index in columns if index < len(header) and header[index] in _NAMES]
        named += [index for index in columns if index < len(header) and _OTHER_NAMES.search(header[index])]
        if named:
            if len(named) > 1:
                taken, *rest = (abridged(table.header[index]) for index in dict.fromkeys(named))
                self._taken = f"weights are those of {taken}, not of {' or '.join(rest)}"
            return named[0]
        rows = [
            row for row in table.rows if shown < len(row) and self._words.meant(row[shown]) in self._known
        ]
        ranks = [index for index in columns if index < len(header) and _RANKS.fullmatch(header[index])]
        numeric = [
            index
            for index in columns
            if index not in ranks
            and sum(is_number(row[index]) for row in rows if index < len(row)) * _MANY >= len(rows) > 0
        ]
        if len(numeric) > 1:
            numeric = [index for index in numeric if index > shown or not _is_numbering(rows, index)]
        if len(numeric) > 1:
            shown_columns = " and ".join(
                f"{index + 1}{f' ({abridged(header[index])})' if index < len(header) else ''}"
                for index in numeric
            )
            message = (
                f"{self._file}: expected one column of numbers, found {shown_columns}: "
                f"call the right one weight in the first line"
            )
            raise UsageError(message)
        others = [index for index in columns if index not in ranks]
        counts = any(index < shown and _counts(rows, index) for index in numeric)
        if counts or (rows and not numeric and not others):
            what = "words alone; a list of past answers is for --past-answers"
            if ranks or counts:
                what = "ranks alone; a likelier word weighs more"
            message = f"{self._file}: expected a column with words and one with their weights, found {what}"
            raise UsageError(message)
        return numeric[0] if numeric else others[0] if others else table.width

    def weights(self, hidden: Sequence[str], missing: Fraction | None) -> Weights:
        """Return the weights of all words `hidden`."""
        met = {*self._found, *self._wrong}
        lacking = [str(word) for word in hidden if str(word) not in met]
        others = sorted(self._others - {""}, key=lambda word: (len(word) != len(hidden[0]), word))
        shown = ", ".join(map(abridged, others[:_SHOWN])) or "''"
        _demand_zeros(self._file, others, lacking)
        if not met and not self._no_number and self._others:
            message = (
                f"{self._file}: expected hidden words and their weights, found other texts, such as {shown}"
            )
            raise UsageError(message)
        if missing is None:
            self._problems += self._lacking(lacking)
            self._problems.sort(key=lambda problem: problem.line)
        if self._problems:
            raise LinesError(self._problems)
        note = [self._taken] if self._taken else []
        note += dict.fromkeys(self._read_as)
        if self._added:
            twice = counted(len(self._added), "word has several counts", "words have several counts")
            note.append(f"{twice}, which are added")
        if others:
            more = " ..." if len(others) > _SHOWN else ""
            note.append(f"{counted(len(others), 'other word', 'other words')} left out ({shown}{more})")
        if lacking:
            count = counted(len(lacking), "word without a weight counts", "words without a weight count")
            note.append(f"{count} {missing}")
        exact = {str(word): self._found.get(str(word), missing or Fraction(0)) for word in hidden}
        if not any(exact.values()):
            message = (
                f"{self._file}: expected a weight greater than 0, found 0 for each of {len(exact)} words"
            )
            raise UsageError(message)
        return Weights(exact, tuple(note))

    def _lacking(self, words: Sequence[str]) -> Iterator[VariantProblem]:
        """Yield what to say of hidden `words` without a weight: of those that the table lacks, and has."""
        absent = [word for word in words if word not in self._no_number]
        if absent:
            more = f" and {len(absent) - 1} more" if len(absent) > 1 else ""
            expected = (
                f"expected a weight for each hidden word; {absent[0]!r}{more} lacking: "
                f"--missing-weight W lets them weigh W"
            )
            yield VariantProblem(self._file, 1, 1, "", expected)
        for problem in filter(None, map(self._no_number.get, words)):
            expected = f"{problem.expected}: --missing-weight W lets it weigh W"
            yield replace(problem, expected=expected, kind="no number")


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


def _is_name(row: Sequence[str], index: int) -> bool:
    """Tell whether a `row` names its column with numbers: it has no digit there, and is not empty."""
    cell = row[index].strip().lower() if index < len(row) else ""
    return cell not in _NONE and not any(map(str.isdigit, cell))


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


def _is_numbering(rows: Sequence[tuple[str, ...]], index: int) -> bool:
    """Tell whether a column numbers the `rows`: whole numbers, each greater than the one before."""
    cells = [row[index] for row in rows if index < len(row)]
    return all(map(str.isdecimal, cells)) and all(
        int(earlier) < int(later) for earlier, later in pairwise(cells)
    )


def _counts(rows: Sequence[tuple[str, ...]], index: int) -> bool:
    """Tell whether a column counts the `rows`, three or more, from one on."""
    return len(rows) > _MANY and all(row[index] == str(number) for number, row in enumerate(rows, 1))


def used_before(file: Path, hidden: Sequence[str], equal: Equal = NO_EQUAL) -> tuple[frozenset[str], int]:
    """Return which words of `hidden` are in the list `file`, as it was found, and how many others are there.

    Raises:
        UsageError: there are no words. FileError: it can't be read.
    """
    words = _Words(hidden, equal)
    known = words.known
    met: set[str] = set()
    if all(map(str.isalpha, known)):
        found = found_in([str(file)], None, None, [])
        cells = [cell for one in found for cell in one.cells]
        met = {lower for _, lower, letters in Cleaner(None, cells, equal).words(cells) if letters}
    else:  # codes and equations look like other columns: the one that has most of them counts
        for table in _tables(file):
            rows = (
                table.rows
                if known.isdisjoint(map(words.meant, table.header))
                else (table.header, *table.rows)
            )
            shown = words.fullest(table)
            met |= {words.meant(row[shown]) for row in rows if shown < len(row)}
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
