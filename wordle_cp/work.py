"""Limits of long work: of time, of memory, and by whoever cancels it.

Where this stands: on the bottom floor; it knows nothing of games.
"""

from __future__ import annotations

import re
import resource
import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_KILOBYTE: Final = 1024
_STATUS: Final = Path("/proc/self/status")
_PEAK: Final = re.compile(rb"^VmHWM:\s*(\d+) kB$", re.MULTILINE)


class StopReason(StrEnum):
    """Why a search ended before it was done."""

    TIME = "time limit"
    MEMORY = "memory limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up: seconds of wall-clock time, bytes of the process's peak memory; None is no limit."""

    seconds: float | None = None
    memory_bytes: float | None = None

    def struck(self, started: float) -> StopReason | None:
        """Return which limit has struck since `started` (of time.monotonic), or None."""
        if self.seconds is not None and time.monotonic() - started > self.seconds:
            return StopReason.TIME
        if self.memory_bytes is not None and peak_memory() > self.memory_bytes:
            return StopReason.MEMORY
        return None

    def processes(self, jobs: int) -> int:
        """Return how many processes may be used instead of `jobs` threads: a limit of memory is about one."""
        return jobs if self.memory_bytes is None else 1

    def after(self, started: float) -> Limits:
        """Return what is left of the limits for something that begins now; `started` as in `struck`."""
        if self.seconds is None:
            return self
        return Limits(max(self.seconds - (time.monotonic() - started), 0.0), self.memory_bytes)


NO_LIMITS: Final = Limits()


def peak_memory() -> int:
    """Return the most bytes that this process has had in memory so far.

    Linux hands `ru_maxrss` on to the programs that a process starts, so that a small program seems to have
    taken as much as whoever started it. Its own peak is VmHWM of /proc/self/status; `ru_maxrss` is for
    systems without that.
    """
    try:
        status = _STATUS.read_bytes()
    except OSError:
        status = b""
    found = _PEAK.search(status)
    if found is not None:
        return int(found[1]) * _KILOBYTE
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else _KILOBYTE)


def reason_to_stop(limits: Limits, started: float, cancelled: Callable[[], bool] | None) -> StopReason | None:
    """Return why a search that began at `started` has to stop now, or None."""
    reason = limits.struck(started)
    if reason is None and cancelled is not None and cancelled():
        reason = StopReason.INTERRUPTED
    return reason


class StoppedError(Exception):
    """Something long was given up, for a `reason`."""

    def __init__(self, reason: StopReason) -> None:
        """Take the reason."""
        super().__init__(reason)
        self.reason = reason


def demanding(limits: Limits, started: float, cancelled: Callable[[], bool] | None) -> Callable[[], None]:
    """Return a function that raises `StoppedError` when there is reason to stop, as `reason_to_stop` says."""

    def demand() -> None:
        reason = reason_to_stop(limits, started, cancelled)
        if reason is not None:
            raise StoppedError(reason)

    return demand


def heeding(
    tell: Callable[[int, int], None], limits: Limits, started: float, cancelled: Callable[[], bool] | None
) -> Callable[[int, int], None]:
    """Return a progress callback that calls `tell`, and raises `StoppedError` when there is reason to stop.

    The other arguments are those of `reason_to_stop`.
    """

    def heed(done: int, total: int) -> None:
        tell(done, total)
        reason = reason_to_stop(limits, started, cancelled)
        if reason is not None:
            raise StoppedError(reason)

    return heed
