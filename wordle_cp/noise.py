"""How good must estimates be? The second guesses that noisy values of states choose, and what they cost.

Where this stands: beside `solve`, below the command line. The experiment is that of Bertsimas and Paskov, An
Exact Solution to Wordle (2022), section 3.4 and figure 5. After an opener and its response a set S of n words
is left, and a second guess splits it into cells. A *state* is such a cell c; its value V(c) is the least
total of guesses that finds its words, from the third guess on and within the game's limit. The second guess
should have the least n + sum of V(c) over its cells, the all-green one left out. Here it has the least noisy
sum instead: each V(c) is multiplied by 1 + u, where u is drawn from [-x, x], uniformly and once for each
state, a set of words, in each run. From the third guess on play is optimal. So the result says what errors in
the values cost by themselves; nothing is lost, as long as the limit can be kept.

The paper perturbs states at t = 3, and says neither whether the third guess comes before or after them nor
how play goes on; in its figure no run at 0.1 % reaches the optimum, and some runs at 10 % lose words. Here
they are the states in which the third guess is made, and play goes on with exact values: so no word is lost,
and little noise costs nothing, as sums that differ do so by a whole guess.

The draws of a run are the same at each level x but for their scale. 0 % has no noise: its total is the
optimum.

Why the choice is exact though few states are ever valued: as x < 100 %, a lower bound of V(c), times 1 + u,
is a lower bound of the noisy value. So of all second guesses the one with the least noisy lower bound is
looked at; where it has a cell whose value isn't known, the bounds of its cells are improved. Once its values
are all known it is the choice, as no other guess can have less. (Of equal sums the first in the guess list.)
The bounds of a cell of c words, one better than the other:

- c = 1: 1, c = 2: 3, exactly.
- 3 c - 1 - k, where no guess makes more than k cells of S. The next guess makes at most k cells of c, and at
  most one word is found by it; the others, at most c - 1 in k - 1 cells or c in k, take 2 s - 1 guesses for a
  cell of s, at least: c + 2 (c - 1) - (k - 1) or c + 2 c - k.
- the same with the cells that each guess makes of c itself; it is exact if a guess that reaches it makes no
  cell of more than two words, and three guesses are left.
- the exact value, from the native search.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import Game, TotalSearch
from wordle_cp.errors import UsageError
from wordle_cp.rules import Mode
from wordle_cp.search.cells import Criterion, guess_values
from wordle_cp.search.positions import Board
from wordle_cp.search.total import TotalQuestion
from wordle_cp.search.watch import NO_LIMITS, Limits, heeding

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.search.positions import State
    from wordle_cp.variant import Variant

DEFAULT_LEVELS: Final = (0.0, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Per cent."""
DEFAULT_RUNS: Final = 25
_PER_CENT: Final = 100.0
_NAMES_SEED: Final = 20220426
"""Of the random numbers whose sums stand for sets of words."""
_AT_ONCE: Final = 8
"""Guesses whose cells are improved before all bounds are added up again."""

_ROUGH: Final = 0
_COUNTED: Final = 1
_EXACT: Final = 2
_GUESSES_OF_PAIRS: Final = 3
"""Where no cell has more than two words, the third guess finds the last one."""
_PAIR: Final = 2
_ROUNDING: Final = 1e-6


@dataclass(frozen=True, slots=True)
class NoisePoint:
    """The totals of all runs at a level of noise, in per cent."""

    level: float
    totals: tuple[int, ...]

    @property
    def least(self) -> int:
        """The least total."""
        return min(self.totals)

    @property
    def median(self) -> float:
        """The median of the totals."""
        return statistics.median(self.totals)

    @property
    def greatest(self) -> int:
        """The greatest total."""
        return max(self.totals)


@dataclass(frozen=True, slots=True)
class NoiseReport:
    """What `noise` found out; `valued` counts the states whose values were worked out."""

    variant: Variant
    opener: str
    optimum: int
    runs: int
    seed: int
    points: tuple[NoisePoint, ...]
    valued: int
    seconds: float


