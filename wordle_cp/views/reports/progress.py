"""What a line on the terminal says while a command works: its events as text, and how long it may take."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.engine import BoundProgress, DepthProgress, TotalProgress
from wordle_cp.errors import counted
from wordle_cp.work import About, Counted, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Describers = Mapping[type[Any], Callable[[Any], str]]

_LEAST_WINDOW: Final = 5.0
"""Seconds over which a rate is taken at least, once a run is as old: families refute most openers at once."""
_WINDOW_SHARE: Final = 0.25
"""Later, the share of the run's time."""
MINUTE: Final = 60
_HOUR: Final = 3600


class Lines:
    """What the line says of each event; `more` are types of events with what becomes of them."""

    def __init__(self, more: Describers) -> None:
        """Begin with nothing said."""
        self._more = more
        self._about = ""
        self._stage = ""
        self._rate = Rate()

    def of(self, event: object) -> str | None:
        """Return the line, or None where it stays as it is."""
        text = self._text(event)
        return f"{self._about}: {text}" if self._about and text else text

    def _text(self, event: object) -> str | None:
        describe = self._more.get(type(event))
        if describe is not None:
            return describe(event)
        text: str | None = None
        match event:
            case About(about):
                self._about, text = about, self._stage
            case Stage(text):
                self._stage = text
            case Counted(stage, done, of):
                text = f"{stage}: {done} of {of}"
            case DepthProgress():
                text = describe_depth(event)
            case TotalProgress():
                text = describe_total(event, time_left(event, self._rate.of(event.done)))
            case BoundProgress():
                text = f"{self._stage}: {describe_bounds(event)}"
        return text


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


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours where there are any: ``4:05``, ``1:04:05``."""
    hours, rest = divmod(int(seconds), _HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def describe_depth(progress: DepthProgress) -> str:
    """Return a snapshot of a depth search as one line."""
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


def describe_total(progress: TotalProgress, left: str = "") -> str:
    """Return a snapshot of a search for least totals as one line; `left` says how long it may take."""
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
    return f"{openers} done, {progress.lemmas} lemmas, {progress.sets} sets"


def time_left(progress: TotalProgress, rate: float) -> str:
    """Return how long the openers may take that aren't done, as so many a second are."""
    waiting = progress.openers - progress.done
    return f"about {clock(waiting / rate)} left" if rate > 0 and waiting else ""
