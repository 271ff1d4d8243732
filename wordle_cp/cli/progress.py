"""Progress displays: one line that says what is going on, on a terminal only, gone when the run ends."""

from __future__ import annotations

import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Final, Self

from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from wordle_cp.census.report import CensusStage, CensusStatus, CensusWatcher
from wordle_cp.errors import counted
from wordle_cp.prove import Stage, Watcher

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from rich.console import Console, ConsoleOptions, RenderResult

    from wordle_cp.engine import DepthProgress

_LEAST_WINDOW: Final = 5.0
"""Seconds over which a rate is taken at least, once a run is as old: families refute most openers at once."""
_WINDOW_SHARE: Final = 0.25
"""Later, the share of the run's time."""
_MINUTE: Final = 60
_HOUR: Final = 3600


class _Line:
    """A spinner and a text that is cut where the terminal ends."""

    def __init__(self) -> None:
        self._spinner = Spinner("dots")
        self.text = "starting"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        frame = self._spinner.render(console.get_time())
        line = Text(no_wrap=True, overflow="ellipsis").append_text(_as_text(frame)).append(f" {self.text}")
        line.truncate(options.max_width, overflow="ellipsis")
        yield line


def _as_text(frame: object) -> Text:
    return frame if isinstance(frame, Text) else Text(str(frame))


class Display:
    """One line with the time and what was said last; "stopping" in front once the user has asked for it."""

    def __init__(self, console: Console, interrupted: Callable[[], bool], *, shown: bool) -> None:
        """Prepare a display on `console`; nothing is written unless `shown`."""
        self.started: Final = time.monotonic()
        self.interrupted: Final = interrupted
        self._line = _Line()
        self._live = (
            Live(self._line, console=console, transient=True, refresh_per_second=10) if shown else None
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

    @property
    def text(self) -> str:
        """What is shown, before it is cut."""
        return self._line.text

    def say(self, text: str) -> None:
        """Show `text` until the next one."""
        stopping = "stopping; " if self.interrupted() else ""
        self._line.text = f"{clock(time.monotonic() - self.started)} {stopping}{text}"


class ProveDisplay(Display):
    """Shows the stage of `prove`, what it has done and the branch it is in."""

    _question = ""

    def watcher(self) -> Watcher:
        """Return the callbacks that feed this display."""
        return Watcher(
            stage=self._stage,
            families=lambda done, total: self._tell(f"families {done} of {total}"),
            search=lambda progress: self._tell(describe(progress)),
            proof=lambda done, total: self._tell(
                f"writing the proof: {done} of {counted(total, 'node', 'nodes')}"
            ),
            check=lambda done, total: self._tell(f"checking the certificate: {done} of {total}"),
            cancelled=self.interrupted,
        )

    def asking(self, depth: int) -> None:
        """Say from now on that this depth is asked about."""
        self._question = f"depth {depth}: "

    def _stage(self, stage: Stage) -> None:
        self._tell("checking the certificate" if stage is Stage.CHECK else stage.value)

    def _tell(self, text: str) -> None:
        self.say(self._question + text)


class CensusDisplay(Display):
    """Shows how many openers are decided, how fast it goes, and how long it may take."""

    def watcher(self) -> CensusWatcher:
        """Return the callbacks that feed this display."""
        rate = Rate()

        def search(status: CensusStatus) -> None:
            stays = " (what isn't checked now stays for the next run)"
            more = stays if status.unchecked and self.interrupted() else ""
            self.say(describe_census(status, rate.of(status.decided)) + more)

        def tell(what: str, done: int, total: int) -> None:
            patience = " (Ctrl-C again leaves them for the next run)" if self.interrupted() else ""
            self.say(f"{what} the refutations: {done} of {counted(total, 'node', 'nodes')}{patience}")

        return CensusWatcher(
            stage=lambda stage: self.say(_CENSUS_STAGES[stage]),
            families=lambda done, total: self.say(f"families {done} of {total}"),
            search=search,
            proof=partial(tell, "writing"),
            check=partial(tell, "checking"),
            cancelled=self.interrupted,
        )


_CENSUS_STAGES: Final = {
    CensusStage.PENDING: "checking strategies of the last run",
    CensusStage.FAMILIES: "families",
    CensusStage.SEARCH: "search",
    CensusStage.REFUTATION: "writing the refutations (Ctrl-C leaves them for the next run)",
}


class Rate:
    """How fast a number grows, a second, taken over the last while."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin now, at 0; `now` is the clock."""
        self._now = now
        self._seen: deque[tuple[float, int]] = deque([(now(), 0)])
        self._begun = self._seen[0][0]

    def of(self, number: int) -> float:
        """Return the rate, now that `number` is reached."""
        now = self._now()
        if now - self._seen[-1][0] >= 1.0:
            self._seen.append((now, number))
        window = max(_LEAST_WINDOW, _WINDOW_SHARE * (now - self._begun))
        while len(self._seen) > 1 and now - self._seen[1][0] >= window:
            self._seen.popleft()
        then, before = self._seen[0]
        return (number - before) / (now - then) if now > then else 0.0


def describe(progress: DepthProgress) -> str:
    """Return a search snapshot as one line."""
    if progress.openers == 0:
        return "search: scoring all pairs and indexing the endgame families"
    current = (progress.current or "").upper()
    effort = f"{counted(progress.nodes, 'node', 'nodes')}, {counted(progress.cores, 'core', 'cores')}"
    if progress.cells:
        return f"search: {current}: {progress.solved_cells} of {progress.cells} open cells solved, {effort}"
    return (
        f"search: {counted(progress.openers, 'opener', 'openers')}, {progress.refuted} refuted "
        f"({progress.refuted_by_families} by families), {progress.tried} tried, "
        f"now {current or 'families'} in round {progress.round + 1}, {effort}"
    )


def describe_census(status: CensusStatus, rate: float) -> str:
    """Return a census snapshot as one line; `rate` is in openers a second."""
    if status.search is not None and status.search.openers == 0:
        return "scoring all pairs and indexing the endgame families"
    parts = [
        f"{status.decided} of {status.wanted}: {status.possible} possible",
        f"{status.refuted} refuted",
    ]
    if rate > 0:
        parts.append(f"{rate:.1f}/s" if rate >= 1 else f"{rate * _MINUTE:.1f}/min")
        parts.append(f"about {clock((status.wanted - status.decided) / rate)} left")
    if status.search is not None and status.search.current is not None:
        parts.append(f"now {status.search.current.upper()}")
    if status.unchecked:
        parts.append(f"{counted(status.unchecked, 'strategy', 'strategies')} to check")
    return ", ".join(parts)


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours where there are any: ``4:05``, ``1:04:05``."""
    hours, rest = divmod(int(seconds), _HOUR)
    minutes, seconds = divmod(rest, _MINUTE)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
