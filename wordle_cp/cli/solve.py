"""`wordle-cp solve`: the least total of guesses from a position, and how to reach it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.totals.solve import solve as solve_position
from wordle_cp.cli.files import output_option
from wordle_cp.cli.goal import GoalOptions, TreeOption
from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import ByOption, GameOptions, JsonOption, SymmetryOption
from wordle_cp.cli.output import ExitCode, print_message, print_report
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.position import StartOptions
from wordle_cp.cli.running import WorkOptions
from wordle_cp.errors import UsageError, counted
from wordle_cp.files.outputs import is_signed, put, reserve, signed
from wordle_cp.games.question import TotalQuestion
from wordle_cp.views.charts.charts import distribution_chart
from wordle_cp.views.traces.game import ALL_TECHNIQUES, parse_techniques
from wordle_cp.views.traces.record import check_traceable, trace_of_report
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.views.traces.game import Technique
    from wordle_cp.views.traces.page import Trace
    from wordle_cp.work import Work

_PAGE = ".html"


@dataclass(frozen=True, slots=True)
class TraceOptions:
    """Where the page of a trace is written, if one is wanted, and what the traced search may use."""

    trace: Annotated[
        Path | None,
        output_option(
            Section.RARE,
            "--trace",
            metavar="F.html",
            suffix=".html",
            about="Search a small game once more, and write a page that steps through that search.",
        ),
    ] = None
    techniques: Annotated[
        str | None,
        option(
            Section.RARE,
            "--techniques",
            metavar="all|none|T1,T2,...",
            about="What the traced search may use: memo, order, sums, T, L1, second-ply, equal, "
            "dominated, separated.",
        ),
    ] = None

    @property
    def used(self) -> frozenset[Technique]:
        """The techniques that are named.

        Raises:
            UsageError: one of them is none, or there is no --trace.
        """
        if self.techniques is None:
            return ALL_TECHNIQUES
        if self.trace is None:
            message = "--techniques is about --trace"
            raise UsageError(message)
        return parse_techniques(self.techniques)

    def check(self, question: TotalQuestion) -> None:
        """Make sure that there can be a trace, if one is wanted, before the work for it.

        Raises:
            UsageError: the file is no page, or the game is too large.
            UsageError, FileError: see `reserve`.
        """
        if self.trace is None:
            return
        if self.trace.suffix.lower() != _PAGE:
            message = (
                f"--trace writes a page: name a file that ends in {_PAGE}; "
                ".trace was written up to version 0.1.0"
            )
            raise UsageError(message)
        reserve(self.trace, is_signed)
        check_traceable(question, question.asked)

    def draw(
        self, report: SolveAnswer, techniques: frozenset[Technique], work: Work, options: WorkOptions
    ) -> Trace | None:
        """Write the page of a trace of what `report` answers, and return the trace; None if there is none.

        Raises:
            UsageError: the trace is too long.
            FileError: it can't be written.
        """
        if self.trace is None or not report.finished:
            return None
        try:
            trace = trace_of_report(report, techniques, work)
        except StoppedError as stopped:
            print_message(f"no trace: stopped by {options.describe(stopped.reason)}")
            return None
        from wordle_cp.views.traces.page import trace_page  # noqa: PLC0415  not needed without a trace

        put(self.trace, signed(trace_page(trace).encode(), _PAGE), is_signed)
        return trace

    def fields(self, traced: Trace | None) -> dict[str, object] | None:
        """Return the JSON fields of what was `traced`, None if no trace was written."""
        if traced is None:
            return None
        return {
            "file": str(self.trace),
            "techniques": [technique.value for technique in traced.claim.techniques],
            "hidden": len(traced.claim.hidden),
            "guesses_listed": len(traced.claim.guesses),
            "guesses_left_out": traced.claim.left_out,
            "total": traced.total,
            "best": traced.best_word,
            "nodes": traced.nodes,
            "guesses": traced.guesses,
            "events": len(traced.events),
            "cutoffs": {why.value: count for why, count in traced.cutoffs.items()},
        }

    def lines(self, traced: Trace | None) -> list[str]:
        """Return the line for people about what was `traced`, if a trace was written."""
        if traced is None:
            return []
        nodes, tried = counted(traced.nodes, "node", "nodes"), counted(traced.guesses, "guess", "guesses")
        events = counted(len(traced.events), "event", "events")
        return [f"trace        {self.trace}: {nodes}, {tried} tried, {events}"]


def solve(
    *,
    start: StartOptions,
    goal: GoalOptions,
    tree: TreeOption = None,
    plot: PlotOption = None,
    tracing: TraceOptions,
    game: GameOptions,
    symmetry: SymmetryOption = True,
    by: ByOption = Engine.SEARCH,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Find the best guesses: those with the fewest guesses in all, over every hidden word.

    The answer is exact, and no equally good guess is missing. With --opener, only that opener is searched.
    Ctrl-C ends the search, and what is known is printed.

    Examples:
        wordle-cp solve --opener salet
        wordle-cp solve --after salet.bybbb.handy.bygbb
        wordle-cp solve --variant mastermind-4x6
    """
    if by is Engine.CP_SAT and tracing.trace is not None:
        message = "--trace: not with --by cp-sat, as a trace is of the search"
        raise UsageError(message)
    variant = game.load(codes=True, played=start.after)
    history, asked = start.history(variant), start.asked(variant)
    aim = goal.goal(variant)
    techniques = tracing.used
    check_plot(plot)
    question = TotalQuestion.of(variant, history=history, openers=asked, goal=aim)
    tracing.check(question)
    with options.working(symmetry=symmetry) as work:
        report = solve_position(question, tree, work, by=by)
        traced = tracing.draw(report, techniques, work, options)
    struck = options.describe(report.stopped_by)
    print_report(
        lambda: report.to_json() | {"trace": tracing.fields(traced)},
        [*report.told(struck), *tracing.lines(traced)],
        as_json=as_json,
        write=lambda: draw_plot(plot, lambda: distribution_chart(report)),
    )
    finished = report.finished and (tracing.trace is None or traced is not None)
    return ExitCode.DONE if finished else ExitCode.UNDECIDED
