"""Separating sets and smallest witnesses against exhaustive search and the native search."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.effort import every_other, first, share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_sets import least_lost, tell_apart
from tests.oracle.brute_sets import least_separating as brute_least_separating
from tests.oracle.endgames import ENDGAMES, Endgame
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from wordle_cp.answers.models.lost_sets import native_oracle
from wordle_cp.engine import score_matrix
from wordle_cp.modelling.solver import Feasible, Infeasible, SolverSettings, Unknown
from wordle_cp.models.separating import separating_model, solve_separating
from wordle_cp.models.witness import (
    pair_model,
    smallest_pair_witness,
    smallest_witness,
)
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SETTINGS = SolverSettings()
SIZE = Size(most_hidden=7, most_guesses=13)
SEEDS = first(range(2))
GAMES_PER_SEED = share(96)
SMALL_ENDGAMES = [endgame for endgame in ENDGAMES if endgame.mode is Mode.HARD or not endgame.listed]


def games(name: str, seed: int) -> Iterator[tuple[random.Random, SmallGame]]:
    for number in range(GAMES_PER_SEED):
        rng = random.Random(f"{name}/{seed}/{number}")  # noqa: S311
        yield rng, random_game(rng, SIZE)


def patterns_of(guesses: tuple[str, ...], words: tuple[str, ...]) -> NDArray[np.uint8]:
    return np.ascontiguousarray(score_matrix(guesses, words).T)


@pytest.mark.parametrize("seed", SEEDS)
def test_least_separating_sets_equal_exhaustive_search(seed: int) -> None:
    needed: Counter[int] = Counter()
    for _, game in games("apart", seed):
        patterns = patterns_of(game.guesses, game.hidden)
        least = brute_least_separating(game.guesses, game.hidden)
        needed[least] += 1
        outcome = solve_separating(patterns, None, SETTINGS)
        assert isinstance(outcome, Feasible)
        assert len(outcome.witness) == least
        for count in range(least + 2):
            decided = solve_separating(patterns, count, SETTINGS)
            assert isinstance(decided, Feasible if count >= least else Infeasible)
            if isinstance(decided, Feasible):
                assert len(decided.witness) <= count
                assert tell_apart([game.guesses[guess] for guess in decided.witness], game.hidden)
    assert sum(needed[least] for least in needed if least > 2) > 2


@pytest.mark.parametrize("endgame", every_other(ENDGAMES), ids=str)
def test_separating_sets_of_endgames_bound_the_depth(endgame: Endgame) -> None:
    outcome = solve_separating(endgame.patterns, None, SETTINGS)
    assert isinstance(outcome, Feasible)
    chosen = [endgame.allowed[guess] for guess in outcome.witness]
    assert tell_apart(chosen, endgame.words)
    assert isinstance(solve_separating(endgame.patterns, len(chosen) - 1, SETTINGS), Infeasible)
    if endgame.mode is Mode.NORMAL:
        assert endgame.least_depth <= len(chosen) + 1
    assert (len(chosen) == 1) == (endgame.least_depth == 2)


def test_words_that_nothing_tells_apart_have_no_separating_set() -> None:
    patterns = np.array([[0, 1, 2, 0], [0, 1, 3, 0], [0, 1, 3, 1], [0, 1, 3, 1]], np.uint8)
    assert solve_separating(patterns, None, SETTINGS) == Infeasible()
    assert solve_separating(patterns, 4, SETTINGS) == Infeasible()
    assert solve_separating(patterns[:3], 2, SETTINGS) == Feasible((2, 3))
    assert solve_separating(patterns[:1], None, SETTINGS) == Feasible(())
    with pytest.raises(ValueError, match="expected a number of guesses, not -1"):
        solve_separating(patterns, -1, SETTINGS)


def test_limits_end_without_an_answer() -> None:
    hard = next(endgame for endgame in ENDGAMES if str(endgame) == "fuzzy.ggbbg-big-hard")
    limit = SolverSettings(work_limit=1e-9)
    assert isinstance(solve_separating(hard.patterns, None, limit), Unknown)
    assert isinstance(smallest_pair_witness(hard.patterns, limit), Unknown)
    assert isinstance(smallest_witness(9, lambda words: len(words) < 5, limit), Unknown)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_smallest_witnesses_equal_exhaustive_search(seed: int, mode: Mode) -> None:
    found: Counter[tuple[int, int | None]] = Counter()
    for rng, game in games("witness", seed):
        history = random_history(rng, game, mode, rng.choice((0, 0, 0, 1)))
        words = tuple(sorted(words_after(game, history)))
        if not words:
            continue
        brute = BruteForce(game.guesses, mode)
        allowed = brute.allowed_after(history)
        for guesses_left in (1, 2, 3, 4):
            least = least_lost(brute, frozenset(words), guesses_left, history)
            found[guesses_left, least] += 1
            oracle = native_oracle(game.guesses, words, guesses_left, mode, history)
            outcomes = [smallest_witness(len(words), oracle, SETTINGS)]
            if guesses_left == 2:
                patterns = patterns_of(tuple(sorted(allowed)), words)
                outcomes.append(smallest_pair_witness(patterns, SETTINGS))
            for outcome in outcomes:
                assert isinstance(outcome, Infeasible if least is None else Feasible)
                if isinstance(outcome, Feasible):
                    chosen = frozenset(words[place] for place in outcome.witness)
                    assert len(chosen) == least
                    assert not brute.solvable(chosen, allowed, guesses_left)
    assert found[2, None] > 2
    assert sum(count for (guesses, least), count in found.items() if guesses > 2 and least) > 2


@pytest.mark.parametrize("endgame", every_other(SMALL_ENDGAMES), ids=str)
def test_smallest_witnesses_of_endgames(endgame: Endgame) -> None:
    by_pairs = smallest_pair_witness(endgame.patterns, SETTINGS)
    assert isinstance(by_pairs, Feasible if endgame.least_depth > 2 else Infeasible)
    if endgame.mode is not Mode.HARD:
        return
    before = 1
    for guesses_left in range(2, endgame.least_depth + 1):
        oracle = native_oracle(endgame.allowed, endgame.words, guesses_left, endgame.mode, endgame.history)
        outcome = smallest_witness(len(endgame.words), oracle, SETTINGS)
        if guesses_left == endgame.least_depth:
            assert outcome == Infeasible()
            return
        assert isinstance(outcome, Feasible)
        assert not endgame.solvable(outcome.witness, guesses_left)
        assert all(
            endgame.solvable(tuple(word for word in outcome.witness if word != dropped), guesses_left)
            for dropped in outcome.witness
        )
        assert before < len(outcome.witness)
        before = len(outcome.witness)
        if guesses_left == 2:
            assert isinstance(by_pairs, Feasible)
            assert len(by_pairs.witness) == len(outcome.witness)


def test_no_words_and_one_word_are_never_lost() -> None:
    for size in (0, 1):
        assert smallest_pair_witness(np.zeros((size, 4), np.uint8), SETTINGS) == Infeasible()
        assert smallest_witness(size, lambda _: True, SETTINGS) == Infeasible()
    told_nothing = smallest_pair_witness(np.zeros((3, 4), np.uint8), SETTINGS)
    assert isinstance(told_nothing, Feasible)
    assert len(told_nothing.witness) == 2


def test_there_is_no_oracle_for_ultrahard_mode() -> None:
    with pytest.raises(ValueError, match="ultrahard"):
        native_oracle(["ab", "cb"], ["ab"], 2, Mode.ULTRAHARD)


def test_constraints_have_names() -> None:
    patterns = np.array([[0, 1, 2, 0], [0, 1, 3, 0], [0, 1, 3, 1]], np.uint8)
    model, use = separating_model([((0, 1), patterns[0] != patterns[1])], 4, 3)
    assert [constraint.name for constraint in model.proto.constraints] == ["apart[0,1]", "guesses"]
    assert len(use) == 4
    model, keep = pair_model(patterns)
    names = {constraint.name for constraint in model.proto.constraints}
    assert {"pair_one[0,2]", "pair_other[0,2]", "spoiled[0]", "two"} <= names
    assert len(keep) == 3
