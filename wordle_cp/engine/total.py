"""Questions about least costs, put to the compiled search: construct, ask one after the other, watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.engine.total_records import (
    AtLeast,
    ExactCost,
    OpenerResult,
    Refuted,
    Settled,
    TotalOutcome,
    TotalProgress,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.engine.game import Game
    from wordle_cp.rules.modes import Mode

_NO_LIMIT = 0  # as the compiled part says it


class SearchStoppedError(Exception):
    """A strategy was given up, as `TotalSearch.stop` had been called."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What is spent on the strategy of a policy, where the cost is the number of guesses.

    At each position so many guesses are `tried`: each is played out by the policy, and the best is taken.
    From sets of `solved` words on it plays best.
    """

    tried: int = 1
    solved: int = 0


class TotalSearch:
    """Least costs of a game in a mode: one call of `rank` or `strategy` at a time, watched meanwhile."""

    def __init__(
        self,
        game: Game,
        mode: Mode,
        *,
        jobs: int,
        costs: Sequence[int] = (),
        loss: int | None = None,
        weights: Sequence[int] = (),
        symmetry: bool = False,
    ) -> None:
        """Take what a strategy costs, as `games.goal.Goal` has it; `jobs` threads will search.

        `weights` has one for each hidden word of `game`, or none: then each weighs 1. With `symmetry` the
        search of plain totals may exchange colours of a game of codes that no guess has had yet. Then
        all its codes must be guesses, in ascending order, and hidden words all that agree with the history.

        Raises:
            ValueError: a number out of range.
        """
        game.demand(mode)
        self._game = game
        question = (game.native, mode.value, jobs, list(costs), loss, list(weights))
        self._native = (
            game.library.TotalSearch(*question, symmetry=True)
            if symmetry
            else game.library.TotalSearch(*question)
        )

    def rank(
        self,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str] = (),
        top: int = 1,
        guesses_left: int | None = None,
        most: int | None = None,
        strategies: bool = False,
        keep: bool = False,
        again: bool = False,
        bounds: bool = False,
    ) -> TotalOutcome:
        """Find the `top` openers of least cost after `history`, with all that tie with the last of them.

        Every other opener is proven to cost more. `top` 0 means the exact cost of each. `openers` are those
        to consider, none meaning every allowed one; `guesses_left` limits the number of guesses, None not
        at all. With `most`, openers that cost more than that needn't be exact either, whatever `top` is.
        With `strategies`, exact costs come with one (`take_results`). With `keep`, what is learned is kept in
        memory for the next call about the same position and limit, about many openers in all; with `again`,
        for the next call about these openers or some of them. With `bounds`, lower bounds that are soon shown
        will do, where the search has such bounds: they may be no more than the costs of others. Blocks,
        without the interpreter lock.

        Raises:
            ValueError: an opener that the mode forbids, or a number out of range.
        """
        word = self._game.guesses.__getitem__
        ranked, others, refuted, left, by_counts, by_search, work = self._native.rank(
            self._ids(history),
            [self._game.guess_id(opener) for opener in dict.fromkeys(openers)],
            top,
            _NO_LIMIT if guesses_left is None else guesses_left,
            most,
            strategies,
            keep,
            again,
            bounds,
        )
        return TotalOutcome(
            ranked=tuple(ExactCost(word(opener), cost) for opener, cost in ranked),
            others=tuple(AtLeast(word(opener), cost) for opener, cost in others),
            refuted=tuple(map(word, refuted)),
            left=tuple(map(word, left)),
            by_counts=by_counts,
            by_search=by_search,
            work=work,
        )

    def take_results(self) -> list[OpenerResult]:
        """Return what is known about openers that were settled since the last call; from any thread."""
        word = self._game.guesses.__getitem__
        results: list[OpenerResult] = []
        for opener, cost, exact, searched, seconds, steps in self._native.take_results():
            settled: Settled
            if cost is None:
                settled = Refuted(word(opener))
            else:
                settled = ExactCost(word(opener), cost) if exact else AtLeast(word(opener), cost)
            results.append(OpenerResult(settled, searched, seconds, tuple(map(word, steps))))
        return results

    def take_claims(self) -> tuple[str, ...]:
        """Return the openers that a thread has begun with since the last call; from any thread."""
        return tuple(map(self._game.guesses.__getitem__, self._native.take_claims()))

    def lower_most(self, most: int) -> None:
        """Lower the `most` of the ranking at work, for openers not begun with; from any thread."""
        self._native.lower_most(most)

    def by_promise(
        self, openers: Sequence[str], *, history: Sequence[tuple[str, int]] = ()
    ) -> tuple[str, ...]:
        """Return `openers` in the order in which a ranking takes them: those with many cells first."""
        ids = self._native.by_promise(self._ids(history), [self._game.guess_id(opener) for opener in openers])
        return tuple(map(self._game.guesses.__getitem__, ids))

    def strategy(
        self,
        *,
        history: Sequence[tuple[str, int]] = (),
        opener: str | None = None,
        guesses_left: int | None = None,
    ) -> tuple[str, ...]:
        """Return a strategy of least cost after `history`, which begins with `opener` if that is given.

        It is a preorder: at each set of two or more words the guess, then the cells by ascending pattern, the
        all-green one left out. Where words may be lost, it goes on to find these after the last guess. The
        same question has the same answer each time. Its cost must be finite. Blocks, without the
        interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called.
            ValueError: as `rank`.
        """
        try:
            steps = self._native.strategy(
                self._ids(history),
                None if opener is None else self._game.guess_id(opener),
                _NO_LIMIT if guesses_left is None else guesses_left,
            )
        except self._game.library.Stopped as error:
            raise SearchStoppedError(str(error)) from error
        return tuple(map(self._game.guesses.__getitem__, steps))

    def policy(
        self,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str] = (),
        guesses_left: int | None = None,
        effort: Effort,
    ) -> tuple[str, ...] | None:
        """Return a strategy that begins with one of `openers` (none: any allowed guess), by a simple rule.

        Each guess has the most entropy; `effort` makes the strategy better. Its cost is an upper bound, no
        more. None if no strategy within `guesses_left` was found, which doesn't mean that there is none. The
        preorder is as in `strategy`. Blocks, without the interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called.
            ValueError: as `rank`.
        """
        try:
            steps = self._native.policy(
                self._ids(history),
                [self._game.guess_id(opener) for opener in openers],
                _NO_LIMIT if guesses_left is None else guesses_left,
                effort.tried,
                effort.solved,
            )
        except self._game.library.Stopped as error:
            raise SearchStoppedError(str(error)) from error
        return None if steps is None else tuple(map(self._game.guesses.__getitem__, steps))

    def least(
        self, sets: Sequence[Iterable[int]], *, guesses_left: int | None = None
    ) -> tuple[int | None, ...]:
        """Return the cost of the best strategy for each of the `sets`, None where none keeps the limit.

        A set has numbers of hidden words, ascending; the first guess may be any, the mode should be normal
        mode. Blocks, without the interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called.
            ValueError: an empty set, or a number out of range.
        """
        try:
            limit = _NO_LIMIT if guesses_left is None else guesses_left
            costs = self._native.least(list(map(list, sets)), limit)
        except self._game.library.Stopped as error:
            raise SearchStoppedError(str(error)) from error
        return tuple(None if cost < 0 else cost for cost in costs)

    def stop(self) -> None:
        """Let the call at work return soon, with what is known; from any thread."""
        self._native.stop()

    def resume(self) -> None:
        """Let calls work again after `stop`, once the call that was stopped has returned."""
        self._native.resume()

    def progress(self) -> TotalProgress:
        """Return a snapshot; from any thread."""
        return TotalProgress.of(self._native.progress(), self._game.guesses)

    def _ids(self, history: Sequence[tuple[str, int]]) -> list[tuple[int, int]]:
        return [(self._game.guess_id(guess), pattern) for guess, pattern in history]
