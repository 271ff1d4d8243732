"""The two native searches for least totals agree on games too large for brute force.

One is made for plain totals in normal and hard mode, the other for every objective. Costs of 1, 2, 3, ...
make the second one answer the first one's questions; they share the kernels and nothing else.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.effort import first, share
from wordle_cp.data import word_list
from wordle_cp.engine import Game, TotalSearch
from wordle_cp.rules.modes import Mode

WORDS = word_list("original-guesses")
NO_LIMIT = 40  # more than any of these games takes


def cut(rng: random.Random, hidden: int, guesses: int) -> Game:
    """Return a game of real words, half of which end alike: there hard mode is hard."""
    ending = rng.choice(("s", "ers", "ed", "y", "t"))
    alike = [word for word in WORDS if word.endswith(ending)]
    words = set(rng.sample(alike, min(len(alike), hidden // 2)))
    while len(words) < guesses:
        words.add(rng.choice(WORDS))
    listed = rng.sample(sorted(words), len(words))
    first = [word for word in listed if word.endswith(ending)]
    rest = [word for word in listed if not word.endswith(ending)]
    return Game(tuple(listed), tuple((first + rest)[:hidden]))


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
@pytest.mark.parametrize("seed", range(share(30)))
def test_every_opener_has_the_same_total(seed: int, mode: Mode) -> None:
    rng = random.Random(f"agree/{seed}")  # noqa: S311  no secret
    hidden = rng.choice((30, 60, 110))
    game = cut(rng, hidden, hidden + rng.choice((0, 0, 3, 30)))
    for limit in (None, rng.choice((3, 4)), rng.choice((5, 6))):
        plain = TotalSearch(game, mode, jobs=rng.randint(1, 2)).rank(top=0, guesses_left=limit)
        costs = tuple(range(1, (limit or NO_LIMIT) + 1))
        priced = TotalSearch(game, mode, jobs=1, costs=costs).rank(top=0, guesses_left=limit)
        assert plain.ranked == priced.ranked, (seed, limit)
        assert plain.refuted == priced.refuted, (seed, limit)
        assert len(plain.ranked) + len(plain.refuted) == len(game.guesses)


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_the_best_openers_of_a_large_cut(mode: Mode) -> None:
    # Large enough for tables of single facts, packed guesses and dominance.
    rng = random.Random("a large cut")  # noqa: S311  no secret
    guesses = tuple(rng.sample(WORDS, 2500))
    game = Game(guesses, guesses[:400])
    plain = TotalSearch(game, mode, jobs=2).rank(top=3, guesses_left=6)
    priced = TotalSearch(game, mode, jobs=1, costs=(1, 2, 3, 4, 5, 6)).rank(top=3, guesses_left=6)
    assert plain.ranked == priced.ranked
    truth = {exact.opener: exact.cost for exact in priced.ranked}
    for bound in (*plain.others, *priced.others):
        assert bound.opener not in truth
        assert bound.cost > max(truth.values())
    some = [other.opener for other in rng.sample(plain.others, 20)]
    exact = TotalSearch(game, mode, jobs=1, costs=(1, 2, 3, 4, 5, 6)).rank(
        openers=some, top=0, guesses_left=6
    )
    totals = {one.opener: one.cost for one in exact.ranked}
    assert all(bound.cost <= totals[bound.opener] for bound in plain.others if bound.opener in totals)


@pytest.mark.parametrize("mode", first([Mode.NORMAL, Mode.HARD]))
@pytest.mark.parametrize("seed", first(range(2)))
def test_openers_that_leave_many_words(seed: int, mode: Mode) -> None:
    # Cells of over 100 words and thousands of guesses: there guesses are bounded as openers are.
    rng = random.Random(f"many/{seed}")  # noqa: S311  no secret
    alike = [word for word in WORDS if word.endswith("s")]
    game = Game(WORDS, rng.sample(alike, 300))
    most = {word: max(Counter(game.by_guess[game.guess_id(word)].tolist()).values()) for word in alike}
    worst = sorted(alike, key=lambda word: -most[word])[:3]
    assert most[worst[-1]] >= 100
    worst = worst[: share(9)]
    for limit in (None, 5):
        plain = TotalSearch(game, mode, jobs=1).rank(openers=worst, top=0, guesses_left=limit)
        costs = tuple(range(1, (limit or NO_LIMIT) + 1))
        priced = TotalSearch(game, mode, jobs=1, costs=costs).rank(openers=worst, top=0, guesses_left=limit)
        assert plain.ranked == priced.ranked
        assert plain.refuted == priced.refuted
        assert plain.ranked


def missed_alike(game: Game, mode: Mode, guesses: int, openers: tuple[str, ...] = ()) -> None:
    """Assert that the search made for missed words finds what that of all objectives does.

    Weights of 1 ask for the latter.
    """
    costs = (0,) * guesses
    made_for_it = TotalSearch(game, mode, jobs=1, costs=costs, loss=1)
    for_all = TotalSearch(game, mode, jobs=1, costs=costs, loss=1, weights=(1,) * len(game.hidden))
    found = made_for_it.rank(openers=openers, top=0, guesses_left=guesses)
    assert found.ranked == for_all.rank(openers=openers, top=0, guesses_left=guesses).ranked
    least = found.ranked[0].cost
    best = made_for_it.rank(openers=openers, top=1, guesses_left=guesses)
    assert best.ranked == tuple(one for one in found.ranked if one.cost == least)
    truth = {one.opener: one.cost for one in found.ranked}
    assert all(least < bound.cost <= truth[bound.opener] for bound in best.others)


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
@pytest.mark.parametrize("seed", range(share(24)))
def test_every_opener_misses_as_many_words(seed: int, mode: Mode) -> None:
    rng = random.Random(f"missed/{seed}")  # noqa: S311  no secret
    hidden = rng.choice((30, 60, 110))
    game = cut(rng, hidden, hidden + rng.choice((0, 0, 3, 30)))
    for guesses in range(1, 6):
        missed_alike(game, mode, guesses)


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_openers_of_a_large_cut_miss_as_many_words(mode: Mode) -> None:
    # Large enough for tiers of guesses, and for sets that are counted word by word.
    rng = random.Random("a large cut, missed")  # noqa: S311  no secret
    guesses = tuple(rng.sample(WORDS, 3500))
    game = Game(guesses, guesses[:500])
    missed_alike(game, mode, 2)
    missed_alike(game, mode, 3, tuple(rng.sample(guesses, 3)))
    missed_alike(game, mode, 4, tuple(rng.sample(guesses, 2)))
