"""The coordinator of a ranking on a cluster: it hands out units, judges what comes back, and keeps the bound.

It stands in for `TotalSession.rank`: the same question, the same outcome, but threads of other processes.

**Order.** Where every cost is to be exact, the openers that are expected to take longest come first (those
with the fewest cells), lest one of them is begun last; where the best are asked for, the most promising ones
come first, as their costs are the bound above which the others are given up.

**The newest bound** goes with each unit, and to every worker at once when it falls, also to those at work.

**Results** count once the checker has accepted the strategy of each exact cost. What a worker said before one
was refused, of which a strategy shows one half only, is taken back and asked of others. A bound or a refuted
opener has no fragment, and rests on its worker's search, as does that an exact cost is the least one;
`prove --optimal` and `rank --certificate` prove all that here, afterwards.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from typing import TYPE_CHECKING

from wordle_cp.engine import AtLeast, ExactCost, RefutedOpener, TotalOutcome, TotalProgress
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.runs.cluster import worker as at_work
from wordle_cp.runs.cluster.coordinator import Coordinator, Unit, UnitRun
from wordle_cp.runs.cluster.wire import Job, results_of
from wordle_cp.runs.judges import Judge
from wordle_cp.search.classes import NO_CLASSES, OpenerClasses
from wordle_cp.search.total import IGNORING, TotalSession

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wordle_cp.engine import OpenerResult
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.search.total import Collector
    from wordle_cp.work import StopReason, Work


class ClusterSession(Coordinator["_Run"]):
    """A ranking made ready on a cluster; a context manager."""

    def __init__(self, address: str, question: TotalQuestion, work: Work) -> None:
        """Connect to the scheduler at `address`.

        Raises:
            UsageError, ClusterError: see `Connection`.
        """
        super().__init__(address, Job.of(question), work)
        self._question = question
        self._judge = Judge(question)
        self._words = {str(word): word for word in question.variant.guesses}

    def rank(
        self, *, openers: Sequence[str] = (), top: int = 1, collector: Collector = IGNORING
    ) -> tuple[TotalOutcome, StopReason | None]:
        """Rank as `TotalSession.rank`.

        Raises:
            ClusterError: the scheduler is gone, no worker is left that can be trusted, or a unit fails again
                and again.
        """
        question = self._question
        classes = OpenerClasses.of_question(question, openers) if self._work.symmetry else NO_CLASSES
        asked = classes.asked or tuple(dict.fromkeys(openers)) or question.openers
        order = TotalSession(question).by_promise(asked)
        run = _Run(order if top else order[::-1], top, classes, collector)
        stopped_by = self._settle(run)
        return classes.outcome(run.outcome(), top, run.counted), stopped_by if run.left else None

    def _submit(self, run: _Run, unit: Unit, workers: Collection[str] | None) -> str:
        return self._connection.submit(at_work.settle, (unit.openers, run.top, run.most), workers)

    def _accept(self, run: _Run, unit: Unit, result: object, worker: str) -> None:
        rows, work = result if isinstance(result, tuple) and len(result) == 2 else (None, 0)  # noqa: PLR2004  both
        results = results_of(rows, self._words, unit.openers)
        self._demand_true(results, run)
        before = run.most
        run.accept(results, worker, work if isinstance(work, int) else 0)
        if run.most is not None and run.most != before:
            self._connection.tell(run.most)

    def _show(self, run: _Run) -> None:
        self._work.show(run.progress())

    def _demand_true(self, results: Sequence[OpenerResult], run: _Run) -> None:
        """Raise CertificateRejected for a result that isn't true, or no answer to what was asked."""
        for result in results:
            if isinstance(result.settled, ExactCost) and len(self._question.hidden) > 1:
                self._judge.judge(result)
        most = run.told_with(results)
        for result in results:
            settled = result.settled
            if isinstance(settled, AtLeast) and (most is None or settled.cost <= most):
                expected = "an exact cost" if most is None else f"a bound above {most}"
                raise CertificateRejected(result.opener, Rule.BOUND, expected, str(settled.cost))


