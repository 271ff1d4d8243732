"""The view Ask without a browser: what is said at once, before the search, and what the search says then."""

from __future__ import annotations

import pytest

from tests.effort import first, in_third
from wordle_cp.answers.position.guess_values import BestGuesses, Cells, GuessColumn
from wordle_cp.engine import TotalProgress
from wordle_cp.errors import HistoryError, UsageError
from wordle_cp.games.goal import TOTAL_GUESSES, First, Goal
from wordle_cp.games.notation import parse_history
from wordle_cp.rules.modes import Mode
from wordle_cp.web.jobs.ask import PositionChoice, position
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.links import GOALS
from wordle_cp.web.worker import Task

ORIGINAL = GameChoice("original")


def asked(game: GameChoice, history: str) -> tuple[list[object], BestGuesses]:
    """Return what is told on the way about a position, without how far the search is, and the answer."""
    told: list[object] = []
    answer = position(Task(tell=told.append), choice=PositionChoice(game, parse_history(history, 5)))
    return [message for message in told if not isinstance(message, TotalProgress)], answer


@pytest.mark.parametrize(
    ("game", "history"),
    [
        (ORIGINAL, "salet.bbbbb"),
        pytest.param(ORIGINAL, "salet.bybbb", marks=in_third),
        pytest.param(ORIGINAL, "salet.bybbb.brond.bbbbb", marks=in_third),
        (ORIGINAL, "salet.gbbbg"),
        (GameChoice("original", Mode.HARD), "salet.bybbb"),
        pytest.param(GameChoice("nyt-2023-07-01"), "tarse.bbbbb", marks=in_third),
    ],
)
def test_along_a_best_strategy_that_ships_the_value_is_known_before_the_search(
    game: GameChoice, history: str
) -> None:
    (cells, known), answer = asked(game, history)
    assert isinstance(cells, Cells)
    assert isinstance(known, BestGuesses)
    assert (known.cost, known.hidden) == (answer.cost, answer.hidden)
    assert set(known.best) <= set(answer.best)
    assert sum(known.distribution) == len(known.hidden)
    assert sum(number * words for number, words in enumerate(known.distribution, 1)) == known.cost
    assert (answer.certificate, known.certificate is None) == (None, False)


def test_the_start_is_known_before_anything_is_counted() -> None:
    (known, cells), answer = asked(ORIGINAL, "")
    assert known == answer
    assert isinstance(cells, Cells)


@pytest.mark.parametrize("history", first(["crane.bbbbb", "salet.bybbb.crony.bgbbb"]))
def test_elsewhere_counting_comes_first(history: str) -> None:
    [cells], answer = asked(ORIGINAL, history)
    assert isinstance(cells, Cells)
    assert answer.cost is not None


def test_a_guess_that_no_list_has_counts_by_its_response() -> None:
    (strange, cells), answer = asked(ORIGINAL, "zzzzz.bbbbb.salet.bybbb")
    sentence = "ZZZZZ is not among the guesses of this game, but what its response says counts"
    assert strange == f"{sentence}."
    assert isinstance(cells, Cells)
    assert answer.hidden == tuple(
        word for word in asked(ORIGINAL, "salet.bybbb")[1].hidden if "z" not in word
    )


def test_a_guess_that_no_list_has_may_be_another_one() -> None:
    (strange, _), _ = asked(ORIGINAL, "salte.bybbb")
    assert isinstance(strange, str)
    assert strange.endswith("counts; did you mean stale, slate or salet?")


def test_each_name_of_a_goal_is_one() -> None:
    goals = {name: PositionChoice(ORIGINAL, (), name, 4 if name == "missed" else None) for name in GOALS}
    assert {name: choice.question().goal for name, choice in goals.items()} == {
        "total": TOTAL_GUESSES,
        "worst": TOTAL_GUESSES,
        "worst-then-total": Goal(first=First.WORST_THEN_TOTAL),
        "total-then-worst": Goal(first=First.TOTAL_THEN_WORST),
        "missed": Goal.missing(4),
    }
    assert [name for name, choice in goals.items() if choice.by is GuessColumn.WORST] == ["worst"]
    toy = GameChoice("toy", limit=4)
    assert PositionChoice(toy, (), "missed").question().goal == Goal.missing(4)


def test_what_makes_no_sense_is_said_in_a_line() -> None:
    with pytest.raises(HistoryError):
        PositionChoice(GameChoice("toy"), (("zzzzz", 1),)).question()
    for within in (0, 5):
        with pytest.raises(UsageError, match="expected a number of guesses from 1 to 4"):
            PositionChoice(GameChoice("toy", limit=4), (), "missed", within).question()
    for missing in (None, 0, 32):
        expected = "say within how many" if missing is None else "expected a number of guesses from 1 to 31"
        with pytest.raises(UsageError, match=expected):
            PositionChoice(GameChoice("toy", limit="none"), (), "missed", missing).question()
