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
_MOST_ENTRIES: Final = 2**23  # patterns as bits: 0.5 GB with what they are made from
_MOST_KEPT: Final = 2**18  # cells whose counts are kept
_FIRST: Final = 512  # guesses that are counted first: often one of them tells all words of a cell apart
_COMMON: Final = 4  # times as many words in common as are to be missed are worth a look
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
    rest = _Rest(asked[open_ones], sizes[open_ones], least[open_ones])
    given = PatternCounts(table.patterns[np.ix_(every, words)], tell)
    return rest.counted(table.patterns[np.ix_(rest.guesses, words)], given, most_cells, wanted)


class _Rest:
    """Guesses that are undecided, with the sizes of their cells and how many words they miss at least."""

    def __init__(self, guesses: Places, sizes: Sizes, least: Missed) -> None:
        self.guesses = guesses
        self._sizes = sizes
        self._least = least

    def counted(self, patterns: Patterns, given: PatternCounts, most_cells: int, wanted: float) -> Places:
        """Return the guesses that are undecided once guesses are counted on the cells, which are `patterns`.

        `given` counts all guesses that matter; none of these makes more than `most_cells`.
        """
        order = np.argsort(-self._sizes, axis=1, kind="stable")  # of each guess, largest cells first
        alive = np.flatnonzero(~self._together(patterns == order[:, :1], given, wanted))
        for pattern in order.T:
            sizes = self._sizes[alive, pattern[alive]]
            looked = np.flatnonzero(sizes > TWO)  # of two words either separates them
            if not len(looked):
                break
            inside = patterns[alive[looked]] == pattern[alive[looked], np.newaxis]
            found = np.array([given.most(row) for row in inside], np.int64)
            plain = np.maximum(0, sizes[looked] - most_cells)
            self._least[alive[looked]] += sizes[looked] - found - plain
            alive = alive[self._least[alive] < wanted]
        return self.guesses[alive]

    def _together(self, largest: NDArray[np.bool_], given: PatternCounts, wanted: float) -> NDArray[np.bool_]:
        """Tell for which guesses it is enough that the `largest` cells [guess][word] of many share words.

        Guesses are divided by a word that about half of them have there, until what all of some have in
        common misses so many words.
        """
        told = np.zeros(len(largest), np.bool_)
        groups = [np.arange(len(largest))]
        while groups:
            group = groups.pop()
            have = largest[group].sum(axis=0)
            common = have == len(group)
            if common.sum() >= _COMMON * wanted and common.sum() - given.most(common) >= wanted:
                told[group] = True
                continue
            word = int(np.abs(have - len(group) / 2).argmin())
            if 0 < have[word] < len(group):
                inside = largest[group, word]
                groups += [group[inside], group[~inside]]
        return told


class PatternCounts:
    """How many patterns guesses give on parts of some words: each has a bit for each of its patterns."""

    def __init__(self, patterns: Patterns, tell: Callable[[], None]) -> None:
        """Take the `patterns` [guess][word]."""
        ranked, number = _numbered(patterns)
        order = np.argsort(-number, kind="stable")  # those that give most patterns first
        ranked, number = ranked[order], number[order]
        self._layers: list[NDArray[Any]] = []
        """[word][guess]; each has so many of the patterns, for those guesses that give more than the last."""
        for start in range(0, int(number[0]), _MOST_BITS):
            bit = ranked[: int((number > start).sum())] - start
            most = int(number[0]) - start
            kind: Any = np.uint16 if most <= 16 else np.uint32 if most <= 32 else np.uint64  # noqa: PLR2004
            inside = (bit >= 0) & (bit < _MOST_BITS)
            layer = np.where(inside, kind(1) << bit.clip(0, _MOST_BITS - 1).astype(kind), kind(0))
            self._layers.append(np.ascontiguousarray(layer.T))
        self._kept: dict[bytes, int] = {}
        self._tell = tell

    def most(self, inside: NDArray[np.bool_]) -> int:
        """Return the most patterns that a guess gives on the words that are `inside`."""
        key = np.packbits(inside).tobytes()
        most = self._kept.get(key)
        if most is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            if len(self._kept) % _CELLS == 0:
                self._tell()
            words = np.flatnonzero(inside).tolist()
            most = self._counted(words, slice(0, _FIRST))
            if most < len(words):
                most = max(most, self._counted(words, slice(_FIRST, None)))
            self._kept[key] = most
        return most

    def _counted(self, words: list[int], some: slice) -> int:
        """Return the most patterns that one of `some` guesses gives on `words`, one or more."""
        counts = None
        for layer in self._layers:
            given = layer[words[0], some].copy()
            for word in words[1:]:
                np.bitwise_or(given, layer[word, some], out=given)
            number = np.bitwise_count(given).astype(np.uint16)
            if counts is None:
                counts = number
            else:
                counts[: len(number)] += number
        return int(counts.max()) if counts is not None and len(counts) else 0


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


def _numbered(patterns: Patterns) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the `patterns` [guess][word], each replaced by its place among those of its guess.

    Return also how many each guess has.
    """
    order = np.argsort(patterns, axis=1, kind="stable")
    ordered = np.take_along_axis(patterns, order, axis=1)
    places = np.zeros(patterns.shape, np.int32)
    np.cumsum(ordered[:, 1:] != ordered[:, :-1], axis=1, out=places[:, 1:])
    numbers = np.empty_like(places)
    np.put_along_axis(numbers, order, places, axis=1)
    return numbers, places[:, -1].astype(np.int64) + 1


def _as_many(most: int | None, others: int | None) -> bool:
    """Tell whether `most` guesses, None for however many, are as many as `others` or more."""
    return most is None or (others is not None and most >= others)
