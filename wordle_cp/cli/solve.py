"""`wordle-cp solve`: the least total of guesses from a position, and how to reach it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.totals.solve import solve as solve_position
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JobsOption,
    JsonOption,
    MaxMemoryOption,
    ModeOption,
    QuietOption,
    SymmetryOption,
    TimeLimitOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.position import AfterOption, OpenerOption, OpenersOption, history_of, openers_of
from wordle_cp.cli.running import LimitOptions, working
from wordle_cp.cli.total_options import (
    CostsOption,
    FirstOption,
    GuessLimitOption,
    LossOption,
    TreeOption,
    WeightsOption,
    goal_of,
    limited_variant,
)
from wordle_cp.cli.trace_option import (
    TechniquesOption,
    TraceOption,
    check_trace,
    draw_trace,
    techniques_of,
    trace_fields,
    trace_line,
)
from wordle_cp.games.goal import First
from wordle_cp.games.question import TotalQuestion
from wordle_cp.views.charts.results import distribution_chart
from wordle_cp.views.reports.totals import solve_fields, solve_lines

if TYPE_CHECKING:
    import typer


def register(app: typer.Typer) -> None:
    """Add the command `solve` to `app`."""
    app.command("solve")(solve)


def solve(
    *,
    opener: OpenerOption = None,
    openers: OpenersOption = None,
    after: AfterOption = None,
    first: FirstOption = First.TOTAL,
    weights: WeightsOption = None,
    costs: CostsOption = None,
    loss: LossOption = None,
    tree: TreeOption = None,
    plot: PlotOption = None,
    trace: TraceOption = None,
    techniques: TechniquesOption = None,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: GuessLimitOption = None,
    symmetry: SymmetryOption = True,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """What is the least total of guesses over all hidden words, and which guesses reach it?

    The answer is exact, and the guesses are all there are. Without --opener every opener is settled. Ctrl-C
    ends the search with what is known. Examples:
    wordle-cp solve --opener salet
    wordle-cp solve --after salet.bybbb.handy.bygbb
    """
    chosen = limited_variant(variant, mode, hidden, max_guesses, codes=True)
    history = history_of(after, chosen)
    wanted = openers_of(opener, openers, chosen)
    goal = goal_of(first, weights, costs, loss, chosen)
    options = LimitOptions(time_limit, max_memory)
    used = techniques_of(techniques, trace)
    check_plot(plot)
    question = TotalQuestion.of(chosen, history=history, openers=wanted, goal=goal)
    check_trace(trace, question)
    with working(options, jobs, quiet=quiet, symmetry=symmetry) as work:
        report = solve_position(question, tree, work)
        traced = draw_trace(trace, report, used, work, options)
    if not as_json:
        print_text("\n".join(solve_lines(report, options)))
        if trace is not None and traced is not None:
            print_text(trace_line(trace, traced))
    draw_plot(plot, lambda: distribution_chart(report))
    if as_json:
        print_json({**solve_fields(report), "trace": trace_fields(trace, traced)})
    finished = report.finished and (trace is None or traced is not None)
    return ExitCode.DONE if finished else ExitCode.UNDECIDED
