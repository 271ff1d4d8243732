"""Processes that write certificates of strategies and have the independent checker replay them.

A replay of 12,947 hidden words takes most of a second, and a census may find thousands of strategies: in
processes of their own they hold up neither the search nor Ctrl-C. Not a pool of `concurrent.futures`: its
processes would outlive a parent that is killed. These end when their pipe closes.
"""

from __future__ import annotations

import multiprocessing
import signal
import uuid
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final, Self

from wordle_cp.answers.census.ledger import file_sha256
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import asked_possible, certificate_of
from wordle_cp.errors import CheckerEndedError
from wordle_cp.files.write import TEMPORARY_PREFIX
from wordle_cp.games.question import Position
from wordle_cp.games.strategy_tree import figures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.process import BaseProcess
    from pathlib import Path
    from types import TracebackType

    from wordle_cp.answers.census.answer import Pending
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History
    from wordle_cp.search.census import CensusQuestion

_QUEUE_PER_WRITER: Final = 4
"""More strategies than so many for each writer call for another writer."""
_WAIT_SECONDS: Final = 0.05
_END_SECONDS: Final = 2.0
_READY: Final = "ready"
"""What a writer says first: that it has imported what it needs, which takes long on busy processors."""


@dataclass(frozen=True, slots=True)
class Written:
    """A certificate that the checker has accepted, under a temporary name."""

    task: Pending
    temporary: Path
    sha256: str
    total_guesses: int
    max_guesses: int


@dataclass(frozen=True, slots=True)
class _Job:
    """What all strategies of a census have in common; `folder` is where the files go."""

    variant: Variant
    depth: int
    history: History
    hidden: tuple[str, ...]
    folder: Path


class Writers:
    """Up to so many writing processes, started when there is work for them; a context manager."""

    def __init__(self, question: CensusQuestion, folder: Path, most: int) -> None:
        """Prepare up to `most` writers that put certificates for `question` into `folder`."""
        # The processes run a script's top level again, which may change the current folder.
        place = folder.absolute()
        self._job = _Job(question.variant, question.depth, question.history, question.hidden, place)
        self._most = most
        self._queue: deque[Pending] = deque()
        self._starting: dict[Connection, _Writer] = {}
        self._idle: list[_Writer] = []
        self._busy: dict[Connection, _Writer] = {}

    def __enter__(self) -> Self:
        """Return the writers."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End all processes; what they were doing is lost."""
        writers = (*self._starting.values(), *self._idle, *self._busy.values())
        for writer in writers:
            writer.terminate()
        for writer in writers:
            writer.join()

    @property
    def backlog(self) -> int:
        """Strategies that are not done."""
        return len(self._queue) + len(self._busy)

    @property
    def hungry(self) -> bool:
        """Whether more strategies are welcome; others had better wait where they take less memory."""
        return self.backlog < self._most * _QUEUE_PER_WRITER

    def submit(self, task: Pending) -> None:
        """Have a strategy written and checked."""
        self._queue.append(task)
        self._hand_out()

    def drop_queue(self) -> None:
        """Forget the strategies that no process has begun with: not those of processes that are starting."""
        self._queue.clear()

    def take(self, *, patiently: bool = False) -> list[Written]:
        """Return what has been done since the last time; `patiently` waits a moment for something.

        Raises:
            FileError: a file can't be written.
            CertificateRejected, CertificateParseError, ValueError: a strategy is none: a bug of the search.
        """
        asked = [*self._starting, *self._busy]
        done: list[Written] = []
        for connection in wait(asked, _WAIT_SECONDS if patiently else 0) if asked else ():
            assert isinstance(connection, Connection)
            if connection in self._starting:
                writer = self._starting.pop(connection)
                writer.await_ready()
            else:
                writer = self._busy.pop(connection)
                done.append(writer.result())
            self._idle.append(writer)
        self._hand_out()
        return done

    def _hand_out(self) -> None:
        """Give the queue to idle writers, and start another where the queue is long."""
        while self._queue:
            started = len(self._starting) + len(self._idle) + len(self._busy)
            if not self._idle and started < self._most and self.backlog > started * _QUEUE_PER_WRITER:
                writer = _Writer(self._job)
                self._starting[writer.connection] = writer
            if not self._idle:
                return
            writer = self._idle.pop()
            writer.begin(self._queue.popleft())
            self._busy[writer.connection] = writer


class _Writer:
    """One process, seen from the calling one."""

    def __init__(self, job: _Job) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        with _sigint_blocked():  # Ctrl-C goes to every process of the terminal, but it is ours to answer
            self._process: BaseProcess = context.Process(target=_serve, args=(theirs, job), daemon=True)
            self._process.start()
        theirs.close()

    def await_ready(self) -> None:
        """Take that it is ready, or raise that it has ended."""
        answer = self._receive()
        assert answer == _READY

    def begin(self, task: Pending) -> None:
        """Hand over a task."""
        try:
            self.connection.send(task)
        except ConnectionError:
            raise _ended() from None

    def result(self) -> Written:
        """Return what has become of the task, or raise what went wrong."""
        answer = self._receive()
        if isinstance(answer, BaseException):
            raise answer
        assert isinstance(answer, Written)
        return answer

    def _receive(self) -> object:
        try:
            answer: object = self.connection.recv()
        except (EOFError, ConnectionError):
            raise _ended() from None
        return answer

    def terminate(self) -> None:
        """End the process, soon."""
        self.connection.close()
        self._process.terminate()

    def join(self) -> None:
        """Wait for its end."""
        self._process.join(_END_SECONDS)


def _ended() -> CheckerEndedError:
    """Return what is wrong if a process ends by itself."""
    message = (
        "a process that checks certificates has ended early: it was killed, memory was short, or it could "
        "not start, as where a script lacks the guard `if __name__ == '__main__'`"
    )
    return CheckerEndedError(message)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Have processes that are started meanwhile take no notice of SIGINT."""
    resource_tracker.ensure_running()  # first, as it unblocks SIGINT when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, job: _Job) -> None:
    """Say that this process is ready, and do tasks until the other end closes."""
    try:
        connection.send(_READY)
    except OSError:
        return
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        answer: Written | Exception
        try:
            answer = _write(task, job)
        except Exception as error:  # noqa: BLE001  raised again in the calling process
            answer = error
        try:
            connection.send(answer)
        except OSError:
            return


def _write(task: Pending, job: _Job) -> Written:
    """Write the certificate of a strategy under a temporary name, and have it checked."""
    numbers = figures(task.strategy, job.hidden, job.history)
    certificate = certificate_of(
        job.variant, job.depth, task.strategy, numbers, history=job.history, opener=task.opener
    )
    temporary = job.folder / f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}.cert.gz"
    asked = asked_possible(Position(job.variant, job.history, job.hidden), job.depth, task.opener)
    write_checked(temporary, certificate, asked)
    sha256 = file_sha256(temporary)
    assert sha256 is not None, "written a moment ago"
    return Written(task, temporary, sha256, numbers.total_guesses, len(numbers.distribution))
