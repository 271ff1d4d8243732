"""What `solve`, `rank` and `prove --optimal` print: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.answers.replies import reply_lines
from wordle_cp.answers.totals.report import TotalVerdict
from wordle_cp.engine import ExactCost
from wordle_cp.errors import counted
from wordle_cp.games.goal import First
from wordle_cp.views.reports.certificates import certificate_fields, certificate_lines
from wordle_cp.views.reports.common import listed_openers
from wordle_cp.views.reports.rankings import shown_rows, table_field, table_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.answers.rankings.best import RankReport
    from wordle_cp.answers.totals.report import SolveReport
    from wordle_cp.cli.running import LimitOptions
    from wordle_cp.games.question import TotalQuestion

_SHOWN_BEST: Final = 60


def solve_fields(report: SolveReport) -> dict[str, object]:
    """Return the JSON fields of `solve`.

    Guesses count from the position asked about; `with_history` has the same from the start of the game.
    `total_guesses` and `mean_guesses` are null where costs are no numbers of guesses: `cost` is there always.
    """
    question, strategy, mean = report.question, report.strategy, report.mean
    counts = question.goal.counts_guesses
    return {
        "question": "total",
        "verdict": report.verdict.value,
        "objective": question.goal.first.value,
        "exact": report.exact,
        "possible": report.cost is not None if report.exact else None,
        "cost": report.cost,
        "total_guesses": report.total_guesses,
        "mean_guesses": float(mean) if mean is not None and counts else None,
        "mean_fraction": None if mean is None else f"{report.cost}/{question.total_weight}",
        "max_guesses": None if strategy is None else strategy.max_guesses,
        "best": list(report.best),
        "distribution": None if strategy is None else list(strategy.distribution),
        "lost": None if strategy is None else strategy.lost,
        "opener": None if strategy is None else strategy.opener,
        **certificate_fields(report.tree, report.accepted),
        "with_history": None
        if strategy is None or not question.history
        else {
            "total_guesses": strategy.figures.total_guesses,
            "max_guesses": len(strategy.figures.distribution),
            "distribution": list(strategy.figures.distribution),
        },
        "openers_bounded": len(report.outcome.others),
        "bounded_by_counts": report.outcome.by_counts,
        "bounded_by_search": report.outcome.by_search,
        "openers_hopeless": len(report.outcome.hopeless),
        "left": list(report.outcome.left),
        **question_fields(question),
        "guesses_left": report.guesses_left,
        "openers": list(report.question.asked) or None,
        "stopped_by": report.stopped_by,
        "work": report.outcome.work,
        "seconds": round(report.seconds, 3),
    }


def optimal_fields(report: SolveReport) -> dict[str, object]:
    """Return the JSON fields of `prove --optimal`: those of `solve`, but for `openers`, which are the best.

    `asked` are the openers that the question was restricted to.
    """
    fields = solve_fields(report)
    fields |= {"question": "optimal", "openers": list(report.best), "asked": fields["openers"]}
    whole = fields["certificate"] if report.lower_bound_checked else None
    worst_case = certificate_fields(report.worst_case, report.worst_case_accepted)
    return fields | {
        "lower_bound_certificate": whole,
        "worst_case_certificate": worst_case["certificate"],
        "worst_case_proves": worst_case["proves"],
        "worst_case_cost": report.worst_case_cost,
        "proof_too_long": report.too_long,
    }


def rank_fields(report: RankReport, out: Path | None) -> dict[str, object]:
    """Return the JSON fields of `rank`."""
    question = report.question
    name = "total_guesses" if question.goal.counts_guesses else "cost"
    return {
        "question": "rank",
        "top": report.top,
        "openers": [
            {"rank": place, "opener": found.opener, name: found.cost}
            for place, found in zip(report.places(), report.ranked, strict=True)
        ],
        "complete": report.complete,
        "possible": possible(report.complete, bool(report.ranked)),
        "others": len(report.others),
        "openers_hopeless": len(report.hopeless),
        "left": list(report.left),
        "total_weight": question.total_weight,
        **question_fields(question),
        "asked": list(report.question.asked) or None,
        "settled_before": report.before,
        "replayed": report.replayed,
        "run": None if report.keeping.folder is None else str(report.keeping.folder),
        "table": table_field(out, complete=report.complete),
        "stopped_by": report.stopped_by,
        "work": report.work,
        "seconds": round(report.seconds, 3),
        "seconds_of_all_runs": round(report.seconds_of_all_runs, 3),
    }


def possible(complete: bool, ranked: bool) -> bool | None:  # noqa: FBT001  what a report says
    """Return whether any opener keeps the limit; None while that isn't known."""
    return True if ranked else False if complete else None


