"""Every guess of a position: cells, bounds, the best of each goal, exact numbers; against trying all."""

from __future__ import annotations

import random
from functools import partial
from math import log2
from typing import TYPE_CHECKING, Final

import pytest

from tests.each import each
from tests.oracle import brute_total
from tests.oracle.brute_total import LeastCost, Play, least_worst
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from wordle_cp.answers.position.guess_values import (
    Cells,
    GuessColumn,
    GuessTable,
    GuessValue,
    Settling,
    best_answer,
    count_cells,
)
from wordle_cp.games.goal import TOTAL_GUESSES, First, Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of
from wordle_cp.search.total import TotalSession
from wordle_cp.work import Limits, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from tests.oracle.brute_total import Words

SIZE: Final = Size(most_hidden=9, most_guesses=22)
Truth = tuple[int | None, int | None]


class Case:
    """A random position, and what is true of it, by trying everything."""

    def __init__(self, seed: int, mode: Mode, limit: int | None) -> None:
        """Draw it; its limit on the guesses leaves `limit` of them."""
        rng = random.Random(seed)  # noqa: S311  the same in each run
        game = random_game(rng, SIZE)
        self.history = random_history(rng, game, mode, rng.randrange(2))
        self.words: Words = words_after(game, self.history)
        past = len(self.history)
        self.limit = limit
        self.variant = variant_of(game, mode).model_copy(
            update={"max_guesses": None if limit is None else past + limit}
        )
        self.play = Play(game.guesses, mode)
        self.allowed = self.play.allowed_after(self.history)

    def costs(self, objective: brute_total.Objective) -> dict[str, int | None]:
        """Return the least cost with each guess."""
        least = LeastCost(self.play, objective)
        return {guess: least.value_of(guess, self.words, self.allowed) for guess in self.allowed}

    def totals(self, limit: int | None) -> dict[str, int | None]:
        """Return the least total with each guess."""
        return self.costs(brute_total.Objective(limit=limit))

    def worst(self) -> dict[str, int | None]:
        """Return the worst case of each guess."""
        most = len(self.words) + 1 if self.limit is None else self.limit
        worst: dict[str, int | None] = dict.fromkeys(self.allowed)
        for limit in range(most, 0, -1):
            worst |= {guess: limit for guess, total in self.totals(limit).items() if total is not None}
        return worst


def least(costs: dict[str, int | None]) -> tuple[int | None, set[str]]:
    """Return the least of `costs`, and who has it."""
    finite = {guess: cost for guess, cost in costs.items() if cost is not None}
    if not finite:
        return None, set()
    lowest = min(finite.values())
    return lowest, {guess for guess, cost in finite.items() if cost == lowest}


CASES = [
    (seed, mode, limit)
    for seed, (mode, limit) in enumerate((mode, limit) for mode in Mode for limit in (None, 1, 2, 3, 4) * 2)
]


@each("seed, mode, limit", CASES)
def test_every_number_of_every_guess(seed: int, mode: Mode, limit: int | None) -> None:
    case = Case(seed, mode, limit)
    totals, worst = case.totals(case.limit), case.worst()
    question = TotalQuestion.of(case.variant, history=case.history)
    cells = count_cells(question)
    assert set(cells.guesses) == case.allowed
    assert set(cells.hidden) == case.words
    for place, guess in enumerate(cells.guesses):
        sizes: dict[int, int] = {}
        for word in case.words:
            sizes[pattern_of(guess, word)] = sizes.get(pattern_of(guess, word), 0) + 1
        assert (cells.cells[place], cells.largest[place]) == (len(sizes), max(sizes.values()))
        assert cells.possible[place] == (guess in case.words)
        words = len(case.words)
        bits = sum(size / words * log2(words / size) for size in sizes.values())
        assert cells.bits[place] == pytest.approx(bits, abs=1e-9)
    table = GuessTable(cells)
    assert_true(table, totals, worst)
    answer = best_answer(question)
    assert (answer.cost, set(answer.best)) == least(totals)
    table.learn_answer(answer)
    assert_true(table, totals, worst)

    def learn(values: tuple[GuessValue, ...]) -> None:
        table.learn(values)
        assert_true(table, totals, worst)

    Settling(question).settle(table.unsettled(), learn)
    assert table.unsettled() == []
    for guess in case.allowed:
        row = table.row(guess)
        assert (row.cost.value, row.worst.value) == (totals[guess], worst[guess])
    assert table.sorted_rows("cost")[: len(answer.best)] or answer.cost is None
    if answer.cost is not None:
        assert set(table.sorted_rows("cost")[: len(answer.best)]) == set(answer.best)
        assert set(table.best(GuessColumn.WORST)) == least(worst)[1]


def assert_true(table: GuessTable, totals: dict[str, int | None], worst: dict[str, int | None]) -> None:
    """Assert that what a table says is so: exact numbers are right, bounds aren't too high."""
    for guess in table.cells.guesses:
        row = table.row(guess)
        for fact, truth in ((row.cost, totals[guess]), (row.worst, worst[guess])):
            if fact.exact:
                assert fact.value == truth
            else:
                assert fact.value is not None
                assert truth is None or fact.value <= truth