def noise(
    variant: Variant,
    opener: str,
    *,
    levels: Sequence[float] = DEFAULT_LEVELS,
    runs: int = DEFAULT_RUNS,
    seed: int = 1,
    limits: Limits = NO_LIMITS,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
    cancelled: Callable[[], bool] | None = None,
) -> NoiseReport:
    """Play after `opener` by noisy values of the states after the second guess, `runs` times a level.

    The same `seed` gives the same totals. `progress` is called with the hidden words dealt with, of how many.

    Raises:
        UsageError: another mode than normal, a level below 0 % or not below 100 %, no runs, no guess after
            the second, or `opener` is none or can't keep the limit.
        StoppedError: there was reason to stop.
    """
    started = time.monotonic()
    _demand_sense(variant, opener, levels, runs)
    board = Board(variant)
    heed = heeding(progress, limits, started, cancelled)
    left = None if variant.max_guesses is None else variant.max_guesses - 2
    count = len(variant.hidden)
    totals = np.full((len(levels), runs), count, np.int64)
    optimum, valued, done = count, 0, 0
    for number, (pattern, state) in enumerate(board.cells(board.start, board.guess_id(opener))):
        heed(done, count)
        if pattern != board.pattern_count - 1:
            draws = [np.random.default_rng((seed, run, number)) for run in range(runs)]
            found = _after_response(board, state, left, levels, draws, partial(heed, done, count))
            optimum += found.optimum
            totals += found.totals
            valued += found.valued
        done += len(state.ids)
    points = tuple(NoisePoint(level, tuple(row)) for level, row in zip(levels, totals.tolist(), strict=True))
    return NoiseReport(variant, opener, optimum, runs, seed, points, valued, time.monotonic() - started)


@dataclass(frozen=True, slots=True)
class _Found:
    """What the words after one response add: to the optimum, to each level (row) and run, to the count."""

    optimum: int
    totals: NDArray[np.int64]
    valued: int


def _after_response(
    board: Board,
    state: State,
    left: int | None,
    levels: Sequence[float],
    draws: Sequence[np.random.Generator],
    heed: Callable[[], None],
) -> _Found:
    """Choose second guesses for `state`, by the noise of each run at each level."""
    if len(state.ids) == 1:
        return _Found(1, np.ones((len(levels), len(draws)), np.int64), 0)
    place = _Place(board, state.ids, left, heed)
    noises = [draw.uniform(-1.0, 1.0, place.states) for draw in draws]
    rows = []
    for level in levels:
        share = level / _PER_CENT
        guesses = place.contenders(share)
        rows.append([place.total_of(place.choose(guesses, 1.0 + share * one)) for one in noises])
    optimum = place.total_of(place.choose(place.guesses, np.ones(place.states)))
    return _Found(optimum, np.array(rows, np.int64), place.valued)


def _demand_sense(variant: Variant, opener: str, levels: Sequence[float], runs: int) -> None:
    """Make sure that the question makes sense."""
    TotalQuestion.ask(variant, openers=(opener,))
    if variant.mode is not Mode.NORMAL:
        message = "noise is about normal mode: in others a state isn't its set of words"
        raise UsageError(message)
    if not levels or any(not 0 <= level < _PER_CENT for level in levels):
        message = "expected levels of noise from 0 % to less than 100 %"
        raise UsageError(message)
    if runs < 1:
        message = f"expected a run at least, found {runs}"
        raise UsageError(message)
    if variant.max_guesses is not None and variant.max_guesses <= 2:  # noqa: PLR2004  the two played
        message = f"expected a guess after the second, and there are {variant.max_guesses} in all"
        raise UsageError(message)


@dataclass(frozen=True, slots=True)
class _Guesses:
    """Some second guesses, ascending, with the states that each leads to, one guess after the other."""

    ids: NDArray[np.intp]
    starts: NDArray[np.intp]
    """Of each guess, where its states begin."""
    states: NDArray[np.intp]

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum of the `values` of its states, for each guess."""
        return np.add.reduceat(values[self.states], self.starts)

    def states_of(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the states of the guesses at these places."""
        ends = np.append(self.starts[1:], len(self.states))
        return np.concatenate([self.states[self.starts[place] : ends[place]] for place in places])

    def only(self, kept: NDArray[np.bool_]) -> _Guesses:
        """Return those that are `kept`, of which there must be one."""
        counts = np.diff(np.append(self.starts, len(self.states)))
        starts = np.cumsum(counts[kept]) - counts[kept]
        return _Guesses(self.ids[kept], starts, self.states[np.repeat(kept, counts)])


