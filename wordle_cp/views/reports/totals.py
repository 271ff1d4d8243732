"""What `solve` and `prove --optimal` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.answers.telling import (
    certificate_fields,
    certificate_lines,
    certified_line,
    distribution_line,
    effort_line,
    ending_fields,
    from_here,
    kept_line,
    left_line,
    model_fields,
    model_line,
    no_upper_lines,
    position_words,
    question_fields,
    reply_lines,
    some,
    together,
    weights_lines,
    with_these,
    within_left,
    words_of,
)
from wordle_cp.answers.totals.report import TotalVerdict
from wordle_cp.errors import counted
from wordle_cp.games.goal import First

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.answers.totals.report import SolveReport
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.models.and_or import GraphSize

_SHOWN_BEST: Final = 60


def solve_fields(report: SolveReport, traced: dict[str, object] | None = None) -> dict[str, object]:
    """Return the JSON fields of `solve`; those of a trace are what was `traced`.

    Guesses count from the position asked about; `with_history` has the same from the start of the game.
    `total_guesses` and `mean_guesses` are null where costs are no numbers of guesses: `cost` is there always.
    """
    return _fields(report) | {"trace": traced}


def _fields(report: SolveReport) -> dict[str, object]:
    """Return the JSON fields of all questions about totals."""
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
        "low": report.low,
        "high": report.high,
        "gap": None if report.gap is None else float(report.gap),
        "certified_low": None if report.certified is None else report.certified[0],
        "certified_high": None if report.certified is None else report.certified[1],
        "worst_case_low": report.worst_low,
        "max_guesses": None if strategy is None else strategy.max_guesses,
        "best": list(report.best),
        "distribution": None if strategy is None else list(strategy.distribution),
        "lost": None if strategy is None else strategy.missed,
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
        "openers_hopeless": len(report.outcome.refuted),
        "left": list(report.outcome.left),
        **question_fields(question),
        "guesses_left": report.guesses_left,
        "openers": list(question.asked) or None,
        **model_fields(report.by, report.model),
        **ending_fields(report, work=report.outcome.work),
    }


def optimal_fields(report: SolveReport) -> dict[str, object]:
    """Return the JSON fields of `prove --optimal`: those of `solve`, but for `openers`, which are the best.

    `asked` are the openers that the question was restricted to.
    """
    fields = _fields(report)
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


def solve_lines(report: SolveReport, struck: str, *, proof: bool = False) -> Iterator[str]:
    """Yield the report of `solve` for people, with `proof` that of `prove --optimal`."""
    question = report.question
    what = position_words(question.variant, question.history, question.asked)
    what += within_left(question, report.guesses_left)
    words = words_of(question.variant, len(question.hidden))
    if not report.exact:
        yield f"undecided: {what}: the least {_kind(question)} over {words}"
        yield from weights_lines(question)
        if report.best and report.cost is not None:
            yield f"best so far  {_names(report.best)}, {_cost(question, report.cost)}{_mean(report)}"
        yield from _ends_lines(report)
        if report.model is not None:
            yield f"stopped by   {struck}"
            yield model_line(report.model)
            return
        yield f"stopped by   {struck}; {_refuted(report)}"
        yield left_line(report.outcome.left)
        yield from certificate_lines(report.tree, report.accepted)
        if report.kept is not None:
            yield kept_line(report.kept)
        return
    if report.cost is None:
        yield from _impossible_lines(report, what, words, proof=proof)
        return
    yield f"{report.verdict}: {what}: {_cost(question, report.cost)} over {words}{_mean(report)}"
    yield from weights_lines(question)
    yield from _strategy_lines(report)
    if report.model is not None:
        if proof:
            yield f"openers      {_names(report.best)} is a best one; others may take as few guesses"
        yield from _by_model_lines(report, report.model, struck)
        return
    yield from _other_openers_lines(report, struck)
    yield from _certificate_lines(report, struck, proof=proof)
    yield effort_line(report.seconds, some(report.outcome.work, "guess examined", "guesses examined"))


def _other_openers_lines(report: SolveReport, struck: str) -> Iterator[str]:
    """Yield what is known of openers but the one that the strategy begins with."""
    if len(report.best) > 1:
        yield f"equally good {_names(report.best)}"
    if report.outcome.others or report.outcome.refuted:
        yield f"others       {_refuted(report)}"
    if report.outcome.left:
        yield f"stopped by   {struck}; that other openers are as good isn't ruled out"
        yield left_line(report.outcome.left)


def _ends_lines(report: SolveReport) -> Iterator[str]:
    """Yield what is known of a least cost that isn't known itself."""
    low, strategy = report.low, report.strategy
    if report.worst_low is not None:
        least = counted(report.worst_low, "guess", "guesses")
        yield f"worst case   {least} or more, which isn't settled yet"
    if low is not None:
        lesser = report.certified is not None and report.certified[0] < low
        rest = f"; certified: {report.certified[0]} or more" if lesser and report.certified else ""
        yield f"lower        {_cost(report.question, low)} or more{rest}"
    if strategy is None:
        yield from no_upper_lines(report.question)
        return
    ends = strategy.cost == report.high and report.gap is not None
    gap = f"; gap {float(report.gap or 0):.2%}" if ends else ""
    cost = _cost(report.question, strategy.cost)
    name = "strategy    " if report.high is None else "upper       "
    yield f"{name} {strategy.opener.upper()}, {cost}, {_most(report.question, strategy)}{gap}"
    yield from reply_lines(strategy.replies, report.question.variant.scoring)
    yield distribution_line(strategy.distribution)


