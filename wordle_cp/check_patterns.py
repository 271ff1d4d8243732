"""The checker's own arithmetic on all guesses at once, with numpy: patterns, and what hard mode asks.

An array over the guesses has one entry a guess, in the order of the guess list. `Guesses.patterns` says for
all guesses what `rules.score` says for one, which a test compares on real lists.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.rules import all_green

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordle_cp.rules import Restriction

    Mask = NDArray[np.bool_]
    """One truth value a guess."""
    Patterns = NDArray[np.unsignedinteger[Any]]
    """One pattern a guess, in the smallest type that holds all patterns."""

MAX_CACHE_BYTES: Final = 512 * 1024 * 1024
"""Memory for columns of patterns; 12,947 words against themselves take 168 MB."""


class Guesses:
    """All guesses of a game, letter by letter, and their patterns against one hidden word at a time."""

    def __init__(self, words: Sequence[str]) -> None:
        """Take the guess list: words of one length, a to z."""
        self._count = len(words)
        self._length = len(words[0])
        codes = np.frombuffer("".join(words).encode("ascii"), np.uint8).reshape(len(words), self._length)
        self._letters = np.ascontiguousarray(codes.T)  # [position][guess]
        self._dtype = np.min_scalar_type(all_green(self._length))
        self._counts: dict[str, NDArray[np.uint8]] = {}  # of a letter, in each guess
        self._columns: OrderedDict[str, Patterns] = OrderedDict()  # the last one used stands at the end
        self._most_columns = max(2, MAX_CACHE_BYTES // (self._count * self._dtype.itemsize))

    def patterns(self, hidden: str) -> Patterns:
        """Return the pattern of each guess if `hidden` is the hidden word. Kept while there is room."""
        column = self._columns.get(hidden)
        if column is None:
            column = self._columns[hidden] = self._scored(hidden)
            if len(self._columns) > self._most_columns:
                self._columns.popitem(last=False)
        else:
            self._columns.move_to_end(hidden)
        return column

    def _scored(self, hidden: str) -> Patterns:
        """Score all guesses against `hidden`: greens first, then yellows from left to right."""
        pattern = np.zeros(self._count, self._dtype)
        green = [self._at(position, letter) for position, letter in enumerate(hidden)]
        for position in range(self._length):
            pattern += green[position] * self._dtype.type(2 * 3**position)
        for letter, count in Counter(hidden).items():
            unused = np.full(self._count, count, np.int8)  # of this letter in `hidden`, by any tile
            for position in range(self._length):
                if hidden[position] == letter:
                    unused -= green[position]
            for position in range(self._length):
                yellow = self._at(position, letter) & (unused > 0)
                if hidden[position] == letter:
                    yellow &= ~green[position]
                pattern += yellow * self._dtype.type(3**position)
                unused -= yellow
        return pattern

    def _at(self, position: int, letter: str) -> Mask:
        """Tell which guesses have `letter` at `position`."""
        there: Mask = self._letters[position] == ord(letter)
        return there

    def _with(self, letter: str, least: int) -> Mask:
        """Tell which guesses have `letter` at `least` times or more."""
        if letter not in self._counts:
            self._counts[letter] = (self._letters == ord(letter)).sum(axis=0, dtype=np.uint8)
        enough: Mask = self._counts[letter] >= least
        return enough

    def permitted(self, restriction: Restriction) -> Mask:
        """Tell which guesses hard mode allows under `restriction`: `Restriction.permits` for each."""
        permitted = np.ones(self._count, np.bool_)
        for position, letter in enumerate(restriction.greens):
            if letter is not None:
                permitted &= self._at(position, letter)
        for letter, least in restriction.counts:
            permitted &= self._with(letter, least)
        return permitted

    def fixing(self, wanted: Restriction, before: Restriction, hidden: str) -> Mask | None:
        """Tell which guesses, with `hidden` hidden, fix what `before` lacks of `wanted`; None if all do.

        A response fixes a green where guess and hidden word agree. Of each letter its coloured tiles are as
        many as the smaller of the two numbers of that letter, in the guess and in the hidden word.
        """
        fixing: Mask | None = None
        least_before = dict(before.counts)
        missing: list[Mask] = []
        for position, letter in enumerate(wanted.greens):
            if letter is not None and letter != before.greens[position]:
                missing.append(self._at(position, letter) & (hidden[position] == letter))
        for letter, least in wanted.counts:
            if least > least_before.get(letter, 0):
                missing.append(self._with(letter, least) & (hidden.count(letter) >= least))
        for mask in missing:
            fixing = mask if fixing is None else fixing & mask
        return fixing
