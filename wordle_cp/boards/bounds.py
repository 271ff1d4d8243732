"""Proven bounds of the least total and of the least worst case of several boards, for games of any size.

Let n words and b boards make n**b deals, and let T be the last guess of a deal, t_i the guess that solves
board i. Fix the words of all boards but one: what a strategy does then is a strategy for that board alone.

**Lower bounds.** So the sum of t_i over the words of board i is at least the least total L of one board
(without a limit), and over all deals n**(b - 1) L. A deal with d different words has d different numbers
among its t_i. So d - 1 of them are at least 1, 2, ..., d - 1 less than T, and T is at least the mean of the
t_i plus d (d - 1) / 2b. There are S(b, d) n (n - 1) ... (n - d + 1) such deals, S(b, d) the ways to divide b
boards into d groups; the sum over all deals is a bound. So is the sum of d, as a guess finds one word only.
The worst case is at least that of one board, the mean, and b (or n, if it is less).

**Upper bounds** are those of a strategy: a few fixed guesses first, then one board after the other, each with
guesses that divide the words left on that board alone into the most cells, whatever the other boards told
meanwhile. A board with the word w then takes r(w) more guesses at most, or none if w was among the fixed
ones; so T is at most k + r(w_1) + ... + r(w_b) with k fixed guesses, over all deals
k n**b + b n**(b - 1) R, where R is the sum of r over all words. Nothing is sampled. Likewise, each board by
itself with a best strategy: T is at most the sum of the t_i, over all deals b n**(b - 1) L.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import perm
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.boards.exact import least_sum
from wordle_cp.certificate.format import DepthImpossible, OpenerScope
from wordle_cp.engine import Game
from wordle_cp.position_value import Position
from wordle_cp.search.cells import Criterion, guess_values
from wordle_cp.search.depth import count_bound
from wordle_cp.search.watch import StoppedError
from wordle_cp.shipped import shipped_certificates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_cp.position_value import Work
    from wordle_cp.search.watch import StopReason
    from wordle_cp.variant import Variant

_BLOCK: Final = 2**20
"""Pairs of a guess and a word that are sorted at a time."""


@dataclass(frozen=True, slots=True)
class UpperBounds:
    """Bounds by a strategy that begins with `first`; see this module."""

    total: int
    worst: int
    first: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardsBounds:
    """Bounds of the total over all deals and of the worst case.

    `one_board` is the least total of one board; where it was not found, as `stopped_by` says, the lower bound
    rests on a count of responses. `fixed` are the first guesses of the strategy of the upper bound of the
    total.
    """

    total: tuple[int, int]
    worst: tuple[int, int]
    one_board: int | None
    fixed: tuple[str, ...]
    stopped_by: StopReason | None


def bound_boards(variant: Variant, boards: int, work: Work) -> BoardsBounds:
    """Return the best bounds known here; where there is reason to stop, those that are known then."""
    words = len(variant.hidden)
    deals = words**boards
    # All words one after the other: the k-th is the last in k**b - (k - 1)**b deals.
    uppers = [UpperBounds(sum(k * (k**boards - (k - 1) ** boards) for k in range(1, words + 1)), words, ())]
    one_board: int | None = None
    stopped_by: StopReason | None = None
    try:
        _Strategies(variant, boards, work).add_to(uppers)
        unlimited = variant.model_copy(update={"max_guesses": None})
        one_board = Position(unlimited, (), work).value().total
    except StoppedError as error:
        stopped_by = error.reason
    least = least_sum(words, variant.scoring.response_count - 1) if one_board is None else one_board
    lower = _least_total(words, boards, least)
    best = min(uppers, key=lambda upper: upper.total)
    upper, fixed = best.total, best.first
    if one_board is not None and boards * words ** (boards - 1) * one_board < upper:
        upper, fixed = boards * words ** (boards - 1) * one_board, ()
    return BoardsBounds(
        (lower, upper),
        (
            max(_least_worst(variant), -(-lower // deals), min(boards, words)),
            min(one.worst for one in uppers),
        ),
        one_board,
        fixed,
        stopped_by,
    )


def _least_total(words: int, boards: int, one_board: int) -> int:
    """Return the lower bound of the total that this module proves, from that of one board."""
    counts = {d: _divisions(boards, d) * perm(words, d) for d in range(1, boards + 1)}
    apart = sum(count * d * (d - 1) for d, count in counts.items())
    by_mean: int = words ** (boards - 1) * one_board - (-apart // (2 * boards))
    return max(by_mean, sum(count * d for d, count in counts.items()))


def _divisions(boards: int, groups: int) -> int:
    """Return the ways to divide `boards` into so many groups: Stirling's numbers of the second kind."""
    if boards == 0 or groups == 0:
        return int(boards == groups)
    return groups * _divisions(boards - 1, groups) + _divisions(boards - 1, groups - 1)


