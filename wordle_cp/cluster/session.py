"""The coordinator of a ranking on a cluster: it hands out units, judges what comes back, and keeps the bound.

It stands in for `TotalSession.rank`: the same question, the same outcome, but threads of other processes.

**Units.** A unit is one opener, or as many as take about a second together; the fewer are left, the smaller.
Two units a thread are under way, so that a worker needn't wait for the next one. Where every cost is to be
exact, the openers that are expected to take longest come first (those with the fewest cells), lest one of
them is begun last; where the best are asked for, the most promising ones come first, as their costs are the
bound above which the others are given up.

**The newest bound** goes with each unit, and to every worker at once when it falls, also to those at work.

**Results** count once the checker has accepted the strategy of each exact cost. A unit whose result is
refused is given to others; its worker gets no more units, and what it said before, of which a strategy
shows one half only, is taken back and asked of others. A bound or a hopeless opener has no fragment, and
rests on its worker's search, as does that an exact cost is the least one; `prove --optimal` and
`rank --certificate` prove all that here, afterwards.

**Workers that are gone.** The scheduler gives their units to others; a result that is lost is asked for
again. A worker that comes is given the question first.
"""

from __future__ import annotations

import math
import time
from bisect import insort
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from wordle_cp.cluster.connection import ClusterError, Connection, LostResultError
from wordle_cp.cluster.job import Job, MalformedRowsError, results_of
from wordle_cp.cluster.worker import UnknownJobError
from wordle_cp.engine import AtLeast, ExactCost, Hopeless, TotalOutcome, TotalProgress
from wordle_cp.errors import CertificateRejected, WordleCpError, one_line
from wordle_cp.judge import Judge
from wordle_cp.search.classes import NO_CLASSES, OpenerClasses
from wordle_cp.search.total import IGNORING, TotalSession
from wordle_cp.search.watch import NO_LIMITS, Limits, StopReason, reason_to_stop

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from types import TracebackType

    from wordle_cp.engine import OpenerResult
    from wordle_cp.search.total import Collector, TotalQuestion

_POLL_SECONDS: Final = 0.05
_LOOK_SECONDS: Final = 0.5
"""How often the scheduler is asked for its workers, and who is at what."""
_UNIT_SECONDS: Final = 1.0
_MOST_OPENERS: Final = 256
_UNITS_A_THREAD: Final = 2
_MOST_FAILURES: Final = 3
_PATIENCE_SECONDS: Final = 20.0
"""How long to wait for a first worker."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit under way; `most` is the bound that it was given."""

    openers: tuple[str, ...]
    most: int | None


