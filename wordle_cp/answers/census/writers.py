"""Processes that write certificates of strategies and have the independent checker replay them.

A replay of 12,947 hidden words takes most of a second, and a census may find thousands of strategies: in
processes of their own they hold up neither the search nor Ctrl-C. They end when the process that started them
does, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import uuid
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Final, Self

from wordle_cp.answers.census.answer import Possible
from wordle_cp.answers.census.ledger import file_sha256
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import depth_certificate
from wordle_cp.errors import CheckerEndedError
from wordle_cp.files.write import TEMPORARY_PREFIX
from wordle_cp.games.strategy_tree import figures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from wordle_cp.search.census import CensusQuestion

_TASKS_PER_WRITER: Final = 4
"""More strategies than so many for each writer wait where they take less memory."""
_WAIT_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Written:
    """The certificate of what is `possible`, which the checker has accepted, under a temporary name."""

    possible: Possible
    temporary: Path


class Writers:
    """Up to so many writing processes, started when there is work for them; a context manager."""

    def __init__(self, question: CensusQuestion, folder: Path, most: int) -> None:
        """Prepare up to `most` writers that put certificates for `question` into `folder`."""
        # The processes run a script's top level again, which may change the current folder.
        job = (question, folder.absolute())
        self._most = most
        self._pool = ProcessPoolExecutor(most, multiprocessing.get_context("spawn"), _begin, job)
        self._tasks: set[Future[Written]] = set()

    def __enter__(self) -> Self:
        """Return the writers."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End all processes; what they were doing is lost."""
        for process in (self._pool._processes or {}).values():  # noqa: SLF001  a method from Python 3.14 on
            process.terminate()
        self._pool.shutdown(cancel_futures=True)

    @property
    def backlog(self) -> int:
        """Strategies that are not done."""
        return len(self._tasks)

    @property
    def hungry(self) -> bool:
        """Whether more strategies are welcome."""
        return self.backlog < self._most * _TASKS_PER_WRITER

    def submit(self, opener: str, strategy: tuple[str, ...]) -> None:
        """Have a strategy that begins with `opener`, in preorder, written and checked."""
        with _sigint_blocked():  # Ctrl-C goes to every process of the terminal, but it is ours to answer
            self._tasks.add(self._pool.submit(_write, opener, strategy))

    def drop_queue(self) -> None:
        """Forget the strategies that no process has begun with."""
        self._tasks = {task for task in self._tasks if not task.cancel()}

    def take(self, *, patiently: bool = False) -> list[Written]:
        """Return what has been done since the last time; `patiently` waits a moment for something.

        Raises:
            FileError: a file can't be written. CheckerEndedError: a process has ended by itself.
            CertificateRejected, CertificateParseError, ValueError: a strategy is none: a bug of the search.
        """
        done, self._tasks = wait(self._tasks, _WAIT_SECONDS if patiently else 0, FIRST_COMPLETED)
        try:
            return [task.result() for task in done]
        except BrokenProcessPool:
            message = (
                "a process that checks certificates has ended early: it was killed, memory was short, or it "
                "could not start, as where a script lacks the guard `if __name__ == '__main__'`"
            )
            raise CheckerEndedError(message) from None


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Have processes that are started meanwhile take no notice of SIGINT."""
    resource_tracker.ensure_running()  # first, as it unblocks SIGINT when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_jobs: list[tuple[CensusQuestion, Path]] = []
"""In a writing process: the question, and the folder of its certificates."""


def _begin(question: CensusQuestion, folder: Path) -> None:
    """Take what all strategies of a census have in common; end with the process that started this one."""
    _jobs.append((question, folder))
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "this is a process of the pool"
    parent.join()
    os._exit(1)


def _write(opener: str, strategy: tuple[str, ...]) -> Written:
    """Write the certificate of a strategy under a temporary name, and have it checked."""
    question, folder = _jobs[-1]
    history, depth = question.history, question.depth
    numbers = figures(strategy, question.hidden, history)
    proof = depth_certificate(question.position, depth, strategy, opener, numbers)
    temporary = folder / f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}.cert.gz"
    write_checked(temporary, *proof)
    sha256 = file_sha256(temporary)
    assert sha256 is not None, "written a moment ago"
    return Written(Possible(opener, sha256, numbers.total_guesses, len(numbers.distribution)), temporary)
