"""The checker of lemmas: guesses that are seen to cost enough when many are looked at together.

The words of a lemma are divided into cells by each guess that has to be looked at, and what these cost is
added up: by their closed forms, by earlier lemmas about them, and by what their own words show, or what any
guess shows on all words if that is more: rule L1 says no less, and other guesses aren't counted for it.
`Bounds.divided` and a first look at the cells do that for one guess; here the cells of all guesses of many
lemmas stand in one array. Only guesses that need more are left. So this is a faster way to find what the
rules say, and no rule.

For games without weights.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from wordle_cp.check.counting.cells import SMALL, Cell, Divided
from wordle_cp.check.counting.columns import MAX_ROWS, different, in_order, scan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.check.counting.lemma_looks import LemmaTask
    from wordle_cp.check.counting.patterns import Patterns, Places
    from wordle_cp.check.totals.bounds import Bounds

    Numbers = NDArray[np.integer[Any]]
    Hashes = NDArray[np.unsignedinteger[Any]]

_TOGETHER: Final = 2**19  # patterns that are divided at a time
_OWN: Final = 2**12  # words of cells that are counted at a time
_ROUNDS: Final = (2, 4, 8)  # cells of a guess, the largest first, that are counted before the others
_MOST: Final = 2**62  # what a lost cell costs, where whole numbers are kept; its guess's cost is infinite


class _Part(NamedTuple):
    """A lemma, and some of the guesses that have to be looked at for it."""

    task: LemmaTask
    guesses: Places


class _Guesses:
    """Guesses of some parts, and what they cost at least as far as it is known."""

    def __init__(self, parts: Sequence[_Part]) -> None:
        sizes = [len(part.guesses) for part in parts]
        self.part_of: Places = np.repeat(np.arange(len(parts)), sizes)
        self.guess: Places = np.concatenate([part.guesses for part in parts])
        self.wanted = np.array([part.task.bound for part in parts])[self.part_of]
        self.cost = np.array([len(part.task.words) for part in parts], np.float64)[self.part_of]
        left = [math.inf if part.task.left is None else part.task.left for part in parts]
        self.rest = np.array(left)[self.part_of] - 1
        """How many guesses are left after each."""


class _Cells(NamedTuple):
    """The cells of guesses, but the all-green ones."""

    words: Places
    """Of all cells, one after the other; those of all-green ones are in between."""
    starts: Places
    """Of each cell, where its words begin."""
    sizes: Places
    guess: Places
    """Of each cell, the number of its guess."""
    patterns: Places
    marks: Hashes
    """Of each cell, a number that is the same for the same words."""


class Sieve:
    """Looks at many guesses together."""

    def __init__(self, bounds: Bounds) -> None:
        """Look at guesses with what is known in `bounds`, of a game without weights."""
        self._bounds = bounds
        self._table = bounds.table
        own = np.ascontiguousarray(self._table.patterns[self._table.guess_of])
        self._own: Patterns = own.ravel()  # of each word against each
        # Nothing but time depends on what these numbers are.
        self._mark: Hashes = np.random.default_rng(1).integers(2**64, size=len(own), dtype=np.uint64)
        self._known: Hashes = np.zeros(0, np.uint64)

    def learn(self, tasks: Iterable[LemmaTask]) -> None:
        """Take note of the words that lemmas are about; these may be known to the bounds already."""
        marks = [np.bitwise_xor.reduce(self._mark[task.words]) for task in tasks]
        self._known = np.union1d(self._known, np.array(marks, np.uint64))

    def left(
        self, tasks: Iterable[LemmaTask], guesses: Iterable[Places], tick: Callable[[], None]
    ) -> Iterator[tuple[LemmaTask, list[Divided]]]:
        """Yield for the `tasks` those of their `guesses` that aren't seen to cost as much as a task says.

        Tasks come in their order, each with some guesses at a time or, if none is left, not at all. Guesses
        that don't split its words aren't left. `tick` is called now and then.
        """
        parts: list[_Part] = []
        size = 0
        for task, some in zip(tasks, guesses, strict=True):
            together = max(1, _TOGETHER // len(task.words))
            for start in range(0, len(some), together):
                parts.append(_Part(task, some[start : start + together]))
                size += len(parts[-1].guesses) * len(task.words)
                if size >= _TOGETHER:
                    tick()
                    yield from self._look(parts)
                    parts, size = [], 0
        if parts:
            yield from self._look(parts)

    def _look(self, parts: Sequence[_Part]) -> Iterator[tuple[LemmaTask, list[Divided]]]:
        """Yield what is left of `parts`."""
        guesses = _Guesses(parts)
        cells = self._divided(parts, guesses)
        each = self._bounds.closed_forms(cells.words, cells.starts, cells.sizes)
        guesses.cost += np.bincount(cells.guess, each, len(guesses.cost))
        self._ask_lemmas(parts, guesses, cells, each)
        order = np.lexsort((-cells.sizes, cells.guess))
        order = order[cells.sizes[order] > SMALL]
        rank = np.arange(len(order)) - np.searchsorted(cells.guess[order], cells.guess[order])
        by_rank = np.argsort(rank, kind="stable")
        for some in np.split(order[by_rank], np.searchsorted(rank[by_rank], _ROUNDS)):
            self._count_own(guesses, cells, each, some)
        begins = np.searchsorted(cells.guess[order], np.arange(len(guesses.cost) + 1))
        left: list[list[Divided]] = [[] for _ in parts]
        for number in np.flatnonzero(guesses.cost < guesses.wanted).tolist():
            place, guess = int(guesses.part_of[number]), int(guesses.guess[number])
            mine = order[begins[number] : begins[number + 1]]
            found = self._cells(parts[place].task, guess, cells, each, mine)
            left[place].append(Divided(guess, int(guesses.cost[number]), found))
        for part, divided in zip(parts, left, strict=True):
            if divided:
                yield part.task, divided

    def _cells(
        self, task: LemmaTask, guess: int, cells: _Cells, each: Numbers, mine: Places
    ) -> Iterator[Cell]:
        """Yield those cells of a guess that have the numbers `mine`, with what `each` costs at least."""
        for number, bound in zip(mine.tolist(), each[mine].tolist(), strict=True):
            cell = self._cell(task, guess, cells, number)
            cell.bound = bound
            yield cell

    def _cell(self, task: LemmaTask, guess: int, cells: _Cells, number: int) -> Cell:
        """Return the cell of `guess` with this number."""
        start = int(cells.starts[number])
        return Cell(
            cells.words[start : start + int(cells.sizes[number])],
            int(cells.patterns[number]),
            None if task.left is None else task.left - 1,
            task.fixed,
            self._bounds.guesses.words[guess] if self._bounds.hard else None,
        )

    def _divided(self, parts: Sequence[_Part], guesses: _Guesses) -> _Cells:
        """Return the cells of the `guesses`, those of `parts`.

        What splits nothing costs enough, and what leaves a word and no guess, or two words and one guess.
        """
        found: list[tuple[Places, Numbers, Places, Places]] = []
        before = 0
        for task, some in parts:
            ordered, order, first = in_order(self._table.patterns[some].take(task.words, axis=1))
            starts = np.flatnonzero(first)
            words, patterns = task.words[order.ravel()], ordered.ravel()[starts]
            found.append((words, patterns, starts + before, first.sum(axis=1)))
            before += order.size
        words, patterns, starts, numbers = (np.concatenate(arrays) for arrays in zip(*found, strict=True))
        sizes = np.append(starts[1:], len(words)) - starts
        of_guess = np.repeat(np.arange(len(numbers)), numbers)
        marks = np.bitwise_xor.reduceat(self._mark[words], starts)
        others = patterns != self._bounds.guesses.win
        cells = _Cells(words, *(array[others] for array in (starts, sizes, of_guess, patterns, marks)))
        largest = np.zeros(len(numbers), np.intp)
        np.maximum.at(largest, cells.guess, cells.sizes)
        guesses.cost[numbers == 1] = math.inf
        guesses.cost[guesses.rest < np.minimum(largest, 2)] = math.inf
        return cells

    def _ask_lemmas(self, parts: Sequence[_Part], guesses: _Guesses, cells: _Cells, each: Numbers) -> None:
        """Raise what each cell costs, and its guess, to what earlier lemmas say."""
        if not len(self._known):
            return
        place = np.searchsorted(self._known, cells.marks).clip(max=len(self._known) - 1)
        asked = (self._known[place] == cells.marks) & (guesses.cost < guesses.wanted)[cells.guess]
        for number in np.flatnonzero(asked).tolist():
            guess = int(cells.guess[number])
            task = parts[guesses.part_of[guess]].task
            cell = self._cell(task, int(guesses.guess[guess]), cells, number)
            more = self._bounds.by_lemma(cell, task.number) - each[number]
            if more > 0:
                guesses.cost[guess] += more
                each[number] = min(each[number] + more, _MOST)

    def _count_own(self, guesses: _Guesses, cells: _Cells, each: Numbers, some: Places) -> None:
        """Raise what `some` of the cells cost to what is left of rule L1 if other guesses aren't counted."""
        some = some[(guesses.cost < guesses.wanted)[cells.guess[some]]]
        if not len(some):
            return
        some = some[np.argsort(cells.sizes[some], kind="stable")]
        sizes, firsts = np.unique(cells.sizes[some], return_index=True)
        for size, mine in zip(sizes.tolist(), np.split(some, firsts[1:]), strict=True):
            others = min(size, self._bounds.most_shown)  # what other guesses show at most
            together = max(1, _OWN // size)
            for start in range(0, len(mine), together):
                part = mine[start : start + together]
                words = cells.words[cells.starts[part][:, np.newaxis] + np.arange(size)]
                more = np.maximum(3 * size - self._shown(words, others) - each[part], 0)
                each[part] += more
                guesses.cost += np.bincount(cells.guess[part], more, len(guesses.cost))

    def _shown(self, words: Places, others: int) -> Places:
        """Return for each cell what one of ``words[cell][word]`` shows at most, but `others` at least."""
        count, size = words.shape
        begins = words * len(self._table.words)  # of each word, in `_own`
        shown = np.full(count, others)
        if size > MAX_ROWS:
            for number, mine in enumerate(words):
                more = begins[number, self._table.shown[self._table.guess_of[mine]] > others]
                if len(more):  # these show more than others do on all words, so they may do so here
                    own = different(self._own.take(more[:, np.newaxis] + mine))
                    shown[number] = max(int(own.max()) + 1, others)
            return shown
        row_of, cell_of = begins.ravel(), np.repeat(np.arange(count), size)
        by_place = np.ascontiguousarray(words.T)

        def row(number: int, kept: Places | None) -> Patterns:
            """Return what the words, or those that are kept, give as guesses on one word of their cells."""
            rows, mine = (row_of, cell_of) if kept is None else (row_of[kept], cell_of[kept])
            patterns: Patterns = self._own.take(rows + by_place[number][mine])
            return patterns

        # A word of the cell shows one more than its patterns.
        exceeding, numbers = scan(size, count * size, others - 1, row, self._own.dtype)
        np.maximum.at(shown, cell_of[exceeding], numbers + 1)
        return shown
