"""`wordle-cp noise`: what guesses cost that are chosen by noisy values."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import GameOptions, JsonOption, Numbers, percentage, whole_number
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.running import WorkOptions
from wordle_cp.errors import UsageError
from wordle_cp.experiments.noise import DEFAULT_LEVELS, DEFAULT_MADE, DEFAULT_RUNS
from wordle_cp.experiments.noise import noise as play_by_noise
from wordle_cp.views.charts.charts import noise_chart

_USUAL_OPENER: Final = "salet"
_Opener = Annotated[str, option(Section.QUESTION, "--opener", metavar="W", about="The first guess.")]
_Levels = Annotated[
    Numbers[float] | None,
    option(
        Section.QUESTION,
        "--levels",
        metavar="X1,X2,...",
        parser=Numbers.parser(percentage),
        about="How wrong the values are, in per cent. Default: "
        f"{','.join(f'{level:g}' for level in DEFAULT_LEVELS)}.",
    ),
]
_Made = Annotated[
    int,
    option(
        Section.QUESTION,
        "--made",
        metavar="N",
        parser=whole_number(2, 3),
        about="How many guesses are made before the values are wrong: 2 or 3.",
    ),
]
_Runs = Annotated[
    int,
    option(
        Section.QUESTION, "--runs", metavar="N", parser=whole_number(1, 10_000), about="Runs at each level."
    ),
]
_Seed = Annotated[
    int,
    option(
        Section.QUESTION,
        "--seed",
        metavar="N",
        parser=whole_number(0),
        about="The same number gives the same result.",
    ),
]


def noise(
    *,
    opener: _Opener = _USUAL_OPENER,
    made: _Made = DEFAULT_MADE,
    levels: _Levels = None,
    runs: _Runs = DEFAULT_RUNS,
    seed: _Seed = 1,
    plot: PlotOption = None,
    game: GameOptions,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """See what it costs to choose guesses by values that are slightly wrong.

    The exact value of each position after three guesses is changed at random by up to some per cent; the
    second and the third guess are chosen by these values, and all later ones are the best. --made 2 does
    so after two guesses, for the second one.

    Examples:
        wordle-cp noise --plot noise.png
        wordle-cp noise --opener trace --made 2 --runs 5
    """
    variant = game.load()
    first = variant.word(opener)
    if opener == _USUAL_OPENER and first not in variant.guesses:
        message = (
            f"{opener.upper()}, the usual opener, is not among the guesses of {variant.name}: give --opener"
        )
        raise UsageError(message)
    check_plot(plot)
    with options.working() as work:
        answer = play_by_noise(
            variant,
            first,
            made=made,
            levels=DEFAULT_LEVELS if levels is None else tuple(dict.fromkeys(levels.numbers)),
            runs=runs,
            seed=seed,
            work=work,
        )
    struck, write = options.describe(answer.stopped_by), partial(draw_plot, plot, lambda: noise_chart(answer))
    return print_answer(answer, struck, as_json=as_json, write=write)
