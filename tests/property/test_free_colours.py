"""Codes that are alike: the searches that use it, those that don't, and a brute force.

The brute force looks at every guess at every turn. Positions too large for it, where the search also packs
its guesses, are asked about with the symmetry and without.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.brute_codes import BruteCodes
from tests.unit.test_codes import codes_of
from wordle_cp.answers.rankings import rank
from wordle_cp.answers.totals.solve import solve
from wordle_cp.check.plain.depth import PlainChecker
from wordle_cp.check.plain.game import text_of
from wordle_cp.engine import Game, TotalSearch
from wordle_cp.games.goal import TOTAL_GUESSES, First, Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring
from wordle_cp.rules.symmetry import representatives
from wordle_cp.work import Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.words import History

GAMES = ("2 3 true", "2 4 true", "3 3 true", "3 4 true", "2 6 true", "4 3 true", "3 5 false", "4 5 false")
OBJECTIVES = (
    TOTAL_GUESSES,
    TOTAL_GUESSES,
    TOTAL_GUESSES,
    Goal(costs=(1, 3, 6, 10, 15)),
    Goal(costs=(1, 2, 3), loss=5),
)
MOST_TRIED = 14
"""Words that brute force is tried on."""


def some_history(rng: random.Random, game: CodeScoring, guesses: int) -> History:
    """Return a history of so many guesses, none of them a win, of a game where some code is hidden."""
    codes = list(game.codes())
    hidden = codes.pop(rng.randrange(len(codes)))
    # Often of the first codes alone: so colours are left over.
    played = [rng.choice(codes[: rng.choice((2, len(codes) // 3, len(codes)))]) for _ in range(guesses)]
    return tuple((guess, game.score(guess, hidden)) for guess in played)


def hidden_after(game: CodeScoring, history: History) -> tuple[str, ...]:
    """Return the codes that agree with the history."""
    return tuple(
        c for c in game.codes() if all(game.score(guess, c) == pattern for guess, pattern in history)
    )


@pytest.mark.parametrize("seed", range(share(40)))
def test_small_games(seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"free colours/{seed}")  # noqa: S311  no secret
    variant = codes_of(tmp_path, GAMES[seed % len(GAMES)])
    assert variant.codes is not None
    brute = BruteCodes(variant.guesses)
    for _ in range(5):
        history = some_history(rng, variant.codes, rng.randrange(3))
        limit = rng.choice((None, None, *range(len(history) + 1, 6)))
        objective = rng.choice(OBJECTIVES)
        aim = rng.choice((First.TOTAL, First.WORST_THEN_TOTAL)) if objective.loss is None else First.TOTAL
        case = (seed, history, limit, objective, aim)
        trees = tmp_path / "with.cert", tmp_path / "without.cert"
        one, other = (
            solve(
                TotalQuestion.of(
                    variant, history=history, max_guesses=limit, goal=replace(objective, first=aim)
                ),
                tree=tree,
                work=Work(symmetry=symmetry),
            )
            for tree, symmetry in zip(trees, (True, False), strict=True)
        )
        assert (one.cost, one.best, one.guesses_left) == (other.cost, other.best, other.guesses_left), case
        assert set(one.outcome.refuted) == set(other.outcome.refuted), case
        if one.accepted is not None:
            PlainChecker(text_of(trees[0]), tmp_path)
        assert (one.accepted is None) == (other.accepted is None), case
        ranked = [
            rank(
                TotalQuestion.of(variant, history=history, max_guesses=limit, goal=objective),
                top=None,
                work=Work(symmetry=symmetry),
            )
            for symmetry in (True, False)
        ]
        assert ranked[0].ranked == ranked[1].ranked, case
        assert set(ranked[0].refuted) == set(ranked[1].refuted), case
        words = frozenset(one.question.hidden)
        if len(words) <= MOST_TRIED and objective is TOTAL_GUESSES and aim is First.TOTAL:
            left = len(words) if limit is None else limit - len(history)
            assert one.cost == brute.total_within(words, left), case


@pytest.mark.parametrize("kind", [(5, 5, True), (4, 7, True), (4, 9, False)], ids=str)
def test_positions_where_guesses_are_packed(kind: tuple[int, int, bool]) -> None:
    # With 50 words and 1920 guesses or more the search keeps one of the guesses that look alike. An opener
    # that was made before divides nothing, so it asks about all words.
    game = CodeScoring(*kind)
    codes = tuple(game.codes())
    rng = random.Random(f"packed/{kind}")  # noqa: S311  no secret
    asked = 0
    while asked < 2:
        history = some_history(rng, game, rng.randint(1, 3))
        hidden = hidden_after(game, history)
        played = {colour for guess, _ in history for colour in guess}
        if not 60 <= len(hidden) <= 150 or len(played) > game.colours - 2:
            continue
        asked += 1
        openers = (history[0][0], rng.choice(codes), hidden[0])
        limit = rng.choice((None, 5))
        outcomes = [
            TotalSearch(Game(codes, hidden, game), Mode.NORMAL, jobs=1, symmetry=symmetry).rank(
                history=history, openers=openers, top=0, guesses_left=limit
            )
            for symmetry in (True, False)
        ]
        assert outcomes[0].ranked == outcomes[1].ranked, (history, limit)
        assert outcomes[0].refuted == outcomes[1].refuted, (history, limit)


@pytest.mark.parametrize(
    "kind", [(3, 6, True), (3, 7, False), (4, 4, True), (4, 6, False), (5, 3, True), (4, 5, True)], ids=str
)
@pytest.mark.parametrize(
    ("costs", "loss"), [((), None), ((0, 0, 0), 1), ((0, 0, 0, 0), 1)], ids=["total", "missed 3", "missed 4"]
)
def test_whole_games(kind: tuple[int, int, bool], costs: tuple[int, ...], loss: int | None) -> None:
    # Sets of 40 codes and more, where one guess of each class is looked at, and sets that share a key.
    game = CodeScoring(*kind)
    codes = tuple(game.codes())
    openers = sorted(set(representatives((), codes).values()))
    with_symmetry, without = (
        TotalSearch(
            Game(codes, codes, game), Mode.NORMAL, jobs=1, costs=costs, loss=loss, symmetry=symmetry
        ).rank(openers=openers, top=0, guesses_left=len(costs) or None)
        for symmetry in (True, False)
    )
    assert with_symmetry.ranked == without.ranked
    assert with_symmetry.refuted == without.refuted
    assert with_symmetry.ranked
