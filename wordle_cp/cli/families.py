"""`wordle-cp families`: the endgame families of a variant, and how many guesses each needs."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import JsonOption, LimitedGameOptions, QuietOption, whole_number
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.position import AfterOption, history_of
from wordle_cp.cli.running import LimitOptions, WorkOptions
from wordle_cp.games.question import Position
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.views.charts.charts import family_chart

_Depth = Annotated[
    int | None,
    option(
        Section.QUESTION,
        "--depth",
        metavar="G",
        parser=whole_number(1, MAX_GUESSES_LEFT),
        about="Say which families are too large for G more guesses.",
    ),
]
_MinSize = Annotated[
    int,
    option(
        Section.QUESTION,
        "--min-size",
        metavar="N",
        parser=whole_number(2),
        about="Leave out families of fewer words.",
    ),
]


def families(
    *,
    depth: _Depth = None,
    min_size: _MinSize = 6,
    after: AfterOption = None,
    plot: PlotOption = None,
    game: LimitedGameOptions,
    limits: LimitOptions,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """List the endgame families: hidden words that agree in all letters but one.

    Each has its pattern, its size, and how many guesses are needed to find whichever of its words is hidden;
    with --after, the guesses still to be made. In ultrahard mode, or after a limit or Ctrl-C, some have
    bounds only.

    Examples:
        wordle-cp families --min-size 8
        wordle-cp families --depth 4 --mode hard
    """
    from wordle_cp.answers.families import families as settle_families  # noqa: PLC0415  help texts don't need it

    check_plot(plot)
    variant = game.load(played=after)
    position = Position.of(variant, history_of(after, variant))
    with WorkOptions(1, limits, quiet).working() as work:
        answer = settle_families(position, depth, min_size=min_size, work=work)
    write = partial(draw_plot, plot, lambda: family_chart(answer))
    return print_answer(answer, limits.describe(answer.stopped_by), as_json=as_json, write=write)
