"""The checker of lemmas, one after the other: each rests on the rules and on earlier ones.

Most guesses meet the bound of a lemma as soon as their patterns are counted, which is done for many lemmas at
a time (`lemma_looks`). Only those that are left are looked at one by one (`bounds`).
"""

from __future__ import annotations

import math
from functools import partial
from itertools import islice, repeat
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.format import format_restriction
from wordle_cp.check.bounds import MAX_ALIKE, enough, one_of_each
from wordle_cp.check.facts_within import FactsWithin, Kept, have_room
from wordle_cp.check.lemma_looks import Looks, Task, unpacked
from wordle_cp.check.patterns import Memory
from wordle_cp.check.weights import counts_of
from wordle_cp.errors import CertificateRejected
from wordle_cp.rules import Restriction, score
from wordle_cp.symmetry import representatives

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from wordle_cp.certificate.format import Lemma
    from wordle_cp.check.bounds import Bounds, Strengthening
    from wordle_cp.check.patterns import Patterns, Places
    from wordle_cp.rules import History


MAX_KEPT_WORDS: Final = 2**26
"""Words of all lemmas together; a short line can name any number of them."""
_TOGETHER: Final = 2**14  # lemmas read together, at most
_TOGETHER_BITS: Final = 2**28  # that tell of all of these which guesses are to be looked at
_TOGETHER_WORDS: Final = 2**22  # from so many words on no more lemmas are read together
_ENTRY_BYTES: Final = 300  # what a row takes beside its patterns
_ROW_BYTES: Final = 2**26  # for the patterns of words outside of the list of guesses, which are kept
_MANY_WORDS: Final = 40  # from so many words on, and so many guesses to look at, tables of facts pay off
_MANY_GUESSES: Final = 1500
_FEW_LEFT: Final = 3  # guesses: then cells have two, and rule "separate" may say more
_GUESSES: Final = 16  # that are looked at from one report of progress to the next


class Lemmas:
    """Checks lemmas and adds them to what is known."""

    def __init__(self, bounds: Bounds, history: History) -> None:
        """Add lemmas to `bounds`; the words in question agree with `history`, that of the claim."""
        self._bounds = bounds
        self._before = tuple(guess for guess, _ in history)
        self._table = bounds.table
        self._guesses = bounds.guesses
        self._place = {word: place for place, word in enumerate(bounds.guesses.words)}
        row_bytes = len(bounds.table.words) * bounds.table.patterns.itemsize
        self._rows: Memory[str, Patterns] = Memory(_ROW_BYTES // (row_bytes + _ENTRY_BYTES))
        self._together = max(1, min(_TOGETHER, _TOGETHER_BITS // len(bounds.guesses.words)))
        self._looks = Looks(bounds)
        self._counts = counts_of(bounds)
        self._counted = Kept()
        self._room = bounds.guesses.codes is None and have_room(bounds.guesses)
        self._kept = 0

    def check(self, lemmas: Iterator[Lemma], chosen: Container[int], progress: Callable[[int], None]) -> None:
        """Reject unless all `lemmas` are true, or those whose numbers are `chosen`; then all are known.

        `progress` is called with the number of lemmas that are done, now and then during a lemma as well.
        """
        done = 0
        while tasks := self._read(done, lemmas, chosen):
            tick = partial(progress, done)
            to_look_at = iter(self._looks.find([task for task in tasks if task.chosen], tick))
            for task in tasks:
                if task.chosen:
                    self._prove(task, unpacked(next(to_look_at)), partial(progress, done))
                alike = self._bounds.add_lemma(task.words, task.fixed, task.left, task.bound)
                if alike > MAX_ALIKE:
                    expected = f"{MAX_ALIKE} lemmas at most about the same words, none of which says it all"
                    raise CertificateRejected(task.name, "size", expected, str(alike))
                done += 1
                progress(done)

    def _read(self, first: int, lemmas: Iterator[Lemma], chosen: Container[int]) -> list[Task]:
        """Return the next lemmas, the first of them of the number `first`; none if there are no more."""
        tasks: list[Task] = []
        words = 0
        for lemma in islice(lemmas, self._together):
            tasks.append(self._task(first + len(tasks), lemma, chosen))
            words += len(tasks[-1].words)
            if words >= _TOGETHER_WORDS:
                break
        return tasks

    def _task(self, number: int, lemma: Lemma, chosen: Container[int]) -> Task:
        """Return the lemma of this number with its words."""
        name = f"lemma {number}"
        nothing = Restriction((None,) * len(lemma.restriction.greens), ())
        if not self._bounds.hard and lemma.restriction != nothing:
            found = format_restriction(lemma.restriction)
            raise CertificateRejected(name, "restriction", "none in normal mode", found)
        words = self._named(lemma.history)
        if len(words) < 2:  # noqa: PLR2004  what costs one guess needs no lemma
            raise CertificateRejected(name, "words", "two words or more", str(len(words)))
        self._kept += len(words)
        if self._kept > MAX_KEPT_WORDS:
            expected = f"{MAX_KEPT_WORDS} words at most in the lemmas up to here"
            raise CertificateRejected(name, "size", expected, str(self._kept))
        bound = math.inf if lemma.bound is None else lemma.bound
        return Task(
            name=name,
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
            codes = self._guesses.codes
            scored = score if codes is None else codes.score
            patterns = [scored(word, hidden) for hidden in self._table.words]
            row = self._rows.add(word, np.array(patterns, self._table.patterns.dtype))
        return row

    def _prove(self, task: Task, guesses: Places, tick: Callable[[], None]) -> None:
        """Reject unless each of `guesses` that splits the words of `task` costs as much as it says.

        All guesses that its restriction allows, and don't meet its bound at once, are among them. `tick` is
        called now and then.
        """
        words = [self._table.words[place] for place in task.words.tolist()]
        count = self._counts.of(task.words, task.fixed)
        different = one_of_each(self._guesses, guesses, words)
        looked: Iterable[tuple[int, Strengthening]]
        if self._has_many(task, different):
            looked = FactsWithin(self._bounds, task.words, self._counted).open(different, task.bound)
        else:
            one = different.tolist()
            if self._guesses.codes is not None:
                one = self._one_of_each_class(one, task.past, words, tick)
            looked = zip(one, repeat(count))
        for number, (guess, strengthen) in enumerate(looked, start=1):
            if number % _GUESSES == 0:
                tick()
            row = self._table.patterns[guess][task.words]
            if (row == row[0]).all():
                continue
            cost = self._bounds.cost(
                guess, task.words, task.fixed, task.left, task.bound, strengthen, largest_first=True
            )
            if cost < task.bound:
                expected = f"{_cost(task.bound)} with {self._guesses.words[guess]}"
                raise CertificateRejected(task.name, "bound", expected, str(cost))

    def _has_many(self, task: Task, guesses: Places) -> bool:
        """Tell whether tables of facts pay off for a task of which `guesses` are left to be looked at."""
        bounds = self._bounds
        plain = not bounds.hard and bounds.weights is None and self._guesses.codes is None and self._room
        in_time = task.left is None or task.left > _FEW_LEFT
        return plain and in_time and len(task.words) >= _MANY_WORDS and len(guesses) >= _MANY_GUESSES

    def _one_of_each_class(
        self, guesses: Sequence[int], past: Sequence[str], words: Sequence[str], tick: Callable[[], None]
    ) -> list[int]:
        """Return the first of the `guesses` of each class: lemma 7.

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
