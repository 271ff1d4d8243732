"""Bounds on the words that a strategy misses.

The parts, in their order:

Words missed, from below: lemmas about words that are all in one cell of many openers.

The search says how many words of a cell are missed with the guesses that are left; no fewer are missed of any
set that includes the cell. So a lemma about the words of a cell serves each opener that gives all of them one
response: an opener misses at least the sum, over its cells, of the most that a lemma says there
(docs/certificates/, 'Claim "missed between"').

A lemma begins with a cell of an opener that misses too few so far, a cell of which many words are missed.
Then words are left out, as long as no fewer of the rest are missed: of another opener that misses too few the
cell with the most of these words is taken, and words outside it are left out. So a lemma is about the words
that are in a cell of each of a few openers, and its history has these openers with their responses.

Every strategy of hard mode is one of normal mode; the lemmas are those of normal mode.

Words missed, from below: for each opener disjoint sets of words that can't all be found in time.

A set is lost if its words, which are in one cell of an opener, can't all be found with the guesses that are
left: one of them is missed. Disjoint sets mean as many words. They are kept in one order, in which each
opener takes every set that refutes it and is disjoint from those that it took before. So a set that is added,
at the end, takes nothing away from any opener: it serves the one that it was found for, and others as well.

The sets of an opener are found one after the other, each among the words that it hasn't taken, by the search
for guaranteed depth (native/depth/lost_part.cpp); words are left out as long as the rest is lost, and rather
such as other openers that lack a set tell from the rest. The smallest sets are looked for where there are
few; for openers that make few cells there are many, and words are left out only as long as that is quick.
"""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.engine import DepthSearch, Game, TotalSearch
from wordle_cp.modelling.facts import FactTable, pieces
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.modes import LOOSEST
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.engine import ProofNode
    from wordle_cp.engine.game import Patterns
    from wordle_cp.games.question import Position
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History

    Numbers = NDArray[np.intp]
    Mask = NDArray[np.bool_]


_OPENERS: Final = 16  # that the history of a lemma may have, those of no use included
_ASKED: Final = 2500  # openers that miss too few, of which a lemma is to serve many
_FIRST_TOGETHER: Final = 8  # of these, first: twice as many after each success, half after each failure
_FAILURES: Final = 6  # after which words aren't left out any more


class CellLemma(NamedTuple):
    """With one guess less than there are, `missed` of the words that agree with `history` are missed."""

    missed: int
    history: History
    words: Numbers


class _Cell(NamedTuple):
    """The `words` to which an opener, a guess's number, gives a `response`; `missed` of them are missed."""

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
        """Say that at least `missed` of `words` are missed; return the openers whose bounds rise by that."""
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
        """Add a lemma that `missed` words of `cell` are missed, or of a part that serves more openers."""
        words, history = cell.words, [(cell.opener, cell.response)]
        others = self._others(cell, missed, low)
        together, failures, place = _FIRST_TOGETHER, 0, 0
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


_COUNTED: Final = 2  # guesses left for which counting tells all that can be told
_PATIENCE_SECONDS: Final = 5.0  # for one set, once the search is to end
_SCARCE: Final = 500  # openers that make the most cells, and have the fewest sets: theirs are the smallest
_TOGETHER: Final = 8  # words that are left out together, for other openers
_OTHERS: Final = 400  # openers that lack a set, of which a set is to serve many


class InfeasibleSet(NamedTuple):
    """What a node of the proof states: with one guess less than there are `words` can't all be found."""

    node: int
    restriction: Restriction
    words: tuple[str, ...]


class Taken:
    """What each opener has taken of sets that were offered one after the other."""

    def __init__(self, words: int, openers: int) -> None:
        """Begin with nothing."""
        self.words: Mask = np.zeros((words, openers), np.bool_)
        self.count: Numbers = np.zeros(openers, np.intp)

    def offer(self, words: Sequence[int], openers: Numbers) -> Numbers:
        """Let those of the `openers` take `words` that have none of them; return these."""
        places = np.array(words, np.intp)
        free = openers[~self.words[np.ix_(places, openers)].any(axis=0)]
        self.words[np.ix_(places, free)] = True
        self.count[free] += 1
        return free


