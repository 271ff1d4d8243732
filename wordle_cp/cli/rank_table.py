"""What the rankings of `wordle-cp rank` share: the table that --out asks for, and a line of progress."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from wordle_cp.cli.total_progress import on_terminal, terminal_line
from wordle_cp.search.watch import SearchWatcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_Progress = TypeVar("_Progress")


def check_table(out: Path | None) -> None:
    """Make sure, before the work for it, that a table can be written to `out`, if there is to be one."""
    if out is not None:
        from wordle_cp.certificate.write import check_text_target  # noqa: PLC0415  not needed without --out

        check_text_target(out)


def write_table(out: Path | None, text: Callable[[], str]) -> None:
    """Write the table, if there is to be one. Last: what was found is told even if the disk is full."""
    if out is not None:
        from wordle_cp.certificate.write import write_whole  # noqa: PLC0415  see check_table

        write_whole(out, text().encode())


@contextmanager
def line_watcher(
    interrupted: Callable[[], bool], describer: Callable[[], Callable[[_Progress], str]], *, quiet: bool
) -> Iterator[SearchWatcher[_Progress]]:
    """Provide the callbacks that show how it is going, on a terminal only and gone when it ends.

    `describer` returns what makes a line of a snapshot; it is called on a terminal only.
    """
    if quiet or not on_terminal():
        yield SearchWatcher(cancelled=interrupted)
        return
    describe = describer()
    with terminal_line(interrupted) as display:

        def search(progress: _Progress) -> None:
            display.say(describe(progress))

        yield SearchWatcher(search=search, cancelled=interrupted)
