"""The openers of the greatest least totals: the worst K, and none missing.

An opener's total is that of the best strategy that begins with it, as for `rank`: a bad opener, and then the
best play. That no other opener belongs among the worst is shown by strategies: each of the others has one
that costs less than the last of those ranked. Openers that can't keep the limit have no total; they stand
apart.

Normal mode and totals of guesses only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.rankings.common import Ranking, csv_of, demand_some, search_all
from wordle_cp.engine import ExactCost, WorstOutcome, WorstSearch
from wordle_cp.errors import brief
from wordle_cp.games.needs import Needs
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from wordle_cp.games.question import TotalQuestion


NEEDS: Final = Needs("a ranking of the worst openers", tiles=True, unbound=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstReport(Ranking[ExactCost]):
    """The worst openers, the greatest cost first, as far as they are known.

    `others` openers have strategies that cost less, and `refuted` ones can't keep the limit.
    """

    left: tuple[str, ...]
    others: int
    refuted: tuple[str, ...]

    __repr__ = brief("question", "top", "ranked", "complete")


def rank_worst(question: TotalQuestion, top: int, work: Work = UNLIMITED) -> WorstReport:
    """Find the `top` openers of the greatest least total of the `question`, and show that none is missing.

    Costs count from the position on.

    Raises:
        UsageError: another mode than normal, a game of codes, or `top` is less than 1.
    """
    started = time.monotonic()
    variant = question.variant
    demand_some(top)
    NEEDS.demand(variant)
    nothing = WorstOutcome((), (), (), question.openers, 0)
    outcome, stopped_by = search_all(
        question, top, work, lambda game: WorstSearch(game, jobs=work.jobs), nothing
    )
    return WorstReport(
        question=question,
        top=top,
        ranked=outcome.ranked,
        others=len(outcome.others),
        refuted=outcome.refuted,
        left=outcome.left,
        stopped_by=stopped_by,
        work=outcome.work,
        seconds=time.monotonic() - started,
    )


def render_csv(report: WorstReport) -> str:
    """Return the ranking as CSV, a line an opener; those that can't keep the limit come last."""
    return csv_of(report, lambda found: found.opener, unranked=report.refuted)
