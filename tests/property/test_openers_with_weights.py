"""Openers bounded by what single facts tell of their cells, where words have weights or guesses have prices.

With `keep` a ranking makes tables of single facts however few openers there are; with `top` 0 it never does.
"""

from __future__ import annotations

import random

import pytest

from tests.effort import share
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, random_game
from wordle_cp.data import word_list
from wordle_cp.engine import Game, TotalOutcome, TotalSearch
from wordle_cp.rules.modes import Mode

SMALL = Size(most_hidden=8, most_guesses=16)
GREATEST = (1, 2, 5, 1000, 10**9)
PRICES: tuple[tuple[tuple[int, ...], int | None], ...] = (
    ((), None),
    ((), None),
    ((1, 2, 3, 4, 5, 6), None),
    ((0, 1, 3, 7), 20),
)


def assert_best(found: TotalOutcome, costs: dict[str, int], top: int) -> None:
    """Assert that a ranking has the `top` least of the exact costs, with ties, and true bounds of others."""
    last = sorted(costs.values())[min(top, len(costs)) - 1]
    best = {opener: cost for opener, cost in costs.items() if cost <= last}
    assert {one.opener: one.cost for one in found.ranked} == best
    for other in found.others:
        assert other.opener not in best
        assert last < other.cost <= costs.get(other.opener, other.cost)
    assert not set(found.refuted) & set(costs)
    assert not found.left


@pytest.mark.parametrize("mode", Mode)
def test_small_games_against_brute_force(mode: Mode) -> None:
    given_up = 0
    for number in range(share(120)):
        rng = random.Random(f"weighted openers/{mode}/{number}")  # noqa: S311  no secret
        game = random_game(rng, SMALL)
        greatest = rng.choice(GREATEST)
        weights = {word: rng.randint(rng.choice((0, 1)), greatest) for word in game.hidden}
        prices, loss = rng.choice(PRICES)
        limit = len(prices) or rng.choice((None, 4, 6))
        oracle = LeastCost(
            Play(game.guesses, mode), Objective(costs=prices, loss=loss, weights=weights, limit=limit)
        )
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        values = {opener: oracle.value_of(opener, words, allowed) for opener in game.guesses}
        costs = {opener: cost for opener, cost in values.items() if cost is not None}
        native = TotalSearch(
            Game(game.guesses, game.hidden),
            mode,
            jobs=1,
            costs=prices,
            loss=loss,
            weights=[weights[word] for word in game.hidden],
        )
        top = rng.choice((1, 1, 3))
        found = native.rank(top=top, guesses_left=limit, keep=True)
        if costs:
            assert_best(found, costs, top)
        given_up += len(found.others)
    assert given_up > 0


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
@pytest.mark.parametrize("greatest", [1, 3, 10**6])
def test_a_cut_of_real_lists(mode: Mode, greatest: int) -> None:
    rng = random.Random(f"weighted cut/{greatest}")  # noqa: S311  no secret
    words = rng.sample(word_list("original-guesses"), 300)
    game = Game(tuple(words), tuple(words[:90]))
    weights = [rng.randint(greatest // 3, greatest) for _ in game.hidden]
    search = TotalSearch(game, mode, jobs=1, weights=weights)
    every = {one.opener: one.cost for one in search.rank(top=0, guesses_left=6).ranked}
    found = search.rank(top=2, guesses_left=6)
    assert_best(found, every, 2)
    assert found.by_counts > len(game.guesses) // 2
