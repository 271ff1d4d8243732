"""What counting proves of words missed, for all guesses at once; the rules are in docs/certificates/.

For example two guesses are left after the next one, which makes cells of 20, 9 and 2 words, and no guess at
all gives more than 7 patterns on the words in question. Then of 20 words 13 are missed or more, of 9 words 2
or more: 15 in all, without a look at any guess after it.

Of most guesses the sizes of their cells tell enough: with two guesses left for a cell no more of its words
are found than the greatest number of patterns that any guess gives on all of the words in question, as no
guess gives more of them on a part (rule 3 of "Bounds of words missed"). Where that isn't enough, guesses are
counted on the cells themselves, largest cells first: patterns as bits, which are ORed. What is left undecided
is for the one by one look of `missed`; so is everything where tables would take too much memory.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wordle_cp.check.counting.counts import Table
    from wordle_cp.check.counting.patterns import Patterns, Places

    Sizes = NDArray[np.int32]
    """Words of each cell, [guess][pattern]; that of the pattern that ends the game isn't counted."""
    Missed = NDArray[np.float64]

TWO: Final = 2
_MOST_PATTERNS: Final = 2**8  # different ones for which tables of sizes are made
_MOST_BITS: Final = 64
_BLOCK_BYTES: Final = 2**22  # of patterns that are looked at together
_MOST_SIZES: Final = 2**22  # entries of a table of sizes: 0.2 GB with what is made of it
_MOST_ENTRIES: Final = 2**24  # patterns as bits: 0.5 GB with what they are made from
_MOST_KEPT: Final = 2**18  # cells whose counts are kept
_CELLS: Final = 16  # that are counted from one report of progress to the next


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
    table: Table, win: int, claimed: Shortage, asked: Places, every: Places, tell: Callable[[], None]
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
    bits = _bits(table.patterns[np.ix_(every, words)])
    if bits is None:
        return asked[open_ones]
    rest = _Rest(asked[open_ones], sizes[open_ones], least[open_ones])
    return rest.counted(table.patterns[np.ix_(rest.guesses, words)], bits, most_cells, wanted, tell)


class _Rest:
    """Guesses that are undecided, with the sizes of their cells and how many words they miss at least."""

    def __init__(self, guesses: Places, sizes: Sizes, least: Missed) -> None:
        self.guesses = guesses
        self._sizes = sizes
        self._least = least

    def counted(
        self, patterns: Patterns, bits: NDArray[Any], most_cells: int, wanted: float, tell: Callable[[], None]
    ) -> Places:
        """Return the guesses that are undecided once guesses are counted on the cells, which are `patterns`.

        `bits` are those of the patterns of all guesses that matter, [word][guess]; none of these makes more
        than `most_cells`.
        """
        kept: dict[bytes, int] = {}
        order = np.argsort(-self._sizes, axis=1, kind="stable")  # of each guess, largest cells first
        alive = np.arange(len(self.guesses))
        for pattern in order.T:
            sizes = self._sizes[alive, pattern[alive]]
            looked = np.flatnonzero(sizes > TWO)  # of two words either separates them
            if not len(looked):
                break
            inside = patterns[alive[looked]] == pattern[alive[looked], np.newaxis]
            found = np.array([_most_given(row, bits, kept, tell) for row in inside], np.int64)
            plain = np.maximum(0, sizes[looked] - most_cells)
            self._least[alive[looked]] += sizes[looked] - found - plain
            alive = alive[self._least[alive] < wanted]
        return self.guesses[alive]


def _most_given(
    inside: NDArray[np.bool_], bits: NDArray[Any], kept: dict[bytes, int], tell: Callable[[], None]
) -> int:
    """Return the most patterns that a guess gives on the words that are `inside`."""
    key = np.packbits(inside).tobytes()
    most = kept.get(key)
    if most is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        if len(kept) % _CELLS == 0:
            tell()
        given = np.bitwise_or.reduce(bits[inside], axis=0)
        most = kept[key] = int(np.bitwise_count(given).max())
    return most


def _sizes_of_cells(table: Table, win: int, words: Places, guesses: Places) -> tuple[Sizes, int]:
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


def _bits(patterns: Patterns) -> NDArray[Any] | None:
    """Return a bit for each of the patterns [guess][word], as [word][guess]; None if there are too many."""
    number = np.cumsum(np.bincount(patterns.ravel()) > 0) - 1
    if number[-1] >= _MOST_BITS:
        return None
    kind: Any = np.uint16 if number[-1] < 16 else np.uint32 if number[-1] < 32 else np.uint64  # noqa: PLR2004
    bit = kind(1) << number.astype(kind)
    return np.ascontiguousarray(bit[patterns].T)


def _as_many(most: int | None, others: int | None) -> bool:
    """Tell whether `most` guesses, None for however many, are as many as `others` or more."""
    return most is None or (others is not None and most >= others)
