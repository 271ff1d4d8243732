"""How a ranking of totals narrows what is open.

The parts, in their order:

Openers are settled in one way, for `solve` and `rank`: by threads here, or by a cluster.

What is settled goes to `KnownOpeners` as it comes.

Openers ranked in passes, so that both ends of the least cost come nearer to each other all the time.

The search of `TotalSession.rank` shows of one opener after the other what it costs, or that it costs more
than the best one. Where that takes long, nothing would be known of all openers for a long time. So there are
passes. A pass asks of each opener whether it costs more than a *target*, between both ends. A pass about a
low target takes little time, and what is learned serves the next ones. The targets rise by half of what is
left at most; where few openers are settled in a while, the next target is lower, by half a step, until passes
come to an end again. Once it is worth the time, the bounds of all openers are raised, as far as counting one
ply more does it. In the last pass an opener that costs no more than the strategy gets its exact cost. Between
passes the strategy gets better, and its opener is searched exactly: that is within reach long before all
openers are.

Questions that take a second see none of this: they are answered before the first pause.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.totals.bracket import QUICK
from wordle_cp.engine import ExactCost, OpenerResult, RefutedOpener, TotalOutcome
from wordle_cp.errors import ProofTooLongError
from wordle_cp.runs.ranking_state import KnownOpeners
from wordle_cp.search.parted import session_of
from wordle_cp.search.total import depth_decides_the_limit, limit_is_tight
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.totals.bracket import Bracket
    from wordle_cp.engine import TotalProgress
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.search.total import TotalSession
    from wordle_cp.work import StopReason, Work


_ALL: Final = 0  # as the search says it


_LIMIT_SECONDS: Final = 120.0
"""How long the depth search may take to show that no opener keeps a limit."""


def none_keeps_the_limit(question: TotalQuestion, work: Work, in_doubt: float | None = None) -> bool:
    """Ask the depth search, where the limit is tight, whether any opener keeps it; tell whether none does.

    The search for least totals settles one opener after the other: where the limit can't be kept, that takes
    it minutes to hours, and the depth search, which asks about all openers at once, seconds. It is given up
    after a while. With `in_doubt`, as no strategy that keeps the limit was found soon, it is asked for so
    many seconds at most where the limit doesn't look tight, too.

    Raises:
        StoppedError: there was reason to stop.
    """
    possible = limit_is_tight(question) if in_doubt is None else depth_decides_the_limit(question)
    if question.asked or not possible:
        return False
    from wordle_cp.answers.totals.certificates import refuted_within  # noqa: PLC0415  the models take a moment to load

    assert question.guesses_left is not None, "there is a limit"
    work.stage("whether any opener keeps the limit")
    patient = work.at_most(_LIMIT_SECONDS if in_doubt is None else in_doubt)
    try:
        return refuted_within(question, question.guesses_left, patient) is not None
    except StoppedError:
        work.demand_time()
        return False


def settle(
    known: KnownOpeners, cluster: str | None, work: Work, session: TotalSession | None = None
) -> tuple[int, StopReason | None]:
    """Settle the openers that aren't `known`, with a `session` if there is one already.

    Return how many guesses were examined, and why openers are left that are not settled, None where there are
    none.

    Raises:
        StoppedError: there was reason to stop. ClusterError: see `Coordinator`.
    """
    question = known.question
    top = _ALL if known.top is None else known.top
    left = known.left
    if not left:
        return 0, None
    openers = () if len(left) == len(question.position.allowed) else known.asked
    if cluster is not None:
        from wordle_cp.runs.cluster.coordinator import RankingCoordinator  # noqa: PLC0415  the checker loads with it

        with RankingCoordinator(cluster, known, openers, top, work) as coordinator:
            stopped_by = coordinator.settle()
            examined = coordinator.examined
    else:
        session = session or session_of(question, work)
        outcome, stopped_by = session.rank(
            openers=openers, top=top, guesses_left=question.guesses_left, collector=known
        )
        examined = outcome.work
    left = known.left
    if stopped_by is None and left:
        message = f"the search ended, and {left[0]!r} isn't settled"
        raise AssertionError(message)
    return examined, stopped_by if left else None


FIRST_SECONDS: Final = 1.0
"""Once the search has taken this time, a strategy is sought beside it."""
_FIRST_STRATEGY_SECONDS: Final = 0.4
"""How long the first strategy may take; where there is reason to stop soon, it gets better then."""
_FOR_THE_FIRST: Final = 0.4
"""How much of the time left it may take before the passes, which are worth less than a first strategy."""
_PATIENCE_SECONDS: Final = 10.0
"""How long openers are settled in the usual way, before the passes begin; less of a time limit."""
_OF_THE_LIMIT: Final = 0.2
_FOR_THE_STRATEGY: Final = 0.3
"""How much time goes to a better strategy, for a second of passes."""
_FOR_THE_COUNT: Final = 0.3
"""How much of a time limit goes to the proof of a lower end, where one is wanted."""
_SLICE_SECONDS: Final = 1.0
_OF_THE_PASSES: Final = 0.125
"""How long a target is tried: `_SLICE_SECONDS`, or this part of the time of all passes if that is more."""
_SOON: Final = 0.3
"""Where a smaller part of the openers was settled meanwhile, the next target is lower."""
_OF_A_LIMIT: Final = 0.25
"""As long as a target was tried in vain openers are settled in the usual way, so that passes at most double
the time; where the time is limited, this part of that."""
_WHOLE: Final = 1.0
_LEAST_STEP: Final = 1 / 64
_FAST_ENOUGH: Final = 0.9
"""Where a smaller part of the openers is left after that time, all of them will soon be settled so."""
_WORTH: Final = 6
"""The bounds of all openers are raised once that takes at most this many times as long as the passes."""
_OF_WHAT_IS_LEFT: Final = 0.8
"""Raising all bounds may take this part of what is left of a time limit, and no more."""
_NEAR: Final = 100
"""Once the ends differ by the upper one divided by this number, or less, the next pass is the last one."""
_SHOWN_SECONDS: Final = 0.5
"""After this time what is known of all openers is counted anew, to show it."""


class Narrowing:
    """A ranking in passes: the least cost, and all openers that reach it."""

    def __init__(
        self,
        session: TotalSession,
        bracket: Bracket,
        guesses_left: int | None,
        work: Work,
        *,
        certify: bool = False,
    ) -> None:
        """Take what asks, both ends, and the limit; with `certify` the lower end is to have a proof, too."""
        self._session = session
        self._bracket = bracket
        self._left = guesses_left
        self._work = work
        self._certify = certify
        self._classes = bracket.classes
        question = session.question
        self._known = KnownOpeners(question.about(self._classes.asked or question.asked), 1, None)
        self._known.seen = self._seen
        self._examined = 0
        self._raised = set[str]()
        self._shown: tuple[float, TotalProgress] | None = None

    def rank(self) -> tuple[TotalOutcome, StopReason | None]:
        """Return what is known of the openers, and why some are left, as `TotalSession.rank`."""
        outcome, stopped_by = self._rank(self._known.question.asked, None, FIRST_SECONDS)
        if not outcome.left or stopped_by is not None:
            return self.outcome, stopped_by
        # From here on strategies are worth their time.
        self._known.strategies = True
        bracket, work = self._bracket, self._work
        limit = work.limits.seconds
        patience = _PATIENCE_SECONDS if limit is None else min(_PATIENCE_SECONDS, _OF_THE_LIMIT * limit)
        self._find_strategy(patience)
        if self._session.game is None:  # of a large game the numbers of cells are all that is counted, soon
            bracket.count(work, sets=False)
        if bracket.strategy is None and self._none_keeps_the_limit(patience):
            return self.outcome, None
        left, spent = len(self._known.question.openers), time.process_time()
        while True:
            if self._narrow(self._best(), patience):
                return self.outcome, None
            if limit is None and time.process_time() - spent < patience:
                continue  # the machine is busy with other things
            before, left, spent = left, len(self._known.open(self._best())), time.process_time()
            if left > _FAST_ENOUGH * before:
                break
        if self._certify:
            self._count(None if limit is None else _FOR_THE_COUNT * limit)
        if bracket.strategy is None:
            bracket.improve(work.share(_FOR_THE_FIRST), efforts=1)
        self._pass(patience)
        return self.outcome, None

    def _find_strategy(self, patience: float) -> None:
        """Find a strategy soon; of codes, of whose first guess the rule says little, a good one."""
        if self._classes.members:
            self._bracket.improve(self._work.share(_FOR_THE_FIRST), efforts=QUICK)
            self._better_the_best(patience)
        self._bracket.improve(self._work.at_most(_FIRST_STRATEGY_SECONDS))

    def _none_keeps_the_limit(self, seconds: float) -> bool:
        """Note that no opener keeps the limit, if that is shown within `seconds`; tell whether it is."""
        question = self._session.question
        if limit_is_tight(question) or not none_keeps_the_limit(question, self._work, seconds):
            return False  # a tight one was asked about before the search
        self._known.collect([OpenerResult(RefutedOpener(opener)) for opener in self._known.question.openers])
        return True

    def _better_the_best(self, seconds: float) -> None:
        """Search the opener of the strategy for `seconds`: its least strategy may be better."""
        strategy = self._bracket.strategy
        if strategy is None or strategy.opener not in self._known.open(strategy.cost):
            return
        self._rank_noting((strategy.opener,), strategy.cost, seconds)

    def _count(self, seconds: float | None) -> None:
        """Count patterns for a certificate, for at most `seconds` (None: as long as that takes)."""
        work = self._work
        try:
            self._bracket.count(work if seconds is None else work.at_most(seconds), sets=True)
        except StoppedError:
            work.demand_time()  # it is over, or the search has the rest
        except ProofTooLongError:
            pass  # then there is no certificate of both ends

    def _pass(self, patience: float) -> None:
        """Make passes until the last one has settled the question.

        Raises:
            StoppedError: there was reason to stop.
        """
        bracket, began = self._bracket, time.monotonic()
        step = _WHOLE
        while True:
            target, last = self._target(step)
            before = len(self._known.open(target))
            seconds = max(min(patience, _SLICE_SECONDS), _OF_THE_PASSES * (time.monotonic() - began))
            if self._narrow(target, seconds):
                if last:
                    return
                step = min(2 * step, _WHOLE)
                continue
            bracket.improve(self._work.at_most(_FOR_THE_STRATEGY * seconds))
            self._better_the_best(_FOR_THE_STRATEGY * seconds)
            if self._narrow(self._best(), seconds * (_OF_A_LIMIT if self._work.limits.seconds else 1)):
                return
            if before - len(self._known.open(target)) < _SOON * before:
                step = max(step / 2, _LEAST_STEP)
            if self._raise_bounds(seconds, began):
                step = _WHOLE

    def _raise_bounds(self, seconds: float, began: float) -> bool:
        """Raise bounds of openers for `seconds`, or those of all if that is worth it; say whether of all.

        Raises:
            StoppedError: there was reason to stop.
        """
        before, start = len(self._left_to_raise()), time.monotonic()
        if not before:
            return False
        self._raise(seconds)
        now, left = time.monotonic(), len(self._left_to_raise())
        needed = (now - start) * left / max(before - left, 1)
        most, limit = _WORTH * (now - began), self._work.seconds_left
        if left and needed <= (most if limit is None else min(most, _OF_WHAT_IS_LEFT * limit)):
            self._raise(2 * needed)
        return not self._left_to_raise()

    def _left_to_raise(self) -> list[str]:
        return [opener for opener in self._known.open(self._best()) if opener not in self._raised]

    def _raise(self, seconds: float) -> None:
        left = self._left_to_raise()
        self._known.bounds = True
        try:
            outcome = self._rank_noting(left, self._best(), seconds)
        finally:
            self._known.bounds = False
        self._raised.update(set(left) - set(outcome.left))

    def _target(self, step: float) -> tuple[int | None, bool]:
        """Return what openers are to be compared with next, and whether that settles the question.

        It lies `step` times half the gap above the lower end; None: no strategy is known yet.
        """
        high, low = self._best(), self._bracket.low or 0
        if high is None:
            return None, True
        gap = high - low
        if step >= _WHOLE and gap * _NEAR <= high:
            return high, True
        target = low + max(int(gap * step / 2), 1)
        return target, target >= high

    def _best(self) -> int | None:
        """Return the least cost known."""
        return self._known.threshold(self._bracket.high)

    def _seen(self, progress: TotalProgress) -> TotalProgress:
        """Return a snapshot of all openers, in numbers that no further pass takes back."""
        now = time.monotonic()
        if self._shown is None or now - self._shown[0] >= _SHOWN_SECONDS:
            bracket, outcome = self._bracket, self._known.outcome(self._examined, self._bracket.high)
            openers, alike = self._session.question.openers, self._classes.all_of
            best = outcome.ranked[0] if outcome.ranked else None
            if bracket.strategy is not None and (best is None or bracket.strategy.cost < best.cost):
                best = ExactCost(bracket.strategy.opener, bracket.strategy.cost)
            known = replace(
                progress,
                openers=len(openers),
                done=len(openers) - len(alike(outcome.left)),
                exact=len(alike(one.opener for one in outcome.ranked)),
                bounded=len(alike(one.opener for one in outcome.others)),
                refuted=len(alike(outcome.refuted)),
                best=best,
                low=bracket.low,
            )
            self._shown = now, known
        return replace(self._shown[1], current=progress.current, work=progress.work, bytes=progress.bytes)

    def _narrow(self, target: int | None, seconds: float) -> bool:
        """Compare openers with the `target` for `seconds`; tell whether that is settled for all.

        Raises:
            StoppedError: there was reason to stop.
        """
        best = self._best()
        most = target if target is None or best is None else min(target, best)
        left = self._known.open(most)
        return not left or not self._rank_noting(left, most, seconds).left

    def _rank_noting(self, openers: Sequence[str], most: int | None, seconds: float) -> TotalOutcome:
        """Compare `openers` with the cost `most` for `seconds`, and take over what comes out.

        Raises:
            StoppedError: there was reason to stop.
        """
        outcome, stopped_by = self._rank(openers, most, seconds)
        self._take_strategies()
        self._raise_low()
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        return outcome

    def _rank(
        self, openers: Sequence[str], most: int | None, seconds: float
    ) -> tuple[TotalOutcome, StopReason | None]:
        self._known.pause_after = seconds
        outcome, stopped_by = self._session.rank(
            openers=openers, guesses_left=self._left, most=most, collector=self._known
        )
        self._examined += outcome.work
        return outcome, stopped_by

    def _take_strategies(self) -> None:
        """Take the strategy of the best opener, if there is one."""
        found = [
            (result.settled.cost, result.strategy)
            for result in self._known.results()
            if isinstance(result.settled, ExactCost) and result.strategy
        ]
        if found:
            cost, strategy = min(found)
            if self._bracket.high is None or cost < self._bracket.high:
                self._bracket.take(strategy)

    def _raise_low(self) -> None:
        """Raise the lower end to what is known of all openers."""
        low, bounds = self._bracket.low or 0, list[int]()
        for opener in self._known.question.openers:
            settled = self._known.get(opener)
            if not isinstance(settled, RefutedOpener):
                bounds.append(low if settled is None else settled.cost)
        if bounds:
            self._bracket.raise_low(min(bounds))

    @property
    def outcome(self) -> TotalOutcome:
        """What is known of the openers: those that may still be best are left."""
        counted = [one.opener for one in self._known.results() if not one.searched]
        return self._classes.outcome(self._known.outcome(self._examined, self._bracket.high), 1, counted)
