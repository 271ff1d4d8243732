"""What commands share that run for long: threads, limits, what struck, Ctrl-C, and a line on the terminal."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Self

from wordle_cp import threads as background
from wordle_cp.cli.interrupts import TERMINATED, Interruptions
from wordle_cp.cli.output import note_warning, print_message
from wordle_cp.commands.options import Made
from wordle_cp.commands.shared import JOBS, MaxMemory, TimeLimit, limits_of
from wordle_cp.work import MOST_JOBS, Hint, Note, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_cp.cli.display import Display


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkOptions:
    """How a command works: on how many threads, within which limits, and whether it shows how far it is."""

    jobs: Annotated[int | None, JOBS] = None
    time_limit: TimeLimit = None
    max_memory: MaxMemory = None
    quiet: bool = False

    def describe(self, reason: StopReason | None) -> str:
        """Return what has struck, by the name of its option."""
        if reason is StopReason.TIME:
            return f"--time-limit {self.time_limit:g}"
        if reason is StopReason.MEMORY:
            return f"--max-memory {self.max_memory:g}"
        if reason is StopReason.SIZE:
            return "the size that a certificate may have"
        if reason is StopReason.INTERRUPTED:
            return "SIGTERM" if TERMINATED.is_set() else "Ctrl-C"
        return "the search itself"

    @contextmanager
    def working(
        self, *, symmetry: bool = True, whole: bool = False, worst: bool = False, proof: bool = False
    ) -> Iterator[Work]:
        """Provide how to work, which Ctrl-C and the limits end.

        Unless `quiet`, a line says how it is doing: on a terminal all the time, gone when it ends; in a pipe
        after ten seconds and then each minute; the rest is as for `Lines`. Notes are printed in any case,
        hints unless `quiet`.
        """
        with interruptible() as interrupted:
            jobs = self.jobs or min(background.processors(), MOST_JOBS)
            limits = limits_of(self.time_limit, self.max_memory)
            work = Work(jobs, limits, _tell, interrupted, symmetry=symmetry)
            if self.quiet:
                yield replace(work, show=_warn)
                return
            from wordle_cp.cli.progress import Lines  # noqa: PLC0415  not needed to be quiet

            described = Lines(whole=whole, worst=worst, proof=proof)
            with _display(interrupted) as display:

                def show(event: object) -> None:
                    _tell(event)
                    text = described.of(event)
                    if text:
                        display.say(text)

                yield replace(work, show=show)


Worked = Annotated[WorkOptions, Made(WorkOptions)]


def _display(interrupted: Callable[[], bool]) -> Display | PipedLine:
    """Return what shows how far the work is."""
    if not on_terminal():
        return PipedLine()
    from rich.console import Console  # noqa: PLC0415  it takes a moment to load

    from wordle_cp.cli.display import Display  # noqa: PLC0415  so does this

    return Display(Console(stderr=True), interrupted)


class PipedLine:
    """What was said last, with the time: on standard error after a while, and then every so often."""

    first_seconds: float = 10.0
    then_seconds: float = 60.0

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._text = "starting"
        self._started = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Self:
        """Begin to wait."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Say nothing any more."""
        self._over.set()
        self._thread.join()

    def say(self, text: str) -> None:
        """Take `text` as what was said last."""
        self._text = text

    def _tell(self) -> None:
        from wordle_cp.answers.telling import clock  # noqa: PLC0415  as above

        seconds = self.first_seconds
        while not self._over.wait(seconds):
            with suppress(OSError, ValueError):  # nobody reads it
                print_message(f"{clock(time.monotonic() - self._started)} {self._text}")
            seconds = self.then_seconds


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Turn Ctrl-C into a flag, so that the run can end with what it knows; one a second later kills."""
    before, noted = signal.getsignal(signal.SIGINT), Interruptions()
    signal.signal(signal.SIGINT, noted)
    try:
        yield lambda: bool(noted.struck)
    finally:
        signal.signal(signal.SIGINT, before)


def on_terminal() -> bool:
    """Tell whether standard error is a terminal; where it is closed, Python has None for it."""
    stderr: object = sys.stderr
    return stderr is not None and sys.stderr.isatty()


def _warn(event: object) -> None:
    if isinstance(event, Note):
        note_warning(event.text)


def _tell(event: object) -> None:
    if isinstance(event, Hint):
        print_message(f"note: {event.text}")
    _warn(event)
