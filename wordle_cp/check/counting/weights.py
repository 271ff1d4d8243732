"""The checker's arithmetic where hidden words have weights.

A guess *shows*, on some words, the weight of the heaviest word of each of its patterns, added up, and its own
weight if it is one of the words (docs/certificates/, 'Weights'). Where every word weighs 1 that is the
number of its patterns, and one more if it is one of the words; `bounds`, `counts` and `check.totals.sets`
count that faster.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.check.counting.cell_counts import CellCounts, PartCounts
from wordle_cp.check.counting.cells import SMALL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordle_cp.check.counting.cells import Cell
    from wordle_cp.check.counting.counts import PatternTable
    from wordle_cp.check.counting.patterns import Mask, Patterns, Places
    from wordle_cp.check.totals.bounds import Bounds
    from wordle_cp.rules.words import Restriction

    Sums = NDArray[np.int64]

_COMPARED: Final = 64  # words up to which each is compared with all heavier ones
_BLOCK: Final = 2**22  # patterns sorted at a time


class TableWeights:
    """The weights of the words of a table."""

    def __init__(self, table: PatternTable, claimed: Sequence[tuple[str, int]]) -> None:
        """Take a weight for each word, in the order of the table's."""
        self.of: Sums = np.array([weight for _, weight in claimed], np.int64)
        """[word]"""
        self._table = table
        self._columns = np.ascontiguousarray(table.patterns.T)  # [word][guess]

    def sum(self, words: Places) -> int:
        """Return what `words` weigh together."""
        return int(self.of[words].sum())

    def plain(self, words: Places) -> int:
        """Return what two words or more cost at least by closed forms: rules 1 and T."""
        weights = self.of[words]
        total = int(weights.sum())
        if len(words) != SMALL:
            return 2 * total - int(weights.max())
        return 3 * total - max(total, self.most_own(words, words))

    def by_levels(self, words: Places, responses: int) -> int:
        """Return what `words` cost if each is found as early as a number of `responses` allows: bound 7."""
        heavy, cost, guess, start, room = -np.sort(-self.of[words]), 0, 1, 0, 1
        while start < len(heavy):
            cost += guess * int(heavy[start : start + room].sum())
            guess, start, room = guess + 1, start + room, room * responses
        return cost

    def most_own(self, guesses: Places, words: Places) -> int:
        """Return the most that one of some hidden words, `guesses`, shows on `words`; 0 without any."""
        places = self._table.guess_of[guesses]
        return int(self.shown(words, places).max(initial=0))

    def shown(self, words: Places, guesses: Places) -> Sums:
        """Return what each of the `guesses` shows on `words`."""
        return self._of_columns(self._columns[words][:, guesses], words, guesses)

    def _of_columns(self, columns: Patterns, words: Places, guesses: Places) -> Sums:
        """Return the same, given the patterns of the guesses, [word][guess]."""
        return heaviest_found(columns, self.of[words]) + self.own(words, guesses)

    def own(self, words: Places, guesses: Places) -> Sums:
        """Return what each of the `guesses` weighs if it is one of `words`; 0 for the others."""
        return np.where(self.among(words, guesses), np.append(self.of, 0)[self._table.member[guesses]], 0)

    def among(self, words: Places, guesses: Places) -> Mask:
        """Tell which of the `guesses` are among `words`."""
        return np.isin(self._table.member[guesses], words)

    def most(self, columns: Patterns, words: Places, guesses: Places) -> int:
        """Return the most that one of the `guesses` shows, given patterns [word][guess]; -1 without any."""
        return int(self._of_columns(columns, words, guesses).max(initial=-1))


def heaviest_found(columns: Patterns, weights: Sums) -> Sums:
    """Return for each guess what the heaviest words of its patterns weigh together.

    `columns` are its patterns, [word][guess], and `weights` those of the words.
    """
    order = np.argsort(-weights, kind="stable")
    rows, heavy = columns[order], weights[order]
    if len(order) > _COMPARED:
        return _found_sorted(rows, heavy)
    found = np.full(rows.shape[1], heavy[0], np.int64)
    for number in range(1, len(rows)):
        if not heavy[number]:
            break
        met = np.bitwise_or.reduce(rows[:number] == rows[number], axis=0)
        found += np.where(met, 0, heavy[number])
    return found


def _found_sorted(rows: Patterns, heavy: Sums) -> Sums:
    """Return what `heaviest_found` does; the words come in the order of their weights."""
    count, guesses = rows.shape
    kind: Any = np.uint32 if rows.itemsize <= 2 and count <= 1 << 16 else np.uint64  # noqa: PLR2004  bytes
    half = kind(np.dtype(kind).itemsize * 4)
    found = np.empty(guesses, np.int64)
    together = max(1, _BLOCK // count)
    for start in range(0, guesses, together):
        keys = rows[:, start : start + together].T.astype(kind) << half
        keys |= np.arange(count, dtype=kind)
        keys.sort(axis=1)
        first = np.ones(keys.shape, np.bool_)
        np.not_equal(keys[:, 1:] >> half, keys[:, :-1] >> half, out=first[:, 1:])
        places = (keys & ((kind(1) << half) - kind(1))).astype(np.intp)
        found[start : start + together] = np.where(first, heavy[places], 0).sum(axis=1)
    return found


class WeighedCounts(CellCounts):
    """Bounds of cells by rules L1 and separate, with weights."""

    def __init__(self, bounds: Bounds, weights: TableWeights) -> None:
        """Weigh cells for `bounds`."""
        super().__init__(bounds)
        self._weights = weights

    def of(self, words: Places, fixed: Restriction) -> PartCounts:
        """Return what weighs cells of `words`, where `fixed` is fixed before."""
        return _WeighedPart(self, self._bounds, words, fixed, self._weights)


class _WeighedPart(PartCounts):
    """Bounds for cells of some words by what guesses show on them."""

    def __init__(
        self, counts: CellCounts, bounds: Bounds, words: Places, fixed: Restriction, weights: TableWeights
    ) -> None:
        super().__init__(counts, bounds, words, fixed)
        self._weights = weights

    def quick(self, cell: Cell) -> float:
        """Return what `cell` costs at least; what isn't one of its words shows its weight at best."""
        weight = self._weights.sum(cell.words)
        return 3 * weight - max(weight, self._weights.most_own(cell.words, cell.words))

    def thorough(self, cell: Cell, enough: float = math.inf) -> float:  # noqa: ARG002  it is exact
        """Return what `cell` costs at least by rules L1 and separate."""
        if cell.left == 2 and self._count_all(cell, 0) < cell.n:  # noqa: PLR2004  rule "separate"
            return math.inf
        most = self._counts.most(cell, 0, self._most_shown)
        return math.inf if most < 0 else 3 * self._weights.sum(cell.words) - most

    def _most_shown(self, cell: Cell, _: int) -> int:
        """Return the most that an allowed guess shows, or -1 if none is allowed."""
        columns, guesses = self._prepare()
        rows = columns[np.searchsorted(self._words, cell.words)]
        if cell.fixed != self._fixed:
            allowed = self._allowed(cell.fixed)[guesses]
            rows, guesses = rows[:, allowed], guesses[allowed]
        return self._weights.most(rows, cell.words, guesses)


def counts_of(bounds: Bounds) -> CellCounts:
    """Return what counts, or weighs, cells for `bounds`."""
    return CellCounts(bounds) if bounds.weights is None else WeighedCounts(bounds, bounds.weights)
