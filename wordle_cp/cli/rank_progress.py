"""What the progress line of `rank` says."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_cp.answers.rankings.best import RankStatus, RankWatcher
from wordle_cp.cli.output import note_warning
from wordle_cp.cli.total_progress import (
    describe_bounds,
    describe_total,
    on_terminal,
    terminal_line,
    time_left,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def rank_watcher(interrupted: Callable[[], bool], *, quiet: bool) -> Iterator[RankWatcher]:
    """Provide the callbacks that show how `rank` is doing, on a terminal only and gone when it ends."""
    if quiet or not on_terminal():
        yield RankWatcher(cancelled=interrupted, note=note_warning)
        return
    from wordle_cp.cli.display import Rate, clock  # noqa: PLC0415  rich takes a moment to load

    with terminal_line(interrupted) as display:
        rate = Rate()

        def search(status: RankStatus) -> None:
            progress = status.search
            left = time_left(progress, rate.of(progress.done), clock)
            before = status.settled - progress.done
            more = f" ({before} more settled before)" if before > 0 else ""
            display.say(describe_total(progress, left) + more)

        yield RankWatcher(
            search=search,
            bounds=lambda progress: display.say(describe_bounds(progress)),
            check=lambda done, total: display.say(f"checking the certificate: {done} of {total}"),
            cancelled=interrupted,
            note=note_warning,
        )
