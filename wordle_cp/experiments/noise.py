"""How good must estimates be? The guesses that noisy values of states choose, and what they cost.

The experiment is that of Bertsimas and Paskov, An Exact Solution to Wordle (2022), section 3.4 and figure 5.
They give noise to the values of the states at t = 3, where t counts the guesses made (it is 0 for the whole
list, and at 6 the game is over): after an opener, a second and a third guess. So the second and the third
guess are chosen by noisy values.

A state is a set c of words left once `made` guesses have been made, by default 3; V(c) is the least total of
guesses that finds its words from then on within the game's limit. In each run it is multiplied by 1 + u,
where u is drawn from [-x, x), uniformly and once for each set. The third guess, where words T are left, has
the least noisy sum

    N(T) = |T| + the sum of V(c) (1 + u(c)) over the cells c of T under the guess,

and the second guess, where words S are left after the opener, has the least |S| + the sum of N(T) over the
cells T of S; all-green cells are left out. After that play is optimal. With `made` 2 the noise is in the
values right after the second guess, which alone is chosen by it. Of equal noisy sums one with the least true
total counts. The draws of a run are the same at each level x but for their scale, and for either `made`.
0 % has no noise: its total is the optimum. All sums are whole numbers, in units of 2^-32 guesses: totals are
the same on each machine, with any number of threads. How few states are ever valued, and why the choices are
exact nevertheless, is said in experiments/noisy_play.py.

Where this differs from the paper: in its figure no run at 0.1 % reaches the optimum, and some at 10 % don't
win with certainty. Neither can come out of these definitions from SALET. A set without a strategy within the
limit has an infinite value, with noise too, and is avoided: no word is lost. And play that isn't best costs
a guess more at least. Let B be the sum of the values after the best guesses. Noise adds x B at most to
what these cost, and takes x (B + d + 1) at most from play that costs d more: for d of 1 or more it must be
that 2 x B + x >= 1 - x, so at 0.1 % that B is 499 or more. After no response to SALET it is.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Answering, Rows
from wordle_cp.answers.telling import effort_line, some
from wordle_cp.engine import Game, TotalSearch
from wordle_cp.errors import UsageError, brief, counted
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import TotalQuestion
from wordle_cp.search.watch import watch
from wordle_cp.threads import Run
from wordle_cp.work import UNLIMITED, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.variant import Variant

NEEDS: Final = Needs("noise", tiles=True, unbound=True, because="in others a state isn't its set of words")
DEFAULT_LEVELS: Final = (0.0, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""Per cent."""
DEFAULT_RUNS: Final = 25
_PER_CENT: Final = 100.0

DEFAULT_MADE: Final = 3
_NOISY_GUESSES: Final = {2: "second guesses", 3: "second and third guesses"}
"""What is chosen by noisy values, by how many guesses have been made in their states."""


@dataclass(frozen=True, slots=True)
class NoisePoint:
    """The totals of all runs at a level of noise, in per cent."""

    level: float
    totals: tuple[int, ...]

    __repr__ = brief()

    @property
    def least(self) -> int:
        """The least total."""
        return min(self.totals)

    @property
    def median(self) -> float:
        """The median of the totals."""
        return statistics.median(self.totals)

    @property
    def greatest(self) -> int:
        """The greatest total."""
        return max(self.totals)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NoiseAnswer(Answer):
    """What `noise` found out; `valued` counts the states whose values needed a search. Rows: `points`.

    Where there was reason to stop there are no points, and `optimum` is 0.
    """

    variant: Variant
    opener: str
    made: int
    runs: int
    seed: int
    optimum: int = 0
    points: tuple[NoisePoint, ...] = ()
    valued: int = 0

    @property
    def chosen(self) -> str:
        """Which guesses were chosen by noisy values."""
        return _NOISY_GUESSES[self.made]

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `noise`."""
        if self.stopped_by is not None:
            yield f"stopped by {struck}, before there was a result"
            return
        variant, opener, count = self.variant, self.opener.upper(), len(self.variant.hidden)
        yield (
            f"{variant.name}, {variant.mode} mode, opener {opener}: {self.chosen} by noisy values, "
            f"{counted(self.runs, 'run', 'runs')} a level, seed {self.seed}"
        )
        yield "noise %   least  median  greatest  median mean     best runs"
        for point in self.points:
            yield (
                f"{point.level:>7g}{point.least:>8}{point.median:>8g}{point.greatest:>10}"
                f"{point.median / count:>13.4f}{point.totals.count(self.optimum):>14}"
            )
        mean = f"({self.optimum / count:.4f} on average)"
        yield f"best play    {self.optimum} guesses after {opener} {mean}"
        yield effort_line(self.seconds, some(self.valued, "state valued", "states valued"))

    def _json(self) -> dict[str, Any]:
        return {
            "variant": self.variant.name,
            "mode": self.variant.mode,
            "opener": self.opener,
            "guesses_made": self.made,
            "limit": self.variant.max_guesses,
            "optimum": self.optimum or None,
            "runs": self.runs,
            "seed": self.seed,
            "points": [
                row | {"totals": one.totals} for row, one in zip(self._rows(), self.points, strict=True)
            ],
            "states_valued": self.valued,
        }

    def _rows(self) -> Rows:
        return [
            {
                "level_percent": point.level,
                "least": point.least,
                "median": point.median,
                "greatest": point.greatest,
                "median_mean_guesses": point.median / len(self.variant.hidden),
                "optimal_runs": point.totals.count(self.optimum),
            }
            for point in self.points
        ]


def noise(
    variant: Variant,
    opener: str,
    *,
    made: int = DEFAULT_MADE,
    levels: Sequence[float] = DEFAULT_LEVELS,
    runs: int = DEFAULT_RUNS,
    seed: int = 1,
    work: Work = UNLIMITED,
) -> NoiseAnswer:
    """Play after `opener` by noisy values of the states after `made` guesses, `runs` times a level.

    The same `seed` gives the same totals, whatever the number of threads.
    """
    from wordle_cp.experiments.noisy_play import NOISE_UNIT, NoisyPlay  # noqa: PLC0415  numpy takes a while

    TotalQuestion.of(variant, openers=(opener,))
    NEEDS.demand(variant)
    if variant.max_guesses is not None and variant.max_guesses <= made:
        message = f"expected more than {made} guesses, and there are {variant.max_guesses} in all"
        raise UsageError(message)
    limit, count = variant.max_guesses, len(variant.hidden)
    show = work.counting("hidden words")
    about = NoiseAnswer(variant=variant, opener=opener, made=made, runs=runs, seed=seed)
    answering = Answering(about, work)

    def steps() -> StopReason | None:
        game = Game(variant.guesses, variant.hidden, work=work)
        search = TotalSearch(game, variant.mode, jobs=work.jobs)
        play = NoisyPlay(
            game,
            lambda sets, done: search.least(sets, guesses_left=None if limit is None else limit - done),
            made=made,
            levels=[min(round(level / _PER_CENT * NOISE_UNIT), NOISE_UNIT - 1) for level in levels],
            runs=runs,
            seed=seed,
            work=work,
        )
        run = Run(lambda: play.play(opener))
        stopped_by = watch(run, search.stop, poll=lambda: show(play.done, count), work=work)
        if stopped_by is not None:
            return stopped_by
        optimum, totals = run.result()
        rows = zip(levels, totals.reshape(len(levels), runs).tolist(), strict=True)
        points = tuple(NoisePoint(level, tuple(row)) for level, row in rows)
        answering.report = replace(about, optimum=optimum, points=points, valued=play.valued)
        return None

    return answering.answered(steps)
