"""The fewest words that are too many: against exhaustive search, and with limits that strike."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_sets import least_lost
from tests.oracle.games import Size, random_game
from wordle_cp.answers.models import witness
from wordle_cp.answers.models.witness import find_witness
from wordle_cp.errors import UsageError
from wordle_cp.games.variant import Variant
from wordle_cp.modelling.formulation import ModelQuestion
from wordle_cp.modelling.solver import Unknown
from wordle_cp.rules.modes import Mode
from wordle_cp.work import Limits, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_witnesses_are_the_fewest(seed: int, mode: Mode, tmp_path: Path) -> None:
    game = random_game(random.Random(f"fewest/{seed}"), Size(7, 13))  # noqa: S311
    file = tmp_path / "game.yaml"
    file.write_text(
        f"name: game\nguesses: [{', '.join(game.guesses)}]\nhidden: [{', '.join(game.hidden)}]\n"
        f"mode: {mode}\nmax_guesses: 9\n"
    )
    variant, brute = Variant.load(file), BruteForce(game.guesses, mode)
    for left in (1, 2, 3):
        report = find_witness(ModelQuestion.of(variant, depth=left), out=tmp_path / f"lost-{left}.cert")
        least = least_lost(brute, frozenset(game.hidden), left, ())
        assert report.solvable == (least is None)
        assert report.exact == (least is not None)
        if report.words is not None:
            assert len(report.words) == report.low == least
            assert not brute.solvable(frozenset(report.words), brute.allowed_after(()), left)
            assert report.accepted is not None
            assert report.accepted.claim.limit == left


def test_a_limit_leaves_bounds() -> None:
    question = ModelQuestion.of("nyt-2022-02-15", depth=3)
    report = find_witness(question, Work(limits=Limits(seconds=1e-6)))
    assert (report.low, report.words, report.accepted) == (4, None, None)
    assert report.stopped_by is StopReason.TIME
    first, stopped, *_ = report.told("--time-limit 1")
    assert first == (
        "undecided: nyt-2022-02-15, normal mode: any 3 of 2309 hidden words can all be found within 3 guesses"
        "; this run found no words that can't"
    )
    assert stopped == "stopped by   --time-limit 1"
    many = replace(report, words=question.words[:50])
    shown = next(line for line in many.told("") if line.startswith("witness"))
    assert shown.endswith(" and 10 more (to_json has them)")
    assert question.words[39].upper() in shown
    assert question.words[40].upper() not in shown


def test_a_step_that_had_too_little_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a part of the time, so that some is left when the last one ends."""
    monkeypatch.setattr(witness, "lost_bounds", lambda *_: Unknown())
    monkeypatch.setattr(witness, "shipped_lost", lambda *_: None)  # checking it takes a while
    question = ModelQuestion.of("nyt-2022-02-15", depth=3)
    assert find_witness(question, Work(limits=Limits(seconds=600))).stopped_by is StopReason.TIME
    assert find_witness(question).stopped_by is None


def test_what_has_no_witness() -> None:
    toy = Variant.load("toy")
    for question, message in (
        (ModelQuestion.of(toy), "a witness needs a number of guesses: give depth"),
        (
            ModelQuestion.of(toy.model_copy(update={"mode": Mode.ULTRAHARD}), depth=2),
            "a witness needs normal or hard mode, found ultrahard mode",
        ),
    ):
        with pytest.raises(UsageError) as caught:
            find_witness(question)
        assert str(caught.value) == message
