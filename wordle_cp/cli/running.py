"""What commands share that run for long: threads, limits, what struck, and Ctrl-C."""

from __future__ import annotations

import signal
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp import threads as background
from wordle_cp.errors import UsageError
from wordle_cp.work import Limits, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_GIGABYTE: Final = 1e9
_MOST_JOBS: Final = 256
_PATIENCE_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """The limits as they were given: seconds, gigabytes, or None for no limit."""

    time_limit: float | None
    max_memory: float | None

    @property
    def limits(self) -> Limits:
        """The same for the search."""
        return Limits(self.time_limit, None if self.max_memory is None else self.max_memory * _GIGABYTE)

    def describe(self, reason: StopReason | None) -> str:
        """Return what has struck, by the name of its option."""
        if reason is StopReason.TIME:
            return f"--time-limit {self.time_limit:g}"
        if reason is StopReason.MEMORY:
            return f"--max-memory {self.max_memory:g}"
        return "Ctrl-C" if reason is StopReason.INTERRUPTED else "the search itself"


def threads(jobs: int | None) -> int:
    """Return how many threads are meant: by default one for each processor."""
    return jobs or min(background.processors(), _MOST_JOBS)


def check_run(run: Path | None) -> None:
    """Raise UsageError if `run`, what --run says, is there and no folder."""
    if run is not None and run.exists() and not run.is_dir():
        message = f"--run: expected a folder, and {run} is none"
        raise UsageError(message)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Turn Ctrl-C into a flag, so that the run can end with what it knows; one a second later kills."""
    struck: list[float] = []
    before = signal.getsignal(signal.SIGINT)

    def note(_number: int, _frame: object) -> None:
        struck.append(time.monotonic())
        if struck[-1] - struck[0] > _PATIENCE_SECONDS:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(struck)
    finally:
        signal.signal(signal.SIGINT, before)
