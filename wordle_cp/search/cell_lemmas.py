"""Words missed, from below: lemmas about words that are all in one cell of many openers.

Of the words of a cell so many are missed with the guesses that are left, says the search, and as many of any
set of words that has them all. So a lemma about the words of a cell serves each opener that gives them one
response: what it misses is the sum over its cells of the most that a lemma says there (docs/certificates/,
'Claim "missed between"').

A lemma begins with a cell of an opener that misses too few so far, a cell of which many words are missed.
Then words are left out, as long as so many of the rest are missed: those that aren't in the cell of another
opener that misses too few, where that cell has the most of them. So a lemma is about the words that are in
a cell of each of a few openers, and its history has these openers with their responses.

Every strategy of hard mode is one of normal mode; the lemmas are those of normal mode.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.engine import Game, TotalSearch
from wordle_cp.rules.modes import LOOSEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordle_cp.engine.library import Patterns
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History

    Numbers = NDArray[np.intp]

_OPENERS: Final = 16  # that the history of a lemma may have, those of no use included
_ASKED: Final = 2500  # openers that miss too few, of which a lemma is to serve many
_TOGETHER: Final = 8  # of these, first: twice as many after each success, half after each failure
_FAILURES: Final = 6  # after which words aren't left out any more


class CellLemma(NamedTuple):
    """Of the words that agree with `history` so many are `missed` with one guess less than there are."""

    missed: int
    history: History
    words: Numbers


class _Cell(NamedTuple):
    """The words of an opener, numbered as a guess, that get a `response`; so many of them are `missed`."""

    missed: int
    opener: int
    response: int
    words: Numbers


class _Said:
    """What lemmas say: of each cell the most, and of each opener the sum over its cells."""

    def __init__(self, patterns: Patterns) -> None:
        """Begin with nothing; the `patterns` are [word][guess]."""
        self._patterns = patterns
        self.of_cell: dict[tuple[int, int], int] = {}  # by opener and response
        self.missed = np.zeros(patterns.shape[1], np.intp)

    def offer(self, words: Numbers, missed: int) -> list[int]:
        """Say that so many of `words` are missed; return the openers that miss more by that."""
        rows = self._patterns[words]
        raised: list[int] = []
        for opener in np.flatnonzero((rows == rows[0]).all(axis=0)).tolist():
            key = opener, int(rows[0, opener])
            before = self.of_cell.get(key, 0)
            if missed > before:
                self.of_cell[key] = missed
                self.missed[opener] += missed - before
                raised.append(opener)
        return raised


class CellLemmas:
    """A question, and the lemmas found so far."""

    def __init__(
        self, variant: Variant, hidden: Sequence[str], openers: Sequence[int], guesses_left: int
    ) -> None:
        """Score all pairs; `hidden` are the words in question, `openers` numbers of guesses that are allowed.

        Three guesses are left or more. The openers are best in the order in which they promise most.
        """
        self._game = Game(variant.guesses, tuple(hidden))
        self._patterns = self._game.by_hidden
        self._win = variant.scoring.win
        self._left = guesses_left
        self._openers = np.array(openers, np.intp)
        self._said = _Said(self._patterns)
        self._random = np.random.default_rng(0)
        self.stopped = False
        """Whether `stop` was called."""
        self.lemmas: list[CellLemma] = []
        """Those found, in their order."""

    @property
    def least(self) -> int:
        """The number of words that each opener misses at least, as far as lemmas say it."""
        return int(self._said.missed[self._openers].min())

    def served(self, low: int) -> int:
        """Return how many openers miss that number of words at least."""
        return int((self._said.missed[self._openers] >= low).sum())

    def stop(self) -> None:
        """Let `raise_least` end soon; from any thread."""
        self.stopped = True

    def raise_least(self, low: int) -> int:
        """Add lemmas until each opener misses `low` words, or as many as the best one does, if that is fewer.

        Returns that number, if the search wasn't stopped.
        """
        for opener in self._openers.tolist():
            cells = self._cells(opener, low) if self._said.missed[opener] < low else []
            low = min(low, max(int(self._said.missed[opener]), sum(cell.missed for cell in cells)))
            for cell in cells:
                if self.stopped:
                    return low
                lacking = low - int(self._said.missed[opener])
                said = self._said.of_cell.get((cell.opener, cell.response), 0)
                if lacking > 0 and cell.missed > said:
                    self._add(cell, min(cell.missed, said + lacking), low)
        return low

    def needed(self, low: int) -> list[CellLemma]:
        """Return lemmas by which each opener misses `low`, if all of them say so: later ones rather."""
        said = _Said(self._patterns)
        needed: list[CellLemma] = []
        lacking = np.zeros(self._patterns.shape[1], np.bool_)
        lacking[self._openers] = True
        for lemma in reversed(self.lemmas):
            raised = said.offer(lemma.words, lemma.missed)
            if lacking[raised].any():
                needed.append(lemma)
            lacking &= said.missed < low
        return needed[::-1]

    def _cells(self, opener: int, enough: int) -> list[_Cell]:
        """Return cells of which words are missed, most first: all of them, or one that is `enough` alone."""
        column = self._patterns[:, opener]
        responses, sizes = np.unique(column, return_counts=True)
        cells: list[_Cell] = []
        for place in np.argsort(-sizes, kind="stable").tolist():
            if self.stopped or sizes[place] < self._left:
                break
            if responses[place] != self._win:
                words = np.flatnonzero(column == responses[place])
                missed = self._value(opener, words, enough)
                if missed:
                    cells.append(_Cell(missed, opener, int(responses[place]), words))
                if missed >= enough:
                    return cells[-1:]
        return sorted(cells, key=lambda cell: -cell.missed)

    def _value(self, opener: int, words: Numbers, enough: int) -> int:
        """Return how many of `words` are missed after `opener`, or `enough` if more are.

        They all give the opener one response, so it is as if it hadn't been played.
        """
        guesses, hidden = self._game.guesses, self._game.hidden
        game = Game(guesses, tuple(hidden[word] for word in words.tolist()))
        search = TotalSearch(game, LOOSEST, jobs=1, costs=(0,) * self._left, loss=1)
        found = search.rank(openers=[guesses[opener]], top=0, most=enough - 1).ranked
        return found[0].cost if found else enough

    def _add(self, cell: _Cell, missed: int, low: int) -> None:
        """Add a lemma that so many words of `cell` are missed, or of a part that serves more openers."""
        words, history = cell.words, [(cell.opener, cell.response)]
        others = self._others(cell, missed, low)
        together, failures, place = _TOGETHER, 0, 0
        while place < len(others) and failures < _FAILURES and not self.stopped:
            some = others[place : place + together]
            part, more = words, list[tuple[int, int]]()
            for opener, response in some:
                inside = part[self._patterns[part, opener] == response]
                if len(inside) < len(part):
                    part, more = inside, [*more, (opener, response)]
            fits = len(history) + len(more) <= _OPENERS
            if fits and (not more or (len(part) > missed and self._says(cell, part, missed))):
                words, history, place = part, history + more, place + len(some)
                together *= 2
            elif len(some) > 1:
                together = len(some) // 2
            else:
                failures, place = failures + 1, place + 1
        named = ((self._game.guesses[opener], response) for opener, response in history)
        self.lemmas.append(CellLemma(missed, tuple(named), words))
        self._said.offer(words, missed)

    def _says(self, cell: _Cell, part: Numbers, missed: int) -> bool:
        return self._value(cell.opener, part, missed) >= missed

    def _others(self, cell: _Cell, missed: int, low: int) -> list[tuple[int, int]]:
        """Return openers that miss fewer than `low`, each with its response that most words of `cell` get.

        First those with the most of these words.
        """
        some = self._openers[self._said.missed[self._openers] < low]
        if len(some) > _ASKED:
            some = np.sort(self._random.choice(some, _ASKED, replace=False))
        ordered = np.sort(self._patterns[np.ix_(cell.words, some)], axis=0)
        longest = np.ones(len(some), np.intp)
        response, run = ordered[0].copy(), longest.copy()
        for before, now in pairwise(ordered):
            run = np.where(now == before, run + 1, 1)
            response = np.where(run > longest, now, response)
            longest = np.maximum(longest, run)
        pairs = [(int(some[place]), int(response[place])) for place in np.argsort(-longest, kind="stable")]
        return [
            pair
            for pair in pairs
            if pair[0] != cell.opener and pair[1] != self._win and self._said.of_cell.get(pair, 0) < missed
        ]
