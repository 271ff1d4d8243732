"""How good is a guess, by the sizes of its cells alone? The one-ply criteria of heuristic play, with numpy.

A *cell* is a class of the partition of the hidden set by a guess; the all-green cell counts as one like the
others, as in the sources.

Every value is a whole number, and the least is the best, so that a tie is a tie and no matter of rounding:

| criterion | source | value of a guess |
|---|---|---|
| knuth | D. E. Knuth, The computer as Master Mind, 1977 | the largest cell |
| irving | R. W. Irving, Towards an optimum Mastermind strategy, 1979 | the sum of c^2 over the cell sizes c |
| neuwirth | E. Neuwirth, Some strategies for Mastermind, 1982 | the sum of c log2 c, in units of 2^-40 |
| kooi | B. Kooi, Yet another Mastermind strategy, 2005 | minus the number of cells |

The expected size of Irving is the sum of squares, and the entropy of Neuwirth is log2 n minus the sum of
c log2 c, each divided by the size n of the set; n is the same for all guesses. log2 c is made of rounded
logarithms of the prime factors of c: so where two entropies are equal, their values are.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

UNITS: Final = 2.0**40
"""Of a logarithm. n log2 n for 65,535 words is below 2^20, so that sums stay below 2^60."""
_SORTED_UP_TO: Final = 128
"""Sizes of sets for which sorting the patterns of each guess is faster than counting them."""
_BLOCK: Final = 2**21
"""Pairs of a guess and a word that are counted at a time: 16 MB."""


class Criterion(StrEnum):
    """What makes a guess good; see this module."""

    KNUTH = "knuth"
    IRVING = "irving"
    NEUWIRTH = "neuwirth"
    KOOI = "kooi"


@cache
def cell_prices(criterion: Criterion, largest: int) -> NDArray[np.int64]:
    """Return what cells of 0 to `largest` words add to the value of a guess, shape (largest + 1,).

    For Knuth's criterion nothing is added up: the price is the size, and the value is the highest price.
    """
    sizes = np.arange(largest + 1, dtype=np.int64)
    if criterion is Criterion.KNUTH:
        return sizes
    if criterion is Criterion.IRVING:
        return sizes**2
    if criterion is Criterion.KOOI:
        return -np.minimum(sizes, 1)
    return sizes * _logarithms(largest)


def _logarithms(largest: int) -> NDArray[np.int64]:
    """Return log2 of 1 to `largest` in units of 2^-40 (0 for 0): sums over the prime factors."""
    logarithms = np.zeros(largest + 1, np.int64)
    for prime in range(2, largest + 1):
        if logarithms[prime]:  # it has a lesser factor
            continue
        unit = round(float(np.log2(prime)) * UNITS)
        power = prime
        while power <= largest:
            logarithms[power::power] += unit
            power *= prime
    return logarithms


def guess_values(
    patterns: NDArray[np.uint8],
    criterion: Criterion,
    pattern_count: int,
    heed: Callable[[], None] = lambda: None,
) -> NDArray[np.int64]:
    """Return the value of each guess, shape (guesses,).

    `patterns` has shape (words, guesses), all below `pattern_count`. `heed` is called in between, now and
    then; what it raises ends the work.
    """
    words, guesses = patterns.shape
    if words <= _SORTED_UP_TO:
        return _values_by_sorting(patterns, criterion)
    prices = cell_prices(criterion, words)
    values = np.empty(guesses, np.int64)
    step = max(1, _BLOCK // max(words, pattern_count))
    for start in range(0, guesses, step):
        heed()
        block = patterns[:, start : start + step]
        width = block.shape[1]
        keys = block + np.arange(0, width * pattern_count, pattern_count)
        counts = np.bincount(keys.ravel(), minlength=width * pattern_count).reshape(width, pattern_count)
        priced = counts if criterion is Criterion.KNUTH else prices[counts]
        values[start : start + step] = (
            priced.max(axis=1) if criterion is Criterion.KNUTH else priced.sum(axis=1)
        )
    return values


def cell_sizes(
    patterns: NDArray[np.uint8], pattern_count: int, heed: Callable[[], None] = lambda: None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of cells of each guess and the size of its largest, each of shape (guesses,).

    The arguments are those of `guess_values`, but `patterns` has shape (guesses, words).
    """
    guesses = len(patterns)
    cells = np.empty(guesses, np.int64)
    largest = np.empty(guesses, np.int64)
    for block, counts in cell_counts(patterns, pattern_count, heed):
        cells[block] = np.count_nonzero(counts, axis=1)
        largest[block] = counts.max(axis=1)
    return cells, largest


