"""Absurdle by its own rule: how few guesses beat it, and which.

Absurdle (Sam Hughes, 2021) hides no word. It answers each guess with a response that as many as possible of
the words left give, and keeps these. So its answer depends on the words left and the guess alone, and the
fewest guesses are a shortest path: there is no chance in it, and nobody to reckon with.
(`play.adversary.Adversary` is another host: it keeps the words that are worst for the player. The number of
guesses that beat every host is the least depth, which `prove` finds.)

The rule: https://qntm.org/absurdle says that the largest cell is kept, and gives no rule for ties there. Ties
go as in three programs that play like the page and were written independently (L0C4RD/Pyrdle,
CarlosNZ/absurdle-solver, which refers to the author's comments on that page, and m1el/absurdle-solver, which
has the first two steps): to the response with the fewest greens, then the fewest yellows, then the one that
comes first, read from left to right, with grey before yellow before green. All green has the most greens,
so a game ends only with a guess that is the one word left.

Why the number is the least is said in `search.absurdle`.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.answers.answering import Report
from wordle_cp.errors import brief, counted
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import hidden_after
from wordle_cp.search.absurdle import Search, preference
from wordle_cp.search.positions import Board, State
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History
    from wordle_cp.work import StopReason


NEEDS: Final = Needs("a win against Absurdle", tiles=True)


@dataclass(frozen=True, slots=True)
class AbsurdleMove:
    """A guess, Absurdle's response to it, and how many words that leaves."""

    guess: str
    pattern: int
    words_left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsurdleReport(Report):
    """How few guesses beat Absurdle after `history`, the guesses of which aren't counted.

    `moves` win, and were checked by `replay`. No fewer than `lower` guesses do; `most_cells` is the greatest
    number of cells that a guess has at the start. `positions` were searched. The search was ended by
    `stopped_by`, None where it is done: then `lower` is the length of `moves`. `certified` says whether the
    checker has accepted that (`proof`).
    """

    variant: Variant
    history: History
    hidden_count: int
    moves: tuple[AbsurdleMove, ...]
    lower: int
    most_cells: int
    positions: int
    certified: bool = False

    __repr__ = brief()

    @property
    def fewest(self) -> int | None:
        """The fewest guesses, None where the search was stopped before they were known."""
        return self.lower if self.lower == len(self.moves) else None


def absurdle_response(scoring: Scoring, words: Iterable[str], guess: str) -> int:
    """Return Absurdle's response to `guess` where `words`, one at least, are left."""
    sizes = Counter(scoring.score(guess, word) for word in words)
    return min(sizes, key=lambda pattern: (-sizes[pattern], preference(scoring.tiles(pattern))))


def replay(variant: Variant, history: History, guesses: Iterable[str]) -> tuple[AbsurdleMove, ...]:
    """Play `guesses` after `history` by the rules alone, and return what happens.

    Raises:
        ValueError: a guess isn't allowed, or comes after the end.
    """
    words, scoring = hidden_after(variant, history), variant.scoring
    moves: list[AbsurdleMove] = []
    for guess in guesses:
        over = bool(moves) and moves[-1].pattern == scoring.win
        allowed = guess in variant.guesses and scoring.is_allowed(guess, history, variant.mode)
        if over or not allowed:
            message = f"{guess} can't be guessed here"
            raise ValueError(message)
        pattern = absurdle_response(scoring, words, guess)
        words = tuple(word for word in words if scoring.score(guess, word) == pattern)
        history = (*history, (guess, pattern))
        moves.append(AbsurdleMove(guess, pattern, len(words)))
    return tuple(moves)


def beat_absurdle(
    variant: Variant,
    history: History = (),
    work: Work = UNLIMITED,
) -> AbsurdleReport:
    """Find the fewest guesses that beat Absurdle after `history`, whose responses need not be its own.

    The limit of the game doesn't count. Where there is reason to stop, the report says what is known.

    Raises:
        HistoryError: see `hidden_after`. UsageError: a game of codes.
        StoppedError: there was reason to stop before any way to win was known.
    """
    NEEDS.demand(variant)
    started = time.monotonic()
    hidden = frozenset(hidden_after(variant, history))
    board = Board(variant, work)
    ids = np.array([place for place, word in enumerate(variant.hidden) if word in hidden], np.intp)
    start = State(history, ids)

    def show(guesses: int, positions: int) -> None:
        work.stage(f"{counted(guesses, 'guess', 'guesses')}? {positions} positions")

    search = Search(board, work.demand_time, show)
    guesses = search.greedy(start)
    most_cells = search.moves_of(start).most_cells
    lower = 1
    while most_cells ** (lower - 1) < len(ids):
        lower += 1
    stopped_by: StopReason | None = None
    try:
        for shorter in search.promising(start, len(guesses), lower):
            guesses = shorter
        while lower < len(guesses):
            found = search.within(start, lower)
            if found is not None:
                guesses = found
                break
            lower += 1
    except StoppedError as error:
        stopped_by = error.reason
    moves = replay(variant, history, guesses)
    assert moves[-1].pattern == variant.scoring.win, "the search wins"
    return AbsurdleReport(
        variant=variant,
        history=history,
        hidden_count=len(hidden),
        moves=moves,
        lower=lower,
        most_cells=most_cells,
        positions=search.positions,
        stopped_by=stopped_by,
        seconds=time.monotonic() - started,
    )
