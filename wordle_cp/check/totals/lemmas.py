"""The checker of lemmas, one after the other: each rests on the rules and on earlier ones.

For example `lemma 10 .at/at - cat.BGG` says that BAT HAT MAT RAT, with A and T fixed, take 10 guesses or
more, however many are left. Only these four guesses are allowed and split them. With BAT all of them take
that guess, and the cell HAT MAT RAT takes 6 by a closed form (`Bounds`): 4 + 6. So it is with each of the
four.

Most guesses meet the bound of a lemma as soon as their patterns are counted, which is done for many lemmas at
a time (`check.counting.lemma_looks`). Only those that are left are looked at one by one (`bounds`).
"""

from __future__ import annotations

import math
from functools import partial
from itertools import islice, repeat
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.check.counting.cells import enough, one_of_each
from wordle_cp.check.counting.facts_within import FactsWithin, Kept, have_room
from wordle_cp.check.counting.lemma_looks import LemmaTask, Looks, unpacked
from wordle_cp.check.counting.patterns import Memory
from wordle_cp.check.counting.sieve import Sieve
from wordle_cp.check.counting.weights import counts_of
from wordle_cp.check.totals.bounds import MAX_ALIKE
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.rules.symmetry import representatives
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from wordle_cp.certificate.parts.sets_and_lemmas import Lemma
    from wordle_cp.check.counting.cells import Divided, Strengthening
    from wordle_cp.check.counting.patterns import Patterns, Places
    from wordle_cp.check.totals.bounds import Bounds
    from wordle_cp.rules.words import History


MAX_KEPT_WORDS: Final = 2**26
"""Words of all lemmas together; a short line can name any number of them."""
_TOGETHER: Final = 2**14  # lemmas read together, at most
_TOGETHER_BITS: Final = 2**28  # that tell of all of these which guesses are to be looked at
_TOGETHER_WORDS: Final = 2**22  # once lemmas have this number of words, no more are read together
_ENTRY_BYTES: Final = 300  # what a row takes beside its patterns
_ROW_BYTES: Final = 2**26  # for the patterns of words outside of the list of guesses, which are kept
_MANY_WORDS: Final = 40  # from this number of words on, with many guesses to look at, tables of facts pay off
_MANY_GUESSES: Final = 600
_MANY_GUESSES_HARD: Final = 300  # the same in hard mode, where a guess takes longer without
_FEW_LEFT: Final = 3  # guesses: then cells have two, and rule "separate" may say more
_GUESSES: Final = 16  # that are looked at from one report of progress to the next