class _Run(UnitRun):
    """A ranking on its way: what is waiting, under way and known."""

    def __init__(self, order: Sequence[str], top: int, classes: OpenerClasses, collector: Collector) -> None:
        super().__init__(order)
        self.top = top
        self.collector = collector
        self._order = tuple(order)
        self._classes = classes
        self._found: dict[str, tuple[OpenerResult, str]] = {}
        self._costs: list[int] = []  # exact ones, ascending
        self._kinds: Counter[type] = Counter()
        self._told: int | None = None
        self._shown: ExactCost | None = None
        self._work = 0

    @property
    def left(self) -> int:
        """How many openers aren't settled."""
        return len(self._order) - len(self._found)

    @property
    def most(self) -> int | None:
        """The cost that openers needn't be exact above; None if each must be."""
        return self._costs[self.top - 1] if 0 < self.top <= len(self._costs) else None

    def told_with(self, results: Sequence[OpenerResult]) -> int | None:
        """Return the least bound that the worker of `results` can have had; None if it had none.

        It is never less than what the best openers turn out to cost, also where the result behind it is
        taken back: a strategy has shown that it can be reached.
        """
        if not self.top:
            return None
        found = [one.settled.cost for one in results if isinstance(one.settled, ExactCost)]
        costs = sorted([*self._costs[: self.top], *found])
        now = costs[self.top - 1] if len(costs) >= self.top else None
        return min((one for one in (now, self._told) if one is not None), default=None)

    def claim(self, openers: Sequence[str], worker: str) -> None:
        """Note that `worker` has begun with `openers`."""
        self.collector.claim_for(openers, worker)

    def accept(self, results: Sequence[OpenerResult], worker: str, work: int) -> None:
        """Take over what `worker` found."""
        for result in results:
            self._found[result.opener] = (result, worker)
            self._kinds[type(result.settled)] += 1
            if isinstance(result.settled, ExactCost):
                insort(self._costs, result.settled.cost)
        self._told = self.told_with(())
        self._work += work
        self.note_seconds(sum(result.seconds for result in results), len(results))
        self.collector.take(self._classes.settled(results), worker)

    def refuse(self, worker: str) -> list[str]:
        """Trust `worker` no more; take back what it said, and return the openers."""
        again = [opener for opener, (_, said_by) in self._found.items() if said_by == worker]
        for opener in again:
            settled = self._found.pop(opener)[0].settled
            self._kinds[type(settled)] -= 1
            if isinstance(settled, ExactCost):
                self._costs.remove(settled.cost)
        self.collector.take_back(self._classes.all_of(again))
        return again

    def _best(self) -> ExactCost | None:
        """Return the least cost so far, with the opener."""
        if not self._costs:
            return None
        if self._shown is None or self._shown.cost != self._costs[0]:
            self._shown = next(
                one.settled
                for one, _ in self._found.values()
                if isinstance(one.settled, ExactCost) and one.settled.cost == self._costs[0]
            )
        return self._shown

    @property
    def counted(self) -> set[str]:
        """The openers that counting patterns settled."""
        return {result.opener for result, _ in self._found.values() if not result.searched}

    def outcome(self) -> TotalOutcome:
        """Return what is known, as a search tells it."""
        most = self.most
        place = {opener: number for number, opener in enumerate(sorted(self._order))}
        exact, others, searched = list[ExactCost](), list[AtLeast](), 0
        for result, _ in self._found.values():
            settled = result.settled
            if isinstance(settled, ExactCost) and (most is None or settled.cost <= most):
                exact.append(settled)
            elif not isinstance(settled, RefutedOpener):
                others.append(AtLeast(settled.opener, settled.cost))
                searched += result.searched
        return TotalOutcome(
            ranked=tuple(sorted(exact, key=lambda one: (one.cost, place[one.opener]))),
            others=tuple(sorted(others, key=lambda one: (one.cost, place[one.opener]))),
            refuted=tuple(
                result.opener
                for result, _ in self._found.values()
                if isinstance(result.settled, RefutedOpener)
            ),
            left=tuple(opener for opener in self._order if opener not in self._found),
            by_counts=len(others) - searched,
            by_search=searched,
            work=self._work,
        )

    def progress(self) -> TotalProgress:
        """Return a snapshot."""
        return TotalProgress(
            openers=len(self._order),
            done=len(self._found),
            exact=self._kinds[ExactCost],
            bounded=self._kinds[AtLeast],
            refuted=self._kinds[RefutedOpener],
            best=self._best(),
            current=next((unit.openers[0] for unit in self.units.values()), None),
            work=self._work,
            bytes=0,
        )
