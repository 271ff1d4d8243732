"""What `solve` and `prove_optimal` found out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from wordle_cp.answers.answering import Engine, Report
from wordle_cp.errors import brief
from wordle_cp.games.goal import First

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.check import Accepted
    from wordle_cp.engine import TotalOutcome
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.models.and_or import GraphSize


class TotalVerdict(StrEnum):
    """What is known about a question of least cost."""

    PROVEN = "proven"
    """The answer, all of which the checker has accepted."""
    EXACT = "exact"
    """The answer, of which something rests on the search, or on the recursion."""
    IMPOSSIBLE = "impossible"
    """The limit can't be kept; this rests on the search, or on the recursion."""
    UNDECIDED = "undecided"
    """No answer: there was reason to stop before."""


def gap_of(low: int | None, high: int | None) -> Fraction | None:
    """Return what part of `high` lies between `low` and `high`; None while one of them isn't known."""
    if low is None or high is None:
        return None
    return Fraction(high - low, high) if high else Fraction(0)


@dataclass(frozen=True, slots=True)
class SolveReport(Report):
    """What `solve` found out.

    `cost` is the least cost, from the position of the question on, None if no strategy keeps the limit;
    `best` are all the openers that reach it, and `strategy` begins with the first of them. The `outcome` is
    the search's, about all openers. The limit is `guesses_left` (for the lexicographic goals the least worst
    case, if there is a strategy). Until the answer is `exact`, `cost` and `best` are the least found so far,
    if any; the least cost is at least `low` then, and the best strategy costs `high` at most: what `strategy`
    costs, or the best opener so far. Where both ends meet the answer is exact, too, though openers that are
    left may be as good. `certified` are the ends that the file proves, which may lie further apart. For the
    goal worst-then-total the least worst case is `worst_low` or more while it isn't known.
    `accepted` is the checker's verdict on the file `tree`, if one was wanted; both are None if there was
    reason to stop before. `lower_bound_checked` is whether it has accepted that no strategy costs less, too.
    `worst_case` is another certificate, with its verdict, that `prove_optimal` has for the lexicographic
    goals: that one guess less than the least worst case isn't enough, or, for the goal total-then-worst, that
    all openers of the least cost then cost more, `worst_case_cost` or above. `too_long`: the lower bound has
    a proof, but one that is too long to be made or checked; so the file is a strategy. `model` is what
    the models looked at where they answered, which look for one best opener.
    """

    question: TotalQuestion
    outcome: TotalOutcome
    guesses_left: int | None
    exact: bool = False
    cost: int | None = None
    low: int | None = None
    certified: tuple[int, int] | None = None
    worst_low: int | None = None
    kept: Path | None = None
    """The file that was wanted and was there already; it may claim more than both ends."""
    best: tuple[str, ...] = ()
    strategy: Strategy | None = None
    tree: Path | None = None
    accepted: Accepted | None = None
    lower_bound_checked: bool = False
    worst_case: Path | None = None
    worst_case_accepted: Accepted | None = None
    worst_case_cost: int | None = None
    too_long: bool = False
    model: GraphSize | None = None

    __repr__ = brief("question", "verdict", "cost", "best", "tree")

    @property
    def by(self) -> Engine:
        """What answered."""
        return Engine.SEARCH if self.model is None else Engine.CP_SAT

    @property
    def verdict(self) -> TotalVerdict:
        """What is known; see `exact` for whether the question is answered, proven or not."""
        if not self.exact:
            return TotalVerdict.UNDECIDED
        if self.cost is None:
            return TotalVerdict.IMPOSSIBLE
        # One guess is the least there is, which needs no proof.
        worst_case_checked = self.worst_case_accepted is not None or self.guesses_left == 1
        whole = self.lower_bound_checked and (self.question.goal.first is First.TOTAL or worst_case_checked)
        return TotalVerdict.PROVEN if whole else TotalVerdict.EXACT

    @property
    def finished(self) -> bool:
        """Whether there was no reason to stop before the answer, or before its certificate."""
        return self.stopped_by is None

    @property
    def high(self) -> int | None:
        """What a strategy of this goal costs that is known to be there; None while none is."""
        if self.worst_low is not None and (
            self.strategy is None or self.strategy.max_guesses > self.worst_low
        ):
            return None
        costs = [None if self.strategy is None else self.strategy.cost, self.cost]
        return min((cost for cost in costs if cost is not None), default=None)

    @property
    def gap(self) -> Fraction | None:
        """What part of the upper end lies between both ends; None while one of them isn't known."""
        return gap_of(self.low, self.high)

    @property
    def mean(self) -> Fraction | None:
        """The cost of a hidden word on average, each counted by its weight."""
        return None if self.cost is None else Fraction(self.cost, self.question.total_weight)

    @property
    def total_guesses(self) -> int | None:
        """The cost, where it is a number of guesses."""
        return self.cost if self.question.goal.counts_guesses else None
