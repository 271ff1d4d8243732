"""The checker's count of a cell: the most patterns of a guess on its words, for rules L1 and separate.

What is found is kept, only to be faster.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.check.counting.cells import one_of_each
from wordle_cp.check.counting.columns import by_word, different, most_different, most_exceeding
from wordle_cp.check.counting.patterns import Memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.check.counting.cells import Cell
    from wordle_cp.check.counting.patterns import Mask, Patterns, Places
    from wordle_cp.check.totals.bounds import Bounds
    from wordle_cp.rules.words import Restriction

MAX_KEPT_BYTES: Final = 2**29
"""Memory for counts of cells, which are kept only to be faster."""
MAX_MASK_BYTES: Final = 2**26
"""Memory for masks of the guesses that are allowed, which is kept only to be faster."""
_SOME_WORDS: Final = 24  # words by which they are chosen
_ENTRY_BYTES: Final = 250  # what an entry takes in memory, beside the words
_LETTER_BYTES: Final = 70  # and for each letter, with what is fixed


class MostPatterns(NamedTuple):
    """What was found of the most patterns that any guess gives, or of the most that one shows.

    It was asked whether that is more than `least`. If it is, `number` is what it is. If not, `number` is
    `least`, and nothing else is known; but if `least` is 0, or no guess is allowed, it is 0.
    """

    number: int
    least: int

    def answers(self, least: int) -> bool:
        """Tell whether it is known what most is, or that it isn't more than `least`."""
        return self.number <= least or self.number > self.least


class CellCounts:
    """The most patterns that a guess gives on the words of a cell, kept only to be faster."""

    def __init__(self, bounds: Bounds) -> None:
        """Count cells for `bounds`."""
        self._bounds = bounds
        self._kept: dict[tuple[Restriction | None, bytes], MostPatterns] = {}
        self._kept_own: dict[tuple[Restriction | None, bytes], int] = {}
        self._kept_bytes = 0
        self._entry_bytes = _ENTRY_BYTES
        if bounds.hard:
            self._entry_bytes += _LETTER_BYTES * len(bounds.table.words[0])

    def of(self, words: Places, fixed: Restriction) -> PartCounts:
        """Return what counts cells of `words`, where `fixed` is fixed before."""
        return PartCounts(self, self._bounds, words, fixed)

    def most(self, cell: Cell, least: int, count: Callable[[Cell, int], int]) -> int:
        """Return the most patterns that an allowed guess gives, or `least` if it isn't more.

        `count` does that if what is kept isn't enough to know it.
        """
        key = (cell.fixed, cell.key)
        kept = self._kept.get(key)
        if kept is None or not kept.answers(least):
            kept = MostPatterns(count(cell, least), least)
            self._make_room(key)
            self._kept[key] = kept
        return max(kept.number, least)

    def most_own(self, cell: Cell, fixed: Restriction | None, count: Callable[[], int]) -> int:
        """Return the most patterns that one of the words gives as a guess where `fixed` is fixed."""
        key = (fixed, cell.key)
        most = self._kept_own.get(key)
        if most is None:
            most = count()
            self._make_room(key)
            self._kept_own[key] = most
        return most

    def _make_room(self, key: tuple[Restriction | None, bytes]) -> None:
        self._kept_bytes += len(key[1]) + self._entry_bytes
        if self._kept_bytes > MAX_KEPT_BYTES:
            self._kept.clear()
            self._kept_own.clear()
            self._kept_bytes = 0


