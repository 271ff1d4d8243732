"""A process of the pool, seen from inside: it does one job after the other, and ends with its parent.

The main thread does jobs. A second one listens: it notes that a job was cancelled, and ends the process when
its socket closes, whatever the job is doing, or when it takes far too much memory.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, TypeAlias

from wordle_cp.errors import WordleCpError
from wordle_cp.work import NO_LIMITS, Limits, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable

COMMAND: Final = "import wordle_cp.web.jobs.ask; from wordle_cp.web.worker import main; main()"
"""What Python runs in a process; its arguments are those of `main`."""
MEMORY_EXIT: Final = 77
"""Exit code of a process that took far too much memory in the middle of a job."""
_HARD_FACTOR: Final = 1.5
"""Times the memory limit: far too much."""
_LISTEN_SECONDS: Final = 0.2
_GIGABYTE: Final = 1e9


_TELL_SECONDS: Final = 0.05


Order: TypeAlias = tuple[str, Mapping[str, object], int]


class JobFailedError(WordleCpError):
    """A job ended without an answer; the message says why."""


class JobCancelledError(Exception):
    """Nobody wants the answer any more."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a job is given besides its arguments.

    `tell` sends a plain value to the page, where it is shown or ignored; what comes thick and fast goes
    through `show`, which lets one through every 50 ms. The job has to heed `cancelled` and `limits`, which
    hold from `started` on, and raises StoppedError when one says so. It may run this number of `threads`.
    """

    tell: Callable[[object], None] = field(default=lambda _message: None)
    cancelled: Callable[[], bool] = field(default=lambda: False)
    limits: Limits = NO_LIMITS
    started: float = field(default_factory=time.monotonic)
    threads: int = 1
    _told: list[float] = field(default_factory=list)

    def show(self, message: object) -> None:
        """Tell `message`, unless something was shown a moment ago."""
        now = time.monotonic()
        if not self._told or now - self._told[-1] >= _TELL_SECONDS:
            self._told[:] = [now]
            self.tell(message)

    def work(self, show: Callable[[object], None] = lambda _event: None) -> Work:
        """Return how the job is worked out; `show` hears of events."""
        return Work(self.threads, self.limits, show, self.cancelled, started=self.started)

    def demand_time(self) -> None:
        """Raise StoppedError if there is reason to stop now."""
        self.work().demand_time()

    def heeding(self, done: int, of: int) -> None:
        """Show how much is done, and raise StoppedError if there is reason to stop."""
        self.show((done, of))
        self.demand_time()


@dataclass(frozen=True, slots=True)
class Finished:
    """A job has ended, with a value or with an error.

    `bloated` says that the process has taken more memory than it should keep.
    """

    value: object = None
    error: Exception | None = None
    bloated: bool = False


def stopped(reason: StopReason, limits: Limits) -> Exception:
    """Return what to raise for a job that was stopped."""
    if reason is StopReason.INTERRUPTED:
        return JobCancelledError()
    if reason is StopReason.TIME:
        return JobFailedError(f"stopped after --time-limit {limits.seconds:g} seconds without an answer")
    gigabytes = (limits.memory_bytes or 0.0) / _GIGABYTE
    return JobFailedError(f"stopped: it took more memory than --max-memory {gigabytes:g} GB")


def job_function(name: str) -> Callable[..., object]:
    """Return the function of that name: a module of `jobs`, a dot, and a function."""
    module, _, function = name.partition(".")
    found: Callable[..., object] = getattr(import_module(f"wordle_cp.web.jobs.{module}"), function)
    return found


def main(find: Callable[[str], Callable[..., object]] = job_function) -> None:
    """Do the jobs that come over an open socket, until it closes.

    The argument of the program is the number of the socket. The limits come first, then orders (the name of a
    job, its arguments, and how many threads it may run), or None to cancel the job at work; what goes back
    are messages of jobs, and `Finished`. `find` returns the function of a job's name.
    """
    connection = Connection(int(sys.argv[1]))
    limits: Limits = connection.recv()
    orders: SimpleQueue[Order] = SimpleQueue()
    cancelled = threading.Event()
    memory = limits.memory_bytes
    threading.Thread(target=_listen, args=(connection, orders, cancelled, memory), daemon=True).start()
    sending = threading.Lock()

    def send(message: object) -> None:
        with sending:
            try:
                connection.send(message)
            except OSError:  # nobody is there any more
                os._exit(0)

    bound = Limits(memory_bytes=memory)
    while True:
        name, arguments, threads = orders.get()
        task = Task(send, cancelled.is_set, limits, threads=threads)
        value: object = None
        failed: Exception | None = None
        try:
            task.demand_time()
            value = find(name)(task, **arguments)
        except WordleCpError as error:
            failed = error
        except StoppedError as error:
            failed = stopped(error.reason, limits)
        except MemoryError:
            failed = stopped(StopReason.MEMORY, limits)
        except Exception:  # noqa: BLE001  a bug of ours must not end the page
            traceback.print_exc()
            failed = JobFailedError("something went wrong in the program: its terminal tells what")
        send(Finished(value, failed, bound.struck(0.0) is not None))


def _listen(
    connection: Connection, orders: SimpleQueue[Order], cancelled: threading.Event, memory: float | None
) -> None:
    """Take in what the other end says; end the process when it is gone, or with far too much memory."""
    hard = Limits(memory_bytes=None if memory is None else memory * _HARD_FACTOR)
    while True:
        try:
            if not connection.poll(_LISTEN_SECONDS):
                if hard.struck(0.0) is not None:
                    os._exit(MEMORY_EXIT)
                continue
            order = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        if order is None:
            cancelled.set()
        else:
            cancelled.clear()  # that was for the job before
            orders.put(order)
