"""The average question: the least cost of a position, the guesses that reach it, and a strategy that does.

The order is always the same:

1. For the goal worst-then-total the least worst case is settled first; it becomes the limit.
2. The search settles every opener: an exact cost, a lower bound above the least cost, or that the limit
   can't be kept. So the best openers are all known, and that no other is as good.
3. The strategy of the first best opener is replayed with the readable rules; it must cost what was claimed.
4. For the goal total-then-worst the best openers alone are asked again with one guess less than that strategy
   takes at most, until the cost is no longer the least. (A strategy of least cost under a smaller limit is
   one under the larger limit, so it begins with one of them.)
5. If a file is wanted, it is a certificate that the independent checker has to accept (`certificates`): for
   `solve` that of the strategy; for `prove_optimal` that of the least cost itself, with the proofs of all
   lower bounds, where there are such proofs (`lower_bounds.has_lower_bounds`). For the goal worst-then-total
   it gets a second file beside it: the refutation that one guess less isn't enough. For the goal
   total-then-worst, too, where there are such proofs: that with one guess less the best openers cost more.

Where there was reason to stop before the least cost was known, what is missing for both of its ends is found
then: that takes a moment. The strategy is the best one known: that of the best opener that the search has
settled, or that of a policy, which gets as much effort as it would get if nothing had been searched. So more
time never ends with a worse strategy. A file that is wanted gets the certificate of both ends, where there is
one, and else that of the strategy. It is never put over a file that may claim more.
"""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.answer import Answering, Engine
from wordle_cp.answers.totals.answer import SolveAnswer
from wordle_cp.answers.totals.bracket import QUICK, Bracket, write_ends
from wordle_cp.answers.totals.lower_bounds import demand_lower_bounds
from wordle_cp.answers.totals.narrowing import Narrowing, none_keeps_the_limit, settle
from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.engine import ExactCost, TotalOutcome
from wordle_cp.errors import ProofTooLongError, UsageError, argument
from wordle_cp.files.outputs import prepare, reserve
from wordle_cp.games.goal import First
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.search.parted import session_of
from wordle_cp.search.parts import is_large
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.totals.certificates import LeastWorst
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.search.total import TotalSession


_MANY_WORDS: Final = 4000
"""Of more words counting takes longer than a moment."""
MOMENT_SECONDS: Final = 3.0
"""How long both ends may take where there was reason to stop before they were known."""
LARGE_SECONDS: Final = 30.0
"""The same of a large game (`search.parts`), of which nothing is to be had in a moment; see `searching`."""
_LARGE_SHARE: Final = 0.4
_LATE_SECONDS: Final = 1.5
"""How long after a limit of time all that may take for a large game."""


def searching(question: TotalQuestion, work: Work) -> Work:
    """Return the `work` without what both ends of a large game may take of its time."""
    left = work.seconds_left
    if left is None or not is_large(question):
        return work
    return work.at_most(left - min(LARGE_SECONDS, _LARGE_SHARE * left))


def solve(
    question: TotalQuestion, tree: Path | None = None, work: Work = UNLIMITED, *, by: Engine = Engine.SEARCH
) -> SolveAnswer:
    """Find the least cost of `question`, and all openers that reach it; see `commands.searches.solve`.

    Costs count from its position on.
    """
    if by is Engine.CP_SAT:
        from wordle_cp.answers.totals.by_model import solve_by_model  # noqa: PLC0415  not needed for the search

        return solve_by_model(question, tree, work)
    return Solving(question, Keeping(tree), work, bounds=False).solve()


