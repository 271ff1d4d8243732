"""What all rankings share: a report of rows in order, its CSV, and a search that is watched."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from wordle_cp.answers.answering import Report
from wordle_cp.engine import Game
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import places
from wordle_cp.search.watch import watched
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.work import Work


class _Costing(Protocol):
    """A row: what is ranked has a cost."""

    @property
    def cost(self) -> int: ...


class _Outcome(Protocol):
    """What a search found: something is left of it if it was stopped."""

    @property
    def left(self) -> object: ...


CSV_BEGINS: Final = "rank,opener,mean_"
"""How the CSV of a ranking begins."""
Row = TypeVar("Row", bound=_Costing)
Outcome = TypeVar("Outcome", bound=_Outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking(Report, Generic[Row]):
    """The ranking, as far as it is known.

    `top` rows were asked for, None for all. `ranked` are these, all that tie with the last of them included,
    by cost and then in the order of the guess list. While some are `left`, which aren't settled, others may
    belong to `ranked`. The search examined `work` guesses.
    """

    question: TotalQuestion
    top: int | None
    ranked: tuple[Row, ...]
    left: tuple[str, ...] | int
    work: int

    @property
    def complete(self) -> bool:
        """Whether it is certain that none is missing in `ranked`."""
        return not self.left

    def mean(self, found: Row) -> Fraction:
        """Return the cost of a hidden word on average."""
        return Fraction(found.cost, self.question.total_weight)

    def places(self) -> tuple[int, ...]:
        """Return the place of each of `ranked`: equal costs share the first one's."""
        return places([found.cost for found in self.ranked])


def demand_some(top: int | None, what: str = "openers") -> None:
    """Raise UsageError if fewer than one are asked for."""
    if top is not None and top < 1:
        message = f"expected a number of {what} of 1 or more, found {top}"
        raise UsageError(message)


def search_all(
    question: TotalQuestion, top: int, work: Work, search_of: Callable[[Game], Any], nothing: Outcome
) -> tuple[Outcome, StopReason | None]:
    """Return what the search found, `nothing` if there was no time, and why it was stopped if some are left.

    The hidden words are those that agree with the history, and normal mode asks for nothing else.
    """
    try:
        work.demand_time()
        game = Game(question.variant.guesses, question.hidden, work=work)
    except StoppedError as stopped:
        return nothing, stopped.reason
    search = search_of(game)
    outcome: Outcome
    outcome, stopped_by = watched(
        lambda: search.rank(top=top, guesses_left=question.guesses_left),
        search.stop,
        poll=lambda: work.show(search.progress()),
        work=work,
    )
    return outcome, stopped_by if outcome.left else None


def csv_of(
    report: Ranking[Row],
    name: Callable[[Row], str],
    *,
    unranked: Iterable[str] = (),
    more: Mapping[str, Callable[[Row], object]] | None = None,
) -> str:
    """Return the ranking as CSV, a line a row, by `name`; those `unranked` come last, without numbers.

    Costs that are no numbers of guesses are called costs. `more` columns follow, by their headings.
    """
    more = more or {}
    guesses = report.question.goal.counts_guesses
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    numbers = ("mean_guesses", "total_guesses") if guesses else ("mean_cost", "cost")
    writer.writerow(("rank", "opener", *numbers, *more))
    for place, found in zip(report.places(), report.ranked, strict=True):
        mean = f"{float(report.mean(found)):.4f}"
        writer.writerow((place, name(found), mean, found.cost, *(column(found) for column in more.values())))
    writer.writerows(("", word, "", "") for word in unranked)
    return text.getvalue()
