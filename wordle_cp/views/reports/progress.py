"""What a line on the terminal says while a command works: its events as text, and how long it may take."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import deque
from math import log2
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.engine import BoundProgress, DepthProgress, PairProgress, TotalProgress
from wordle_cp.errors import counted
from wordle_cp.work import About, Counted, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wordle_cp.answers.census.report import CensusStatus
    from wordle_cp.answers.rankings.rank import RankStatus

    Describers = Mapping[type[Any], Callable[[Any, "Rate"], str]]

_LEAST_WINDOW: Final = 5.0
"""Seconds over which a rate is taken at least, once a run is as old: families refute most openers at once."""
_WINDOW_SHARE: Final = 0.25
"""Later, the share of the run's time."""
_FORECAST_FROM: Final = 48
"""The time left is told once one opener in so many is done: before, the first strategies take most of it."""
_SHORTEST: Final = 5.0
"""Seconds left below which nothing is told: the last openers take less than a forecast can see."""
_NEWS: Final = 1.02
"""By what factor more openers must be done to be remembered."""
MINUTE: Final = 60
_HOUR: Final = 3600


class Lines:
    """What the line says of each event; `more` are other types, with what makes a text of event and rate."""

    def __init__(self, more: Describers) -> None:
        """Begin with nothing said."""
        self._more = more
        self._about = ""
        self._stage = ""
        self._rate = Rate()
        self._forecast = Forecast()

    def of(self, event: object) -> str | None:
        """Return the line, or None where it stays as it is."""
        text = self._text(event)
        return f"{self._about}: {text}" if self._about and text else text

    def _text(self, event: object) -> str | None:
        describe = self._more.get(type(event))
        if describe is not None:
            return describe(event, self._rate)
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
                text = describe_total(event, self._forecast.left(event.done, event.openers))
            case BoundProgress():
                text = f"{self._stage}: {describe_bounds(event)}"
        return text


class Forecast:
    """How long a search for the best openers still takes.

    Openers are taken by promise, and the later one's turn, the less time it takes. On the original lists, for
    every goal and mode, the number of those done doubles in about the same time again and again: so what is
    left takes the time of the last doubling, times the doublings that are left.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing done; `now` is the clock."""
        self._now = now
        self._seen: list[tuple[int, float]] = []

    def left(self, done: int, of: int) -> str:
        """Return the time left, now that so many openers `of` all are done; empty while it isn't known."""
        now = self._now()
        if self._seen and done < self._seen[-1][0]:  # another search has begun
            self._seen.clear()
        if done and (not self._seen or done > _NEWS * self._seen[-1][0]):
            self._seen.append((done, now))
        half = bisect_left(self._seen, (-(-done // 2), 0.0))
        if not half or half == len(self._seen) or done * _FORECAST_FROM < of or done >= of:
            return ""
        seconds = (now - self._seen[half][1]) * log2(of / done)
        return f"about {clock(seconds)} left" if seconds >= _SHORTEST else ""


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
    effort = (
        f"{counted(progress.nodes, 'node', 'nodes')}, {counted(progress.no_goods, 'no-good', 'no-goods')}"
    )
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
    parts.append(f"{progress.bounded + progress.refuted} refuted")
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


def time_left(waiting: int, rate: float) -> str:
    """Return how long those may take that are `waiting`, as so many a second are done."""
    return f"about {clock(waiting / rate)} left" if rate > 0 and waiting else ""


def describe_ranking(status: RankStatus, left: str) -> str:
    """Return a snapshot of a ranking as one line; `left` says how long it may take."""
    before = status.settled - status.search.done
    more = f" ({before} more settled before)" if before > 0 else ""
    return describe_total(status.search, left) + more


def describe_census(status: CensusStatus, rate: float) -> str:
    """Return a census snapshot as one line; `rate` is in openers a second."""
    if status.search is not None and status.search.openers == 0:
        return "scoring all pairs and indexing the endgame families"
    parts = [
        f"{status.decided} of {status.wanted}: {status.possible} possible",
        f"{status.refuted} refuted",
    ]
    if rate > 0:
        parts.append(f"{rate:.1f}/s" if rate >= 1 else f"{rate * MINUTE:.1f}/min")
        parts.append(f"about {clock((status.wanted - status.decided) / rate)} left")
    if status.search is not None and status.search.current is not None:
        parts.append(f"now {status.search.current.upper()}")
    if status.unchecked:
        stays = " (what isn't checked now stays for the next run)" if status.ending else ""
        parts.append(f"{counted(status.unchecked, 'strategy', 'strategies')} to check{stays}")
    return ", ".join(parts)


def describe_pairs(progress: PairProgress, left: str = "") -> str:
    """Return a snapshot of a ranking of pairs as one line; `left` says how long it may take."""
    if not progress.pairs:
        return "scoring all pairs"
    parts = [f"{progress.done} of {counted(progress.pairs, 'pair', 'pairs')}", f"{progress.exact} exact"]
    if progress.best is not None:
        first, second, cost = progress.best
        parts.append(f"best {first.upper()} {second.upper()} {cost}")
    if left:
        parts.append(left)
    if progress.current is not None and progress.done < progress.pairs:
        parts.append(f"now {progress.current.upper()}")
    return ", ".join(parts)


def describe_worst(progress: TotalProgress) -> str:
    """Return a snapshot of a search for the worst openers as one line."""
    if not progress.openers:
        return "scoring all pairs"
    if not progress.done and progress.current is None:
        return f"a first strategy for each of {counted(progress.openers, 'opener', 'openers')}"
    parts = [
        f"{progress.done} of {counted(progress.openers, 'opener', 'openers')}",
        f"{progress.exact} exact",
        f"{progress.bounded} cost less",
    ]
    if progress.best is not None:
        parts.append(f"worst {progress.best.opener.upper()} {progress.best.cost}")
    if progress.current is not None and progress.done < progress.openers:
        parts.append(f"now {progress.current.upper()}")
    return ", ".join(parts)
