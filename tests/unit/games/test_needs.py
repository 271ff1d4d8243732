"""What answers need: each refuses what it isn't for in one sentence, before any work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.answers.absurdle.run import beat_absurdle
from wordle_cp.answers.between import prove_between, prove_missed_between
from wordle_cp.answers.rankings import rank_pairs, rank_worst
from wordle_cp.errors import UsageError
from wordle_cp.experiments.list_stats import stats
from wordle_cp.experiments.noise import noise
from wordle_cp.games.goal import Goal
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import Position, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.search.census import CensusQuestion
from wordle_cp.views.traces.game import SmallGame

if TYPE_CHECKING:
    from collections.abc import Callable

OUT: Final = Path("unwritten.cert")
ANSWERS: Final[dict[str, Callable[[Variant], object]]] = {
    "a win against Absurdle": beat_absurdle,
    "an interval of words missed": lambda game: prove_missed_between(
        TotalQuestion.of(game, goal=Goal.missing(3)), OUT
    ),
    "an interval of totals": lambda game: prove_between(TotalQuestion.of(game), OUT),
    "a ranking of pairs": lambda game: rank_pairs(TotalQuestion.of(game), 1),
    "a ranking of the worst openers": lambda game: rank_worst(TotalQuestion.of(game), 1),
    "a census": lambda game: CensusQuestion(Position.of(game), depth=4),
    "a count of letters and tiles": stats,
    "noise": lambda game: noise(game, opener=game.guesses[0], made=3, levels=(1.0,), runs=1),
}
UNBOUND: Final = {"a ranking of pairs", "a ranking of the worst openers", "noise"}
ONLY_FACTS: Final = {"an interval of words missed", "an interval of totals", "a census"}


@pytest.mark.parametrize("answer", [answer for answer in ANSWERS if answer != "an interval of totals"])
def test_codes_are_refused(answer: str) -> None:
    game = Variant.load("bulls-and-cows")
    with pytest.raises(UsageError) as refused:
        ANSWERS[answer](game)
    assert str(refused.value) == f"{answer} needs a game of words, found bulls-and-cows, a game of codes"


@pytest.mark.parametrize(
    ("answer", "mode", "needed"),
    [(answer, mode, "normal") for answer in sorted(UNBOUND) for mode in (Mode.HARD, Mode.ULTRAHARD)]
    + [(answer, Mode.ULTRAHARD, "normal or hard") for answer in sorted(ONLY_FACTS)],
)
def test_modes_are_refused(answer: str, mode: Mode, needed: str) -> None:
    game = Variant.load("toy", mode=mode)
    with pytest.raises(UsageError) as refused:
        ANSWERS[answer](game)
    assert str(refused.value).startswith(f"{answer} needs {needed} mode, found {mode} mode")


@pytest.mark.parametrize(
    ("goal", "found"),
    [
        (Goal.missing(3), "a trace needs a goal that counts guesses, found costs or a loss"),
        (Goal.weighted({"crier": 2}), "a trace needs words of equal weight, found weights"),
    ],
)
def test_goals_are_refused(goal: Goal, found: str) -> None:
    game = Variant.load("toy").model_copy(update={"hidden": ("crier",)})
    with pytest.raises(UsageError, match=found):
        SmallGame(TotalQuestion.of(game, goal=goal))


def test_an_answer_that_needs_nothing_refuses_nothing() -> None:
    anything = Needs("an answer")
    assert anything.refusal(Variant.load("bulls-and-cows"), Goal.missing(3)) is None
    assert all(anything.supports(mode) for mode in Mode)
