"""Bound 7, what words cost if numbers of responses alone mattered: each place adds it up alike."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from tests.unit.test_codes import codes_of
from wordle_cp.check.counting.counts import PatternTable
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.counting.weights import TableWeights
from wordle_cp.check.plain.total import PlainTotal
from wordle_cp.check.totals.cell_numbers import by_levels
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import TotalQuestion

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def definition(weights: Sequence[int], responses: int) -> int:
    """Return the cost word by word: the k-th guess finds as many as there are responses k - 1 times over."""
    cost = 0
    for place, weight in enumerate(sorted(weights, reverse=True)):
        guess = 1
        while place >= sum(responses**before for before in range(guess)):
            guess += 1
        cost += guess * weight
    return cost


def test_the_bound_by_levels_is_one_number_wherever_it_is_added_up(tmp_path: Path) -> None:
    """Thirty-six codes of two pegs; a guess that isn't the code gets one of four responses."""
    variant = codes_of(tmp_path, "2 6 true")
    codes, responses = variant.guesses, 4
    rng = random.Random(7)  # noqa: S311  reproducible, not secret
    every = np.arange(len(codes))
    for weights in ([1] * len(codes), [rng.randint(0, 9) for _ in codes]):
        known = dict(zip(codes, weights, strict=True))
        expected = definition(weights, responses)
        table = PatternTable(GuessPatterns(codes, scoring=variant.scoring), codes)
        assert TableWeights(table, tuple(known.items())).by_levels(every, responses) == expected
        assert TotalQuestion.of(variant, goal=Goal.weighted(known)).least_by_levels(None) == expected
        plain = object.__new__(PlainTotal)
        plain.feedback, plain.length = "bulls-and-cows", 2
        plain.weight = dict(enumerate(weights))
        cell = tuple(plain.weight)
        assert 3 * plain.sum(cell) - plain.most_by_levels(0, 0, cell) == expected
    assert [by_levels(size, responses) for size in range(37)] == [
        definition([1] * size, responses) for size in range(37)
    ]
