"""How long work is done: on how many threads, within which limits, and who hears of it or stops it.

This module knows nothing of games.
"""

from __future__ import annotations

import contextlib
import math
import re
import resource
import signal
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import WordleCpError, brief
from wordle_cp.values import function, instance, number, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

POLL_SECONDS: Final = 0.05
"""How long a reason to stop may wait until it is heeded."""
_JUST_AFTER_SECONDS: Final = 1e-4
_BOOKKEEPING: Final = (__file__, contextlib.__file__)
"""Where `Work.alarmed` begins and ends: an error raised there would leave the timer on."""
MOST_JOBS: Final = 256
"""Most threads that may work on something."""
_KILOBYTE: Final = 1024
_STATUS: Final = Path("/proc/self/status")
_PEAK: Final = re.compile(rb"^VmHWM:\s*(\d+) kB$", re.MULTILINE)


class StopReason(StrEnum):
    """Why a search ended before it was done."""

    TIME = "time limit"
    MEMORY = "memory limit"
    INTERRUPTED = "interrupted"
    SIZE = "size limit"
    """What is left to prove has no certificate of the size that one may have."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When to give up: seconds of wall-clock time, bytes of the process's peak memory; None is no limit."""

    seconds: float | None = None
    memory_bytes: float | None = None

    def __post_init__(self) -> None:
        """Raise UsageError for what is no number, or below 0."""
        for name, value in (("seconds", self.seconds), ("bytes of memory", self.memory_bytes)):
            if value is not None:
                number(value, name)

    def struck(self, started: float, wanted: int = 0) -> StopReason | None:
        """Return which limit has struck since `started` (of time.monotonic), or None.

        `wanted` bytes of memory were asked for, and refused.
        """
        if self.seconds is not None and time.monotonic() - started > self.seconds:
            return StopReason.TIME
        if self.memory_bytes is not None and max(peak_memory(), wanted) > self.memory_bytes:
            return StopReason.MEMORY
        return None


NO_LIMITS: Final = Limits()
_AFTER_THE_LIMIT: Final = 1.1


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


class StoppedError(Exception):
    """Something long was given up, for a `reason`."""

    def __init__(self, reason: StopReason) -> None:
        """Take the reason."""
        super().__init__(reason)
        self.reason = reason


class NoResultError(StoppedError, WordleCpError):
    """What is there whole or not at all was given up."""

    def _message(self) -> str:
        return f"stopped by the {self.reason}: there is no result"


@dataclass(frozen=True, slots=True)
class About:
    """An event: what follows is about this, such as one of several questions."""

    text: str


@dataclass(frozen=True, slots=True)
class Stage:
    """An event: a stage of the work begins, which `text` names."""

    text: str


@dataclass(frozen=True, slots=True)
class Counted:
    """An event: `done` parts are done, `of` how many, of the stage that `text` names."""

    text: str
    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Note:
    """An event: something that the user should know of, in a line."""

    text: str


@dataclass(frozen=True, slots=True)
class Hint:
    """An event: something that may save the user the work that begins now, in a line."""

    text: str


def _never() -> bool:
    """Tell that nobody has cancelled."""
    return False


