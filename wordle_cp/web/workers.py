"""Worker processes of the page, seen from the server: requests wait in a queue, a thread minds each process.

Where this stands: above `fair_queue` and `worker_process`, below the views. It knows nothing of NiceGUI. A
process is started afresh (not forked, and without the script that started the server), and keeps the games it
has loaded; one that dies costs its job a line, and is replaced. What a job returns or raises comes back from
`run`:

| what happens | what `run` does |
|---|---|
| the function returns | returns the value |
| it raises a WordleCpError | raises it |
| time or memory runs out, the process dies, a bug | raises a JobFailedError |
| cancelled, a newer request in the same slot, the client has gone | raises a JobCancelledError |
| too much is waiting | raises a QueueFullError |
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import WordleCpError
from wordle_cp.search.watch import Limits, StopReason
from wordle_cp.web.fair_queue import FairQueue, QueueLimits
from wordle_cp.web.worker_process import COMMAND, MEMORY_EXIT, Begun, Cancel, Finished, Order, Told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_GRACE_SECONDS: Final = 2.0
"""So long after it should have stopped, a process is killed."""
_POLL_SECONDS: Final = 0.25
_END_SECONDS: Final = 2.0
_GIGABYTE: Final = 1e9
_WARM_NUMBER: Final = 0
_MOST_HOMES: Final = 64
_STARTS: Final = 3
"""So often a job is given to a new process where the old one died before it began."""


class JobFailedError(WordleCpError):
    """A job ended without an answer; the message says why."""


class JobCancelledError(Exception):
    """Nobody wants the answer any more."""


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: a `user`, that is a browser, and one of the user's tabs."""

    user: str
    tab: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Told while a request waits: so many others come first."""

    ahead: int


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """How many processes; limits of each job, and of the queue.

    One user never has more than all processes but one at work, if there are two or more, so that somebody
    else's request finds one.
    """

    processes: int
    job_seconds: float | None = None
    memory_bytes: float | None = None
    waiting_per_user: int = 8
    waiting: int = 64

    @property
    def queue_limits(self) -> QueueLimits:
        """The limits of the queue."""
        return QueueLimits(self.waiting_per_user, self.waiting, max(1, self.processes - 1))

    @property
    def limits(self) -> Limits:
        """What a job has to heed."""
        return Limits(self.job_seconds, self.memory_bytes)


@dataclass(eq=False, slots=True)
class _Ticket:
    """A request on its way."""

    client: Client
    slot: str
    order: Order
    hear: Callable[[object], None]
    needs: str = ""
    future: Future[object] = field(default_factory=Future)
    cancelled_at: float | None = None


class Workers:
    """The processes and the queue before them. `start` first, `close` last; all else is for any thread."""

    def __init__(
        self,
        settings: WorkerSettings,
        *,
        warm: tuple[str, Mapping[str, object]] | None = None,
        command: str = COMMAND,
    ) -> None:
        """Prepare; each process runs `command`, see `worker_process`.

        `warm` is a job (name, arguments) that each does first, to have things loaded.
        """
        self.settings: Final = settings
        self.command: Final = command
        self._warm = warm
        self._queue: FairQueue[_Ticket] = FairQueue(settings.queue_limits)
        self._changed = threading.Condition()  # guards all that follows, and the queue
        self._closing = False
        self._homes: dict[str, _Seat] = {}  # who keeps what requests need
        self._seats = [_Seat(self) for _ in range(settings.processes)]
        self._numbers = count(_WARM_NUMBER + 1)

    def start(self) -> None:
        """Start the processes, without waiting for them."""
        for seat in self._seats:
            seat.start()

    def close(self) -> None:
        """End all processes; what they were doing is cancelled."""
        with self._changed:
            self._closing = True
            for ticket in self._queue.discard(lambda _ticket: True):
                _fail(ticket, JobCancelledError())
            self._changed.notify_all()
        for seat in self._seats:
            seat.kill()
        for seat in self._seats:
            seat.join()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run now."""
        return [seat.pid for seat in self._seats if seat.pid is not None]

    async def run(
        self,
        client: Client,
        slot: str,
        name: str,
        *,
        hear: Callable[[object], None] = lambda _message: None,
        needs: str = "",
        **arguments: object,
    ) -> object:
        """Return what the job `name` of `jobs` makes of `arguments`.

        `hear` is called in this event loop with what the job tells on its way, and with `Waiting`. A request
        of the same client for the same `slot` that isn't done is cancelled. `needs` names something that
        processes keep once it is open: the next job that needs it goes to the same one, if that is free.

        Raises:
            WordleCpError: see this module; JobFailedError and QueueFullError are such errors.
            JobCancelledError: the request was cancelled.
        """
        loop = asyncio.get_running_loop()

        def pass_on(message: object) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(hear, message)

        ticket = self._submit(client, slot, name, arguments, pass_on, needs)
        try:
            return await asyncio.wrap_future(ticket.future)
        except asyncio.CancelledError:
            self.cancel(client, slot)
            raise

    def cancel(self, client: Client, slot: str | None = None) -> None:
        """Cancel what `client` has asked for in `slot`, or (None) everywhere."""
        self._cancel(lambda ticket: ticket.client == client and slot in {None, ticket.slot})

    def leave(self, tab: str) -> None:
        """Cancel all that was asked for in a tab that is gone."""
        self._cancel(lambda ticket: ticket.client.tab == tab)

    def _cancel(self, unwanted: Callable[[_Ticket], bool]) -> None:
        with self._changed:
            for ticket in self._queue.discard(unwanted):
                _fail(ticket, JobCancelledError())
            for seat in self._seats:
                seat.cancel(unwanted)
            self._tell_places()

    def _submit(
        self,
        client: Client,
        slot: str,
        name: str,
        arguments: Mapping[str, object],
        hear: Callable[[object], None],
        needs: str,
    ) -> _Ticket:
        order = Order(next(self._numbers), name, arguments, self.settings.limits)
        ticket = _Ticket(client, slot, order, hear, needs)
        with self._changed:
            if self._closing:
                raise JobCancelledError
            replaced = self._queue.put(client.user, f"{client.tab}/{slot}", ticket)
            if replaced is not None:
                _fail(replaced, JobCancelledError())
            for seat in self._seats:
                seat.cancel(lambda running: running.client == client and running.slot == slot)
            self._tell_places()
            self._changed.notify_all()
        return ticket

    def _tell_places(self) -> None:
        for ahead, ticket in enumerate(self._queue.in_turn()):
            ticket.hear(Waiting(ahead))

    def next_ticket(self, seat: _Seat) -> _Ticket | None:
        """Wait for a request that may run, and give it to `seat`; None when everything ends."""
        with self._changed:
            while not self._closing:
                taken = self._queue.take(lambda ticket: self._suits(seat, ticket))
                if taken is not None:
                    seat.ticket = taken[1]
                    self._settle_home(seat, taken[1])
                    self._changed.notify_all()  # what was left to this seat may be for others now
                    self._tell_places()
                    return taken[1]
                self._changed.wait()
            return None

    def _suits(self, seat: _Seat, ticket: _Ticket) -> bool:
        """Tell whether `seat` may do `ticket`: not if another one, which is free, keeps what it needs."""
        home = self._homes.get(ticket.needs, seat)
        return home is seat or home.ticket is not None

    def _settle_home(self, seat: _Seat, ticket: _Ticket) -> None:
        """Note that `seat` will keep what `ticket` needs."""
        if ticket.needs:
            self._homes.pop(ticket.needs, None)
            self._homes[ticket.needs] = seat
            while len(self._homes) > _MOST_HOMES:
                del self._homes[next(iter(self._homes))]

    def release(self, seat: _Seat, ticket: _Ticket) -> None:
        """Note that `seat` is done with `ticket`."""
        with self._changed:
            seat.ticket = None
            self._queue.done(ticket.client.user)
            self._changed.notify_all()

    @property
    def warm_order(self) -> Order | None:
        """What each process does first."""
        return None if self._warm is None else Order(_WARM_NUMBER, *self._warm, self.settings.limits)

    @property
    def closing(self) -> bool:
        """Whether everything ends."""
        return self._closing


