"""What every coordinator of a cluster does: it hands units out, takes results, and minds the workers.

**Units** are one opener, or as many as take about a second together; the fewer are left, the smaller. Two
units a thread are under way, so that a worker needn't wait for the next one.

**Results** count once the subclass has judged them. A unit whose result is refused is given to others; its
worker is named, and gets no more units.

**Workers that are gone.** The scheduler gives their units to others; a result that is lost is asked for
again. A worker that comes is given the question first.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Self, TypeVar

from wordle_cp.errors import CertificateRejected, WordleCpError, one_line
from wordle_cp.runs.cluster.connection import ClusterError, Connection, LostResultError
from wordle_cp.runs.cluster.wire import MalformedRowsError
from wordle_cp.runs.cluster.worker import UnknownJobError
from wordle_cp.work import Note, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from types import TracebackType

    from wordle_cp.runs.cluster.wire import Job

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
class Unit:
    """A unit under way."""

    openers: tuple[str, ...]


class UnitRun(ABC):
    """A run on its way: what is waiting and under way; what is known is for the subclass."""

    def __init__(self, order: Sequence[str]) -> None:
        """Begin with the openers in their `order`."""
        self.queue = deque(order)
        self.units: dict[str, Unit] = {}
        self.workers: dict[str, str] = {}
        """Who has which of the units, by key."""
        self.threads: dict[str, int] = {}
        self.seen = False
        self.ready: set[str] = set()
        self.fault = ""
        self.refused: set[str] = set()
        self.failures: Counter[str] = Counter()
        self._seconds = _UNIT_SECONDS
        """What an opener takes, of the last ones more than of the first."""

    @property
    @abstractmethod
    def left(self) -> int:
        """How many openers aren't settled."""

    @abstractmethod
    def claim(self, openers: Sequence[str], worker: str) -> None:
        """Note that `worker` has begun with `openers`."""

    @abstractmethod
    def refuse(self, worker: str) -> Sequence[str]:
        """Trust `worker` no more; take back what it said that wasn't proven, and return the openers."""

    def next_unit(self, room: int) -> Unit:
        """Take openers from the queue; `room` units may be under way at once."""
        fair = math.ceil(len(self.queue) / max(1, room))
        size = max(1, min(int(_UNIT_SECONDS / max(self._seconds, 1e-6)), fair, _MOST_OPENERS))
        return Unit(tuple(self.queue.popleft() for _ in range(min(size, len(self.queue)))))

    def note_seconds(self, taken: float, openers: int) -> None:
        """Take note of how long a number of openers took together."""
        self._seconds = 0.5 * self._seconds + 0.5 * taken / openers


Run = TypeVar("Run", bound=UnitRun)


class Coordinator(ABC, Generic[Run]):
    """A question made ready on a cluster; a context manager."""

    def __init__(self, address: str, job: Job, work: Work) -> None:
        """Connect to the scheduler at `address`.

        Notes are shown of what the user should know of, such as a worker whose result was refused.

        Raises:
            UsageError, ClusterError: see `Connection`.
        """
        self._started = time.monotonic()
        self._work = work
        self._connection = Connection(address, job)

    def __enter__(self) -> Self:
        """Return the coordinator."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Give up what is under way, and disconnect."""
        self._connection.__exit__(kind, value, traceback)

    @abstractmethod
    def _submit(self, run: Run, unit: Unit, workers: Collection[str] | None) -> str:
        """Hand out `unit`, to one of `workers` if that is given; return its key."""

    @abstractmethod
    def _accept(self, run: Run, unit: Unit, result: object, worker: str) -> None:
        """Judge what `worker` returned of `unit`, and take it over.

        Raises:
            CertificateRejected, MalformedRowsError: it isn't true, or no answer to what was asked.
            LostResultError: it can't be understood, through no fault of the worker.
        """

    @abstractmethod
    def _show(self, run: Run) -> None:
        """Tell how far the run is; called every 50 ms."""

    def _settle(self, run: Run) -> StopReason | None:
        """Hand out units and take results until nothing is left, or there is reason to stop."""
        looked = -math.inf
        while run.left:
            reason = self._work.reason_to_stop()
            if reason is not None:
                self._take(run, self._connection.wait(0))
                self._connection.give_up(list(run.units))
                return reason
            if time.monotonic() - looked > _LOOK_SECONDS:
                looked = time.monotonic()
                self._look(run)
            self._hand_out(run)
            self._take(run, self._connection.wait(_POLL_SECONDS))
            self._show(run)
        with suppress(ClusterError):  # everything is settled: this is for the notes alone
            self._look(run)
        return None

    def _look(self, run: Run) -> None:
        """See which workers there are, and who is at what."""
        threads = self._connection.threads()
        for gone in run.threads.keys() - threads.keys():
            units = [key for key, worker in run.workers.items() if worker == gone]
            what = "; its units are taken up again" if units else ""
            self._work.show(Note(f"worker {gone} is gone{what}"))
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
                run.claim(run.units[key].openers, worker)
        run.workers = processing

    def _prepare(self, run: Run, workers: Collection[str]) -> None:
        """Give the question to new workers."""
        if workers:
            run.ready |= set(workers)
            for worker, fault in self._connection.prepare(workers).items():
                run.fault = f"worker {worker} can't work on the question: {fault}"
                run.refused.add(worker)
                self._work.show(Note(run.fault))

    def _hand_out(self, run: Run) -> None:
        """Keep two units a thread under way."""
        trusted = {worker: number for worker, number in run.threads.items() if worker not in run.refused}
        room = _UNITS_A_THREAD * sum(trusted.values())
        while run.queue and len(run.units) < room:
            unit = run.next_unit(room)
            run.units[self._submit(run, unit, trusted.keys() if run.refused else None)] = unit

    def _take(self, run: Run, keys: Sequence[str]) -> None:
        """Take the results of units that have come to an end."""
        for key in keys:
            unit = run.units.pop(key, None)
            if unit is None:
                continue
            worker = ""
            try:
                result, worker = self._fetched(key, unit, run)
                self._accept(run, unit, result, worker)
            except LostResultError:
                run.queue.extendleft(reversed(unit.openers))
            except (CertificateRejected, MalformedRowsError) as error:
                self._refuse(run, unit, worker, error)

    def _fetched(self, key: str, unit: Unit, run: Run) -> tuple[object, str]:
        """Return what a unit returned, and its worker.

        Raises:
            LostResultError: it is lost, or the worker failed, not for the last time, or isn't trusted.
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
        return result, worker

    def _refuse(self, run: Run, unit: Unit, worker: str, error: WordleCpError) -> None:
        """Take the unit, and what `worker` said before, back into the queue; ask it no more."""
        run.refused.add(worker)
        again = run.refuse(worker)
        run.queue.extendleft(reversed(again))
        run.queue.extendleft(reversed(unit.openers))
        more = f", {len(again)} of its results are taken back" if again else ""
        run.fault = f"worker {worker}: its result is refused, it gets no more units{more}: {error}"
        self._work.show(Note(run.fault))
