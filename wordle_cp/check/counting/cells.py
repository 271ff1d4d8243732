"""Cells of a guess: words that give it one pattern, and what they are known to cost at least.

What is known of sets of words is in `check.totals.bounds`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import numpy as np

from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.check.counting.patterns import GuessPatterns, Places

SMALL: Final = 3
"""A cell of no more words has a closed form, and isn't counted."""

_LETTERS: Final = 5  # eight bits each, behind the twenty of a million guesses


class Cell:
    """The words that give a guess one pattern, and what is left for them; `n` of them."""

    __slots__ = ("_fixed", "_guess", "bound", "key", "left", "n", "pattern", "words")

    def __init__(
        self, words: Places, pattern: int, left: int | None, fixed: Restriction, guess: str | None = None
    ) -> None:
        """Take the words, the pattern, and how many guesses are left and what is fixed after it.

        What `pattern` as the response to `guess`, if that is given, reveals is fixed in addition.
        """
        self.words = words
        """Places of the words, ascending."""
        self.pattern = pattern
        self.left = enough(left, len(words))
        self._fixed = fixed
        self._guess = guess
        self.n = len(words)
        self.key = words.tobytes()
        self.bound: float = 0
        """What the words are known to cost at least."""

    @property
    def fixed(self) -> Restriction:
        """What is fixed."""
        if self._guess is not None:
            self._fixed = self._fixed.joined_with(_revealed(self._guess, self.pattern))
            self._guess = None
        return self._fixed

    def raised(self, bound: float) -> float:
        """Learn that the words cost `bound` at least; return by how much that is more than before."""
        if bound <= self.bound:
            return 0
        more, self.bound = bound - self.bound, bound
        return more


class Strengthening(Protocol):
    """What finds a better bound for a cell of four words or more."""

    def quick(self, cell: Cell) -> float:
        """Return a lower bound of what `cell` costs."""

    def thorough(self, cell: Cell, enough: float) -> float:
        """Return another one, with more work; none that exceeds `enough` is looked for."""


def enough(left: int | None, words: int) -> int | None:
    """Return `left`; None, that is however many, where that is no limit for a number of `words`."""
    return None if left is None or left >= words else left


class Divided(NamedTuple):
    """What words are known to cost at least after `guess`; better bounds of the `cells` may say more."""

    guess: int
    cost: float
    cells: Iterable[Cell]
    """Those of four words or more, but the all-green one, with what they are known to cost."""

    def raised(self, wanted: float, strengthen: Strengthening, *, quick: bool = True) -> float:
        """Return what the words cost with better bounds of the cells; none is looked for once it is `wanted`.

        Each cell is asked about in its turn, first whether it has a better bound that is `quick` to find.
        """
        total, cells = self.cost, self.cells
        if quick:
            cells = list(cells)
            for cell in cells:
                if total >= wanted:
                    return total
                total += cell.raised(strengthen.quick(cell))
        if total >= wanted:
            return total
        for cell in cells:
            total += cell.raised(strengthen.thorough(cell, cell.bound + wanted - total))
            if total >= wanted:
                return total
        return total


@lru_cache(maxsize=1 << 16)
def _revealed(guess: str, pattern: int) -> Restriction:
    """Return what the response `pattern` to `guess` fixes in hard mode."""
    return Restriction.of(((guess, pattern),), len(guess))


def one_of_each(among: GuessPatterns, guesses: Places, words: Sequence[str]) -> Places:
    """Return one of all `guesses` that agree once the letters that occur in none of `words` are blanked.

    The guesses are places in `among`. Those that agree give each of the words the same
    pattern. A guess that is one of the words agrees with no other.
    """
    met = sorted({letter for word in words for letter in word})
    occurs = np.zeros(among.number_of("") + 1, np.int64)
    for number, letter in enumerate(met, start=1):
        occurs[among.number_of(letter)] = number
    form = np.zeros(len(guesses), np.int64)
    for number, row in enumerate(among.letters, start=1):
        form = form * (len(met) + 1) + occurs[row[guesses]]
        if number % _LETTERS == 0:  # lest the numbers grow too large: give the forms so far new ones
            _, form = np.unique(form, return_inverse=True)
    _, first = np.unique(form, return_index=True)
    one: Places = guesses[np.sort(first)]
    return one
