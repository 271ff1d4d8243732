"""What `rank` found out of the best openers, of the worst, or of pairs: JSON fields, and lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.rankings.pairs import WORDS, PairReport, number_of_pairs
from wordle_cp.answers.rankings.rank import RankReport, shown_at_most
from wordle_cp.answers.telling import (
    certificate_fields,
    column,
    effort_line,
    ending_fields,
    left_line,
    position_words,
    question_fields,
    some,
    together,
    weights_lines,
    within_left,
    words_of,
)
from wordle_cp.engine import ExactCost
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.answers.rankings.worst import WorstReport
    from wordle_cp.check import Accepted

    Ranking = RankReport | PairReport | WorstReport
    Fields = dict[str, object]


def rank_fields(
    report: RankReport,
    out: Path | None = None,
    certificate: Path | None = None,
    accepted: Accepted | None = None,
) -> Fields:
    """Return the JSON fields of `rank`: of its table `out`, and of the `certificate` if one is `accepted`."""
    folder = report.keeping.folder
    found = {
        "others": len(report.others),
        "openers_hopeless": len(report.refuted),
        "left": list(report.left),
        "total_weight": report.question.total_weight,
    }
    run = {
        "asked": list(report.question.asked) or None,
        "settled_before": report.before,
        "replayed": report.replayed,
        "run": None if folder is None else str(folder),
    }
    asked: Fields = {"top": report.top, "verdict": _verdict(report, accepted)}
    fields = _fields(report, asked, _opener_rows(report), found, run | _table_fields(report, out))
    fields |= {"seconds_of_all_runs": round(report.seconds_of_all_runs, 3)}
    return fields | certificate_fields(certificate, accepted)


def worst_fields(report: WorstReport, out: Path | None) -> Fields:
    """Return the JSON fields of `rank --worst`."""
    found = {
        "others": report.others,
        "openers_hopeless": list(report.refuted),
        "left": list(report.left),
    }
    return _fields(
        report,
        {"worst": report.top, "verdict": _verdict(report)},
        _opener_rows(report),
        found,
        _table_fields(report, out),
    )


def pair_fields(report: PairReport, out: Path | None) -> Fields:
    """Return the JSON fields of `rank --words 2`: numbers of pairs, and the totals of the other order."""
    rows: list[Fields] = [
        {
            "opener": f"{found.first} {found.second}",
            "total_guesses": found.cost,
            "reversed_total_guesses": found.reversed_cost,
        }
        for found in report.ranked
    ]
    found: Fields = {
        "pairs": number_of_pairs(report.question.variant),
        "others": report.others,
        "bounded_by_counts": report.by_counts,
        "pairs_hopeless": report.refuted,
        "pairs_left": report.left,
    }
    asked: Fields = {"words": WORDS, "top": report.top, "verdict": _verdict(report)}
    return _fields(report, asked, rows, found, _table_fields(report, out))


def rank_lines(
    report: RankReport, out: Path | None, struck: str, accepted: Accepted | None = None
) -> Iterator[str]:
    """Yield the report of `rank` for people; `accepted` is its certificate, if it has one."""
    number = len(report.question.openers)
    openers = counted(number, "opener", "openers")
    whole = report.top is None or report.top >= number
    wanted = f"all {openers}" if whole else f"the best {report.top} of {openers}"
    yield _heading(report, wanted, openers, accepted)
    yield from weights_lines(report.question)
    yield from _opener_lines(report)
    exact = sum(isinstance(found, ExactCost) for found in report.others)
    known = f" more, {exact} of them by a known amount" if exact else " more"
    others = (
        [f"{counted(len(report.others), 'opener costs', 'openers cost')}{known}"] if report.others else []
    )
    yield from _others_lines(report, others, "opener", "openers")
    folder = report.keeping.folder
    if not report.complete:
        again = "; the same command goes on from here" if folder is not None else ""
        yield f"stopped by   {struck}{again}"
        yield left_line(report.left)
    if folder is not None:
        before = some(report.before, "opener settled before", "openers settled before")
        yield f"run          {folder}{before and f'; {before}'}"
        yield (
            f"checked      {counted(report.replayed, 'strategy', 'strategies')} that reach these totals; "
            "that none is less, and what is said of other openers, rests on the search and on this folder"
        )
    yield from _table_lines(report, out)
    yield effort_line(report.seconds, some(report.work, "guess examined", "guesses examined"))


def worst_lines(report: WorstReport, out: Path | None, struck: str) -> Iterator[str]:
    """Yield the report of `rank --worst` for people."""
    openers = counted(len(report.question.openers), "opener", "openers")
    yield _heading(report, f"the worst {report.top} of {openers}", openers)
    yield from weights_lines(report.question)
    yield from _opener_lines(report)
    if report.others:
        others = counted(report.others, "opener costs", "openers cost")
        yield f"others       {others} less: each has a strategy that does"
    if report.refuted and not _none(report):
        yield f"refuted      {counted(len(report.refuted), 'opener', 'openers')} can't keep the limit"
    if not report.complete:
        yield f"stopped by   {struck}"
        yield f"left         {counted(len(report.left), 'opener', 'openers')}"
    yield from _table_lines(report, out)
    yield effort_line(report.seconds, some(report.work, "guess examined", "guesses examined"))


def pair_lines(report: PairReport, out: Path | None, struck: str) -> Iterator[str]:
    """Yield the report of `rank --words 2` for people."""
    pairs = f"{counted(number_of_pairs(report.question.variant), 'pair', 'pairs')} of fixed words"
    yield _heading(report, f"the best {report.top} of {pairs}", pairs)
    heading, *words = column("words", (f"{found.first} {found.second}".upper() for found in report.ranked))
    if report.ranked:
        yield f"{'rank':>6}  {heading}  {'total':>8}    mean  reversed"
    rows = [
        f"{pair}  {found.cost:>8}  {float(report.mean(found)):.4f}  {found.reversed_cost:>8}"
        for pair, found in zip(words, report.ranked, strict=True)
    ]
    yield from shown_rows(rows, report.places(), report.top, complete=report.complete)
    others = []
    if report.others:
        costs = counted(report.others, "pair costs", "pairs cost")
        by_search = report.others - report.by_counts
        how = together(some(report.by_counts, "by counting"), some(by_search, "by search"))
        others.append(f"{costs} more: {how}")
    yield from _others_lines(report, others, "pair", "pairs")
    if not report.complete:
        yield f"stopped by   {struck}"
        yield f"left         {counted(report.left, 'pair', 'pairs')}"
    yield from _table_lines(report, out)
    yield effort_line(report.seconds)


def shown_rows(
    rows: Sequence[str], places: Sequence[int], wanted: int | None, *, complete: bool
) -> Iterator[str]:
    """Yield the first `rows`, each with its place: those that are `wanted` (None: all), and some that tie."""
    shown = shown_at_most(wanted)
    for place, row in zip(places[:shown], rows[:shown], strict=True):
        yield f"{place:>6}  {row}"
    if len(rows) > shown:
        where = "--out and --json have" if complete else "--json has"
        yield f"        ... and {len(rows) - shown} more ({len(rows)} in all): {where} them all"


def _fields(report: Ranking, asked: Fields, rows: list[Fields], found: Fields, more: Fields) -> Fields:
    """Return the fields of any ranking: those that were `asked`, `found`, and `more`, in their places."""
    return {
        "question": "rank",
        **asked,
        "openers": [{"rank": place} | row for place, row in zip(report.places(), rows, strict=True)],
        "complete": report.complete,
        "possible": True if report.ranked else False if report.complete else None,
        **found,
        **question_fields(report.question),
        **more,
        **ending_fields(report, work=report.work),
    }


def _opener_rows(report: RankReport | WorstReport) -> list[Fields]:
    """Return the fields of each opener that is ranked, without its place."""
    name = "total_guesses" if report.question.goal.counts_guesses else "cost"
    return [{"opener": found.opener, name: found.cost} for found in report.ranked]


def _table_fields(report: Ranking, out: Path | None) -> Fields:
    """Return the field of the table: its file, if one is written."""
    return {"table": str(out) if out is not None and report.complete else None}


def _none(report: Ranking) -> bool:
    """Tell whether no opener keeps the limit."""
    return report.complete and not report.ranked


def _verdict(report: Ranking, accepted: Accepted | None = None) -> str:
    """Return what is known, in a word."""
    if _none(report):
        return "impossible"
    if not report.complete:
        return "undecided"
    return "exact" if accepted is None else "proven"


def _heading(report: Ranking, wanted: str, among: str, accepted: Accepted | None = None) -> str:
    """Return the first line, about what is `wanted`, which is some of what it is `among`."""
    question = report.question
    asked = position_words(question.variant, question.history) + within_left(question, question.guesses_left)
    words = words_of(question.variant, len(question.hidden))
    if _none(report):
        return f"impossible: {asked}: none of {among} finds every one of {words} in time"
    return f"{_verdict(report, accepted)}: {asked}: {wanted} over {words}"


def _opener_lines(report: RankReport | WorstReport) -> Iterator[str]:
    """Yield a line for each opener that is ranked, and one above them."""
    heading, *openers = column("opener", (found.opener.upper() for found in report.ranked))
    if report.ranked:
        unit = "total" if report.question.goal.counts_guesses else "cost"
        yield f"{'rank':>6}  {heading}  {unit:>8}    mean"
    rows = [
        f"{opener}  {found.cost:>8}  {float(report.mean(found)):.4f}"
        for opener, found in zip(openers, report.ranked, strict=True)
    ]
    yield from shown_rows(rows, report.places(), report.top, complete=report.complete)


def _others_lines(
    report: RankReport | PairReport, others: Sequence[str], one: str, many: str
) -> Iterator[str]:
    """Yield the line about what isn't ranked: the `others`, and what can't keep the limit, one or many."""
    refuted = report.refuted if isinstance(report.refuted, int) else len(report.refuted)
    lost = [f"{counted(refuted, one, many)} can't keep the limit"] if refuted else []
    if not _none(report) and (others or lost):
        yield f"others       {'; '.join([*others, *lost])}"


def _table_lines(report: Ranking, out: Path | None) -> Iterator[str]:
    """Yield what there is to say about the table, if there is to be one."""
    if out is not None:
        none = f"none: the ranking is unfinished; {out} is left as it is"
        yield f"table        {out if report.complete else none}"