def _least_worst(variant: Variant) -> int:
    """Return how many guesses one board takes at least at the worst: a shipped refutation, or counting."""
    claims = [reader.head.claim for _, reader in shipped_certificates(variant)]
    refuted = [
        claim.depth
        for claim in claims
        if isinstance(claim, DepthImpossible) and not claim.history and claim.scope is OpenerScope.ALL
    ]
    return max([count_bound(len(variant.hidden), variant.scoring), *(depth + 1 for depth in refuted)])


class _Strategies:
    """Strategies of one game that begin with fixed guesses."""

    def __init__(self, variant: Variant, boards: int, work: Work) -> None:
        self._boards = boards
        self._work = work
        self._win = variant.scoring.win
        self._game = Game(variant.guesses, variant.hidden)
        self._of_word = np.array([self._game.guess_id(word) for word in variant.hidden], np.intp)
        self._known: dict[bytes, tuple[int, int]] = {}

    def add_to(self, uppers: list[UpperBounds]) -> None:
        """Append the bounds for 1, 2, ... fixed guesses, as long as one more is better.

        The next guess is one that divides the words the most, with those before it.
        """
        words = len(self._game.hidden)
        labels = np.zeros(words, np.int64)
        found = np.zeros(words, np.bool_)
        first: list[str] = []
        while True:
            guess = self._most_dividing(labels)
            first.append(self._game.guesses[guess])
            patterns = self._game.by_guess[guess]
            found |= patterns == self._win
            labels = np.unique(labels * (self._win + 1) + patterns, return_inverse=True)[1]
            total, worst = 0, 0
            for label in np.unique(labels[~found]).tolist():
                cost, most = self._one_board(np.flatnonzero(labels == label))
                total += cost
                worst = max(worst, most)
            deals = words**self._boards
            upper = UpperBounds(
                len(first) * deals + self._boards * deals // words * total,
                len(first) + self._boards * worst,
                tuple(first),
            )
            uppers.append(upper)
            if upper.total > min(one.total for one in uppers) or found.all():
                return

    def _most_dividing(self, labels: NDArray[np.int64]) -> int:
        """Return a guess with the most cells, all `labels` told apart; of equal ones the first."""
        matrix = self._game.by_guess
        cells = np.empty(len(matrix), np.int64)
        step = max(1, _BLOCK // len(labels))
        for start in range(0, len(matrix), step):
            self._work.demand_time()
            keys = np.sort(labels * (self._win + 1) + matrix[start : start + step], axis=1)
            cells[start : start + step] = (keys[:, 1:] != keys[:, :-1]).sum(axis=1)
        return int(cells.argmax())

    def _one_board(self, ids: NDArray[np.intp]) -> tuple[int, int]:
        """Return the total over the words `ids`, one of which is hidden, and the worst case."""
        count = len(ids)
        if count <= 2:  # noqa: PLR2004  the one, then the other
            return (1, 1) if count == 1 else (3, 2)
        key = ids.tobytes()
        if key not in self._known:
            self._work.demand_time()
            patterns = self._game.by_hidden[ids]
            values = guess_values(patterns, Criterion.KOOI, self._win + 1)
            best = np.flatnonzero(values == values.min())
            hidden = best[np.isin(best, self._of_word[ids])]
            guess = int(hidden[0] if len(hidden) else best[0])
            total, worst = count, 0
            for pattern in np.unique(patterns[:, guess]).tolist():
                if pattern != self._win:
                    cost, most = self._one_board(ids[patterns[:, guess] == pattern])
                    total += cost
                    worst = max(worst, most)
            self._known[key] = total, worst + 1
        return self._known[key]
