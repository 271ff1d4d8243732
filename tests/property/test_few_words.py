"""Few second guesses: the best strategies, the model and its prices, against trying all sets of words."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from tests.effort import share
from tests.oracle.brute_total import Cost, LeastCost, Objective, Play, replay
from tests.oracle.games import Size, SmallGame, random_game
from tests.oracle.questions import variant_of
from wordle_cp import Work, solve
from wordle_cp.answers.totals import few_words
from wordle_cp.engine import Verdict, score_matrix
from wordle_cp.modelling.solver import Feasible, SolverSettings
from wordle_cp.models.few_words import (
    NEVER,
    SCALE,
    better_prices,
    chosen_words,
    counted_costs,
    priced,
    solve_few_words,
)
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import all_green

if TYPE_CHECKING:
    from wordle_cp.models.few_words import Costs

SEEDS: Final = range(share(6))
GAMES_PER_SEED: Final = 8
SMALL: Final = Size(most_hidden=9, most_guesses=12)


def best_total(game: SmallGame, opener: str, most: int, limit: int | None) -> Cost:
    """Return the least total of the strategies with so few second guesses, by trying each set of them."""
    play, allowed = Play(game.guesses, Mode.NORMAL), frozenset(game.guesses)
    oracle = LeastCost(play, Objective(limit=limit))
    cells = [
        cell
        for pattern, cell in play.cells(opener, frozenset(game.hidden))
        if pattern != all_green(len(opener))
    ]
    rows = [
        [NEVER if cost is None else cost for cost in costs]
        for cell in cells
        for costs in (
            [oracle.value(cell, allowed, 1)]
            if len(cell) == 1
            else [oracle.value_of(guess, cell, allowed, 1) for guess in game.guesses],
        )
    ]
    total = min(
        sum(min(row) if len(row) == 1 else min(row[guess] for guess in chosen) for row in rows)
        for chosen in combinations(range(len(game.guesses)), min(most, len(game.guesses)))
    )
    return None if total >= NEVER else total + (opener in game.hidden)


@pytest.mark.parametrize("poor", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_choice_of_words_is_better(seed: int, poor: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    rng = random.Random(f"few words/{seed}")  # noqa: S311
    if poor:  # then prices and CP-SAT have to find what is better
        monkeypatch.setattr(few_words, "chosen_words", lambda _cost, most: list(range(most)))
    for _ in range(GAMES_PER_SEED):
        game = random_game(rng, SMALL)
        opener, most, limit = rng.choice(game.guesses), rng.randint(1, 3), rng.choice((None, 1, 2, 3, 4))
        if len(game.hidden) == 1:
            opener = game.hidden[0]  # nothing else can be asked about
        variant = variant_of(game, Mode.NORMAL).model_copy(update={"max_guesses": limit})
        answer = solve(variant, opener=opener, second_guesses=most)
        truth = best_total(game, opener, most, limit)
        assert answer.exact
        assert answer.cost == truth
        if truth is None:
            assert answer.verdict is Verdict.IMPOSSIBLE
            continue
        assert answer.strategy is not None
        assert answer.few is not None
        assert answer.accepted is not None
        play = Play(game.guesses, Mode.NORMAL)
        found = replay(play, frozenset(game.hidden), (), limit, answer.strategy.steps)
        assert sum(filter(None, found.values())) == truth
        assert len(answer.few.words) <= most


def drawn(rng: random.Random) -> Costs:
    """Draw what a few cells cost with a few guesses; some pairs are forbidden."""
    cells, guesses = rng.randint(1, 6), rng.randint(3, 9)
    row = (2, 3, 4, 5, 7, 9, NEVER)
    return np.array([[rng.choice(row) for _ in range(guesses)] for _ in range(cells)], np.int64)


def least(cost: Costs, most: int) -> tuple[int, list[tuple[int, ...]]]:
    """Return what the best words cost, and all that do."""
    totals = {
        words: int(cost[:, words].min(axis=1).sum()) for words in combinations(range(cost.shape[1]), most)
    }
    return min(totals.values()), [words for words in totals if totals[words] == min(totals.values())]


@pytest.mark.parametrize("seed", SEEDS)
def test_whenever_it_is_stopped_both_ends_hold(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"few words stopped/{seed}")  # noqa: S311
    monkeypatch.setattr(few_words, "_AT_ONCE", 1)  # so that it takes many rounds
    monkeypatch.setattr(few_words, "chosen_words", lambda cost, most: rng.sample(range(cost.shape[1]), most))
    stopped = 0
    for _ in range(4 * GAMES_PER_SEED):
        game = random_game(rng, SMALL)
        opener, most = rng.choice(game.guesses), rng.randint(1, 3)
        if len(game.hidden) == 1:
            continue
        checks = iter([False] * rng.randint(4, 30) + [True] * 10**4)
        variant = variant_of(game, Mode.NORMAL)
        answer = solve(
            variant,
            opener=opener,
            second_guesses=most,
            max_guesses="none",
            work=Work(cancelled=checks.__next__),
        )
        truth = best_total(game, opener, most, None)
        assert truth is not None
        assert (answer.low or 0) <= truth
        assert answer.high is None or truth <= answer.high
        stopped += answer.strategy is not None and not answer.exact
    assert stopped


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_are_lower_bounds(seed: int) -> None:
    rng = random.Random(f"few words counts/{seed}")  # noqa: S311
    met = 0
    for _ in range(GAMES_PER_SEED):
        game = random_game(rng, SMALL)
        counts = counted_costs(
            score_matrix(game.guesses, game.hidden), [game.guesses.index(word) for word in game.hidden]
        )
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        oracle = LeastCost(Play(game.guesses, Mode.NORMAL))
        for guess, count in zip(game.guesses, counts.tolist(), strict=True):
            truth = oracle.value_of(guess, words, allowed)
            assert truth is None or count <= truth
            met += count == truth
    assert met


@pytest.mark.parametrize("seed", SEEDS)
def test_the_model_and_its_prices(seed: int) -> None:
    rng = random.Random(f"few words model/{seed}")  # noqa: S311
    for _ in range(GAMES_PER_SEED):
        cost, most = drawn(rng), rng.randint(1, 3)
        total, best = least(cost, most)
        assert cost[:, chosen_words(cost, most)].min(axis=1).sum() >= total
        prices = np.array([rng.randint(0, 9 * SCALE) for _ in cost], np.int64)
        for tried in (prices, better_prices(cost, most, total, prices)):
            bound, using = priced(cost, most, tried)
            assert bound <= total
            for words in best:
                serving = np.array(words)[cost[:, words].argmin(axis=1)]
                assert (using[np.arange(len(cost)), serving] <= total).all()
        if total < NEVER:
            outcome = solve_few_words(cost, most, SolverSettings())
            assert isinstance(outcome, Feasible)
            assert cost[:, outcome.witness].min(axis=1).sum() == total
            assert len(outcome.witness) <= most


def test_one_word_is_the_least_sum() -> None:
    rng = random.Random("few words one")  # noqa: S311
    for _ in range(GAMES_PER_SEED):
        cost = np.array([[rng.randint(2, 30) for _ in range(20)] for _ in range(8)], np.int64)
        outcome = solve_few_words(cost, 1, SolverSettings())
        assert isinstance(outcome, Feasible)
        [word] = outcome.witness
        assert cost[:, word].sum() == cost.sum(axis=0).min()
        total = int(cost.sum(axis=0).min())
        prices = better_prices(cost, 1, total, SCALE * cost.min(axis=1))
        assert total - 1 <= priced(cost, 1, prices)[0] <= total


def test_prices_of_many_words_are_the_least_costs() -> None:
    cost = np.array([[3, 5, 9], [4, 4, 2], [7, 6, 8]], np.int64)
    assert priced(cost, 3, SCALE * cost.min(axis=1))[0] == 3 + 2 + 6
