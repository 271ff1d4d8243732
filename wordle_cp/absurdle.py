"""Absurdle by its own rule: how few guesses beat it, and which.

Where this stands: above the positions of `search`; the command `absurdle` shows it. Absurdle (Sam Hughes,
2021) hides no word. It answers each guess with a response that as many as possible of the words left give,
and keeps these. So its answer depends on the words left and the guess alone, and the fewest guesses are a
shortest path: there is no chance in it, and nobody to reckon with. (`hosts.Adversary` is another host: it
keeps the words that are worst for the player. The number of guesses that beat every host is the least depth,
which `prove` finds.)

The rule: https://qntm.org/absurdle says that the largest cell is kept, and gives no rule for ties there. Ties
go as in three programs that play like the page and were written independently (L0C4RD/Pyrdle,
CarlosNZ/absurdle-solver, which refers to the author's comments on that page, and m1el/absurdle-solver, which
has the first two steps): to the response with the fewest greens, then the fewest yellows, then the one that
comes first, read from left to right, with grey before yellow before green. All green has the most greens,
so a game ends only with a guess that is the one word left.

Why the number is the least: all sequences of guesses are tried, of 1 guess, then of 2, and so on, but those
left out for three reasons.

- *Cells.* Let some guess have C cells at most in a set S, of those that are allowed. In a subset T, where no
  more guesses are allowed, none has more. So the largest cell of T has |T| / C words or more, after k guesses
  |T| / C**k words or more are left, and one guess more ends the game only if that is 1 or less.
- *Idle guesses.* A guess that leaves all words tells nothing and never allows more guesses after it; so
  without it a sequence is shorter, and does as well.
- *Known positions.* The same words left, and the same guesses allowed, were tried before with as many guesses
  or more.

Before that, sequences of promising guesses are tried, those that leave the fewest words at each step: first
few a step, then more. They are where games that win are found soon; that there are none says nothing.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.position_value import SILENT_WORK
from wordle_cp.rules import GREEN, YELLOW, all_green, colours, is_allowed, score
from wordle_cp.search.cells import cell_counts
from wordle_cp.search.depth import hidden_after
from wordle_cp.search.positions import Board, State
from wordle_cp.search.watch import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from numpy.typing import NDArray

    from wordle_cp.position_value import Work
    from wordle_cp.rules import History
    from wordle_cp.search.watch import StopReason
    from wordle_cp.variant import Variant


@dataclass(frozen=True, slots=True)
class AbsurdleMove:
    """A guess, Absurdle's response to it, and how many words that leaves."""

    guess: str
    pattern: int
    words_left: int


@dataclass(frozen=True, slots=True)
class AbsurdleReport:
    """How few guesses beat Absurdle after `history`, the guesses of which aren't counted.

    `moves` win, and were checked by `replay`. No fewer than `lower` guesses do; `most_cells` is the greatest
    number of cells that a guess has at the start. `positions` were searched. The search was ended by
    `stopped_by`, None where it is done: then `lower` is the length of `moves`. `certified` says whether the
    checker has accepted that (`absurdle_proof`).
    """

    variant: Variant
    history: History
    hidden_count: int
    moves: tuple[AbsurdleMove, ...]
    lower: int
    most_cells: int
    positions: int
    stopped_by: StopReason | None
    seconds: float
    certified: bool = False

    @property
    def fewest(self) -> int | None:
        """The fewest guesses, None where the search was stopped before they were known."""
        return self.lower if self.lower == len(self.moves) else None


def preference(pattern: int, length: int) -> tuple[int, int, tuple[int, ...]]:
    """Return what decides between responses that leave equally many words: the least is given."""
    tiles = tuple(colours(pattern, length))
    return tiles.count(GREEN), tiles.count(YELLOW), tiles


def absurdle_response(words: Iterable[str], guess: str) -> int:
    """Return Absurdle's response to `guess` where `words`, one at least, are left."""
    sizes = Counter(score(guess, word) for word in words)
    return min(sizes, key=lambda pattern: (-sizes[pattern], preference(pattern, len(guess))))


