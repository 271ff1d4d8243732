"""Hundreds of small games against brute force: in every mode and for every objective the best is the best.

What the larger games of the other modules leave out for lack of time, these have in number. `pytest -s`
prints how many games there were of each kind.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_total import (
    LeastCost,
    Objective,
    Play,
    least_among_least_worst,
    least_worst_among_least,
)
from tests.oracle.games import Size, SmallGame, random_game
from tests.oracle.questions import Question, search
from wordle_cp.engine import Game, TotalSearch, Verdict
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL: Final = Size(most_hidden=6, most_guesses=9)
GAMES: Final = share(300)
"""Of each mode and objective."""


def least(game: SmallGame, mode: Mode, objective: Objective) -> int | None:
    """Return what the native search finds the best strategy to cost, None if there is none."""
    weights = objective.weights
    native = TotalSearch(
        Game(game.guesses, game.hidden),
        mode,
        jobs=1,
        costs=objective.costs,
        loss=objective.loss,
        weights=[weights[word] for word in game.hidden] if weights else (),
    )
    ranked = native.rank(top=1, guesses_left=objective.limit).ranked
    return ranked[0].cost if ranked else None


def depth_is_true(rng: random.Random, game: SmallGame, mode: Mode) -> bool:
    """Compare the least depth: possible with so many guesses, impossible with one less."""
    worst = BruteForce(game.guesses, mode).least_depth(frozenset(game.hidden))
    asked = [Question(game, mode, depth) for depth in (worst, worst - 1)]
    verdicts = [search(question, min_family=rng.choice((2, 4)))[1].verdict for question in asked]
    return verdicts == [Verdict.POSSIBLE, Verdict.IMPOSSIBLE]


def cost_is_true(game: SmallGame, mode: Mode, objective: Objective) -> bool:
    """Compare the least cost of an objective."""
    play = Play(game.guesses, mode)
    truth = LeastCost(play, objective).value(frozenset(game.hidden), frozenset(game.guesses))
    return least(game, mode, objective) == truth


def total_is_true(_rng: random.Random, game: SmallGame, mode: Mode) -> bool:
    """Compare the least total."""
    return cost_is_true(game, mode, Objective())


def total_within_is_true(rng: random.Random, game: SmallGame, mode: Mode) -> bool:
    """Compare the least total within a number of guesses, which may be too small."""
    return cost_is_true(game, mode, Objective(limit=rng.randint(2, 5)))


def weighted_is_true(rng: random.Random, game: SmallGame, mode: Mode) -> bool:
    """Compare the least weighted total; some weights may be 0."""
    weights = {word: rng.randint(0, 9) for word in game.hidden}
    weights[rng.choice(game.hidden)] += 1
    return cost_is_true(game, mode, Objective(weights=weights))


def costs_are_true(rng: random.Random, game: SmallGame, mode: Mode) -> bool:
    """Compare the least of any costs of the guesses, with a loss or without."""
    costs = tuple(sorted(rng.choices(range(20), k=rng.randint(1, 5))))
    loss = rng.choice((None, costs[-1] + rng.randint(0, 9)))
    return cost_is_true(game, mode, Objective(costs=costs, loss=loss))


def missed_is_true(rng: random.Random, game: SmallGame, mode: Mode) -> bool:
    """Compare the least number of words that are missed."""
    return cost_is_true(game, mode, Objective(costs=(0,) * rng.randint(1, 4), loss=1))


def worst_then_total_is_true(_rng: random.Random, game: SmallGame, mode: Mode) -> bool:
    """Compare the least worst case, and the least total of the strategies that have it."""
    words, allowed = frozenset(game.hidden), frozenset(game.guesses)
    worst, total = least_among_least_worst(Play(game.guesses, mode), words, allowed, {})
    found = [least(game, mode, Objective(limit=limit)) for limit in (worst - 1, worst) if limit > 0]
    return found == [None, total][-len(found) :]


def total_then_worst_is_true(_rng: random.Random, game: SmallGame, mode: Mode) -> bool:
    """Compare the least total, and the least worst case of the strategies that have it."""
    words, allowed = frozenset(game.hidden), frozenset(game.guesses)
    total, worst = least_worst_among_least(Play(game.guesses, mode), words, allowed, {})
    below = least(game, mode, Objective(limit=worst - 1)) if worst > 1 else None
    return total == least(game, mode, Objective(limit=worst)) == least(game, mode, Objective()) != below


OBJECTIVES: Final[tuple[Callable[[random.Random, SmallGame, Mode], bool], ...]] = (
    depth_is_true,
    total_is_true,
    total_within_is_true,
    weighted_is_true,
    costs_are_true,
    missed_is_true,
    worst_then_total_is_true,
    total_then_worst_is_true,
)


@pytest.mark.parametrize("mode", Mode)
def test_the_best_of_small_games(mode: Mode) -> None:
    seen: Counter[str] = Counter()
    different: set[SmallGame] = set()
    for compare in OBJECTIVES:
        for number in range(GAMES):
            rng = random.Random(f"{mode}/{compare.__name__}/{number}")  # noqa: S311  no secret
            game = random_game(rng, SMALL)
            assert compare(rng, game, mode), (compare.__name__, number, game)
            seen[compare.__name__] += 1
            different.add(game)
    print(f"{seen.total()} games in {mode.value} mode, {len(different)} of them different:", dict(seen))  # noqa: T201
    assert set(seen.values()) == {GAMES}
    assert len(different) > 0.9 * seen.total()
