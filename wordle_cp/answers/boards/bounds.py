"""Proven bounds of the least total and of the least worst case of several boards, for games of any size.

Let n words and b boards make n**b deals, and let T be the last guess of a deal, t_i the guess that solves
board i. Fix the words of all boards but one: what a strategy does then is a strategy for that board alone.

**Lower bounds.** So the sum of t_i over the words of board i is at least the least total L of one board
(without a limit), and over all deals n**(b - 1) L. A deal with d different words has d different numbers
among its t_i. So d - 1 of them are at least 1, 2, ..., d - 1 less than T, and T is at least the mean of the
t_i plus d (d - 1) / 2b. There are S(b, d) n (n - 1) ... (n - d + 1) such deals, S(b, d) the ways to divide b
boards into d groups; the sum over all deals is a bound. So is the sum of d, as a guess finds one word only.
The worst case is at least that of one board, the mean, and b (or n, if it is less).

`counting` has other bounds, which are better for many boards.

All of these hold in hard and ultrahard mode, too, where strategies are some of those of normal mode. But the
least total L is that of normal mode there: a guess that another board allows needn't heed the hints of this
one, so a strategy with the words of the other boards fixed is one of normal mode.

**Upper bounds** are those of strategies: of a few fixed guesses with the boards in turn after them
(`in_turn`); of a best strategy for each board by itself, one after the other, as T is at most the sum of the
t_i, over all deals b n**(b - 1) L; and of all words one after the other. These are for normal mode, but the
last one holds in all: guess the first word that agrees with the first board that isn't solved. No word is
guessed twice, and none that comes after the last hidden word in the list. `chains` has a better strategy for
all modes. Nothing is sampled.

**After some guesses** there are the lower bounds of any position (`exact.least_possible`), and `chains`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.answers.boards.chains import Chains, TooLongError
from wordle_cp.answers.boards.counting import different, found_within, least_total, least_worst
from wordle_cp.answers.boards.exact import Group, deals_of, least_possible, least_sum
from wordle_cp.answers.boards.in_turn import Turns
from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.answers.shipped_claims import refuted_depths
from wordle_cp.engine import Game
from wordle_cp.rules.modes import LOOSEST
from wordle_cp.search.depth import count_bound
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from wordle_cp.answers.boards.chains import Chained
    from wordle_cp.answers.boards.in_turn import InTurn
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History
    from wordle_cp.work import StopReason, Work

_BLOCK: Final = 2**20
"""Pairs of a guess and a word that are sorted at a time."""


@dataclass(frozen=True, slots=True)
class BoardsBounds:
    """Bounds of the total over all deals and of the worst case.

    `one_board` is the least total of one board; where it was not found, as `stopped_by` says, the lower bound
    does without it. `in_turn` is the strategy behind the upper bound of the total, and `found` has the F_j
    of `counting`; None where there was no time. `best_in_turn` is the best strategy in turn, even where
    another bound is better; `counted` are the lower bounds by counting alone, of the total and of the worst
    case. `chained` is the strategy of `chains`, asked for where there is none in turn.
    """

    total: tuple[int, int]
    worst: tuple[int, int]
    one_board: int | None
    in_turn: InTurn | None
    found: tuple[int, ...] | None
    counted: tuple[int, int]
    best_in_turn: InTurn | None
    stopped_by: StopReason | None
    chained: Chained | None = None


def bound_boards(variant: Variant, boards: int, work: Work) -> BoardsBounds:
    """Return the best bounds known here; where there is reason to stop, those that are known then."""
    words = len(variant.hidden)
    # All words one after the other: the k-th is the last in k**b - (k - 1)**b deals.
    upper, worst = sum(k * (k**boards - (k - 1) ** boards) for k in range(1, words + 1)), words
    normal = not variant.mode.binds
    in_turn: InTurn | None = None
    best_in_turn: InTurn | None = None
    chained: Chained | None = None
    found: tuple[int, ...] | None = None
    one_board: int | None = None
    stopped_by: StopReason | None = None
    game = Game(variant.guesses, variant.hidden)
    win = variant.scoring.win
    try:
        found = found_within(game.by_hidden, win, work.demand_time)
        openers = _Openers(game, win, work)
        if not normal:
            opener = game.guesses[openers.most_dividing(np.zeros(words, np.int64))]
            chained = _best_chained([variant.hidden] * boards, (opener,), variant, work)
        if chained is not None:
            upper, worst = min(upper, chained.total), min(worst, chained.worst)
        for strategy in openers.strategies(boards) if normal else ():
            worst = min(worst, strategy.worst)
            if best_in_turn is None or strategy.total < best_in_turn.total:
                best_in_turn = strategy
            if strategy.total < upper:
                upper, in_turn = strategy.total, strategy
        unlimited = variant.model_copy(update={"max_guesses": None, "mode": LOOSEST})
        one_board = ValuedPosition(unlimited, (), work).value().total
    except StoppedError as error:
        stopped_by = error.reason
    least = least_sum(words, variant.scoring.response_count - 1) if one_board is None else one_board
    lower, lower_worst = _least_total(words, boards, least), _least_worst(variant)
    counted = 0, 0
    if found is not None:
        counted = least_total(words, boards, found), least_worst(words, boards, found)
        lower, lower_worst = max(lower, counted[0]), max(lower_worst, counted[1])
        counted = counted[0], max(counted[1], -(-counted[0] // words**boards), min(boards, words))
    if normal and one_board is not None and boards * words ** (boards - 1) * one_board < upper:
        upper, in_turn = boards * words ** (boards - 1) * one_board, None
    lower_worst = max(lower_worst, -(-lower // words**boards), min(boards, words))
    return BoardsBounds(
        total=(lower, upper),
        worst=(lower_worst, worst),
        one_board=one_board,
        in_turn=in_turn,
        found=found,
        counted=counted,
        best_in_turn=best_in_turn,
        stopped_by=stopped_by,
        chained=chained,
    )


def bound_left(variant: Variant, left: Sequence[tuple[tuple[str, ...], History]], work: Work) -> BoardsBounds:
    """Return bounds for boards that aren't solved: the words left on each, and its history."""
    words = sorted({each for each, _ in left}, key=lambda each: variant.hidden.index(each[0]))
    counts = Counter(each for each, _ in left)
    state = tuple(Group((1 << len(each)) - 1, counts[each]) for each in words)
    deals, lower = deals_of(state), least_possible(state, variant.scoring.response_count - 1)
    most = [count_bound(len(each), variant.scoring) for each in words]
    lower_worst = max(len(words), -(-lower // deals), *most)
    chained: Chained | None = None
    stopped_by: StopReason | None = None
    boards = [each for each in words for _ in range(counts[each])]
    try:
        histories = [history for _, history in left]
        openers = [None, _opener_of(variant, words, histories, work)]
        chained = _best_chained(boards, openers, variant, work)
    except StoppedError as error:
        stopped_by = error.reason
    # Without it: each word of a board is guessed at most, and none twice.
    total, worst = deals * sum(map(len, boards)), sum(map(len, boards))
    if chained is not None:
        total, worst = chained.total, chained.worst
    return BoardsBounds(
        total=(lower, total),
        worst=(lower_worst, worst),
        one_board=None,
        in_turn=None,
        found=None,
        counted=(lower, lower_worst),
        best_in_turn=None,
        stopped_by=stopped_by,
        chained=chained,
    )


def _opener_of(
    variant: Variant, words: Sequence[tuple[str, ...]], histories: Sequence[History], work: Work
) -> str:
    """Return a guess that divides the `words` of boards the most, of those that some board allows."""
    game = Game(variant.guesses, [word for each in words for word in each])
    labels = np.repeat(np.arange(len(words)), [len(each) for each in words])
    among = np.array(
        [
            number
            for number, guess in enumerate(game.guesses)
            if any(variant.scoring.is_allowed(guess, history, variant.mode) for history in histories)
        ]
    )
    return game.guesses[_Openers(game, variant.scoring.win, work).most_dividing(labels, among)]


def _best_chained(
    boards: Sequence[tuple[str, ...]], openers: Sequence[str | None], variant: Variant, work: Work
) -> Chained | None:
    """Return the strategy by chains with the least total, None where chains are too long or not allowed."""
    found: list[Chained] = []
    if not variant.mode.allows_candidates:
        return None
    for opener in openers:
        try:
            found.append(Chains(variant.scoring, work.demand_time).strategy(boards, opener))
        except TooLongError:
            continue
    return min(found, key=lambda each: (each.total, each.worst), default=None)


def _least_total(words: int, boards: int, one_board: int) -> int:
    """Return the lower bound of the total that this module proves, from that of one board."""
    counts = different(words, boards)
    apart = sum(count * d * (d - 1) for d, count in counts.items())
    by_mean: int = words ** (boards - 1) * one_board - (-apart // (2 * boards))
    return max(by_mean, sum(count * d for d, count in counts.items()))


def _least_worst(variant: Variant) -> int:
    """Return how many guesses one board takes at least at the worst: a shipped refutation, or counting."""
    bounds = [count_bound(len(variant.hidden), variant.scoring)]
    bounds += [depth + 1 for depth, _ in refuted_in_normal_mode(variant)]
    return max(bounds)


def refuted_in_normal_mode(variant: Variant) -> Iterator[tuple[int, Path]]:
    """Yield what `refuted_depths` does of one board in normal mode, as other modes take no fewer guesses."""
    return refuted_depths(variant.model_copy(update={"mode": LOOSEST}))


class _Openers:
    """Fixed guesses to begin with: those that divide the words the most, one after the other."""

    def __init__(self, game: Game, win: int, work: Work) -> None:
        self._game = game
        self._win = win
        self._work = work

    def strategies(self, boards: int) -> Iterator[InTurn]:
        """Yield the strategies in turn for 1, 2, ... openers, as long as one more is better."""
        turns = Turns(self._game, self._win, self._work.demand_time)
        words = len(self._game.hidden)
        labels = np.zeros(words, np.int64)
        found = np.zeros(words, np.bool_)
        openers: list[str] = []
        least: int | None = None
        while not found.all():
            guess = self.most_dividing(labels)
            openers.append(self._game.guesses[guess])
            patterns = self._game.by_guess[guess]
            found |= patterns == self._win
            labels = np.unique(labels * (self._win + 1) + patterns, return_inverse=True)[1]
            strategy = turns.after(openers, boards)
            if strategy is None:
                continue
            yield strategy
            if least is not None and strategy.total > least:
                return
            least = strategy.total

    def most_dividing(self, labels: NDArray[np.int64], among: NDArray[np.int64] | None = None) -> int:
        """Return a guess with the most cells, all `labels` told apart; of equal ones the first.

        Without `among` these are all guesses.
        """
        matrix = self._game.by_guess if among is None else self._game.by_guess[among]
        cells = np.empty(len(matrix), np.int64)
        step = max(1, _BLOCK // len(labels))
        for start in range(0, len(matrix), step):
            self._work.demand_time()
            keys = np.sort(labels * (self._win + 1) + matrix[start : start + step], axis=1)
            cells[start : start + step] = (keys[:, 1:] != keys[:, :-1]).sum(axis=1)
        best = int(cells.argmax())
        return best if among is None else int(among[best])
