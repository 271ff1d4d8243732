"""Least costs of games so large that they are looked at in parts: see `search.parts`.

Openers are looked at one after the other, and each of them part by part; what is found of a part is kept
while an opener is at work, so that a ranking which pauses goes on where it was.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wordle_cp.engine import AtLeast, ExactCost, OpenerResult, RefutedOpener, TotalOutcome, TotalProgress
from wordle_cp.search.parts import is_large, parts_of, promising
from wordle_cp.search.total import IGNORING, Collector, Keeper, TotalSession
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import Effort, Settled
    from wordle_cp.games.question import TotalQuestion


def session_of(question: TotalQuestion, work: Work = UNLIMITED) -> TotalSession:
    """Return a session about `question`: one in parts if its game is large, and costs add up.

    Raises:
        StoppedError: there is reason to stop already.
    """
    return PartedSession(question, work) if is_large(question) else TotalSession(question, work)


class PartedSession(TotalSession):
    """A session whose game is never set up as a whole."""

    policy_seconds = 5.0

    def __init__(self, question: TotalQuestion, work: Work = UNLIMITED) -> None:
        """Take the question; see `session_of`."""
        self.question = question
        self.game = None
        self._work = work
        self._stopped_by: StopReason | None = None
        self._at_work: _Opener | None = None
        self._best: tuple[OpenerResult, int | None] | None = None  # of least cost, and its limit
        self._order: tuple[str, ...] | None = None
        self._most: int | None = None

    def rank(
        self,
        *,
        openers: Sequence[str] = (),
        top: int = 1,
        guesses_left: int | None = None,
        collector: Collector = IGNORING,
        most: int | None = None,
        keep: bool = False,  # noqa: ARG002  what is learned of a part helps no other one
    ) -> tuple[TotalOutcome, StopReason | None]:
        """As `TotalSession.rank`, one opener after the other: it pauses between two."""
        if self._stopped_by is not None:
            raise StoppedError(self._stopped_by)
        left = self.question.guesses_left if guesses_left is None else guesses_left
        within = self._work if collector.pause_after is None else self._work.at_most(collector.pause_after)
        self._most = most
        asked = list(openers or self.question.position.allowed)
        results: list[OpenerResult] = []
        exact: list[int] = []
        try:
            asked = list(self.by_promise(asked))
            bounds = _of_two_guesses(self.question, asked, left, self._work) if top else {}
            asked.sort(key=lambda opener: bounds.get(opener, 0))
            for opener in asked:
                if results:
                    within.demand_time()
                least = exact[top - 1] if 0 < top <= len(exact) else None
                known = [bound for bound in (least, self._most) if bound is not None]
                if known and bounds.get(opener, 0) > min(known):
                    results.append(OpenerResult(AtLeast(opener, bounds[opener]), searched=False))
                    collector.collect(results[-1:])
                    continue
                seen = snapshot([each.settled for each in results], len(asked), opener)
                work = self._work.showing(lambda _of_a_part: self._work.show(collector.seen(seen)))  # noqa: B023
                results.append(self._settled(opener, left, min(known, default=None), work))
                if isinstance(results[-1].settled, ExactCost):
                    exact = sorted([*exact, results[-1].settled.cost])
                collector.collect(results[-1:])
        except StoppedError:
            self._stopped_by = self._work.reason_to_stop()
        last = exact[top - 1] if 0 < top <= len(exact) else None
        outcome = TotalOutcome.of(results, last, asked[len(results) :])
        return outcome, self._stopped_by if outcome.left else None

    def lower_most(self, most: int) -> None:
        """As `TotalSession.lower_most`."""
        self._most = most if self._most is None else min(most, self._most)

    def by_promise(self, openers: Sequence[str]) -> tuple[str, ...]:
        """As `TotalSession.by_promise`, by a sample of the words.

        Raises:
            StoppedError: there was reason to stop.
        """
        return self._ordered(openers, self._work)

    def strategy(self, opener: str, *, guesses_left: int | None = None) -> tuple[str, ...]:
        """As `TotalSession.strategy`."""
        left = self.question.guesses_left if guesses_left is None else guesses_left
        if self._best is None or (self._best[0].opener, self._best[1]) != (opener, left):
            result = self._settled(opener, left, None, self._work.showing(lambda _of_a_part: None))
            assert isinstance(result.settled, ExactCost), "there is one"
            return result.strategy
        return self._best[0].strategy

    def policy(
        self, effort: Effort, openers: Sequence[str] = (), *, guesses_left: int | None, work: Work
    ) -> tuple[str, ...] | None:
        """As `TotalSession.policy`, of the most promising opener."""
        question = self.question
        opener = self._ordered(openers or question.openers, work)[0]
        steps = [opener]
        for part in parts_of(question, opener):
            found = TotalSession(part, work).policy(effort, (opener,), guesses_left=guesses_left, work=work)
            if found is None:
                return None
            steps += found[1:]
        return tuple(steps)

    def _ordered(self, openers: Sequence[str], work: Work) -> tuple[str, ...]:
        """Return what `by_promise` does."""
        if len(openers) <= 1:
            return tuple(openers)
        if self._order is None:
            self._order = promising(self.question, self.question.position.allowed, work)
        wanted = frozenset(openers)
        return tuple(opener for opener in self._order if opener in wanted)

    def _settled(self, opener: str, left: int | None, most: int | None, work: Work) -> OpenerResult:
        """Return what an opener costs; no more need be found than that it costs more than `most`.

        `work` hears of the searches of its parts.

        Raises:
            StoppedError: there was reason to stop.
        """
        if self._at_work is None or (self._at_work.opener, self._at_work.left) != (opener, left):
            self._at_work = _Opener(self.question, opener, left)
        result = self._at_work.settled(most, work)
        if isinstance(result.settled, ExactCost):
            best = None if self._best is None else self._best[0].settled
            if not isinstance(best, ExactCost) or result.settled.cost <= best.cost:
                self._best = result, left
        return result


class _Opener:
    """An opener at work: what was found of its parts."""

    def __init__(self, question: TotalQuestion, opener: str, left: int | None) -> None:
        self.opener = opener
        self.left = left
        self._parts = tuple(parts_of(question, opener))
        self._words = len(question.hidden)
        self._steps = [opener]
        self._cost = 0
        self._done = 0
        self._seconds = 0.0
        self._session: TotalSession | None = None  # of the part that is next

    def settled(self, most: int | None, work: Work) -> OpenerResult:
        """As `PartedSession._settled`."""
        while self._done < len(self._parts):
            began = time.process_time()
            try:
                refuted = not self._add(self._parts[self._done], work)
            finally:
                self._seconds += time.process_time() - began
            if refuted:
                return self._result(RefutedOpener(self.opener))
            self._done += 1
            self._session = None
            least = self._cost + sum(map(_least, self._parts[self._done :]))
            if most is not None and self._done < len(self._parts) and least > most:
                return self._result(AtLeast(self.opener, least))
        return self._result(ExactCost(self.opener, self._cost))

    def _result(self, settled: Settled) -> OpenerResult:
        steps = tuple(self._steps) if isinstance(settled, ExactCost) else ()
        return OpenerResult(settled, searched=True, seconds=self._seconds, strategy=steps)

    def _add(self, part: TotalQuestion, work: Work) -> bool:
        """Add what a part costs; False if no strategy keeps the limit."""
        if self._session is None:
            self._session = TotalSession(part, work)
        self._session.go_on(work)
        keeper = Keeper()
        keeper.pause_after = work.seconds_left
        outcome, _ = self._session.rank(openers=(self.opener,), guesses_left=self.left, collector=keeper)
        if outcome.left:
            work.demand_time()
            raise StoppedError(StopReason.TIME)
        if not outcome.ranked:
            return False
        self._cost += outcome.ranked[0].cost
        self._steps += keeper.results[-1].strategy[1:]
        return True


def _least(part: TotalQuestion) -> int:
    """Return what a part costs at least: two guesses a word, but for the opener, if it is one of them."""
    return 2 * len(part.hidden) - 1 if part.goal.is_plain else 0


def _of_two_guesses(
    question: TotalQuestion, openers: Sequence[str], left: int | None, work: Work
) -> dict[str, int]:
    """Return what each opener costs where two guesses count: the second finds one word of each cell.

    There are no numbers where another number of guesses is `left`, and where words have weights.

    Raises:
        StoppedError: there is reason to stop.
    """
    goal, scoring, hidden = question.goal, question.variant.scoring, frozenset(question.hidden)
    first, second, lost = (goal.price(guesses) for guesses in (1, 2, None))
    if left != 2 or goal.weights or first is None or second is None or lost is None:  # noqa: PLR2004
        return {}
    from wordle_cp.engine.criteria import cell_sizes  # noqa: PLC0415  numpy takes a while to load
    from wordle_cp.engine.responses import responses  # noqa: PLC0415

    costs = {}
    for block, table in responses(openers, question.hidden, scoring, work):
        cells, _ = cell_sizes(table, scoring.win + 1, work.demand_time)
        for opener, count in zip(openers[block], cells.tolist(), strict=True):
            won = opener in hidden
            costs[opener] = won * first + (count - won) * second + (len(hidden) - count) * lost
    return costs


def snapshot(results: Sequence[Settled], openers: int, current: str | None, work: int = 0) -> TotalProgress:
    """Return how far a ranking of `openers` openers is, whose `results` took `work` guesses examined."""
    exact = [one for one in results if isinstance(one, ExactCost)]
    refuted = sum(isinstance(one, RefutedOpener) for one in results)
    return TotalProgress(
        openers,
        done=len(results),
        exact=len(exact),
        bounded=len(results) - len(exact) - refuted,
        refuted=refuted,
        best=min(exact, key=lambda one: one.cost, default=None),
        current=current,
        work=work,
        bytes=0,
    )
