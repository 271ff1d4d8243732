"""Play by noisy values of states, put to the compiled search: construct, ask once, watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine.game import Game

NOISE_UNIT: Final = 2**32
"""A level of noise of 1, in the units of `NoisySearch.play`."""
_SEEDS: Final = 2**64
_NO_LIMIT: Final = 0  # as the compiled part says it


@dataclass(frozen=True, slots=True)
class NoisyOutcome:
    """What the play comes to: the total of all hidden words for each level (row) and run, None if stopped.

    `optimum` is the total without noise. `refuted` is the number of words of a cell of the opener for
    which no guess keeps the limit, 0 if there is no such cell; otherwise there are no totals. `valued` counts
    the states whose values needed a search.
    """

    totals: tuple[tuple[int, ...], ...] | None
    optimum: int
    refuted: int
    valued: int


class NoisySearch:
    """Plays a game in normal mode after an opener by noisy values: once, watched meanwhile."""

    def __init__(self, game: Game, *, jobs: int) -> None:
        """Take the game; `jobs` threads will search.

        Raises:
            ValueError: a number out of range.
        """
        self._game = game
        self._native = game.library.NoisySearch(game.native, jobs)

    def play(
        self,
        opener: str,
        *,
        made: int,
        guesses: int | None,
        levels: Sequence[int],
        runs: int,
        seed: int,
    ) -> NoisyOutcome:
        """Choose the guesses up to the `made`-th, 2 or 3, by the noisy values of the states after that one.

        `levels` are fractions of `NOISE_UNIT`; `seed` counts modulo 2**64; `guesses` is the limit, None for
        none. The result doesn't depend on the number of threads. Blocks, without the
        interpreter lock.

        Raises:
            ValueError: a number out of range.
        """
        raw = self._native.play(
            self._game.guess_id(opener),
            made,
            _NO_LIMIT if guesses is None else guesses,
            list(levels),
            runs,
            seed % _SEEDS,
        )
        rows = tuple(tuple(raw.totals[start : start + runs]) for start in range(0, len(raw.totals), runs))
        return NoisyOutcome(rows if raw.complete else None, raw.optimum, raw.refuted, raw.valued)

    def done(self) -> int:
        """Return the number of hidden words dealt with; from any thread."""
        return self._native.done()

    def stop(self) -> None:
        """Let the call at work return soon, without totals; from any thread."""
        self._native.stop()
