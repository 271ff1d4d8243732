"""What counting proves of words missed, for all guesses at once; the rules are in docs/certificates/.

For example two guesses are left after the next one, which makes cells of 20, 9 and 2 words, and no guess at
all gives more than 7 patterns on the words in question. Then of 20 words 13 are missed or more, of 9 words 2
or more: 15 in all, without a look at any guess after it.

Of most guesses the sizes of their cells tell enough: with two guesses left for a cell no more of its words
are found than the greatest number of patterns that any guess gives on all of the words in question, as no
guess gives more of them on a part (rule 3 of "Bounds of words missed"). Where that isn't enough, guesses are
counted on the cells themselves, many cells at a time: first the largest cell of each guess, then the next
one of those that are still undecided, then the next two, four and so on. Where one cell is to decide alone,
only guesses are looked at that may give more patterns than it takes. What is left undecided is for the one by
one look of `missed`; so is everything where tables would take too much memory.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.check.counting.counts import PatternCounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wordle_cp.check.counting.counts import PatternTable
    from wordle_cp.check.counting.patterns import Patterns, Places

    Sizes = NDArray[np.int32]
    """Words of each cell, [guess][pattern]; that of the pattern that ends the game isn't counted."""
    Missed = NDArray[np.float64]

TWO: Final = 2
_MOST_PATTERNS: Final = 2**8  # different ones for which tables of sizes are made
_BLOCK_BYTES: Final = 2**22  # of patterns that are looked at together
_MOST_SIZES: Final = 2**22  # entries of a table of sizes: 0.2 GB with what is made of it
_MOST_ENTRIES: Final = 2**23  # patterns of guesses that are put in order, or of cells counted together


class Left(NamedTuple):
    """What is left: who is found within `guesses` isn't missed, and all are within `most` (None: ever)."""

    guesses: int
    most: int | None

    def after_one(self) -> Left:
        """Return what is left after one more guess."""
        return Left(max(0, self.guesses - 1), None if self.most is None else self.most - 1)

    def includes(self, other: Left) -> bool:
        """Tell whether as much is left as in `other`, or more."""
        return self.guesses >= other.guesses and _as_many(self.most, other.most)


class Shortage(NamedTuple):
    """What a lemma claims of each next guess: `wanted` of these words, or more, are missed with it."""

    words: Places
    left: Left
    """What is left after that guess."""
    wanted: float


def undecided(
    table: PatternTable, win: int, claimed: Shortage, asked: Places, every: Places, tell: Callable[[], None]
) -> Places:
    """Return those of the guesses `asked` of which counting doesn't prove what is `claimed`.

    `win` is the pattern that ends a game. Among `every` is one of all guesses that divide the words in the
    same way, among `asked` one of these that are equivalent at the words.
    """
    words, left, wanted = claimed
    if win >= _MOST_PATTERNS or left.guesses > TWO or not len(asked):
        return asked
    if len(asked) * (win + 1) > _MOST_SIZES:
        return asked
    sizes, most_cells = _sizes_of_cells(table, win, words, asked)
    least = _by_size(sizes, left, most_cells).sum(axis=1)
    open_ones = np.flatnonzero(least < wanted)
    if left.guesses < TWO or left.most in {0, 1, TWO} or not len(open_ones):
        return asked[open_ones]
    if len(every) * len(words) > _MOST_ENTRIES:
        return asked[open_ones]
    rest = _Rest(asked[open_ones], sizes[open_ones], least[open_ones])
    counts = PatternCounts(table, words, every)
    return rest.counted(table.patterns[np.ix_(rest.guesses, words)], counts, most_cells, wanted, tell)


class _Rest:
    """Guesses that are undecided, with the sizes of their cells and how many words they miss at least."""

    def __init__(self, guesses: Places, sizes: Sizes, least: Missed) -> None:
        self.guesses = guesses
        self._sizes = sizes
        self._least = least

    def counted(
        self,
        patterns: Patterns,
        counts: PatternCounts,
        most_cells: int,
        wanted: float,
        tell: Callable[[], None],
    ) -> Places:
        """Return the guesses that are undecided once guesses are counted on the cells, which are `patterns`.

        `counts` are those of all guesses that matter; none of these makes more than `most_cells`.
        """
        order = np.argsort(-self._sizes, axis=1, kind="stable")  # of each guess, largest cells first
        together = max(1, _MOST_ENTRIES // patterns.shape[1])
        alive = np.arange(len(self.guesses))
        start, end = 0, 1
        while start < order.shape[1] and len(alive):
            some = order[alive, start:end]
            sizes = self._sizes[alive[:, np.newaxis], some]
            row, column = np.nonzero(sizes > TWO)  # of two words either separates them
            for first in range(0, len(row), together):
                where = row[first : first + together], column[first : first + together]
                guess, size = alive[where[0]], sizes[where]
                plain = np.maximum(0, size - most_cells)
                lacking = wanted - self._least[guess] + plain if end - start == 1 else math.inf
                inside = patterns[guess] == some[where][:, np.newaxis]
                found = counts.most(inside, np.maximum(0, size - lacking), tell)
                np.add.at(self._least, guess, size - found - plain)
            if not len(row):
                break
            alive = alive[self._least[alive] < wanted]
            start, end = end, 2 * end
        return self.guesses[alive]


def _sizes_of_cells(table: PatternTable, win: int, words: Places, guesses: Places) -> tuple[Sizes, int]:
    """Return the sizes of the cells that `guesses` make of `words`, and the most cells that one makes.

    That of the pattern `win` counts as a cell, and has no size.
    """
    patterns = win + 1
    sizes = np.empty((len(guesses), patterns), np.int32)
    together = max(1, _BLOCK_BYTES // max(len(words), patterns) // 8)
    for start in range(0, len(guesses), together):
        block = guesses[start : start + together]
        numbers = table.patterns[block].take(words, axis=1) + patterns * np.arange(len(block))[:, np.newaxis]
        counted = np.bincount(numbers.ravel(), minlength=patterns * len(block))
        sizes[start : start + len(block)] = counted.reshape(len(block), patterns)
    most_cells = int((sizes > 0).sum(axis=1).max())
    sizes[:, win] = 0
    return sizes, most_cells


def _by_size(sizes: Sizes, left: Left, most_cells: int) -> Missed:
    """Return how many words of a cell of each of the `sizes` are missed at least.

    No guess gives more than `most_cells` patterns on the words of a cell.
    """
    missed = np.zeros(sizes.shape)
    if left.guesses <= TWO:
        found = (0, 1, most_cells)[left.guesses]
        missed = np.maximum(missed, sizes - float(found))
    if left.most is not None and left.most <= TWO:
        missed[sizes > (0, 1, most_cells)[max(0, left.most)]] = math.inf
    return missed


def _as_many(most: int | None, others: int | None) -> bool:
    """Tell whether `most` guesses, None for however many, are as many as `others` or more."""
    return most is None or (others is not None and most >= others)
