"""Separable: can a guess tell apart, two guesses before the end, what the guesses before it leave?

A hitting set whose sets are learnt, and shared by all guesses and states. It is for normal mode.

Sets        H, the hidden words left; T, the guesses; g, the guesses left, 3 or more
            K, the cuts: sets of words that can't be found within g - 1 guesses
Variables   choose[t] in {0, 1} for t in T: t is the next guess
Constraints one:      sum(choose) = 1
            split[M]: OR(choose[t] : t gives the words of M two responses or more), for M in K
Claim       where no t meets the constraints, g guesses don't find H: no t splits each cut.
Source      implicit hitting sets (E. Moreno-Centeno and R. Karp, 2013), at each number of guesses left.

A guess that gives all words of a cut one response doesn't win, as they remain (Theorem 3 of
docs/certificates/depth-impossible.md); a cut forbids it in each state that has the words, whatever else
may be hidden there (Theorem 2). So cuts are shared, and once they forbid all guesses of a state, the words
of those cuts can't be found within g guesses either: they are a cut with a guess more left.

With two guesses left no model is needed: words are lost iff no guess gives each of them a response of its
own. Of such words as few are kept as no guess separates, by leaving out one after the other. With more left,
a guess that no cut forbids is chosen, and what it leaves is asked about, most words first. If nothing that it
leaves is lost, as far as that was looked at, the guess survives.

Nor does the master need a solver: of the guesses that no cut forbids one that shows many responses comes
first. Which cuts are kept for a state is a set cover, done by greed, which weighs guesses against new words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import score_matrix
from wordle_cp.modelling.cuts import Cut, Decider
from wordle_cp.search.no_goods import covering, inseparable

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.search.whole_list import ListState

    Bits = NDArray[np.uint8]
    Mask = NDArray[np.bool_]
    Places = NDArray[np.intp]

LAST: Final = 2
"""With so many guesses left a guess has to separate the words."""
_MOST_CELLS: Final = 6
"""With more guesses left so many cells of a guess are looked at, the largest ones."""
_SAMPLE: Final = 40
"""So many words tell how many responses a guess shows."""


class _Known:
    """The cuts with one number of guesses left; their words and the guesses that they forbid, as bits."""

    def __init__(self) -> None:
        self.cuts: list[Cut] = []
        self.words: list[Mask] = []
        self.forbidden: list[Bits] = []
        self._bits: list[Bits] = []

    def add(self, cut: Cut, words: Mask, forbidden: Bits) -> int:
        """Add a cut; return its number."""
        self.cuts.append(cut)
        self.words.append(words)
        self.forbidden.append(forbidden)
        self._bits.append(np.packbits(words)[None])
        return len(self.cuts) - 1

    def within(self, words: Mask) -> list[int]:
        """Return the numbers of the cuts that have none but these words."""
        if not self.cuts:
            return []
        self._bits = [np.concatenate(self._bits)]
        return np.flatnonzero(~(self._bits[0] & ~np.packbits(words)).any(axis=1)).tolist()


class Separable:
    """The cuts of a state in which past guesses don't bind, shared by all that is asked about it."""

    def __init__(self, state: ListState, decided: Counter[Decider], heed: Callable[[], None]) -> None:
        """Begin without cuts; `decided` counts them. What `heed`, called meanwhile, raises ends that."""
        self._state, self._decided, self._heed = state, decided, heed
        self._patterns = np.ascontiguousarray(score_matrix(state.guesses, state.hidden).T)
        self.known = {left: _Known() for left in range(LAST, state.left)}

    def survivors(self, words: Places, left: int, alive: Mask, cuts: list[int]) -> Iterator[int | None]:
        """Yield the guesses of those `alive`, by place, that no cut of `words` forbids with `left` guesses.

        `cuts` gets the numbers of those that `words` have; None is yielded after each that was found here.
        """
        below, used = self.known[left - 1], np.zeros(len(self._patterns), np.int64)
        cuts += below.within(self._among(words))
        alive = alive & ~self._forbidden(below, cuts).any(axis=0)
        for guess in self._order(words).tolist():
            if not alive[guess]:
                continue
            self._heed()
            for cell in self._cells(words, guess)[: None if left - 1 == LAST else _MOST_CELLS]:
                number = self.lost(cell[np.argsort(-used[cell], kind="stable")], left - 1)
                if number is not None:  # words that other cuts have come first, so that few have to be added
                    cuts.append(number)
                    used += below.words[number]
                    alive &= ~self._forbidden(below, [number])[0]
                    yield None
                    break
            else:
                yield guess

    def forbidding(self, number: int) -> tuple[Cut, tuple[str, ...]]:
        """Return the cut of that number with all guesses left but one, and the guesses that it forbids."""
        known = self.known[self._state.left - 1]
        places = np.flatnonzero(self._forbidden(known, [number])[0])
        return known.cuts[number], tuple(self._state.guesses[place] for place in places.tolist())

    def lost(self, words: Places, left: int) -> int | None:
        """Return the number of a cut that is part of these words, which `left` guesses don't find, if any."""
        known = self.known[left]
        if len(words) <= left:
            return None
        if left == LAST:
            few = inseparable(self._patterns, words, np.arange(self._patterns.shape[1]))
            return None if isinstance(few, int) else self._add(few, left, ())
        shared = known.within(self._among(words))
        if shared:
            return shared[0]
        cuts: list[int] = []
        everything = np.ones(self._patterns.shape[1], np.bool_)
        if any(guess is not None for guess in self.survivors(words, left, everything, cuts)):
            return None
        below = self.known[left - 1]
        has = np.array([below.words[number] for number in cuts])
        chosen = [cuts[place] for place in covering(self._forbidden(below, cuts), has)]
        core = np.flatnonzero(np.any([below.words[number] for number in chosen], axis=0))
        return self._add(core, left, tuple(below.cuts[number] for number in chosen))

    def _add(self, words: Places, left: int, below: tuple[Cut, ...]) -> int:
        rows = self._patterns[words]
        names = tuple(self._state.hidden[word] for word in sorted(words.tolist()))
        self._decided[Decider.SEPARATION] += 1
        return self.known[left].add(
            Cut(names, left, self._state.binding, below=below, decider=Decider.SEPARATION),
            self._among(words),
            np.packbits((rows[1:] == rows[0]).all(axis=0)),
        )

    def _cells(self, words: Places, guess: int) -> list[Places]:
        """Return the words of each response to a guess but the winning one, most words first."""
        shown = self._patterns[words, guess]
        order = np.argsort(shown, kind="stable")
        cells = np.split(words[order], np.flatnonzero(np.diff(shown[order])) + 1)
        return sorted(
            (cell for cell in cells if self._patterns[cell[0], guess] != self._state.binding.scoring.win),
            key=lambda cell: -len(cell),
        )

    def _order(self, words: Places) -> Places:
        """Return all guesses, those first that show most responses."""
        some = words[np.linspace(0, len(words) - 1, min(len(words), _SAMPLE)).astype(np.intp)]
        shown = np.sort(self._patterns[some], axis=0)
        return np.argsort(-(np.diff(shown, axis=0) != 0).sum(axis=0), kind="stable")

    def _among(self, words: Places) -> Mask:
        among = np.zeros(len(self._patterns), np.bool_)
        among[words] = True
        return among

    def _forbidden(self, known: _Known, numbers: Sequence[int]) -> Mask:
        """Return which guesses these cuts forbid, a row a cut."""
        count = self._patterns.shape[1]
        rows = np.array([known.forbidden[number] for number in numbers], np.uint8).reshape(-1, -(-count // 8))
        return np.unpackbits(rows, axis=1, count=count).astype(np.bool_)