class Packer:
    """A question, and the sets found so far."""

    def __init__(
        self,
        position: Position,
        guesses_left: int,
        openers: Sequence[str] = (),
    ) -> None:
        """Score all pairs. Only `openers` are looked at, if there are any."""
        variant, history, hidden = position.variant, position.history, position.hidden
        self._history = history
        self._left = guesses_left
        self._game = Game(variant.guesses, hidden)
        self._search = DepthSearch(self._game, variant.mode, jobs=1)
        self._nothing = Restriction.of((), variant.length)
        self._fixed = Binding.after(history, variant.mode, variant.scoring).facts
        self._table = FactTable(variant.guesses)
        patterns = self._game.by_hidden
        splitting = (patterns != patterns[0]).any(axis=0) if len(hidden) > 1 else np.ones(1, np.bool_)
        meant = np.isin(variant.guesses, openers) if openers else splitting
        self.openers: Numbers = np.flatnonzero(self._having(self._fixed, self._nothing) & meant)
        """The guesses that are looked at; of all that are allowed, those that tell two words apart."""
        ordered = np.sort(patterns[:, self.openers], axis=0)
        cells = 1 + (ordered[1:] != ordered[:-1]).sum(axis=0)
        self.by_promise: list[int] = self.openers[np.argsort(-cells, kind="stable")].tolist()
        """The same, those that make most cells first."""
        self._scarce = frozenset(self.by_promise[:_SCARCE])
        self._taken = Taken(len(hidden), len(variant.guesses))
        self._paused: float | None = None
        self.sets: list[InfeasibleSet] = []
        """Those found, in their order."""
        own = np.array([guess in frozenset(hidden) for guess in variant.guesses], np.intp)[self.openers]
        self._counted = len(hidden) - own - (cells - own) * (guesses_left - 1)

    @property
    def by_counting(self) -> bool:
        """Whether counting cells tells all: no set would tell more."""
        return self._left <= _COUNTED

    @property
    def least(self) -> int:
        """The number of words that each opener misses at least, as far as that is known."""
        return self.least_of(self._taken)

    def least_of(self, taken: Taken) -> int:
        """Return the same for openers that have `taken` other sets."""
        return int((self._counted if self.by_counting else taken.count[self.openers]).min())

    def served(self, low: int) -> int:
        """Return how many openers miss that number of words at least."""
        return int((self._taken.count[self.openers] >= low).sum())

    def raise_least(self, low: int) -> bool:
        """Look for sets until every opener has `low`, and return whether it has.

        It hasn't if the search was stopped, or if all other words of some opener can be found in time.
        """
        for opener in self.by_promise:
            while self._taken.count[opener] < low:
                if self._paused is not None or not self.add_for(opener, low):
                    return False
        return True

    def add_for(self, opener: int, low: int, taken: Taken | None = None) -> bool:
        """Look for one more set of the guess numbered `opener`; return whether there is one.

        Rather one that also serves openers that have fewer than `low`. With `taken` they have these sets, and
        it is for the caller to go on from there.
        """
        taken = taken or self._taken
        few = self.openers[taken.count[self.openers] < low]
        some = few[np.linspace(0, len(few) - 1, min(len(few), _OTHERS)).astype(np.intp)]
        kept = np.flatnonzero(~taken.words[:, opener]).tolist()
        found = self._search.lost_part(
            self._left,
            opener,
            history=self._history,
            others=some.tolist(),
            together=1 if opener in self._scarce else _TOGETHER,
            hidden=kept,
        )
        if found is None:
            return False
        lost = InfeasibleSet(*found)
        self.sets.append(lost)
        self.offer(lost, taken)
        return True

    def offer(self, lost: InfeasibleSet, taken: Taken) -> Numbers:
        """Let the openers that `lost` refutes take it if they can; return these."""
        words = [self._game.hidden_id(word) for word in lost.words]
        rows = self._game.by_hidden[words]
        alike = (rows == rows[0]).all(axis=0) & self._having(lost.restriction, self._fixed)
        return taken.offer(words, np.flatnonzero(alike))

    def packed(self, sets: Iterable[InfeasibleSet]) -> Taken:
        """Return what each opener takes of `sets`, in this order."""
        taken = Taken(len(self._game.hidden), len(self._game.guesses))
        for lost in sets:
            self.offer(lost, taken)
        return taken

    def needed(self, low: int) -> list[InfeasibleSet]:
        """Return the sets without those that no opener needs: each misses `low` words without them, too."""
        taken = Taken(len(self._game.hidden), len(self._game.guesses))
        needed: list[InfeasibleSet] = []
        meant = np.zeros(len(self._game.guesses), np.bool_)
        meant[self.openers] = True
        for lost in self.sets:
            served = self.offer(lost, taken)
            if (meant[served] & (taken.count[served] <= low)).any():
                needed.append(lost)
        return needed

    def lacking(self, taken: Taken, low: int) -> list[int]:
        """Return the openers that have `taken` fewer than `low`, as numbers of guesses."""
        return [] if self.by_counting else self.openers[taken.count[self.openers] < low].tolist()

    def proof_nodes(self) -> list[ProofNode]:
        """Return the nodes of the proof, which the sets name."""
        return self._search.proof_nodes()

    def pause(self) -> None:
        """Let `raise_least` end once the set that is being looked for is found; from any thread."""
        self._paused = time.monotonic()

    def hurry(self) -> None:
        """End the search for good if it was paused some time ago; from any thread."""
        if self._paused is not None and time.monotonic() - self._paused > _PATIENCE_SECONDS:
            self._search.stop()

    def _having(self, restriction: Restriction, before: Restriction) -> Mask:
        """Tell which guesses have all that `restriction` fixes, and that isn't fixed `before`.

        All words of a set have that, too: so what such a guess shows of them fixes the whole restriction.
        """
        having = self._table.having(self._nothing)
        for piece in pieces(restriction):
            if not before.includes(piece):
                having &= self._table.having(piece)
        return having