@dataclass(frozen=True, slots=True)
class Work:
    """How something is worked out, whatever it is.

    `jobs` threads work on it. The `limits` count from `started` (of time.monotonic) on, for all that is done
    with this object, so make it when the work begins. `show` hears of events, on the thread that called: of
    those here, and of snapshots of searches. `cancelled` is asked now and then whether to stop. In games of
    codes one guess stands for all that are as good for a reason of `symmetry`, unless that is switched off.

    In another thread than Python's main one, work that reports no progress, such as a strategy that is
    checked, asks for limits and `cancelled` before it begins and when it is done, and not between.
    """

    jobs: int = 1
    limits: Limits = NO_LIMITS
    show: Callable[[object], None] = lambda _event: None
    cancelled: Callable[[], bool] = _never
    symmetry: bool = True
    started: float = field(default_factory=time.monotonic)
    _wanted: list[int] = field(default_factory=lambda: [0], repr=False, compare=False)

    __repr__ = brief("jobs", "limits")

    def __post_init__(self) -> None:
        """Raise UsageError for a value of the wrong kind."""
        whole_number(self.jobs, "a number of threads", 1, MOST_JOBS)
        instance(Limits, self.limits, "limits, such as Limits(seconds=60)")
        function(self.show, "show, a function of an event")
        function(self.cancelled, "cancelled, a function that tells whether to stop")

    @property
    def processes(self) -> int:
        """How many processes may work instead of threads: a limit of memory is about one."""
        return self.jobs if self.limits.memory_bytes is None else 1

    @property
    def seconds_left(self) -> float | None:
        """What is left of the time, None without a limit."""
        if self.limits.seconds is None:
            return None
        return max(self.limits.seconds - (time.monotonic() - self.started), 0.0)

    def reason_to_stop(self) -> StopReason | None:
        """Return why the work has to stop now, or None."""
        reason = self.limits.struck(self.started, max(self._wanted))
        return StopReason.INTERRUPTED if reason is None and self.cancelled() else reason

    def must_stop(self) -> bool:
        """Tell whether there is reason to stop now."""
        return self.reason_to_stop() is not None

    def demand_time(self) -> None:
        """Raise StoppedError if there is reason to stop now."""
        reason = self.reason_to_stop()
        if reason is not None:
            raise StoppedError(reason)

    def demand_room(self, size: int) -> None:
        """If a table of `size` bytes breaks the limit of memory, show a note and raise StoppedError."""
        limit = self.limits.memory_bytes
        if limit is not None and (needed := peak_memory() + size) > limit:
            self.show(
                Note(f"this takes {needed / 1e9:.1f} GB of memory at least; the limit is {limit / 1e9:g}")
            )
            self._wanted.append(needed)
            raise StoppedError(StopReason.MEMORY)

    def stage(self, text: str) -> None:
        """Show that a stage begins."""
        self.show(Stage(text))

    def counting(self, text: str) -> Callable[[int, int], None]:
        """Return what shows how many parts of a stage are done, of how many."""
        return lambda done, of: self.show(Counted(text, done, of))

    def heeding(self, text: str = "") -> Callable[[int, int], None]:
        """Return the same, which raises StoppedError if there is reason to stop; silent without `text`."""

        def heed(done: int, of: int) -> None:
            if text:
                self.show(Counted(text, done, of))
            self.demand_time()

        return heed

    @contextmanager
    def alarmed(self) -> Iterator[Work]:
        """Provide the same work, and raise StoppedError wherever the code inside is when it has to stop.

        This is for Python code that was written without a thought of limits, such as the checker: it holds
        the rules of a proof and nothing else, and a file can be made that asks for much between two reports
        of progress. A timer looks at the beginning and every 50 ms whether there is reason to stop; a call of
        numpy is over first. While an event is shown it waits for the next time, as what shows it holds locks.
        An alarm that the caller has set rings when it is due, at most 50 ms late, and is there afterwards.

        There are no signals in other threads than the main one. There, and where the handler of alarms isn't
        Python's, the work is asked for a reason to stop before and after: what is inside must ask between.
        """
        if not (self._may_stop and _has_alarms()):
            self.demand_time()
            yield self
            self.demand_time()
            return
        over = showing = False

        def look(_number: int, frame: FrameType | None) -> None:
            if over or (frame is not None and frame.f_code.co_filename in _BOOKKEEPING):
                return
            alarm.ring_if_due()
            if not (showing or _is_stopping()):
                self.demand_time()

        def show(event: object) -> None:
            nonlocal showing
            showing = True
            try:
                self.show(event)
            finally:
                showing = False

        alarm, left = _CallersAlarm(look), self.seconds_left
        alarm.replace(POLL_SECONDS if left is None else min(POLL_SECONDS, left + _JUST_AFTER_SECONDS))
        try:
            look(signal.SIGALRM, None)  # at once, for what is done in an instant
            yield self.showing(show)
        finally:
            over = True
            alarm.put_back()

    @property
    def _may_stop(self) -> bool:
        """Whether there can ever be a reason to stop."""
        return self.limits != NO_LIMITS or self.cancelled is not _never

    def showing(self, show: Callable[[object], None]) -> Work:
        """Return the same work, whose events `show` hears of."""
        return replace(self, show=show)

    def at_most(self, seconds: float) -> Work:
        """Return the same work, which has `seconds` from now on, or what is left if that is less."""
        left = self.seconds_left
        limits = replace(self.limits, seconds=seconds if left is None else min(seconds, left))
        return replace(self, limits=limits, started=time.monotonic())

    def share(self, part: float) -> Work:
        """Return the same work, which has this part of the time that is left."""
        left = self.seconds_left
        return self if left is None else self.at_most(part * left)

    def going_on(self) -> Work:
        """Return the same work, which doesn't heed any more that it was cancelled already, if it was."""
        return replace(self, cancelled=_never) if self.cancelled() else self

    def ending(self) -> Work:
        """Return the same work for a moment after a limit: with none of time, and a tenth more of memory.

        What it then lacks is no news of the limit that was asked for, so its notes aren't shown.
        """

        def show(event: object) -> None:
            if not isinstance(event, Note):
                self.show(event)

        memory = self.limits.memory_bytes
        limits = Limits(memory_bytes=None if memory is None else memory * _AFTER_THE_LIMIT)
        return replace(self.going_on(), limits=limits, show=show)


UNLIMITED: Final = Work()
"""One thread, no limits, and nobody who listens."""


def _is_stopping() -> bool:
    """Tell whether a StoppedError is on its way out: what it passes may have something to put in order.

    That one was raised says little: it is lost where Python ignores errors, as in what the garbage collector
    calls.
    """
    error = sys.exc_info()[1]
    while error is not None and not isinstance(error, StoppedError):
        error = error.__context__
    return error is not None


def _has_alarms() -> bool:
    """Tell whether a handler of alarms can be set here, and the one before it put back."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    return in_main_thread and signal.getsignal(signal.SIGALRM) is not None


class _CallersAlarm:
    """An alarm that the caller may have set, such as a guard against what hangs, and ours in its place.

    A process has one timer for both.
    """

    def __init__(self, look: Callable[[int, FrameType | None], None]) -> None:
        """Take the handler of our own alarm."""
        self._look: Final = look
        self._due, self._interval = math.inf, 0.0

    def replace(self, seconds: float) -> None:
        """Have our own alarm ring after `seconds`, and every 50 ms from then on."""
        left, self._interval = signal.setitimer(signal.ITIMER_REAL, 0.0)
        self._due = time.monotonic() + left if left else math.inf
        self._handler = signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, seconds, POLL_SECONDS)

    def put_back(self) -> None:
        """Set the caller's alarm again, with the time that is left of it; ring at once if that is none."""
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, self._handler)
        left = self._due - time.monotonic()
        if left <= 0:
            signal.setitimer(signal.ITIMER_REAL, self._interval, self._interval)
            signal.raise_signal(signal.SIGALRM)
        elif left < math.inf:
            signal.setitimer(signal.ITIMER_REAL, left, self._interval)

    def ring_if_due(self) -> None:
        """Ring the caller's alarm if its time has come; its handler may raise, and set the next one."""
        if time.monotonic() >= self._due:
            try:
                self.put_back()
            finally:
                self.replace(POLL_SECONDS)
