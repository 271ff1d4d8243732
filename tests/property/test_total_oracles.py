"""The oracles of least totals agree: exhaustive search, a published algorithm, replayed strategies."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_total import (
    TOTAL,
    LeastCost,
    Objective,
    Play,
    every_strategy,
    least_among_least_worst,
    least_worst,
    least_worst_among_least,
    replay,
    worst_case,
)
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from tests.oracle.seed_bellman import BellmanTotal, Framework
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator

SMALL = Size(most_hidden=7, most_guesses=11)
MORE_GUESSES = Size(most_hidden=8, most_guesses=18)
"""Here hard mode and ultrahard mode differ more often."""
TINY = Size(most_hidden=4, most_guesses=6)
GAMES = share(30)


def games(name: str, count: int, size: Size = SMALL) -> Iterator[tuple[random.Random, SmallGame]]:
    """Yield games, each with a source of more random choices."""
    for number in range(count):
        rng = random.Random(f"{name}/{number}")  # noqa: S311
        yield rng, random_game(rng, size)


def some_objectives(rng: random.Random, hidden: tuple[str, ...]) -> Iterator[Objective]:
    """Yield objectives of each kind, limits of 2 to 4 among them."""
    weights = {word: rng.choice((0, 1, 1, 2, 5)) for word in hidden}
    costs = tuple(sorted(rng.choices(range(5), k=rng.randint(1, 4))))
    yield Objective(limit=rng.randint(2, 4))
    yield Objective(limit=4, weights=weights)
    yield Objective(costs=costs)
    yield Objective(costs=costs, loss=costs[-1] + rng.randint(0, 3), weights=weights, limit=rng.randint(1, 4))
    yield Objective(limit=3, loss=rng.randint(3, 5))


# ------------------------------------------------------------------------------------------ exhaustive search


@pytest.mark.parametrize("mode", Mode)
def test_the_least_cost_is_that_of_the_cheapest_of_all_strategies(mode: Mode) -> None:
    finite: Counter[bool] = Counter()
    for rng, game in games("literally", GAMES, TINY):
        play = Play(game.guesses, mode)
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        words = words_after(game, history)
        for objective in some_objectives(rng, game.hidden):
            oracle = LeastCost(play, objective)
            least: dict[str | None, int] = {}
            for steps in every_strategy(play, words, history, objective.last or 0):
                cost = objective.total(replay(play, words, history, objective.last, steps))
                if cost is not None:
                    for first in (None, *steps[:1]):
                        least[first] = min(cost, least.get(first, cost))
            allowed = play.allowed_after(history)
            assert oracle.value(words, allowed) == least.get(None)
            if len(words) > 1:
                for guess in allowed:
                    assert oracle.value_of(guess, words, allowed) == least.get(guess)
                    finite[guess in least] += 1
    assert min(finite.values()) > 0.1 * finite.total()


@pytest.mark.parametrize("mode", Mode)
def test_as_many_guesses_as_words_are_as_good_as_no_limit(mode: Mode) -> None:
    for rng, game in games("unlimited", GAMES // 2):
        play = Play(game.guesses, mode)
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        weights = {word: rng.choice((0, 1, 3)) for word in game.hidden}
        for weighted in ({}, weights):
            unlimited = LeastCost(play, Objective(weights=weighted))
            limited = LeastCost(play, Objective(weights=weighted, limit=len(words)))
            one_more = LeastCost(play, Objective(weights=weighted, limit=len(words) + 1))
            assert unlimited.value(words, allowed) == limited.value(words, allowed)
            for guess in game.guesses:
                assert unlimited.value_of(guess, words, allowed) == one_more.value_of(guess, words, allowed)


def test_the_least_worst_case_is_the_guaranteed_depth() -> None:
    apart = 0
    for number, (rng, game) in enumerate(games("lexicographic", GAMES)):
        mode = tuple(Mode)[number % 3]
        play = Play(game.guesses, mode)
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        depth = BruteForce(game.guesses, mode).least_depth(words)
        weights = {word: rng.choice((0, 1, 3)) for word in game.hidden}
        assert least_worst(play, words, allowed) == depth
        worst, total = least_among_least_worst(play, words, allowed, weights)
        least, depth_of_least = least_worst_among_least(play, words, allowed, weights)
        assert worst == depth <= depth_of_least
        assert least <= total
        assert (least == total) == (depth == depth_of_least)
        apart += least < total
    assert apart > 0


def test_lexicographic_values_are_those_of_all_strategies() -> None:
    for number, (_, game) in enumerate(games("both", GAMES, TINY)):
        mode = tuple(Mode)[number % 3]
        play = Play(game.guesses, mode)
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        both: list[tuple[int, int]] = []
        for steps in every_strategy(play, words, (), len(words)):
            found = replay(play, words, (), len(words), steps)
            worst, total = worst_case(found), TOTAL.total(found)
            if worst is not None and total is not None:
                both.append((worst, total))
        assert least_among_least_worst(play, words, allowed, {}) == min(both)
        assert least_worst_among_least(play, words, allowed, {}) == min(
            (total, worst) for worst, total in both
        )


def test_a_replay_demands_a_strategy() -> None:
    play = Play(("aa", "ab", "bb", "cc"), Mode.HARD)
    words = frozenset({"aa", "ab", "bb"})
    assert replay(play, words, (), None, ("ab",)) == {"aa": 2, "ab": 1, "bb": 2}
    assert replay(play, words, (), 1, ("ab",)) == {"aa": None, "ab": 1, "bb": None}
    assert replay(play, words, (), 2, ("cc", "aa")) == {"aa": 2, "ab": None, "bb": None}
    for steps in ((), ("cc",), ("zz",), ("ab", "aa"), ("aa", "cc"), ("bb", "cc")):
        with pytest.raises(ValueError, match=r" (for|after) "):
            replay(play, words, (), None, steps)


def test_the_games_tell_the_modes_apart() -> None:
    apart: Counter[Mode] = Counter()
    for _, game in games("apart", 3 * GAMES, MORE_GUESSES):
        rounds = len(game.hidden) + 1
        totals: list[list[int]] = []
        for mode in Mode:
            bellman = BellmanTotal(Framework(game.guesses, game.hidden, mode, rounds=rounds))
            after = [bellman.after(guess) for guess in game.guesses]
            totals.append([total for total in after if total is not None])
        normal, hard, ultrahard = totals
        for easy, harder, hardest in zip(normal, hard, ultrahard, strict=True):
            assert 2 * len(game.hidden) - 1 <= easy <= harder <= hardest
        apart[Mode.HARD] += normal != hard
        apart[Mode.ULTRAHARD] += hard != ultrahard
    assert min(apart[Mode.HARD], apart[Mode.ULTRAHARD]) > GAMES / 5


# ------------------------------------------------------------------------------------ the published algorithm


@pytest.mark.parametrize("mode", Mode)
def test_the_published_algorithm_agrees_with_exhaustive_search(mode: Mode) -> None:
    infinite = 0
    for rng, game in games("published", GAMES // 2, MORE_GUESSES if mode is Mode.ULTRAHARD else SMALL):
        play = Play(game.guesses, mode)
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        weights = {word: rng.choice((0, 1, 1, 2, 5)) for word in game.hidden}
        depth = least_worst(play, words, allowed)
        for rounds in {max(1, depth - 1), depth, len(words) + 1}:
            truth = LeastCost(play, Objective(limit=rounds))
            bellman = BellmanTotal(Framework(game.guesses, game.hidden, mode, rounds=rounds))
            total = truth.value(words, allowed)
            infinite += total is None
            assert bellman.least() == total
            for guess in rng.sample(game.guesses, min(len(game.guesses), 3)):
                after = truth.value_of(guess, words, allowed)
                assert bellman.after(guess) == after
            weighted = BellmanTotal(
                Framework(game.guesses, game.hidden, mode, rounds=rounds, weights=weights)
            )
            objective = Objective(limit=rounds, weights=weights)
            assert weighted.least() == LeastCost(play, objective).value(words, allowed)
    assert infinite > 0.25 * GAMES
