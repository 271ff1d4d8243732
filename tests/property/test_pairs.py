"""Pairs of fixed opening words against exhaustive search, and against the search for single openers."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import every_other, share
from tests.oracle.brute_total import Cost, LeastCost, Objective, Play
from tests.oracle.games import Size, SmallGame, random_game
from tests.oracle.real_cuts import real_cut
from wordle_cp import data, engine
from wordle_cp.engine import Game, PairOutcome, PairSearch, TotalSearch
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import all_green, pattern_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Totals = dict[tuple[str, str], Cost]
SMALL: Final = Size(most_hidden=8, most_guesses=14)
SEEDS: Final = range(share(4))
GAMES_PER_SEED: Final = 12
LIMITS: Final = (None, 2, 3, 4, 6)
EVERY_PAIR: Final = 10**6


def truth(game: SmallGame, limit: int | None) -> Totals:
    """Return the total of each two different words in this order, by exhaustive search."""
    play = Play(game.guesses, Mode.NORMAL)
    oracle = LeastCost(play, Objective(limit=limit))
    words, allowed = frozenset(game.hidden), frozenset(game.guesses)
    totals: Totals = {}
    for first in game.guesses:
        for second in game.guesses:
            if first != second:
                total: Cost = 0
                for pattern, cell in play.cells(first, words):
                    green = pattern == all_green(len(first))
                    cost = 1 if green else oracle.value_of(second, cell, allowed, 1)
                    total = None if total is None or cost is None else total + cost
                totals[first, second] = total
    return totals


def demand_right(outcome: PairOutcome, totals: Totals, top: int) -> None:
    """Compare a ranking with the totals of all pairs."""
    best = {
        frozenset(pair): min(cost for cost in (totals[pair], totals[pair[::-1]]) if cost is not None)
        for pair in totals
        if totals[pair] is not None or totals[pair[::-1]] is not None
    }
    finite = sorted(best.values())
    threshold = finite[min(top, len(finite)) - 1] if finite else -1
    found = {frozenset((one.first, one.second)): one.cost for one in outcome.ranked}
    assert found == {pair: cost for pair, cost in best.items() if cost <= threshold}
    assert [one.cost for one in outcome.ranked] == sorted(found.values())
    for one in outcome.ranked:
        assert one.cost == totals[one.first, one.second]
        assert one.reversed_cost == totals[one.second, one.first]
    assert len(outcome.ranked) == len(found)
    assert len(found) + outcome.others + outcome.refuted == len(totals) // 2
    assert outcome.left == 0
    if top > len(finite):
        assert (outcome.refuted, outcome.others) == (len(totals) // 2 - len(finite), 0)


def ranking(game: SmallGame, top: int, limit: int | None, jobs: int = 1) -> PairOutcome:
    """Return what a new search finds."""
    return PairSearch(Game(game.guesses, game.hidden), jobs=jobs).rank(top=top, guesses_left=limit)


@pytest.mark.parametrize("seed", SEEDS)
def test_small_games(seed: int) -> None:
    rng = random.Random(f"fixed words {seed}")  # noqa: S311  no secret
    for _ in range(GAMES_PER_SEED):
        game = random_game(rng, SMALL)
        for limit in rng.sample(LIMITS, 2):
            totals = truth(game, limit)
            for top in (1, 3, EVERY_PAIR):
                demand_right(ranking(game, top, limit), totals, top)


@pytest.mark.parametrize("seed", SEEDS)
def test_cuts_of_the_real_lists(seed: int) -> None:
    rng = random.Random(f"cuts for fixed words {seed}")  # noqa: S311  no secret
    game = real_cut(rng, 20, 10)
    totals = truth(game, None)
    for top in (1, 10, EVERY_PAIR):
        demand_right(ranking(game, top, None, jobs=2), totals, top)


@pytest.fixture
def any_kernel() -> Iterator[Callable[[str], None]]:
    """Provide a way to select a kernel path, and go back to the one there was."""
    before = engine.kernel_name()
    yield engine.select_kernels
    engine.select_kernels(before)


def total_of(game: Game, search: TotalSearch, first: str, second: str, limit: int) -> int:
    """Return the total of two words in this order, cell by cell, by the search for single openers."""
    total = len(game.hidden)
    for pattern in sorted({pattern_of(first, word) for word in game.hidden}):
        if pattern != all_green(len(first)):
            outcome = search.rank(history=((first, pattern),), openers=(second,), guesses_left=limit - 1)
            total += outcome.ranked[0].cost
    return total


@pytest.mark.parametrize("hidden", every_other([500, 700]))
def test_large_cells(hidden: int, any_kernel: Callable[[str], None]) -> None:
    """Cells of all sizes that are counted in different ways: the same on every path, and no pair missing."""
    rng = random.Random(f"large cells {hidden}")  # noqa: S311  no secret
    words = rng.sample(data.word_list("original-hidden"), hidden)
    others = rng.sample(data.word_list("original-guesses"), 60)
    guesses = tuple(sorted({*words, *others}))
    game = Game(guesses, tuple(words))
    outcomes: list[PairOutcome] = []
    for name in engine.kernel_names():
        any_kernel(name)
        outcomes.append(PairSearch(game, jobs=len(outcomes) + 1).rank(top=4, guesses_left=6))
    assert len({outcome.ranked for outcome in outcomes}) == 1
    ranked = outcomes[0].ranked
    search = TotalSearch(game, Mode.NORMAL, jobs=1)
    for one in ranked:
        assert total_of(game, search, one.first, one.second, 6) == one.cost
        assert total_of(game, search, one.second, one.first, 6) == one.reversed_cost
    listed = {frozenset((one.first, one.second)) for one in ranked}
    several = {word for one in ranked for word in (one.first, one.second)} | set(rng.sample(guesses, 2))
    for first, second in combinations(sorted(several), 2):
        if frozenset((first, second)) not in listed:
            assert total_of(game, search, first, second, 6) > ranked[-1].cost
            assert total_of(game, search, second, first, 6) > ranked[-1].cost


def test_bad_numbers() -> None:
    game = Game(("ab", "ba"), ("ab",))
    with pytest.raises(ValueError, match="jobs"):
        PairSearch(game, jobs=0)
    search = PairSearch(game, jobs=1)
    with pytest.raises(ValueError, match="top"):
        search.rank(top=0)
    with pytest.raises(ValueError, match="guesses"):
        search.rank(top=1, guesses_left=1)


def test_a_stop_before_the_start() -> None:
    search = PairSearch(Game(("ab", "ba", "aa"), ("ab",)), jobs=2)
    search.stop()
    outcome = search.rank(top=1)
    assert (outcome.ranked, outcome.left) == ((), 3)
    assert search.progress().pairs == 3
    assert search.progress().best is None
