"""What the progress line of `solve`, `prove --optimal` and `analyse` says."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_cp.answers.position.value import Work
from wordle_cp.answers.totals.report import SolveStage, SolveWatcher
from wordle_cp.cli.output import note_warning
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_cp.cli.display import Display
    from wordle_cp.engine import BoundProgress, TotalProgress
    from wordle_cp.work import Limits


@contextmanager
def solve_watcher(interrupted: Callable[[], bool], *, quiet: bool) -> Iterator[SolveWatcher]:
    """Provide the callbacks that show how `solve` is doing, on a terminal only and gone when it ends."""
    if quiet or not on_terminal():
        yield SolveWatcher(cancelled=interrupted, note=note_warning)
        return
    from wordle_cp.cli.display import Rate, clock  # noqa: PLC0415  rich takes a moment to load
    from wordle_cp.cli.progress import describe  # noqa: PLC0415

    with terminal_line(interrupted) as display:
        rate = Rate()

        def search(progress: TotalProgress) -> None:
            display.say(describe_total(progress, time_left(progress, rate.of(progress.done), clock)))

        yield SolveWatcher(
            stage=lambda stage: None if stage is SolveStage.SEARCH else display.say(stage.value),
            depth=lambda progress: display.say(f"depth search: {describe(progress)}"),
            search=search,
            bounds=lambda progress: display.say(describe_bounds(progress)),
            check=lambda done, total: display.say(f"checking the certificate: {done} of {total}"),
            positions=lambda done, total: display.say(f"strategy: {done} of {total} hidden words"),
            cancelled=interrupted,
            note=note_warning,
        )


@contextmanager
def work_watcher(
    interrupted: Callable[[], bool], limits: Limits, jobs: int, *, quiet: bool
) -> Iterator[tuple[Work, Callable[[str], None]]]:
    """Provide how searches are to run that show how they are doing, and what says what they are about.

    They are shown as in `solve_watcher`.
    """
    if quiet or not on_terminal():
        yield Work(jobs, limits, cancelled=interrupted), lambda _about: None
        return
    with terminal_line(interrupted) as display:
        about = [""]

        def say(text: str) -> None:
            about[0] = text
            display.say(text)

        def search(progress: TotalProgress) -> None:
            display.say(f"{about[0]}: {describe_total(progress)}")

        yield Work(jobs, limits, search, interrupted), say


def describe_total(progress: TotalProgress, left: str = "") -> str:
    """Return a search snapshot as one line; `left` says how long it may take."""
    if progress.openers == 0:
        return "scoring all pairs"
    parts = [f"{progress.done} of {counted(progress.openers, 'opener', 'openers')}"]
    if progress.exact:
        parts.append(f"{progress.exact} exact")
    parts.append(f"{progress.bounded + progress.hopeless} refuted")
    if progress.best is not None:
        parts.append(f"best {progress.best.opener.upper()} {progress.best.cost}")
    if left:
        parts.append(left)
    if progress.current is not None and progress.done < progress.openers:
        parts.append(f"now {progress.current.upper()}")
    return ", ".join(parts)


def describe_bounds(progress: BoundProgress) -> str:
    """Return a snapshot of the proofs of lower bounds as one line."""
    openers = counted(progress.openers, "opener", "openers")
    return f"lower bounds: {openers} done, {progress.lemmas} lemmas, {progress.sets} sets"


def time_left(progress: TotalProgress, rate: float, clock: Callable[[float], str]) -> str:
    """Return how long the openers may take that aren't done."""
    waiting = progress.openers - progress.done
    return f"about {clock(waiting / rate)} left" if rate > 0 and waiting else ""


@contextmanager
def terminal_line(interrupted: Callable[[], bool]) -> Iterator[Display]:
    """Provide a line on the terminal."""
    from rich.console import Console  # noqa: PLC0415  see solve_watcher

    from wordle_cp.cli.display import Display  # noqa: PLC0415

    with Display(Console(stderr=True), interrupted, shown=True) as display:
        yield display


def on_terminal() -> bool:
    """Tell whether standard error is a terminal; where it is closed, Python has None for it."""
    stderr: object = sys.stderr
    return stderr is not None and sys.stderr.isatty()