class PartCounts:
    """Counts for cells of some words, with one guess of all those that agree on the letters of these words.

    They give bounds by the rules L1 and separate. A guess shows the number of its patterns, and one more if
    it is one of the words; so one that is not never shows more than there are words.
    """

    def __init__(self, counts: CellCounts, bounds: Bounds, words: Places, fixed: Restriction) -> None:
        """Count cells of `words`, where `fixed` is fixed before."""
        self._counts = counts
        self._bounds = bounds
        self._words = words
        self._fixed = fixed
        self._guesses: Places | None = None
        self._columns: Patterns | None = None  # [word][guess]
        self._masks: Memory[Restriction, Mask] = Memory(MAX_MASK_BYTES // len(bounds.guesses.words))

    def quick(self, cell: Cell) -> float:
        """Return what `cell`, of four words or more, costs at least, whatever guesses are allowed.

        What its words show as guesses is counted; every other guess could show as much as there are words, or
        as a guess shows on all words.
        """
        others = self._most_of_others(cell)
        if cell.bound >= 3 * cell.n - others:  # then what its words show says no more
            return 0
        return 3 * cell.n - max(self._own_shown(cell, None), others)

    def thorough(self, cell: Cell, enough: float = math.inf) -> float:
        """Return what `cell`, of four words or more, costs at least by rules L1 and separate.

        Or return a lower bound that is `enough`.
        """
        own = self._own_shown(cell, cell.fixed if self._bounds.hard else None)
        if cell.left == 2:  # noqa: PLR2004  rule "separate"
            most = self.most(cell)
            return 3 * cell.n - max(own, most) if most == cell.n else math.inf
        if own >= self._most_of_others(cell):
            return 3 * cell.n - own
        if own == 0 and not self.most(cell):
            return math.inf  # no guess is allowed
        least = own if enough == math.inf else max(own, 3 * cell.n - math.ceil(enough))
        # A word of the cell shows one more than its patterns, which is what is counted: so `own` may be more.
        return 3 * cell.n - max(own, self._counts.most(cell, least, self._count_all))

    def most(self, cell: Cell) -> int:
        """Return the most patterns that an allowed guess gives on `cell`, or 0 if none is allowed."""
        return self._counts.most(cell, 0, self._count_all)

    def most_own(self, cell: Cell) -> int:
        """Return the most patterns that one of the words of `cell` gives on them in normal mode."""
        return self._counts.most_own(cell, None, partial(self._count_own, cell, None))

    def _most_of_others(self, cell: Cell) -> int:
        """Return what a guess that is none of the words of `cell` can show at most."""
        return min(cell.n, self._bounds.most_shown)

    def _own_shown(self, cell: Cell, fixed: Restriction | None) -> int:
        """Return the most that one of the words shows as a guess, if `fixed`, or nothing, is fixed.

        It is 0 if none of them is allowed.
        """
        most = self._counts.most_own(cell, fixed, partial(self._count_own, cell, fixed))
        return most + 1 if most else 0

    def _count_own(self, cell: Cell, fixed: Restriction | None) -> int:
        """Return the most patterns that one of the words gives as a guess, or 0 if none is allowed."""
        table = self._bounds.table
        members = table.guess_of[cell.words]
        if fixed is not None:
            members = members[self._allowed(fixed)[members]]
        if not len(members):
            return 0
        return int(different(table.patterns[members[:, np.newaxis], cell.words]).max())

    def _count_all(self, cell: Cell, least: int) -> int:
        """Return the most patterns of an allowed guess, 0 if none is allowed, or `least` if that is more."""
        table = self._bounds.table
        # Few guesses exceed what is asked for, if it is something.
        count = most_exceeding if least else most_different
        if table.by_word is None:
            return count(self._rows_of(cell), least)
        columns = np.flatnonzero(self._allowed(cell.fixed)[table.promising]) if self._bounds.hard else None
        return count(table.by_word, least, cell.words, columns)

    def _rows_of(self, cell: Cell) -> Patterns:
        """Return the patterns of the allowed guesses on the words of `cell`, [word][guess]."""
        columns, guesses = self._prepare()
        rows = columns[np.searchsorted(self._words, cell.words)]
        if cell.fixed != self._fixed:
            rows = rows[:, self._allowed(cell.fixed)[guesses]]
        return rows

    def _prepare(self) -> tuple[Patterns, Places]:
        """Return the patterns of the guesses to look at, the more promising first, and these guesses."""
        if self._columns is None or self._guesses is None:
            table = self._bounds.table
            words = [table.words[place] for place in self._words.tolist()]
            allowed = np.flatnonzero(self._bounds.guesses.permitted(self._fixed))
            guesses = one_of_each(self._bounds.guesses, allowed, words)
            some = self._words[:: 1 + len(words) // _SOME_WORDS]
            numbers = different(table.patterns[guesses[:, np.newaxis], some])
            self._guesses = guesses[np.argsort(-numbers, kind="stable")]
            self._columns = by_word(table.patterns, self._guesses, self._words)
        return self._columns, self._guesses

    def _allowed(self, fixed: Restriction) -> Mask:
        """Tell which guesses are allowed under `fixed`."""
        mask = self._masks.get(fixed)
        if mask is None:
            mask = self._masks.add(fixed, self._bounds.guesses.permitted(fixed))
        return mask
