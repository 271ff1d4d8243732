"""A worker process of the page, seen from inside: it does one job after the other, and ends with its parent.

The main thread does jobs; a second one listens, so that a job can be cancelled, and ends the process when the
pipe closes, whatever the job is doing, or when it takes far too much memory.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import WordleCpError
from wordle_cp.web.jobs import job_function
from wordle_cp.web.task import Task
from wordle_cp.work import Limits, StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COMMAND: Final = "from wordle_cp.web.worker_process import main; main()"
"""What Python runs in a worker process; its arguments are those of `main`."""
MEMORY_EXIT: Final = 77
"""Exit code of a process that took far too much memory in the middle of a job."""
_HARD_FACTOR: Final = 1.5
"""So many times the memory limit is far too much."""
_LISTEN_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True)
class Order:
    """A job for the process: its number, a name of `jobs`, the arguments, and how many threads it may run."""

    number: int
    name: str
    arguments: Mapping[str, object]
    limits: Limits
    threads: int = 1


@dataclass(frozen=True, slots=True)
class Cancel:
    """The job of that number isn't wanted any more."""

    number: int


@dataclass(frozen=True, slots=True)
class Begun:
    """The process has begun with a job."""

    number: int


@dataclass(frozen=True, slots=True)
class Told:
    """Something that a job tells on its way."""

    number: int
    message: object


@dataclass(frozen=True, slots=True)
class Finished:
    """A job has ended: with a value, an error in the user's input, a reason to stop, or a bug of ours.

    `bloated` says that the process has taken more memory than it should keep.
    """

    number: int
    value: object = None
    error: WordleCpError | None = None
    stopped_by: StopReason | None = None
    bug: str | None = None
    bloated: bool = False


def main(find: Callable[[str], Callable[..., object]] = job_function) -> None:
    """Be a worker: the arguments are the number of an open socket, and bytes of memory or nothing.

    `find` returns the function of a job's name.
    """
    handle, memory = sys.argv[1:]
    serve(Connection(int(handle)), float(memory) if memory else None, find)


def serve(
    connection: Connection, memory_bytes: float | None, find: Callable[[str], Callable[..., object]]
) -> None:
    """Do the jobs that come over `connection` until it closes."""
    orders: SimpleQueue[Order] = SimpleQueue()
    dropped: set[int] = set()
    threading.Thread(
        target=_listen, args=(connection, orders, dropped, memory_bytes), daemon=True, name="listener"
    ).start()
    sending = threading.Lock()

    def send(message: Begun | Told | Finished) -> None:
        with sending:
            try:
                connection.send(message)
            except OSError:  # nobody is there any more
                os._exit(0)

    bound = Limits(memory_bytes=memory_bytes)
    while True:
        order = orders.get()
        send(Begun(order.number))
        finished = _do(order, send, dropped, find)
        dropped.discard(order.number)
        send(replace(finished, bloated=bound.struck(0.0) is not None))


def _do(
    order: Order,
    send: Callable[[Told], None],
    dropped: set[int],
    find: Callable[[str], Callable[..., object]],
) -> Finished:
    """Do a job, whatever comes of it."""
    task = Task(
        tell=lambda message: send(Told(order.number, message)),
        cancelled=lambda: order.number in dropped,
        limits=order.limits,
        threads=order.threads,
    )
    try:
        task.demand_time()
        return Finished(order.number, find(order.name)(task, **order.arguments))
    except WordleCpError as error:
        return Finished(order.number, error=error)
    except StoppedError as stopped:
        return Finished(order.number, stopped_by=stopped.reason)
    except MemoryError:
        return Finished(order.number, stopped_by=StopReason.MEMORY)
    except Exception:  # noqa: BLE001  a bug of ours must not end the page
        return Finished(order.number, bug=traceback.format_exc())


def _listen(
    connection: Connection, orders: SimpleQueue[Order], dropped: set[int], memory_bytes: float | None
) -> None:
    """Take in what the other end says; end the process when it is gone, or with far too much memory."""
    hard = Limits(memory_bytes=None if memory_bytes is None else memory_bytes * _HARD_FACTOR)
    while True:
        try:
            if not connection.poll(_LISTEN_SECONDS):
                if hard.struck(0.0) is not None:
                    os._exit(MEMORY_EXIT)
                continue
            message = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        if isinstance(message, Cancel):
            dropped.add(message.number)
        elif isinstance(message, Order):
            orders.put(message)
