"""The checker of lemmas: how many guesses do certain words take at least, from some state on?

The rules are those of docs/certificates/, 'Claim "total least"'. A cost that is infinite means that no
strategy finds all of the words in time. A number of guesses left is None if there may be any number; as
many guesses as words are as good as any number.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.check.counting.cells import SMALL, Cell, Divided, Strengthening, enough

if TYPE_CHECKING:
    from wordle_cp.check.counting.counts import Numbers, PatternTable
    from wordle_cp.check.counting.patterns import GuessPatterns, Places
    from wordle_cp.check.counting.weights import TableWeights
    from wordle_cp.rules.words import Restriction

    _Known = tuple[int, Restriction, int | None, float]  # a lemma: number, what is fixed, guesses left, bound

MAX_ALIKE: Final = 1024
"""Lemmas about the same words, none of which says what one before it does, or less."""
_EACH, _ONE_OTHER, _THE_OTHER = (0, 1, 2), (1, 0, 0), (2, 2, 1)  # of three words


class Bounds:
    """What is known of sets of words: closed forms, and the lemmas so far."""

    def __init__(
        self, table: PatternTable, guesses: GuessPatterns, *, hard: bool, weights: TableWeights | None = None
    ) -> None:
        """Take the patterns and weights (None: each word weighs 1); does hard mode bind guesses?"""
        self.weights = weights
        self.table = table
        self.guesses = guesses
        self.hard = hard
        self.most_patterns = guesses.win if guesses.tiles else guesses.scoring.response_count - 1
        """A guess gives no more patterns than this, but for the one that ends the game."""
        self.most_shown = min(self.most_patterns, int(table.shown.max()))
        """A guess that is none of some words shows no more than this on them."""
        self._lemmas: dict[bytes, list[_Known]] = {}
        self._sizes: set[int] = set()
        self._of_use = np.arange(len(table.words) + 1) > SMALL
        """[size] whether more may be known of cells of this size than what `_plain` says."""

    def add_lemma(
        self, number: int, words: Places, fixed: Restriction, left: int | None, bound: float
    ) -> int:
        """Let later lemmas, and openers, use that `words` cost `bound` at least where `fixed` is fixed.

        Numbers ascend. Return how many lemmas about these words are kept; those that say no more than one
        before them aren't.
        """
        lemma = (number, fixed, enough(left, len(words)), bound)
        alike = self._lemmas.setdefault(words.tobytes(), [])
        if not any(_implies(other, lemma) for other in alike):
            alike.append(lemma)
        self._sizes.add(len(words))
        self._of_use[len(words)] = True
        return len(alike)

    def cost(
        self,
        guess: int,
        words: Places,
        fixed: Restriction,
        left: int | None,
        wanted: float,
        strengthen: Strengthening,
        *,
        largest_first: bool,
    ) -> float:
        """Return what `words` cost at least if `guess` is made next, with `left` guesses left.

        Once the bound reaches `wanted` nothing better is looked for. `strengthen` is asked for cells of
        four words or more, one after the other by size.
        """
        divided = self.divided(guess, words, fixed, left)
        cells = sorted(divided.cells, key=lambda cell: cell.n, reverse=largest_first)
        return divided._replace(cells=cells).raised(wanted, strengthen)

    def divided(
        self, guess: int, words: Places, fixed: Restriction, left: int | None, before: float = math.inf
    ) -> Divided:
        """Return what `words` cost by closed forms, and by lemmas with a number below `before`."""
        rest = None if left is None else left - 1
        revealing = self.guesses.words[guess] if self.hard else None
        row = self.table.patterns[guess][words]
        order = np.argsort(row, kind="stable")
        ordered, row = words[order], row[order]
        starts = np.concatenate(([0], np.flatnonzero(row[1:] != row[:-1]) + 1))
        ends = np.append(starts[1:], len(words))
        if row[-1] == self.guesses.win:  # the largest pattern
            starts, ends = starts[:-1], ends[:-1]
        sizes = ends - starts
        if rest is not None and len(sizes) and rest < min(int(sizes.max()), 2):
            return Divided(guess, math.inf, [])  # a word is left and no guess, or two words and one guess
        plain = self._plain(ordered, starts, ends)
        total: float = len(words) if self.weights is None else self.weights.sum(words)
        total += sum(plain)
        cells: list[Cell] = []
        for number in np.flatnonzero(self._of_use[sizes]).tolist():
            start = int(starts[number])
            cells.append(Cell(ordered[start : ends[number]], int(row[start]), rest, fixed, revealing))
            cells[-1].bound = plain[number]
        total += sum(cell.raised(self.by_lemma(cell, before)) for cell in cells if cell.n in self._sizes)
        return Divided(guess, total, [cell for cell in cells if cell.n > SMALL])

    def _plain(self, words: Places, starts: Places, ends: Places) -> list[int]:
        """Return what cells cost by their closed forms, or by rule T; `words` has one after the other."""
        if self.weights is not None:
            cells = [words[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
            return [
                self.weights.plain(cell) if len(cell) > 1 else int(self.weights.of[cell[0]]) for cell in cells
            ]
        plain: list[int] = self.closed_forms(words, starts, ends - starts).tolist()
        return plain

    def closed_forms(self, words: Places, starts: Places, sizes: Places) -> Numbers:
        """Return what cells cost by their closed forms, or by rule T, in a game without weights.

        The words of each stand in `words`, from where it starts.
        """
        costs = 2 * sizes - 1
        threes = np.flatnonzero(sizes == SMALL)
        if len(threes):
            cells = words[starts[threes][:, np.newaxis] + np.arange(SMALL)]
            rows = self.table.patterns[self.table.guess_of[cells][:, :, np.newaxis], cells[:, np.newaxis, :]]
            alike = rows[:, _EACH, _ONE_OTHER] == rows[:, _EACH, _THE_OTHER]
            costs[threes] += alike.all(axis=1)  # 5 if one of the three separates the other two, else 6
        return costs

    def by_lemma(self, cell: Cell, before: float) -> float:
        """Return the best bound that a lemma with a number below `before` has for `cell`, or 0."""
        best: float = 0
        for number, fixed, left, bound in self._lemmas.get(cell.key, ()):
            known = number < before and bound > best
            if known and _as_many(left, cell.left) and cell.fixed.includes(fixed):
                best = bound
        return best


def _as_many(left: int | None, others: int | None) -> bool:
    """Tell whether `left` guesses, None for however many, are as many as `others` or more."""
    return left is None or (others is not None and left >= others)


def _implies(one: _Known, other: _Known) -> bool:
    """Tell whether a lemma says as much as a later one about the same words, or more."""
    return one[3] >= other[3] and _as_many(one[2], other[2]) and other[1].includes(one[1])
