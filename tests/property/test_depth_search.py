"""The depth search against exhaustive search, on thousands of random small games."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.effort import FEW, only_more, share
from tests.native_depth import no_goods
from tests.oracle.brute_depth import BruteForce, literally_solvable
from tests.oracle.games import Size, SmallGame, random_game, random_history, shuffled, words_after
from tests.oracle.questions import (
    Question,
    after_a_history,
    check_strategy,
    search,
    with_opener,
)
from wordle_cp import engine
from wordle_cp.engine import Verdict
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SMALL = Size(most_hidden=8, most_guesses=14)
TINY = Size(most_hidden=4, most_guesses=5)
DEPTHS = range(1, 6)
SETTLED = (Verdict.POSSIBLE, Verdict.IMPOSSIBLE)
SEEDS = range(share(10))
GAMES_PER_SEED = share(600)
TIGHT_GAMES = share(180)
"""Games whose tight questions are put to every combination of threads, lemmas, kernels and orders."""


@pytest.fixture(params=engine.kernel_names())
def kernels(request: pytest.FixtureRequest) -> Iterator[str]:
    """Use one kernel path after the other, and then the one that was in use before."""
    before = engine.kernel_name()
    name = str(request.param)
    engine.select_kernels(name)
    yield name
    engine.select_kernels(before)


def games(seed: int, count: int, size: Size = SMALL) -> Iterator[tuple[random.Random, SmallGame]]:
    """Yield games, each with a source of more random choices."""
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")  # noqa: S311
        yield rng, random_game(rng, size)


def questions(rng: random.Random, game: SmallGame, mode: Mode, depth: int) -> Iterator[Question]:
    """Yield a question of this depth, and two of random depths: with an opener, and after a history."""
    yield Question(game, mode, depth)
    if len(game.hidden) > 1:  # the one word left is simply guessed: an opener decides nothing
        yield with_opener(rng, game, mode, rng.choice(DEPTHS))
    yield after_a_history(rng, game, mode, rng.choice(DEPTHS))


def tight_questions() -> Iterator[tuple[Question, Verdict]]:
    """Yield questions about the least depth of a game and about one guess less, with the true verdicts."""
    for number, (_, game) in enumerate(games(-1, TIGHT_GAMES)):
        mode = tuple(Mode)[number % 3]
        least = BruteForce(game.guesses, mode).least_depth(frozenset(game.hidden))
        yield Question(game, mode, least), Verdict.POSSIBLE
        yield Question(game, mode, least - 1), Verdict.IMPOSSIBLE


@pytest.mark.parametrize("seed", SEEDS)
def test_verdicts_are_true_and_strategies_win(seed: int, tmp_path: Path) -> None:
    seen: Counter[tuple[Mode, int, Verdict]] = Counter()
    for number, (rng, game) in enumerate(games(seed, GAMES_PER_SEED)):
        mode = tuple(Mode)[number % 3]
        brute = BruteForce(game.guesses, mode)
        for question in questions(rng, game, mode, DEPTHS[number // 3 % 5]):
            _, outcome = search(question, jobs=rng.choice((1, 1, 2, 3)), min_family=rng.choice((2, 4)))
            truth = question.truth(brute)
            assert outcome.verdict is truth, question
            assert not outcome.left
            if outcome.verdict is Verdict.POSSIBLE:
                check_strategy(question, outcome, tmp_path)
            else:
                assert (outcome.opener, outcome.strategy) == (None, ())
            seen[mode, question.depth, truth] += 1
    assert FEW or all(
        seen[mode, depth, verdict] > 0 for mode in Mode for depth in (2, 3, 4) for verdict in SETTLED
    )


@only_more
def test_the_games_are_hard_enough() -> None:
    least: Counter[int] = Counter()
    apart = {Mode.HARD: 0, Mode.ULTRAHARD: 0}
    repeated = 0
    total = 0
    for seed in SEEDS:
        for _, game in games(seed, GAMES_PER_SEED // 5):
            hidden = frozenset(game.hidden)
            normal, hard, ultrahard = (BruteForce(game.guesses, mode).least_depth(hidden) for mode in Mode)
            assert normal <= hard <= ultrahard <= len(hidden)
            least[hard] += 1
            apart[Mode.HARD] += normal < hard
            apart[Mode.ULTRAHARD] += hard < ultrahard
            repeated += any(len(set(word)) < len(word) for word in game.guesses)
            total += 1
    assert all(least[depth] > 0.02 * total for depth in (2, 3, 4, 5, 6))
    assert apart[Mode.HARD] > 0.03 * total
    assert apart[Mode.ULTRAHARD] > 0.03 * total
    assert repeated > 0.4 * total


def test_neither_threads_nor_family_sizes_change_a_verdict() -> None:
    for question, truth in tight_questions():
        for jobs in (1, 2, 3):
            for min_family in (2, 4, 99):
                _, outcome = search(question, jobs=jobs, min_family=min_family)
                assert outcome.verdict is truth, (question, jobs, min_family)


def test_the_order_of_the_words_changes_no_verdict(tmp_path: Path) -> None:
    rng = random.Random(7)  # noqa: S311
    for question, truth in tight_questions():
        for _ in range(3):
            other = Question(shuffled(rng, question.game), question.mode, question.depth)
            _, outcome = search(other)
            assert outcome.verdict is truth, other
            if truth is Verdict.POSSIBLE:
                check_strategy(other, outcome, tmp_path)


def test_every_kernel_path_is_right(kernels: str) -> None:
    for question, truth in tight_questions():
        _, outcome = search(question)
        assert outcome.verdict is truth, (kernels, question)


def test_every_kernel_path_does_the_same_work() -> None:
    before = engine.kernel_name()
    try:
        for question, _ in tight_questions():
            outcomes = []
            for name in engine.kernel_names():
                engine.select_kernels(name)
                native, outcome = search(question)
                outcomes.append((outcome, list(no_goods(native))))
            assert outcomes.count(outcomes[0]) == len(outcomes), question
    finally:
        engine.select_kernels(before)


def test_several_openers_are_possible_if_one_of_them_is() -> None:
    seen: Counter[Verdict] = Counter()
    for rng, game in games(-2, TIGHT_GAMES):
        if len(game.hidden) == 1:
            continue
        mode = rng.choice(tuple(Mode))
        brute = BruteForce(game.guesses, mode)
        hidden, allowed = frozenset(game.hidden), frozenset(game.guesses)
        depth = brute.least_depth(hidden)
        openers = rng.sample(game.guesses, min(len(game.guesses), 3))
        good = {opener for opener in openers if brute.solvable_by(opener, hidden, allowed, depth)}
        native = engine.DepthSearch(
            engine.Game(game.guesses, game.guesses if mode is Mode.ULTRAHARD else game.hidden), mode, jobs=2
        )
        ids = [game.guesses.index(word) for word in game.hidden] if mode is Mode.ULTRAHARD else None
        outcome = native.run(depth, openers=openers, first=openers[-1:], hidden=ids)
        assert outcome.verdict is (Verdict.POSSIBLE if good else Verdict.IMPOSSIBLE)
        assert outcome.opener in good or not good
        refuted = outcome.refuted_by_families + outcome.refuted_by_search
        assert good or refuted == len(openers)
        seen[outcome.verdict] += 1
    assert FEW or min(seen.values()) > 0.2 * seen.total()


# ------------------------------------------------------------------------------------------ the oracle itself


def test_the_oracle_may_remember() -> None:
    seen: Counter[bool] = Counter()
    for rng, game in games(-3, 150, TINY):
        for mode in Mode:
            brute = BruteForce(game.guesses, mode)
            history = random_history(rng, game, mode, rng.randint(0, 1))
            words = words_after(game, history)
            for left in range(4):
                literally = literally_solvable(game.guesses, game.hidden, history, left, mode)
                assert brute.solvable(words, brute.allowed_after(history), left) == literally
                seen[literally] += 1
    assert min(seen.values()) > 0.2 * seen.total()


def test_past_guesses_forbid_each_on_its_own() -> None:
    forbidden = 0
    for rng, game in games(-4, 300):
        for mode in Mode:
            history = random_history(rng, game, mode, 3)
            for guess in game.guesses:
                each = all(is_allowed(guess, (past,), mode) for past in history)
                assert is_allowed(guess, history, mode) == each
                forbidden += not each
    assert forbidden > 1000


def test_a_played_history_is_legal_and_not_a_win() -> None:
    for rng, game in games(-5, 200):
        for mode in Mode:
            history = random_history(rng, game, mode, 2)
            for turn, (guess, pattern) in enumerate(history):
                assert is_allowed(guess, history[:turn], mode)
                assert pattern != all_green(len(guess))
            assert words_after(game, history)
