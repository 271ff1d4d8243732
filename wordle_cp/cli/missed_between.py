"""`wordle-cp prove --between --costs 0,...,0 --loss 1`: an interval for the least number of words missed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wordle_cp.answers.file_names import between_name
from wordle_cp.answers.intervals.missed import prove_missed_between
from wordle_cp.answers.replies import reply_lines
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import working
from wordle_cp.errors import UsageError, counted
from wordle_cp.games.goal import Goal
from wordle_cp.views.reports.certificates import certificate_fields, certificate_lines
from wordle_cp.views.reports.totals import question_fields, question_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.intervals.interval import IntervalReport
    from wordle_cp.cli.running import LimitOptions
    from wordle_cp.games.question import TotalQuestion


def report_missed_between(
    question: TotalQuestion,
    *,
    strategy: str | None,
    label: str | None,
    out: Path | None,
    jobs: int | None,
    options: LimitOptions,
    quiet: bool,
    as_json: bool,
) -> ExitCode:
    """Ask, and print the answer; the goal must count words missed.

    Raises:
        As `prove_missed_between`; UsageError also for other costs.
    """
    within = len(question.goal.costs)
    if not within or question.goal != Goal.missing(within):
        message = "with --between costs are those of words missed: --costs 0,0,0,0 --loss 1 for four guesses"
        raise UsageError(message)
    with working(options, jobs, quiet=quiet) as work:
        report = prove_missed_between(
            question.position,
            within,
            out if out is not None else Path(between_name(question.variant, question.history, label)),
            strategy=strategy,
            work=work,
        )
    if as_json:
        print_json(missed_fields(report))
    else:
        print_text("\n".join(missed_lines(report, options)))
    return ExitCode.UNDECIDED if report.accepted is None else ExitCode.DONE


def missed_fields(report: IntervalReport) -> dict[str, object]:
    """Return the JSON fields; guesses count from the position asked about, as in `solve`."""
    strategy = report.strategy
    return {
        "question": "missed-between",
        "verdict": "undecided" if report.accepted is None else "between",
        "low": report.low,
        "high": report.high,
        "guesses": len(report.question.goal.costs),
        "settled": report.settled,
        "opener": None if strategy is None else strategy.opener,
        "distribution": None if strategy is None else list(strategy.distribution),
        **certificate_fields(report.out, report.accepted),
        **question_fields(report.question),
        "stopped_by": report.stopped_by,
        "seconds": round(report.seconds, 3),
    }


def missed_lines(report: IntervalReport, options: LimitOptions) -> Iterator[str]:
    """Yield the report for people."""
    question, strategy = report.question, report.strategy
    what = question_words(question, ())
    words = counted(len(question.hidden), "hidden word", "hidden words")
    guesses = counted(len(report.question.goal.costs), "guess", "guesses")
    if report.accepted is not None:
        yield (
            f"between: {what}: {report.low} to {report.high} of {words} "
            f"aren't found within {guesses} at the least"
        )
    else:
        yield f"undecided: {what}: how many of {words} aren't found within {guesses} at the least"
    if report.low:
        yield f"lower        every opener misses {report.low} or more"
    if strategy is not None:
        yield f"upper        {strategy.opener.upper()} misses {strategy.cost}, the fewest with this opener"
        yield from reply_lines(strategy.replies, question.variant.scoring)
    if report.accepted is not None:
        yield from certificate_lines(report.out, report.accepted)
    if report.stopped_by is not None:
        rest = (
            "more time may raise the lower end" if report.accepted is not None else "there is no certificate"
        )
        yield f"stopped by   {options.describe(report.stopped_by)}; {rest}"
    yield f"effort       {report.seconds:.1f} s"
