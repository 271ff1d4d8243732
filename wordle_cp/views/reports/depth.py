"""What `prove --depth` and `prove --least-depth` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from wordle_cp.answers.answering import Engine
from wordle_cp.answers.telling import (
    by_deciders,
    certificate_fields,
    certificate_lines,
    distribution_line,
    effort_line,
    ending_fields,
    from_here,
    listed_openers,
    model_fields,
    model_line,
    position_fields,
    position_words,
    reply_lines,
    some,
    together,
    with_these,
    words_of,
)
from wordle_cp.engine import Verdict
from wordle_cp.errors import counted
from wordle_cp.values import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.depth.least_depth import LeastDepthReport
    from wordle_cp.answers.depth.report import DepthReport
    from wordle_cp.rules.words import History


def depth_fields(report: DepthReport) -> dict[str, object]:
    """Return the JSON fields of `prove --depth`."""
    question, outcome = report.question, report.result.outcome
    claim = {} if report.accepted is None else report.accepted.claim.fields()
    strategy = claim if report.verdict is Verdict.POSSIBLE else {}
    return {
        "question": "depth",
        "depth": report.depth,
        "verdict": report.verdict.value,
        "opener": outcome.opener,
        **certificate_fields(report.certificate, report.accepted),
        "uncertified": _uncertified(report),
        **position_fields(question.variant, question.history),
        "openers": list(question.asked) or None,
        "hidden": report.result.hidden_count,
        "total_guesses": strategy.get("total_guesses"),
        "max_guesses": strategy.get("max_guesses"),
        "distribution": strategy.get("distribution"),
        "proof_nodes": claim.get("nodes"),
        "proof_lemmas": claim.get("lemmas"),
        "hinted": list(report.hinted),
        "refuted_by_families": outcome.refuted_by_families,
        "refuted_by_search": outcome.refuted_by_search,
        "refuted_states": asdict(outcome.states),
        "left": list(outcome.left),
        "stopped_by": report.result.stopped_by,
        "nodes": outcome.nodes,
        **model_fields(report.by, report.model),
        "seconds": round(report.seconds, 3),
    }


def depth_lines(report: DepthReport, struck: str) -> Iterator[str]:
    """Yield the report of `prove --depth` for people."""
    question, outcome = report.question, report.result.outcome
    yield (
        f"{report.verdict.value}: {position_words(question.variant, question.history, question.asked)}: "
        f"every one of {words_of(question.variant, report.result.hidden_count)} "
        f"within {counted(report.depth, 'guess', 'guesses')}{_made(question.history)}"
    )
    if report.verdict is Verdict.POSSIBLE:
        yield from _strategy_lines(report)
    elif report.verdict is Verdict.IMPOSSIBLE:
        yield from _refutation_lines(report, struck)
    elif report.model is not None:
        yield f"stopped by   {struck}"
    else:
        yield f"stopped by   {struck}; refuted {_refuted(report)}"
        if not outcome.left:
            yield "left         to write and check the certificate"
            return
        yield f"left         {listed_openers(outcome.left)}"
    if report.model is not None:
        yield model_line(report.model)
        yield effort_line(report.seconds)
        return
    states = together(
        some(outcome.states.by_families, "by endgame families"),
        some(outcome.states.by_pairs, "by pairs of words"),
        some(outcome.states.by_guesses, "guess by guess"),
    )
    if states:
        yield f"states       refuted {states}"
    yield effort_line(report.seconds, some(outcome.nodes, "node", "nodes"))


def _refuted_by_families(report: DepthReport) -> Iterator[str]:
    """Yield how many openers the models of a whole list refute, and by whom."""
    openers = getattr(report.model, "openers", None)
    if openers:
        yield f"refuted      {by_deciders(openers, 'opener', 'openers')}"


def _refutation_lines(report: DepthReport, struck: str) -> Iterator[str]:
    """Yield what there is to say about a refutation and its certificate."""
    if report.by is Engine.SEARCH:
        yield f"refuted      {_refuted(report)}"
    yield from _refuted_by_families(report)
    if report.certificate is not None and report.accepted is not None:
        yield from certificate_lines(report.certificate, report.accepted)
        return
    stopped = report.result.stopped_by is not None
    yield f"certificate  none: {f'stopped by {struck}' if stopped else 'the proof would be too long'}"
    yield f"uncertified  {_uncertified(report)}"


def _uncertified(report: DepthReport) -> str | None:
    """Return what of the answer has no certificate, and who vouches for it; None if all of it has one."""
    if report.verdict is not Verdict.IMPOSSIBLE or report.accepted is not None:
        return None
    by = "the search" if report.by is Engine.SEARCH else "the and-or search"
    return f"that there is no strategy{with_these(report.question.asked)}, by {by}"


def _made(history: History) -> str:
    """Return which guesses of those that are allowed have been made."""
    if not history:
        return ""
    if len(history) == 1:
        return f", of which {history[0][0].upper()} is the first"
    return f", of which {listed([guess.upper() for guess, _ in history], 'and')} are the first {len(history)}"


def least_depth_fields(report: LeastDepthReport) -> dict[str, object]:
    """Return the JSON fields of `prove --least-depth`.

    `certificates` has the paths of both, `possible` and `impossible` all fields of the two questions; what
    there isn't is null.
    """
    question = report.question
    parts = {"possible": report.possible, "impossible": report.impossible}
    checked = report.depth is not None and all(
        part.accepted is not None for part in parts.values() if part is not None
    )
    settled = "proven" if checked else "exact"  # in ultrahard mode a refutation has no certificate
    asked = [part for part in (*parts.values(), report.undecided) if part is not None]
    return {
        "question": "least-depth",
        "verdict": "undecided" if report.depth is None else settled,
        "depth": report.depth,
        "at_least": report.lower,
        "certificates": {
            verdict: None if part is None or part.certificate is None else str(part.certificate)
            for verdict, part in parts.items()
        },
        "checked": checked,
        "uncertified": _by_families(report),
        **position_fields(question.variant, question.history),
        "openers": list(question.asked) or None,
        **ending_fields(report, nodes=sum(part.result.outcome.nodes for part in asked)),
    } | {verdict: None if part is None else depth_fields(part) for verdict, part in parts.items()}


def least_depth_lines(report: LeastDepthReport, struck: str) -> Iterator[str]:
    """Yield the report of `prove --least-depth` for people."""
    question = report.question
    asked = position_words(question.variant, question.history, question.asked)
    made = _made(question.history)
    if report.depth is not None:
        yield f"least depth {report.depth}: {asked}"
    elif report.possible is not None:
        yield f"least depth {report.lower} to {report.possible.depth}: {asked}"
    else:
        yield f"least depth {report.lower} or more: {asked}"
    if (rest := _by_families(report)) is not None:
        yield f"uncertified  {rest}"
    if report.possible is not None:
        yield f"{counted(report.possible.depth, 'guess', 'guesses')}{made}: enough"
        yield from _strategy_lines(report.possible)
        if report.possible.model is not None:
            yield model_line(report.possible.model)
    if report.impossible is not None:
        yield f"{counted(report.impossible.depth, 'guess', 'guesses')}{made}: not enough"
        yield from _refutation_lines(report.impossible, struck)
        if report.impossible.model is not None:
            yield model_line(report.impossible.model)
    if report.undecided is not None:
        stopped = "" if report.stopped_by is None else f", stopped by {struck}"
        yield f"{counted(report.undecided.depth, 'guess', 'guesses')}{made}: undecided{stopped}"
    yield effort_line(report.seconds)


def _by_families(report: LeastDepthReport) -> str | None:
    """Return what is said of the lower bound without a certificate: it was on the way when a limit struck."""
    known = len(report.question.history) + 1  # any word takes a guess
    if report.depth is not None or report.impossible is not None or report.lower <= known:
        return None
    return f"that {counted(report.lower - 1, 'guess is', 'guesses are')} too few, by counting or by CP-SAT"


def _strategy_lines(report: DepthReport) -> Iterator[str]:
    """Yield what to report about the strategy of a possible verdict."""
    outcome = report.result.outcome
    assert report.accepted is not None, "a possible verdict has been checked"
    claim = report.accepted.claim
    first = (outcome.opener or "the one word left").upper()
    words, history = claim.hidden_count, report.question.history
    total = claim.total_guesses - words * len(history)
    yield (
        f"strategy     {first}, {from_here(total, history, words)} "
        f"over {words_of(report.question.variant, words, '')} ({total / words:.4f} on average)"
    )
    if outcome.opener is not None and outcome.opener in report.hinted:
        yield "             (opener named by a shipped certificate; --fresh searches without that hint)"
    yield from reply_lines(report.replies, report.question.variant.scoring)
    yield distribution_line(claim.distribution[len(history) :])
    assert report.certificate is not None, "as above"
    yield from certificate_lines(report.certificate, report.accepted)


def _refuted(report: DepthReport) -> str:
    outcome = report.result.outcome
    left = report.depth - len(report.question.history)
    if report.verdict is Verdict.IMPOSSIBLE and left <= 1:
        words = words_of(report.question.variant, report.result.hidden_count)
        return f"{words} and {counted(left, 'guess', 'guesses')} left"
    if report.by_lemmas:
        return "whatever the opener, a word or more isn't found in time"
    families, search = outcome.refuted_by_families, outcome.refuted_by_search
    if not families:
        return f"{counted(search, 'opener', 'openers')} by search" if search else "no opener"
    return together(
        f"{counted(families, 'opener', 'openers')} by endgame families", some(search, "by search")
    )
