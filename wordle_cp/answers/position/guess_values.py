"""What each guess of a position is worth.

The parts, in their order:

What is known of every guess that may be made in a position: plain records, and the table that they make.

Each number of a guess is exact or a proven lower bound, and a table only ever learns.

A position and every guess that may be made in it: cells at once, then the best, then exact numbers of all.

Three steps, one after the other, each of which may be stopped, and what is known by then stands
(`GuessTable`):

1. `count_cells`: what each allowed guess does to the words left, and lower bounds by counting alone.
2. `best_answer`: the least cost and the guesses that reach it, by `solve`; every other guess is proven to
   cost more.
3. `Settling`: the exact total and the exact worst case of all other guesses, first of those somebody wants.

*Lower bounds by counting.* Let a guess make c cells of n words, g of which (0 or 1) is all green. It finds g
words; the next guess finds at most one word of each other cell; the rest takes a third guess or more: so the
total is at least g + 2 (c - g) + 3 (n - c). The worst case is at least one more than that of the largest cell
(`count_bound`), unless the only word left is the guess.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.position.value import likeliest_first
from wordle_cp.answers.totals.solve import solve
from wordle_cp.engine import AtLeast, ExactCost
from wordle_cp.games.goal import TOTAL_GUESSES, First
from wordle_cp.search.depth import count_bound
from wordle_cp.search.total import Collector, TotalSession
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordle_cp.engine import OpenerResult, Settled
    from wordle_cp.games.goal import Goal
    from wordle_cp.games.question import TotalQuestion

    Collect = Callable[[tuple["GuessValue", ...]], None]


class GuessColumn(StrEnum):
    """A number of a guess that is searched for."""

    COST = "cost"
    """What the goal counts: guesses or words missed."""
    WORST = "worst"
    """The most guesses that a word takes, this guess included."""


@dataclass(frozen=True, slots=True)
class Cells:
    """What each allowed guess does: all tuples have one item a guess, in the order of the guess list.

    `possible` says whether it may be the hidden word. `least_total` and `least_worst` are lower bounds by
    counting, of guesses from this one on, over all words of `hidden`; worst cases also by the shipped proof
    called `certificate`, if there is one. `guesses_left` is what the game leaves, whatever the goal.
    """

    guesses: tuple[str, ...]
    hidden: tuple[str, ...]
    guesses_left: int | None
    cells: tuple[int, ...]
    largest: tuple[int, ...]
    bits: tuple[float, ...]
    possible: tuple[bool, ...]
    least_total: tuple[int, ...]
    least_worst: tuple[int, ...]
    certificate: str | None = None


@dataclass(frozen=True, slots=True)
class BestGuesses:
    """The best guesses of a position: those with the least number in the column `by`.

    `cost` is that number: what the goal counts over all words left, or a worst case; None where no
    strategy finds every word in time. `worst` is the worst case of the strategy, if there is one, whose
    `distribution` says how many words are found with the first guess from here, the second and so on. `best`
    are best guesses, the likeliest first: all of them if `all_best`. Every other guess costs at least what
    `bounds` says, pairs (guess, bound); `refuted` can't find every word in time. `certificate` is the name
    of the shipped file that the numbers come from, if it isn't the search; `exact` are the costs of other
    guesses that ship.
    """

    goal: Goal
    by: GuessColumn
    hidden: tuple[str, ...]
    cost: int | None
    worst: int | None
    best: tuple[str, ...]
    all_best: bool
    distribution: tuple[int, ...]
    bounds: tuple[tuple[str, int], ...]
    refuted: tuple[str, ...]
    certificate: str | None = None
    exact: tuple[tuple[str, int], ...] = ()

    @property
    def mean(self) -> Fraction | None:
        """The cost of a word on average; None for the worst case, which isn't a sum."""
        return (
            None
            if self.cost is None or self.by is GuessColumn.WORST
            else Fraction(self.cost, len(self.hidden))
        )


