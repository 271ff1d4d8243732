"""Words missed where the cells of an opener miss more than they are first asked about."""

from __future__ import annotations

import random
from itertools import product

import pytest

from wordle_cp import solve
from wordle_cp.games.goal import Goal
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
@pytest.mark.parametrize(("letters", "least"), [("abcdef", 9), ("abcdefgh", 50)])
def test_many_missed_words_as_the_search_of_all_goals_has_them(mode: Mode, letters: str, least: int) -> None:
    every = ["".join(word) for word in product(letters, repeat=3)]
    words = random.Random(1).sample(every, min(len(every), 400))  # noqa: S311
    game = Variant.from_words(words, mode=mode)
    opener = min(words, key=lambda word: len(set(word)))  # it has large cells
    missed = solve(game, goal=Goal.missing(4), opener=opener)
    paid = solve(game, goal=Goal(costs=(1, 1, 1, 1), loss=2), opener=opener)  # a found word costs 1
    assert (missed.exact, paid.exact) == (True, True)
    assert missed.cost is not None
    assert missed.cost >= least
    assert paid.cost == len(words) + missed.cost
