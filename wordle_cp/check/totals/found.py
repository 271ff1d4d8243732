"""The checker of how many words a few guesses find: of sets that state it for three guesses, four, and so on.

The first guess divides the words of a set into cells, of which as many guesses less find no more than sets of
fewer words allow. So it *loses* of each cell what is more than that; a set that states how many of its words
are found states how many are lost at least. The rule is that of docs/certificates/, 'Claim "total least"'.
"""

from __future__ import annotations

from functools import partial, reduce
from itertools import permutations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.certificate.parts.sets_and_lemmas import FactKind
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.rules.words import GREEN, GREY

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.check.common.share import Share
    from wordle_cp.check.counting.counts import Numbers, PatternTable
    from wordle_cp.check.counting.fact_words import FactWords
    from wordle_cp.check.counting.patterns import GuessPatterns, Places

MAX_BYTES: Final = 2**28
"""Memory for which set has which fact, and for what sets state."""
_BLOCK: Final = 2**20  # patterns looked at together, fewer where sets state many numbers
_NO_BOUND: Final = 2**62


class Stated(NamedTuple):
    """What a set states: its number, its facts, and the most words that two, three, ... guesses find."""

    number: int
    texts: tuple[str, ...]
    found: tuple[int, ...]


class _Block(NamedTuple):
    """The cells of some guesses, one behind the other."""

    guesses: Places
    cell_of: Places
    """[guess][word]"""
    guess_of: Places
    """Of each cell, the place of its guess among these."""
    told: Places
    """[cell][position] a fact, by its number; where nothing is told one more than the last number."""
    within: Numbers
    """[level][cell] how many words sets of two facts or more allow that are all told."""


class FoundSets:
    """What sets state of the words that some guesses find."""

    def __init__(self, table: PatternTable, guesses: GuessPatterns, facts: FactWords) -> None:
        """Take the patterns, and for which words facts hold."""
        self._table, self._guesses, self._facts = table, guesses, facts
        self._number = {text: number for number, text in enumerate(facts.facts)}
        self._absent = [
            (n, fact) for n, fact in enumerate(facts.facts.values()) if fact.kind is FactKind.ABSENT
        ]
        self._stated: list[Stated] = []
        self._doubtful: list[int] = []
        self._levels = 0

    def add(self, stated: Stated, *, doubtful: bool) -> None:
        """Use what a set states; whether it is true is for `check` to see, if it is `doubtful`."""
        if doubtful:
            self._doubtful.append(len(self._stated))
        self._stated.append(stated)
        self._levels = max(self._levels, len(stated.found))
        size = len(self._stated) * (len(self._number) + 8 * self._levels)
        if size > MAX_BYTES:
            name, expected = (
                f"set {stated.number}",
                f"{MAX_BYTES} bytes at most for the facts of sets up to here",
            )
            raise CertificateRejected(name, Rule.SIZE, expected, str(size))

    def check(self, tick: Callable[[], None], share: Share) -> None:
        """Reject unless what doubtful sets state is true, or a `share` of them; call `tick` now and then."""
        mine = [self._doubtful[place] for place in share.of(len(self._doubtful))]
        if not mine:
            return
        self._has = np.zeros((len(self._stated), len(self._number)), np.bool_)
        self._found = np.full((self._levels, len(self._stated)), _NO_BOUND, np.int64)
        for place, each in enumerate(self._stated):
            self._has[place, [self._number[text] for text in each.texts]] = True
            self._found[: len(each.found), place] = each.found
        together = max(1, _BLOCK // (len(self._table.words) * max(1, self._levels // 4)))
        for start in range(0, len(self._guesses.words), together):
            block = self._divided(np.arange(start, min(start + together, len(self._guesses.words))))
            for place in mine:
                tick()
                self._judge(place, block)

    def _divided(self, guesses: Places) -> _Block:
        patterns = self._table.patterns[guesses].astype(np.int64)
        responses, length = self._guesses.win + 1, len(self._guesses.letters)
        keys = patterns + responses * np.arange(len(guesses))[:, np.newaxis]
        cells, cell_of = np.unique(keys, return_inverse=True)
        guess_of, rest = np.divmod(cells, responses)
        colours = np.stack([rest // 3**place % 3 for place in range(length)], axis=1)
        letters = self._guesses.letters[:, guesses].T[guess_of]
        first = {self._guesses.number_of(fact.letter): number for number, fact in self._absent}
        # The facts of a letter: that it is absent, and for each position that it is elsewhere, or there.
        told = np.vectorize(first.__getitem__, [np.int64])(letters)
        told += np.where(colours == GREY, 0, 2 * np.arange(length) + 1) + (colours == GREEN)
        for place, other in permutations(range(length), 2):
            alike = letters[:, place] == letters[:, other]
            told[alike & (colours[:, place] == GREY) & (colours[:, other] != GREY), place] = len(self._number)
        return _Block(guesses, cell_of.reshape(patterns.shape), guess_of, told, self._within(told))

    def _within(self, told: Places) -> Numbers:
        """Return for each number of guesses and cell what sets of two facts or more say that it is told."""
        order = np.argsort(told, axis=None, kind="stable")
        starts = np.searchsorted(told.ravel()[order], np.arange(len(self._number) + 1))
        cells = order // told.shape[1]
        least = np.full((self._levels, len(told)), _NO_BOUND, np.int64)
        for place, each in enumerate(self._stated):
            if len(each.texts) > 1:
                numbers = [self._number[text] for text in each.texts]
                telling = [np.unique(cells[starts[number] : starts[number + 1]]) for number in numbers]
                some = reduce(partial(np.intersect1d, assume_unique=True), telling)
                least[:, some] = np.minimum(least[:, some], self._found[:, [place]])
        return least

    def _judge(self, place: int, block: _Block) -> None:
        """Reject what a set states if a guess of the block finds more."""
        stated = self._stated[place]
        words = np.flatnonzero(np.logical_and.reduce([self._facts.holds[text] for text in stated.texts]))
        if not len(words) or min(stated.found[1:]) >= len(words):
            return
        permitted = self._facts.permitted(stated.texts)[block.guesses]
        sizes = np.bincount(block.cell_of[:, words].ravel(), minlength=len(block.guess_of))
        cells = np.flatnonzero((sizes > 1) & permitted[block.guess_of])
        sizes, guess_of, told = sizes[cells], block.guess_of[cells], block.told[cells]
        more = self._has & ~self._has[place]
        near = np.flatnonzero(more.sum(axis=1) < 2)  # noqa: PLR2004  one fact more at most
        extra = np.where(more[near].any(axis=1), more[near].argmax(axis=1), len(self._number))
        for level, number in enumerate(stated.found[1:]):
            if number >= len(words):
                continue
            by_fact = np.full(len(self._number) + 1, _NO_BOUND, np.int64)
            np.minimum.at(by_fact, extra, self._found[level, near])
            least = np.minimum(block.within[level, cells], by_fact[told].min(axis=1))
            least = np.minimum(least, by_fact[-1])  # of sets all of whose facts are this one's
            lost = np.bincount(guess_of, np.maximum(sizes - least, 0), len(block.guesses))
            finds = np.where(permitted, len(words) - lost, 0)
            worst = int(finds.argmax())
            if finds[worst] > number:
                name, expected = (
                    f"set {stated.number}",
                    f"{number} words at most that {level + 3} guesses find",
                )
                found = f"{int(finds[worst])} with {self._guesses.words[block.guesses[worst]]}"
                raise CertificateRejected(name, Rule.MOST, expected, found)