def prove_optimal(
    question: TotalQuestion, keeping: Keeping, work: Work = UNLIMITED, *, by: Engine = Engine.SEARCH
) -> SolveAnswer:
    """Prove which openers are best: `solve` with a checked certificate of the whole answer, at `keeping.out`.

    It has a strategy of each best opener, and the proof that no other opener costs as little. Where words
    missed are counted (see `lower_bounds.counts_missed`) it has a strategy, and the proof that none misses
    fewer. Where there are no such proofs (see `lower_bounds.has_lower_bounds`) it has a strategy alone: that
    none costs less is the result of an exhaustive search. The models prove one best opener.

    What earlier runs settled in the run's folder is taken over, those of `rank` about the same question, too.
    Where there is a cluster its workers settle openers; strategies and proofs are found by threads here.
    """
    if by is not Engine.SEARCH:
        if keeping.folder is not None or keeping.cluster is not None:
            message = (
                f"{argument('by')} {by} has no run to go on from: "
                f"leave {argument('folder')} and {argument('cluster')} out"
            )
            raise UsageError(message)
        demand_lower_bounds(question)
        return replace(solve(question, keeping.out, work, by=by), optimal=True)
    return Solving(question, keeping, work, bounds=True).solve()


class Solving(Answering[SolveAnswer]):
    """A question on its way; with `bounds` all of the answer is to be proven."""

    def __init__(self, question: TotalQuestion, keeping: Keeping, work: Work, *, bounds: bool) -> None:
        """Ask the `question`; nothing is searched yet."""
        nothing = TotalOutcome(left=question.openers)
        super().__init__(
            SolveAnswer(
                question=question, outcome=nothing, guesses_left=question.guesses_left, optimal=bounds
            ),
            work,
        )
        self._question = question
        self._keeping = keeping
        self._bounds = bounds
        self._worst: LeastWorst | None = None
        self.bracket: Bracket | None = None

    def solve(self) -> SolveAnswer:
        """Return the answer, as far as there is time for it."""
        from wordle_cp.answers.shipped import name_answer, shipped_least  # noqa: PLC0415

        name_answer(shipped_least(self._question), self.work)
        with ExitStack() as stack:
            if self._keeping.out is not None:
                self._prepare(self._keeping.out)
            if self._keeping.folder is not None:
                from wordle_cp.runs.ranking_state import held_for_ranking  # noqa: PLC0415  nor without a folder

                stack.enter_context(held_for_ranking(self._keeping.folder))
            asked, self.work = self.work, searching(self._question, self.work)
            self.report = self.answered(self._steps)
            if self.report.stopped_by is not None and not self.report.exact:
                self.find_both_ends(asked)
            return self.report

    def _prepare(self, out: Path) -> None:
        from wordle_cp.answers.totals.lower_bounds import counts_missed, has_lower_bounds  # noqa: PLC0415
        from wordle_cp.certify.publish import about  # noqa: PLC0415

        claims: tuple[str, ...] = ("depth possible", "total between")
        if self._bounds and has_lower_bounds(self._question):
            claims = ("total",)
        elif self._bounds and counts_missed(self._question):
            claims = ("missed",)
        prepare(out, about(self._question.position, *claims))

    def _steps(self) -> None:
        """Settle the question, and write the certificate that is wanted."""
        session = self._settle()
        self.report = replace(self.report, exact=True, low=self.report.cost)
        if session is None or self._keeping.out is None:
            return
        from wordle_cp.answers.totals.certificates import Certifying  # noqa: PLC0415  it takes a moment to load

        certifying = Certifying(self, session, self._worst, self._keeping)
        certifying.certify(self._keeping.out, bounds=self._bounds)

    def _settle(self) -> TotalSession | None:
        """Answer the question, and return what found the strategy; None if the limit can't be kept."""
        question = self._question
        if question.goal.first is First.WORST_THEN_TOTAL:
            possible = self._settle_worst_case()
        else:
            possible = not none_keeps_the_limit(question, self.work)
        if not possible:
            outcome = self.report.outcome
            self.report = replace(self.report, outcome=replace(outcome, refuted=outcome.left, left=()))
            return None
        session = session_of(question, self.work)
        self.bracket = Bracket(session, self.report.guesses_left)
        self.work.stage("search")
        stopped_by = self._rank(session)
        self._note_best(self.report.outcome)
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        if not self.report.best:
            return None
        self.work.stage("strategy")
        with self._keeping.doubted():
            strategy = self._replayed(session)
        if question.goal.first is First.TOTAL_THEN_WORST:
            strategy = self._least_worst(session, strategy)
        self.report = replace(self.report, strategy=strategy)
        return session

    def _settle_worst_case(self) -> bool:
        """Make the least worst case the limit; return False if there is none within the question's limit."""
        from wordle_cp.answers.totals.certificates import least_worst_case  # noqa: PLC0415  the models take a moment to load

        self.work.stage("least worst case")
        self._asking_worst(1)
        self._worst = least_worst_case(self._question, self.work, self._asking_worst)
        limit = self._worst.guesses
        self.report = replace(self.report, worst_low=None)
        if limit is None:
            return False
        self.report = replace(self.report, guesses_left=limit)
        if self._bounds and self._keeping.out is not None and self._worst.refuted is not None:
            from wordle_cp.answers.totals.certificates import worst_case_path  # noqa: PLC0415
            from wordle_cp.certify.publish import about  # noqa: PLC0415  not needed without a file

            depth = len(self._question.history) + limit - 1
            out = worst_case_path(self._keeping.out, depth)
            reserve(out, about(self._question.position, "depth", depth=depth))
        return True

    def _asking_worst(self, guesses: int) -> None:
        """Note that the least worst case is `guesses` or more."""
        self.report = replace(self.report, worst_low=guesses)

    def _rank(self, session: TotalSession) -> StopReason | None:
        """Settle the openers, those that the ledger doesn't know; return why some are left."""
        keeping, limit = self._keeping, self.report.guesses_left
        if keeping.folder is None and keeping.cluster is None:
            assert self.bracket is not None, "it was made with the session"
            certify = self._keeping.out is not None
            narrowing = Narrowing(session, self.bracket, limit, self.work, certify=certify)
            try:
                outcome, stopped_by = narrowing.rank()
            except StoppedError as stopped:
                outcome, stopped_by = narrowing.outcome, stopped.reason
        else:
            from wordle_cp.runs.ranking_state import known_openers  # noqa: PLC0415  not needed without them

            question = replace(self._question, guesses_left=limit)  # what the ledger's results are about
            with known_openers(keeping.folder, question, 1) as known:
                work, stopped_by = settle(known, keeping.cluster, self.work, session)
                outcome = known.outcome(work)
        self.report = replace(self.report, outcome=outcome)
        return stopped_by

    def _note_best(self, outcome: TotalOutcome) -> None:
        """Note the least cost found and all openers that reach it."""
        if outcome.ranked:
            cost = outcome.ranked[0].cost
            best = tuple(found.opener for found in outcome.ranked if found.cost == cost)
            self.report = replace(self.report, cost=cost, best=best)

    def _least_worst(self, session: TotalSession, strategy: Strategy) -> Strategy:
        """Return a strategy as good as `strategy` with the least worst case; it becomes the limit.

        The best openers are those that reach both.
        """
        while self._reached(session, strategy.max_guesses - 1):
            strategy = self._replayed(session)
        if self.report.guesses_left != strategy.max_guesses:
            reached = self._reached(session, strategy.max_guesses)
            assert reached, "there is a strategy that does"
        return strategy

    def _reached(self, session: TotalSession, limit: int) -> bool:
        """Tell whether the least cost is reached within `limit` guesses, which is then the limit.

        The best openers are those that do both.
        """
        if limit < 1:
            return False
        outcome, stopped_by = session.rank(openers=self.report.best, guesses_left=limit)
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        if not outcome.ranked or outcome.ranked[0].cost != self.report.cost:
            return False
        self.report = replace(self.report, guesses_left=limit)
        self._note_best(outcome)
        return True

    def _replayed(self, session: TotalSession) -> Strategy:
        """Return the strategy of the first best opener, which costs what was claimed."""
        limit, cost = self.report.guesses_left, self.report.cost
        strategy = replay(self._question, session.strategy(self.report.best[0], guesses_left=limit))
        late = limit is not None and strategy.max_guesses > limit and self._question.goal.loss is None
        if strategy.cost != cost or late:
            message = (
                f"the strategy of {strategy.opener} costs {strategy.cost} within {strategy.max_guesses}; "
                f"the search claims {cost} within {limit}"
            )
            raise AssertionError(message)
        return strategy

    def find_both_ends(self, asked: Work) -> None:
        """Report both ends, as far as a moment is enough for them; `asked` is the work that was stopped."""
        with suppress(StoppedError):
            self._find_both_ends(asked)

    def _find_both_ends(self, asked: Work) -> None:
        """Find both ends, and write their certificate."""
        question, left, keeping = self._question, self.report.guesses_left, self._keeping
        seconds, work, large = asked.seconds_left, asked.ending(), is_large(question)
        if large and seconds is not None:
            work = work.at_most(seconds + _LATE_SECONDS)
        moment = work.at_most(LARGE_SECONDS if large else MOMENT_SECONDS)
        self.report = replace(self.report, low=question.least_by_levels(left))
        bracket = self.bracket or Bracket(session_of(question, moment), left)
        cost = self.report.cost
        if cost is not None and (bracket.high is None or cost < bracket.high):
            bracket.take_opener(self.report.best[0], moment.at_most(MOMENT_SECONDS / 2))
        if not large or bracket.strategy is None:
            bracket.improve(moment.at_most(LARGE_SECONDS if large else MOMENT_SECONDS / 2), efforts=1)
        if large or keeping.out is not None or len(question.hidden) <= _MANY_WORDS:
            with suppress(StoppedError, ProofTooLongError):
                bracket.count(moment, sets=False)
        if not large:
            bracket.improve(moment, efforts=QUICK)
        self.report = replace(self.report, low=bracket.low, strategy=bracket.strategy)
        self._note_meeting()
        if keeping.out is not None and bracket.strategy is not None:
            self._certify_both_ends(bracket, bracket.strategy, keeping.out, work)

    def _note_meeting(self) -> None:
        """Note that the least cost is known if both ends meet: a strategy is there that costs no more."""
        report = self.report
        if report.high is None or report.high != report.low or report.strategy is None:
            return
        if report.question.goal.first is First.TOTAL_THEN_WORST:
            return  # a strategy that costs as little may have a lower worst case
        if report.cost != report.high:
            opener, outcome = report.strategy.opener, report.outcome
            ranked = ExactCost(opener, report.high), *outcome.ranked
            left = tuple(one for one in outcome.left if one != opener)
            report = replace(report, best=(opener,), outcome=replace(outcome, ranked=ranked, left=left))
        self.report = replace(report, exact=True, cost=report.high)

    def _certify_both_ends(self, bracket: Bracket, strategy: Strategy, out: Path, work: Work) -> None:
        """Write the certificate to `out`, or, unless it is that of an optimum, beside it by another name."""
        from wordle_cp.answers.totals.certificates import proof_of_strategy  # noqa: PLC0415  it takes a moment to load

        report, names = self.report, self._keeping.names
        proof = bracket.certificate()
        least = bracket.proven == strategy.cost
        if names is not None and not least:
            out = out.with_name(names.strategy if proof is None else names.between)
        proof = proof or proof_of_strategy(report.question, strategy, report.guesses_left)
        accepted = write_ends(out, proof, work)
        if accepted is None:
            self.report = replace(report, kept=out)
            return
        ends = None if bracket.proven is None else (bracket.proven, strategy.cost)
        self.report = replace(
            report, tree=out, accepted=accepted, proven_ends=ends, lower_bound_checked=least and report.exact
        )
