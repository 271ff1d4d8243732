"""The view Ask without a browser: what is said at once, before the search, and what the search says then."""

from __future__ import annotations

import pytest

from wordle_cp.answers.position.guess_records import Answer, Cells
from wordle_cp.games.notation import parse_history
from wordle_cp.rules.modes import Mode
from wordle_cp.web.jobs.ask import PositionChoice, Searching, Strange, position
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.task import Task

ORIGINAL = GameChoice("original")


def asked(game: GameChoice, history: str) -> tuple[list[object], Answer]:
    """Return what is told on the way about a position, without how far the search is, and the answer."""
    told: list[object] = []
    answer = position(Task(tell=told.append), choice=PositionChoice(game, parse_history(history, 5)))
    return [message for message in told if not isinstance(message, Searching)], answer


@pytest.mark.parametrize(
    ("game", "history"),
    [
        (ORIGINAL, "salet.bbbbb"),
        (ORIGINAL, "salet.bybbb"),
        (ORIGINAL, "salet.bybbb.brond.bbbbb"),
        (ORIGINAL, "salet.gbbbg"),
        (GameChoice("original", Mode.HARD), "salet.bybbb"),
        (GameChoice("nyt-2023-07-01"), "tarse.bbbbb"),
    ],
)
def test_along_a_best_strategy_that_ships_the_value_is_known_before_the_search(
    game: GameChoice, history: str
) -> None:
    (cells, known), answer = asked(game, history)
    assert isinstance(cells, Cells)
    assert isinstance(known, Answer)
    assert (known.cost, known.hidden) == (answer.cost, answer.hidden)
    assert set(known.best) <= set(answer.best)
    assert sum(known.distribution) == len(known.hidden)
    assert sum(number * words for number, words in enumerate(known.distribution, 1)) == known.cost
    assert (answer.certificate, known.certificate is None) == (None, False)


def test_the_start_is_known_before_anything_is_counted() -> None:
    (known, cells), answer = asked(ORIGINAL, "")
    assert known == answer
    assert isinstance(cells, Cells)


@pytest.mark.parametrize("history", ["crane.bbbbb", "salet.bybbb.crony.bgbbb"])
def test_elsewhere_counting_comes_first(history: str) -> None:
    [cells], answer = asked(ORIGINAL, history)
    assert isinstance(cells, Cells)
    assert answer.cost is not None


def test_a_guess_that_no_list_has_counts_by_its_response() -> None:
    (strange, cells), answer = asked(ORIGINAL, "zzzzz.bbbbb.salet.bybbb")
    assert strange == Strange(("zzzzz",))
    assert isinstance(cells, Cells)
    assert answer.hidden == tuple(
        word for word in asked(ORIGINAL, "salet.bybbb")[1].hidden if "z" not in word
    )
