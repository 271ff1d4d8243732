"""`wordle-cp rank --worst K`: the worst openers, and what is printed about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.rankings.worst import WorstReport, rank_worst, render_csv
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import working
from wordle_cp.engine import TotalProgress
from wordle_cp.errors import UsageError, counted
from wordle_cp.games.question import TotalQuestion
from wordle_cp.views.reports.rankings import (
    check_table,
    shown_rows,
    table_field,
    table_lines,
    write_table,
)
from wordle_cp.views.reports.totals import possible, question_fields, rank_heading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.cli.running import LimitOptions
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History


def demand_alone(options: Sequence[str]) -> None:
    """Raise UsageError if any of the `options` is given, which --worst doesn't go with."""
    if options:
        message = f"--worst: not with {', '.join(options)}; it ranks all openers by their totals of guesses"
        raise UsageError(message)


def rank_worst_openers(
    variant: Variant,
    worst: int,
    history: History,
    out: Path | None,
    options: LimitOptions,
    *,
    jobs: int | None,
    quiet: bool,
    as_json: bool,
) -> ExitCode:
    """Rank the worst openers as the options say; the arguments are those of `rank`."""
    check_table(out)
    with working(options, jobs, quiet=quiet, lines={TotalProgress: describe_worst}) as work:
        report = rank_worst(TotalQuestion.of(variant, history=history), worst, work)
    if as_json:
        print_json(worst_fields(report, out))
    else:
        print_text("\n".join(worst_lines(report, out, options)))
    write_table(out, lambda: render_csv(report), complete=report.complete)
    return ExitCode.DONE if report.complete else ExitCode.UNDECIDED


def worst_fields(report: WorstReport, out: Path | None) -> dict[str, object]:
    """Return the JSON fields."""
    return {
        "question": "rank",
        "worst": report.top,
        "openers": [
            {"rank": place, "opener": found.opener, "total_guesses": found.cost}
            for place, found in zip(report.places(), report.ranked, strict=True)
        ],
        "complete": report.complete,
        "possible": possible(report.complete, bool(report.ranked)),
        "others": report.others,
        "openers_hopeless": list(report.hopeless),
        "left": list(report.left),
        **question_fields(report.question),
        "table": table_field(out, complete=report.complete),
        "stopped_by": report.stopped_by,
        "work": report.work,
        "seconds": round(report.seconds, 3),
    }


def worst_lines(report: WorstReport, out: Path | None, options: LimitOptions) -> Iterator[str]:
    """Yield the report for people."""
    question = report.question
    openers = counted(len(question.openers), "opener", "openers")
    none = report.complete and not report.ranked
    wanted = f"the worst {report.top} of {openers}"
    yield rank_heading(question, wanted, openers, complete=report.complete, none=none)
    if report.ranked:
        yield f"{'rank':>6}  {'opener':<8}{'total':>8}    mean"
    rows = [
        f"{place:>6}  {found.opener.upper():<8}{found.cost:>8}  {float(report.mean(found)):.4f}"
        for place, found in zip(report.places(), report.ranked, strict=True)
    ]
    yield from shown_rows(rows, report.top, complete=report.complete)
    if report.others:
        others = counted(report.others, "opener costs", "openers cost")
        yield f"others       {others} less: each has a strategy that does"
    if report.hopeless and not none:
        yield f"hopeless     {counted(len(report.hopeless), 'opener', 'openers')} can't keep the limit"
    if not report.complete:
        yield f"stopped by   {options.describe(report.stopped_by)}"
        yield f"left         {counted(len(report.left), 'opener', 'openers')}"
    yield from table_lines(out, complete=report.complete)
    yield f"effort       {report.seconds:.1f} s, {counted(report.work, 'guess', 'guesses')} examined"


def describe_worst(progress: TotalProgress) -> str:
    """Return a snapshot as one line."""
    if not progress.openers:
        return "scoring all pairs"
    if not progress.done and progress.current is None:
        return f"a first strategy for each of {counted(progress.openers, 'opener', 'openers')}"
    parts = [
        f"{progress.done} of {counted(progress.openers, 'opener', 'openers')}",
        f"{progress.exact} exact",
        f"{progress.bounded} cost less",
    ]
    if progress.best is not None:
        parts.append(f"worst {progress.best.opener.upper()} {progress.best.cost}")
    if progress.current is not None and progress.done < progress.openers:
        parts.append(f"now {progress.current.upper()}")
    return ", ".join(parts)