class ClusterSession:
    """A question made ready on a cluster; a context manager."""

    def __init__(
        self,
        address: str,
        question: TotalQuestion,
        *,
        limits: Limits = NO_LIMITS,
        progress: Callable[[TotalProgress], None] = lambda _progress: None,
        cancelled: Callable[[], bool] | None = None,
        note: Callable[[str], None] = lambda _text: None,
    ) -> None:
        """Connect to the scheduler at `address`; the limits hold from now on.

        `note` is told what the user should know of, such as a worker whose result was refused.

        Raises:
            UsageError, ClusterError: see `Connection`.
        """
        self._started = time.monotonic()
        self._question = question
        self._limits = limits
        self._progress = progress
        self._cancelled = cancelled
        self._note = note
        self._connection = Connection(address, Job.of(question))
        self._judge = Judge(question)
        self._words = {str(word): word for word in question.variant.guesses}

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Give up what is under way, and disconnect."""
        self._connection.__exit__(kind, value, traceback)

    def rank(
        self, *, openers: Sequence[str] = (), top: int = 1, collector: Collector = IGNORING
    ) -> tuple[TotalOutcome, StopReason | None]:
        """Rank as `TotalSession.rank`.

        Raises:
            ClusterError: the scheduler is gone, no worker is left that can be trusted, or a unit fails again
                and again.
        """
        question = self._question
        classes = NO_CLASSES
        if question.symmetry and not question.objective.weights:
            classes = OpenerClasses.of_game(question.variant, question.history, question.hidden, openers)
        asked = classes.asked or tuple(dict.fromkeys(openers)) or question.openers
        order = TotalSession(question).by_promise(asked)
        run = _Run(order if top else order[::-1], top, classes, collector)
        stopped_by = self._work(run)
        return classes.outcome(run.outcome(), top), stopped_by if run.left else None

    def _work(self, run: _Run) -> StopReason | None:
        """Hand out units and take results until nothing is left, or there is reason to stop."""
        looked = -math.inf
        while run.left:
            reason = reason_to_stop(self._limits, self._started, self._cancelled)
            if reason is not None:
                self._take(run, self._connection.wait(0))
                self._connection.give_up(list(run.units))
                return reason
            if time.monotonic() - looked > _LOOK_SECONDS:
                looked = time.monotonic()
                self._look(run)
            self._hand_out(run)
            self._take(run, self._connection.wait(_POLL_SECONDS))
            self._progress(run.progress())
        with suppress(ClusterError):  # everything is settled: this is for the notes alone
            self._look(run)
        return None

    def _look(self, run: _Run) -> None:
        """See which workers there are, and who is at what."""
        threads = self._connection.threads()
        for gone in run.threads.keys() - threads.keys():
            units = [key for key, worker in run.workers.items() if worker == gone]
            what = "; its units are taken up again" if units else ""
            self._note(f"worker {gone} is gone{what}")
        self._prepare(run, threads.keys() - run.ready - run.refused)
        run.threads = threads
        if not threads and not run.seen and time.monotonic() - self._started > _PATIENCE_SECONDS:
            message = f"--cluster: the scheduler at {self._connection.address} has no workers"
            raise ClusterError(message)
        run.seen = run.seen or bool(threads)
        if threads and run.refused >= threads.keys():
            message = f"--cluster: no worker is left that can be used: {run.fault}"
            raise ClusterError(message)
        processing = self._connection.processing()
        for key, worker in processing.items():
            if key in run.units and run.workers.get(key) != worker:
                run.collector.claim_for(run.units[key].openers, worker)
        run.workers = processing

    def _prepare(self, run: _Run, workers: Collection[str]) -> None:
        """Give the question to new workers."""
        if workers:
            run.ready |= set(workers)
            for worker, fault in self._connection.prepare(workers).items():
                run.fault = f"worker {worker} can't work on the question: {fault}"
                run.refused.add(worker)
                self._note(run.fault)

    def _hand_out(self, run: _Run) -> None:
        """Keep two units a thread under way."""
        trusted = {worker: number for worker, number in run.threads.items() if worker not in run.refused}
        room = _UNITS_A_THREAD * sum(trusted.values())
        while run.queue and len(run.units) < room:
            unit = run.next_unit(room)
            key = self._connection.submit(
                unit.openers, run.top, unit.most, trusted.keys() if run.refused else None
            )
            run.units[key] = unit

    def _take(self, run: _Run, keys: Sequence[str]) -> None:
        """Take the results of units that have come to an end."""
        for key in keys:
            unit = run.units.pop(key, None)
            if unit is None:
                continue
            before = run.most
            try:
                (rows, work), worker = self._fetched(key, unit, run)
            except LostResultError:
                run.queue.extendleft(reversed(unit.openers))
                continue
            try:
                results = results_of(rows, self._words, unit.openers)
                self._demand_true(results, run)
            except (CertificateRejected, MalformedRowsError) as error:
                self._refuse(run, unit, worker, error)
                continue
            run.accept(results, worker, work)
            if run.most is not None and run.most != before:
                self._connection.tell(run.most)

    def _fetched(self, key: str, unit: _Unit, run: _Run) -> tuple[tuple[object, int], str]:
        """Return rows, work and worker of a unit.

        Raises:
            LostResultError: they are lost, or the worker failed, not for the last time, or isn't trusted.
        """
        try:
            result, worker = self._connection.fetch(key)
        except (LostResultError, ClusterError):
            raise
        except UnknownJobError:  # a worker that has just come, or that others kept busy
            run.ready.clear()
            raise LostResultError from None
        except Exception as error:  # noqa: BLE001  whatever a worker raises
            run.failures[unit.openers[0]] += 1
            if run.failures[unit.openers[0]] >= _MOST_FAILURES or type(error).__name__ == "KilledWorker":
                message = (
                    f"--cluster: the unit of {unit.openers[0]!r} fails again and again: "
                    f"{type(error).__name__}: {one_line(str(error)):.200}"
                )
                raise ClusterError(message) from None
            raise LostResultError from None
        if worker in run.refused:
            raise LostResultError
        match result:
            case (rows, int(work)):
                return (rows, work), worker
        return (None, 0), worker

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
                raise CertificateRejected(result.opener, "bound", expected, str(settled.cost))

    def _refuse(self, run: _Run, unit: _Unit, worker: str, error: WordleCpError) -> None:
        """Take the unit, and all that `worker` said before, back into the queue; ask it no more."""
        again = run.refuse(worker)
        run.queue.extendleft(reversed(unit.openers))
        more = f", {len(again)} of its results are taken back" if again else ""
        run.fault = f"worker {worker}: its result is refused, it gets no more units{more}: {error}"
        self._note(run.fault)


class _Run:
    """A ranking on its way: what is waiting, under way and known."""

    def __init__(self, order: Sequence[str], top: int, classes: OpenerClasses, collector: Collector) -> None:
        self.queue = deque(order)
        self.top = top
        self.collector = collector
        self.units: dict[str, _Unit] = {}
        self.workers: dict[str, str] = {}
        self.threads: dict[str, int] = {}
        self.seen = False
        self.ready: set[str] = set()
        self.fault = ""
        self.refused: set[str] = set()
        self.failures: Counter[str] = Counter()
        self._order = tuple(order)
        self._classes = classes
        self._found: dict[str, tuple[OpenerResult, str]] = {}
        self._costs: list[int] = []  # exact ones, ascending
        self._kinds: Counter[type] = Counter()
        self._told: int | None = None
        self._shown: ExactCost | None = None
        self._work = 0
        self._seconds = _UNIT_SECONDS
        """What an opener takes, of the last ones more than of the first."""

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

        It is never less than what the best openers turn out to cost, also where what told it is taken back:
        a strategy has shown that it can be reached.
        """
        if not self.top:
            return None
        found = [one.settled.cost for one in results if isinstance(one.settled, ExactCost)]
        costs = sorted([*self._costs[: self.top], *found])
        now = costs[self.top - 1] if len(costs) >= self.top else None
        return min((one for one in (now, self._told) if one is not None), default=None)

    def next_unit(self, room: int) -> _Unit:
        """Take openers from the queue."""
        fair = math.ceil(len(self.queue) / max(1, room))
        size = max(1, min(int(_UNIT_SECONDS / max(self._seconds, 1e-6)), fair, _MOST_OPENERS))
        openers = tuple(self.queue.popleft() for _ in range(min(size, len(self.queue))))
        return _Unit(openers, self.most)

    def accept(self, results: Sequence[OpenerResult], worker: str, work: int) -> None:
        """Take over what `worker` found."""
        for result in results:
            self._found[result.opener] = (result, worker)
            self._kinds[type(result.settled)] += 1
            if isinstance(result.settled, ExactCost):
                insort(self._costs, result.settled.cost)
        self._told = self.told_with(())
        self._work += work
        taken = sum(result.seconds for result in results) / len(results)
        self._seconds = 0.5 * self._seconds + 0.5 * taken
        self.collector.take(self._classes.settled(results), worker)

    def refuse(self, worker: str) -> list[str]:
        """Trust `worker` no more; take back what it said, into the queue, and return the openers."""
        self.refused.add(worker)
        again = [opener for opener, (_, said_by) in self._found.items() if said_by == worker]
        for opener in again:
            settled = self._found.pop(opener)[0].settled
            self._kinds[type(settled)] -= 1
            if isinstance(settled, ExactCost):
                self._costs.remove(settled.cost)
        self.collector.take_back(self._classes.all_of(again))
        self.queue.extendleft(reversed(again))
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

    def outcome(self) -> TotalOutcome:
        """Return what is known, as a search tells it."""
        most = self.most
        place = {opener: number for number, opener in enumerate(sorted(self._order))}
        exact, others, searched = list[ExactCost](), list[AtLeast](), 0
        for result, _ in self._found.values():
            settled = result.settled
            if isinstance(settled, ExactCost) and (most is None or settled.cost <= most):
                exact.append(settled)
            elif not isinstance(settled, Hopeless):
                others.append(AtLeast(settled.opener, settled.cost))
                searched += result.searched
        return TotalOutcome(
            ranked=tuple(sorted(exact, key=lambda one: (one.cost, place[one.opener]))),
            others=tuple(sorted(others, key=lambda one: (one.cost, place[one.opener]))),
            hopeless=tuple(
                result.opener for result, _ in self._found.values() if isinstance(result.settled, Hopeless)
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
            hopeless=self._kinds[Hopeless],
            best=self._best(),
            current=next((unit.openers[0] for unit in self.units.values()), None),
            work=self._work,
            bytes=0,
        )