@dataclass(frozen=True, slots=True)
class GuessValue:
    """What is known of a guess: its number in a column is `value`, or more unless `exact`.

    None for `value`: there is no such number, as not every word can be found in time.
    """

    guess: str
    column: GuessColumn
    value: int | None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class GuessRow:
    """A guess of a `GuessTable`, with what is known now."""

    guess: str
    possible: bool
    cells: int
    largest: int
    bits: float
    cost: GuessValue
    worst: GuessValue


class GuessTable:
    """What is known of every guess, so far; it only ever learns."""

    def __init__(self, cells: Cells) -> None:
        """Begin with what counting says."""
        self.cells: Final = cells
        self._place: Final = {guess: place for place, guess in enumerate(cells.guesses)}
        counted = {GuessColumn.COST: cells.least_total, GuessColumn.WORST: cells.least_worst}
        self._known: Final = {
            column: {
                guess: GuessValue(guess, column, least, exact=False)
                for guess, least in zip(cells.guesses, bounds, strict=True)
            }
            for column, bounds in counted.items()
        }
        if cells.guesses_left is not None:
            for guess, least in zip(cells.guesses, cells.least_worst, strict=True):
                if least > cells.guesses_left:
                    self.learn((GuessValue(guess, GuessColumn.WORST, None),))

    def learn(self, values: Iterable[GuessValue]) -> None:
        """Take in `values`; a bound that is weaker than what is known changes nothing."""
        for one in values:
            known = self._known[one.column][one.guess]
            if known.exact or known.value is None:
                continue
            if one.value is None or one.exact or one.value > known.value:
                self._known[one.column][one.guess] = one

    def learn_answer(self, answer: BestGuesses) -> None:
        """Take in what the best answer says of all guesses."""
        if answer.by is GuessColumn.WORST:
            least = answer.worst
            if least is not None:
                self.learn(GuessValue(guess, GuessColumn.WORST, least) for guess in answer.best)
                self.learn(
                    GuessValue(guess, GuessColumn.WORST, least, exact=False) for guess in self.cells.guesses
                )
        elif answer.cost is not None:
            self.learn(GuessValue(guess, GuessColumn.COST, answer.cost) for guess in answer.best)
            worst = {self._known[GuessColumn.WORST][guess].value for guess in answer.best}
            if len(answer.best) == 1 and answer.worst in worst:  # the strategy keeps what is the least
                self.learn(GuessValue(guess, GuessColumn.WORST, answer.worst) for guess in answer.best)
        else:
            self.learn(GuessValue(guess, GuessColumn.WORST, None) for guess in answer.refuted)
        self.learn(GuessValue(guess, GuessColumn.COST, cost) for guess, cost in answer.exact)
        self.learn(GuessValue(guess, GuessColumn.COST, bound, exact=False) for guess, bound in answer.bounds)
        self.learn(GuessValue(guess, GuessColumn.COST, None) for guess in answer.refuted)

    def row(self, guess: str) -> GuessRow:
        """Return what is known of `guess`; KeyError if it isn't allowed."""
        place, cells = self._place[guess], self.cells
        costs, worst = self._known[GuessColumn.COST], self._known[GuessColumn.WORST]
        numbers = cells.possible[place], cells.cells[place], cells.largest[place], cells.bits[place]
        return GuessRow(guess, *numbers, costs[guess], worst[guess])

    @property
    def open_numbers(self) -> int:
        """How many guesses lack an exact number."""
        known = self._known.values()
        return sum(not all(column[guess].exact for column in known) for guess in self.cells.guesses)

    def unsettled(self) -> list[str]:
        """Return the guesses that lack an exact number, the most promising first."""
        known = self._known.values()
        return [guess for guess in self._by_promise() if not all(column[guess].exact for column in known)]

    def best(self, column: GuessColumn) -> tuple[str, ...]:
        """Return the guesses with the least exact number in `column`, in the order of the guess list."""
        exact = {one.guess: one.value for one in self._known[column].values() if one.exact}
        least = min((value for value in exact.values() if value is not None), default=None)
        return tuple(guess for guess, value in exact.items() if value is not None and value == least)

    def sorted_rows(self, order: str, *, descending: bool = False, text: str = "") -> list[str]:
        """Return the guesses with `text` in them, in the order of a `GuessColumn` or a field of `Cells`.

        By a column, guesses with an exact number come first, then those with a bound, then those that have no
        number, either way. Ties are in the order of promise: by cost, then those that may be hidden, then
        those with more cells.
        """
        guesses = [guess for guess in self._by_promise() if text in str(guess)]
        if order == "guess":
            return sorted(guesses, reverse=descending)
        sign = -1 if descending else 1
        if order in set(GuessColumn):
            known = self._known[GuessColumn(order)]
            return sorted(guesses, key=lambda guess: _standing(known[guess], sign))
        numbers: tuple[float, ...] = getattr(self.cells, order)
        return sorted(guesses, key=lambda guess: sign * numbers[self._place[guess]])

    def _by_promise(self) -> list[str]:
        """Return all guesses, the most promising first."""
        costs, place, cells = self._known[GuessColumn.COST], self._place, self.cells

        def promise(guess: str) -> tuple[float, bool, bool, int]:
            value, at = costs[guess].value, place[guess]
            least = float("inf") if value is None else value
            return least, not costs[guess].exact, not cells.possible[at], -cells.cells[at]

        return sorted(cells.guesses, key=promise)


