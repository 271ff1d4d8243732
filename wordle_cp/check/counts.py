"""The checker's bulk counter: how many patterns each guess gives on each of many sets of words.

A table has the patterns of all guesses against the words in question, one row a guess. Many sets are
looked at together, one bit a set: for each word there are bits that tell which sets have it. Those of the
words that give a guess one pattern are ORed, 64 sets at a time; the result tells which sets show that
pattern, and adding up the results for all patterns tells how many of them each set shows.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.check.patterns import Guesses, Mask, Patterns, Places

    Bits = NDArray[np.uint64]
    """One bit a set, 64 sets in a number."""
    Numbers = NDArray[np.integer[Any]]

MAX_TABLE_BYTES: Final = 2**28
"""Memory for the patterns of all guesses against the words in question: 30 MB for 12,947 and 2,315."""
MAX_COPIED_BYTES: Final = 2**26
"""Memory for a copy of these patterns, which is made only to be faster."""
_BLOCK_BYTES: Final = 2**21  # what is worked on at a time, so that most of it stays in a cache
_MOST_TOGETHER: Final = 4096  # guesses
_COLUMNS: Final = 64  # words whose patterns are put into the table together
_LOOKS: Final = 4  # words from one look at what is left to the next
_SHRINKING: Final = 3  # what is left is copied once it is a third
_SORTED: Final = 150  # words from which on patterns are counted by sorting them
_SORTED_BYTES: Final = 2**22  # patterns sorted at a time


def pattern_type(win: int) -> np.dtype[np.unsignedinteger[Any]]:
    """Return the smallest type that holds all patterns up to `win`, the one that ends a game."""
    return np.min_scalar_type(win)


class Table:
    """The patterns of all guesses against the words in question."""

    def __init__(self, guesses: Guesses, words: Sequence[str]) -> None:
        """Score all `guesses` against `words`, which are among them."""
        self.words = words
        place = {guess: number for number, guess in enumerate(guesses.words)}
        self.guess_of: Places = np.array([place[word] for word in words], np.intp)
        """Of each word, its place among the guesses."""
        self.member: Places = np.full(len(guesses.words), -1, np.intp)
        """Of each guess, its place among the words, or -1."""
        self.member[self.guess_of] = np.arange(len(words))
        blocks = [words[start : start + _COLUMNS] for start in range(0, len(words), _COLUMNS)]
        shape = (len(guesses.words), len(words))
        self.patterns: Patterns = np.empty(shape, pattern_type(guesses.win))
        """[guess][word]"""
        for number, block in enumerate(blocks):
            columns = np.stack([guesses.scored(word) for word in block], axis=1)
            self.patterns[:, number * _COLUMNS : number * _COLUMNS + len(block)] = columns
        everything = np.arange(len(words))
        self.shown: Numbers = shown_on_all(self, everything, np.arange(len(guesses.words)))
        """Of each guess, the number of its patterns on all words, and one more if it is one of them."""

    @cached_property
    def by_word(self) -> Patterns | None:
        """The patterns once more, [word][guess], the guesses with many patterns first.

        None if that takes too much memory.
        """
        if self.patterns.nbytes > MAX_COPIED_BYTES:
            return None
        order = np.argsort(-self.shown, kind="stable")
        copy = np.empty(self.patterns.shape[::-1], self.patterns.dtype)
        for start in range(0, len(copy), _COLUMNS):
            some = slice(start, start + _COLUMNS)
            copy[some] = self.patterns[:, some].take(order, axis=0).T
        return copy


def shown_on_all(table: Table, words: Places, guesses: Places) -> Numbers:
    """Return what each of the `guesses` shows on all of `words`, the places of one word at least.

    That is the number of its patterns, and one more if it is one of the words.
    """
    numbers = np.empty(len(guesses), np.int64)
    together = max(1, _BLOCK_BYTES // len(words))
    for start in range(0, len(guesses), together):
        block = guesses[start : start + together]
        # A stable sort of small numbers takes time in proportion to how many there are (radix sort).
        ordered = np.sort(table.patterns[block].take(words, axis=1), axis=1, kind="stable")
        numbers[start : start + together] = 1 + (ordered[:, 1:] != ordered[:, :-1]).sum(axis=1)
    return numbers + np.isin(table.member[guesses], words)


def each_shown(table: Table, words: Places, inside: Mask, guesses: Places) -> Iterator[Numbers]:
    """Yield what blocks of the `guesses` show on each of the sets ``inside[set][word]``: [guess][set].

    A guess shows the number of its patterns on the set, and one more if it is in the set. `words` are the
    places of the words.
    """
    bits = packed(inside)
    together = _guesses_together(bits)
    for start in range(0, len(guesses), together):
        block = guesses[start : start + together]
        patterns = table.patterns[block].take(words, axis=1)
        yield _shown(patterns, bits, _members(table, words, block))[:, : len(inside)]


def shown(table: Table, words: Places, inside: Mask, guesses: Places) -> Numbers:
    """Return what the `guesses`, one at least, show; see `each_shown`."""
    return np.concatenate(list(each_shown(table, words, inside, guesses)))


def showing_more(
    table: Table, words: Places, inside: Mask, limits: Numbers, guesses: Places
) -> Iterator[tuple[Places, Mask]]:
    """Yield for blocks of the `guesses` on which sets, ``inside[set][word]``, they show more than its limit.

    `words` are the places of the words, the `limits` ascend; what a guess shows is told at `each_shown`. With
    each block, its places, come truth values [guess][set]; of sets behind the last one nothing is exceeded.
    Guesses of which no limit is exceeded may be missing.
    """
    if limits[0] < 0:
        message = f"limits are 0 or more, found {limits[0]}"
        raise ValueError(message)
    if not len(guesses):
        return
    upper = shown_on_all(table, words, guesses)  # as no set has more words
    order = np.argsort(upper)[::-1]
    guesses, upper = guesses[order], upper[order]
    patterns = table.patterns.take(words, axis=1)
    start = 0
    while start < len(guesses):
        count = int(np.searchsorted(limits, upper[start]))
        if count == 0:
            return  # no guess from here on exceeds the least limit
        bits = packed(inside[:count])
        block = guesses[start : start + _guesses_together(bits)]
        numbers = _shown(patterns[block], bits, _members(table, words, block))
        # In the type of the numbers, which none of them exceeds: comparing different types takes far longer.
        comparable = limits[:count].clip(max=np.iinfo(numbers.dtype).max).astype(numbers.dtype)
        yield block, numbers[:, :count] > comparable
        start += len(block)


def packed(inside: Mask) -> Bits:
    """Return the truth values [set][word] as bits [sets][word]."""
    sets, words = inside.shape
    octets = np.zeros((-(-sets // 64) * 8, words), np.uint8)
    octets[: -(-sets // 8)] = np.packbits(inside, axis=0, bitorder="little")
    # Eight rows of octets to one of numbers, the first row in the lowest place of memory.
    return np.ascontiguousarray(octets.reshape(-1, 8, words).transpose(0, 2, 1)).view(np.uint64)[:, :, 0]


def _guesses_together(bits: Bits) -> int:
    """Return how many guesses to look at together, for bits [sets][word]."""
    return min(_MOST_TOGETHER, max(1, _BLOCK_BYTES // (8 * bits.size)))


def _members(table: Table, words: Places, guesses: Places) -> Places:
    """Return the place of each of the `guesses` among `words`, or -1."""
    position = np.full(len(table.words) + 1, -1, np.intp)
    position[words] = np.arange(len(words))
    return position[table.member[guesses]]


def _shown(patterns: Patterns, bits: Bits, members: Places) -> Numbers:
    """Return what each guess shows on each set, [guess][set]; there may be sets behind the last one.

    `patterns` are those of each guess, [guess][word], `bits` tell which sets have the word, [sets][word], and
    `members` which of the words a guess is (-1: none).
    """
    # Words in order of their patterns, guess by guess: each number has the pattern above, the word below.
    small = patterns.itemsize <= 2 and patterns.shape[1] <= 1 << 16  # noqa: PLR2004  bytes
    half = 16 if small else 32
    kind: Any = np.uint32 if small else np.uint64
    keys = (patterns.astype(kind) << kind(half)) | np.arange(patterns.shape[1], dtype=kind)
    keys.sort(axis=1)
    first = np.ones(keys.shape, np.bool_)  # of its pattern
    ordered = keys >> kind(half)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=first[:, 1:])
    words = (keys & kind((1 << half) - 1)).astype(np.intp)
    rows = np.take(bits, words.ravel(), axis=1, mode="clip")
    showing = np.bitwise_or.reduceat(rows, np.flatnonzero(first), axis=1)
    # Put the guess itself in front of its patterns, and zeros behind the last one, so that all have as many.
    own = np.where(members >= 0, bits[:, members], np.uint64(0))
    zeros = np.zeros((len(bits), 1), np.uint64)
    showing = np.ascontiguousarray(np.concatenate([showing, own, zeros], axis=1).T)
    counts = first.sum(axis=1)
    begins = np.cumsum(counts) - counts
    number = np.arange(int(counts.max()))
    places = np.where(number < counts[:, np.newaxis], begins[:, np.newaxis] + number, len(showing) - 1)
    places = np.column_stack([counts.sum() + np.arange(len(counts)), places])
    shows = np.take(showing, places, axis=0, mode="clip")  # [guess][number][sets]
    values = np.unpackbits(shows.view(np.uint8), axis=2, bitorder="little")
    numbers: Numbers = np.add.reduce(values, axis=1, dtype=np.uint8 if shows.shape[1] < 1 << 8 else np.uint32)
    return numbers


def most_distinct(rows: Patterns, least: int) -> int:
    """Return how many different values a column of `rows` has at the most, or `least` if that is more.

    Where the rows are few, columns with so many repetitions that they can't come to more than `least` are
    left out on the way.
    """
    spare = len(rows) - least
    if spare <= 0 or not rows.shape[1]:
        return least
    if len(rows) > _SORTED:
        return _most_distinct_sorted(rows, least)
    repeats = np.zeros(rows.shape[1], np.int32)
    for number in range(1, len(rows)):
        repeats += np.bitwise_or.reduce(rows[:number] == rows[number], axis=0)
        if number % _LOOKS == 0:
            kept = np.flatnonzero(repeats < spare)
            if not len(kept):
                return least
            if _SHRINKING * len(kept) < len(repeats):
                rows, repeats = rows.take(kept, axis=1), repeats[kept]
    return max(least, len(rows) - int(repeats.min()))


def _most_distinct_sorted(rows: Patterns, least: int) -> int:
    """Return what `most_distinct` does."""
    together = max(1, _SORTED_BYTES // (len(rows) * rows.itemsize))
    for start in range(0, rows.shape[1], together):
        columns = np.ascontiguousarray(rows[:, start : start + together].T)
        columns.sort(axis=1)
        least = max(least, 1 + int((columns[:, 1:] != columns[:, :-1]).sum(axis=1).max()))
    return least
