"""Words missed, from below: for each opener disjoint sets of words that can't all be found in time.

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
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.engine import DepthSearch, Game
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.letters import numbered
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.engine import ProofNode
    from wordle_cp.games.question import Position

    Mask = NDArray[np.bool_]
    Numbers = NDArray[np.intp]

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
        nothing = Restriction.of((), variant.length)
        self._fixed = Binding.after(history, variant.mode, variant.scoring).facts
        self._numbers, letters = numbered(variant.guesses)
        self._letters = np.array(letters, np.int16).reshape(len(variant.guesses), -1)
        patterns = self._game.by_hidden
        splitting = (patterns != patterns[0]).any(axis=0) if len(hidden) > 1 else np.ones(1, np.bool_)
        meant = np.isin(variant.guesses, openers) if openers else splitting
        self.openers: Numbers = np.flatnonzero(self._having(self._fixed, nothing) & meant)
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
        """Tell which guesses have all greens and letters of `restriction` that aren't fixed `before`.

        All words of a set have them, too: so what such a guess shows of them fixes the whole restriction.
        """
        having = np.ones(len(self._letters), np.bool_)
        for position, green in enumerate(restriction.greens):
            if green is not None and green != before.greens[position]:
                having &= self._letters[:, position] == self._numbers.get(green, -1)
        known = dict(before.counts)
        for letter, least in restriction.counts:
            if least > known.get(letter, 0):
                having &= (self._letters == self._numbers.get(letter, -1)).sum(axis=1) >= least
        return having