def question_fields(question: TotalQuestion) -> dict[str, object]:
    """Return the JSON fields that tell the question."""
    return {
        "variant": question.variant.name,
        "mode": question.variant.mode.value,
        "after": question.variant.scoring.format_history(question.history),
        "limit": question.limit,
        "hidden": len(question.hidden),
        "costs": list(question.goal.costs) or None,
        "loss": question.goal.loss,
        "weighted": bool(question.goal.weights),
    }


def solve_lines(report: SolveReport, options: LimitOptions, *, proof: bool = False) -> Iterator[str]:
    """Yield the report of `solve` for people, with `proof` that of `prove --optimal`."""
    question = report.question
    what = f"{question_words(question, report.question.asked)}{_within(report)}"
    words = counted(len(question.hidden), "hidden word", "hidden words")
    if not report.exact:
        yield f"undecided: {what}: the least {_kind(question)} over {words}"
        if report.best and report.cost is not None:
            yield f"best so far  {_names(report.best)}, {_cost(question, report.cost)}{_mean(report)}"
        yield f"stopped by   {options.describe(report.stopped_by)}; {_refuted(report)}"
        yield _left(report.outcome.left)
        return
    if report.cost is None:
        yield from _impossible_lines(report, what, words, proof=proof)
        return
    yield f"{report.verdict}: {what}: {_cost(question, report.cost)} over {words}{_mean(report)}"
    yield from _strategy_lines(report)
    if len(report.best) > 1:
        yield f"equally good {_names(report.best)}"
    if report.outcome.others or report.outcome.hopeless:
        yield f"others       {_refuted(report)}"
    yield from _certificate_lines(report, options, proof=proof)
    yield _effort(report)


def _impossible_lines(report: SolveReport, what: str, words: str, *, proof: bool) -> Iterator[str]:
    """Yield the report where the limit can't be kept."""
    yield f"impossible: {what}: no strategy finds every one of {words} in time"
    if len(report.outcome.hopeless) > 1:
        yield f"openers      none of {len(report.outcome.hopeless)} keeps the limit"
    if proof:
        yield "certificate  none: this rests on the search; prove --depth writes a refutation"
    yield _effort(report)


def _certificate_lines(report: SolveReport, options: LimitOptions, *, proof: bool) -> Iterator[str]:
    """Yield what there is to say about the certificate of an answer."""
    if report.tree is not None and report.accepted is not None:
        yield from certificate_lines(report.tree, report.accepted)
        if report.worst_case is not None and report.worst_case_accepted is not None:
            yield from certificate_lines(report.worst_case, report.worst_case_accepted)
        elif report.lower_bound_checked and report.verdict is TotalVerdict.EXACT:
            yield "             (that the worst case is the least rests on the search)"
        if report.too_long:
            yield "             (a strategy: it shows that this can be reached. That nothing less can be was"
            yield "             found by exhaustive search; the proof of it is too long for a certificate)"
        elif proof and not report.lower_bound_checked:
            yield "             (a strategy: it shows that this can be reached. That nothing less can be was"
            yield "             found by exhaustive search, and has no certificate)"
    if not report.finished:
        yield f"certificate  none: stopped by {options.describe(report.stopped_by)}"


def _strategy_lines(report: SolveReport) -> Iterator[str]:
    """Yield what is to be told about the strategy."""
    question, strategy = report.question, report.strategy
    assert strategy is not None, "an exact finite cost has a strategy"
    least = {
        First.TOTAL: "",
        First.WORST_THEN_TOTAL: ", the least worst case",
        First.TOTAL_THEN_WORST: ", the least for this total",
    }[report.question.goal.first]
    lost = ""
    if question.goal.loss is not None:
        lost = f"; {counted(strategy.lost, 'word', 'words')} not found in time"
    yield (
        f"strategy     {strategy.opener.upper()}, "
        f"{counted(strategy.max_guesses, 'guess', 'guesses')} at most{least}{lost}"
    )
    yield from reply_lines(strategy.replies, question.variant.scoring)
    yield f"distribution {' '.join(map(str, strategy.distribution))}"
    if question.history:
        figures = strategy.figures
        yield (
            f"             with the history {counted(figures.total_guesses, 'guess', 'guesses')} in all, "
            f"{len(figures.distribution)} at most"
        )


