"""What the view Compare asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.engine import TotalProgress
from wordle_cp.errors import UsageError
from wordle_cp.experiments.compare import Entry, Played
from wordle_cp.experiments.compare import Playing as PlayedOut
from wordle_cp.experiments.compare import compare as compare_policies
from wordle_cp.experiments.policies import named_policy
from wordle_cp.views.charts import files
from wordle_cp.views.charts.results import comparison_chart
from wordle_cp.web.jobs.games import load_game
from wordle_cp.web.pairs import MOST_PAIRS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.experiments.compare import Comparison
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.pairs import Pair
    from wordle_cp.web.task import Task


@dataclass(frozen=True, slots=True)
class Playing:
    """Sent while the pair at `place` is played out: `found` of all `words` are found by now."""

    place: int
    found: int
    words: int


@dataclass(frozen=True, slots=True)
class Seeking:
    """Sent while optima are sought: `done` openers are settled, `guesses` have been examined."""

    done: int
    openers: int
    guesses: int


def compare(task: Task, *, choice: GameChoice, pairs: Sequence[Pair], optimum: bool) -> Comparison:
    """Play `pairs` out; tell `Playing`, each `Played` when it is done, and `Seeking`.

    Raises:
        UsageError: as `compare.compare`, and for more than `MOST_PAIRS` pairs.
    """
    if len(pairs) > MOST_PAIRS:
        message = f"expected {MOST_PAIRS} pairs at most, found {len(pairs)}"
        raise UsageError(message)
    variant = load_game(choice)
    words = len(variant.hidden)
    entries = tuple(Entry(named_policy(pair.policy), pair.opener or None) for pair in pairs)
    places = {entry: place for place, entry in enumerate(entries)}

    def show(event: object) -> None:
        match event:
            case PlayedOut(entry, found):
                task.show(Playing(places[entry], found, words))
            case Played():
                task.tell(event)
            case TotalProgress(done=done, openers=openers, work=guesses):
                task.show(Seeking(done, openers, guesses))

    return compare_policies(variant, entries, optimum=optimum, work=task.work(show))


def picture(task: Task, *, report: Comparison, kind: str) -> bytes:
    """Return the chart of `report` as the bytes of a file; `kind` is png or svg.

    Raises:
        UsageError: what draws it isn't installed.
        NothingToDrawError: nothing was played.
    """
    task.demand_time()
    return files.picture(comparison_chart(report, partly=True), kind)