def _impossible_lines(report: SolveReport, what: str, words: str, *, proof: bool) -> Iterator[str]:
    """Yield the report where the limit can't be kept."""
    yield f"impossible: {what}: no strategy finds every one of {words} in time"
    if report.model is not None:
        rest = f"there is no strategy{with_these(report.question.asked)}"
        yield f"uncertified  that {rest}, by the recursion; prove --depth writes a refutation"
        yield model_line(report.model)
        yield effort_line(report.seconds)
        return
    if len(report.outcome.refuted) > 1:
        yield f"openers      none of {len(report.outcome.refuted)} keeps the limit"
    if proof:
        yield "certificate  none: this rests on the search; prove --depth writes a refutation"
    yield effort_line(report.seconds, some(report.outcome.work, "guess examined", "guesses examined"))


def _by_model_lines(report: SolveReport, model: GraphSize, struck: str) -> Iterator[str]:
    """Yield what follows the strategy where `--by cp-sat` answered."""
    if report.accepted is None:
        yield from certificate_lines(None, None, struck)
    elif report.tree is not None:
        yield from certificate_lines(report.tree, report.accepted)
    else:
        yield certified_line(report.accepted)
    if not report.lower_bound_checked:
        rest = f"that no strategy{with_these(report.question.asked)} costs less, by the recursion"
        if report.accepted is None:
            rest += "; no checker has judged this strategy, either"
        elif not report.question.goal.is_plain:
            rest += ", and what this strategy costs"
        yield f"uncertified  {rest}"
    yield model_line(model)
    yield effort_line(report.seconds)


def _certificate_lines(report: SolveReport, struck: str, *, proof: bool) -> Iterator[str]:
    """Yield what there is to say about the certificate of an answer."""
    if report.tree is not None and report.accepted is not None:
        yield from certificate_lines(report.tree, report.accepted)
        yield from certificate_lines(report.worst_case, report.worst_case_accepted)
        whole = report.worst_case_accepted is not None
        if report.lower_bound_checked and not whole and report.verdict is TotalVerdict.EXACT:
            yield "             (that the worst case is the least rests on the search)"
        if report.certified is not None and not report.lower_bound_checked:
            yield "             (both ends, as far as they are proven; the search proves that they meet)"
        elif report.too_long or (proof and not report.lower_bound_checked):
            why = "; the proof of it is too long for a" if report.too_long else ", and has no"
            yield (
                "             (a strategy: it shows that this can be reached. That nothing less can be was "
                f"found by exhaustive search{why} certificate)"
            )
    if report.kept is not None:
        yield kept_line(report.kept)
    elif not report.finished and not report.outcome.left:
        yield from certificate_lines(None, None, struck)


def _strategy_lines(report: SolveReport) -> Iterator[str]:
    """Yield what to report about the strategy."""
    question, strategy = report.question, report.strategy
    assert strategy is not None, "an exact finite cost has a strategy"
    least = {
        First.TOTAL: "",
        First.WORST_THEN_TOTAL: ", the least worst case",
        First.TOTAL_THEN_WORST: ", the least for this total",
    }[question.goal.first]
    yield f"strategy     {strategy.opener.upper()}, {_most(question, strategy, least)}"
    yield from reply_lines(strategy.replies, question.variant.scoring)
    yield distribution_line(strategy.distribution)


def _most(question: TotalQuestion, strategy: Strategy, least: str = "") -> str:
    """Return how many guesses the strategy takes at most, and how many words it loses if it may."""
    most = f"{from_here(strategy.max_guesses, question.history)} at most{least}"
    if question.goal.loss is None:
        return most
    return f"{most}; {counted(strategy.missed, 'word', 'words')} not found in time"


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
    return from_here(cost, question.history, len(question.hidden))


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
    if outcome.others:
        how = together(some(outcome.by_counts, "by counting patterns"), some(outcome.by_search, "by search"))
        parts.append(f"{others} more: {how}")
    if outcome.refuted:
        parts.append(f"{counted(len(outcome.refuted), 'opener', 'openers')} can't keep the limit")
    return "; ".join(parts) or "no opener is known to cost more"
