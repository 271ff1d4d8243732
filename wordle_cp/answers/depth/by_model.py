"""A guaranteed depth decided by CP-SAT alone: the model of `strategy_graph`, its certificate, and the check.

A solution is a strategy. Where there is none, the lost states of the graph make a refutation.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wordle_cp.answers.depth.report import DepthReport
from wordle_cp.answers.replies import Replies, largest_replies
from wordle_cp.certificate.base.records import MAX_NODES
from wordle_cp.certify.asked import asked_impossible, asked_possible
from wordle_cp.certify.graph import graph_refutation
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import depth_certificate
from wordle_cp.certify.replacing import about
from wordle_cp.engine import DepthOutcome, RefutedStates, Verdict
from wordle_cp.files.outputs import prepare
from wordle_cp.games.question import checked_depth
from wordle_cp.games.strategy_tree import walk
from wordle_cp.models.endgame import Aim, demand_endgame
from wordle_cp.models.solver import Feasible, Infeasible, SolverSettings, Unknown
from wordle_cp.models.strategy_graph import Graph, GraphSize
from wordle_cp.search.depth import DepthResult, check_lone_word
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked
    from wordle_cp.games.question import Question
    from wordle_cp.models.solver import Outcome
    from wordle_cp.models.strategy_graph import GraphSolution
    from wordle_cp.work import Work


def prove_by_model(question: Question, depth: int, out: Path, work: Work) -> DepthReport:
    """Decide what `prove_depth` decides, by CP-SAT; it has a worker for each thread of the `work`.

    Raises:
        As `prove_depth`; UsageError also where there is no such model.
    """
    started = time.monotonic()
    checked_depth(depth, question.history)
    check_lone_word(question)
    demand_endgame(question.position)
    prepare(out, about(question.position, "depth", depth=depth))
    graph, accepted, stopped_by = None, None, None
    outcome: Outcome[GraphSolution] = Infeasible()  # where no guess is left
    try:
        work.stage("building and solving the model")
        if left := depth - len(question.history):
            aim = Aim((1,) * len(question.hidden), left, None)
            graph = Graph(question.position, question.asked, aim, SolverSettings.of(work))
            outcome = graph.solve()
        if isinstance(outcome, Unknown):
            stopped_by = work.reason_to_stop() or StopReason.INTERRUPTED
        elif (found := _certificate(question, depth, outcome, graph)) is not None:
            accepted = write_checked(out, *found, work.going_on())
    except StoppedError as stopped:  # a verdict that nobody has checked isn't reported
        outcome, stopped_by = Unknown(0.0), stopped.reason
    verdict, steps = _verdict(outcome), outcome.witness.steps if isinstance(outcome, Feasible) else ()
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
        model=GraphSize(0, 0, 0, 0) if graph is None else graph.size,
    )


def _verdict(outcome: Outcome[GraphSolution]) -> Verdict:
    if isinstance(outcome, Feasible):
        return Verdict.POSSIBLE
    return Verdict.IMPOSSIBLE if isinstance(outcome, Infeasible) else Verdict.UNDECIDED


def _certificate(
    question: Question, depth: int, outcome: Feasible[GraphSolution] | Infeasible, graph: Graph | None
) -> tuple[AnyCertificate, Asked] | None:
    """Return the certificate of the verdict, and what it is to claim; None if it would be too long."""
    if isinstance(outcome, Feasible):
        steps, opener = outcome.witness.steps, outcome.witness.opener if question.asked else None
        return (
            depth_certificate(question.variant, depth, steps, history=question.history, opener=opener),
            asked_possible(question.position, depth, opener),
        )
    refutation = graph_refutation(question, depth, None if graph is None else graph.states)
    return None if len(refutation.nodes) > MAX_NODES else (refutation, asked_impossible(question, depth))


def _replies(question: Question, steps: tuple[str, ...]) -> Replies:
    nodes = walk(steps, question.hidden, question.history, scoring=question.variant.scoring)
    return largest_replies(nodes, question.history)
