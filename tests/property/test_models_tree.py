"""Whole strategies as one model, against exhaustive search and the native search."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.effort import every_other, share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.endgames import ENDGAMES, Endgame
from tests.oracle.games import Size, random_game, random_history, words_after
from wordle_cp.engine import score_matrix
from wordle_cp.modelling.facts import facts_of
from wordle_cp.modelling.solver import Feasible, Infeasible, Outcome, SolverSettings, Unknown
from wordle_cp.models.tree import Strategy, Tree
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, pattern_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.rules.words import History

SETTINGS = SolverSettings()


def tree_of(guesses: Sequence[str], words: Sequence[str], guesses_left: int, mode: Mode) -> Tree:
    patterns = np.ascontiguousarray(score_matrix(guesses, words).T)
    facts = facts_of(guesses, words) if mode is Mode.HARD else {}
    return Tree(guesses, words, patterns, facts, guesses_left)


def solve_tree(
    guesses: Sequence[str], words: Sequence[str], guesses_left: int, mode: Mode, settings: SolverSettings
) -> Outcome[Strategy]:
    return tree_of(guesses, words, guesses_left, mode).solve(settings)


def replay(plan: Sequence[str], words: Sequence[str], history: History, mode: Mode) -> int:
    """Follow a preorder against every word, as it is defined; return the most guesses that it takes."""
    guesses = iter(plan)

    def follow(live: list[str], past: History) -> int:
        guess = live[0] if len(live) == 1 else next(guesses)
        assert is_allowed(guess, past, mode), (guess, past)
        cells: dict[int, list[str]] = {}
        for word in live:
            cells.setdefault(pattern_of(guess, word), []).append(word)
        won = cells.pop(all_green(len(guess)), [])
        assert won in ([], [guess])
        return 1 + max(
            (follow(cell, (*past, (guess, pattern))) for pattern, cell in sorted(cells.items())), default=0
        )

    most = follow(list(words), history)
    assert next(guesses, None) is None
    return most


@pytest.mark.parametrize("seed", range(share(9)))
@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_trees_equal_exhaustive_search(seed: int, mode: Mode) -> None:
    depths: Counter[int] = Counter()
    for number in range(25):
        rng = random.Random(f"tree/{seed}/{number}")  # noqa: S311
        game = random_game(rng, Size(8, 16))
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        words = tuple(word for word in game.hidden if word in words_after(game, history))
        if not words:
            continue
        brute = BruteForce(game.guesses, mode)
        allowed = tuple(guess for guess in game.guesses if is_allowed(guess, history, mode))
        least = brute.least_depth(frozenset(words), history) - len(history)
        depths[least] += 1
        for guesses_left in range(max(1, least - 2), least + 2):
            outcome = solve_tree(allowed, words, guesses_left, mode, SETTINGS)
            assert isinstance(outcome, Feasible if guesses_left >= least else Infeasible), (
                game,
                guesses_left,
            )
            if isinstance(outcome, Feasible):
                assert replay(outcome.witness, words, history, mode) <= guesses_left
    assert max(depths) > 3


@pytest.mark.parametrize("endgame", every_other(ENDGAMES), ids=str)
def test_trees_and_the_native_search_agree_on_endgames(endgame: Endgame) -> None:
    least = endgame.least_depth
    outcome = solve_tree(endgame.allowed, endgame.words, least, endgame.mode, SETTINGS)
    assert isinstance(outcome, Feasible)
    assert replay(outcome.witness, endgame.words, endgame.history, endgame.mode) <= least
    assert isinstance(
        solve_tree(endgame.allowed, endgame.words, least - 1, endgame.mode, SETTINGS), Infeasible
    )


def test_guesses_that_partition_alike_may_fix_different_letters() -> None:
    """In hard mode both have to stay: here only one of two such guesses leads to a win in time."""
    guesses = ("cedb", "ckdb", "cgdb", "hkeb", "chdb", "cidb", "cjdb", "bjdg", "hkde", "djgi")
    words = ("cidb", "chdb", "cjdb", "cedb", "hkeb", "cgdb", "ckdb")
    assert BruteForce(guesses, Mode.HARD).least_depth(frozenset(words)) == 3
    outcome = solve_tree(guesses, words, 3, Mode.HARD, SETTINGS)
    assert isinstance(outcome, Feasible)
    assert replay(outcome.witness, words, (), Mode.HARD) <= 3


def test_few_words_are_guessed_one_after_the_other() -> None:
    guesses = ("aa", "ab", "ba", "bb")
    assert solve_tree(guesses, ("bb",), 1, Mode.HARD, SETTINGS) == Feasible(())
    assert solve_tree(guesses, ("bb", "ab"), 2, Mode.HARD, SETTINGS) == Feasible(("bb",))
    assert solve_tree(guesses, ("bb", "ab"), 1, Mode.HARD, SETTINGS) == Infeasible()


def test_what_is_no_question() -> None:
    nothing = np.zeros((0, 1), np.uint8)
    for words, guesses_left in (((), 2), (("bb",), 2), (("aa",), 0)):
        with pytest.raises(ValueError, match=r"expected words and guesses left|not in"):
            Tree(("aa",), words, nothing, {}, guesses_left)


def test_a_limit_is_unknown() -> None:
    endgame = next(endgame for endgame in ENDGAMES if str(endgame) == "fuzzy.ggbbg-big-hard")
    limit = SolverSettings(work_limit=1e-9)
    assert isinstance(solve_tree(endgame.allowed, endgame.words, 4, endgame.mode, limit), Unknown)


def test_constraints_have_names() -> None:
    words = ("bills", "fills", "gills", "hills", "kills")
    tree = tree_of(words, words, 3, Mode.HARD)
    names = {constraint.name.partition("[")[0] for constraint in tree.model.proto.constraints}
    assert names == {
        "one_guess",
        "all_live",
        "cell",
        "apart",
        "reveal",
        "lacks",
    }
