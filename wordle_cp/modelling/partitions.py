"""How guesses partition a set of words: what is left of the guess list once equal and useless ones are gone.

The patterns themselves don't matter to the models of this package, only which words share one. So a guess is
its *partition*, and a partition is the set of pairs of words that it leaves together: P is *finer* than Q if
its pairs are among those of Q. Where a guess may be replaced by a finer one, only the finest are needed.

Fixed guesses always leave N words or fewer iff one of them splits each *group* of N + 1 words, that is, gives
its words more than one response; so it is enough to know those groups that are hard to split (`Groups`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

MAX_MEMBERS: Final = 255
"""More words are refused: the models over partitions are for endgames."""

_WORD_BITS: Final = 64
_MOST_COMPARED: Final = 2**29
"""Patterns that are compared to find words that are alike."""
_MOST_SAMPLED: Final = 128
_NEIGHBOURS: Final = 2
_LEARNT: Final = 200
"""Groups that are learnt at a time, at most."""
_FEW: Final = 64
_FIRST_BYTES: Final = 2**26
"""Memory for which guesses split the first groups."""


@dataclass(frozen=True, slots=True, eq=False)
class Partitions:
    """Distinct partitions of a set of n words, k of them.

    `labels` (uint8, shape (k, n)): for each word the first one in its cell. `guesses` (int64, shape (k,)):
    the place of one guess that partitions the set so. `together` (uint64, shape (k, m)): the pairs of words
    in one cell, as bits in the order of `pair_bit`. `facts` (bool, shape (k, f)): those of f facts that the
    guess has, which set it apart from others.
    """

    labels: NDArray[np.uint8]
    guesses: NDArray[np.int64]
    together: NDArray[np.uint64]
    facts: Mask

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
        return Partitions(
            self.labels[places], self.guesses[places], self.together[places], self.facts[places]
        )

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

    def finest(self, heed: Callable[[], None] = lambda: None) -> Partitions:
        """Return the partitions that have no finer one with the same facts.

        `heed` is called meanwhile, and what it raises ends that.
        """
        groups = np.unique(self.facts, axis=0, return_inverse=True)[1]
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
    patterns: NDArray[np.uint8], facts: Iterable[Mask] = (), heed: Callable[[], None] = lambda: None
) -> Partitions:
    """Return the distinct partitions of a set, each with the first guess that makes it.

    `patterns` has shape (words, guesses): a row a word. Guesses that leave all words together are left out;
    those that don't have the same `facts` (each says which guesses have it) stay distinct. `heed` is called
    meanwhile, and what it raises ends that.

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
    rows = [*facts]
    having = np.array(rows, np.bool_).reshape(len(rows), count)
    keys = np.vstack([labels, np.packbits(having, axis=0)])
    first = np.sort(np.unique(keys, axis=1, return_index=True)[1])
    first = first[(labels[:, first] != 0).any(axis=0)]
    distinct = np.ascontiguousarray(labels[:, first].T)
    heed()
    return Partitions(distinct, first.astype(np.int64), _together(distinct), having[:, first].T)


