"""`wordle-cp prove --between`: an interval in which the least total lies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wordle_cp.answers.file_names import between_name
from wordle_cp.answers.intervals.total import prove_between
from wordle_cp.answers.replies import reply_lines
from wordle_cp.cli.missed_between import report_missed_between
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import working
from wordle_cp.errors import UsageError, counted
from wordle_cp.views.reports.certificates import certificate_fields, certificate_lines
from wordle_cp.views.reports.totals import question_fields, question_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.intervals.interval import IntervalReport
    from wordle_cp.cli.running import LimitOptions
    from wordle_cp.games.question import TotalQuestion


def report_between(
    question: TotalQuestion,
    *,
    strategy: str | None,
    strategy_file: Path | None,
    label: str | None,
    out: Path | None,
    fresh: bool,
    jobs: int | None,
    options: LimitOptions,
    quiet: bool,
    as_json: bool,
) -> ExitCode:
    """Ask, and print the answer; `label` tells in a file name what variant and history don't.

    With costs or a loss the goal is to count words missed: see `report_missed_between`.
    """
    if question.goal.costs or question.goal.loss is not None:
        if strategy_file is not None or question.asked:
            message = "--strategy-file, --opener and --openers don't go with --between and costs"
            raise UsageError(message)
        return report_missed_between(
            question,
            strategy=strategy,
            label=label,
            out=out,
            jobs=jobs,
            options=options,
            quiet=quiet,
            as_json=as_json,
        )
    with working(options, jobs, quiet=quiet) as work:
        report = prove_between(
            question,
            out if out is not None else Path(between_name(question.variant, question.history, label)),
            strategy=strategy,
            strategy_file=strategy_file,
            fresh=fresh,
            work=work,
        )
    if as_json:
        print_json(between_fields(report))
    else:
        print_text("\n".join(between_lines(report, options)))
    decided = report.accepted is not None or not report.possible
    return ExitCode.DONE if decided else ExitCode.UNDECIDED


def between_fields(report: IntervalReport) -> dict[str, object]:
    """Return the JSON fields; guesses count from the position asked about, as in `solve`."""
    question, strategy = report.question, report.strategy
    return {
        "question": "between",
        "verdict": _verdict(report),
        "possible": False if not report.possible else True if strategy is not None else None,
        "low": report.low,
        "high": report.high,
        "total_weight": question.total_weight,
        "weakest": report.weakest,
        "opener": None if strategy is None else strategy.opener,
        "least_of_opener": None if strategy is None else report.least,
        "hinted": report.hinted,
        "distribution": None if strategy is None else list(strategy.distribution),
        "max_guesses": None if strategy is None else strategy.max_guesses,
        **certificate_fields(report.out, report.accepted),
        **question_fields(question),
        "openers": list(report.question.asked) or None,
        "stopped_by": report.stopped_by,
        "seconds": round(report.seconds, 3),
    }


def between_lines(report: IntervalReport, options: LimitOptions) -> Iterator[str]:
    """Yield the report for people."""
    question, strategy = report.question, report.strategy
    limit = "" if question.limit is None else f", within {counted(question.limit, 'guess', 'guesses')}"
    what = f"{question_words(question, report.question.asked)}{limit}"
    words = counted(len(question.hidden), "hidden word", "hidden words")
    if question.goal.weights:
        words += f" of weight {question.total_weight}"
    if not report.possible:
        yield f"impossible: {what}: no opener finds every one of {words} in time"
        yield "certificate  none: --depth proves it"
    elif report.accepted is not None:
        yield f"between: {what}: {_numbers(report)} over {words}"
    else:
        yield f"undecided: {what}: the least number of guesses over {words}"
    if report.low is not None and report.weakest is not None:
        each = "each of these" if report.question.asked else "every opener"
        yield f"lower        {each} costs {report.low} or more; of {report.weakest.upper()} no more is proven"
    if strategy is not None:
        kind = "the least with this opener" if report.least else "the strategy of the file made better"
        hint = ", named by a shipped certificate" if report.hinted else ""
        yield (
            f"upper        {strategy.opener.upper()}{hint}, {strategy.cost}, {kind}, "
            f"{counted(strategy.max_guesses, 'guess', 'guesses')} at most"
        )
        yield from reply_lines(strategy.replies, question.variant.scoring)
        yield f"distribution {' '.join(map(str, strategy.distribution))}"
    if report.accepted is not None:
        yield from certificate_lines(report.out, report.accepted)
    elif report.stopped_by is not None:
        yield f"stopped by   {options.describe(report.stopped_by)}; there is no certificate"
    elif report.possible:
        yield "certificate  none: the opener given can't keep the limit"
    yield f"effort       {report.seconds:.1f} s"


def _numbers(report: IntervalReport) -> str:
    """Return the interval, and what it is on average."""
    assert report.low is not None, "it has both ends"
    assert report.high is not None, "it has both ends"
    weight = report.question.total_weight
    unit = "guesses by weight" if report.question.goal.weights else "guesses"
    mean = f"{report.low / weight:.4f} to {report.high / weight:.4f} on average"
    return f"{report.low} to {report.high} {unit} ({mean})"


def _verdict(report: IntervalReport) -> str:
    """Return the verdict in a word."""
    if report.accepted is not None:
        return "between"
    return "undecided" if report.possible else "impossible"
