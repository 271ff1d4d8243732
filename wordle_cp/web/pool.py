"""A few processes that work for the page, and the requests that wait for one; all in one event loop.

This module knows nothing of NiceGUI. A process is started afresh (not forked, and without the script that
started the server), and keeps the games it has loaded; one that dies costs its job a line, and is replaced.
"""

from __future__ import annotations

import asyncio
import pickle
import socket
import subprocess
import sys
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.threads import processors
from wordle_cp.web.worker import (
    COMMAND,
    MEMORY_EXIT,
    Finished,
    JobCancelledError,
    JobFailedError,
    Order,
    stopped,
)
from wordle_cp.work import Limits, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_GRACE_SECONDS: Final = 2.0
"""A process that goes on longer after it should have stopped is killed."""
_SIZE_BYTES: Final = 4
"""Before each message comes its size, as `multiprocessing.connection` has it."""
_MOST_OPENED: Final = 8


class JobPreemptedError(Exception):
    """What nobody waits for had to make room; ask again for what is left."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Sent while a request waits: `ahead` others come first; None once a process takes it."""

    ahead: int | None


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """How many processes, and the limits of each job; a process starts with the job `warm`."""

    processes: int
    limits: Limits
    warm: tuple[str, Mapping[str, object]] | None = None
    command: str = COMMAND


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

    def __init__(self, settings: PoolSettings) -> None:
        """Prepare; processes are started by `start`, or when they are needed."""
        self._workers = [_Worker(settings) for _ in range(settings.processes)]
        self._waiting: list[_Request] = []

    async def start(self) -> None:
        """Start all processes, without waiting for them."""
        for worker in self._workers:
            with suppress(OSError):  # it is tried again for a request, which is told then
                await worker.start()

    def close(self) -> None:
        """End all processes; what they were doing, and what waits, is cancelled."""
        self._drop(lambda _request: True, JobCancelledError())
        for worker in self._workers:
            worker.end()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that run now."""
        return [worker.process.pid for worker in self._workers if worker.process and worker.alive]

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

        `hear` is called with what the job tells on its way, and with `Waiting`. An older request of the same
        tab for the same `slot` is cancelled. `needs` names something that a process keeps once it is open:
        the next job that needs it goes to the same one, if that is free. What runs in the `background` makes
        room when others wait.

        Raises:
            WordleCpError: the job raised it; JobFailedError: time or memory ran out, the process died, a bug.
            JobCancelledError: the request was cancelled.
            JobPreemptedError: it ran in the background and made room.
        """
        self.cancel(tab, slot)
        answer = asyncio.get_running_loop().create_future()
        request = _Request(tab, slot, name, arguments, hear, needs, background, answer)
        self._waiting.append(request)
        self._give()
        try:
            return await answer
        except asyncio.CancelledError:
            self._drop(lambda other: other is request, JobCancelledError())
            raise

    def cancel(self, tab: str, slot: str | None = None) -> None:
        """Cancel what `tab` has asked for in `slot`, or (None) everywhere."""
        self._drop(lambda other: other.tab == tab and slot in {None, other.slot}, JobCancelledError())

    def _drop(self, unwanted: Callable[[_Request], bool], error: Exception) -> None:
        """Answer requests that are `unwanted` with `error`, and have their processes stop."""
        for request in filter(unwanted, self._waiting):
            request.settle(None, error)
        self._waiting = [request for request in self._waiting if not request.answer.done()]
        for worker in self._workers:
            if worker.request is not None and not worker.stopping and unwanted(worker.request):
                worker.request.settle(None, error)
                worker.stop()

    def _give(self) -> None:
        """Give free processes what waits; what runs in the background makes room for what still does."""
        self._waiting.sort(key=lambda request: request.background)
        while self._waiting and (free := [worker for worker in self._workers if worker.request is None]):
            request = self._waiting.pop(0)
            worker = next((one for one in free if request.needs in one.opened), free[0])
            worker.request = request
            worker.task = asyncio.create_task(self._work(worker, request, self._threads(request)))
        lacking = sum(not request.background for request in self._waiting)
        lacking -= sum(worker.stopping for worker in self._workers)
        for worker in self._workers:
            if lacking > 0 and worker.request is not None and worker.request.background:
                lacking -= not worker.stopping
                self._drop([worker.request].__contains__, JobPreemptedError())
        for ahead, request in enumerate(self._waiting):
            if not request.background:
                request.hear(Waiting(ahead))

    def _threads(self, request: _Request) -> int:
        """Return how many threads a request may run that begins now: its share of the processors.

        What runs in the background has one, and doesn't count: it makes room.
        """
        at_work = [worker.request for worker in self._workers if worker.request is not None]
        return 1 if request.background else processors() // sum(not one.background for one in at_work) or 1

    async def _work(self, worker: _Worker, request: _Request, threads: int) -> None:
        """Have `worker` do `request`, then what waits."""
        try:
            request.hear(Waiting(None))
            await worker.answer(request, threads)
        except Exception as error:  # noqa: BLE001  no request may be lost, and no process
            worker.end()
            request.settle(None, JobFailedError(f"no process could work on this: {error}; ask again"))
        finally:
            worker.request = None
            self._give()


