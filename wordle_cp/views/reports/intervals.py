"""What `prove --between` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.telling import (
    certificate_fields,
    certificate_lines,
    distribution_line,
    effort_line,
    ending_fields,
    kept_line,
    no_upper_lines,
    position_words,
    question_fields,
    reply_lines,
    shipped_fields,
    shipped_lines,
    weights_lines,
    within,
    words_of,
)
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.answers.intervals.interval import IntervalReport


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
        "gap": None if report.gap is None else float(report.gap),
        "least_of_opener": None if strategy is None else report.least,
        "hinted": report.hinted,
        **shipped_fields(report.shipped),
        "distribution": None if strategy is None else list(strategy.distribution),
        "max_guesses": None if strategy is None else strategy.max_guesses,
        **certificate_fields(report.out, report.accepted),
        **question_fields(question),
        "openers": list(question.asked) or None,
        **ending_fields(report),
    }


def between_lines(report: IntervalReport, struck: str) -> Iterator[str]:
    """Yield the report for people."""
    question, strategy = report.question, report.strategy
    what = position_words(question.variant, question.history, question.asked) + within(question.limit)
    words = words_of(question.variant, len(question.hidden))
    if question.goal.weights:
        words += f" of weight {question.total_weight}"
    if not report.possible:
        yield f"impossible: {what}: no opener finds every one of {words} in time"
        yield "certificate  none: --depth proves it"
    elif report.accepted is not None or report.kept:
        yield f"between: {what}: {_numbers(report)} over {words}"
    else:
        yield f"undecided: {what}: the least number of guesses over {words}"
    yield from weights_lines(question)
    if report.possible and report.low is not None:
        more = "" if report.weakest is None else f"; this run proves no more of {report.weakest.upper()}"
        yield f"lower        {_each(question.asked)} costs {report.low} or more{more}"
    if strategy is not None:
        hint = ", named by a shipped certificate" if report.hinted else ""
        yield (
            f"upper        {strategy.opener.upper()}{hint}, {strategy.cost}{_kind(report)}, "
            f"{counted(strategy.max_guesses, 'guess', 'guesses')} at most"
        )
        yield from reply_lines(strategy.replies, question.variant.scoring)
        yield distribution_line(strategy.distribution)
    elif report.given_up or report.stopped_by is not None:
        yield from no_upper_lines(question)
    yield from _file_lines(report, struck)
    yield effort_line(report.seconds)


def _file_lines(report: IntervalReport, struck: str) -> Iterator[str]:
    """Yield what became of the certificate."""
    if report.accepted is not None:
        yield from certificate_lines(report.out, report.accepted)
        yield from shipped_lines(report.shipped, fresh=True)
        if report.stopped_by is not None:
            nearer = (
                "" if report.high == report.low else "; more time may bring the ends nearer to each other"
            )
            yield f"stopped by   {struck}{nearer}"
    elif report.kept:
        yield kept_line(report.out)
    elif report.stopped_by is not None:
        yield f"stopped by   {struck}; there is no certificate"
    elif report.possible:
        why = "no strategy was found soon" if report.given_up else "the opener given can't keep the limit"
        yield f"certificate  none: {why}"


def _kind(report: IntervalReport) -> str:
    """Return what strategy the upper end is, behind a comma."""
    if report.shipped is not None:
        return ""
    if report.by_policy:
        return ", by a policy, made better"
    return f", {'the least with this opener' if report.least else 'the strategy of the file made better'}"


def _numbers(report: IntervalReport) -> str:
    """Return the interval, and what it is on average."""
    assert report.low is not None, "it has both ends"
    assert report.high is not None, "it has both ends"
    weight = report.question.total_weight
    unit = "guesses by weight" if report.question.goal.weights else "guesses"
    mean = f"{report.low / weight:.4f} to {report.high / weight:.4f} on average"
    assert report.gap is not None, "it has both ends"
    return f"{report.low} to {report.high} {unit} ({mean}; gap {float(report.gap):.2%})"


def _verdict(report: IntervalReport) -> str:
    """Return the verdict in a word."""
    if report.accepted is not None or report.kept:
        return "between"
    return "undecided" if report.possible else "impossible"


def _each(openers: Sequence[str]) -> str:
    """Return of which openers a lower end is said: of these, or of all."""
    return openers[0].upper() if len(openers) == 1 else "each of these" if openers else "every opener"


def missed_fields(report: IntervalReport) -> dict[str, object]:
    """Return the JSON fields; guesses count from the position asked about, as in `solve`."""
    strategy = report.strategy
    return {
        "question": "missed-between",
        "verdict": _verdict(report),
        "low": report.low,
        "high": report.high,
        "guesses": len(report.question.goal.costs),
        "openers": list(report.question.asked) or None,
        "settled": report.settled,
        **shipped_fields(report.shipped),
        "opener": None if strategy is None else strategy.opener,
        "distribution": None if strategy is None else list(strategy.distribution),
        **certificate_fields(report.out, report.accepted),
        **question_fields(report.question),
        **ending_fields(report),
    }


def missed_lines(report: IntervalReport, struck: str) -> Iterator[str]:
    """Yield the report for people."""
    question, strategy = report.question, report.strategy
    what = position_words(question.variant, question.history, question.asked)
    words = words_of(question.variant, len(question.hidden))
    guesses = counted(len(report.question.goal.costs), "guess", "guesses")
    asked = f"the least number of {words} not found within {guesses}"
    if report.accepted is not None or report.kept:
        yield f"between: {what}: {asked} is {report.low} to {report.high}"
    else:
        yield f"undecided: {what}: {asked}"
    if report.low:
        yield f"lower        {_each(question.asked)} misses {report.low} or more"
    if strategy is not None:
        fewest = ", the fewest with this opener" if report.least else ""
        yield f"upper        {strategy.opener.upper()} misses {strategy.cost}{fewest}"
        yield from reply_lines(strategy.replies, question.variant.scoring)
    yield from certificate_lines(report.out, report.accepted)
    yield from shipped_lines(report.shipped, fresh=True)
    if report.kept:
        yield kept_line(report.out)
    elif report.stopped_by is not None:
        rest = (
            "more time may raise the lower end" if report.accepted is not None else "there is no certificate"
        )
        yield f"stopped by   {struck}; {rest}"
    yield effort_line(report.seconds)
