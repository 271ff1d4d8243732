"""The checker's arithmetic on many guesses at once: classes of codes, and words missed by counting."""

from __future__ import annotations

import random
from itertools import pairwise
from math import inf
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from tests.effort import MORE
from tests.oracle.games import Size, random_game
from wordle_cp.check.counting.cells import Cell, one_of_each
from wordle_cp.check.counting.counts import PatternCounts, PatternTable
from wordle_cp.check.counting.equivalent import first_of_each_class
from wordle_cp.check.counting.missed_counting import Left, Shortage, undecided
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.missed.least import _counted
from wordle_cp.games.variant import Variant
from wordle_cp.rules.scoring import CodeScoring
from wordle_cp.rules.symmetry import representatives
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.check.counting.patterns import Patterns

GAMES = (CodeScoring(3, 4), CodeScoring(4, 3), CodeScoring(3, 5, repeats=False), CodeScoring(2, 9))


def silent() -> None:
    """Tell nobody about progress."""


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_classes_are_those_of_the_rules(game: CodeScoring) -> None:
    rng = random.Random(f"classes/{game}")  # noqa: S311  no secret
    codes = tuple(game.codes())
    guesses = GuessPatterns(codes, scoring=game)
    for _ in range(12):
        past = rng.sample(codes, rng.randrange(4))
        present = rng.sample(game.signs, rng.randint(1, len(game.signs)))
        places = np.array(sorted(rng.sample(range(len(codes)), rng.randint(1, len(codes)))), np.intp)
        some = [codes[place] for place in places.tolist()]
        first = set(representatives(past, some, present=set(present)).values())
        found = [
            codes[place] for place in first_of_each_class(guesses, places, past, present, silent).tolist()
        ]
        assert found == [code for code in some if code in first], (past, present)


def missed_of(cell: Iterable[int], table: PatternTable, left: Left) -> float:
    """Return the largest of the bounds 1 to 4 of docs/certificates/ that apply to a cell."""
    words = list(cell)
    told = [len(set(row[words].tolist())) for row in table.patterns]
    bounds: list[float] = [0]
    if left.most is not None and left.most < min(len(words), 2):
        bounds.append(inf)
    if left.guesses < 2:
        bounds.append(len(words) - left.guesses)
    if len(words) > 1 and left.guesses == 2:
        bounds.append(len(words) - max(told))
    if len(words) > 1 and left.most == 2 and max(told) < len(words):
        bounds.append(inf)
    return max(bounds)


@pytest.mark.parametrize("seed", range(6) if MORE else (4,))
def test_counting_leaves_those_that_the_bounds_leave(seed: int) -> None:
    """No guess is passed over that the bounds leave open; with two guesses left none but these is left."""
    rng = random.Random(f"counting/{seed}")  # noqa: S311  no secret
    decided = 0
    for _ in range(25):
        if rng.random() < 0.5:
            game = random_game(rng, Size(most_hidden=20, most_guesses=40))
            guesses, words = GuessPatterns(game.guesses), tuple(game.hidden)
        else:
            codes = rng.choice(GAMES)
            guesses = GuessPatterns(tuple(codes.codes()), scoring=codes)
            words = tuple(sorted(rng.sample(guesses.words, rng.randint(2, 30))))
        table = PatternTable(guesses, words)
        some = np.array(sorted(rng.sample(range(len(words)), rng.randint(1, len(words)))), np.intp)
        every = one_of_each(guesses, np.arange(len(guesses.words)), [words[place] for place in some.tolist()])
        left = Left(rng.randrange(4), rng.choice((None, None, 0, 1, 2, 3, 4)))
        wanted = rng.choice((1, 1, 2, 3, 5, inf))
        rest = set(undecided(table, guesses.win, Shortage(some, left, wanted), every, every, silent).tolist())
        for guess in every.tolist():
            row = table.patterns[guess][some]
            order = np.argsort(row, kind="stable")
            ends = [0, *(np.flatnonzero(np.diff(row[order])) + 1).tolist(), len(some)]
            cells = [order[start:end] for start, end in pairwise(ends)]
            missed = sum(missed_of(some[cell], table, left) for cell in cells if row[cell[0]] != guesses.win)
            if guess not in rest:
                assert missed >= wanted
                decided += 1
            elif left.guesses == 2 and left.most not in {0, 1, 2}:
                assert missed < wanted
    assert decided > 50


def test_tables_of_very_many_guesses_are_not_made() -> None:
    guesses = GuessPatterns(("bat", "cat", "hat", "mat"))
    table = PatternTable(guesses, guesses.words)
    words = np.arange(4)
    for many, left_open in ((2**22 // 27, 0), (2**22 // 27 + 1, 2**22 // 27 + 1)):
        asked = np.resize(words, many)
        rest = undecided(table, guesses.win, Shortage(words, Left(1, None), 2), asked, words, silent)
        assert len(rest) == left_open  # each of them misses two words


@pytest.mark.parametrize("words", [3, 40, 200])
@pytest.mark.parametrize("asked", [2600, 1500])
def test_patterns_are_counted_where_more_are_given_than_enough(words: int, asked: int) -> None:
    """All guesses, and some; so many that sets are put in order anew on the way. Some sets are equal."""
    rng = np.random.default_rng(words)
    listed = Variant.load("original").guesses[::5]
    table = PatternTable(GuessPatterns(listed), listed[::13])
    some = np.sort(rng.choice(len(table.words), words, replace=False))
    guesses = np.sort(rng.choice(len(listed), min(asked, len(listed)), replace=False))
    inside = rng.random((150, words)) < rng.random((150, 1))
    inside[0], inside[1] = True, False
    inside[100:] = inside[:50]
    told = np.array([most_patterns(table.patterns[np.ix_(guesses, some[row])]) for row in inside[:100]])
    told = np.append(told, told[:50])
    counts = PatternCounts(table, some, guesses)
    for enough in (np.zeros(150, np.int64), np.maximum(0, told + rng.integers(-2, 3, 150))):
        found = counts.most(inside, enough, silent)
        assert found.tolist() == np.maximum(told, enough).tolist()


def most_patterns(patterns: Patterns) -> int:
    """Return how many patterns [guess][word] a guess gives at most."""
    ordered = np.sort(patterns, axis=1)
    return int((ordered[:, 1:] != ordered[:, :-1]).sum(axis=1).max()) + bool(ordered.shape[1])


@pytest.mark.parametrize(("own", "missed"), [(4, 3), (3, 4)])
def test_words_that_a_guess_separates_are_missed_but_for_one(own: int, missed: int) -> None:
    """With one guess in time, and two ever, one word is found: if one of them tells all apart."""
    counts = cast("Any", SimpleNamespace(most=lambda cell: cell.n, most_own=lambda _cell: own))
    cell = Cell(np.arange(4), 0, None, Restriction((None,) * 3, ()))
    assert _counted(cell, Left(1, 2), counts) == missed