def replay(variant: Variant, history: History, guesses: Iterable[str]) -> tuple[AbsurdleMove, ...]:
    """Play `guesses` after `history` by the rules alone, and return what happens.

    Raises:
        ValueError: a guess isn't allowed, or comes after the end.
    """
    words = hidden_after(variant, history)
    moves: list[AbsurdleMove] = []
    for guess in guesses:
        over = bool(moves) and moves[-1].pattern == all_green(variant.length)
        if over or guess not in variant.guesses or not is_allowed(guess, history, variant.mode):
            message = f"{guess} can't be guessed here"
            raise ValueError(message)
        pattern = absurdle_response(words, guess)
        words = tuple(word for word in words if score(guess, word) == pattern)
        history = (*history, (guess, pattern))
        moves.append(AbsurdleMove(guess, pattern, len(words)))
    return tuple(moves)


def beat_absurdle(
    variant: Variant,
    history: History = (),
    work: Work = SILENT_WORK,
    tell: Callable[[int, int], None] = lambda _guesses, _positions: None,
) -> AbsurdleReport:
    """Find the fewest guesses that beat Absurdle after `history`, whose responses need not be its own.

    The limit of the game doesn't count. Where there is reason to stop, the report says what is known. `tell`
    is told how many guesses are being tried, and how many positions were searched, now and then.

    Raises:
        HistoryError: see `hidden_after`.
        StoppedError: there was reason to stop before any way to win was known.
    """
    started = time.monotonic()
    hidden = frozenset(hidden_after(variant, history))
    board = Board(variant)
    ids = np.array([place for place, word in enumerate(variant.hidden) if word in hidden], np.intp)
    start = State(history, ids)
    search = _Search(board, work, tell)
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
            tell(lower, search.positions)
            found = search.win(start, lower)
            if found is not None:
                guesses = found
                break
            lower += 1
    except StoppedError as error:
        stopped_by = error.reason
    moves = replay(variant, history, guesses)
    assert moves[-1].pattern == all_green(variant.length), "the search wins"
    return AbsurdleReport(
        variant,
        history,
        len(hidden),
        moves,
        lower,
        most_cells,
        search.positions,
        stopped_by,
        time.monotonic() - started,
    )


_WIDTHS: Final = (4, 16, 64)
"""How many guesses of a position are tried first, in one round after the other."""


@dataclass(frozen=True, slots=True)
class _Moves:
    """The allowed guesses of a position, those first that leave the fewest words, and what Absurdle answers.

    `guesses`, `patterns` and `left` (how many words) have one item each for a guess.
    """

    guesses: NDArray[np.intp]
    patterns: NDArray[np.intp]
    left: NDArray[np.intp]
    most_cells: int


