"""Weights that prove that g guesses are too few, on families and on any other set."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from tests.effort import only_more, share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_sets import weights_prove
from tests.oracle.endgames import ENDGAMES, WORDS, Endgame
from tests.oracle.games import Size, random_game, random_history, words_after
from wordle_cp.answers.families import family_table
from wordle_cp.engine import score_matrix
from wordle_cp.modelling.family import Types, find_families
from wordle_cp.modelling.solver import Infeasible, SolverSettings
from wordle_cp.models.families import solve_family
from wordle_cp.models.weights import MAX_MEMBERS, taken_away, verify_weights, weight_certificate
from wordle_cp.rules.modes import Mode

ILLS = tuple(word for word in WORDS if word[1:] == "ills")


def patterns_of(
    guesses: tuple[str, ...], words: tuple[str, ...]
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.ascontiguousarray(score_matrix(guesses, words).T)


def test_ills_takes_more_than_five_guesses_in_one_line() -> None:
    patterns = patterns_of(WORDS, ILLS)
    weights = weight_certificate(patterns, 5)
    assert weights is not None
    assert {word[0] for word, weight in zip(ILLS, weights, strict=True) if weight == 2} == set("bfgjklvz")
    assert sorted(weights) == [1] * 11 + [2] * 8
    assert weights_prove(WORDS, dict(zip(ILLS, weights, strict=True)), 5)
    assert weight_certificate(patterns, 6) is None


@only_more
def test_all_bounds_of_normal_mode_are_proven_by_weights() -> None:
    table = family_table(WORDS, WORDS, Mode.NORMAL)
    largest: Counter[int] = Counter()
    for number, family in enumerate(table):
        of_family = patterns_of(WORDS, family.words)
        weights = weight_certificate(of_family, family.lower - 1)
        assert weights is not None, family
        largest[max(weights)] += 1
        assert number % 20 or weight_certificate(of_family, family.upper) is None, family
    assert len(table) == 684
    assert sum(family.lower > 2 for family in table) == 661
    assert largest[1] > 600


def test_live_subsets_of_large_families_are_refuted_wherever_the_cover_is() -> None:
    rng = random.Random(1)  # noqa: S311
    families, types = find_families(WORDS, 12), Types(WORDS)
    refuted = 0
    for _ in range(25):
        family = rng.choice(families)
        columns = types.columns(family)
        live = sorted(rng.sample(range(len(family.words)), rng.randint(7, len(family.words))))
        cover = columns.without_types().restricted_to(sum(1 << member for member in live)).undominated()
        patterns = patterns_of(WORDS, tuple(family.words[member] for member in live))
        for guesses_left in (2, 3, 4):
            lost = solve_family(cover, guesses_left, SolverSettings()) == Infeasible()
            assert (weight_certificate(patterns, guesses_left) is not None) == lost
            refuted += lost
    assert refuted > 30


@pytest.mark.parametrize("seed", range(share(9)))
def test_what_weights_refute_is_impossible(seed: int) -> None:
    found: Counter[tuple[Mode, bool]] = Counter()
    for number in range(60):
        rng = random.Random(f"weights/{seed}/{number}")  # noqa: S311
        game = random_game(rng, Size(8, 14))
        for mode in Mode:
            history = random_history(rng, game, mode, rng.randint(0, 2))
            brute = BruteForce(game.guesses, mode)
            allowed = brute.allowed_after(history)
            words = words_after(game, history)
            if not words:
                continue
            guesses, listed = tuple(sorted(allowed)), tuple(sorted(words))
            patterns = patterns_of(guesses, listed)
            for guesses_left in range(1, len(words) + 2):
                weights = weight_certificate(patterns, guesses_left)
                possible = brute.solvable(words, allowed, guesses_left)
                if weights is not None:
                    assert not possible
                    assert weights_prove(guesses, dict(zip(listed, weights, strict=True)), guesses_left)
                found[mode, weights is not None] += not possible
                # With two guesses left, weights say all there is to say.
                assert guesses_left > 2 or (weights is None) == possible
    for mode in Mode:
        assert found[mode, True] > 3 * found[mode, False]


@pytest.mark.parametrize("endgame", ENDGAMES, ids=str)
def test_weights_and_the_native_search_agree_on_endgames(endgame: Endgame) -> None:
    for guesses_left in range(1, endgame.least_depth + 1):
        weights = weight_certificate(endgame.patterns, guesses_left)
        assert weights is None or guesses_left < endgame.least_depth
        assert guesses_left > 2 or (weights is None) == (guesses_left == endgame.least_depth)


def test_the_verifier_follows_the_definition() -> None:
    rng = random.Random(2)  # noqa: S311
    verdicts: Counter[bool] = Counter()
    for _ in range(400):
        game = random_game(rng, Size(8, 14))
        most = rng.choice((1, 2, 5, 300))
        weights = {word: rng.randint(0, most) for word in game.hidden}
        guesses_left = rng.randint(1, 4)
        expected = weights_prove(game.guesses, weights, guesses_left)
        given = verify_weights(patterns_of(game.guesses, game.hidden), list(weights.values()), guesses_left)
        assert given == expected
        verdicts[expected] += 1
    assert min(verdicts.values()) > 50


def test_the_verifier_accepts_no_nonsense() -> None:
    patterns = patterns_of(ILLS, ILLS)
    ones = [1] * len(ILLS)
    assert verify_weights(patterns, ones, 18)
    assert not verify_weights(patterns, ones, 19)
    assert not verify_weights(patterns, [0] * len(ILLS), 2)
    assert not verify_weights(patterns, [-1, *ones[1:]], 2)
    assert verify_weights(patterns, [1 << 20, 1 << 20, *ones[2:]], 1)
    assert not verify_weights(patterns[:, :0], [0] * len(ILLS), 2)


def test_sets_at_the_edges() -> None:
    patterns = patterns_of(ILLS, ILLS)
    with pytest.raises(ValueError, match="positive number"):
        weight_certificate(patterns, 0)
    assert weight_certificate(patterns[:1], 1) is None
    assert weight_certificate(patterns[:2], 1) == (1, 1)
    assert weight_certificate(patterns[:2], 2) is None
    assert weight_certificate(np.zeros((MAX_MEMBERS, 3), np.uint8), 9) == (1,) * MAX_MEMBERS
    assert weight_certificate(np.zeros((MAX_MEMBERS + 1, 3), np.uint8), 9) is None
    assert weight_certificate(np.zeros((2, 0), np.uint8), 9) == (1, 1)  # where no guess is allowed


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32])
def test_an_answer_is_a_heaviest_cell_of_lowest_pattern(kind: type[np.unsignedinteger]) -> None:
    """Words of more than five letters have patterns beyond a byte."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        some = rng.integers(0, np.iinfo(kind).max, 3, dtype=kind, endpoint=True)
        column = rng.choice(some, int(rng.integers(1, 8)))
        weights = rng.integers(0, 60, len(column)).tolist()
        cells = {
            code: sum(w for w, own in zip(weights, column, strict=True) if own == code) for code in column
        }
        best = min(cells, key=lambda code: (-cells[code], code))
        expected = sum(1 << place for place, own in enumerate(column) if own != best)
        assert taken_away(column[:, None], weights).tolist() == [expected]
