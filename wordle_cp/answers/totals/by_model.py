"""The least cost of a position by the recursion of `models.states`, with certificate and check.

The strategy is replayed; that nothing costs less is proven by the values of states, where such bounds have
proofs (`lower_bounds.has_lower_bounds`): then the certificate is a claim "total between" whose two numbers
are one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_cp.answers.answer import Answering
from wordle_cp.answers.totals.answer import SolveAnswer
from wordle_cp.answers.totals.certificates import proof_of_strategy
from wordle_cp.answers.totals.lower_bounds import has_lower_bounds
from wordle_cp.answers.totals.replay import replay
from wordle_cp.certificate.base.field_texts import MAX_LEMMAS
from wordle_cp.certify.publish import about, write_checked
from wordle_cp.certify.records import asked_cost
from wordle_cp.certify.total import graph_lemmas, total_certificate
from wordle_cp.engine import TotalOutcome
from wordle_cp.errors import UsageError, WrongAnswerError, argument
from wordle_cp.files.outputs import prepare
from wordle_cp.games.goal import First
from wordle_cp.search.endgame import Aim, GraphSize, demand_endgame
from wordle_cp.search.least_cost import LeastCost
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.certify.records import Proof
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.work import Work


def solve_by_model(question: TotalQuestion, tree: Path | None, work: Work) -> SolveAnswer:
    """Find the least cost of `question`, and one opener that reaches it; the rest is as for `solve`.

    Without a `tree` the certificate is checked, too, but not kept.
    """
    demand_endgame(question.position)
    if question.goal.first is not First.TOTAL:
        by = argument("by")
        message = f"{by} cp-sat finds the least total; for the goal {question.goal.first} leave {by} out"
        raise UsageError(message)
    if tree is not None:
        claims = ("total",) if has_lower_bounds(question) else ("depth possible",)
        prepare(tree, about(question.position, *claims))
    solving = _Solving(question, tree, work)
    return solving.answered(solving.steps)


class _Solving(Answering[SolveAnswer]):
    """A question on its way."""

    def __init__(self, question: TotalQuestion, tree: Path | None, work: Work) -> None:
        nothing = TotalOutcome(left=question.openers)
        left, size = question.guesses_left, GraphSize(0, 0, 0, 0, 0)
        super().__init__(
            SolveAnswer(question=question, outcome=nothing, guesses_left=left, model=size),
            work,
        )
        self._question = question
        self._tree = tree

    def steps(self) -> None:
        """Solve the model, and let the checker judge what follows.

        Raises:
            StoppedError: a limit struck.
        """
        question, work = self._question, self.work
        work.stage("building and solving the model")
        aim = Aim(question.goal.weights_of(question.hidden), question.guesses_left, question.goal)
        search = LeastCost(question.position, question.asked, aim, work.demand_time)
        try:
            best = search.solve()
        except StoppedError:
            so_far = search.found
            strategy = None if so_far is None else replay(question, so_far.steps)
            self.report = replace(self.report, low=search.low or None, strategy=strategy)
            raise
        finally:
            self.report = replace(self.report, model=search.size)
        settled = replace(self.report.outcome, left=())
        if best is None:
            refuted = replace(settled, refuted=question.openers)
            self.report = replace(self.report, exact=True, outcome=refuted)
            return
        strategy = replay(question, best.steps)
        if strategy.cost != best.cost:
            message = f"the strategy costs {strategy.cost}, and the recursion says {best.cost}"
            raise WrongAnswerError(message)
        self.report = replace(
            self.report,
            exact=True,
            outcome=settled,
            cost=strategy.cost,
            best=(strategy.opener,),
            strategy=strategy,
        )
        self._certify(search, strategy)

    def _certify(self, search: LeastCost, strategy: Strategy) -> None:
        """Let the checker judge the strategy, and that nothing costs less if that has a proof."""
        question = self._question
        proof = self._bounded(search, strategy) if has_lower_bounds(question) else None
        certificate, asked = proof or proof_of_strategy(question, strategy, question.guesses_left)
        accepted = write_checked(self._tree, certificate, asked, self.work)
        self.report = replace(
            self.report, tree=self._tree, accepted=accepted, lower_bound_checked=proof is not None
        )

    def _bounded(self, search: LeastCost, strategy: Strategy) -> Proof | None:
        """Return the proof that the strategy is a best one; None if it is too long."""
        question, cost = self._question, strategy.cost
        self.work.stage("proving the lower bounds")
        low, lemmas = graph_lemmas(search)
        if low != cost:
            message = f"the strategy costs {cost}, and the dual values prove {low}"
            raise WrongAnswerError(message)
        if len(lemmas) > MAX_LEMMAS:
            self.report = replace(self.report, too_long=True)
            return None
        left, least = question.guesses_left, question.spent + cost
        parts = (), lemmas
        certificate = total_certificate("between", question, [strategy.listed], low, parts, guesses_left=left)
        return certificate, asked_cost(question, "between", left, others=least, reached=least)