def _standing(known: GuessValue, sign: int) -> tuple[int, int]:
    """Return a key that sorts exact numbers before bounds, and these before guesses without a number."""
    return (2 if known.value is None else 1 - known.exact), sign * (known.value or 0)


_MOST_LEFT: Final = 31
_SHORT_SECONDS: Final = 0.4
"""Twice as many guesses are settled together next when those before took less."""
_PATIENCE_SECONDS: Final = 0.3
"""How long guesses that are being settled may go on once nobody wants them any more."""


def count_cells(question: TotalQuestion, work: Work = UNLIMITED) -> Cells:
    """Return what each guess of the question does to the words left."""
    from wordle_cp.answers.shipped import shipped_depth  # noqa: PLC0415  certificates take a moment to load
    from wordle_cp.games.numbers import numbers_of_all  # noqa: PLC0415

    hidden, guesses = question.hidden, question.openers
    numbers = tuple(numbers_of_all(question, guesses, work))
    cells, largest = [one.groups for one in numbers], [one.largest for one in numbers]
    possible = tuple(one.possible for one in numbers)
    priced = not question.goal.counts_guesses
    shipped = None if question.history else shipped_depth(question.variant)
    floor = 0 if shipped is None else shipped[0] + 1
    after = {size: max(floor, 1 + count_bound(size, question.variant.scoring)) for size in set(largest)}
    alone = len(hidden) == 1
    return Cells(
        guesses,
        hidden,
        _of_guesses(question).guesses_left,
        tuple(cells),
        tuple(largest),
        tuple(one.bits for one in numbers),
        possible,
        tuple(
            0 if priced else green + 2 * (count - green) + 3 * (len(hidden) - count)
            for count, green in zip(cells, possible, strict=True)
        ),
        tuple(1 if alone and green else after[size] for size, green in zip(largest, possible, strict=True)),
        None if shipped is None else shipped[1].name,
    )


