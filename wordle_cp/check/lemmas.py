"""The checker of lemmas, one after the other: each rests on the rules and on earlier ones.

Most guesses meet the bound of a lemma as soon as their patterns are counted, which the bulk counter does for
many lemmas at a time (`counts`). Only the words that are left by the others are looked at one by one
(`bounds`).
"""

from __future__ import annotations

import math
from functools import partial
from itertools import islice, repeat
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.certificate.format import format_restriction
from wordle_cp.check.bounds import MAX_ALIKE, enough, one_of_each
from wordle_cp.check.counts import showing_more
from wordle_cp.check.facts_within import FactsWithin, Kept, have_room
from wordle_cp.check.patterns import Memory
from wordle_cp.check.weighed_sets import harmless_number
from wordle_cp.check.weights import counts_of
from wordle_cp.errors import CertificateRejected
from wordle_cp.rules import Restriction, score
from wordle_cp.symmetry import representatives

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from wordle_cp.certificate.format import Lemma
    from wordle_cp.check.bounds import Bounds, Strengthening
    from wordle_cp.check.counts import Numbers
    from wordle_cp.check.patterns import Patterns, Places
    from wordle_cp.rules import History


MAX_KEPT_WORDS: Final = 2**26
"""Words of all lemmas together; a short line can name any number of them."""
_TOGETHER: Final = 2048  # lemmas read together, at most
_PLACES: Final = 2**25  # guesses to look at, of all lemmas read together
_COUNTED: Final = 512  # lemmas counted together
_ENTRY_BYTES: Final = 300  # what a row takes beside its patterns
_FEW_PATTERNS: Final = 2**18  # a lemma with so many guesses times words is counted by itself
_ROW_BYTES: Final = 2**26  # for the patterns of words outside of the list of guesses, which are kept
_MANY_WORDS: Final = 40  # from so many words on, and so many guesses to look at, tables of facts pay off
_MANY_GUESSES: Final = 100
_FEW_LEFT: Final = 3  # guesses: then cells have two, and rule "separate" may say more
_GUESSES: Final = 16  # that are looked at from one report of progress to the next


class _Task(NamedTuple):
    """A lemma with its words."""

    name: str
    words: Places
    fixed: Restriction
    left: int | None
    bound: float
    chosen: bool
    past: tuple[str, ...]  # the guesses that name the words, those of the claim's history included


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
        self._together = max(1, min(_TOGETHER, _PLACES // len(bounds.guesses.words)))
        self._counts = counts_of(bounds)
        self._counted = Kept()
        self._room = bounds.guesses.codes is None and have_room(bounds.guesses)
        self._kept = 0

    def check(self, lemmas: Iterator[Lemma], chosen: Container[int], progress: Callable[[int], None]) -> None:
        """Reject unless all `lemmas` are true, or those whose numbers are `chosen`; then all are known.

        `progress` is called with the number of lemmas that are done, now and then during a lemma as well.
        """
        done = 0
        while True:
            tasks = [
                self._task(done + number, lemma, chosen)
                for number, lemma in enumerate(islice(lemmas, self._together))
            ]
            if not tasks:
                return
            to_look_at = iter(
                self._to_look_at([task for task in tasks if task.chosen], partial(progress, done))
            )
            for task in tasks:
                if task.chosen:
                    self._prove(task, next(to_look_at), partial(progress, done))
                alike = self._bounds.add_lemma(task.words, task.fixed, task.left, task.bound)
                if alike > MAX_ALIKE:
                    expected = f"{MAX_ALIKE} lemmas at most about the same words, none of which says it all"
                    raise CertificateRejected(task.name, "size", expected, str(alike))
                done += 1
                progress(done)

    def _task(self, number: int, lemma: Lemma, chosen: Container[int]) -> _Task:
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
        return _Task(
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

    def _to_look_at(self, tasks: Sequence[_Task], tick: Callable[[], None]) -> list[Places]:
        """Return for each task which guesses don't meet its bound by rule T, and are allowed.

        A guess meets a bound if 3n, less its patterns, and less one if it is one of the n words, are enough;
        with weights, three times what the words weigh less what it shows.
        """
        result: list[Places] = []
        many: list[int] = []
        limits = [self._limit(task) for task in tasks]
        for number, task in enumerate(tasks):
            tick()
            guesses = np.flatnonzero(self._guesses.permitted(task.fixed))
            if len(guesses) * len(task.words) > _FEW_PATTERNS:
                many.append(number)
            else:
                guesses = guesses[self._shown(task.words, guesses) > limits[number]]
            result.append(guesses)
        many.sort(key=limits.__getitem__)
        for start in range(0, len(many), min(_COUNTED, self._together)):
            some = many[start : start + min(_COUNTED, self._together)]
            left = self._count_together(
                [tasks[number] for number in some],
                [result[number] for number in some],
                np.array([limits[number] for number in some], np.int64),
                tick,
            )
            for number, guesses in zip(some, left, strict=True):
                result[number] = guesses
        if self._bounds.weights is None:
            return result
        weighed: list[Places] = []
        for task, guesses in zip(tasks, result, strict=True):
            tick()  # a lemma about many words takes seconds
            weighed.append(self._weighed(task, guesses))
        return weighed

    def _limit(self, task: _Task) -> int:
        """Return how many patterns a guess may show if it is to meet the bound of `task` by rule T."""
        if task.bound == math.inf:
            return 1
        weights = self._bounds.weights
        if weights is None:
            return max(0, 3 * len(task.words) - int(task.bound))
        return harmless_number(weights, task.words, 3 * weights.sum(task.words) - int(task.bound))

    def _weighed(self, task: _Task, guesses: Places) -> Places:
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

    def _shown(self, words: Places, guesses: Places) -> Numbers:
        """Return what each of the `guesses` shows on `words`; see `counts`."""
        if not len(guesses):
            return np.zeros(0, np.int64)
        rows = np.sort(self._table.patterns[guesses[:, np.newaxis], words], axis=1)
        member = np.isin(self._table.member[guesses], words)
        shown: Numbers = 1 + (rows[:, 1:] != rows[:, :-1]).sum(axis=1) + member
        return shown

    def _count_together(
        self, tasks: Sequence[_Task], guesses: Sequence[Places], limits: Numbers, tick: Callable[[], None]
    ) -> list[Places]:
        """Return those of the `guesses` of each task that show more than its limit; the limits ascend."""
        inside = np.zeros((len(tasks), len(self._table.words)), np.bool_)
        allowed = np.zeros((len(tasks), len(self._guesses.words)), np.bool_)
        for number, task in enumerate(tasks):
            inside[number, task.words] = True
            allowed[number, guesses[number]] = True
        words = np.flatnonzero(inside.any(axis=0))
        any_task = np.flatnonzero(allowed.any(axis=0))
        found = np.zeros_like(allowed)
        for block, more in showing_more(self._table, words, inside[:, words], limits, any_task):
            tick()
            found[: more.shape[1], block] = more.T
        return [np.flatnonzero(mask) for mask in found & allowed]

    def _prove(self, task: _Task, guesses: Places, tick: Callable[[], None]) -> None:
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

    def _has_many(self, task: _Task, guesses: Places) -> bool:
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