class _Place:
    """Two or more words after an opener and a response, all second guesses, and what is known of the states.

    A state's number is its place among all cells of all guesses, without the all-green ones, each once.
    """

    def __init__(
        self, board: Board, ids: NDArray[np.intp], left: int | None, heed: Callable[[], None]
    ) -> None:
        """Find all states. Sets are told by sums of a random number for each word.

        Two of a million sets have the same sum with a chance of 10^-7.
        """
        self.valued = 0
        self._board, self._ids, self._left, self._heed = board, ids, left, heed
        guesses = len(board.variant.guesses)
        names = np.random.default_rng(_NAMES_SEED).integers(2**64, size=len(ids), dtype=np.uint64)
        sums = np.zeros((guesses, board.pattern_count), np.uint64)
        sizes = np.zeros((guesses, board.pattern_count), np.int64)
        rows = np.arange(guesses)
        for row, name in zip(board.patterns[ids], names, strict=True):
            sums[rows, row] += name
            sizes[rows, row] += 1
        most = int(np.count_nonzero(sizes, axis=1).max())
        sizes[:, board.pattern_count - 1] = 0
        guess, pattern = np.nonzero(sizes)
        _, first, states = np.unique(sums[guess, pattern], return_index=True, return_inverse=True)
        self._guess, self._pattern = guess[first], pattern[first]
        count = sizes[self._guess, self._pattern]
        few = count <= _PAIR
        self._bound = np.where(few, 2.0 * count - 1.0, 3.0 * count - 1.0 - np.minimum(count, most))
        self._stage = np.where(few, _EXACT, _ROUGH)
        if left == 1:
            self._bound[count == _PAIR] = np.inf
        starts = np.flatnonzero(np.diff(guess, prepend=-1))
        # Of guesses with the same cells the first will do.
        marks = np.random.default_rng(_NAMES_SEED + 1).integers(2**64, size=len(count), dtype=np.uint64)
        _, kept = np.unique(np.add.reduceat(marks[states], starts), return_index=True)
        everything = _Guesses(rows, starts, states)
        self.guesses = everything.only(np.isin(rows, kept))

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self._bound)

    def contenders(self, level: float) -> _Guesses:
        """Return the guesses that can be chosen where the noise is `level` at most.

        A guess whose sum, of lower bounds, is more than (1 + level) / (1 - level) times the least exact sum
        can't: its noisy sum is at least 1 - level times its sum, and the best one's at most 1 + level times.
        """
        best = self.total_of(self.choose(self.guesses, np.ones(self.states))) - len(self._ids)
        bounds = self.guesses.sums(self._bound)
        return self.guesses.only((1.0 - level) * bounds <= (1.0 + level) * best + _ROUNDING)

    def choose(self, guesses: _Guesses, factors: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the states of the guess whose values, times the `factors` of its states, have the least sum.

        Raises:
            UsageError: no guess keeps the limit.
        """
        while True:
            sums = guesses.sums(self._bound * factors)
            best = sums.argmin()
            if not np.isfinite(sums[best]):
                message = f"no second guess keeps the limit where {len(self._ids)} words are left"
                raise UsageError(message)
            states = guesses.states_of(np.array([best]))
            if (self._stage[states] == _EXACT).all():
                return states
            nearest = np.argpartition(sums, min(_AT_ONCE, len(sums) - 1))[:_AT_ONCE]
            states = np.unique(guesses.states_of(np.append(nearest, best)))
            self._improve(states[self._stage[states] != _EXACT])

    def total_of(self, states: NDArray[np.intp]) -> int:
        """Return the total from the second guess on, of one that leads to these `states` of known value."""
        return len(self._ids) + int(self._bound[states].sum())

    def _improve(self, states: NDArray[np.intp]) -> None:
        """Bring what is known about each of `states` one stage further."""
        board = self._board
        for state in states.tolist():
            self._heed()
            ids = self._ids[board.patterns[self._ids, self._guess[state]] == self._pattern[state]]
            if self._stage[state] == _ROUGH:
                bound, exact = _bound_by_cells(board, ids)
                exact = exact and (self._left is None or self._left >= _GUESSES_OF_PAIRS)
            else:
                bound, exact = _least_total(board, ids, self._left), True
            self._stage[state] = _EXACT if exact else _COUNTED
            self._bound[state] = bound
            self.valued += exact


def _bound_by_cells(board: Board, ids: NDArray[np.intp]) -> tuple[float, bool]:
    """Return a lower bound of the least total of the words `ids`, and whether it is the least total."""
    patterns = board.patterns[ids]
    gain = -guess_values(patterns, Criterion.KOOI, board.pattern_count)
    gain[board.guess_of_hidden[ids]] += 1
    bound = 3 * len(ids) - int(gain.max())
    best = np.flatnonzero(gain == gain.max())
    largest = guess_values(patterns[:, best], Criterion.KNUTH, board.pattern_count)
    return float(bound), int(largest.min()) <= _PAIR


def _least_total(board: Board, ids: NDArray[np.intp], left: int | None) -> float:
    """Return the least total of the words `ids` within `left` guesses; infinity if there is no strategy."""
    variant = board.variant
    game = Game(variant.guesses, [variant.hidden[index] for index in ids])
    ranked = TotalSearch(game, variant.mode, jobs=1).rank(guesses_left=left).ranked
    return float(ranked[0].cost) if ranked else np.inf
