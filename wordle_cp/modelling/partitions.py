"""How guesses partition a set of words: what is left of the guess list once equal and useless ones are gone.

The patterns themselves don't matter to the models of this package, only which words share one. So a guess is
its *partition*, and a partition is the set of pairs of words that it leaves together: P is *finer* than Q if
its pairs are among those of Q. Where a guess may be replaced by a finer one, only the finest are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

MAX_MEMBERS: Final = 255
"""More words are refused: the models over partitions are for endgames."""

_WORD_BITS: Final = 64


@dataclass(frozen=True, slots=True, eq=False)
class Partitions:
    """Distinct partitions of a set of n words, k of them.

    `labels` (uint8, shape (k, n)): for each word the first one in its cell. `guesses` (int64, shape (k,)):
    the place of one guess that partitions the set so. `together` (uint64, shape (k, m)): the pairs of words
    in one cell, as bits in the order of `pair_bit`.
    """

    labels: NDArray[np.uint8]
    guesses: NDArray[np.int64]
    together: NDArray[np.uint64]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.guesses)

    @property
    def size(self) -> int:
        """How many words are partitioned."""
        return int(self.labels.shape[1])

    def take(self, chosen: NDArray[np.intp] | Sequence[int]) -> Partitions:
        """Return the partitions at these places."""
        places = np.asarray(chosen, np.intp)
        return Partitions(self.labels[places], self.guesses[places], self.together[places])

    def cells(self, place: int) -> list[list[int]]:
        """Return the cells of a partition, largest first, then by their first words."""
        cells: dict[int, list[int]] = {}
        for word, label in enumerate(self.labels[place].tolist()):
            cells.setdefault(label, []).append(word)
        return sorted(cells.values(), key=lambda cell: (-len(cell), cell))

    def pairs(self) -> Iterator[list[int]]:
        """Yield for each partition the pairs of words that it leaves together, as `pair_bit` numbers them."""
        for row in self.together:
            bits = np.unpackbits(row.astype("<u8").view(np.uint8), bitorder="little")
            yield np.flatnonzero(bits).tolist()

    def leaves_together(self, one: int, other: int) -> NDArray[np.bool_]:
        """Tell for each partition whether two words are in one cell, shape (k,)."""
        shared: NDArray[np.bool_] = self.labels[:, one] == self.labels[:, other]
        return shared

    def finest(
        self, groups: NDArray[np.int64] | None = None, heed: Callable[[], None] = lambda: None
    ) -> Partitions:
        """Return the partitions that have no finer one (with `groups`, shape (k,): in their group).

        `heed` is called meanwhile, and what it raises ends that.
        """
        groups = np.zeros(len(self), np.int64) if groups is None else groups
        pairs = np.bitwise_count(self.together).sum(axis=1, dtype=np.int64)
        kept: list[int] = []
        for group in np.unique(groups):
            some = np.flatnonzero(groups == group)
            some = some[np.argsort(pairs[some], kind="stable")]
            together, needed = self.together[some], np.ones(len(some), np.bool_)
            first = np.ascontiguousarray(together[:, 0])  # of few pairs, which rule out most
            for place, row in enumerate(together):
                if needed[place]:
                    heed()
                    kept.append(int(some[place]))
                    coarser = place + 1 + np.flatnonzero((row[0] & ~first[place + 1 :]) == 0)
                    needed[coarser[~(row & ~together[coarser]).any(axis=1)]] = False
        return self.take(kept)


def pair_bit(one: int, other: int) -> int:
    """Return the place of the pair of words `one` < `other`: 01, 02, 12, 03, ..."""
    return other * (other - 1) // 2 + one


def partitions_of(
    patterns: NDArray[np.uint8],
    groups: NDArray[np.int64] | None = None,
    heed: Callable[[], None] = lambda: None,
) -> Partitions:
    """Return the distinct partitions of a set, each with the first guess that makes it.

    `patterns` has shape (words, guesses): a row a word. Guesses that leave all words together are left out.
    With `groups` (shape (guesses,)) those of different groups stay distinct. `heed` is called meanwhile, and
    what it raises ends that.

    Raises:
        ValueError: there are more than `MAX_MEMBERS` words.
    """
    size, count = patterns.shape
    if size > MAX_MEMBERS:
        message = f"{size} words; partitions are for {MAX_MEMBERS} at most"
        raise ValueError(message)
    patterns = np.ascontiguousarray(patterns)
    labels = np.empty((size, count), np.uint8)
    for word in range(size):
        heed()
        labels[word] = word
        for earlier in range(word - 1, -1, -1):
            labels[word][patterns[word] == patterns[earlier]] = earlier
    keys = labels if groups is None else np.vstack([labels, _bytes(groups)])
    first = np.sort(np.unique(keys, axis=1, return_index=True)[1])
    first = first[(labels[:, first] != 0).any(axis=0)]
    distinct = np.ascontiguousarray(labels[:, first].T)
    heed()
    return Partitions(distinct, first.astype(np.int64), _together(distinct))


def _bytes(groups: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return numbers as rows of bytes, shape (8, numbers)."""
    return np.ascontiguousarray(groups).view(np.uint8).reshape(-1, groups.itemsize).T


def _together(labels: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the pairs in one cell as bits, shape (partitions, words of 64 bits)."""
    count, size = labels.shape
    result = np.zeros((count, max(1, -(-size * (size - 1) // 2 // _WORD_BITS))), np.uint64)
    for other in range(1, size):
        for one in range(other):
            word, bit = divmod(pair_bit(one, other), _WORD_BITS)
            result[:, word] |= (labels[:, one] == labels[:, other]).astype(np.uint64) << np.uint64(bit)
    return result