def _together(labels: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the pairs in one cell as bits, shape (partitions, words of 64 bits)."""
    count, size = labels.shape
    result = np.zeros((count, max(1, -(-size * (size - 1) // 2 // _WORD_BITS))), np.uint64)
    for other in range(1, size):
        for one in range(other):
            word, bit = divmod(pair_bit(one, other), _WORD_BITS)
            result[:, word] |= (labels[:, one] == labels[:, other]).astype(np.uint64) << np.uint64(bit)
    return result


class Groups:
    """Groups of places of words, and which guesses split them: those that are known so far."""

    def __init__(
        self, patterns: NDArray[np.integer], leave: int, heed: Callable[[], None] = lambda: None
    ) -> None:
        """Take the pattern of each word (a row) and guess (a column), and how many words may be left."""
        self.patterns = patterns
        self.leave = leave
        self.groups: list[tuple[int, ...]] = []
        self._difficulty: list[int] = []
        self._seen: set[tuple[int, ...]] = set()
        self._splits = np.zeros((_FEW, patterns.shape[1]), np.bool_)
        self._learn_neighbours(heed)
        self.learn(())

    @property
    def splits(self) -> Mask:
        """Which guesses split which groups, shape (groups, guesses)."""
        return self._splits[: len(self.groups)]

    @property
    def difficulty(self) -> NDArray[np.intp]:
        """How many guesses split each group."""
        return np.array(self._difficulty, np.intp)

    def unsplit(self, guesses: Sequence[int]) -> Mask:
        """Return which groups none of the guesses splits."""
        return np.logical_not(self.splits[:, list(guesses)].any(axis=1))

    def filled(self, first: Sequence[int], others: Iterable[int], count: int) -> tuple[int, ...]:
        """Return `count` guesses that begin with the `first` ones: with the `others`, and with more.

        None of these comes twice, unless there are too few guesses. More are those that split most groups.
        """
        chosen = [*first, *(guess for guess in dict.fromkeys(others) if guess not in first)]
        best = np.argsort(-self.splits.sum(axis=0), kind="stable").tolist()
        more = [guess for guess in best if guess not in chosen] + [best[0]] * count
        return tuple(chosen + more[: count - len(chosen)])

    def classes(self, guesses: Sequence[int]) -> list[NDArray[np.intp]]:
        """Return the sets of words that the guesses leave together: those of more words than may be left."""
        labels = np.zeros(len(self.patterns), np.int64)
        for guess in guesses:
            _, labels = np.unique(
                np.stack([labels, self.patterns[:, guess].astype(np.int64)]), axis=1, return_inverse=True
            )
        order = np.argsort(labels, kind="stable")
        starts = np.flatnonzero(np.diff(labels[order])) + 1
        return [words for words in np.split(order, starts) if len(words) > self.leave]

    def learn(self, guesses: Sequence[int]) -> bool:
        """Add groups that the guesses don't split; tell whether there are any."""
        classes = self.classes(guesses)
        size = self.leave + 1
        found = (
            tuple(words[first : first + size].tolist())
            for words in classes
            for first in range(len(words) - self.leave)
        )
        self._add(group for _, group in zip(range(_LEARNT), found, strict=False))
        return bool(classes)

    def _add(self, groups: Iterable[tuple[int, ...]]) -> None:
        for group in groups:
            key = tuple(sorted(group))
            if key in self._seen:
                continue
            self._seen.add(key)
            if len(self.groups) == len(self._splits):
                self._splits = np.concatenate([self._splits, np.zeros_like(self._splits)])
            rows = self.patterns[list(key)]
            self._splits[len(self.groups)] = (rows[1:] != rows[0]).any(axis=0)
            self._difficulty.append(int(self._splits[len(self.groups)].sum()))
            self.groups.append(key)

    def _learn_neighbours(self, heed: Callable[[], None]) -> None:
        """Add for each word groups with those that fewest guesses tell from it, as a sample says."""
        words, guesses = self.patterns.shape
        sampled = min(_MOST_SAMPLED, guesses, _MOST_COMPARED // words**2)
        if words <= self.leave or sampled == 0:
            return
        found: list[tuple[int, tuple[int, ...]]] = []
        columns = np.linspace(0, guesses - 1, sampled).astype(np.intp)
        sample = np.ascontiguousarray(self.patterns[:, columns])
        for word in range(words):
            heed()
            apart = (sample != sample[word]).sum(axis=1)
            apart[word] = -1
            near = np.argsort(apart, kind="stable")[: self.leave + _NEIGHBOURS]
            found += (
                (int(apart[near[first + self.leave - 1]]), (word, *near[first : first + self.leave].tolist()))
                for first in range(1, _NEIGHBOURS + 1)
                if first + self.leave <= len(near)
            )
        found.sort()
        self._add(group for _, group in found[: max(_FEW, _FIRST_BYTES // guesses)])
