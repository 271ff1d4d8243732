"""Real endgames: what some guesses leave of the real hidden words, with the native search's verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

import numpy as np

from wordle_cp import data
from wordle_cp.engine import DepthSearch, Game, Verdict, score_matrix
from wordle_cp.games.notation import parse_history
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, is_consistent

WORDS: Final = data.word_list("nyt-2022-02-15-guesses")
LISTED: Final = data.word_list("nyt-2022-02-15-hidden")


@dataclass(frozen=True)
class Endgame:
    """The words of a list that agree with a history, in a mode."""

    after: str
    listed: bool
    mode: Mode

    def __str__(self) -> str:
        """Return a name for test reports."""
        return f"{self.after}-{'list' if self.listed else 'big'}-{self.mode.value}"

    @cached_property
    def history(self) -> tuple[tuple[str, int], ...]:
        """The history, parsed."""
        return parse_history(self.after, 5)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The hidden words left."""
        hidden = LISTED if self.listed else WORDS
        return tuple(word for word in hidden if is_consistent(word, self.history))

    @cached_property
    def allowed(self) -> tuple[str, ...]:
        """The guesses that the mode allows."""
        if self.mode is Mode.NORMAL:
            return WORDS
        restriction = Restriction.of(self.history, 5)
        return tuple(word for word in WORDS if restriction.permits(word))

    @cached_property
    def patterns(self) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        """The patterns, a row a hidden word, a column an allowed guess."""
        return np.ascontiguousarray(score_matrix(self.allowed, self.words).T)

    @cached_property
    def least_depth(self) -> int:
        """How many guesses more the native search needs for all words left."""
        return next(g for g in range(1, 20) if self.solvable(tuple(range(len(self.words))), g))

    def solvable(self, chosen: tuple[int, ...], guesses_left: int) -> bool:
        """Tell whether the native search finds these of `words` in so many guesses."""
        search = DepthSearch(_game(self.words), self.mode, jobs=1)
        outcome = search.run(guesses_left, history=self.history, hidden=list(chosen))
        return outcome.verdict is Verdict.POSSIBLE


@cache
def _game(words: tuple[str, ...]) -> Game:
    return Game(WORDS, words)


ENDGAMES: Final = tuple(
    Endgame(after, listed, mode)
    for after, listed in (
        ("salet.gyybb", True),
        ("salet.gggbb", False),
        ("serai.gyybb", True),
        ("serai.ggbyb", False),
        ("fuzzy.ybbbg", True),
        ("fuzzy.ggbbg", False),
    )
    for mode in (Mode.NORMAL, Mode.HARD)
)
"""Of 10 to 15 words; two to five guesses needed."""