@pytest.mark.parametrize(("seed", "mode"), [(100 + seed, mode) for seed in range(4) for mode in Mode])
def test_the_best_for_each_goal(seed: int, mode: Mode) -> None:
    case = Case(seed, mode, None)
    lowest, _ = least(case.totals(None))
    fewest = least_worst(case.play, case.words, case.allowed)

    def ask(goal: Goal, by: GuessColumn = GuessColumn.COST) -> tuple[int | None, int | None, set[str]]:
        answer = best_answer(TotalQuestion.of(case.variant, history=case.history, goal=goal), by)
        assert not answer.distribution or sum(answer.distribution) <= len(case.words)
        return answer.cost, answer.worst, set(answer.best)

    cost, worst, best = ask(Goal(first=First.WORST_THEN_TOTAL))
    assert (cost, best) == least(case.totals(fewest))
    assert worst == fewest
    cost, worst, best = ask(TOTAL_GUESSES, GuessColumn.WORST)
    assert cost == worst == fewest
    assert best <= least(case.worst())[1]
    cost, worst, best = ask(Goal(first=First.TOTAL_THEN_WORST))
    assert cost == lowest
    assert worst is not None
    assert least(case.totals(worst)) == (lowest, best)
    assert worst == 1 or least(case.totals(worst - 1))[0] != lowest
    for within in (1, 2, 3):
        missed = case.costs(brute_total.Objective(costs=(0,) * within, loss=1))
        cost, _, best = ask(Goal.missing(within))
        assert (cost, best) == least(missed)
        question = TotalQuestion.of(case.variant, history=case.history, goal=Goal.missing(within))
        table = GuessTable(count_cells(question))
        Settling(question).settle(table.unsettled(), table.learn)
        assert {guess: table.row(guess).cost.value for guess in case.allowed} == missed


@pytest.mark.parametrize(
    ("seed", "mode", "limit"), [(200 + seed, mode, 3 + seed % 3) for seed in range(6) for mode in Mode]
)
def test_worst_cases_are_those_of_the_game_whatever_is_missed(seed: int, mode: Mode, limit: int) -> None:
    case = Case(seed, mode, limit)
    worst = case.worst()
    for within in range(1, limit + 1):
        missed = case.costs(brute_total.Objective(costs=(0,) * within, loss=1))
        question = TotalQuestion.of(case.variant, history=case.history, goal=Goal.missing(within))
        table = GuessTable(count_cells(question))
        assert_true(table, missed, worst)
        table.learn_answer(best_answer(question))
        assert_true(table, missed, worst)
        Settling(question).settle(table.unsettled(), table.learn)
        assert {guess: table.row(guess).worst.value for guess in case.allowed} == worst
        assert {guess: table.row(guess).cost.value for guess in case.allowed} == missed


def test_the_least_worst_case_ends_with_all_ties() -> None:
    case = Case(7, Mode.NORMAL, None)
    question = TotalQuestion.of(case.variant, history=case.history)
    table = GuessTable(count_cells(question))
    table.learn_answer(best_answer(question, GuessColumn.WORST))
    assert_true(table, case.totals(None), case.worst())
    Settling(question).settle(table.unsettled(), table.learn)
    assert set(table.best(GuessColumn.WORST)) == least(case.worst())[1]


def test_the_start_of_a_game_is_taken_from_its_certificate() -> None:
    answer = best_answer(TotalQuestion.of("original"))
    assert (answer.cost, answer.best) == (7920, ("salet",))
    assert answer.certificate == "original-normal-optimal-within-6.cert.xz"
    assert sum(n * words for n, words in enumerate(answer.distribution, start=1)) == 7920
    exact = dict(answer.exact)
    assert (len(exact), exact["salet"], exact["crate"]) == (105, 7920, 7926)
    assert len(answer.bounds) == 12972 - 105
    [others] = {bound for _, bound in answer.bounds}
    assert others >= max(exact.values())


@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_a_shipped_proof_bounds_every_worst_case_at_the_start(mode: str) -> None:
    game = Variant.load("original", mode=mode)
    cells = count_cells(TotalQuestion.of(game))
    assert set(cells.least_worst) == {5}
    assert cells.certificate == f"original-{mode}-depth-4.cert.xz"
    later = count_cells(TotalQuestion.of(game, history="crate.bybbb"))
    assert (min(later.least_worst) < 5, later.certificate) == (True, None)


def test_the_strategy_of_the_only_best_guess_makes_its_worst_case_exact() -> None:
    table = GuessTable(count_cells(TotalQuestion.of("original")))
    table.learn_answer(best_answer(TotalQuestion.of("original")))
    assert table.row("salet").worst == GuessValue("salet", GuessColumn.WORST, 5)
    assert table.row("reast").worst == GuessValue("reast", GuessColumn.WORST, 5, exact=False)


