"""A strategy of several boards that is good and whose total can be computed exactly: the boards in turn.

First come fixed guesses, the *openers*. They divide the hidden words into *cells* by all their responses;
words among the openers are in none, as their boards are solved. Then the boards are played one after the
other, those first whose cells rank first, boards with one cell in any order. A cell ranks before another if
it has fewer words, or as many and the earlier first word in the hidden list. So a board whose word is known
comes early, and tells others something without losing a guess.

A board *hears* the last guess of each board before it, which was the word of that board, unless both are in
one cell. (It is told more, and doesn't heed it: so the words heard are independent.) With the words left it
is played like a single board: of one word, that; of two, the earlier one first; of more, the guess that
stands in `plays` for this very set.

**The total.** Let r(S) be the sum of guesses that the words of S take then, and c a cell, X the words of
all cells that rank before c. For a board with a word in c, each of the other boards has any word,
independently. If that is one of X, it is heard, and divides the words left; otherwise nothing happens. So
over all words of this board and of j others, it takes v(c, j) guesses in all, where v(S, 0) = r(S) and

    v(S, j) = (n - |X|) v(S, j - 1) + sum over w in X, over the parts S' of S by w, of v(S', j - 1).

(The order in which words are heard doesn't matter for what is left; none of X is in c, so hearing solves
nothing.) A deal takes the guesses of all its boards and, with m openers, m at most: over all n**b deals of
b boards, m n**b + b sum over cells of v(c, b - 1). No deal takes more than m + b D guesses, with D the most
that a word takes in any set that may be left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.search.criteria import Criterion, guess_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.engine import Game

    Words = tuple[int, ...]
    """Places in the hidden list, ascending."""

_MOST_IN_CELL: Final = 48
"""Words of the largest cell with which openers are tried for two boards. With more boards they are fewer, as
more sets may be left, but `_FEW_IN_CELL` at least."""
_FEW_IN_CELL: Final = 12


@dataclass(frozen=True, slots=True)
class InTurn:
    """A strategy of this module: its openers, the guess for each set of three words or more, and its figures.

    `total` is that over all deals; `worst` is the most guesses of a deal, or more.
    """

    openers: tuple[str, ...]
    plays: tuple[tuple[str, tuple[str, ...]], ...]
    total: int
    worst: int


class Turns:
    """Strategies in turn of one game."""

    def __init__(self, game: Game, win: int, heed: Callable[[], None] = lambda: None) -> None:
        """`heed` is called now and then; what it raises ends the work."""
        self._game = game
        self._win = win
        self._heed = heed
        self._of_word = np.array([game.guess_id(word) for word in game.hidden], np.intp)
        self._words = game.by_guess[self._of_word]  # [heard][hidden]
        self._plays: dict[Words, int] = {}
        self._single: dict[Words, tuple[int, int]] = {}

    def after(self, openers: Sequence[str], boards: int) -> InTurn | None:
        """Return the strategy with these `openers`, None where a cell is too large."""
        cells = self._cells(openers)
        if any(len(cell) > max(_FEW_IN_CELL, _MOST_IN_CELL // max(1, boards - 1)) for cell in cells):
            return None
        words = len(self._game.hidden)
        self._plays, self._single = {}, {}
        total, most, before = 0, 0, 0
        heard = np.array([word for cell in cells for word in cell], np.intp)
        for cell in cells:
            self._heed()
            worth = _Worth(self, self._words[heard[:before]], words)
            total += worth.of(cell, boards - 1)
            most = max([most, *(self.single(left)[1] for left, _ in worth.known), self.single(cell)[1]])
            before += len(cell)
        names, hidden = self._game.guesses, self._game.hidden
        return InTurn(
            tuple(openers),
            tuple(
                (names[guess], tuple(hidden[word] for word in left))
                for left, guess in sorted(self._plays.items())
            ),
            len(openers) * words**boards + boards * total,
            len(openers) + boards * most,
        )

    def single(self, words: Words) -> tuple[int, int]:
        """Return the guesses over `words` on a single board, and the most of them."""
        if len(words) < 3:  # noqa: PLR2004  the one, then the other
            return 2 * len(words) - 1, len(words)
        if words not in self._single:
            guess = self._guess_for(words)
            self._plays[words] = guess
            row = self._game.by_guess[guess, list(words)]
            parts = [
                self.single(part) for pattern, part in _parts(words, row).items() if pattern != self._win
            ]
            self._single[words] = len(words) + sum(total for total, _ in parts), 1 + max(m for _, m in parts)
        return self._single[words]

    def _cells(self, openers: Sequence[str]) -> list[Words]:
        """Return the cells after `openers`, by rank."""
        cells: dict[tuple[int, ...], list[int]] = {}
        rows = [self._game.by_guess[self._game.guess_id(opener)].tolist() for opener in openers]
        for word, responses in enumerate(zip(*rows, strict=True)):
            if self._win not in responses:
                cells.setdefault(responses, []).append(word)
        return sorted(map(tuple, cells.values()), key=lambda cell: (len(cell), cell))

    def _guess_for(self, words: Words) -> int:
        """Return a guess with the most cells of `words`, one of these if possible."""
        self._heed()
        values = guess_values(self._game.by_hidden[list(words)], Criterion.KOOI, self._win + 1)
        own = self._of_word[list(words)]
        best = int(own[values[own].argmin()])
        return best if values[best] == values.min() else int(values.argmin())


class _Worth:
    """What a cell costs, by the number of boards that may be heard: v of this module."""

    def __init__(self, turns: Turns, heard: NDArray[np.unsignedinteger], words: int) -> None:
        self._turns = turns
        self._heard = heard
        self._deaf = words - len(heard)
        self._words = words
        self._ways: dict[Words, list[tuple[int, tuple[Words, ...]]]] = {}
        self.known: dict[tuple[Words, int], int] = {}

    def of(self, words: Words, others: int) -> int:
        """Return v(`words`, `others`)."""
        if len(words) == 1:
            return int(self._words**others)
        key = words, others
        if key not in self.known:
            if others == 0:
                self.known[key] = self._turns.single(words)[0]
            else:
                self.known[key] = self._deaf * self.of(words, others - 1) + sum(
                    count * sum(self.of(part, others - 1) for part in parts)
                    for count, parts in self._divided(words)
                )
        return self.known[key]

    def _divided(self, words: Words) -> list[tuple[int, tuple[Words, ...]]]:
        """Return the ways in which words that are heard divide `words`, each with how many do so."""
        if words not in self._ways:
            rows = self._heard[:, list(words)]
            labels = (rows[:, :, None] == rows[:, None, :]).argmax(axis=2)  # the first with the same pattern
            ways, counts = np.unique(labels, axis=0, return_counts=True)
            self._ways[words] = [
                (count, tuple(_parts(words, way).values()))
                for way, count in zip(ways, counts.tolist(), strict=True)
            ]
        return self._ways[words]


def _parts(words: Words, responses: NDArray[np.integer]) -> dict[int, Words]:
    """Return the parts of `words` that have one response each, by response."""
    parts: dict[int, list[int]] = {}
    for word, response in zip(words, responses.tolist(), strict=True):
        parts.setdefault(response, []).append(word)
    return {response: tuple(parts[response]) for response in sorted(parts)}
