"""The options --trace and --techniques of `solve`: every step of the search, where the game is small."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.cli.files import file_name
from wordle_cp.cli.output import print_message
from wordle_cp.errors import UsageError, counted
from wordle_cp.views.traces.record import check_traceable, trace_of_report
from wordle_cp.views.traces.techniques import ALL_TECHNIQUES, parse_techniques
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from wordle_cp.answers.totals.report import SolveReport
    from wordle_cp.cli.running import LimitOptions
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.views.traces.events import Trace
    from wordle_cp.views.traces.techniques import Technique
    from wordle_cp.work import Work

TraceOption = Annotated[
    Path | None,
    typer.Option(
        "--trace",
        parser=file_name,
        metavar="FILE",
        help="Search once more, readably, and write down every step: for games of a dozen words or so. "
        "wordle-cp trace shows it.",
    ),
]
TechniquesOption = Annotated[
    str | None,
    typer.Option(
        "--techniques",
        metavar="all|none|T1,T2,...",
        help="What the traced search may use: memo, order, sums, T, L1, second-ply, equal, dominated, "
        "separated.",
    ),
]


def techniques_of(text: str | None, trace: Path | None) -> frozenset[Technique]:
    """Return the techniques that --techniques names.

    Raises:
        UsageError: one of them is none, or there is no --trace.
    """
    if text is None:
        return ALL_TECHNIQUES
    if trace is None:
        message = "--techniques is about --trace"
        raise UsageError(message)
    return parse_techniques(text)


def check_trace(
    trace: Path | None,
    question: TotalQuestion,
) -> None:
    """Make sure that there can be a trace, if one is wanted, before the work for it.

    Raises:
        UsageError: the game is too large.
        FileError: see `check_text_target`.
    """
    if trace is not None:
        from wordle_cp.files.write import check_text_target  # noqa: PLC0415  not needed without a trace

        check_text_target(trace)
        check_traceable(question, question.asked)


def draw_trace(
    file: Path | None,
    report: SolveReport,
    techniques: frozenset[Technique],
    work: Work,
    options: LimitOptions,
) -> Trace | None:
    """Write the trace of what `report` answers to `file`, and return it; None if there is none.

    Raises:
        UsageError: the trace is too long.
        FileError: it can't be written.
    """
    if file is None or not report.finished:
        return None
    try:
        trace = trace_of_report(report, techniques, work)
    except StoppedError as stopped:
        print_message(f"no trace: stopped by {options.describe(stopped.reason)}")
        return None
    from wordle_cp.views.traces.files import write_trace  # noqa: PLC0415  not needed without a trace

    write_trace(file, trace)
    return trace


def trace_line(file: Path, trace: Trace) -> str:
    """Return what people are told about a trace that was written."""
    nodes, guesses = (
        counted(trace.nodes, "node", "nodes"),
        counted(trace.guesses, "guess tried", "guesses tried"),
    )
    return f"trace        {file}: {nodes}, {guesses}, {counted(len(trace.events), 'event', 'events')}"


def trace_fields(file: Path | None, trace: Trace | None) -> dict[str, object] | None:
    """Return the JSON fields of a trace, None if none was written."""
    if file is None or trace is None:
        return None
    return {"file": str(file), **summary_fields(trace)}


def summary_fields(trace: Trace) -> dict[str, object]:
    """Return the numbers of a trace."""
    return {
        "techniques": [technique.value for technique in trace.claim.techniques],
        "hidden": len(trace.claim.hidden),
        "guesses_listed": len(trace.claim.guesses),
        "guesses_left_out": trace.claim.left_out,
        "total": trace.total,
        "best": trace.best_word,
        "nodes": trace.nodes,
        "guesses": trace.guesses,
        "events": len(trace.events),
        "cutoffs": {why.value: count for why, count in trace.cutoffs.items()},
    }
