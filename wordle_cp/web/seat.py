"""A seat: a worker process and the thread that minds it, and the requests that it is given.

The queue of `workers` gives each seat its next request. Only the thread of a seat talks to its process;
others wake it up.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final, Protocol

from wordle_cp.errors import WordleCpError
from wordle_cp.web.fair_queue import QueueLimits
from wordle_cp.web.worker_process import MEMORY_EXIT, Begun, Cancel, Finished, Order, Told
from wordle_cp.work import Limits, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable

_GRACE_SECONDS: Final = 2.0
"""So long after it should have stopped, a process is killed."""
_POLL_SECONDS: Final = 0.25
_END_SECONDS: Final = 2.0
_PAUSE_SECONDS: Final = 1.0
"""So long a seat waits when no process could work."""
_GIGABYTE: Final = 1e9
_STARTS: Final = 3
"""So often a job is given to a new process where the old one died before it began."""


class JobFailedError(WordleCpError):
    """A job ended without an answer; the message says why."""


class JobCancelledError(Exception):
    """Nobody wants the answer any more."""


class JobPreemptedError(Exception):
    """What nobody waits for had to make room; ask again for what is left."""


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: a `user`, that is a browser, and one of the user's tabs."""

    user: str
    tab: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Sent while a request waits: so many others come first."""

    ahead: int


@dataclass(frozen=True, slots=True)
class Started:
    """Sent when a process has begun with the request."""


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
    def long_limits(self) -> QueueLimits:
        """The limits of the queue of what may take long: each user leaves two processes to others."""
        return QueueLimits(self.waiting_per_user, self.waiting, max(1, self.processes - 2))

    @property
    def limits(self) -> Limits:
        """What a job has to heed."""
        return Limits(self.job_seconds, self.memory_bytes)


@dataclass(eq=False, slots=True)
class Ticket:
    """A request on its way."""

    client: Client
    slot: str
    order: Order
    hear: Callable[[object], None]
    needs: str = ""
    future: Future[object] = field(default_factory=Future)
    long: bool = False
    background: bool = False
    cancelled_at: float | None = None


class Office(Protocol):
    """Who gives seats their work."""

    @property
    def settings(self) -> WorkerSettings:
        """Limits of each job."""
        ...

    @property
    def command(self) -> str:
        """What Python runs in a process."""
        ...

    @property
    def warm_order(self) -> Order | None:
        """What each process does first."""
        ...

    @property
    def closing(self) -> bool:
        """Whether everything ends."""
        ...

    def next_ticket(self, seat: Seat) -> Ticket | None:
        """Wait for a request that may run, and give it to `seat`; None when everything ends."""
        ...

    def release(self, seat: Seat, ticket: Ticket) -> None:
        """Note that `seat` is done with `ticket`."""
        ...

    def pause(self, seconds: float) -> None:
        """Wait so long, or until everything ends."""
        ...


class Seat:
    """A process and the thread that minds it."""

    def __init__(self, office: Office) -> None:
        """Take a place in `office`."""
        self.ticket: Ticket | None = None  # at work; guarded by the lock of the office
        self._office = office
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._woken, self._waker = Pipe(duplex=False)
        self._begun = False  # with the job at work
        self._overdue = False  # the process was killed, as its job went on after its time
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

    def cancel(self, unwanted: Callable[[Ticket], bool], error: Exception | None = None) -> None:
        """Have the job at work end if it is `unwanted`; whoever asked gets `error`. It waits for nothing."""
        ticket = self.ticket
        if ticket is not None and ticket.cancelled_at is None and unwanted(ticket):
            ticket.cancelled_at = time.monotonic()
            fail(ticket, error or JobCancelledError())
            self._waker.send_bytes(b"!")  # the thread tells the process, which may not be listening

    def kill(self) -> None:
        """Kill the process; the thread sees that it has ended."""
        process = self._process
        if process is not None:
            process.kill()

    def _mind(self) -> None:
        """Do one request after the other, whatever becomes of it."""
        while not self._office.closing:
            with suppress(OSError):  # it is tried again for a request, which is told then
                self._ensure_process()
            ticket = self._office.next_ticket(self)
            if ticket is not None:
                try:
                    self._do(ticket)
                except Exception as error:  # noqa: BLE001  no request may be lost, and no seat
                    fail(ticket, JobFailedError(f"no process could work on this: {error}; ask again"))
                    self._end_process()
                    self._office.pause(_PAUSE_SECONDS)
                finally:
                    self._office.release(self, ticket)
        self._end_process()

    def _ensure_process(self) -> None:
        """Start the process if there is none that runs."""
        if self.pid is not None and self._connection is not None:
            return
        self._end_process()
        memory = self._office.settings.memory_bytes
        ours, theirs = socket.socketpair()
        self._connection = Connection(ours.detach())
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  see above
                [
                    sys.executable,
                    "-P",
                    "-c",
                    self._office.command,
                    str(theirs.fileno()),
                    "" if memory is None else str(memory),
                ],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C at the terminal is the server's to answer
            )
        if self._office.warm_order is not None:
            self._send(self._office.warm_order)

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
        with suppress(OSError):
            if self._connection is not None:
                self._connection.send(message)

    def _do(self, ticket: Ticket) -> None:
        """Have the process do a request, and settle its future."""
        finished = None
        for _ in range(_STARTS):
            self._ensure_process()  # it may have died since
            self._begun = self._overdue = False
            self._send(ticket.order)
            finished = self._finished(ticket)
            if finished is not None or self._begun or ticket.future.done():
                break
        if finished is None:
            code = None if self._process is None else self._process.poll()
            fail(ticket, JobFailedError(self._why_dead(ticket, code)))
            self._end_process()
            return
        if finished.bloated:
            self._end_process()  # another one will begin small
        self._settle(ticket, finished)

    def _finished(self, ticket: Ticket) -> Finished | None:
        """Wait for the end of a request, or of the process (None), and pass on what is reported meanwhile."""
        connection = self._connection
        assert connection is not None, "started above"
        seconds = self._office.settings.job_seconds
        last = None if seconds is None else time.monotonic() + seconds + _GRACE_SECONDS
        told = False  # that it was cancelled
        try:
            while True:
                now = time.monotonic()
                cancelled = ticket.cancelled_at
                late = cancelled is not None and now > cancelled + _GRACE_SECONDS
                self._overdue = last is not None and now > last
                if late or self._overdue:
                    self.kill()  # which the next poll sees
                if cancelled is not None and not told:
                    told = True
                    self._send(Cancel(ticket.order.number))
                ready = wait([connection, self._woken], _POLL_SECONDS)
                if self._woken in ready:
                    self._woken.recv_bytes()
                finished = self._take_in(ticket, connection.recv()) if connection in ready else None
                if finished is not None:
                    return finished
        except (EOFError, OSError):
            if self._process is not None:
                with suppress(subprocess.TimeoutExpired):  # it ends by itself, and has an exit code then
                    self._process.wait(_END_SECONDS)
            return None

    def _take_in(self, ticket: Ticket, message: Begun | Told | Finished) -> Finished | None:
        """Pass on what the process says about `ticket`; return the end of it."""
        if message.number != ticket.order.number:
            return None  # of the job that warms up
        if isinstance(message, Finished):
            return message
        if isinstance(message, Begun):
            self._begun = True
            ticket.hear(Started())
        else:
            ticket.hear(message.message)
        return None

    def _why_dead(self, ticket: Ticket, code: int | None) -> str:
        """Return what to tell about a process that ended in the middle of a request."""
        settings = self._office.settings
        if code == MEMORY_EXIT:
            return _no_memory(settings)
        if self._office.closing or ticket.cancelled_at is not None:
            return "the request was cancelled"
        if self._overdue:
            return _no_time(settings)
        how = (
            f"was killed from outside (signal {-code})" if code and code < 0 else f"ended (exit code {code})"
        )
        return f"the process that worked on this {how}; ask again"

    def _settle(self, ticket: Ticket, finished: Finished) -> None:
        """Hand over what a finished job has come to."""
        settings = self._office.settings
        if finished.bug is not None:
            sys.stderr.write(finished.bug)
            fail(ticket, JobFailedError("something went wrong in the program: its terminal tells what"))
        elif finished.error is not None:
            fail(ticket, finished.error)
        elif finished.stopped_by is StopReason.INTERRUPTED:
            fail(ticket, JobCancelledError())
        elif finished.stopped_by is not None:
            why = _no_time(settings) if finished.stopped_by is StopReason.TIME else _no_memory(settings)
            fail(ticket, JobFailedError(why))
        else:
            with suppress(InvalidStateError):  # cancelled meanwhile
                ticket.future.set_result(finished.value)


def fail(ticket: Ticket, error: Exception) -> None:
    """Settle a request with `error`, unless it is settled."""
    with suppress(InvalidStateError):
        ticket.future.set_exception(error)


def _no_time(settings: WorkerSettings) -> str:
    return f"stopped after --time-limit {settings.job_seconds:g} seconds without an answer"


def _no_memory(settings: WorkerSettings) -> str:
    gigabytes = (settings.memory_bytes or 0.0) / _GIGABYTE
    return f"stopped: it took more memory than --max-memory {gigabytes:g} GB"
