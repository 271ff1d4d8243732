"""Processes that write certificates of strategies and have the independent checker replay them.

A replay of 12,947 hidden words takes most of a second, and a census may find thousands of strategies: in
processes of their own they hold up neither the search nor Ctrl-C.
"""

from __future__ import annotations

import queue
import uuid
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.census.answer import Possible
from wordle_cp.answers.census.ledger import file_sha256
from wordle_cp.certify.processes import ENDED, HAS_ENDED, Processes, has_processes
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import depth_certificate
from wordle_cp.errors import CheckerEndedError
from wordle_cp.files.write import TEMPORARY_PREFIX
from wordle_cp.games.strategy_tree import figures

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.search.census import CensusQuestion

_TASKS_PER_WRITER: Final = 4
"""More strategies than so many for each writer wait where they take less memory."""
_WAIT_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class WrittenStrategy:
    """The certificate of what is `possible`, which the checker has accepted, under a temporary name."""

    possible: Possible
    temporary: Path


class Writers(Processes):
    """Up to so many writing processes, started when there is work for them; a context manager."""

    def __init__(self, question: CensusQuestion, folder: Path, most: int) -> None:
        """Prepare up to `most` writers that put certificates for `question` into `folder`."""
        super().__init__()
        self._begin = partial(_begin, question, folder.absolute())
        self._most = most
        self._free: list[int] = []
        self._writing: set[int] = set()
        self._waiting: deque[partial[WrittenStrategy]] = deque()

    @property
    def backlog(self) -> int:
        """Strategies that are not done."""
        return len(self._waiting) + len(self._writing)

    @property
    def hungry(self) -> bool:
        """Whether more strategies are welcome."""
        return self.backlog < self._most * _TASKS_PER_WRITER

    def submit(self, opener: str, strategy: tuple[str, ...]) -> None:
        """Have a strategy that begins with `opener`, in preorder, written and checked."""
        self._waiting.append(partial(_write, opener, strategy))
        self._hand_out()
        if self._waiting and len(self) < self._most and has_processes():
            self.ask(len(self), self._begin)

    def drop_queue(self) -> None:
        """Forget the strategies that no process has begun with."""
        self._waiting.clear()

    def take(self, *, patiently: bool = False) -> list[WrittenStrategy]:
        """Return what has been done since the last time; `patiently` waits a moment for something.

        Raises:
            FileError: a file can't be written. CheckerEndedError: a process has ended by itself.
            CertificateRejected, CertificateParseError, ValueError: a strategy is none: a bug of the search.
        """
        if self._waiting and not has_processes():
            self._begin()
            return [self._waiting.popleft()()]
        written: list[WrittenStrategy] = []
        with suppress(queue.Empty):
            number, done = self.answers.get(timeout=_WAIT_SECONDS if patiently and self.backlog else 0)
            while True:
                if isinstance(done, BaseException):
                    raise done
                if done == ENDED:
                    raise CheckerEndedError(HAS_ENDED)
                self._writing.discard(number)
                self._free.append(number)
                written += [done] if isinstance(done, WrittenStrategy) else []  # or it has begun
                number, done = self.answers.get_nowait()
        self._hand_out()
        return written

    def _hand_out(self) -> None:
        while self._waiting and self._free:
            number = self._free.pop()
            self._writing.add(number)
            self.ask(number, self._waiting.popleft())


_jobs: list[tuple[CensusQuestion, Path]] = []
"""In a writing process: the question, and the folder of its certificates."""


def _begin(question: CensusQuestion, folder: Path) -> None:
    """Take what all strategies of a census have in common."""
    _jobs.append((question, folder))


def _write(opener: str, strategy: tuple[str, ...]) -> WrittenStrategy:
    """Write the certificate of a strategy under a temporary name, and have it checked."""
    question, folder = _jobs[-1]
    numbers = figures(strategy, question.hidden, question.history)
    proof = depth_certificate(question.position, question.depth, strategy, opener, numbers)
    temporary = folder / f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}.cert.gz"
    write_checked(temporary, *proof)
    sha256 = file_sha256(temporary)
    assert sha256 is not None, "written a moment ago"
    return WrittenStrategy(
        Possible(opener, sha256, numbers.total_guesses, len(numbers.distribution)), temporary
    )
