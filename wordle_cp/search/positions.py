"""Positions of a game as numpy sees them: which words are left, which guesses are allowed, what each does.

Hidden words and guesses are indices into their lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine.responses import responses_by_hidden
from wordle_cp.modelling.facts import Allowed
from wordle_cp.rules.bindings import Binding
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History
    from wordle_cp.work import Work

_CACHED: Final = 1024
"""Sets of allowed guesses that are kept: some 50 MB for the real lists."""


@dataclass(frozen=True, slots=True)
class PlayedState:
    """What is known after `history`: the indices of the hidden words left, ascending."""

    history: History
    ids: NDArray[np.intp]


class PatternBoard:
    """A variant made ready: all patterns, and the guesses that its mode allows after a history."""

    def __init__(self, variant: Variant, work: Work = UNLIMITED) -> None:
        """Score all pairs.

        Raises:
            StoppedError: there is reason to stop, or no room for the patterns.
        """
        self.variant: Final = variant
        self.patterns: Final = responses_by_hidden(variant.guesses, variant.hidden, variant.scoring, work)
        """Of each hidden word (row) and guess (column)."""
        self.pattern_count: Final = variant.scoring.win + 1
        self._place: Final = {word: place for place, word in enumerate(variant.guesses)}
        self.guess_of_hidden: Final = np.array([self._place[word] for word in variant.hidden], np.intp)
        """The index of each hidden word in the guess list."""
        self._all = np.arange(len(variant.guesses))
        self._table = Allowed(variant.guesses, _CACHED)

    @property
    def start(self) -> PlayedState:
        """The position before the first guess."""
        return PlayedState((), np.arange(len(self.variant.hidden)))

    def guess_id(self, word: str) -> int:
        """Return the index of `word` in the guess list; KeyError if it is no guess."""
        return self._place[word]

    def cells(self, state: PlayedState, guess: int) -> Iterator[tuple[int, PlayedState]]:
        """Yield the cells of `state` under `guess`, as (pattern, state) by ascending pattern."""
        word = self.variant.guesses[guess]
        patterns = self.patterns[state.ids, guess]
        order = np.argsort(patterns, kind="stable")
        found, starts = np.unique(patterns[order], return_index=True)
        for pattern, ids in zip(found.tolist(), np.split(state.ids[order], starts[1:]), strict=True):
            yield pattern, PlayedState((*state.history, (word, pattern)), ids)

    def binding(self, history: History) -> Binding:
        """Return what binds the guesses after `history`: equal after histories that allow the same."""
        return Binding.after(history, self.variant.mode, self.variant.scoring)

    def allowed(self, history: History) -> NDArray[np.intp]:
        """Return the indices of the guesses that the mode allows after `history`, ascending."""
        return self._table.allowed(self.binding(history)) if self.variant.mode.binds else self._all

    def patterns_of(self, state: PlayedState, guesses: NDArray[np.intp]) -> NDArray[np.uint8]:
        """Return the patterns of the words left and `guesses`, shape (words, guesses)."""
        rows = self.patterns if len(state.ids) == len(self.patterns) else self.patterns[state.ids]
        return rows if len(guesses) == len(self._all) else rows[:, guesses]