class _Search:
    """A search of one game for sequences of guesses that win."""

    def __init__(self, board: Board, work: Work, tell: Callable[[int, int], None]) -> None:
        self._board = board
        self._work = work
        self._tell = tell
        length = board.variant.length
        met = np.zeros(board.pattern_count, np.bool_)  # of long words few of the many patterns
        for row in board.patterns:
            met[row] = True
        occurring = np.flatnonzero(met).tolist()
        self._preferred = np.array(sorted(occurring, key=lambda p: preference(p, length)))
        self._place = np.zeros(board.pattern_count, np.min_scalar_type(len(occurring)))
        self._place[self._preferred] = np.arange(len(occurring))
        """Of each pattern that occurs, its place among them, those first that are preferred."""
        self._refuted: dict[tuple[bytes, Hashable], int] = {}
        self._start: tuple[State, _Moves] | None = None
        self._width: int | None = None
        self._left_out = 0
        self.positions = 0

    def moves_of(self, state: State) -> _Moves:
        """Return the moves of `state`; those of the state that was asked about first are kept."""
        if self._start is not None and self._start[0] is state:
            return self._start[1]
        board = self._board
        guesses = board.allowed(state.history)
        places = self._place[board.patterns_of(state, guesses).T]
        chosen = np.empty(len(guesses), np.intp)
        left = np.empty(len(guesses), np.intp)
        most_cells = 1
        for block, counts in cell_counts(places, len(self._preferred), self._work.demand_time):
            place = counts.argmax(axis=1)  # of equal ones the first
            chosen[block] = self._preferred[place]
            left[block] = counts[np.arange(len(place)), place]
            most_cells = max(most_cells, int(np.count_nonzero(counts, axis=1).max()))
        order = np.argsort(left, kind="stable")
        moves = _Moves(guesses[order], chosen[order], left[order], most_cells)
        self.positions += 1
        if self._start is None:
            self._start = state, moves
        return moves

    def greedy(self, state: State) -> tuple[str, ...]:
        """Return guesses that win, each of which leaves as few words as possible at once."""
        guesses: list[str] = []
        while len(state.ids) > 1:
            moves = self.moves_of(state)
            guesses.append(self._board.variant.guesses[moves.guesses[0]])
            state = self._after(state, int(moves.guesses[0]), int(moves.patterns[0]))
        return *guesses, self._last(state)

    def promising(self, state: State, most: int, least: int) -> Iterator[tuple[str, ...]]:
        """Yield guesses that win: fewer than `most`, then fewer than those, but no fewer than `least`.

        Only promising ones are tried, so that there may be shorter ones.
        """
        for width in _WIDTHS:
            while most > least:
                self._tell(most - 1, self.positions)
                self._width = width
                found = self.win(state, most - 1)
                self._width = None
                if found is None:
                    break
                most = len(found)
                yield found

    def win(self, state: State, guesses_left: int) -> tuple[str, ...] | None:
        """Return guesses that win, so many at most; None if there are none."""
        if len(state.ids) == 1:
            return (self._last(state),)
        if guesses_left == 1:
            return None
        if guesses_left == 2:  # noqa: PLR2004  one, and the word that it leaves
            return self._separate(state)
        key = (state.ids.astype(np.uint16).tobytes(), self._board.rules_of(state.history))
        if self._refuted.get(key, 0) >= guesses_left:
            return None
        moves = self.moves_of(state)
        most = min(moves.most_cells ** (guesses_left - 2), len(state.ids) - 1)
        promising = int(np.searchsorted(moves.left, most, side="right"))
        left_out = self._left_out
        if self._width is not None and promising > self._width:
            promising = self._width
            self._left_out += 1
        for guess, pattern in zip(
            moves.guesses[:promising].tolist(), moves.patterns[:promising].tolist(), strict=True
        ):
            self._work.demand_time()
            rest = self.win(self._after(state, guess, pattern), guesses_left - 1)
            if rest is not None:
                return self._board.variant.guesses[guess], *rest
        if self._left_out == left_out:
            self._refuted[key] = guesses_left
        return None

    def _separate(self, state: State) -> tuple[str, ...] | None:
        """Return a guess that tells all words apart, and the word that is kept then; None if none does.

        Two words with one response rule a guess out, so that soon few guesses are left to be looked at.
        """
        self.positions += 1
        guesses = self._board.allowed(state.history)
        rows = self._board.patterns[state.ids]
        for place in range(1, len(rows)):
            known, new = rows[:place, guesses], rows[place, guesses]
            guesses = guesses[~(known == new).any(axis=0)]
            if not len(guesses):
                return None
        guess = int(guesses[0])
        pattern = min(rows[:, guess].tolist(), key=lambda p: preference(p, self._board.variant.length))
        word = self._board.variant.guesses[guess]
        return word, self._last(self._after(state, guess, pattern))

    def _after(self, state: State, guess: int, pattern: int) -> State:
        word = self._board.variant.guesses[guess]
        keeps = self._board.patterns[state.ids, guess] == pattern
        return State((*state.history, (word, pattern)), state.ids[keeps])

    def _last(self, state: State) -> str:
        return self._board.variant.hidden[int(state.ids[0])]