def test_where_no_strategy_is_in_time_no_guess_has_a_worst_case() -> None:
    question = TotalQuestion.of(Variant.load("original", mode="hard"), history="light.bgggg")
    table = GuessTable(count_cells(question))
    table.learn_answer(best_answer(question))
    assert {table.row(guess).worst.value for guess in table.cells.guesses} == {None}
    assert table.open_numbers == 0


def test_a_search_that_is_stopped_leaves_what_it_knows() -> None:
    question = TotalQuestion.of("original", history=(("salet", 0),))
    table = GuessTable(count_cells(question))
    learned = 0

    def learn(values: tuple[GuessValue, ...]) -> None:
        nonlocal learned
        learned += len(values)
        table.learn(values)

    with pytest.raises(StoppedError):
        Settling(question).settle(table.unsettled(), learn, work=Work(cancelled=lambda: learned > 0))
    known = sum(table.row(guess).cost.exact for guess in table.cells.guesses)
    assert 0 < known < len(table.unsettled())


def test_what_a_search_has_learnt_stays_when_it_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cancelled between two lots, it goes on; stopped within one, it begins anew."""
    sessions: list[TotalSession] = []

    def counted(question: TotalQuestion, work: Work) -> TotalSession:
        sessions.append(TotalSession(question, work))
        return sessions[-1]

    def fail(_values: tuple[GuessValue, ...]) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("wordle_cp.answers.position.guess_values.TotalSession", counted)
    question = TotalQuestion.of("toy")
    table, whole = GuessTable(count_cells(question)), GuessTable(count_cells(question))
    Settling(question).settle(whole.unsettled(), whole.learn)
    assert len(sessions) == 2
    settling = Settling(question)
    for lots in range(1, 4):
        calls = iter([False] * lots)
        with pytest.raises(StoppedError):
            settling.settle(
                table.unsettled(),
                table.learn,
                Work(cancelled=partial(next, calls, True)),  # noqa: FBT003
            )
    assert len(sessions) == 4
    with pytest.raises(StoppedError) as stopped:
        settling.settle(table.unsettled(), table.learn, Work(limits=Limits(0.0)))
    assert stopped.value.reason is StopReason.TIME
    with pytest.raises(ZeroDivisionError):
        settling.settle(table.unsettled(), fail)
    settling.settle(table.unsettled(), table.learn)
    assert len(sessions) == 6
    assert all(table.row(guess) == whole.row(guess) for guess in table.cells.guesses)


def test_a_table_learns_and_never_forgets() -> None:
    cells = Cells(
        ("abc", "abd", "xyz"),
        ("abc", "abd"),
        3,
        (2, 2, 1),
        (1, 1, 2),
        (1.0, 1.0, 0.0),
        (True, True, False),
        (3, 3, 6),
        (2, 2, 3),
    )
    table = GuessTable(cells)
    assert table.sorted_rows("bits") == ["xyz", "abc", "abd"]
    assert table.sorted_rows("possible", descending=True) == ["abc", "abd", "xyz"]
    table.learn([GuessValue("xyz", GuessColumn.COST, 5, exact=False)])  # weaker than counting
    assert table.row("xyz").cost == GuessValue("xyz", GuessColumn.COST, 6, exact=False)
    table.learn([GuessValue("xyz", GuessColumn.COST, 7, exact=False), GuessValue("abd", GuessColumn.COST, 3)])
    table.learn(
        [GuessValue("abd", GuessColumn.COST, 9, exact=False), GuessValue("abc", GuessColumn.WORST, None)]
    )
    assert table.row("abd").cost == GuessValue("abd", GuessColumn.COST, 3)
    assert table.row("abc").worst == GuessValue("abc", GuessColumn.WORST, None)
    assert table.sorted_rows("cost") == ["abd", "abc", "xyz"]
    assert table.sorted_rows("worst") == ["abd", "xyz", "abc"]
    table.learn([GuessValue("xyz", GuessColumn.WORST, 3)])
    for descending in (False, True):  # exact, a bound, none
        assert table.sorted_rows("worst", descending=descending) == ["xyz", "abd", "abc"]
    assert table.sorted_rows("guess", descending=True, text="ab") == ["abd", "abc"]
    assert table.sorted_rows("largest", descending=True)[0] == "xyz"
    assert table.best(GuessColumn.COST) == ("abd",)
    assert table.unsettled() == ["abd", "abc", "xyz"]


def test_a_table_of_guesses_that_are_no_plain_words_is_searched_by_their_text() -> None:
    guesses = Variant.load("primel").guesses
    ones, words = (1,) * len(guesses), (True,) * len(guesses)
    table = GuessTable(Cells(guesses, guesses, None, ones, ones, ones, words, ones, ones))
    assert sorted(table.sorted_rows("cost")) == sorted(guesses)
    assert sorted(table.sorted_rows("cost", text="1000")) == ["10007", "10009"]