def cell_counts(
    patterns: NDArray[np.uint8], pattern_count: int, heed: Callable[[], None] = lambda: None
) -> Iterator[tuple[slice, NDArray[np.intp]]]:
    """Yield the sizes of the cells of some guesses after the other: which guesses, and their sizes.

    The sizes have shape (guesses, pattern_count); the arguments are those of `cell_sizes`.
    """
    guesses, words = patterns.shape
    step = max(1, _BLOCK // max(words, pattern_count))
    for start in range(0, guesses, step):
        heed()
        block = patterns[start : start + step]
        height = block.shape[0]
        keys = block + np.arange(0, height * pattern_count, pattern_count)[:, np.newaxis]
        counts = np.bincount(keys.ravel(), minlength=height * pattern_count)
        yield slice(start, start + height), counts.reshape(height, pattern_count)


def _values_by_sorting(patterns: NDArray[np.uint8], criterion: Criterion) -> NDArray[np.int64]:
    """Return the same for a small set.

    In a sorted column a cell of c words has c - k pairs of equal patterns at distance k < c. So the sum of
    any prices p is the sum of p(k+1) - 2 p(k) + p(k-1) times the pairs at distance k (for k = 0: p(1) times
    the words), and the largest cell is one more than the greatest distance of a pair.
    """
    words, guesses = patterns.shape
    ordered = patterns.copy()
    for first, second in _sorting_network(words):  # np.sort would be ten times slower along this axis
        lesser = np.minimum(ordered[first], ordered[second])
        np.maximum(ordered[first], ordered[second], out=ordered[second])
        ordered[first] = lesser
    prices = cell_prices(criterion, words + 1)
    largest = criterion is Criterion.KNUTH
    values = np.full(guesses, 1 if largest else words * prices[1], np.int64)
    for distance in range(1, words):
        equal = ordered[distance:] == ordered[:-distance]
        pairs = equal.sum(axis=0, dtype=np.uint8)
        if not pairs.any():
            break
        if largest:
            values[pairs > 0] = distance + 1
        else:
            bend = prices[distance + 1] - 2 * prices[distance] + prices[distance - 1]
            values += bend * pairs
            if criterion is Criterion.KOOI:  # its prices have no further bend
                break
    return values


@cache
def _sorting_network(count: int) -> tuple[tuple[int, int], ...]:
    """Return pairs of places that, put in order one after the other, sort `count` values.

    K. E. Batcher, Sorting networks and their applications, 1968; here for any number of values, as in Knuth,
    The Art of Computer Programming, volume 3, section 5.2.2, algorithm M.
    """
    pairs = []
    block = 1
    while block < count:
        step = block
        while step >= 1:
            for start in range(step % block, count - step, 2 * step):
                pairs += [
                    (place, place + step)
                    for place in range(start, min(start + step, count - step))
                    if place // (2 * block) == (place + step) // (2 * block)
                ]
            step //= 2
        block *= 2
    return tuple(pairs)


def least_value(criterion: Criterion, words: int) -> int:
    """Return the value of a guess that tells all of `words` words apart: none is less."""
    return 1 if criterion is Criterion.KNUTH else words * int(cell_prices(criterion, 1)[1])
