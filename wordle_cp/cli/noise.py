"""`wordle-cp noise`: what guesses cost that are chosen by noisy values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.cli.numbers import percentage, whole_number
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JobsOption,
    JsonOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.running import LimitOptions, working
from wordle_cp.cli.total_options import GuessLimitOption, limited_variant
from wordle_cp.errors import counted
from wordle_cp.experiments.noise import DEFAULT_LEVELS, DEFAULT_MADE, DEFAULT_RUNS, NOISY_GUESSES
from wordle_cp.experiments.noise import noise as play_by_noise
from wordle_cp.views.charts.results import noise_chart
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.experiments.noise import NoiseReport


@dataclass(frozen=True, slots=True)
class Levels:
    """Levels of noise in per cent."""

    numbers: tuple[float, ...]

    @classmethod
    def parse(cls, value: object) -> Levels:
        """Return the levels that `value`, numbers with commas, says; raise a ValueError for anything else."""
        if isinstance(value, cls):
            return value
        return cls(tuple(dict.fromkeys(percentage(part.strip()) for part in str(value).split(","))))


_Opener = Annotated[str, typer.Option("--opener", metavar="W", help="The first guess.")]
_Levels = Annotated[
    Levels | None,
    typer.Option(
        "--levels",
        metavar="X1,X2,...",
        parser=Levels.parse,
        help=f"Noise in per cent of a value. Default: {','.join(f'{level:g}' for level in DEFAULT_LEVELS)}.",
    ),
]
_Made = Annotated[
    int,
    typer.Option(
        "--made",
        metavar="N",
        parser=whole_number(2, 3),
        help="Guesses made before the states whose values are noisy: 2 or 3.",
    ),
]
_Runs = Annotated[
    int, typer.Option("--runs", metavar="N", parser=whole_number(1, 10_000), help="Runs at each level.")
]
_Seed = Annotated[
    int, typer.Option("--seed", metavar="N", parser=whole_number(0), help="The same seed, the same totals.")
]


def register(app: typer.Typer) -> None:
    """Add the command `noise` to `app`."""
    app.command("noise")(noise)


def noise(
    *,
    opener: _Opener = "salet",
    made: _Made = DEFAULT_MADE,
    levels: _Levels = None,
    runs: _Runs = DEFAULT_RUNS,
    seed: _Seed = 1,
    plot: PlotOption = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: GuessLimitOption = None,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """How much do errors in the values of states cost, if the guesses before them are chosen by these?

    The exact value of each state after three guesses is changed by up to so many per cent, and the second
    and the third guess are chosen by them; play is optimal from then on. With --made 2 it is the states
    after two guesses, and the second guess. Examples:
    wordle-cp noise --plot noise.png
    wordle-cp noise --opener trace --made 2 --levels 0,1,10 --runs 5
    """
    chosen = limited_variant(variant, mode, hidden, max_guesses)
    options = LimitOptions(time_limit, max_memory)
    check_plot(plot)
    with working(options, jobs, quiet=quiet) as work:
        try:
            report = play_by_noise(
                chosen,
                chosen.word(opener),
                made=made,
                levels=DEFAULT_LEVELS if levels is None else levels.numbers,
                runs=runs,
                seed=seed,
                work=work,
            )
        except StoppedError as stopped:
            if as_json:
                print_json({"opener": chosen.word(opener), "points": [], "stopped_by": stopped.reason})
            else:
                print_text(f"stopped by {options.describe(stopped.reason)}, before there was a result")
            return ExitCode.UNDECIDED
    if not as_json:
        print_text("\n".join(_lines(report)))
    draw_plot(plot, lambda: noise_chart(report))
    if as_json:
        print_json(_fields(report))
    return ExitCode.DONE


def _fields(report: NoiseReport) -> dict[str, object]:
    """Return the JSON fields of `noise`."""
    count = len(report.variant.hidden)
    return {
        "variant": report.variant.name,
        "mode": report.variant.mode.value,
        "opener": report.opener,
        "guesses_made": report.made,
        "limit": report.variant.max_guesses,
        "optimum": report.optimum,
        "runs": report.runs,
        "seed": report.seed,
        "points": [
            {
                "level_percent": point.level,
                "least": point.least,
                "median": point.median,
                "greatest": point.greatest,
                "median_mean_guesses": point.median / count,
                "optimal_runs": point.totals.count(report.optimum),
                "totals": list(point.totals),
            }
            for point in report.points
        ],
        "states_valued": report.valued,
        "stopped_by": None,
        "seconds": round(report.seconds, 3),
    }


def _lines(report: NoiseReport) -> Iterator[str]:
    """Yield the report of `noise` for people."""
    variant = report.variant
    count = len(variant.hidden)
    what = NOISY_GUESSES[report.made]
    yield (
        f"{variant.name}, {variant.mode} mode, opener {report.opener.upper()}: {what} by noisy values, "
        f"{counted(report.runs, 'run', 'runs')} a level, seed {report.seed}"
    )
    yield "noise %   least  median  greatest  median mean  optimal runs"
    for point in report.points:
        yield (
            f"{point.level:>7g}{point.least:>8}{point.median:>8g}{point.greatest:>10}"
            f"{point.median / count:>13.4f}{point.totals.count(report.optimum):>14}"
        )
    yield f"optimum      {report.optimum} ({report.optimum / count:.4f} on average)"
    yield f"effort       {report.seconds:.1f} s, {counted(report.valued, 'state', 'states')} valued"
