"""`wordle-cp rank --words 2`: the best pairs of fixed opening words, and what is printed about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.rankings.pairs import WORDS, PairReport, number_of_pairs, rank_pairs, render_csv
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import working
from wordle_cp.engine import PairProgress
from wordle_cp.errors import UsageError, counted
from wordle_cp.games.question import TotalQuestion
from wordle_cp.views.reports.progress import Rate, clock
from wordle_cp.views.reports.rankings import (
    check_table,
    shown_rows,
    table_field,
    table_lines,
    write_table,
)
from wordle_cp.views.reports.totals import possible, question_fields, rank_heading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from wordle_cp.cli.running import LimitOptions
    from wordle_cp.engine import PairCost
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History


def demand_pairs(words: int, options: Sequence[str]) -> None:
    """Raise UsageError unless `words` can be ranked, with none of the `options` given."""
    if words != WORDS:
        message = f"--words {words}: expected 1 or 2 fixed words"
        raise UsageError(message)
    if options:
        message = (
            f"--words {words}: not with {', '.join(options)}; the K best of all pairs are ranked by --top"
        )
        raise UsageError(message)


def rank_words(
    variant: Variant,
    top: int,
    history: History,
    out: Path | None,
    options: LimitOptions,
    *,
    jobs: int | None,
    quiet: bool,
    as_json: bool,
) -> ExitCode:
    """Rank pairs as the options say; the arguments are those of `rank`."""
    check_table(out)
    with working(options, jobs, quiet=quiet, lines={PairProgress: _describer()}) as work:
        report = rank_pairs(TotalQuestion.of(variant, history=history), top, work)
    if as_json:
        print_json(pair_fields(report, out))
    else:
        print_text("\n".join(pair_lines(report, out, options)))
    write_table(out, lambda: render_csv(report), complete=report.complete)
    return ExitCode.DONE if report.complete else ExitCode.UNDECIDED


def pair_fields(report: PairReport, out: Path | None) -> dict[str, object]:
    """Return the JSON fields: those of `rank`, with numbers of pairs, and the totals of the other order."""
    return {
        "question": "rank",
        "words": WORDS,
        "top": report.top,
        "openers": [
            {
                "rank": place,
                "opener": f"{found.first} {found.second}",
                "total_guesses": found.cost,
                "reversed_total_guesses": found.reversed_cost,
            }
            for place, found in zip(report.places(), report.ranked, strict=True)
        ],
        "complete": report.complete,
        "possible": possible(report.complete, bool(report.ranked)),
        "pairs": number_of_pairs(report.question.variant),
        "others": report.others,
        "bounded_by_counts": report.by_counts,
        "pairs_hopeless": report.hopeless,
        "pairs_left": report.left,
        **question_fields(report.question),
        "table": table_field(out, complete=report.complete),
        "stopped_by": report.stopped_by,
        "work": report.work,
        "seconds": round(report.seconds, 3),
    }


def pair_lines(report: PairReport, out: Path | None, options: LimitOptions) -> Iterator[str]:
    """Yield the report for people."""
    question = report.question
    pairs = f"{counted(number_of_pairs(question.variant), 'pair', 'pairs')} of fixed words"
    none = report.complete and not report.ranked
    wanted = f"the best {report.top} of {pairs}"
    yield rank_heading(question, wanted, pairs, complete=report.complete, none=none)
    if report.ranked:
        yield f"{'rank':>6}  {'words':<13}{'total':>8}    mean  reversed"
    rows = [_row(report, place, found) for place, found in zip(report.places(), report.ranked, strict=True)]
    yield from shown_rows(rows, report.top, complete=report.complete)
    if not none and (report.others or report.hopeless):
        yield f"others       {_others(report)}"
    if not report.complete:
        yield f"stopped by   {options.describe(report.stopped_by)}"
        yield f"left         {counted(report.left, 'pair', 'pairs')}"
    yield from table_lines(out, complete=report.complete)
    yield f"effort       {report.seconds:.1f} s"


def _row(report: PairReport, place: int, found: PairCost) -> str:
    """Return the line of a pair."""
    words = f"{found.first.upper()} {found.second.upper()}"
    mean = f"{float(report.mean(found)):.4f}"
    return f"{place:>6}  {words:<13}{found.cost:>8}  {mean}  {found.reversed_cost:>8}"


def _others(report: PairReport) -> str:
    """Return what is known about the pairs that aren't ranked."""
    parts = []
    if report.others:
        costs = counted(report.others, "pair costs", "pairs cost")
        parts.append(
            f"{costs} more: {report.by_counts} by counting, {report.others - report.by_counts} by search"
        )
    if report.hopeless:
        parts.append(f"{counted(report.hopeless, 'pair', 'pairs')} can't keep the limit")
    return "; ".join(parts)


def _describer() -> Callable[[PairProgress], str]:
    """Return what makes a line of a snapshot, with how long it may take by the speed so far."""
    rate = Rate()

    def describe(progress: PairProgress) -> str:
        speed = rate.of(progress.done)
        waiting = progress.pairs - progress.done
        return describe_pairs(progress, clock(waiting / speed) if speed > 0 and waiting else "")

    return describe


def describe_pairs(progress: PairProgress, left: str = "") -> str:
    """Return a snapshot as one line; `left` says how long it may take."""
    if not progress.pairs:
        return "scoring all pairs"
    parts = [f"{progress.done} of {counted(progress.pairs, 'pair', 'pairs')}", f"{progress.exact} exact"]
    if progress.best is not None:
        first, second, cost = progress.best
        parts.append(f"best {first.upper()} {second.upper()} {cost}")
    if left:
        parts.append(f"about {left} left")
    if progress.current is not None and progress.done < progress.pairs:
        parts.append(f"now {progress.current.upper()}")
    return ", ".join(parts)
