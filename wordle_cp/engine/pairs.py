"""Pairs of fixed opening words, put to the compiled search: construct, ask, watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_cp.engine.game import Game

_NO_LIMIT = 0  # as the compiled part says it


@dataclass(frozen=True, slots=True)
class PairCost:
    """What the best strategies cost that play `first` and then `second`, whatever the responses.

    `reversed_cost` is the same for the other order: the two differ if one of the words may be hidden and
    the other not, by one guess.
    """

    first: str
    second: str
    cost: int
    reversed_cost: int


@dataclass(frozen=True, slots=True)
class PairOutcome:
    """What a ranking of all pairs found.

    `ranked` are the least pairs, each once, in its better order. `others` is the number of pairs that cost
    more, `by_counts` of them by counting combined cells alone; `refuted` that of pairs found not to keep
    the limit, and `left` that of pairs not settled, as the search was stopped. `work` counts what was
    examined.
    """

    ranked: tuple[PairCost, ...]
    others: int
    by_counts: int
    refuted: int
    left: int
    work: int


@dataclass(frozen=True, slots=True)
class PairProgress:
    """A snapshot of a running ranking: of `pairs` so many are `done`, `exact` of them by an exact search.

    `best` is the least pair so far, in its better order, with its cost; `current` a first word at work.
    """

    pairs: int
    done: int
    exact: int
    best: tuple[str, str, int] | None
    current: str | None
    work: int
    bytes: int


class PairSearch:
    """Ranks the pairs of guesses of a game in normal mode, all hidden words left: once, watched meanwhile."""

    def __init__(self, game: Game, *, jobs: int) -> None:
        """Take the game; `jobs` threads will search.

        Raises:
            ValueError: a number out of range.
        """
        self._game = game
        self._native = game.library.PairSearch(game.native, jobs)

    def rank(self, *, top: int, guesses_left: int | None = None) -> PairOutcome:
        """Find the `top` pairs of least cost, with all that tie with the last of them.

        Every other pair is proven to cost more. `guesses_left`, two or more, limits the number of guesses;
        None doesn't. Blocks, without the interpreter lock.

        Raises:
            ValueError: a number out of range.
        """
        word = self._game.guesses.__getitem__
        limit = _NO_LIMIT if guesses_left is None else guesses_left
        ranked, others, by_counts, refuted, left, work = self._native.rank(top, limit)
        return PairOutcome(
            ranked=tuple(
                PairCost(word(first), word(second), cost, reversed_cost)
                for first, second, cost, reversed_cost in ranked
            ),
            others=others,
            by_counts=by_counts,
            refuted=refuted,
            left=left,
            work=work,
        )

    def stop(self) -> None:
        """Let the call at work return soon, with what is known; from any thread."""
        self._native.stop()

    def progress(self) -> PairProgress:
        """Return a snapshot; from any thread."""
        pairs, done, exact, cost, first, second, current, work, size = self._native.progress()
        word = self._game.guesses.__getitem__
        best = (word(first), word(second), cost) if cost >= 0 else None
        return PairProgress(pairs, done, exact, best, word(current) if current >= 0 else None, work, size)
