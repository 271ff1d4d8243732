"""Limits for Python code that was written without a thought of them, such as the checker.

The checker should hold the rules of a proof and nothing else. Nor would its reports of progress do as places
to stop it, as a file can be made that asks for much between two of them. So it is stopped from outside,
wherever it is.
"""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.telling import how_far
from wordle_cp.cli.output import Exit, ExitCode, print_json, print_text
from wordle_cp.search.watch import POLL_SECONDS
from wordle_cp.work import StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from wordle_cp.cli.running import LimitOptions
    from wordle_cp.work import Limits

_JUST_AFTER_SECONDS: Final = 1e-4


class Reached:
    """How far something long has come: `done` parts of `whole`; None of None until it tells."""

    def __init__(self, show: Callable[[int, int], None]) -> None:
        """Hand on to `show` what is reported."""
        self.done: int | None = None
        self.whole: int | None = None
        self.telling = False
        self._show = show

    def tell(self, done: int, whole: int) -> None:
        """Take that `done` parts of `whole` are done."""
        self.telling = True
        try:
            self.done, self.whole = done, whole
            self._show(done, whole)
        finally:
            self.telling = False


def _is_stopping() -> bool:
    """Tell whether a StoppedError is on its way out: what it passes may have something to put in order.

    That one was raised says little: it is lost where Python ignores errors, as in what the garbage collector
    calls.
    """
    error = sys.exc_info()[1]
    while error is not None and not isinstance(error, StoppedError):
        error = error.__context__
    return error is not None


@contextmanager
def alarmed(limits: Limits, started: float, reached: Reached) -> Iterator[None]:
    """Let what runs inside end with `StoppedError` when a limit strikes, or on Ctrl-C.

    A timer looks at the beginning and every 50 ms whether there is reason to stop, the first time sooner if
    the time is shorter than that, and raises the error wherever the code is then; a call of numpy is over
    first. While `reached` is being reported it waits for the next time, as what shows progress holds locks.
    `started` is of time.monotonic; neither that nor the timer heeds the clock on the wall. For the main
    thread, as all signals are.
    """
    interrupted = over = False
    work = Work(limits=limits, cancelled=lambda: interrupted, started=started)

    def look(number: int, _frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted |= number == signal.SIGINT
        if over or reached.telling or _is_stopping():
            return
        work.demand_time()

    numbers = (signal.SIGALRM, signal.SIGINT)
    before = [signal.signal(number, look) for number in numbers]
    first = POLL_SECONDS
    if work.seconds_left is not None:  # a limit shorter than that is kept, too
        first = min(first, work.seconds_left + _JUST_AFTER_SECONDS)
    signal.setitimer(signal.ITIMER_REAL, first, POLL_SECONDS)
    try:
        look(signal.SIGALRM, None)  # at once, for what is done in an instant
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _shown_nowhere(_done: int, _whole: int) -> None:
    """Show nothing."""


@contextmanager
def limited(
    options: LimitOptions,
    *,
    as_json: bool = False,
    parts: tuple[str, str] | None = None,
    tell: Callable[[str], None] = print_text,
) -> Iterator[Reached]:
    """Let what runs inside end the command with exit code 3 when a limit strikes, or on Ctrl-C.

    The time begins now. Inside is what takes long; what it found is written afterwards, so that it is there
    whole or not at all. What runs inside may tell how far it came, in what `parts` are called, one and
    several of them.

    Raises:
        Exit: a limit has struck, and that has been reported with `tell`, or as JSON.
    """
    started = time.monotonic()
    reached = Reached(_shown_nowhere)
    try:
        with alarmed(options.limits, started, reached):
            yield reached
    except StoppedError as stopped:
        if as_json:
            print_json({"stopped_by": stopped.reason, "seconds": round(time.monotonic() - started, 3)})
        else:
            known = "" if parts is None else f" {how_far(reached.done, reached.whole, *parts)}"
            tell(f"stopped by {options.describe(stopped.reason)}{known}: there is no result")
        raise Exit(ExitCode.UNDECIDED) from None
