"""Facts: what hard mode can fix, a letter in place or a least count of a letter, and which guesses have them.

A fact is a `Restriction` to one letter in place, or to one letter more than a smaller fact. By Theorem 1 of
docs/certificates/ the response of h to t fixes exactly the facts that t and h share, and which of them it
shares with t determines the response. So two guesses with the same facts of a set divide it, and bind what
follows, in the same way.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from wordle_cp.engine import score_matrix
from wordle_cp.rules.letters import numbered
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordle_cp.rules.bindings import Binding


def pieces(fixed: Restriction) -> tuple[Restriction, ...]:
    """Return the facts that `fixed` consists of: its greens, then each number of a letter up to its count."""
    nothing: tuple[str | None, ...] = (None,) * len(fixed.greens)
    return (
        *(
            Restriction((*nothing[:position], letter, *nothing[position + 1 :]), ())
            for position, letter in enumerate(fixed.greens)
            if letter is not None
        ),
        *(
            Restriction(nothing, ((letter, number),))
            for letter, least in fixed.counts
            for number in range(1, least + 1)
        ),
    )


def common_pieces(words: Sequence[str], restriction: Restriction) -> tuple[Restriction, ...]:
    """Return the facts that each of `words` has and that `restriction` doesn't fix."""
    greens = tuple(letters[0] if len(set(letters)) == 1 else None for letters in zip(*words, strict=True))
    counts = ((letter, min(word.count(letter) for word in words)) for letter in sorted(set(words[0])))
    every = pieces(Restriction(greens, tuple(counts)))
    return tuple(piece for piece in every if not restriction.includes(piece))


def facts_of(guesses: Sequence[str], words: Sequence[str]) -> dict[str, NDArray[np.bool_]]:
    """Return what can be fixed while one of `words` is the hidden one, and for each which guesses have it.

    Facts have the names that stand in constraints: 0@s is an s in place, 2#s two of them or more.
    """
    table = FactTable(guesses)
    found: dict[str, NDArray[np.bool_]] = {}
    for word in words:
        for position, letter in enumerate(word):
            found.setdefault(f"{position}@{letter}", table.in_place(position, letter))
        for letter in sorted(set(word)):
            for least in range(1, word.count(letter) + 1):
                found.setdefault(f"{least}#{letter}", table.count_of(letter) >= least)
    return found


class FactTable:
    """Which of some guesses, which have one length, have which facts."""

    def __init__(self, guesses: Sequence[str]) -> None:
        """Number the letters of the guesses."""
        self._numbers, flat = numbered(guesses)
        letters = np.array(flat, np.uint16).reshape(len(guesses), -1)
        self._letters = np.ascontiguousarray(letters.T)  # (position, guess)
        self._counts: dict[str, NDArray[np.uint8]] = {}
        self._having: dict[Restriction, NDArray[np.bool_]] = {}

    def having(self, fixed: Restriction) -> NDArray[np.bool_]:
        """Tell which guesses have all that is `fixed`, shape (guesses,)."""
        have = np.ones(self._letters.shape[1], np.bool_)
        for position, green in enumerate(fixed.greens):
            if green is not None:
                have &= self.in_place(position, green)
        for letter, least in fixed.counts:
            have &= self.count_of(letter) >= least
        return have

    def having_each(self, fixed: Restriction) -> list[NDArray[np.bool_]]:
        """Tell for each of the `pieces` of what is `fixed` which guesses have it; not to be written to."""
        facts = pieces(fixed)
        for fact in facts:
            if fact not in self._having:
                self._having[fact] = self.having(fact)
        return [self._having[fact] for fact in facts]

    def types(self, facts: Sequence[Restriction]) -> NDArray[np.uint64]:
        """Return for each guess which of at most 64 `facts` it has: a bit for each, shape (guesses,)."""
        types = np.zeros(self._letters.shape[1], np.uint64)
        for bit, fact in enumerate(facts):
            types |= self.having(fact).astype(np.uint64) << np.uint64(bit)
        return types

    def in_place(self, position: int, letter: str) -> NDArray[np.bool_]:
        """Tell which guesses have `letter` at a position."""
        found: NDArray[np.bool_] = self._letters[position] == self._numbers.get(letter, len(self._numbers))
        return found

    def count_of(self, letter: str) -> NDArray[np.uint8]:
        """Return how often each guess has `letter`."""
        if letter not in self._counts:
            number = self._numbers.get(letter, len(self._numbers))
            self._counts[letter] = np.sum(self._letters == number, axis=0, dtype=np.uint8)
        return self._counts[letter]


class Allowed(FactTable):
    """Which of some guesses a mode allows; up to `kept` sets of them stay in memory (None: all)."""

    def __init__(self, guesses: Sequence[str], kept: int | None = None) -> None:
        """Take all guesses."""
        super().__init__(guesses)
        self._guesses = guesses
        self._allowed = lru_cache(maxsize=kept)(self._under)
        self._row = lru_cache(maxsize=kept)(lambda guess: score_matrix([guess], guesses).ravel())

    def allowed(self, binding: Binding) -> NDArray[np.intp]:
        """Return the places of the guesses that `binding` allows, ascending."""
        return self._allowed(binding)

    def _under(self, binding: Binding) -> NDArray[np.intp]:
        keeps = self.having(binding.facts)
        if binding.mode.responses:
            for guess, pattern in binding.responses:
                keeps &= self._row(guess) == pattern
        elif binding.responses:
            keeps &= [binding.allows(word) for word in self._guesses]
        return np.flatnonzero(keeps)
