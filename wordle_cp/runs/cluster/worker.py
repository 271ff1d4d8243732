"""What runs on the workers: units of a question are settled, by searches that keep what they learn.

A worker process keeps the last questions that it was given, made ready: one session for each of its threads.
A unit is given up when nobody wants its result any more, because the coordinator said so or is gone: the
scheduler tells the worker, and the search looks every 50 ms.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_cp.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.cluster.census_worker import CensusAnswer, CensusReady
    from wordle_cp.runs.cluster.wire import Job, Row
    from wordle_cp.search.total import TotalSession

_ALIVE = frozenset({"executing", "long-running"})
"""States of a task whose result somebody waits for."""
_MOST_QUESTIONS = 4
"""Coordinators that may use a worker at once, each with a question and a run of its own."""


class _Seat:
    """One session of the question, and what asks whether its work is still wanted."""

    def __init__(self, question: TotalQuestion) -> None:
        from wordle_cp.search.total import TotalSession  # noqa: PLC0415  the scheduler imports this module, too

        self.unwanted: Callable[[], bool] = lambda: False
        self.session: TotalSession = TotalSession(question, Work(cancelled=self._is_unwanted))

    def _is_unwanted(self) -> bool:
        return self.unwanted()


class _Ready:
    """A question that this process is at: its sessions, those at work, and the newest bound of each run.

    Runs are told apart, as another ranking of the same question may want to know more.
    """

    def __init__(self, question: TotalQuestion) -> None:
        self._lock = threading.Lock()
        self._question = question
        self._idle: list[_Seat] = []
        self._at_work: list[tuple[str, _Seat]] = []
        self._most: OrderedDict[str, int] = OrderedDict()

    @contextmanager
    def seat(self, run: str, most: int | None) -> Iterator[tuple[_Seat, int | None]]:
        """Provide a session, and the least of the bounds that are known in the `run`."""
        with self._lock:
            newest = self._newest(run, most)
            seat = self._idle.pop() if self._idle else _Seat(self._question)
            self._at_work.append((run, seat))
        whole = False
        try:
            yield seat, newest
            whole = True
        finally:
            with self._lock:
                self._at_work.remove((run, seat))
                if whole:  # a session that was stopped is of no more use
                    self._idle.append(seat)

    def lower(self, run: str, most: int) -> None:
        """Take over a bound of the `run`."""
        with self._lock:
            self._newest(run, most)
            for other, seat in self._at_work:
                if other == run:
                    seat.session.lower_most(most)

    def _newest(self, run: str, most: int | None) -> int | None:
        """Take over a bound, if it is one, and return the least one of the `run`."""
        known = [one for one in (self._most.get(run), most) if one is not None]
        if not known:
            return None
        self._most[run] = min(known)
        while len(self._most) > _MOST_QUESTIONS:
            self._most.popitem(last=False)
        return min(known)


_ready: OrderedDict[str, _Ready | CensusReady] = OrderedDict()


class UnknownJobError(Exception):
    """A unit of a question that this worker wasn't given, or not lately."""


class UnwantedError(Exception):
    """Nobody waits for the result of a unit any more."""


def take(job: Job) -> None:
    """Get ready for the units of `job`; called on every worker before it gets any.

    Raises:
        JobError: see `Job.open`.
    """
    from wordle_cp.games.question import TotalQuestion  # noqa: PLC0415
    from wordle_cp.runs.cluster.census_worker import CensusReady, CensusWork  # noqa: PLC0415  see `_Seat`

    if job.digest not in _ready:
        subject = job.open()
        if isinstance(subject, CensusWork):
            _ready[job.digest] = CensusReady(subject)
        else:
            assert isinstance(subject, TotalQuestion), "a job is of one of the two"
            _ready[job.digest] = _Ready(subject)
        while len(_ready) > _MOST_QUESTIONS:
            _ready.popitem(last=False)


def settle(
    key: str, run: str, digest: str, openers: Sequence[str], top: int, most: int | None
) -> tuple[list[Row], int]:
    """Settle `openers`, of which those that cost more than `most` needn't be exact; return rows and work.

    `key` is that of the task, `run` tells the coordinator's run from others, `digest` is that of the job.

    Raises:
        UnknownJobError: the question isn't here. UnwantedError: nobody waits for the result.
    """
    ready = _ready.get(digest)
    if not isinstance(ready, _Ready):
        raise UnknownJobError
    with ready.seat(run, most) as (seat, newest):
        seat.unwanted = _unwanted(key)
        return settle_with(seat.session, openers, top, newest)


def decide(key: str, run: str, digest: str, openers: Sequence[str], whole: Collection[str]) -> CensusAnswer:
    """Decide `openers` of a census; see `settle`, and for `whole` `CensusReady.decide`.

    Raises:
        UnknownJobError: the question isn't here. UnwantedError: nobody waits for the result.
    """
    ready = _ready.get(digest)
    if ready is None or isinstance(ready, _Ready):
        raise UnknownJobError
    answer = ready.decide(run, openers, whole, _unwanted(key))
    if answer is None:
        raise UnwantedError
    return answer


def _unwanted(key: str) -> Callable[[], bool]:
    """Return what tells that nobody waits any more for the result of the task with this `key`."""
    from distributed import get_worker  # noqa: PLC0415  see `_Seat`

    worker = get_worker()

    def unwanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state not in _ALIVE

    return unwanted


def lower(run: str, digest: str, most: int) -> None:
    """Take over a bound; called on every worker when there is a new one."""
    ready = _ready.get(digest)
    if isinstance(ready, _Ready):
        ready.lower(run, most)


def settle_with(
    session: TotalSession, openers: Sequence[str], top: int, most: int | None
) -> tuple[list[Row], int]:
    """Settle `openers` with `session`; see `settle`."""
    from wordle_cp.runs.cluster.wire import rows_of  # noqa: PLC0415  see `_Seat`
    from wordle_cp.search.total import Keeper  # noqa: PLC0415

    kept = Keeper()
    words = {str(word): word for word in session.question.variant.guesses}
    outcome, stopped_by = session.rank(
        openers=[words[opener] for opener in openers], top=top, collector=kept, most=most, keep=True
    )
    if stopped_by is not None:
        raise UnwantedError
    return rows_of(kept.results), outcome.work
