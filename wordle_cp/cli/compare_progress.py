"""What the progress line of `compare` says."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_cp.cli.total_progress import describe_total, on_terminal, terminal_line
from wordle_cp.experiments.compare import CompareWatcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def compare_watcher(interrupted: Callable[[], bool], *, quiet: bool) -> Iterator[CompareWatcher]:
    """Provide the callbacks that show how `compare` is doing, on a terminal only and gone when it ends."""
    if quiet or not on_terminal():
        yield CompareWatcher(cancelled=interrupted)
        return
    with terminal_line(interrupted) as display:
        yield CompareWatcher(
            playing=lambda entry, found: display.say(f"{entry.policy.name}: {found} words found"),
            search=lambda progress: display.say(f"optimum: {describe_total(progress)}"),
            cancelled=interrupted,
        )
