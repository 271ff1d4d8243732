"""A guaranteed depth decided by models: `strategy_graph` for endgames, `whole_list` for more words.

A solution of the strategy graph is a strategy. Where there is none, its lost states make a refutation. Of a
whole list the cuts of its families make one, if they forbid each next guess.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.depth.report import DepthReport
from wordle_cp.answers.replies import Replies, largest_replies
from wordle_cp.certificate.base.records import MAX_NODES
from wordle_cp.certify.asked import asked_impossible, asked_possible
from wordle_cp.certify.graph import graph_refutation
from wordle_cp.certify.lost import cuts_refutation
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import depth_certificate
from wordle_cp.certify.replacing import about
from wordle_cp.engine import DepthOutcome, RefutedStates, Verdict
from wordle_cp.files.outputs import prepare
from wordle_cp.games.question import checked_depth
from wordle_cp.games.strategy_tree import walk
from wordle_cp.models.endgame import Aim, demand_endgame
from wordle_cp.models.partitions import MAX_MEMBERS
from wordle_cp.models.solver import Feasible, Infeasible, SolverSettings, Unknown
from wordle_cp.models.strategy_graph import Graph, GraphSize
from wordle_cp.models.whole_list import State, Survivors, Tally, WholeListSize, refute
from wordle_cp.search.depth import DepthResult, check_lone_word
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked
    from wordle_cp.games.question import Question
    from wordle_cp.models.solver import Outcome
    from wordle_cp.models.strategy_graph import GraphSolution
    from wordle_cp.work import Work

_FAMILY_WORK: Final = 20.0
"""CP-SAT gives a family up after so much of its deterministic time; the guesses asked about survive then."""


def prove_by_model(question: Question, depth: int, out: Path, work: Work) -> DepthReport:
    """Decide what `prove_depth` decides, by models; CP-SAT has a worker for each thread in endgames.

    Raises:
        As `prove_depth`; UsageError also where there is no such model.
    """
    started = time.monotonic()
    checked_depth(depth, question.history)
    check_lone_word(question)
    demand_endgame(question.position, most_words=None)
    prepare(out, about(question.position, "depth", depth=depth))
    accepted, stopped_by = None, None
    decision = (_Endgame if len(question.hidden) <= MAX_MEMBERS else _WholeList)(question, depth, work)
    try:
        outcome = decision.outcome()
        if (found := _certificate(question, depth, outcome, decision)) is not None:
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
                left=decision.left if verdict is Verdict.UNDECIDED else (),
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
        hinted=(),
        certificate=out if accepted else None,
        accepted=accepted,
        replies=_replies(question, steps) if verdict is Verdict.POSSIBLE else Replies(),
        seconds=time.monotonic() - started,
        model=decision.size,
    )


class _Endgame:
    """A question about few words, decided by the strategy graph."""

    def __init__(self, question: Question, depth: int, work: Work) -> None:
        self._question, self._depth, self._work = question, depth, work
        self._graph: Graph | None = None

    def outcome(self) -> Outcome[GraphSolution]:
        """Return a strategy, or that there is none; StoppedError if a limit strikes before."""
        self._work.stage("building and solving the model")
        left = self._depth - len(self._question.history)
        if not left:
            return Infeasible()
        aim = Aim((1,) * len(self._question.hidden), left, None)
        settings = SolverSettings.of(self._work)
        self._graph = Graph(self._question.position, self._question.asked, aim, settings)
        outcome = self._graph.solve()
        if isinstance(outcome, Unknown):
            raise StoppedError(self._work.reason_to_stop() or StopReason.INTERRUPTED)
        return outcome

    def refutation(self) -> Refutation:
        """Return the certificate that there is no strategy."""
        states = None if self._graph is None else self._graph.states
        return graph_refutation(self._question, self._depth, states)

    @property
    def left(self) -> tuple[str, ...]:
        """The openers not decided."""
        return self._question.openers

    @property
    def size(self) -> GraphSize:
        """How large the last model was."""
        return GraphSize(0, 0, 0, 0) if self._graph is None else self._graph.size


class _WholeList:
    """A question about many words, decided by their families where these forbid each next guess."""

    def __init__(self, question: Question, depth: int, work: Work) -> None:
        self._question, self._depth, self._work = question, depth, work
        self._tally = Tally()
        self._found = Survivors(question.openers, {})

    def outcome(self) -> Outcome[GraphSolution]:
        """Return a strategy, or that there is none, or Unknown; StoppedError if a limit strikes before."""
        self._work.stage("families")
        left = self._depth - len(self._question.history)
        if left <= 1:  # there is more than one word
            return Infeasible()
        state = State.of(self._question.position, left)
        settings = SolverSettings(work=self._work, work_limit=_FAMILY_WORK)
        self._found = refute(state, self._question.openers, settings, self._tally)
        return self._strategy(state) if self._found.guesses else Infeasible()

    def _strategy(self, state: State) -> Outcome[GraphSolution]:
        """Return a strategy that begins with a guess that survives, if one is found: as yet none is."""
        del state
        return Unknown(0.0)

    def refutation(self) -> Refutation:
        """Return the certificate that there is no strategy."""
        return cuts_refutation(self._question, self._depth, self._found.cuts)

    @property
    def left(self) -> tuple[str, ...]:
        """The openers that survive."""
        return self._found.guesses

    @property
    def size(self) -> WholeListSize:
        """Who decided what."""
        return WholeListSize.of(self._found, self._tally)


def _verdict(outcome: Outcome[GraphSolution]) -> Verdict:
    if isinstance(outcome, Feasible):
        return Verdict.POSSIBLE
    return Verdict.IMPOSSIBLE if isinstance(outcome, Infeasible) else Verdict.UNDECIDED


def _certificate(
    question: Question, depth: int, outcome: Outcome[GraphSolution], decision: _Endgame | _WholeList
) -> tuple[AnyCertificate, Asked] | None:
    """Return the certificate of the verdict, and what it is to claim; None if it would be too long."""
    if isinstance(outcome, Unknown):
        return None
    if isinstance(outcome, Feasible):
        steps, opener = outcome.witness.steps, outcome.witness.opener if question.asked else None
        return (
            depth_certificate(question.variant, depth, steps, history=question.history, opener=opener),
            asked_possible(question.position, depth, opener),
        )
    refutation = decision.refutation()
    return None if len(refutation.nodes) > MAX_NODES else (refutation, asked_impossible(question, depth))


def _replies(question: Question, steps: tuple[str, ...]) -> Replies:
    nodes = walk(steps, question.hidden, question.history, scoring=question.variant.scoring)
    return largest_replies(nodes, question.history)