class _Worker:
    """A process, as the server sees it."""

    def __init__(self, settings: PoolSettings) -> None:
        self.request: _Request | None = None  # at work
        self.task: asyncio.Task[None] | None = None  # what minds it
        self.opened: deque[str] = deque(maxlen=_MOST_OPENED)  # what requests have needed
        self.process: subprocess.Popen[bytes] | None = None
        self._settings = settings
        self._writer: asyncio.StreamWriter | None = None
        self._timeout: asyncio.Timeout | None = None
        self._warming = False

    @property
    def alive(self) -> bool:
        """Whether there is a process."""
        return self.process is not None and self.process.poll() is None

    @property
    def stopping(self) -> bool:
        """Whether it is to stop what it does, and hasn't yet."""
        return self.request is not None and self.request.answer.done()

    async def start(self) -> None:
        """Start the process if there is none.

        Raises:
            OSError: that can't be.
        """
        if self.alive:
            return
        self.end()
        ours, theirs = socket.socketpair()
        self._reader, self._writer = await asyncio.open_connection(sock=ours)
        memory = self._settings.limits.memory_bytes
        arguments = (str(theirs.fileno()), "" if memory is None else str(memory))
        with theirs:
            self.process = subprocess.Popen(  # noqa: ASYNC220, S603  it begins at once, and is our own
                [sys.executable, "-P", "-c", self._settings.command, *arguments],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C at the terminal is the server's to answer
            )
        self._warming = self._settings.warm is not None
        if self._settings.warm is not None:
            self._send(Order(*self._settings.warm, self._settings.limits))

    def end(self) -> None:
        """Kill the process, if there is one."""
        if self._writer is not None:
            self._writer.close()
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.process = self._writer = None
        self.opened.clear()

    def stop(self) -> None:
        """Have the job at work end, if it heeds that; else kill the process soon."""
        if self._timeout is not None:
            self._timeout.reschedule(asyncio.get_running_loop().time() + _GRACE_SECONDS)
            self._send(None)

    async def answer(self, request: _Request, threads: int) -> None:
        """Do `request`, which hears of it, and settle it; raise what makes the process unusable."""
        limits = self._settings.limits
        seconds = None if limits.seconds is None else limits.seconds + _GRACE_SECONDS
        try:
            await self.start()
            async with asyncio.timeout(seconds) as self._timeout:
                if request.answer.done():
                    return
                if request.needs:
                    self.opened.append(request.needs)
                self._send(Order(request.name, request.arguments, limits, threads))
                finished = await self._finished(request)
        except TimeoutError:
            self.end()
            request.settle(None, stopped(StopReason.TIME, limits))
        except (EOFError, ConnectionError):
            request.settle(None, self._why_dead())
            self.end()
        else:
            if finished.bloated:
                self.end()  # another one will begin small
            request.settle(finished.value, finished.error)
        finally:
            self._timeout = None

    async def _finished(self, request: _Request) -> Finished:
        """Pass on what the process tells of `request` until that is done."""
        while True:
            size = int.from_bytes(await self._reader.readexactly(_SIZE_BYTES))
            message = pickle.loads(await self._reader.readexactly(size))  # noqa: S301  our own process
            if not isinstance(message, Finished):
                if not request.answer.done():  # it may have been cancelled
                    request.hear(message)
            elif not self._warming:
                return message
            else:
                self._warming = False

    def _send(self, order: Order | None) -> None:
        """Send `order`; that the process is dead is seen by the one who waits for it."""
        assert self._writer is not None, "it has been started"
        packed = pickle.dumps(order)
        self._writer.write(len(packed).to_bytes(_SIZE_BYTES) + packed)

    def _why_dead(self) -> Exception:
        """Return what to tell about a process that ended in the middle of a job."""
        if self.process is None:  # the pool has closed
            return JobCancelledError()
        code = self.process.wait(_GRACE_SECONDS)
        if code == MEMORY_EXIT:
            return stopped(StopReason.MEMORY, self._settings.limits)
        how = f"was killed from outside (signal {-code})" if code < 0 else f"ended (exit code {code})"
        return JobFailedError(f"the process that worked on this {how}; ask again")