def best_answer(
    question: TotalQuestion, by: GuessColumn = GuessColumn.COST, work: Work = UNLIMITED
) -> BestGuesses:
    """Return the guesses of a position that are best `by` their cost, or by their worst case.

    Raises:
        StoppedError: there was reason to stop first.
    """
    shipped = shipped_answer(question) if by is GuessColumn.COST else None
    if shipped is not None:
        return shipped
    only_worst = by is GuessColumn.WORST  # and there are more guesses as good, see `BestGuesses.all_best`
    goal = replace(question.goal, first=First.WORST_THEN_TOTAL) if only_worst else question.goal
    report = solve(replace(question, goal=goal), work=work)
    if report.stopped_by is not None:
        raise StoppedError(report.stopped_by)
    strategy = report.strategy
    worst = None if strategy is None or strategy.missed else strategy.max_guesses
    return BestGuesses(
        question.goal,
        by,
        question.hidden,
        worst if only_worst else report.cost,
        worst,
        likeliest_first(question, report.best),
        all_best=not only_worst or not report.best,
        distribution=() if strategy is None else strategy.distribution,
        bounds=() if only_worst else tuple((other.opener, other.cost) for other in report.outcome.others),
        refuted=() if only_worst and report.best else report.outcome.refuted,
    )


def shipped_answer(question: TotalQuestion) -> BestGuesses | None:
    """Return what ships about the least total of a whole game; None if nothing does.

    The strategy is checked here. That no opener is better was checked when the proof was added.
    """
    if question.goal != TOTAL_GUESSES or question.history or question.asked:
        return None
    from wordle_cp.answers.shipped import shipped_total  # noqa: PLC0415  certificates take a moment to load
    from wordle_cp.certify.checked import checked_strategy  # noqa: PLC0415

    shipped = shipped_total(question.variant, question.limit)
    if shipped is None:
        return None
    strategy = checked_strategy(shipped.path, shipped.best[0]).claim
    exact = dict(shipped.exact)
    return BestGuesses(
        question.goal,
        GuessColumn.COST,
        question.hidden,
        shipped.total,
        strategy.max_guesses,
        likeliest_first(question, shipped.best),
        all_best=True,
        distribution=strategy.distribution,
        bounds=tuple((guess, shipped.others) for guess in question.openers if guess not in exact),
        refuted=(),
        certificate=shipped.path.name,
        exact=shipped.exact,
    )


def _of_guesses(question: TotalQuestion) -> TotalQuestion:
    """Return the question about the same position and limit that counts guesses."""
    left = None if question.limit is None else question.limit - len(question.history)
    return replace(question, asked=(), goal=TOTAL_GUESSES, guesses_left=left)


