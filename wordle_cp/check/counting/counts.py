"""The checker's bulk counter: how many patterns each guess gives on each of many sets of words.

A table has the patterns of all guesses against the words in question, one row a guess. Many sets are
looked at together, one bit a set: for each word there are bits that tell which sets have it. Those of the
words that give a guess one pattern are ORed, 64 sets at a time; the result says which sets show that
pattern, and adding up the results for all patterns gives how many of them each set shows.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.counting.columns import by_word, different, in_order
from wordle_cp.errors import CertificateRejected, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.check.common.lists import Lists
    from wordle_cp.check.counting.patterns import GuessPatterns, Mask, Patterns, Places

    Bits = NDArray[np.uint64]
    """One bit a set, 64 sets in a number."""
    Numbers = NDArray[np.integer[Any]]

MAX_TABLE_BYTES: Final = 300_000_000
"""Memory for the patterns of all guesses against the words in question: 30 MB for 12,947 and 2,315."""
MAX_COPIED_BYTES: Final = 2**26
"""Memory for a copy of these patterns, which is made only to be faster."""
_BLOCK_BYTES: Final = 2**21  # what is worked on at a time, so that most of it stays in a cache
_MOST_TOGETHER: Final = 4096  # guesses
_COLUMNS: Final = 64  # words whose patterns are put into the table together
_FIRST: Final = 256  # guesses that are looked at first
_REORDERED: Final = 1024  # guesses after which sets are put in order by what was found
_ORDERED: Final = 2**17  # patterns put in order at a time


def pattern_type(win: int) -> np.dtype[np.unsignedinteger[Any]]:
    """Return the smallest type that holds all patterns up to `win`, the one that ends a game."""
    return np.min_scalar_type(win)


def has_table_room(game: GameRecord, lists: Lists, words: Sequence[str]) -> bool:
    """Tell whether there is room for the patterns of all guesses against `words`."""
    return _table_bytes(game, lists, words) <= MAX_TABLE_BYTES


def _table_bytes(game: GameRecord, lists: Lists, words: Sequence[str]) -> int:
    return len(lists.guesses) * len(words) * pattern_type(game.scoring.win).itemsize


def demand_table_room(game: GameRecord, lists: Lists, words: Sequence[str]) -> None:
    """Reject where the patterns of all guesses against `words` would take too much memory."""
    size = _table_bytes(game, lists, words)
    if size > MAX_TABLE_BYTES:
        expected = f"{MAX_TABLE_BYTES} bytes at most for the patterns of all guesses"
        raise CertificateRejected(WHOLE, Rule.SIZE, expected, str(size))


class PatternTable:
    """The patterns of all guesses against the words in question."""

    def __init__(self, guesses: GuessPatterns, words: Sequence[str]) -> None:
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
    def promising(self) -> Places:
        """All guesses, those with many patterns first."""
        return np.argsort(-self.shown, kind="stable")

    @cached_property
    def by_word(self) -> Patterns | None:
        """The patterns once more, [word][guess], the guesses in the order of `promising`.

        None if that takes too much memory.
        """
        if self.patterns.nbytes > MAX_COPIED_BYTES:
            return None
        return by_word(self.patterns, self.promising, np.arange(len(self.words)))


def shown_on_all(table: PatternTable, words: Places, guesses: Places) -> Numbers:
    """Return what each of the `guesses` shows on all of `words`, the places of one word at least.

    That is the number of its patterns, and one more if it is one of the words.
    """
    numbers = np.empty(len(guesses), np.int64)
    together = max(1, _BLOCK_BYTES // len(words))
    for start in range(0, len(guesses), together):
        block = guesses[start : start + together]
        numbers[start : start + together] = different(table.patterns[block].take(words, axis=1))
    return numbers + np.isin(table.member[guesses], words)


def each_shown(table: PatternTable, words: Places, inside: Mask, guesses: Places) -> Iterator[Numbers]:
    """Yield what blocks of the `guesses` show on each of the sets ``inside[set][word]``: [guess][set].

    A guess shows the number of its patterns on the set, and one more if it is in the set. `words` are the
    places of the words.
    """
    bits = packed(inside)
    together = _guesses_together(bits)
    for start in range(0, len(guesses), together):
        block = guesses[start : start + together]
        _, order, first = in_order(table.patterns[block].take(words, axis=1))
        yield _shown(order, first, bits, _members(table, words, block))[:, : len(inside)]


def shown(table: PatternTable, words: Places, inside: Mask, guesses: Places) -> Numbers:
    """Return what the `guesses`, one at least, show; see `each_shown`."""
    return np.concatenate(list(each_shown(table, words, inside, guesses)))


def showing_more(
    table: PatternTable, words: Places, inside: Mask, limits: Numbers, guesses: Places
) -> Iterator[tuple[Places, Mask]]:
    """Yield for blocks of the `guesses` on which sets, ``inside[set][word]``, they show more than its limit.

    `words` are the places of the words, the `limits` ascend; `each_shown` says what a guess shows. With
    each block, its places, come truth values [guess][set]; of sets behind the last one nothing is exceeded.
    Guesses of which no limit is exceeded may be missing.
    """
    if limits[0] < 0:
        message = f"limits are 0 or more, found {limits[0]}"
        raise ValueError(message)
    bits = packed(inside)
    for part in _ordered(table, words, guesses):
        for block, numbers in part.shown(bits, limits):
            count = numbers.shape[1]
            # In the type of the numbers, which none exceeds: comparing different types takes far longer.
            comparable = limits[:count].clip(max=np.iinfo(numbers.dtype).max).astype(numbers.dtype)
            yield block, numbers > comparable


def most_shown(
    table: PatternTable,
    words: Places,
    inside: Mask,
    guesses: Places,
    allowed: Mask | None,
    tick: Callable[[], None],
) -> Numbers:
    """Return the most that one of the `guesses` shows on each of the sets ``inside[set][word]``.

    If there is ``allowed[guess][set]``, for all guesses of the table, it says which count. `words` are the
    places of the words; `each_shown` says what a guess shows. `tick` is called now and then.
    """
    return _raised(_ordered(table, words, guesses), inside, np.zeros(len(inside), np.int64), allowed, tick)


class PatternCounts:
    """How many patterns guesses give on parts of some words, which are put in order once for all parts."""

    def __init__(self, table: PatternTable, words: Places, guesses: Places) -> None:
        """Put `words`, the places of one at least, in order for each of the `guesses`."""
        self._parts = [
            part._replace(members=np.full_like(part.members, -1)) for part in _ordered(table, words, guesses)
        ]

    def most(self, inside: Mask, enough: Numbers, tick: Callable[[], None]) -> Numbers:
        """Return the most patterns that a guess gives on each of the sets ``inside[set][word]``.

        Where none gives more than ``enough[set]``, that is returned: it takes less time to find out. `tick`
        is called now and then. Sets that are equal are counted once.
        """
        enough = enough.astype(np.int64)
        octets = np.packbits(inside, axis=1)
        rows = octets.view(np.dtype((np.void, octets.shape[1])))[:, 0]
        _, place, copy_of = np.unique(rows, return_index=True, return_inverse=True)
        least = np.full(len(place), len(inside[0]), np.int64)
        np.minimum.at(least, copy_of, enough)
        return np.maximum(_raised(self._parts, inside[place], least, None, tick)[copy_of], enough)


def _raised(
    parts: Iterable[_Ordered], inside: Mask, most: Numbers, allowed: Mask | None, tick: Callable[[], None]
) -> Numbers:
    """Raise `most` to what a guess of the `parts` shows on each set, where that is more; return it."""
    sets = np.argsort(most, kind="stable")
    bits, looked = packed(inside[sets]), 0
    for part in parts:
        if looked >= _REORDERED:
            sets, looked = np.argsort(most, kind="stable"), 0
            bits = packed(inside[sets])
        looked += len(part.guesses)
        for block, numbers in part.shown(bits, np.minimum.accumulate(most[sets][::-1])[::-1]):
            tick()
            mine = sets[: numbers.shape[1]]
            counted = numbers if allowed is None else numbers * allowed[block[:, np.newaxis], mine]
            most[mine] = np.maximum(most[mine], counted.max(axis=0))
    return most


class _Ordered(NamedTuple):
    """Some guesses, and the words in the order of their patterns (`in_order`)."""

    guesses: Places
    order: Places
    first: Mask
    members: Places
    """Which of the words each guess is (-1: none)."""

    def shown(self, bits: Bits, limits: Numbers) -> Iterator[tuple[Places, Numbers]]:
        """Yield blocks of the guesses, and what they show on the sets of which they may exceed the limit.

        `bits` tell which words the sets have; the `limits` ascend. With a block come numbers [guess][set], of
        the first sets, and only of guesses for which there are some.
        """
        upper = self.first.sum(axis=1) + (self.members >= 0)  # as no set has more words
        ranked = np.argsort(-upper, kind="stable")
        done = 0
        while done < len(ranked):
            count = int(np.searchsorted(limits, upper[ranked[done]]))
            if count == 0:
                return  # no guess from here on exceeds the least limit
            mine = bits[: -(-count // 64)]
            block = ranked[done : done + _guesses_together(mine)]
            numbers = _shown(self.order[block], self.first[block], mine, self.members[block])
            yield self.guesses[block], numbers[:, :count]
            done += len(block)


def _ordered(table: PatternTable, words: Places, guesses: Places) -> Iterator[_Ordered]:
    """Yield all `guesses`, first a few that promise to show much."""
    by_word = table.by_word
    whole = len(guesses) == len(table.patterns)
    guesses = table.promising if whole else guesses[np.argsort(-table.shown[guesses], kind="stable")]
    start, count = 0, _FIRST
    while start < len(guesses):
        end = min(start + count, len(guesses))
        some = guesses[start:end]
        if whole and by_word is not None:
            patterns = by_word[words, start:end].T
        else:
            patterns = table.patterns[some].take(words, axis=1)
        _, order, first = in_order(patterns)
        yield _Ordered(some, order, first, _members(table, words, some))
        start, count = end, max(1, _ORDERED // len(words))


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


def _members(table: PatternTable, words: Places, guesses: Places) -> Places:
    """Return the place of each of the `guesses` among `words`, or -1."""
    position = np.full(len(table.words) + 1, -1, np.intp)
    position[words] = np.arange(len(words))
    return position[table.member[guesses]]


def _shown(order: Places, first: Mask, bits: Bits, members: Places) -> Numbers:
    """Return what each guess shows on each set, [guess][set]; there may be sets behind the last one.

    `order` and `first` tell which words have which of its patterns (`in_order`), `bits` which sets have the
    word, [sets][word], and `members` which of the words a guess is (-1: none).
    """
    rows = np.take(bits, order.ravel(), axis=1, mode="clip")
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
