"""The words for which facts hold, such as "no a", and how much any guess shows on them.

A fact is known here by its text, such as ``a-`` or ``r?2``. Sets of facts that hold for few words are counted
one by one (`columns`), others many at a time (`counts`), those together that share facts (`shared_facts`).
"""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactKind, format_fact
from wordle_cp.check.counting.columns import different, most_different
from wordle_cp.check.counting.counts import each_shown, most_shown
from wordle_cp.check.counting.shared_facts import together
from wordle_cp.check.counting.weighed_sets import most_weight
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from wordle_cp.check.counting.counts import Numbers, PatternTable
    from wordle_cp.check.counting.patterns import GuessPatterns, Mask, Places
    from wordle_cp.check.counting.weights import TableWeights

_TOGETHER: Final = 512  # sets counted together, at most
_FEW_WORDS: Final = 24  # sets of no more words are counted one by one
_MASK_BYTES: Final = 2**26  # for masks of the guesses that are allowed at sets counted together


class SetsTogether(NamedTuple):
    """Sets that are counted together: their numbers."""

    numbers: list[int]
    few: bool
    """Whether they are counted one by one, as they have few words."""


class FactWords:
    """The words of a game by the facts that hold for them."""

    def __init__(
        self,
        table: PatternTable,
        guesses: GuessPatterns,
        fixed: Restriction,
        weights: TableWeights | None,
        *,
        hard: bool,
    ) -> None:
        """Take the words of `table`, with `weights` (None: each word weighs 1).

        Guesses count if they are allowed under `fixed` and, if `hard`, under what the facts fix.
        """
        self._table = table
        self._guesses = guesses
        self._fixed = fixed
        self._hard = hard
        self._weights = weights
        facts = list(_single_facts(guesses.alphabet, len(table.words[0])))
        self.facts = {format_fact(fact): fact for fact in facts}
        """All facts, by their texts."""
        held = np.array([[_holds(fact, word) for word in table.words] for fact in facts], np.bool_)
        self.holds: dict[str, Mask] = dict(zip(self.facts, held, strict=True))
        """For which words each fact holds."""
        self.words: dict[str, Places] = {text: np.flatnonzero(held) for text, held in self.holds.items()}
        """These words."""
        self.together = max(1, min(_TOGETHER, _MASK_BYTES // len(guesses.words)))
        """Sets counted together, at most."""

    def parts(self, sets: Sequence[tuple[str, ...]]) -> Iterator[SetsTogether]:
        """Yield the `sets` in parts: those of few words, then those that are to be counted together."""
        most = -1 if self._weights is not None or self._table.by_word is None else _FEW_WORDS
        few = np.array([np.count_nonzero(self._held(texts)) <= most for texts in sets], np.bool_)
        places = np.flatnonzero(few)
        for start in range(0, len(places), self.together):
            yield SetsTogether(places[start : start + self.together].tolist(), few=True)
        many = np.flatnonzero(~few)
        column = {text: number for number, text in enumerate(self.holds)}
        holds = np.stack(list(self.holds.values()))
        rows = max(1, _MASK_BYTES // len(column))
        for some in (many[start : start + rows] for start in range(0, len(many), rows)):
            has = np.zeros((len(some), len(column)), np.bool_)
            for row, place in enumerate(some.tolist()):
                has[row, [column[text] for text in sets[place]]] = True
            for part in together(has, holds, self.together):
                yield SetsTogether(some[part].tolist(), few=False)

    def most_of(self, sets: Sequence[tuple[str, ...]], *, few: bool, tick: Callable[[], None]) -> list[int]:
        """Return for each set of a part the most that an allowed guess shows where its facts hold.

        It is 0 if they hold nowhere. `tick` is called now and then.
        """
        if not few:
            return self._most_where(sets, tick)
        tick()
        return [self._most_on_few(texts) for texts in sets]

    def permitted(self, facts: Iterable[str]) -> Mask:
        """Tell which guesses are allowed where `facts` hold; there is a word for which they do."""
        return self._guesses.permitted(self.fixing(facts))

    def fixing(self, facts: Iterable[str]) -> Restriction:
        """Return what is fixed where `facts` hold; there is a word for which they do.

        It has all greens of these facts and those fixed before, so they never clash.
        """
        if not self._hard:
            return self._fixed
        greens: list[str | None] = [None] * len(self._fixed.greens)
        letters: set[str] = set()
        for fact in map(self.facts.__getitem__, facts):
            if fact.kind is FactKind.PLACED:
                greens[fact.position - 1] = fact.letter
            if fact.kind is not FactKind.ABSENT:
                letters.add(fact.letter)
        counts = tuple((letter, 1) for letter in sorted(letters))
        return self._fixed.joined_with(Restriction(tuple(greens), counts))

    def rarest(self, texts: Iterable[str]) -> str:
        """Return the fact of a set that holds for the fewest words."""
        return min(texts, key=lambda text: len(self.words[text]))

    def most_of_single(self, tick: Callable[[], None]) -> dict[str, int]:
        """Return the most that an allowed guess shows where one fact holds, for each of them.

        `tick` is called now and then.
        """
        most = dict.fromkeys(self.facts, 0)
        together: dict[Restriction, list[str]] = {}
        for text in self.facts:
            if len(self.words[text]):
                together.setdefault(self.fixing((text,)), []).append(text)
        for some in together.values():
            for start in range(0, len(some), self.together):
                mine = some[start : start + self.together]
                most.update(zip(mine, self._most_where([(text,) for text in mine], tick), strict=True))
        return most

    def _most_where(self, sets: Sequence[tuple[str, ...]], tick: Callable[[], None]) -> list[int]:
        """Return for each set the most that an allowed guess shows where its facts hold, 0 if nowhere."""
        held = np.stack([self._held(texts) for texts in sets])
        most = [0] * len(sets)
        there = np.flatnonzero(held.any(axis=1))
        if len(there):
            words = np.flatnonzero(held.any(axis=0))
            fixed = [self.fixing(sets[number]) for number in there.tolist()]
            inside = held[there][:, words]
            for number, found in zip(
                there.tolist(), self._most_on_many(words, inside, fixed, tick), strict=True
            ):
                most[number] = found
        return most

    def _held(self, texts: Iterable[str]) -> Mask:
        """Tell for which words all these facts hold."""
        return reduce(and_, (self.holds[text] for text in texts))

    def _most_on_few(self, texts: tuple[str, ...]) -> int:
        """Return the most that an allowed guess shows where these facts hold, which is for few words."""
        by_word = self._table.by_word
        assert by_word is not None, "otherwise there are no such parts"
        words = np.flatnonzero(self._held(texts))
        if not len(words):
            return 0
        permitted = self.permitted(texts)
        own = self._table.guess_of[words]
        own = own[permitted[own]]
        least = 0
        if len(own):
            least = 1 + int(different(self._table.patterns[own[:, np.newaxis], words]).max())
        columns = None if permitted.all() else np.flatnonzero(permitted[self._table.promising])
        return most_different(by_word, least, words, columns)

    def _most_on_many(
        self, words: Places, inside: Mask, fixed: Sequence[Restriction], tick: Callable[[], None]
    ) -> list[int]:
        """Return the most that a guess shows on each set ``inside[set][word]`` that is allowed there."""
        masks = {each: self._guesses.permitted(each) for each in set(fixed)}
        guesses = np.flatnonzero(np.logical_or.reduce(list(masks.values())))
        if not len(guesses):
            return [0] * len(fixed)
        allowed = None if len(masks) == 1 else np.stack([masks[each] for each in fixed], axis=1)
        if self._weights is None:
            counted: list[int] = most_shown(self._table, words, inside, guesses, allowed, tick).tolist()
            return counted
        blocks: list[Numbers] = []
        for numbers in each_shown(self._table, words, inside, guesses):
            tick()
            blocks.append(numbers)
        most: list[int] = []
        for each, held, column in zip(fixed, inside, np.concatenate(blocks).T, strict=True):
            tick()
            mine = masks[each][guesses]
            if mine.any():
                most.append(most_weight(self._weights, words[held], guesses[mine], column[mine]))
            else:
                most.append(0)
        return most


def _single_facts(letters: Iterable[str], length: int) -> Iterable[Fact]:
    for letter in letters:
        yield Fact(letter, FactKind.ABSENT, 0)
        for position in range(1, length + 1):
            yield Fact(letter, FactKind.ELSEWHERE, position)
            yield Fact(letter, FactKind.PLACED, position)


def _holds(fact: Fact, word: str) -> bool:
    if fact.kind is FactKind.ABSENT:
        return fact.letter not in word
    there = word[fact.position - 1] == fact.letter
    return there if fact.kind is FactKind.PLACED else fact.letter in word and not there
