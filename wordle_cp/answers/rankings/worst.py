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
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.rankings.common import Ranking, demand_some, search_all
from wordle_cp.engine import ExactCost, WorstOutcome, WorstSearch
from wordle_cp.errors import counted
from wordle_cp.games.needs import Needs
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from wordle_cp.games.question import TotalQuestion


NEEDS: Final = Needs("a ranking of the worst openers", tiles=True, unbound=True)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WorstAnswer(Ranking[ExactCost]):
    """The worst openers, the greatest cost first, as far as they are known.

    `others` openers have strategies that cost less.
    """

    left: tuple[str, ...]
    others: int
    refuted: tuple[str, ...]

    def name(self, found: ExactCost) -> str:
        """Return the opener."""
        return found.opener

    def _wanted(self) -> tuple[str, str]:
        openers = counted(len(self.question.openers), "opener", "openers")
        return f"the worst {self.top} of {openers}", openers

    def _others(self) -> str:
        costs = counted(self.others, "opener costs", "openers cost")
        return f"{costs} less: each has a strategy that does" if self.others else ""

    def _unranked(self) -> tuple[str, ...]:
        return self.refuted

    def _asked(self) -> dict[str, Any]:
        return {"worst": self.top}

    def _found(self) -> dict[str, Any]:
        return {"others": self.others, "openers_hopeless": self.refuted, "left": self.left}


def rank_worst(question: TotalQuestion, top: int, work: Work = UNLIMITED) -> WorstAnswer:
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
    return WorstAnswer(
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
