"""The openers of the greatest least totals: the worst K, and none missing.

Where this stands: beside `rank`, above the engine, below the command line. An opener's total is that of the
best strategy that begins with it, as for `rank`: a bad opener, and then the best play. That no other opener
belongs among the worst is shown by strategies: each of the others has one that costs less than the last of
those ranked. Openers that can't keep the limit have no total; they are told apart.

Normal mode and totals of guesses only.
"""

from __future__ import annotations

import csv
import io
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from wordle_cp.engine import Game, WorstOutcome, WorstSearch
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import places
from wordle_cp.rules.modes import Mode
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from wordle_cp.engine import ExactCost
    from wordle_cp.games.question import TotalQuestion


@dataclass(frozen=True, slots=True)
class WorstReport:
    """The ranking, as far as it is known.

    `ranked` are the `top` worst openers, all that tie with the last of them included, by cost, the greatest
    first, and then in the order of the guess list. `others` openers have strategies that cost less,
    `hopeless` ones can't keep the limit, and `left` ones aren't settled: while there are any, openers may be
    missing in `ranked`.
    """

    question: TotalQuestion
    top: int
    ranked: tuple[ExactCost, ...]
    others: int
    hopeless: tuple[str, ...]
    left: tuple[str, ...]
    stopped_by: StopReason | None
    work: int
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether it is certain that no opener is missing in `ranked`."""
        return not self.left

    def mean(self, found: ExactCost) -> Fraction:
        """Return the number of guesses that a hidden word takes on average."""
        return Fraction(found.cost, len(self.question.hidden))

    def places(self) -> tuple[int, ...]:
        """Return the place of each of `ranked`: equal costs share the first one's."""
        return places([found.cost for found in self.ranked])


def rank_worst(question: TotalQuestion, top: int, work: Work = UNLIMITED) -> WorstReport:
    """Find the `top` openers of the greatest least total of the `question`, and show that none is missing.

    Costs count from the position on.

    Raises:
        UsageError: another mode than normal, a game of codes, or `top` is less than 1.
    """
    started = time.monotonic()
    variant = question.variant
    if top < 1:
        message = f"expected a number of openers of 1 or more, found {top}"
        raise UsageError(message)
    if variant.codes is not None:
        message = f"the worst openers are ranked for games of words; {variant.name} is one of codes"
        raise UsageError(message)
    if variant.mode is not Mode.NORMAL:
        message = f"the worst openers are ranked in normal mode, not in {variant.mode} mode"
        raise UsageError(message)
    outcome, stopped_by = _search(question, top, work)
    return WorstReport(
        question=question,
        top=top,
        ranked=outcome.ranked,
        others=len(outcome.others),
        hopeless=outcome.hopeless,
        left=outcome.left,
        stopped_by=stopped_by,
        work=outcome.work,
        seconds=time.monotonic() - started,
    )


def _search(question: TotalQuestion, top: int, work: Work) -> tuple[WorstOutcome, StopReason | None]:
    """Return what the search found, and why it was stopped if openers are left."""
    try:
        work.demand_time()
        game = Game(question.variant.guesses, question.hidden, heed=work.demand_time)
    except StoppedError as stopped:
        return WorstOutcome((), (), (), question.openers, 0), stopped.reason
    search = WorstSearch(game, jobs=work.jobs)
    # The hidden words are those that agree with the history, and normal mode asks for nothing else.
    outcome, stopped_by = watched(
        lambda: search.rank(top=top, guesses_left=question.guesses_left),
        search.stop,
        poll=lambda: work.show(search.progress()),
        work=work,
    )
    return outcome, stopped_by if outcome.left else None


def render_csv(report: WorstReport) -> str:
    """Return the ranking as CSV, a line an opener; those that can't keep the limit come last."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("rank", "opener", "mean_guesses", "total_guesses"))
    for place, found in zip(report.places(), report.ranked, strict=True):
        writer.writerow((place, found.opener, f"{float(report.mean(found)):.4f}", found.cost))
    writer.writerows(("", opener, "", "") for opener in report.hopeless)
    return text.getvalue()
