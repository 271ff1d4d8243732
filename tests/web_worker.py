"""A worker process with jobs that misbehave, for tests of those who have to deal with them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError
from wordle_cp.web import worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.web.worker import Task

COMMAND: Final = (
    f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r}); "
    "from tests.web_worker import main; main()"
)
_WARMED: Final[list[None]] = []


def echo(_task: Task, *, value: object) -> object:
    """Return `value`."""
    return value


def pid(_task: Task) -> int:
    """Return the number of the process."""
    return os.getpid()


def threads(task: Task) -> int:
    """Return how many threads the job may run."""
    return task.threads


def warm(_task: Task) -> None:
    """Note that it was done."""
    _WARMED.append(None)


def warmed(_task: Task) -> int:
    """Return how often the process was warmed."""
    return len(_WARMED)


def until_cancelled(task: Task) -> None:
    """Work until told to stop, and tell that it has begun."""
    task.tell("begun")
    while True:
        time.sleep(0.01)
        task.demand_time()


def chatter(task: Task) -> None:
    """Tell something all the time, whatever is told."""
    while True:
        task.tell("chatter")
        time.sleep(0.01)


def deaf(task: Task) -> None:
    """Work for ever, whatever is told."""
    task.tell("begun")
    while True:
        time.sleep(1)


def wrong_input(_task: Task) -> None:
    """Complain about the input."""
    message = "expected something else"
    raise UsageError(message)


def bug(_task: Task) -> None:
    """Have a bug."""
    raise ZeroDivisionError


class _Unreadable:
    """What the other end can't take in."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Return what fails there."""
        return int, ("no number",)


def unreadable(_task: Task) -> object:
    """Return what can't be taken in."""
    return _Unreadable()


def eat(_task: Task, *, megabytes: int) -> int:
    """Take so much memory, if only for a moment."""
    return len(b"x" * (megabytes * 2**20))


def eat_on(task: Task) -> None:
    """Take more and more memory, whatever is told."""
    eaten = []
    task.tell("begun")
    while True:
        eaten.append(b"x" * 2**24)
        time.sleep(0.01)


_JOBS: Final = {
    job.__name__: job
    for job in (
        *(echo, pid, threads, warm, warmed, until_cancelled, chatter),
        *(deaf, wrong_input, bug, unreadable, eat, eat_on),
    )
}


def _find(name: str) -> Callable[..., object]:
    return _JOBS[name]


def main() -> None:
    """Be such a process."""
    worker.main(_find)
