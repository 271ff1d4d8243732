"""A guaranteed depth decided by CP-SAT: the model of `strategy_graph`, its certificate, and the check.

Where this stands: beside `prove`, which asks it where the models are to decide alone. No search takes part: a
solution is a strategy, and where there is none the lost states of the graph make a refutation.
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
from wordle_cp.engine import DepthOutcome, RefutedStates, Verdict
from wordle_cp.files.leftovers import prepare
from wordle_cp.games.strategy_tree import walk
from wordle_cp.models.endgame import Aim
from wordle_cp.models.solver import Feasible, Infeasible, SolverSettings
from wordle_cp.models.strategy_graph import Graph, GraphSize, GraphSolution, demand
from wordle_cp.search.depth import DepthResult, check_depth, check_lone_word
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked
    from wordle_cp.games.question import Question
    from wordle_cp.models.solver import Outcome
    from wordle_cp.work import Work


def prove_by_model(question: Question, depth: int, out: Path, work: Work) -> DepthReport:
    """Decide what `prove_depth` decides, with CP-SAT; it has a worker for each thread of the `work`.

    Raises:
        As `prove_depth`; UsageError also where there is no such model.
    """
    started = time.monotonic()
    demand(question.position)
    check_depth(depth, question.history)
    check_lone_word(question)
    prepare(out)
    deciding = _Deciding(question, depth)
    accepted, stopped_by = None, None
    try:
        work.stage("building and solving the model")
        deciding.decide(work)
        found = deciding.certificate()
        if found is not None:
            accepted = write_checked(out, *found, work.going_on())
    except StoppedError as stopped:  # a verdict that nobody has checked isn't reported
        deciding.outcome, stopped_by = None, stopped.reason
    verdict, solution = deciding.verdict, deciding.solution
    steps = () if solution is None else solution.steps
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
        replies=Replies() if solution is None else _replies(question, steps),
        seconds=time.monotonic() - started,
        model=deciding.size,
    )


def _replies(question: Question, steps: tuple[str, ...]) -> Replies:
    nodes = walk(steps, question.hidden, question.history, scoring=question.variant.scoring)
    return largest_replies(nodes, question.history)


class _Deciding:
    """A question on its way to a verdict and a certificate."""

    def __init__(self, question: Question, depth: int) -> None:
        self._question = question
        self._depth = depth
        self._graph: Graph | None = None
        self.outcome: Outcome[GraphSolution] | None = None

    @property
    def size(self) -> GraphSize:
        """How large the model is."""
        return GraphSize(0, 0, 0, 0) if self._graph is None else self._graph.size

    @property
    def solution(self) -> GraphSolution | None:
        """The strategy, if there is one."""
        return self.outcome.witness if isinstance(self.outcome, Feasible) else None

    @property
    def verdict(self) -> Verdict:
        """What the solver says."""
        if self.solution is not None:
            return Verdict.POSSIBLE
        return Verdict.IMPOSSIBLE if isinstance(self.outcome, Infeasible) else Verdict.UNDECIDED

    def decide(self, work: Work) -> None:
        """Build the model and solve it.

        Raises:
            StoppedError: a limit struck.
        """
        question, left = self._question, self._depth - len(self._question.history)
        if left == 0:
            self.outcome = Infeasible()
            return
        aim = Aim((1,) * len(question.hidden), left, None)
        self._graph = Graph(question.position, question.asked, aim, SolverSettings.of(work))
        self.outcome = self._graph.solve()
        if self.verdict is Verdict.UNDECIDED:
            raise StoppedError(work.reason_to_stop() or StopReason.INTERRUPTED)

    def certificate(self) -> tuple[AnyCertificate, Asked] | None:
        """Return the certificate of the verdict, and what it is to claim; None if it would be too long."""
        question, depth = self._question, self._depth
        if self.solution is not None:
            steps = self.solution.steps
            opener = self.solution.opener if question.asked else None
            return (
                depth_certificate(question.variant, depth, steps, history=question.history, opener=opener),
                asked_possible(question.position, depth, opener),
            )
        refutation = graph_refutation(question, depth, None if self._graph is None else self._graph.states)
        if len(refutation.nodes) > MAX_NODES:
            return None
        return refutation, asked_impossible(question, depth)
