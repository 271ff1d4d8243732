"""A question of `solve` on its way: the search's answer to it, step by step.

Where this stands: `solve` says what is asked, and which certificate is wanted of the answer. The steps are
those numbered 1 to 4 there.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_cp.answers.totals.certify import Answer, worst_case_path
from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.answers.totals.report import SolveReport
from wordle_cp.engine import TotalOutcome
from wordle_cp.games.goal import First
from wordle_cp.search.total import TotalSession, limit_is_tight
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.depth.minimax import LeastWorst
    from wordle_cp.answers.totals.certify import Certifying
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.provenance import Keeping
    from wordle_cp.runs.ranking_state import KnownOpeners
    from wordle_cp.work import Work


class SolveRun:
    """A question on its way; what is known so far survives being stopped."""

    def __init__(
        self,
        question: TotalQuestion,
        keeping: Keeping,
        work: Work,
        *,
        bounds: bool,
    ) -> None:
        """Take the `question`; with `bounds` all of the answer is to be proven."""
        self._question = question
        self._keeping = keeping
        self._bounds = bounds
        self._work = work
        self._started = time.monotonic()
        self._strategy: Strategy | None = None
        self._limit = question.guesses_left
        self._outcome = _nothing_known(question.openers)
        self._best: tuple[str, ...] = ()
        self._cost: int | None = None
        self._session: TotalSession | None = None
        self._worst: LeastWorst | None = None

    def settle(self) -> None:
        """Answer the question; raise StoppedError if there is reason to stop first."""
        if self._question.goal.first is First.WORST_THEN_TOTAL:
            if not self._settle_worst_case():
                return
        elif limit_is_tight(self._question) and not self._question.asked and self._limit_refuted():
            return
        session = TotalSession(self._question, self._work)
        self._session = session
        self._work.stage("search")
        stopped_by = self._rank(session)
        self._note_best(self._outcome)
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        if not self._best:
            return
        self._work.stage("strategy")
        with self._keeping.doubted():
            strategy = self._replayed(session)
        if self._question.goal.first is First.TOTAL_THEN_WORST:
            strategy = self._least_worst(session, strategy)
        self._strategy = strategy

    def _rank(self, session: TotalSession) -> StopReason | None:
        """Settle the openers, those that the ledger doesn't know; return why some are left."""
        if self._keeping.folder is None and self._keeping.cluster is None:
            self._outcome, stopped_by = session.rank(openers=self._question.asked, guesses_left=self._limit)
            return stopped_by
        from wordle_cp.runs.ranking_state import KnownOpeners, ledger_in  # noqa: PLC0415  see `certify`

        question = replace(self._question, guesses_left=self._limit)  # what the ledger's facts are about
        wanted = question.openers
        with ledger_in(self._keeping.folder, question) as ledger:
            known = KnownOpeners(question, wanted, 1, ledger, self._started)
            work, stopped_by = 0, None
            try:
                if known.left and self._keeping.cluster is None:
                    outcome, stopped_by = session.rank(
                        openers=known.asked, guesses_left=self._limit, collector=known
                    )
                    work = outcome.work
                elif known.left:
                    outcome, stopped_by = self._spread(question, known)
                    work = outcome.work
            finally:
                known.end()
            self._outcome = known.outcome(work)
            return stopped_by if known.left else None

    def _spread(self, question: TotalQuestion, known: KnownOpeners) -> tuple[TotalOutcome, StopReason | None]:
        """Settle openers on the cluster."""
        from wordle_cp.runs.cluster.ranking import ClusterSession  # noqa: PLC0415  see `certify`

        assert self._keeping.cluster is not None, "the caller has looked"
        with ClusterSession(self._keeping.cluster, question, self._work) as session:
            return session.rank(openers=known.asked, collector=known)

    @property
    def answer(self) -> Answer | None:
        """What was found, once there is a strategy."""
        if self._strategy is None:
            return None
        assert self._session is not None, "a strategy was found by a search"
        assert self._cost is not None, "and it has a cost"
        return Answer(
            self._question,
            self._session,
            self._strategy,
            self._cost,
            self._best,
            self._outcome.ranked,
            self._limit,
            self._worst,
        )

    def report(
        self, stopped_by: StopReason | None, proven: Certifying | None = None, tree: Path | None = None
    ) -> SolveReport:
        """Return what is known, and what is `proven` of it, where `tree` is the certificate."""
        outcome = self._outcome
        return SolveReport(
            question=self._question,
            exact=stopped_by is None,
            guesses_left=self._limit,
            cost=self._cost,
            best=self._best,
            strategy=None if stopped_by is not None else self._strategy,
            others=outcome.others,
            hopeless=outcome.hopeless,
            left=outcome.left,
            by_counts=outcome.by_counts,
            by_search=outcome.by_search,
            tree=tree,
            accepted=None if proven is None else proven.accepted,
            lower_bound_checked=proven is not None and proven.lower_bound_accepted,
            worst_case_accepted=None if proven is None else proven.worst_accepted,
            worst_case=None if proven is None else proven.worst_case,
            worst_case_cost=None if proven is None else proven.fewer_cost,
            too_long=proven is not None and proven.too_long,
            stopped_by=stopped_by,
            work=outcome.work,
            seconds=time.monotonic() - self._started,
        )

    def _limit_refuted(self) -> bool:
        """Ask the depth search whether any opener keeps the limit; tell whether none does."""
        from wordle_cp.answers.depth.minimax import limit_refuted  # noqa: PLC0415  the models take a moment to load

        self._work.stage("whether any opener keeps the limit")
        refuted = limit_refuted(self._question, self._work)
        if refuted:
            self._outcome = replace(self._outcome, hopeless=self._outcome.left, left=())
        return refuted

    def _settle_worst_case(self) -> bool:
        """Make the least worst case the limit; return False if there is none within the question's limit."""
        from wordle_cp.answers.depth.minimax import least_worst_case  # noqa: PLC0415  the models take a moment to load

        self._work.stage("least worst case")
        least = least_worst_case(self._question, self._work)
        if least.guesses is None:
            self._outcome = replace(self._outcome, hopeless=self._outcome.left, left=())
            return False
        self._worst = least
        self._limit = least.guesses
        if self._bounds and self._keeping.out is not None and least.refuted is not None:
            from wordle_cp.files.write import check_target  # noqa: PLC0415  see `certify`

            check_target(worst_case_path(self._keeping.out, len(self._question.history) + self._limit - 1))
        return True

    def _least_worst(self, session: TotalSession, strategy: Strategy) -> Strategy:
        """Return a strategy as good as `strategy` with the least worst case; it becomes the limit.

        The best openers are those that reach both.
        """
        while True:
            fewer = strategy.max_guesses - 1
            if not self._reached(session, fewer):
                break
            self._limit = fewer
            strategy = self._replayed(session)
        if self._limit != strategy.max_guesses:
            self._limit = strategy.max_guesses
            reached = self._reached(session, self._limit)
            assert reached, "there is a strategy that does"
        return strategy

    def _reached(self, session: TotalSession, limit: int) -> bool:
        """Tell whether the least cost is reached within `limit` guesses; then the best openers do both."""
        if limit < 1:
            return False
        outcome, stopped_by = session.rank(openers=self._best, guesses_left=limit)
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        reached = bool(outcome.ranked) and outcome.ranked[0].cost == self._cost
        if reached:
            self._note_best(outcome)
        return reached

    def _note_best(self, outcome: TotalOutcome) -> None:
        """Note the least cost found and all openers that reach it."""
        if outcome.ranked:
            self._cost = outcome.ranked[0].cost
            self._best = tuple(found.opener for found in outcome.ranked if found.cost == self._cost)

    def _replayed(self, session: TotalSession) -> Strategy:
        """Return the strategy of the first best opener, which costs what was claimed."""
        steps = session.strategy(self._best[0], guesses_left=self._limit)
        strategy = replay(self._question, steps)
        if strategy.cost != self._cost or (self._limit is not None and self._is_late(strategy)):
            message = (
                f"the strategy of {strategy.opener} costs {strategy.cost} within {strategy.max_guesses}; "
                f"the search claims {self._cost} within {self._limit}"
            )
            raise AssertionError(message)
        return strategy

    def _is_late(self, strategy: Strategy) -> bool:
        """Tell whether a strategy that must find every word in time doesn't."""
        late = self._limit is not None and strategy.max_guesses > self._limit
        return late and self._question.goal.loss is None


def _nothing_known(openers: tuple[str, ...]) -> TotalOutcome:
    """Return the outcome of a search that hasn't begun."""
    return TotalOutcome(ranked=(), others=(), hopeless=(), left=openers, by_counts=0, by_search=0, work=0)
