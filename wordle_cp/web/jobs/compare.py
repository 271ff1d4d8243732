"""What the view Compare asks for: pairs of a policy and an opener, as its addresses have them.

`knuth.trace,irving` is Knuth's policy from TRACE, and Irving's from an opener of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import TotalProgress
from wordle_cp.engine.criteria import Criterion
from wordle_cp.errors import UsageError, abridged
from wordle_cp.experiments.compare import Entry, Played, Playing
from wordle_cp.experiments.compare import compare as compare_policies
from wordle_cp.experiments.policies import PLIES, Policy, Ties, named_policy
from wordle_cp.views.charts import files
from wordle_cp.views.charts.charts import comparison_chart
from wordle_cp.web.jobs.games import load_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.experiments.compare import Comparison
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker import Task


MOST_PAIRS: Final = 6
POLICY_NAMES: Final = tuple(
    Policy(criterion, plies, ties).name for ties in Ties for plies in PLIES for criterion in Criterion
)
"""All policies that have a name, the best known first."""
_WORD: Final = re.compile("[a-z]{1,32}")


@dataclass(frozen=True, slots=True)
class Pair:
    """The name of a policy, and an opener; empty for one that the policy picks."""

    policy: str
    opener: str = ""

    def __str__(self) -> str:
        """Return the pair as addresses have it."""
        return f"{self.policy}.{self.opener}" if self.opener else self.policy


DEFAULT_PAIRS: Final = (Pair("knuth"), Pair("irving"), Pair("neuwirth"))


def parse_pairs(text: str) -> tuple[tuple[Pair, ...], tuple[str, ...]]:
    """Return the pairs that `text` says, each once, and a line for each part that makes no sense."""
    pairs: dict[Pair, None] = {}
    problems: list[str] = []
    for part in filter(None, text.lower().split(",")):
        policy, _, opener = part.partition(".")
        try:
            name = named_policy(policy).name
        except UsageError:  # which also names what only the command line takes
            problems.append(f"play: expected {', '.join(POLICY_NAMES)}, found {abridged(policy)}")
            continue
        if opener and not _WORD.fullmatch(opener):
            problems.append(f"play: expected an opener, found {abridged(opener)}")
            continue
        pairs.setdefault(Pair(name, opener))
    if len(pairs) > MOST_PAIRS:
        problems.append(f"play: expected {MOST_PAIRS} pairs at most, found {len(pairs)}")
    return tuple(pairs)[:MOST_PAIRS], tuple(problems)


def write_pairs(pairs: tuple[Pair, ...]) -> str:
    """Return the text that reads as `pairs`."""
    return ",".join(map(str, pairs))


@dataclass(frozen=True, slots=True)
class PairPlaying:
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
    """Play `pairs` out; tell `PairPlaying`, each `Played` when it is done, and `Seeking`.

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
            case Playing(entry, found):
                task.show(PairPlaying(places[entry], found, words))
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
