"""A few processes that work for the page, and the requests that wait for one; all in one event loop.

This module knows nothing of NiceGUI. A process is started afresh (not forked, and without the script that
started the server), and keeps the games it has loaded; one that dies costs its job a line, and is replaced.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import subprocess
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.threads import processors
from wordle_cp.web.worker import (
    COMMAND,
    MEMORY_EXIT,
    Finished,
    JobCancelledError,
    JobFailedError,
    stopped,
)
from wordle_cp.work import Limits, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping
    from multiprocessing.connection import Connection

_GRACE_SECONDS: Final = 2.0
"""A process that goes on longer after it should have stopped is killed."""
_MOST_OPENED: Final = 8


@dataclass(eq=False, slots=True)
class _Request:
    tab: str
    slot: str
    name: str
    arguments: Mapping[str, object]
    hear: Callable[[object], None]
    needs: str
    background: bool
    answer: asyncio.Future[object]

    def settle(self, value: object, error: Exception | None = None) -> None:
        """Give the answer, unless there is one."""
        if not self.answer.done():
            if error is None:
                self.answer.set_result(value)
            else:
                self.answer.set_exception(error)


class Pool:
    """The processes, and the requests that wait; whoever came first is served first."""

    def __init__(
        self,
        processes: int,
        limits: Limits,
        warm: tuple[str, Mapping[str, object]] | None = None,
        command: str = COMMAND,
    ) -> None:
        """Prepare `processes` that run `command`; they are started by `start`, or when they are needed.

        Each job has the `limits`; one process starts with the job `warm`.
        """
        self._workers = [_Worker(limits, command) for _ in range(processes)]
        self._waiting: list[_Request] = []
        self._warm = warm
        self._tasks: set[asyncio.Task[object]] = set()

    def start(self) -> None:
        """Start all processes, without waiting for them; no loop has to run yet."""
        for worker in self._workers:
            with suppress(OSError):  # it is tried again for a request, which is told then
                worker.start()

    async def warm(self) -> None:
        """Have a process do the job that warms it."""
        if self._warm is not None:
            name, arguments = self._warm
            self._begin(self.run("", name, name, background=True, **dict[str, Any](arguments)))

    def _begin(self, work: Coroutine[Any, Any, object]) -> None:
        """Have something go on beside all else, however it ends."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(lambda task: task.cancelled() or task.exception())
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """End all processes; what they were doing, and what waits, is cancelled."""
        self._drop(lambda _request: True)
        for worker in self._workers:
            worker.end()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run now."""
        return [worker.process.pid for worker in self._workers if worker.process and worker.alive]

    @property
    def full(self) -> bool:
        """Whether a request has to wait for another one that somebody waits for."""
        return all(worker.request is not None and not worker.request.background for worker in self._workers)

    async def run(
        self,
        tab: str,
        slot: str,
        name: str,
        *,
        hear: Callable[[object], None] = lambda _message: None,
        needs: str = "",
        background: bool = False,
        **arguments: object,
    ) -> object:
        """Return what the job `name` of `jobs` makes of `arguments`.

        `hear` is called with what the job tells on its way. An older request of the same
        tab for the same `slot` is cancelled. `needs` names something that a process keeps once it is open:
        the next job that needs it goes to the same one, if that is free. What runs in the `background` is
        cancelled when others wait.

        Raises:
            WordleCpError: the job raised it; JobFailedError: time or memory ran out, the process died, a bug.
            JobCancelledError: the request was cancelled.
        """
        self.cancel(tab, slot)
        answer = asyncio.get_running_loop().create_future()
        request = _Request(tab, slot, name, arguments, hear, needs, background, answer)
        self._waiting.append(request)
        self._give()
        try:
            return await answer
        except asyncio.CancelledError:
            self._drop(lambda other: other is request)
            raise

    def cancel(self, tab: str, slot: str | None = None) -> None:
        """Cancel what `tab` has asked for in `slot`, or (None) everywhere."""
        self._drop(lambda other: other.tab == tab and slot in {None, other.slot})

    def _drop(self, unwanted: Callable[[_Request], bool]) -> None:
        """Cancel requests that are `unwanted`, and have their processes stop."""
        for request in filter(unwanted, self._waiting):
            request.settle(None, JobCancelledError())
        self._waiting = [request for request in self._waiting if not request.answer.done()]
        for worker in self._workers:
            if worker.request is not None and not worker.stopping and unwanted(worker.request):
                worker.request.settle(None, JobCancelledError())
                worker.stop()

    def _give(self) -> None:
        """Give free processes what waits; what runs in the background makes room for what still does."""
        self._waiting.sort(key=lambda request: request.background)
        while self._waiting and (free := [worker for worker in self._workers if worker.request is None]):
            request = self._waiting.pop(0)
            worker = next((one for one in free if request.needs in one.opened), free[0])
            worker.request = request  # now it counts
            self._begin(self._work(worker, request, self._threads(request)))
        lacking = sum(not request.background for request in self._waiting)
        lacking -= sum(worker.stopping for worker in self._workers)
        for worker in self._workers:
            if lacking > 0 and worker.request is not None and worker.request.background:
                lacking -= not worker.stopping
                self._drop([worker.request].__contains__)

    def _threads(self, request: _Request) -> int:
        """Return how many threads a request may run that begins now: its share of the processors.

        What runs in the background has one, and doesn't count: it makes room.
        """
        at_work = [worker.request for worker in self._workers if worker.request is not None]
        return 1 if request.background else processors() // sum(not one.background for one in at_work) or 1

    async def _work(self, worker: _Worker, request: _Request, threads: int) -> None:
        """Have `worker` answer `request`, then give it the next one."""
        if not request.answer.done():  # it may have been cancelled before it began
            await worker.work(request, threads)
        worker.request = None
        self._give()


class _Worker:
    """A process, as the server sees it."""

    def __init__(self, limits: Limits, command: str) -> None:
        self.request: _Request | None = None  # at work
        self.opened: deque[str] = deque(maxlen=_MOST_OPENED)  # what requests have needed
        self.process: subprocess.Popen[bytes] | None = None
        self._limits = limits
        self._command = command
        self._reading = ThreadPoolExecutor(1)
        self._connection: Connection
        self._timer: asyncio.TimerHandle | None = None

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self.process is not None and self.process.poll() is None

    @property
    def stopping(self) -> bool:
        """Whether it is to stop what it does, and hasn't yet."""
        return self.request is not None and self.request.answer.done()

    def start(self) -> None:
        """Start the process if there is none; OSError if that can't be."""
        if self.alive:
            return
        self.end()
        self._connection, theirs = multiprocessing.Pipe()
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603  it is our own
                [sys.executable, "-P", "-c", self._command, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C at the terminal is the server's to answer
            )
            self._connection.send(self._limits)

    def end(self) -> None:
        """Kill the process, if there is one."""
        process, self.process = self.process, None
        self.opened.clear()
        if process is not None:
            process.kill()
            process.wait()

    async def work(self, request: _Request, threads: int) -> None:
        """Have the process answer `request`; it is killed if it goes on for longer than it may."""
        limits, loop = self._limits, asyncio.get_running_loop()
        try:
            self.start()
            if request.needs:
                self.opened.append(request.needs)
            self._connection.send((request.name, request.arguments, threads))
            if limits.seconds is not None:
                late = stopped(StopReason.TIME, limits)
                self._kill_after(limits.seconds + _GRACE_SECONDS, lambda: request.settle(None, late))
            while not isinstance(said := await loop.run_in_executor(self._reading, self._said), Finished):
                if not request.answer.done():  # it may have been cancelled
                    request.hear(said)
            request.settle(said.value, said.error)
            if said.bloated:
                self.end()  # another one will begin small
        except EOFError:
            request.settle(None, self._why_dead())
        except Exception as error:  # noqa: BLE001  it can't be started, or what it says can't be read
            self.end()
            request.settle(None, JobFailedError(f"no process could work on this: {error}; ask again"))
        finally:
            if self._timer is not None:
                self._timer.cancel()

    def stop(self) -> None:
        """Have the job at work end, if it heeds that; else kill the process soon."""
        with suppress(OSError, AttributeError):  # it is dead, or hasn't begun
            self._connection.send(None)
        self._kill_after(_GRACE_SECONDS)

    def _kill_after(self, seconds: float, late: Callable[[], None] = lambda: None) -> None:
        """Kill the process after `seconds`, unless its work has ended by then; call `late` first."""

        def kill() -> None:
            late()
            if self.process is not None:
                self.process.kill()
                self.process.wait()

        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, kill)

    def _said(self) -> object:
        """Return what the process says next; EOFError if it is dead."""
        try:
            return self._connection.recv()
        except OSError as error:
            raise EOFError from error

    def _why_dead(self) -> Exception:
        """Return what to tell about a process that ended in the middle of a job."""
        process = self.process
        code = 0 if process is None else process.wait()
        self.end()
        if code == MEMORY_EXIT:
            return stopped(StopReason.MEMORY, self._limits)
        how = f"was killed from outside (signal {-code})" if code < 0 else f"ended (exit code {code})"
        return JobFailedError(f"the process that worked on this {how}; ask again")
