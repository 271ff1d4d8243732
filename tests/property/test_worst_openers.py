"""The worst openers against the totals of all openers, one by one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, random_game
from wordle_cp.answers.rankings import rank_worst
from wordle_cp.data import word_list
from wordle_cp.engine import Game, TotalOutcome, TotalSearch
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.work import Limits, Work

if TYPE_CHECKING:
    from collections.abc import Mapping

LIMITS = (None, 2, 3, 4, 6)
TOY = Variant.load("toy")


def demand_right(outcome: TotalOutcome, totals: Mapping[str, int | None], top: int) -> None:
    """Compare a ranking with the totals of all openers, in the order of their list; None: no strategy."""
    costs = {opener: cost for opener, cost in totals.items() if cost is not None}
    greatest = sorted(costs.values(), reverse=True)
    last = greatest[min(top, len(greatest)) - 1] if greatest else 0
    expected = sorted(((opener, cost) for opener, cost in costs.items() if cost >= last), key=lambda e: -e[1])
    assert [(found.opener, found.cost) for found in outcome.ranked] == expected
    assert set(outcome.refuted) == totals.keys() - costs.keys()
    assert {bound.opener for bound in outcome.others} == costs.keys() - {opener for opener, _ in expected}
    assert all(costs[bound.opener] <= bound.cost < last for bound in outcome.others)
    assert not outcome.left


@pytest.mark.parametrize("seed", range(share(6)))
def test_random_games_against_exhaustive_search(seed: int) -> None:
    rng = random.Random(f"worst/{seed}")  # noqa: S311  no secret
    bounded = refuted = 0
    for _ in range(40):
        game = random_game(rng, Size(most_hidden=8, most_guesses=14))
        limit, top = rng.choice(LIMITS), rng.randint(1, 4)
        oracle = LeastCost(Play(game.guesses, Mode.NORMAL), Objective(limit=limit))
        words, allowed = frozenset(game.hidden), frozenset(game.guesses)
        totals = {guess: oracle.value_of(guess, words, allowed) for guess in game.guesses}
        search = TotalSearch(Game(game.guesses, game.hidden), Mode.NORMAL, jobs=rng.randint(1, 2), worst=True)
        outcome = search.rank(top=top, guesses_left=limit)
        demand_right(outcome, totals, top)
        bounded += len(outcome.others)
        refuted += len(outcome.refuted)
    assert min(bounded, refuted) > 0


@pytest.mark.parametrize("seed", range(share(6)))
def test_cuts_of_the_real_lists(seed: int) -> None:
    rng = random.Random(f"worst cuts/{seed}")  # noqa: S311  no secret
    words = rng.sample(word_list("original-guesses"), 300)
    game = Game(tuple(words), tuple(words[: rng.choice((30, 90, 200))]))
    for limit in (None, rng.choice((3, 4, 5))):
        all_openers = TotalSearch(game, Mode.NORMAL, jobs=1).rank(top=0, guesses_left=limit)
        exact = {found.opener: found.cost for found in all_openers.ranked}
        totals = {word: exact.get(word) for word in words}
        for top in (1, 10):
            demand_right(
                TotalSearch(game, Mode.NORMAL, jobs=1, worst=True).rank(top=top, guesses_left=limit),
                totals,
                top,
            )


def test_positions_and_limits() -> None:
    report = rank_worst(TotalQuestion.of(TOY), top=3)
    exact = TotalSearch(Game(TOY.guesses, TOY.hidden), Mode.NORMAL, jobs=1).rank(top=0, guesses_left=6)
    worst = sorted((found.cost for found in exact.ranked), reverse=True)
    assert [found.cost for found in report.ranked[:3]] == worst[:3]
    assert report.complete
    assert report.places()[0] == 1
    stopped = rank_worst(TotalQuestion.of(TOY), top=3, work=Work(limits=Limits(seconds=0)))
    assert (stopped.ranked, stopped.complete, stopped.stopped_by is None) == ((), False, False)
    assert len(stopped.left) == len(TOY.guesses)
    cancelled = rank_worst(TotalQuestion.of(TOY), top=3, work=Work(cancelled=lambda: True))
    assert len(cancelled.left) == len(TOY.guesses)
