"""The search for the fewest guesses that beat Absurdle.

The rule stands in `answers.absurdle.run`.

Why the number is the least: all sequences of guesses are tried, of 1 guess, then of 2, and so on, but those
left out for four reasons.

- *Cells.* Let some guess have C cells at most in a set S, of those that are allowed. In a subset T, where no
  more guesses are allowed, none has more. So the largest cell of T has |T| / C words or more, after k guesses
  |T| / C**k words or more are left, and one guess more ends the game only if that is 1 or less.
- *Words in common.* A guess that keeps S' of the words at the start has T and S' in common as one cell of T,
  so the largest cell of T has as many words or more. And of T it makes no more cells than at the start.
- *Idle guesses.* A guess that leaves all words tells nothing and never allows more guesses after it; so
  without it a sequence is shorter, and does as well.
- *Known positions.* The same words left, and the same guesses allowed, were tried before with as many guesses
  or more.

Before that, sequences of promising guesses are tried, those that leave the fewest words at each step: first
few a step, then more. They are where games that win are found soon; that there are none says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine.criteria import cell_counts
from wordle_cp.rules.words import GREEN, YELLOW
from wordle_cp.search.positions import PatternBoard, PlayedState

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from numpy.typing import NDArray

_PAIRS: Final = 2**24
"""Responses that are copied at a time: the whole table may already be as large as the limit of memory."""
_TOGETHER: Final = 512
"""Of the guesses with the most cells at the start, these are counted at a time."""
_WIDTHS: Final = (4, 16, 64)
"""How many guesses of a position are tried first, in one round after the other."""


def preference(tiles: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """Return what decides between responses that leave equally many words: that of the least is given."""
    return tiles.count(GREEN), tiles.count(YELLOW), tiles


@dataclass(frozen=True, slots=True)
class Moves:
    """Guesses of a position and what Absurdle answers, those first that leave the fewest words.

    `guesses`, `patterns` and `left` (how many words) have one item each for a guess.
    """

    guesses: NDArray[np.intp]
    patterns: NDArray[np.intp]
    left: NDArray[np.intp]
    most_cells: int

    def sorted(self) -> Moves:
        """Return the same in the order of words left."""
        order = np.argsort(self.left, kind="stable")
        return Moves(self.guesses[order], self.patterns[order], self.left[order], self.most_cells)


@dataclass(frozen=True, slots=True)
class _Kept:
    """Of each guess: the words that it leaves at the start, 64 to a number, and its cells there."""

    words: NDArray[np.uint64]
    cells: NDArray[np.intp]


class Search:
    """A search of one game for sequences of guesses that win."""

    def __init__(
        self, board: PatternBoard, demand_time: Callable[[], None], tell: Callable[[int, int], None]
    ) -> None:
        """Search `board`; `tell` hears how many guesses are being tried, and how many positions were.

        `demand_time` is called often; what it raises ends the search.
        """
        self._board = board
        self._demand_time = demand_time
        self._tell = tell
        self._tried = 0
        tiles = board.variant.scoring.tiles
        met = np.zeros(board.pattern_count, np.bool_)  # of long words few of the many patterns
        for row in board.patterns:
            met[row] = True
        occurring = np.flatnonzero(met).tolist()
        self._preferred = np.array(sorted(occurring, key=lambda p: preference(tiles(p))))
        self._place = np.zeros(board.pattern_count, np.min_scalar_type(len(occurring)))
        self._place[self._preferred] = np.arange(len(occurring))
        """Of each pattern that occurs, its place among them, those first that are preferred."""
        self._refuted: dict[tuple[bytes, Hashable], int] = {}
        self._start: tuple[PlayedState, Moves] | None = None
        self._kept: _Kept | None = None
        self._width: int | None = None
        self._left_out = 0
        self.positions = 0

    def moves_of(self, state: PlayedState) -> Moves:
        """Return the moves of `state`; those of the state that was asked about first are kept."""
        if self._start is not None and self._start[0] is state:
            return self._start[1]
        moves, _ = self._counted(state, self._board.allowed(state.history))
        moves = moves.sorted()
        self.positions += 1
        if self._start is None:
            self._start = state, moves
        return moves

    def _counted(self, state: PlayedState, guesses: NDArray[np.intp]) -> tuple[Moves, NDArray[np.intp]]:
        """Return what `guesses` do, in their order, and how many cells each makes."""
        chosen, left, cells = (np.zeros(len(guesses), np.intp) for _ in range(3))
        step = max(1, _PAIRS // len(state.ids))
        for part in (slice(start, start + step) for start in range(0, len(guesses), step)):
            places = self._place[self._board.patterns[np.ix_(state.ids, guesses[part])].T]
            for block, counts in cell_counts(places, len(self._preferred), self._demand_time):
                place = counts.argmax(axis=1)  # of equal ones the first
                chosen[part][block] = self._preferred[place]
                left[part][block] = counts[np.arange(len(place)), place]
                cells[part][block] = np.count_nonzero(counts, axis=1)
        return Moves(guesses, chosen, left, int(cells.max(initial=1))), cells

    def moves_within(self, state: PlayedState, guesses_left: int) -> Moves:
        """Return the moves of `state`, but for some that leave too many words to win in `guesses_left`."""
        if self._width is not None or (self._start is not None and state is self._start[0]):
            return self.moves_of(state)
        kept = self._kept_at_start()
        if len(state.ids) < 2 * kept.words.shape[1]:
            return self.moves_of(state)
        self.positions += 1
        self._tell(self._tried, self.positions)
        guesses = self._board.allowed(state.history)
        guesses = guesses[np.argsort(-kept.cells[guesses], kind="stable")]
        done, most_cells = 0, 1
        known: list[Moves] = []
        while done < len(guesses) and most_cells < kept.cells[guesses[done]]:
            moves, _ = self._counted(state, guesses[done : done + _TOGETHER])
            most_cells = max(most_cells, moves.most_cells)
            known.append(moves)
            done += _TOGETHER
        rest = guesses[done:]
        mask = np.zeros(kept.words.shape[1] * 64, np.bool_)
        mask[state.ids] = True
        common = np.bitwise_count(kept.words[rest] & np.packbits(mask).view(np.uint64))
        rest = rest[common.sum(axis=1, dtype=np.intp) <= most_cells ** (guesses_left - 2)]
        known.append(self._counted(state, rest)[0])
        return Moves(
            np.concatenate([moves.guesses for moves in known]),
            np.concatenate([moves.patterns for moves in known]),
            np.concatenate([moves.left for moves in known]),
            most_cells,
        ).sorted()

    def _kept_at_start(self) -> _Kept:
        """Return what guesses keep where the search begins."""
        if self._kept is None:
            assert self._start is not None, "the search begins with the moves of its first position"
            state, _ = self._start
            moves, cells = self._counted(state, self._board.allowed(state.history))
            count, words = len(self._board.variant.guesses), len(self._board.patterns)
            kept = _Kept(np.zeros((count, -(-words // 64)), np.uint64), np.zeros(count, np.intp))
            kept.cells[moves.guesses] = cells
            mask = np.zeros(kept.words.shape[1] * 64, np.bool_)
            for guess, pattern in zip(moves.guesses.tolist(), moves.patterns.tolist(), strict=True):
                mask[state.ids] = self._board.patterns[state.ids, guess] == pattern
                kept.words[guess] = np.packbits(mask).view(np.uint64)
            self._kept = kept
        return self._kept

    def greedy(self, state: PlayedState) -> tuple[str, ...]:
        """Return guesses that win, each of which leaves as few words as possible at once."""
        guesses: list[str] = []
        while len(state.ids) > 1:
            moves = self.moves_of(state)
            guesses.append(self._board.variant.guesses[moves.guesses[0]])
            state = self._after(state, int(moves.guesses[0]), int(moves.patterns[0]))
        return *guesses, self._last(state)

    def promising(self, state: PlayedState, most: int, least: int) -> Iterator[tuple[str, ...]]:
        """Yield guesses that win: fewer than `most`, then fewer than those, but no fewer than `least`.

        Only promising ones are tried, so that there may be shorter ones.
        """
        for width in _WIDTHS:
            while most > least:
                self._width = width
                found = self.within(state, most - 1)
                self._width = None
                if found is None:
                    break
                most = len(found)
                yield found

    def within(self, start: PlayedState, guesses: int) -> tuple[str, ...] | None:
        """Return what `win` does where the search begins."""
        self._tried = guesses
        self._tell(guesses, self.positions)
        return self.win(start, guesses)

    def win(self, state: PlayedState, guesses_left: int) -> tuple[str, ...] | None:
        """Return guesses that win, at most that number of them; None if there are none."""
        if len(state.ids) == 1:
            return (self._last(state),)
        if guesses_left == 1:
            return None
        if guesses_left == 2:  # noqa: PLR2004  one, and the word that it leaves
            return self._separate(state)
        key = (state.ids.astype(np.uint16).tobytes(), self._board.binding(state.history))
        if self._refuted.get(key, 0) >= guesses_left:
            return None
        moves = self.moves_within(state, guesses_left)
        most = min(moves.most_cells ** (guesses_left - 2), len(state.ids) - 1)
        promising = int(np.searchsorted(moves.left, most, side="right"))
        left_out = self._left_out
        if self._width is not None and promising > self._width:
            promising = self._width
            self._left_out += 1
        for guess, pattern in zip(
            moves.guesses[:promising].tolist(), moves.patterns[:promising].tolist(), strict=True
        ):
            self._demand_time()
            rest = self.win(self._after(state, guess, pattern), guesses_left - 1)
            if rest is not None:
                return self._board.variant.guesses[guess], *rest
        if self._left_out == left_out:
            self._refuted[key] = guesses_left
        return None

    def _separate(self, state: PlayedState) -> tuple[str, ...] | None:
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
        tiles = self._board.variant.scoring.tiles
        pattern = min(rows[:, guess].tolist(), key=lambda p: preference(tiles(p)))
        word = self._board.variant.guesses[guess]
        return word, self._last(self._after(state, guess, pattern))

    def _after(self, state: PlayedState, guess: int, pattern: int) -> PlayedState:
        word = self._board.variant.guesses[guess]
        keeps = self._board.patterns[state.ids, guess] == pattern
        return PlayedState((*state.history, (word, pattern)), state.ids[keeps])

    def _last(self, state: PlayedState) -> str:
        return self._board.variant.hidden[int(state.ids[0])]
