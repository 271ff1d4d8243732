"""Which guesses have to be looked at for a lemma: those that don't meet its bound by how much they show.

Lemmas about few words are counted one by one (`columns`), others many at a time (`counts`), those together
that share facts (`shared_facts`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from wordle_cp.check.counting.columns import different, exceeding
from wordle_cp.check.counting.counts import showing_more, shown_on_all
from wordle_cp.check.counting.facts_within import have_room, holding
from wordle_cp.check.counting.shared_facts import together
from wordle_cp.check.counting.weighed_sets import harmless_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.check.counting.patterns import Mask, Places
    from wordle_cp.check.totals.bounds import Bounds
    from wordle_cp.rules.words import Restriction

    Packed = NDArray[np.unsignedinteger[Any]]
    """Which guesses: a truth value each, in bits."""

_COUNTED: Final = 512  # lemmas counted together
_COUNTED_BYTES: Final = 2**25  # that tell which guesses count
_FEW_WORDS: Final = 40  # a lemma about no more words is counted by itself, word by word
_FEW_PATTERNS: Final = 2**18  # a lemma with as many guesses times words is counted by itself


class LemmaTask(NamedTuple):
    """A lemma with its words."""

    number: int
    words: Places
    fixed: Restriction
    left: int | None
    bound: float
    chosen: bool
    past: tuple[str, ...]
    """The guesses that name the words, those of the claim's history included."""

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return f"lemma {self.number}"


def unpacked(which: Packed) -> Places:
    """Return which guesses these are."""
    return np.flatnonzero(np.unpackbits(which, bitorder="little"))


class Looks:
    """Finds the guesses that have to be looked at."""

    def __init__(self, bounds: Bounds) -> None:
        """Find them among the guesses of `bounds`."""
        self._bounds = bounds
        self._table = bounds.table
        self._guesses = bounds.guesses
        self._together = max(1, min(_COUNTED, _COUNTED_BYTES // len(bounds.guesses.words)))
        self._holding: Mask | None = None  # [fact][word]
        if bounds.guesses.tiles and have_room(bounds.guesses):
            spelled = bounds.guesses.letters[:, bounds.table.guess_of]
            self._holding = holding(spelled, int(bounds.guesses.letters.max()) + 1)

    def find(self, tasks: Sequence[LemmaTask], tick: Callable[[], None]) -> list[Packed]:
        """Return for each task which guesses don't meet its bound by rule T, and are allowed.

        A guess meets a bound if 3n, less its patterns, and less one if it is one of the n words, are enough;
        with weights, three times what the words weigh less what it shows. `tick` is called now and then.
        """
        result: list[Packed] = [np.zeros(0, np.uint8)] * len(tasks)
        many: list[int] = []
        limits = [self._limit(task) for task in tasks]
        for number, task in enumerate(tasks):
            tick()
            few = self._count_few(task, limits[number])
            if few is None:
                many.append(number)
            else:
                result[number] = self._packed(self._weighed(task, few))
        for some in self._grouped(tasks, many, limits):
            left = self._count_together(
                [tasks[number] for number in some], [limits[number] for number in some], tick
            )
            for number, guesses in zip(some, left, strict=True):
                tick()  # with weights a lemma about many words takes seconds
                result[number] = self._packed(self._weighed(tasks[number], guesses))
        return result

    def _count_few(self, task: LemmaTask, limit: int) -> Places | None:
        """Return the allowed guesses that show more than `limit`; None if many tasks are better counted."""
        permitted = self._guesses.permitted(task.fixed)
        own = self._table.guess_of[task.words]
        by_word = self._table.by_word
        if by_word is not None and len(task.words) <= _FEW_WORDS:
            columns = None if permitted.all() else np.flatnonzero(permitted[self._table.promising])
            others, _ = exceeding(by_word, limit, task.words, columns)
            own = own[permitted[own]]
            own = own[1 + different(self._table.patterns[own[:, np.newaxis], task.words]) > limit]
            return np.union1d(self._table.promising[others], own)
        if np.count_nonzero(permitted) * len(task.words) <= _FEW_PATTERNS:
            guesses = np.flatnonzero(permitted)
            return guesses[shown_on_all(self._table, task.words, guesses) > limit]
        return None

    def _packed(self, guesses: Places) -> Packed:
        mask = np.zeros(len(self._guesses.words), np.bool_)
        mask[guesses] = True
        return np.packbits(mask, bitorder="little")

    def _grouped(
        self, tasks: Sequence[LemmaTask], many: Sequence[int], limits: Sequence[int]
    ) -> Iterator[list[int]]:
        """Yield the numbers `many` in groups to be counted together, each in the order of its limits."""
        left = np.array(sorted(many, key=limits.__getitem__), np.intp)
        if self._holding is None or not len(left):
            for start in range(0, len(left), self._together):
                yield left[start : start + self._together].tolist()
            return
        shared = np.array([self._holding[:, tasks[number].words].all(axis=1) for number in left.tolist()])
        for part in together(shared, self._holding, self._together):
            yield left[part].tolist()

    def _limit(self, task: LemmaTask) -> int:
        """Return how many patterns a guess may show if it is to meet the bound of `task` by rule T."""
        if task.bound == math.inf:
            return 1
        weights = self._bounds.weights
        if weights is None:
            return max(0, 3 * len(task.words) - int(task.bound))
        return harmless_number(weights, task.words, 3 * weights.sum(task.words) - int(task.bound))

    def _weighed(self, task: LemmaTask, guesses: Places) -> Places:
        """Return those of the `guesses`, and of the words themselves, that don't meet the bound of `task`.

        The other guesses do, as was seen by counting (`weighed_sets`).
        """
        weights = self._bounds.weights
        if weights is None or task.bound == math.inf:
            return guesses
        permitted = self._guesses.permitted(task.fixed)
        own = self._table.guess_of[task.words]
        guesses = np.union1d(guesses, own[permitted[own]])
        most = 3 * weights.sum(task.words) - int(task.bound)
        return guesses[weights.shown(task.words, guesses) > most]

    def _count_together(
        self, tasks: Sequence[LemmaTask], limits: Sequence[int], tick: Callable[[], None]
    ) -> list[Places]:
        """Return the allowed guesses of each task that show more than its limit; the limits ascend."""
        inside = np.zeros((len(tasks), len(self._table.words)), np.bool_)
        for number, task in enumerate(tasks):
            inside[number, task.words] = True
        allowed = np.stack([self._guesses.permitted(task.fixed) for task in tasks])
        words = np.flatnonzero(inside.any(axis=0))
        any_task = np.flatnonzero(allowed.any(axis=0))
        found = np.zeros_like(allowed)
        sets = inside[:, words]
        for block, more in showing_more(self._table, words, sets, np.array(limits, np.int64), any_task):
            tick()
            found[: more.shape[1], block] = more.T
        return [np.flatnonzero(mask) for mask in found & allowed]