class _Current:
    """The lemma that is looked at."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.looked = 0
        """Guesses that had to be looked at so far."""
        self.within: FactsWithin | None = None


class TotalLemmas:
    """Checks lemmas and adds them to what is known."""

    def __init__(self, bounds: Bounds, history: History, *, by_class: bool) -> None:
        """Add lemmas to `bounds`; the words in question agree with `history`, that of the claim.

        With `by_class` they are codes of which one guess of each class of equivalent ones will do.
        """
        self._bounds = bounds
        self._by_class = by_class
        self._before = tuple(guess for guess, _ in history)
        self._table = bounds.table
        self._guesses = bounds.guesses
        self._place = {word: place for place, word in enumerate(bounds.guesses.words)}
        row_bytes = len(bounds.table.words) * bounds.table.patterns.itemsize
        self._rows: Memory[str, Patterns] = Memory(_ROW_BYTES // (row_bytes + _ENTRY_BYTES))
        self._together = max(1, min(_TOGETHER, _TOGETHER_BITS // len(bounds.guesses.words)))
        self._looks = Looks(bounds)
        self._sieve: Sieve | None = None
        self._counts = counts_of(bounds)
        self._counted = Kept()
        self._room = bounds.guesses.tiles and have_room(bounds.guesses)
        self._kept = 0

    def check(self, lemmas: Iterator[Lemma], chosen: Container[int], progress: Callable[[int], None]) -> None:
        """Reject unless all `lemmas` are true, or those whose numbers are `chosen`; then all are known.

        `progress` is called with the number of lemmas that are done, now and then during a lemma as well.
        """
        done = 0
        while tasks := self._read(done, lemmas, chosen):
            self._learn(tasks)
            mine = [task for task in tasks if task.chosen]
            current = _Current(0)
            for task, guesses in self._left(mine, partial(progress, done)):
                if task.number != current.number:
                    current = _Current(task.number)
                self._prove(task, guesses, current, partial(progress, task.number))
            done += len(tasks)
            progress(done)

    def _learn(self, tasks: Sequence[LemmaTask]) -> None:
        """Let what these lemmas say be known, to those behind them."""
        for task in tasks:
            alike = self._bounds.add_lemma(task.number, task.words, task.fixed, task.left, task.bound)
            if alike > MAX_ALIKE:
                expected = f"{MAX_ALIKE} lemmas at most about the same words, each saying something new"
                raise CertificateRejected(task.name, Rule.SIZE, expected, str(alike))
        if self._bounds.weights is None:
            self._sieve = self._sieve or Sieve(self._bounds)
            self._sieve.learn(tasks)

    def _left(
        self, tasks: Sequence[LemmaTask], tick: Callable[[], None]
    ) -> Iterator[tuple[LemmaTask, list[Divided]]]:
        """Yield for the `tasks` the guesses that have to be looked at one by one; see `Sieve.left`."""
        guesses = (
            self._different(task, unpacked(which), tick)
            for task, which in zip(tasks, self._looks.find(tasks, tick), strict=True)
        )
        if self._sieve is not None:
            yield from self._sieve.left(tasks, guesses, tick)
            return
        for task, some in zip(tasks, guesses, strict=True):
            for guess in some.tolist():
                tick()
                row = self._table.patterns[guess][task.words]
                if (row != row[0]).any():
                    divided = self._bounds.divided(guess, task.words, task.fixed, task.left, task.number)
                    yield task, [divided._replace(cells=sorted(divided.cells, key=lambda cell: -cell.n))]

    def _read(self, first: int, lemmas: Iterator[Lemma], chosen: Container[int]) -> list[LemmaTask]:
        """Return the next lemmas, the first of them of the number `first`; none if there are no more."""
        tasks: list[LemmaTask] = []
        words = 0
        for lemma in islice(lemmas, self._together):
            tasks.append(self._task(first + len(tasks), lemma, chosen))
            words += len(tasks[-1].words)
            if words >= _TOGETHER_WORDS:
                break
        return tasks

    def _task(self, number: int, lemma: Lemma, chosen: Container[int]) -> LemmaTask:
        """Return the lemma of this number with its words."""
        name = f"lemma {number}"
        nothing = Restriction((None,) * len(lemma.restriction.greens), ())
        if not self._bounds.hard and lemma.restriction != nothing:
            found = format_restriction(lemma.restriction)
            raise CertificateRejected(name, Rule.RESTRICTION, "none in normal mode", found)
        words = self._named(lemma.history)
        if len(words) < 2:  # noqa: PLR2004  what costs one guess needs no lemma
            raise CertificateRejected(name, Rule.WORDS, "two words or more", str(len(words)))
        self._kept += len(words)
        if self._kept > MAX_KEPT_WORDS:
            expected = f"{MAX_KEPT_WORDS} words at most in the lemmas up to here"
            raise CertificateRejected(name, Rule.SIZE, expected, str(self._kept))
        bound = math.inf if lemma.bound is None else lemma.bound
        return LemmaTask(
            number=number,
            words=words,
            fixed=lemma.restriction,
            left=enough(lemma.guesses, len(words)),
            bound=bound,
            chosen=number in chosen,
            past=(*self._before, *(guess for guess, _ in lemma.history)),
        )

    def _named(self, history: History) -> Places:
        """Return the words in question that agree with `history`."""
        agree = np.ones(len(self._table.words), np.bool_)
        for word, pattern in history:
            agree &= self._row(word) == pattern
        return np.flatnonzero(agree)

    def _row(self, word: str) -> Patterns:
        """Return the patterns of `word`, whether it is a guess or not, against the words in question."""
        place = self._place.get(word)
        row = self._rows.get(word) if place is None else self._table.patterns[place]
        if row is None:
            score = self._guesses.scoring.score
            patterns = [score(word, hidden) for hidden in self._table.words]
            row = self._rows.add(word, np.array(patterns, self._table.patterns.dtype))
        return row

    def _different(self, task: LemmaTask, guesses: Places, tick: Callable[[], None]) -> Places:
        """Return those of the `guesses` of which one of each class is to be looked at."""
        words = [self._table.words[place] for place in task.words.tolist()]
        different = one_of_each(self._guesses, guesses, words)
        if not self._by_class:
            return different
        return np.array(self._one_of_each_class(different.tolist(), task.past, words, tick), np.intp)

    def _prove(
        self, task: LemmaTask, guesses: list[Divided], current: _Current, tick: Callable[[], None]
    ) -> None:
        """Reject unless each of `guesses` costs as much as `task`, the current one, says.

        `tick` is called now and then.
        """
        current.looked += len(guesses)
        if current.within is None and self._has_many(task, current.looked):
            current.within = FactsWithin(self._bounds, task.words, task.fixed, self._counted)
        looked: Iterable[tuple[Divided, Strengthening]]
        if current.within is not None:
            by_guess = {divided.guess: divided for divided in guesses}
            opened = current.within.open(np.array(list(by_guess), np.intp), task.bound)
            looked = ((by_guess[guess], strengthen) for guess, strengthen in opened)
        else:
            looked = zip(guesses, repeat(self._counts.of(task.words, task.fixed)))
        # Where cells are counted, the quick bound is what the sieve has found already.
        quick = self._sieve is None or current.within is not None
        for number, (divided, strengthen) in enumerate(looked, start=1):
            if number % _GUESSES == 0:
                tick()
            cost = divided.raised(task.bound, strengthen, quick=quick)
            if cost < task.bound:
                expected = f"{_cost(task.bound)} with {self._guesses.words[divided.guess]}"
                raise CertificateRejected(task.name, Rule.BOUND, expected, str(cost))

    def _has_many(self, task: LemmaTask, guesses: int) -> bool:
        """Tell whether tables of facts pay off for a task of which `guesses` have to be looked at."""
        bounds = self._bounds
        plain = bounds.weights is None and self._room
        in_time = task.left is None or task.left > _FEW_LEFT
        many = guesses >= (_MANY_GUESSES_HARD if bounds.hard else _MANY_GUESSES)
        return plain and in_time and many and len(task.words) >= _MANY_WORDS

    def _one_of_each_class(
        self, guesses: Sequence[int], past: Sequence[str], words: Sequence[str], tick: Callable[[], None]
    ) -> list[int]:
        """Return the first of the `guesses` of each class: lemma 8.

        `words` are all codes that agree with the patterns that they give the guesses `past`.
        """

        def codes() -> Iterator[str]:
            for guess in guesses:
                tick()  # a code of nine pegs takes a second
                yield self._guesses.words[guess]

        first = set(representatives(past, codes(), present=set("".join(words))).values())
        return [guess for guess in guesses if self._guesses.words[guess] in first]


def _cost(bound: float) -> str:
    return "no strategy in time" if bound == math.inf else f"a cost of {bound} or more"
