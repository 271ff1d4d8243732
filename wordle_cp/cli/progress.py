"""The progress display of `prove`: one line that says what is going on, on a terminal only."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self

from rich.live import Live
from rich.spinner import Spinner

from wordle_cp.prove import Stage, Watcher

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from rich.console import Console

    from wordle_cp.engine import DepthProgress


class ProveDisplay:
    """Shows the stage, what it has done, the branch it is in and the time; gone when the run ends."""

    def __init__(self, console: Console, *, shown: bool) -> None:
        """Prepare a display on `console`; nothing is written unless `shown`."""
        self._started = time.monotonic()
        self._spinner = Spinner("dots", "starting")
        self._live = (
            Live(self._spinner, console=console, transient=True, refresh_per_second=10) if shown else None
        )

    def __enter__(self) -> Self:
        """Start the display."""
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Remove the display."""
        if self._live is not None:
            self._live.stop()

    def watcher(self, interrupted: Callable[[], bool]) -> Watcher:
        """Return the callbacks that feed this display; `interrupted` says whether the user wants to stop."""
        return Watcher(
            stage=self._stage,
            families=lambda done, total: self._say(f"families {done} of {total}"),
            search=lambda progress: self._say(describe(progress)),
            check=lambda done, total: self._say(f"checking the certificate: {done} of {total} hidden words"),
            cancelled=interrupted,
        )

    def _stage(self, stage: Stage) -> None:
        self._say(
            {Stage.FAMILIES: "families", Stage.SEARCH: "search", Stage.CHECK: "checking the certificate"}[
                stage
            ]
        )

    def _say(self, text: str) -> None:
        minutes, seconds = divmod(int(time.monotonic() - self._started), 60)
        self._spinner.update(text=f"{minutes}:{seconds:02} {text}")


def describe(progress: DepthProgress) -> str:
    """Return a search snapshot as one line."""
    if progress.openers == 0:
        return "search: scoring all pairs and indexing the endgame families"
    current = (progress.current or "").upper()
    effort = f"{progress.nodes} nodes, {progress.cores} cores"
    if progress.cells:
        return f"search: {current}: {progress.solved_cells} of {progress.cells} open cells solved, {effort}"
    return (
        f"search: {progress.openers} openers, {progress.refuted} refuted "
        f"({progress.refuted_by_families} by families), {progress.tried} tried, "
        f"now {current or 'families'} in round {progress.round + 1}, {effort}"
    )
