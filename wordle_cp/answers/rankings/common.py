"""What all rankings share: rows in order, how they are told, and a search that is watched."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from wordle_cp.answers.answer import Answer, Answering, Rows, csv_text
from wordle_cp.answers.telling import (
    column,
    effort_line,
    left_line,
    position_words,
    question_fields,
    some,
    weights_lines,
    within_left,
    words_of,
)
from wordle_cp.engine import Game, Verdict
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.games.goal import places
from wordle_cp.search.watch import watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.work import StopReason, Work


class _Costing(Protocol):
    """A row: what is ranked has a cost."""

    @property
    def cost(self) -> int: ...


CSV_BEGINS: Final = "rank,opener,mean_"
"""How the CSV of a ranking begins."""
_SHOWN_ROWS: Final = 40
Row = TypeVar("Row", bound=_Costing)
Ranked = TypeVar("Ranked", bound="Ranking[Any]")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Ranking(Answer, Generic[Row]):
    """The ranking, as far as it is known. Rows: what is ranked, with its place.

    `top` rows were asked for, None for all. `ranked` are these, all that tie with the last of them included,
    by cost and then in the order of the guess list. While some are `left`, which aren't settled, others may
    belong to `ranked`. `refuted` ones can't keep the limit. The search examined `work` guesses. `table` is
    the file that the ranking is written to once it is complete.
    """

    question: TotalQuestion
    top: int | None
    ranked: tuple[Row, ...] = ()
    left: tuple[str, ...] | int
    refuted: tuple[str, ...] | int = ()
    work: int = 0
    table: Path | None = None

    nouns: ClassVar[tuple[str, str]] = ("opener", "openers")
    """What is ranked: one, and many."""
    heading: ClassVar[str] = "opener"
    """What stands above it in a table."""
    more: ClassVar[Mapping[str, str]] = {}
    """More numbers of a row: the name of each, and its attribute."""

    @property
    def complete(self) -> bool:
        """Whether it is certain that none is missing in `ranked`."""
        return not self.left

    @property
    def finished(self) -> bool:
        """Whether the ranking is complete, and nothing stopped the writing of its certificate."""
        return self.complete and self.stopped_by is None

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted a certificate of the ranking."""
        return False

    @property
    def verdict(self) -> Verdict:
        """Proven, exact, undecided, or impossible: nothing keeps the limit."""
        if not self.complete:
            return Verdict.UNDECIDED
        if not self.ranked:
            return Verdict.IMPOSSIBLE
        return Verdict.PROVEN if self.certified else Verdict.EXACT

    def mean(self, found: Row) -> Fraction:
        """Return the cost of a hidden word on average."""
        return Fraction(found.cost, self.question.total_weight)

    def places(self) -> tuple[int, ...]:
        """Return the place of each of `ranked`: equal costs share the first one's."""
        return places([found.cost for found in self.ranked])

    @abstractmethod
    def name(self, found: Row) -> str:
        """Return what is ranked, as it is typed."""

    @abstractmethod
    def _wanted(self) -> tuple[str, str]:
        """Return in words what is asked for, and what it is among."""

    @abstractmethod
    def _others(self) -> str:
        """Return in words what is known of those that aren't ranked, but for what can't keep the limit."""

    def _run_told(self) -> Iterator[str]:
        """Yield the lines on the folder of the run, if there is one."""
        yield from ()

    def _unranked(self) -> Iterable[str]:
        """Return those that come last in the table, without numbers."""
        return ()

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `rank`."""
        question, (wanted, among) = self.question, self._wanted()
        asked = position_words(question.variant, question.history)
        asked += within_left(question, question.guesses_left)
        words = words_of(question.variant, len(question.hidden))
        hopeless = self.verdict is Verdict.IMPOSSIBLE
        found = (
            f"none of {among} finds every one of {words} in time" if hopeless else f"{wanted} over {words}"
        )
        yield f"{self.verdict}: {asked}: {found}"
        yield from weights_lines(question)
        yield from self._ranked_told()
        refuted = _number(self.refuted)
        lost = f"{counted(refuted, *self.nouns)} can't keep the limit" if refuted else ""
        others = "; ".join(filter(None, (self._others(), lost)))
        if others and not hopeless:
            yield f"others       {others}"
        run = list(self._run_told())
        if not self.complete:
            left = self.left
            yield f"stopped by   {struck}{'; the same command goes on from here' if run else ''}"
            if isinstance(left, int):
                yield f"left         {counted(left, *self.nouns)}"
            else:
                yield left_line(left, question)
        yield from run
        if self.table is not None:
            none = f"none: the ranking is unfinished; {self.table} is left as it is"
            yield f"table        {self.table if self.complete else none}"
        yield effort_line(self.seconds, some(self.work, "guess examined", "guesses examined"))

    def _ranked_told(self) -> Iterator[str]:
        """Yield a line for each of those ranked, up to so many, and one above them."""
        headings = [name.partition("_")[0] for name in self.more]
        heading, *names = column(self.heading, (self.name(found).upper() for found in self.ranked))
        if self.ranked:
            unit = "total" if self.question.goal.counts_guesses else "cost"
            yield "  ".join((f"{'rank':>6}", heading, f"{unit:>8}", "  mean", *headings))
        rows = []
        for name, found in zip(names, self.ranked, strict=True):
            more = [f"{getattr(found, number):>8}" for number in self.more.values()]
            rows.append("  ".join((name, f"{found.cost:>8}", f"{float(self.mean(found)):.4f}", *more)))
        yield from shown_rows(rows, self.places(), self.top, complete=self.complete)

    def _json(self) -> dict[str, Any]:
        return {
            "question": "rank",
            **self._asked(),
            "verdict": self.verdict,
            "certified": self.certified,
            "openers": self._rows(),
            "complete": self.complete,
            "possible": True if self.ranked else False if self.complete else None,
            **self._found(),
            **question_fields(self.question),
            "table": self.table if self.complete else None,
            "work": self.work,
        }

    def _asked(self) -> dict[str, Any]:
        """Return the JSON fields that say what is asked for."""
        return {"top": self.top}

    @abstractmethod
    def _found(self) -> dict[str, Any]:
        """Return the JSON fields that this kind of ranking has beside those of all."""

    def _numbers(self) -> tuple[str, str]:
        """Return the names of a cost and of its mean."""
        guesses = self.question.goal.counts_guesses
        return ("total_guesses", "mean_guesses") if guesses else ("cost", "mean_cost")

    def _rows(self) -> Rows:
        total, mean = self._numbers()
        return [
            {
                "rank": place,
                "opener": self.name(found),
                total: found.cost,
                mean: float(self.mean(found)),
                **{name: getattr(found, number) for name, number in self.more.items()},
            }
            for place, found in zip(self.places(), self.ranked, strict=True)
        ]

    def to_csv(self) -> str:
        """Return the ranking as CSV, with four digits of the means."""
        total, mean = self._numbers()
        rows = [row | {mean: f"{row[mean]:.4f}"} for row in self._rows()]
        last: Rows = [{"opener": name} for name in self._unranked()]
        return csv_text(("rank", "opener", mean, total, *self.more), rows + last)


def _number(some_of: tuple[str, ...] | int) -> int:
    return some_of if isinstance(some_of, int) else len(some_of)


def shown_at_most(wanted: int | None) -> int:
    """Return how many rows are shown to people, of so many `wanted` (None: all)."""
    return max(wanted or 0, _SHOWN_ROWS)


def shown_rows(
    rows: Sequence[str], places: Sequence[int], wanted: int | None, *, complete: bool
) -> Iterator[str]:
    """Yield the first `rows`, each with its place: those that are `wanted` (None: all), and some that tie."""
    shown = shown_at_most(wanted)
    for place, row in zip(places[:shown], rows[:shown], strict=True):
        yield f"{place:>6}  {row}"
    if len(rows) > shown:
        json = argument("to_json")
        where = f"{argument('to_csv')} and {json} have" if complete else f"{json} has"
        yield f"        ... and {len(rows) - shown} more ({len(rows)} in all): {where} them all"


def demand_some(top: int | None, what: str = "openers") -> None:
    """Raise UsageError if fewer than one are asked for."""
    if top is not None and top < 1:
        message = f"expected a number of {what} of 1 or more, found {top}"
        raise UsageError(message)


def searched(about: Ranked, search_of: Callable[[Game], Any], work: Work) -> Ranked:
    """Return the answer that is `about` a ranking, with what the search found: fields of the same names.

    The hidden words are those that agree with the history, and normal mode asks for nothing else.
    """
    question = about.question
    answering = Answering(about, work)

    def steps() -> StopReason | None:
        work.demand_time()
        search = search_of(Game(question.variant.guesses, question.hidden, work=work))
        outcome, stopped_by = watched(
            lambda: search.rank(top=about.top, guesses_left=question.guesses_left),
            search.stop,
            poll=lambda: work.show(search.progress()),
            work=work,
        )
        known = {field.name for field in fields(about)}
        found = {one.name: getattr(outcome, one.name) for one in fields(outcome) if one.name in known}
        answering.report = replace(about, **found)
        return stopped_by if outcome.left else None

    return answering.answered(steps)
