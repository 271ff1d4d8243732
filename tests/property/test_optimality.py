"""Least totals, proven: the search's own certificates of random games, against exhaustive search."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from tests.oracle.real_cuts import real_cut
from wordle_cp.answers.rankings import certify, rank
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.total import PlainTotal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.work import Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.words import History

SMALL = Size(most_hidden=9, most_guesses=18)
MODES = (Mode.NORMAL, Mode.HARD)


def truth(game: SmallGame, mode: Mode, history: History, limit: int | None) -> dict[str, int | None]:
    """Return the least cost of each opener, the history's guesses not counted; None: not in time."""
    play = Play(game.guesses, mode)
    left = None if limit is None else limit - len(history)
    oracle = LeastCost(play, Objective(limit=left))
    allowed = play.allowed_after(history)
    words = words_after(game, history)
    return {opener: oracle.value_of(opener, words, allowed) for opener in sorted(allowed)}


def check_again(path: Path) -> None:
    """Let the second checker judge; it raises what is wrong."""
    PlainTotal(text_of(path), path.parent)


@pytest.mark.parametrize("seed", range(share(4)))
def test_the_best_of_random_games(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)  # noqa: S311  reproducible, not secret
    proven = 0
    for number in range(30):
        game = random_game(rng, SMALL)
        mode = rng.choice(MODES)
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        limit = rng.choice((None, 2, 3, 4, 6))
        if not words_after(game, history) or (limit is not None and limit <= len(history)):
            continue
        out = tmp_path / f"{number}.cert"
        variant = variant_of(game, mode).model_copy(update={"max_guesses": limit})
        report = prove_optimal(TotalQuestion.of(variant, history=history), keeping=Keeping(out=out))
        costs = {
            opener: cost for opener, cost in truth(game, mode, history, limit).items() if cost is not None
        }
        if not costs:
            assert report.cost is None
            continue
        assert report.cost == min(costs.values())
        assert report.accepted is not None
        claim = report.accepted.claim
        assert isinstance(claim, TotalLeast)
        before = len(history) * len(words_after(game, history))
        assert {found.opener: found.total - before for found in claim.openers} == {
            opener: cost for opener, cost in costs.items() if cost == report.cost
        }
        is_said_of_others = len(claim.openers) < len(report.question.openers)
        assert claim.others == before + report.cost + is_said_of_others
        check_again(out)
        proven += 1
    assert proven > 15


@pytest.mark.parametrize("mode", MODES)
def test_the_best_three_of_parts_of_the_real_lists(mode: Mode, tmp_path: Path) -> None:
    rng = random.Random(7)  # noqa: S311  reproducible, not secret
    for number in range(3):
        game = real_cut(rng, 30, 120)
        limit = rng.choice((None, 4, 6))
        variant = variant_of(game, mode).model_copy(update={"max_guesses": limit})
        report = rank(TotalQuestion.of(variant), top=3)
        if not report.ranked:
            continue
        out = tmp_path / f"{number}.cert.gz"
        claim = certify(report, out).claim
        assert isinstance(claim, TotalLeast)
        assert [(found.opener, found.total) for found in claim.openers] == [
            (found.opener, found.cost) for found in report.ranked
        ]
        assert claim.others == report.ranked[-1].cost + 1
        check_again(out)


def test_the_proof_is_the_same_on_more_threads(tmp_path: Path) -> None:
    variant = variant_of(real_cut(random.Random(3), 40, 150), Mode.HARD)  # noqa: S311  reproducible, not secret
    files = []
    for jobs in (1, 2, 3):
        files.append(tmp_path / f"{jobs}.cert")
        prove_optimal(TotalQuestion.of(variant), work=Work(jobs=jobs), keeping=Keeping(out=files[-1]))
    assert len({file.read_bytes() for file in files}) == 1
