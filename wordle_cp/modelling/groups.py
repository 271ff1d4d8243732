"""Groups of words that fixed guesses must split, and which guesses split which: those that are known so far.

A group has N + 1 words, where N may be left. Fixed guesses always leave N words or fewer iff one of them
splits each group, that is, gives its words more than one response; so it is enough to know those groups that
are hard to split.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

_MOST_COMPARED: Final = 2**29
"""Patterns that are compared to find words that are alike."""
_MOST_SAMPLED: Final = 128
_NEIGHBOURS: Final = 2
_LEARNT: Final = 200
"""Groups that are learnt at a time, at most."""
_FEW: Final = 64
_FIRST_BYTES: Final = 2**26
"""Memory for which guesses split the first groups."""


class Groups:
    """Groups of places of words, and which guesses split them."""

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
