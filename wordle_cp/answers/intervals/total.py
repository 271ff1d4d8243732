"""An interval in which the least total lies, where the least total itself is out of reach.

No search of all openers is made:

1. Counting patterns proves of each opener that it costs so much at least (docs/average-search.md). The
   least of these numbers is the lower end; or lemmas prove one that was asked for.
2. The search finds the exact total of one opener, and a strategy that takes just so many: the upper end. Or
   a certificate has a strategy, which is made better where that is easy (`better_strategy`). Where all this
   takes too long, a policy has one (`answers.totals.bracket`).
3. Both together are a certificate, 'Claim "total between"' of docs/certificates/, which the independent
   checker has to accept. Where there is reason to stop before, it is made of what is known then, or of what
   takes a moment.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.intervals.answer import (
    TOGETHER,
    Interval,
    IntervalAnswer,
    better_strategy,
)
from wordle_cp.answers.shipped import hinted_openers, shipped_interval
from wordle_cp.answers.totals.bracket import QUICK, Bracket
from wordle_cp.answers.totals.lower_bounds import (
    demand_lower_bounds,
    proof_of_each,
)
from wordle_cp.answers.totals.narrowing import none_keeps_the_limit
from wordle_cp.check import AcceptedStrategy, check_strategies
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import FalseBoundError
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.games.needs import Needs
from wordle_cp.search.parted import session_of
from wordle_cp.search.parts import has_checker_room, is_large, least_by_number
from wordle_cp.search.total import limit_is_tight
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.search.total import TotalSession


NEEDS: Final = Needs("an interval of totals", only_facts=True, counts_guesses=True)


def prove_between(
    question: TotalQuestion,
    out: Path,
    *,
    strategy: str | AcceptedStrategy | None = None,
    low: int | None = None,
    fresh: bool = False,
    work: Work = UNLIMITED,
) -> IntervalAnswer:
    """Prove an interval in which the least total of `question` lies; see `commands.prove.prove_between`.

    Where a certificate ships that answers the question, it is checked and written to `out`, unless `fresh` or
    a strategy is given. By default the strategy begins with the best of a few openers that look promising,
    or, if the limit is tight, with one that a shipped certificate names for as few guesses (not if `fresh`).
    Where these have no strategy in time, others follow. The lower end is what counting proves; a larger one,
    `low`, is proven by lemmas, which can take hours: where a limit strikes before, it is the former.

    Raises:
        UsageError: no lower bounds have proofs, the strategy isn't one of the question and its limit, or
            `low` isn't true, or can't be proven as the game is too large.
        ProofTooLongError: the proof has too many sets or lemmas.
    """
    first = (strategy,) if isinstance(strategy, str) else ()
    variant, asked = question.variant, question.asked
    question.position.demand_allowed(first)
    NEEDS.demand(variant, question.goal)
    demand_lower_bounds(question)
    if asked and not {*first} <= {*asked}:
        message = f"expected a strategy that begins with one of the openers, found {strategy!r}"
        raise UsageError(message)
    if low is not None and (is_large(question) or not has_checker_room(question)):
        message = f"{argument('low')}: {variant.name} has too many guesses and hidden words for lemmas"
        raise UsageError(message)
    left = work.seconds_left
    searching = work if left is None else work.at_most(left - min(_RESERVED_SECONDS, _RESERVED_SHARE * left))
    begun = first if strategy is None or isinstance(strategy, str) else strategy
    run = _TotalInterval(question, out, searching)
    report = run.answered(lambda: run.find(begun, low, fresh=fresh))
    if report.stopped_by is None or report.accepted is not None or report.kept or not report.possible:
        return report
    return run.finished(report, begun, work)


def strategy_in(path: Path, question: TotalQuestion, opener: str | None) -> AcceptedStrategy:
    """Return the strategy in the certificate at `path` that begins with `opener`, None: the first one.

    Raises:
        UsageError: it is of another game, mode or history, keeps no limit of the question, or its opener is
            none of the question's.
        FileError, CertificateParseError, CertificateRejected: as for `check_strategies`.
    """
    accepted = check_strategies(path, word_list_by_hash, opener)
    game, claim = accepted.certificate.head.game, accepted.certificate.claim
    variant = question.variant
    own = (variant.guesses_hash, variant.hidden_hash, variant.mode, variant.scoring, question.history)
    if (game.guesses.sha256, game.hidden.sha256, game.mode, game.scoring, claim.history) != own:
        message = f"{path}: expected a strategy for this game, its mode and its history, found one for others"
        raise UsageError(message)
    if question.limit is not None and claim.max_guesses > question.limit:
        limit = counted(question.limit, "guess", "guesses")
        message = f"{path}: expected a strategy that takes {limit} at most, found {claim.max_guesses}"
        raise UsageError(message)
    first = accepted.certificate.steps[0] if accepted.certificate.steps else question.hidden[0]
    if question.asked and first not in question.asked:
        message = f"{path}: expected a strategy that begins with one of the openers, found {first!r}"
        raise UsageError(message)
    return accepted


_PATIENCE_SECONDS: Final = 600.0
"""How long a least strategy is looked for; of a time limit half of what is left. Then a policy has to do."""
_ENDING_SECONDS: Final = 3.0
"""How long a policy may seek a strategy that keeps the limit, once there is reason to stop."""
_COUNTING_SECONDS: Final = 2.0
"""How long single facts may be counted then."""
_RESERVED_SECONDS: Final = 3.0
_RESERVED_SHARE: Final = 0.4
"""What of a time limit is kept for that, and for the certificate and its check: the less of the two."""
_LATE_SECONDS: Final = 1.5
"""How long after the limit all that may take; then there is no certificate."""


class _TotalInterval(Interval):
    """The interval on its way."""

    _bracket: Bracket | None = None

    def find(self, first: tuple[str, ...] | AcceptedStrategy, low: int | None, *, fresh: bool) -> None:
        """Find both ends, and write the certificate; the strategy begins with `first`, or is made of it.

        The lower end is `low`, or what counting proves if that is more.
        """
        question = self.report.question
        shipped = None if fresh or first else shipped_interval(question)
        if shipped is not None and shipped.ends[0] >= (low or 0) and self.take_shipped(shipped):
            return
        session = session_of(question, self.work)
        opener = () if isinstance(first, AcceptedStrategy) else first
        bracket = self._bracket = Bracket(session, question.guesses_left, opener or None)
        self._count(bracket, sets=question.variant.scoring.feedback.shows_facts)
        if bracket.proven is None:
            return
        if isinstance(first, AcceptedStrategy):
            self.work.stage("strategy")
            bracket.take(better_strategy(question, first.certificate.steps, work=self.work))
            self.report = replace(self.report, strategy=bracket.strategy, least=False)
        else:
            bracket.strategy = self._least_strategy(first, session, fresh=fresh)
            if bracket.strategy is None and self.paused:
                self._policy_strategy(bracket, self.work)
        if bracket.strategy is None:
            possible = bool(first)  # of one opener alone was it asked
            if self.paused and not first:
                left = self.work.seconds_left
                patience = _PATIENCE_SECONDS if left is None else left / 2
                possible = not none_keeps_the_limit(question, self.work, patience)
            self.report = replace(self.report, possible=possible, given_up=possible and self.paused)
            return
        if low is not None and low > bracket.proven:
            self._prove(low, bracket, bracket.strategy)
        self.certify(bracket.between())

    def _least_strategy(
        self, first: tuple[str, ...], session: TotalSession, *, fresh: bool
    ) -> Strategy | None:
        """Report a strategy of least cost for its opener, unless that takes too long."""
        question, left = self.report.question, self.work.seconds_left
        if question.variant.codes is not None and not has_checker_room(question):
            self.paused = True  # of so many codes no least strategy was ever found
            return None
        return self.find_strategy(
            first or question.openers,
            hinted=() if fresh or first else _hinted_openers(question),
            together=1 if limit_is_tight(question) else TOGETHER,
            session=session,
            seconds=_PATIENCE_SECONDS if left is None else min(_PATIENCE_SECONDS, left / 2),
        )

    def _prove(self, low: int, bracket: Bracket, strategy: Strategy) -> None:
        """Report that no opener costs less than `low`, as lemmas prove."""
        self.work.stage("proving the lower bounds")
        message = f"{argument('low')}: expected a number that each opener reaches, found {low}"
        if strategy.cost < low:
            message += f", and {strategy.opener.upper()} takes {strategy.cost}"
            raise UsageError(message)
        try:
            bracket.prove(low, proof_of_each(self.report.question, low, strategy, self.work))
        except FalseBoundError as error:
            raise UsageError(message) from error
        self.report = replace(self.report, low=low, weakest=None)

    def finished(
        self, report: IntervalAnswer, first: tuple[str, ...] | AcceptedStrategy, asked: Work
    ) -> IntervalAnswer:
        """Return the `report` of work that was stopped, with both ends and their certificate.

        What is missing for that is made now, with as little work as can be, and soon after the limit of the
        work that was `asked` for.
        """
        self.report = report
        left, work = asked.seconds_left, self.work.ending()
        work = self.work = work if left is None else work.at_most(left + _LATE_SECONDS)
        question = report.question
        opener = () if isinstance(first, AcceptedStrategy) else first
        with suppress(StoppedError):
            bracket = self._bracket
            if bracket is None:
                bracket = Bracket(session_of(question, work), question.guesses_left, opener or None)
            if bracket.proven is None:
                self._count_soon(bracket)
            if bracket.strategy is None and isinstance(first, AcceptedStrategy):
                bracket.take(first.certificate.steps)
                self.report = replace(self.report, strategy=bracket.strategy, least=False)
            elif bracket.strategy is None:
                seconds = max(_ENDING_SECONDS, 4 * bracket.session.policy_seconds)
                self._policy_strategy(bracket, work.at_most(seconds), quick=True)
            if bracket.proven is not None and bracket.strategy is not None:
                self.certify(bracket.between())
        return replace(self.report, seconds=time.monotonic() - self._started)

    def _count_soon(self, bracket: Bracket) -> None:
        """Report what single facts prove of every opener, or, if that takes long, the number of responses."""
        question, work = self.report.question, self.work
        if not question.goal.weights:
            self.work = work.at_most(_COUNTING_SECONDS)
        try:
            self._count(bracket, sets=False)
        except StoppedError as stopped:
            if question.goal.weights or stopped.reason is not StopReason.TIME:
                raise  # numbers of responses say nothing of weights; and who stops it again wants an end
            bracket.prove(least_by_number(question), ((), ()), question.openers[0])
            self.report = replace(self.report, low=bracket.proven, weakest=bracket.weakest)
        finally:
            self.work = work

    def _count(self, bracket: Bracket, *, sets: bool) -> None:
        """Report what counting patterns proves of every opener, with sets of facts or with single ones."""
        bracket.count(self.work, sets=sets)
        self.report = replace(
            self.report, low=bracket.proven, weakest=bracket.weakest, possible=not bracket.hopeless
        )

    def _policy_strategy(self, bracket: Bracket, work: Work, *, quick: bool = False) -> None:
        """Report the strategy of a policy, made better within some of the time, if it found one."""
        work.stage("strategy")
        bracket.improve(work, efforts=QUICK)
        if not quick:
            left = work.seconds_left
            bracket.improve(work.at_most(_PATIENCE_SECONDS if left is None else left / 4))
        self.report = replace(self.report, strategy=bracket.strategy, least=False, by_policy=True)


def _hinted_openers(question: TotalQuestion) -> tuple[str, ...]:
    """Return openers that are known to keep a limit that few openers keep."""
    if question.limit is None or question.history or not limit_is_tight(question):
        return ()
    allowed = frozenset(question.openers)
    named = hinted_openers(question.variant, question.limit)
    return tuple(dict.fromkeys(opener for opener in named if opener in allowed))
