"""`wordle-cp solve`: the least total of guesses from a position, and how to reach it."""

from __future__ import annotations

from wordle_cp.answers.totals.solve import solve as solve_position
from wordle_cp.cli.goal import GoalOptions, TreeOption
from wordle_cp.cli.options import GameOptions, JsonOption, SymmetryOption
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.position import StartOptions
from wordle_cp.cli.running import WorkOptions
from wordle_cp.cli.trace_option import TraceOptions
from wordle_cp.games.question import TotalQuestion
from wordle_cp.views.charts.results import distribution_chart
from wordle_cp.views.reports.totals import solve_fields, solve_lines


def solve(
    *,
    start: StartOptions,
    goal: GoalOptions,
    tree: TreeOption = None,
    plot: PlotOption = None,
    tracing: TraceOptions,
    game: GameOptions,
    symmetry: SymmetryOption = True,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """What is the least total of guesses over all hidden words, and which guesses reach it?

    The answer is exact, and the guesses are all there are. Without --opener every opener is settled. Ctrl-C
    ends the search with what is known. Examples:
    wordle-cp solve --opener salet
    wordle-cp solve --after salet.bybbb.handy.bygbb
    """
    variant = game.load(codes=True)
    history, asked = start.history(variant), start.asked(variant)
    aim = goal.goal(variant)
    techniques = tracing.used
    check_plot(plot)
    question = TotalQuestion.of(variant, history=history, openers=asked, goal=aim)
    tracing.check(question)
    with options.working(symmetry=symmetry) as work:
        report = solve_position(question, tree, work)
        traced = tracing.draw(report, techniques, work, options)
    struck = options.describe(report.stopped_by)
    print_report(
        lambda: {**solve_fields(report), "trace": tracing.fields(traced)},
        [*solve_lines(report, struck), *tracing.lines(traced)],
        as_json=as_json,
        write=lambda: draw_plot(plot, lambda: distribution_chart(report)),
    )
    finished = report.finished and (tracing.trace is None or traced is not None)
    return ExitCode.DONE if finished else ExitCode.UNDECIDED
