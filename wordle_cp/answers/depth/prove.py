"""From a question to a checked answer: search, certificate, check.

The order is always the same:

1. `search` decides the question.
2. The strategy, or the proof that there is none, is written as a certificate under a temporary name, the
   independent checker judges the file, and only an accepted file gets its name.

In games of codes a proof by lemmas of words missed may come before the end of the search (`codes`).

In ultrahard mode the search of hard mode comes first, and what it makes impossible has its proof. For what
only ultrahard mode makes impossible one is written from the verdict (`certify.ultrahard`). The one
exception: if that proof is given up, or has too many nodes, the search's verdict is reported without a
certificate.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_cp.answers.answering import Engine
from wordle_cp.answers.depth.answer import DepthAnswer
from wordle_cp.answers.depth.codes import CodeLemmas
from wordle_cp.answers.replies import Replies, largest_replies
from wordle_cp.answers.shipped_answers import name_answer
from wordle_cp.answers.shipped_claims import hinted_openers, shipped_decision
from wordle_cp.certify.asked import asked_impossible, asked_possible
from wordle_cp.certify.depth import refutation_certificate
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import depth_certificate
from wordle_cp.certify.replacing import about
from wordle_cp.certify.ultrahard import ProofTooLargeError, ultrahard_certificate
from wordle_cp.engine import Verdict
from wordle_cp.files.outputs import prepare
from wordle_cp.games.question import checked_depth
from wordle_cp.games.strategy_tree import walk
from wordle_cp.search.ultrahard import DecidedBy, decide_depth
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.certify.asked import Asked
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Question
    from wordle_cp.search.depth import DepthResult


def prove_depth(
    question: Question,
    depth: int,
    out: Path,
    *,
    fresh: bool = False,
    by: Engine = Engine.SEARCH,
    work: Work = UNLIMITED,
) -> DepthAnswer:
    """Decide whether every hidden word of `question` can be found within `depth` guesses in all.

    Where all openers are asked about, those that shipped certificates of the same game name are tried first,
    unless `fresh`. The certificate is written to `out` and checked; temporary files that killed runs left
    there are removed. With CP-SAT for `by` the models decide, and not the native search (`by_model`).

    Raises:
        UsageError: the depth is out of range; nothing was searched.
        FileError: `out` can't be written.
        CertificateRejected: our own certificate failed the check: a bug; `out` is left as it was.
    """
    if by is not Engine.SEARCH:
        from wordle_cp.answers.depth.by_model import prove_by_model  # noqa: PLC0415  not needed for the search

        return prove_by_model(question, depth, out, work)
    started = time.monotonic()
    variant, history, hidden = question.variant, question.history, question.hidden
    checked_depth(depth, history)
    prepare(out, about(question.position, "depth", depth=depth))
    if not fresh:
        name_answer(shipped_decision(question, depth), work)
    hinted = () if fresh or question.asked or history else tuple(hinted_openers(variant, depth))

    def search(work: Work) -> DecidedBy:
        work.stage("search")
        return decide_depth(question, depth, first=hinted, work=work)

    codes = CodeLemmas(question, depth)
    refutation: Refutation | None = None
    if work.symmetry and codes.may_take_long:  # such lemmas rest on symmetry
        result, refutation = codes.decide(lambda work: search(work).result, work)
        decided = DecidedBy(result, variant.mode)
    else:
        decided = search(work)
    result = decided.result
    accepted: Accepted | None = None
    try:
        proving = work.going_on()  # what asked to stop while the search could still decide was served by that
        certificate = refutation or _certificate(question, depth, decided, proving)
        if certificate is not None:
            accepted = write_checked(out, certificate, _claimed(question, depth, result), proving)
    except StoppedError as stopped:  # a verdict that nobody has checked isn't reported
        if result.verdict is Verdict.POSSIBLE or decided.mode.only_facts:
            result = replace(result, outcome=replace(result.outcome, verdict=Verdict.UNDECIDED))
        result = replace(result, stopped_by=stopped.reason)
    return DepthAnswer(
        question=question,
        depth=depth,
        result=result,
        hinted=hinted,
        certificate=out if accepted else None,
        accepted=accepted,
        replies=largest_replies(
            walk(result.outcome.strategy, hidden, history, scoring=variant.scoring), history
        )
        if result.verdict is Verdict.POSSIBLE
        else Replies(),
        stopped_by=result.stopped_by,
        seconds=time.monotonic() - started,
        by_lemmas=refutation is not None,
    )


def _certificate(
    question: Question, depth: int, decided: DecidedBy, work: Work
) -> Certificate | Refutation | None:
    """Return the certificate of what the search found, if it found anything that it can prove."""
    result = decided.result
    if result.verdict is Verdict.POSSIBLE:
        opener = result.outcome.opener if question.asked else None
        steps = result.outcome.strategy
        return depth_certificate(question.variant, depth, steps, history=question.history, opener=opener)
    if result.verdict is not Verdict.IMPOSSIBLE:
        return None
    work.stage("writing the proof")
    if decided.mode.only_facts:
        return refutation_certificate(question, depth, result.proof, result.outcome.refuting, work=work)
    with suppress(ProofTooLargeError):
        return ultrahard_certificate(question, depth, work)
    return None


def _claimed(question: Question, depth: int, result: DepthResult) -> Asked:
    """Return what a certificate of the `result` is to claim."""
    if result.verdict is Verdict.POSSIBLE:
        opener = result.outcome.opener if question.asked else None
        return asked_possible(question.position, depth, opener)
    return asked_impossible(question, depth)