def rank_lines(report: RankReport, out: Path | None, options: LimitOptions) -> Iterator[str]:
    """Yield the report of `rank` for people."""
    question = report.question
    number = len(question.openers)
    openers = counted(number, "opener", "openers")
    whole = report.top is None or report.top >= number
    wanted = f"all {openers}" if whole else f"the best {report.top} of {openers}"
    none = report.complete and not report.ranked
    yield rank_heading(question, wanted, openers, complete=report.complete, none=none)
    counts = question.goal.counts_guesses
    if report.ranked:
        yield f"{'rank':>6}  {'opener':<8}{'total' if counts else 'cost':>8}    mean"
    rows = [
        f"{place:>6}  {found.opener.upper():<8}{found.cost:>8}  {float(report.mean(found)):.4f}"
        for place, found in zip(report.places(), report.ranked, strict=True)
    ]
    yield from shown_rows(rows, report.top, complete=report.complete)
    if not none and (report.others or report.hopeless):
        yield f"others       {_rank_others(report)}"
    if not report.complete:
        again = "; the same command goes on from here" if report.keeping.folder is not None else ""
        yield f"stopped by   {options.describe(report.stopped_by)}{again}"
        yield _left(report.left)
    if report.keeping.folder is not None:
        before = counted(report.before, "opener", "openers")
        yield f"run          {report.keeping.folder}; {before} settled before"
        yield (
            f"checked      {counted(report.replayed, 'strategy', 'strategies')} that reach these totals; "
            "that none is less, and what is said of other openers, rests on the search and on this folder"
        )
    yield from table_lines(out, complete=report.complete)
    yield f"effort       {report.seconds:.1f} s, {counted(report.work, 'guess', 'guesses')} examined"


def rank_heading(question: TotalQuestion, wanted: str, among: str, *, complete: bool, none: bool) -> str:
    """Return the first line about a ranking of what is `wanted`; `none` of those it is `among` can be won."""
    limit = "" if question.limit is None else f", within {counted(question.limit, 'guess', 'guesses')}"
    asked = f"{question_words(question, ())}{limit}"
    words = counted(len(question.hidden), "hidden word", "hidden words")
    if none:
        return f"impossible: {asked}: none of {among} finds every one of {words} in time"
    return f"{'complete' if complete else 'unfinished'}: {asked}: {wanted} over {words}"


def _rank_others(report: RankReport) -> str:
    """Return what is known about the openers that aren't ranked."""
    exact = sum(isinstance(found, ExactCost) for found in report.others)
    parts = []
    if report.others:
        known = f", {exact} of them by a known amount" if exact else ""
        parts.append(f"{counted(len(report.others), 'opener costs', 'openers cost')} more{known}")
    if report.hopeless:
        parts.append(f"{counted(len(report.hopeless), 'opener', 'openers')} can't keep the limit")
    return "; ".join(parts)


def question_words(question: TotalQuestion, openers: Sequence[str]) -> str:
    """Return the question in words: variant, mode, history and openers."""
    variant = question.variant
    after = f" after {variant.scoring.format_history(question.history)}" if question.history else ""
    first = ""
    if openers:
        first = f", opener {openers[0].upper()}" if len(openers) == 1 else f", one of {len(openers)} openers"
    return f"{variant.name}, {variant.mode} mode{after}{first}"


def _within(report: SolveReport) -> str:
    """Return the limit that the answer keeps, in guesses from the start of the game."""
    if report.guesses_left is None:
        return ""
    limit = len(report.question.history) + report.guesses_left
    return f", within {counted(limit, 'guess', 'guesses')}"


def _kind(question: TotalQuestion) -> str:
    """Return what is added up."""
    if not question.goal.counts_guesses:
        return "cost"
    return "weighted number of guesses" if question.goal.weights else "number of guesses"


def _cost(question: TotalQuestion, cost: int) -> str:
    """Return a cost with what it counts."""
    if not question.goal.counts_guesses:
        return f"cost {cost}"
    if question.goal.weights:
        return f"weighted total {cost}"
    return counted(cost, "guess", "guesses")


def _mean(report: SolveReport) -> str:
    """Return what a hidden word costs on average; as a fraction, too, where words have weights."""
    if report.mean is None:
        return ""
    question = report.question
    fraction = f"{report.cost}/{question.total_weight} = " if question.goal.weights else ""
    return f" ({fraction}{float(report.mean):.4f} on average)"


def _names(openers: Sequence[str]) -> str:
    """Return openers in capitals, the first ones if there are many."""
    dots = f" ... ({len(openers)} in all)" if len(openers) > _SHOWN_BEST else ""
    return " ".join(opener.upper() for opener in openers[:_SHOWN_BEST]) + dots


def _refuted(report: SolveReport) -> str:
    """Return what is known about the openers that aren't best."""
    outcome = report.outcome
    others = counted(len(outcome.others), "opener costs", "openers cost")
    parts = []
    if outcome.others or not outcome.hopeless:
        parts.append(
            f"{others} more: {outcome.by_counts} by counting patterns, {outcome.by_search} by search"
        )
    if outcome.hopeless:
        parts.append(f"{counted(len(outcome.hopeless), 'opener', 'openers')} can't keep the limit")
    return "; ".join(parts)


def _left(left: Sequence[str]) -> str:
    """Return which openers are left."""
    if not left:
        return "left         the strategy"
    return f"left         {listed_openers(left)}"


def _effort(report: SolveReport) -> str:
    return f"effort       {report.seconds:.1f} s, {counted(report.outcome.work, 'guess', 'guesses')} examined"
