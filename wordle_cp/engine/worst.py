"""The openers of the greatest least totals, put to the compiled search: construct, ask, watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.engine.total_records import ExactCost, TotalProgress
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine.game import Game

_NO_LIMIT = 0  # as the compiled part says it


@dataclass(frozen=True, slots=True)
class AtMost:
    """Some strategy that begins with `opener` costs `cost`."""

    opener: str
    cost: int


@dataclass(frozen=True, slots=True)
class WorstOutcome:
    """What a ranking of the worst openers found.

    `ranked` has exact costs, the greatest first, equal ones in the order of the guess list; each of `others`
    has a strategy that costs less than the last of them. `refuted` can't keep the limit, and `left` are not
    settled, as the search was stopped. `work` counts the guesses examined.
    """

    ranked: tuple[ExactCost, ...]
    others: tuple[AtMost, ...]
    refuted: tuple[str, ...]
    left: tuple[str, ...]
    work: int


class WorstSearch:
    """Ranks the worst openers of a game of words in normal mode; one call at a time, watched meanwhile."""

    def __init__(self, game: Game, *, jobs: int) -> None:
        """Take the game; `jobs` threads will search.

        Raises:
            ValueError: a number out of range, or a game of codes.
        """
        self._game = game
        self._native = game.library.TotalSearch(
            game.native, Mode.NORMAL.value, jobs, [], None, [], worst=True
        )

    def rank(
        self, *, history: Sequence[tuple[str, int]] = (), top: int, guesses_left: int | None = None
    ) -> WorstOutcome:
        """Find the `top` openers of the greatest least cost after `history`, with all that tie with the last.

        Openers that can't keep the limit of `guesses_left` (None: no limit) have no cost and aren't ranked.
        Blocks, without the interpreter lock.

        Raises:
            ValueError: a number out of range.
        """
        word = self._game.guesses.__getitem__
        past = [(self._game.guess_id(guess), pattern) for guess, pattern in history]
        limit = _NO_LIMIT if guesses_left is None else guesses_left
        ranked, others, refuted, left, *_, work = self._native.rank(past, [], top, limit)
        return WorstOutcome(
            ranked=tuple(ExactCost(word(opener), cost) for opener, cost in ranked),
            others=tuple(AtMost(word(opener), cost) for opener, cost in others),
            refuted=tuple(map(word, refuted)),
            left=tuple(map(word, left)),
            work=work,
        )

    def stop(self) -> None:
        """Let the call at work return soon, with what is known; from any thread."""
        self._native.stop()

    def progress(self) -> TotalProgress:
        """Return a snapshot, whose `best` is the greatest total so far; from any thread.

        While no opener is `current`, those `done` have a first strategy; then those `done` are settled.
        """
        return TotalProgress.of(self._native.progress(), self._game.guesses)