class Settling:
    """The exact numbers of the guesses of a position, asked for in turn: what a search has learnt stays.

    `within` limits the guesses from here for the cost, as the least worst case does where it comes first;
    None stands for what the game leaves.
    """

    def __init__(self, question: TotalQuestion, *, within: int | None = None) -> None:
        """Take the position; which goal it has matters for the cost alone."""
        self._asked = question
        self._plain = _of_guesses(question)
        self._within = within
        self._sessions: tuple[TotalSession, TotalSession] | None = None  # of costs, and of worst cases
        self._work = UNLIMITED  # what is done now
        self._cancelled_at: float | None = None
        self._ended = False  # the sessions were told to stop, so they can't go on

    def settle(self, guesses: Sequence[str], collect: Collect, work: Work = UNLIMITED) -> None:
        """Find the exact cost and the exact worst case of `guesses`, which the mode allows, in this order.

        `collect` is given values as they are found, exact ones in the end; each is new. Guesses that are
        being settled when the work is cancelled have a moment to end, so that what was learnt isn't lost.

        Raises:
            StoppedError: there was reason to stop first; the values so far stand.
        """
        if len(self._asked.hidden) == 1:
            collect(tuple(_last_cost(self._asked, guess) for guess in guesses))
            collect(tuple(_last_worst(self._plain, guess) for guess in guesses))
            return
        self._work, self._cancelled_at = work, None
        start, size = 0, 1  # the first one is what somebody waits for
        while start < len(guesses):
            work.demand_time()
            begun = time.monotonic()
            self._settle(guesses[start : start + size], collect)
            start += size
            took = time.monotonic() - begun
            size = 2 * size if took < _SHORT_SECONDS else max(size // 2, 1)

    def _settle(self, guesses: Sequence[str], collect: Collect) -> None:
        """Settle a few guesses together."""
        if self._sessions is None or self._ended:
            self._ended = False
            self._sessions = (self._session(self._asked), self._session(self._plain))
        costs, depths = self._sessions
        try:
            refuted = _settle_costs(costs, guesses, self._within, collect)
            late = refuted if self._within is None else frozenset[str]()
            collect(tuple(GuessValue(guess, GuessColumn.WORST, None) for guess in late))
            _settle_worst(depths, [guess for guess in guesses if guess not in late], collect)
        except BaseException:
            self._sessions = None
            self._work.demand_time()  # tells which limit it was
            raise

    def _session(self, question: TotalQuestion) -> TotalSession:
        """Return a session that heeds whatever work it is used for."""
        return TotalSession(question, Work(self._work.jobs, show=self._show, cancelled=self._heed))

    def _show(self, event: object) -> None:
        self._work.show(event)

    def _heed(self) -> bool:
        """Tell whether a search has to end now, and lose what it has learnt."""
        work, now = self._work, time.monotonic()
        if work.cancelled():
            self._cancelled_at = now if self._cancelled_at is None else self._cancelled_at
            self._ended |= now > self._cancelled_at + _PATIENCE_SECONDS
        self._ended |= work.limits.struck(work.started) is not None
        return self._ended


class _Teller(Collector):
    """Tells the costs of guesses as they are settled."""

    def __init__(self, collect: Collect) -> None:
        self._tell = collect

    def collect(self, results: Sequence[OpenerResult]) -> None:
        """Tell what was found."""
        self._tell(tuple(_cost_value(found.settled) for found in results))


def _settle_costs(
    session: TotalSession,
    guesses: Sequence[str],
    within: int | None,
    collect: Collect,
) -> frozenset[str]:
    """Tell the cost of each guess; return those that can't find every word in time."""
    outcome, stopped_by = session.rank(
        openers=guesses, top=0, guesses_left=within, collector=_Teller(collect)
    )
    if stopped_by is not None:
        raise StoppedError(stopped_by)
    return frozenset(outcome.refuted)


def _cost_value(found: Settled) -> GuessValue:
    if isinstance(found, ExactCost | AtLeast):
        return GuessValue(found.opener, GuessColumn.COST, found.cost, exact=isinstance(found, ExactCost))
    return GuessValue(found.opener, GuessColumn.COST, None)


def _settle_worst(session: TotalSession, guesses: Sequence[str], collect: Collect) -> None:
    """Tell the worst case of each guess: the least number of guesses within which it finds every word."""
    most = session.question.guesses_left or _MOST_LEFT
    left = list(guesses)
    for number in range(2, most + 1):  # with two words left one guess isn't enough
        if not left:
            return
        outcome, stopped_by = session.rank(openers=left, top=0, guesses_left=number)
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        collect(tuple(GuessValue(found.opener, GuessColumn.WORST, number) for found in outcome.ranked))
        left = list(outcome.refuted)
        collect(tuple(GuessValue(guess, GuessColumn.WORST, number + 1, exact=False) for guess in left))
    if session.question.guesses_left is not None:
        collect(tuple(GuessValue(guess, GuessColumn.WORST, None) for guess in left))


def _last_worst(asked: TotalQuestion, guess: str) -> GuessValue:
    """Return the worst case of a guess where one word is left."""
    needed = 1 if guess == asked.hidden[0] else 2
    late = asked.guesses_left is not None and needed > asked.guesses_left
    return GuessValue(guess, GuessColumn.WORST, None if late else needed)


def _last_cost(asked: TotalQuestion, guess: str) -> GuessValue:
    """Return the cost of a guess where one word is left."""
    needed = 1 if guess == asked.hidden[0] else 2
    late = asked.guesses_left is not None and needed > asked.guesses_left
    return GuessValue(guess, GuessColumn.COST, asked.goal.price(None if late else needed))
