"""What a line on the terminal says while a command works: its events as text, and how long it may take."""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from math import log2
from operator import itemgetter
from typing import TYPE_CHECKING, Final, cast

from wordle_cp.answers.telling import clock
from wordle_cp.engine import BoundProgress, DepthProgress, PairProgress, TotalProgress
from wordle_cp.errors import counted
from wordle_cp.work import About, Counted, Hint, Note, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.answers.census.run import CensusStatus

_LEAST_POWER: Final = 0.5
"""A number of openers that grew with a lesser power of the time would have stood still."""
_MOST_POWER: Final = 2.0
_FORECAST_FROM: Final = 20
"""The time left is shown once the first of this many parts is done: until then first strategies take most."""
_LAST_DOUBLING: Final = 0.5
"""How long it takes to do the last half of the openers, where 1 is each doubling before."""
_LAST: Final = 1 / 6
"""No less than this part of the time that has passed is shown as left: the last openers follow no rule."""
_SHORTEST: Final = 5.0
"""Seconds left below which nothing is reported: the last openers take less than a forecast can see."""
_NEWS: Final = 1.02
"""By what factor more must be done to be remembered at once."""
_MOMENT: Final = 1.0
"""Seconds after which it is remembered in any case."""
_MOST_SEEN: Final = 4096
_OPENERS: Final = ("opener", "openers")


class Lines:
    """What the line says of each event; other events say it themselves, as text.

    `whole` if every opener's total is asked for, not the best ones alone, `worst` if it is the worst ones;
    `proof` if a proof comes after the search, which takes longer.
    """

    def __init__(self, *, whole: bool = False, worst: bool = False, proof: bool = False) -> None:
        """Begin with nothing said."""
        self._kind = {"whole": whole, "proof": proof}
        self._worst = worst
        self._about = ""
        self._stage = ""
        self._paces: defaultdict[type, Pace] = defaultdict(Pace)

    def of(self, event: object) -> str | None:
        """Return the line, or None where it stays as it is."""
        text = self._text(event)
        return f"{self._about}: {text}" if self._about and text else text

    def _text(self, event: object) -> str | None:
        pace = self._paces[type(event)]
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
            case TotalProgress() if self._worst:
                text = describe_worst(event, pace)
            case TotalProgress():
                text = describe_search(event, pace, **self._kind)
            case PairProgress():
                text = describe_pairs(event, pace.left_of_best(event.done, event.pairs, last=1.0))
            case BoundProgress():
                text = f"{self._stage}: {describe_bounds(event)}"
            case Note() | Hint():
                pass
            case _:
                text = self._of_its_type(event, pace)
        return text

    def _of_its_type(self, event: object, pace: Pace) -> str | None:
        """Return the line on an event of a type that isn't loaded for this."""
        name = type(event).__name__
        if name == "CensusStatus":
            return describe_census(cast("CensusStatus", event), pace)
        return None if type(event).__str__ is object.__str__ else str(event)