class _Seat:
    """A process and the thread that minds it."""

    def __init__(self, workers: Workers) -> None:
        self.ticket: _Ticket | None = None  # at work; guarded by the condition of `workers`
        self._workers = workers
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._sending = threading.Lock()
        self._begun = False  # with the job at work
        self._thread = threading.Thread(target=self._mind, daemon=True, name="worker seat")

    @property
    def pid(self) -> int | None:
        """The number of the process, None if there is none now."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def start(self) -> None:
        """Start the thread, and that the process."""
        self._thread.start()

    def join(self) -> None:
        """Wait for the thread to end."""
        if self._thread.is_alive():
            self._thread.join(_END_SECONDS)

    def cancel(self, unwanted: Callable[[_Ticket], bool]) -> None:
        """Have the job at work end if it is `unwanted`."""
        ticket = self.ticket
        if ticket is not None and ticket.cancelled_at is None and unwanted(ticket):
            ticket.cancelled_at = time.monotonic()
            self._send(Cancel(ticket.order.number))
            _fail(ticket, JobCancelledError())

    def kill(self) -> None:
        """Kill the process; the thread sees that it has ended."""
        process = self._process
        if process is not None:
            process.kill()

    def _mind(self) -> None:
        """Do one request after the other."""
        while not self._workers.closing:
            self._ensure_process()
            ticket = self._workers.next_ticket(self)
            if ticket is not None:
                try:
                    self._do(ticket)
                finally:
                    self._workers.release(self, ticket)
        self._end_process()

    def _ensure_process(self) -> None:
        """Start the process if there is none that runs."""
        if self.pid is not None and self._connection is not None:
            return
        self._end_process()
        ours, theirs = socket.socketpair()
        memory = self._workers.settings.memory_bytes
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  see above
                [
                    sys.executable,
                    "-P",
                    "-c",
                    self._workers.command,
                    str(theirs.fileno()),
                    "" if memory is None else str(memory),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C at the terminal is the server's to answer
            )
        self._connection = Connection(ours.detach())
        if self._workers.warm_order is not None:
            self._send(self._workers.warm_order)

    def _end_process(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _send(self, message: Order | Cancel) -> None:
        """Send `message`; that the process is dead is seen by the one who waits for it."""
        with self._sending, suppress(OSError):
            if self._connection is not None:
                self._connection.send(message)

    def _do(self, ticket: _Ticket) -> None:
        """Have the process do a request, and settle its future."""
        finished = None
        for _ in range(_STARTS):
            self._ensure_process()  # it may have died since
            self._begun = False
            self._send(ticket.order)
            finished = self._finished(ticket)
            if finished is not None or self._begun or ticket.future.done():
                break
        if finished is None:
            code = None if self._process is None else self._process.poll()
            _fail(ticket, JobFailedError(self._why_dead(ticket, code)))
            self._end_process()
            return
        if finished.bloated:
            self._end_process()  # another one will begin small
        self._settle(ticket, finished)

    def _finished(self, ticket: _Ticket) -> Finished | None:
        """Wait for the end of a request, or of the process (None), and pass on what is told meanwhile."""
        connection = self._connection
        assert connection is not None, "started above"
        seconds = self._workers.settings.job_seconds
        last = None if seconds is None else time.monotonic() + seconds + _GRACE_SECONDS
        try:
            while True:
                now = time.monotonic()
                cancelled = ticket.cancelled_at
                late = cancelled is not None and now > cancelled + _GRACE_SECONDS
                if late or (last is not None and now > last):
                    self.kill()  # which the next poll sees
                if not connection.poll(_POLL_SECONDS):
                    continue
                message = connection.recv()
                if message.number != ticket.order.number:
                    continue  # of the job that warms up
                if isinstance(message, Begun):
                    self._begun = True
                elif isinstance(message, Told):
                    ticket.hear(message.message)
                elif isinstance(message, Finished):
                    return message
        except (EOFError, OSError):
            if self._process is not None:
                with suppress(subprocess.TimeoutExpired):  # it ends by itself, and has an exit code then
                    self._process.wait(_END_SECONDS)
            return None

    def _why_dead(self, ticket: _Ticket, code: int | None) -> str:
        """Return what to tell about a process that ended in the middle of a request."""
        settings = self._workers.settings
        if code == MEMORY_EXIT:
            return _no_memory(settings)
        if self._workers.closing or ticket.cancelled_at is not None:
            return "the request was cancelled"
        if settings.job_seconds is not None and code == -signal.SIGKILL:
            return f"{_no_time(settings)}, or its process was killed"
        return f"the process that worked on this has ended unexpectedly (exit code {code}); ask again"

    def _settle(self, ticket: _Ticket, finished: Finished) -> None:
        """Hand over what a finished job has come to."""
        settings = self._workers.settings
        if finished.bug is not None:
            sys.stderr.write(finished.bug)
            _fail(ticket, JobFailedError("something went wrong in the program: its terminal tells what"))
        elif finished.error is not None:
            _fail(ticket, finished.error)
        elif finished.stopped_by is StopReason.INTERRUPTED:
            _fail(ticket, JobCancelledError())
        elif finished.stopped_by is not None:
            why = _no_time(settings) if finished.stopped_by is StopReason.TIME else _no_memory(settings)
            _fail(ticket, JobFailedError(why))
        else:
            with suppress(InvalidStateError):  # cancelled meanwhile
                ticket.future.set_result(finished.value)


def default_processes() -> int:
    """Return how many processes there are by default: one for each processor, and two at least."""
    return max(2, os.cpu_count() or 1)


def _fail(ticket: _Ticket, error: Exception) -> None:
    """Settle a request with `error`, unless it is settled."""
    with suppress(InvalidStateError):
        ticket.future.set_exception(error)


def _no_time(settings: WorkerSettings) -> str:
    return f"stopped after --time-limit {settings.job_seconds:g} seconds without an answer"


def _no_memory(settings: WorkerSettings) -> str:
    gigabytes = (settings.memory_bytes or 0.0) / _GIGABYTE
    return f"stopped: it took more memory than --max-memory {gigabytes:g} GB"
