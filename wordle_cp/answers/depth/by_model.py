"""A guaranteed depth decided by a model, with CP-SAT or SAT: the verdict, its certificate, and the check.

Where this stands: beside `prove`, which asks it where the models are to decide alone; above `deciders`, which
do that. A solution is a strategy.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wordle_cp.answers.answering import Engine
from wordle_cp.answers.depth.deciders import FormulaDecider, GraphDecider
from wordle_cp.answers.depth.report import DepthReport
from wordle_cp.answers.replies import Replies, largest_replies
from wordle_cp.certify.asked import asked_impossible, asked_possible
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import depth_certificate
from wordle_cp.engine import DepthOutcome, RefutedStates, Verdict
from wordle_cp.files.leftovers import prepare
from wordle_cp.games.strategy_tree import walk
from wordle_cp.search.depth import DepthResult, check_depth, check_lone_word
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.depth.deciders import Decider
    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked
    from wordle_cp.games.question import Question
    from wordle_cp.work import Work


def prove_by_model(question: Question, depth: int, out: Path, by: Engine, work: Work) -> DepthReport:
    """Decide what `prove_depth` decides, by SAT or CP-SAT; that has a worker for each thread of the `work`.

    Raises:
        As `prove_depth`; UsageError also where there is no such model, or no SAT solver.
    """
    started = time.monotonic()
    check_depth(depth, question.history)
    check_lone_word(question)
    decider = FormulaDecider(question, depth, out) if by is Engine.SAT else GraphDecider(question, depth)
    prepare(out)
    verdict, accepted, stopped_by = Verdict.UNDECIDED, None, None
    try:
        work.stage("building and solving the model")
        decider.decide(work)
        if decider.vouched:
            verdict = decider.verdict
        found = _certificate(decider, question, depth, work.going_on())
        if found is not None:
            accepted = write_checked(out, *found, work.going_on())
            decider.tidy()
        verdict = decider.verdict
    except StoppedError as stopped:  # a verdict that nobody has checked isn't reported
        stopped_by = stopped.reason
    steps = decider.steps if verdict is Verdict.POSSIBLE else ()
    return DepthReport(
        question=question,
        depth=depth,
        result=DepthResult(
            DepthOutcome(
                verdict=verdict,
                opener=steps[0] if steps else None,
                strategy=steps,
                left=question.openers if verdict is Verdict.UNDECIDED else (),
                refuted_by_families=0,
                refuted_by_search=0,
                refuting=(),
                states=RefutedStates(),
                nodes=0,
            ),
            len(question.hidden),
            time.monotonic() - started,
            stopped_by,
        ),
        lemmas=0,
        hinted=(),
        certificate=out if accepted else None,
        accepted=accepted,
        replies=_replies(question, steps) if verdict is Verdict.POSSIBLE else Replies(),
        seconds=time.monotonic() - started,
        model=decider.size,
    )


def _certificate(
    decider: Decider, question: Question, depth: int, work: Work
) -> tuple[AnyCertificate, Asked] | None:
    """Return the certificate of the verdict, and what it is to claim; None if it would be too long."""
    if decider.verdict is Verdict.POSSIBLE:
        steps = decider.steps
        opener = (steps[0] if steps else question.hidden[0]) if question.asked else None
        return (
            depth_certificate(question.variant, depth, steps, history=question.history, opener=opener),
            asked_possible(question.position, depth, opener),
        )
    refutation = decider.refutation(work)
    return None if refutation is None else (refutation, asked_impossible(question, depth))


def _replies(question: Question, steps: tuple[str, ...]) -> Replies:
    nodes = walk(steps, question.hidden, question.history, scoring=question.variant.scoring)
    return largest_replies(nodes, question.history)