class Pace:
    """How long it takes until all are done: a watch for one kind of event."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing seen; `now` is the clock."""
        self._now = now
        self._seen: list[tuple[float, int]] = []

    def left(self, done: int, of: int) -> str:
        """Return the time left until each of them is settled; empty before half of them are, and at the end.

        Openers are taken by promise, and the poorer one is, the longer it takes: the number done grows about
        as a power of the time. Which power is seen from the number done in half the time. What was done
        before the first look counts as given.
        """
        now = self._see(done)
        begun, given = self._seen[0]
        here, all_here = done - given, of - given
        if not all_here <= 2 * here < 2 * all_here:
            return ""
        halfway = self._seen[bisect_right(self._seen, (begun + now) / 2, key=itemgetter(0)) - 1][1] - given
        power = min(_MOST_POWER, max(_LEAST_POWER, log2(here / max(1, halfway))))
        return self._described((now - begun) * ((all_here / here) ** (1 / power) - 1))

    def left_evenly(self, done: int, of: int) -> str:
        """Return the time left where each takes as long as any other; empty before one in 20 is done."""
        now = self._see(done)
        begun, given = self._seen[0]
        here = done - given
        if here * _FORECAST_FROM < of or done >= of:
            return ""
        return self._described((now - begun) * (of - done) / here)

    def left_of_best(self, done: int, of: int, last: float = _LAST_DOUBLING) -> str:
        """Return the time left of a search for the best openers, or pairs; empty while it isn't known.

        They are taken by promise, and the later one's turn, the less time it takes. On the original lists,
        for every goal and mode, the number of those done doubles in about the same time again and again: so
        what is left takes the time of the latest doubling, times the doublings that are left, the very last
        of which counts as `last`: half of one for openers, many of which are refuted at a glance.
        """
        now = self._see(done)
        half = bisect_left(self._seen, -(-done // 2), key=itemgetter(1))
        known = 0 < half < len(self._seen) and self._seen[half - 1][1] > 0
        if not known or done * _FORECAST_FROM < of or done >= of:
            return ""
        doublings = log2(of / done)
        return self._described((now - self._seen[half][0]) * (doublings - (1 - last) * min(1, doublings)))

    def _described(self, seconds: float) -> str:
        """Return how long it takes, if that isn't too short to be foreseen."""
        passed = self._now() - self._seen[0][0]
        return f"about {clock(round(seconds))} left" if seconds >= max(_SHORTEST, _LAST * passed) else ""

    def _see(self, done: int) -> float:
        """Remember that `done` openers are done by now; return the time."""
        now = self._now()
        if self._seen and done < self._seen[-1][1]:  # another search has begun
            self._seen.clear()
        if not self._seen:
            self._seen.append((now, done))
        (last, before), given = self._seen[-1], self._seen[0][1]
        if now - last >= _MOMENT or done - given > _NEWS * (before - given):
            self._seen.append((now, done))
        if len(self._seen) > _MOST_SEEN:
            del self._seen[1 : _MOST_SEEN // 2 : 2]
        return now


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
    found = [
        f"{progress.exact} exact" if progress.exact else "",
        f"{progress.bounded + progress.refuted} refuted",
        f"at least {progress.low}" if progress.low else "",
        f"best {progress.best.opener.upper()} {progress.best.cost}" if progress.best else "",
        left,
    ]
    return _line(progress.done, progress.openers, _OPENERS, found, progress.current)


def describe_search(progress: TotalProgress, pace: Pace, *, whole: bool = False, proof: bool = False) -> str:
    """Return a snapshot of a search for totals as one line, with the time left as far as it is known.

    `whole` if every opener's total is asked for, not the best ones alone; `proof` if a proof comes after it,
    which takes longer than the search.
    """
    left = (pace.left if whole else pace.left_of_best)(progress.done, progress.openers)
    text = describe_total(progress, f"{left} before the proof" if left and proof else left)
    return text + (f" ({progress.before} more settled before)" if progress.before else "")


def describe_bounds(progress: BoundProgress) -> str:
    """Return a snapshot of the proofs of lower bounds as one line."""
    done = f"{counted(progress.openers, 'opener', 'openers')} done"
    if progress.cells < progress.all_cells:
        done = f"{progress.cells} of {progress.all_cells} cells looked at"
    return f"{done}, {progress.lemmas} lemmas, {progress.sets} sets"


def describe_census(status: CensusStatus, pace: Pace) -> str:
    """Return a census snapshot as one line; those that families refute say nothing of the pace."""
    if status.search is not None and status.search.openers == 0:
        return "scoring all pairs and indexing the endgame families"
    parts = [
        f"{status.decided} of {status.wanted}: {status.possible} possible",
        f"{status.refuted} refuted",
    ]
    at_once = status.search.refuted_by_families if status.search is not None else 0
    if left := pace.left(max(0, status.decided - at_once), status.wanted - at_once):
        parts.append(f"{left} before the proof")
    if status.search is not None and status.search.current is not None:
        parts.append(f"now {status.search.current.upper()}")
    if status.unchecked:
        stays = " (what isn't checked now stays for the next run)" if status.ending else ""
        parts.append(f"{counted(status.unchecked, 'strategy', 'strategies')} to check{stays}")
    return ", ".join(parts)


def describe_pairs(progress: PairProgress, left: str = "") -> str:
    """Return a snapshot of a ranking of pairs as one line; `left` says how long it may take."""
    best = ""
    if progress.best is not None:
        first, second, cost = progress.best
        best = f"best {first.upper()} {second.upper()} {cost}"
    found = [f"{progress.exact} exact", best, left]
    return _line(progress.done, progress.pairs, ("pair", "pairs"), found, progress.current)


def describe_worst(progress: TotalProgress, pace: Pace) -> str:
    """Return a snapshot of a search for the worst openers as one line, with the time left once that is known.

    First strategies take most of the time, and each about as long as any other.
    """
    if progress.openers and progress.current is None:
        left = pace.left_evenly(progress.done, progress.openers)
        return _line(progress.done, progress.openers, ("first strategy", "first strategies"), [left], None)
    found = [
        f"{progress.exact} exact",
        f"{progress.bounded} cost less",
        f"worst {progress.best.opener.upper()} {progress.best.cost}" if progress.best else "",
    ]
    return _line(progress.done, progress.openers, _OPENERS, found, progress.current)


def _line(done: int, of: int, noun: tuple[str, str], found: Sequence[str], current: str | None) -> str:
    """Return how many are done, what was `found`, and which one is at work."""
    if not of:
        return "scoring all pairs"
    now = f"now {current.upper()}" if current is not None and done < of else ""
    return ", ".join(filter(None, [f"{done} of {counted(of, *noun)}", *found, now]))
