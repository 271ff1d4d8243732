"""Depth questions of ultrahard mode: hard mode is asked first, and each impossibility has a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.effort import first
from tests.events import into
from wordle_cp.answers.depths import prove_depth
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope, Refutation
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify import ultrahard
from wordle_cp.cli.app import main
from wordle_cp.engine import Game, UltrahardTable, Verdict
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position, Question
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import pattern_of
from wordle_cp.search.depth import decide_depth
from wordle_cp.work import Limits, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

ORIGINAL = Variant.load("original", mode=Mode.ULTRAHARD)


def test_three_guesses_are_not_enough_for_the_original_lists(tmp_path: Path) -> None:
    stages: list[str] = []
    out = tmp_path / "three.cert.xz"
    report = prove_depth(Question.of(ORIGINAL), 3, out=out, work=Work(show=into(stages)))
    assert report.verdict is Verdict.IMPOSSIBLE
    assert report.accepted is not None
    assert isinstance(report.accepted.claim, DepthImpossible)
    assert report.accepted.game.mode is Mode.ULTRAHARD
    assert stages == ["search", "writing the proof", "checking the certificate"]


def test_openers_that_hard_mode_alone_allows_are_not_asked_about(tmp_path: Path) -> None:
    history = parse_history("raise.BBBBB", 5)
    report = prove_depth(Question.of(ORIGINAL, history=history), 3, out=tmp_path / "after.cert")
    openers = [guess for guess in ORIGINAL.guesses if is_allowed(guess, history, Mode.ULTRAHARD)]
    assert 1 < len(openers) < len(ORIGINAL.guesses), "hard mode allows all of them"
    outcome = report.result
    assert report.verdict is Verdict.IMPOSSIBLE
    assert outcome.refuted_by_families + outcome.refuted_by_search == len(openers)
    refutation = read_proof(tmp_path / "after.cert", Refutation)
    assert (refutation.claim.scope, refutation.claim.history) == (OpenerScope.ALL, history)


def test_named_openers(tmp_path: Path) -> None:
    report = prove_depth(Question.of(ORIGINAL, openers=("salet", "crane")), 3, out=tmp_path / "two.cert")
    refutation = read_proof(tmp_path / "two.cert", Refutation)
    assert report.verdict is Verdict.IMPOSSIBLE
    assert (refutation.claim.scope, refutation.claim.openers) == (OpenerScope.ONLY, ("salet", "crane"))


def test_one_word_and_no_guess(tmp_path: Path) -> None:
    """Nothing is left to search, so nothing to prove but that a guess is missing."""
    toy = Variant.load("toy", mode=Mode.ULTRAHARD)
    word = toy.hidden[0]
    other = next(guess for guess in toy.guesses if guess not in toy.hidden)
    played = ((other, pattern_of(other, word)),)
    report = prove_depth(Question.of(toy, history=played), 1, out=tmp_path / "none.cert")
    assert report.verdict is Verdict.IMPOSSIBLE
    assert read_proof(tmp_path / "none.cert", Refutation).nodes == ()


def test_limits_are_shared() -> None:
    found, mode = decide_depth(Question.of(ORIGINAL), 4, work=Work(limits=Limits(seconds=1e-9)))
    assert found.verdict is Verdict.UNDECIDED
    assert found.stopped_by is StopReason.TIME
    assert mode is Mode.ULTRAHARD, "after its share of the time hard mode gave up"


def test_who_interrupts_hard_mode_interrupts_all() -> None:
    found, mode = decide_depth(Question.of(ORIGINAL), 4, work=Work(cancelled=lambda: True))
    assert found.verdict is Verdict.UNDECIDED
    assert found.stopped_by is StopReason.INTERRUPTED
    assert mode is Mode.HARD


AFTER = parse_history("taker.BBBBB.slows.BBYBB", 5)
"""In ultrahard mode five guesses aren't enough then; in hard mode they are."""


def test_hard_mode_finds_a_strategy_where_ultrahard_mode_has_none(tmp_path: Path) -> None:
    hard = prove_depth(
        Question.of(Variant.load("original", mode=Mode.HARD), history=AFTER), 5, out=tmp_path / "hard.cert"
    )
    assert hard.verdict is Verdict.POSSIBLE
    report = prove_depth(Question.of(ORIGINAL, history=AFTER), 5, out=tmp_path / "ultrahard.cert")
    assert report.verdict is Verdict.IMPOSSIBLE
    assert report.accepted is not None
    nodes = read_proof(tmp_path / "ultrahard.cert", Refutation).nodes
    assert any(node.conditions for node in nodes)
    assert len(nodes) < 100


@pytest.mark.parametrize("stage", first(["writing the proof", "checking the certificate"]))
def test_a_proof_that_is_given_up_leaves_the_verdict_of_the_search(stage: str, tmp_path: Path) -> None:
    reached: list[str] = []
    out = tmp_path / "given-up.cert"
    work = Work(show=into(reached), cancelled=lambda: stage in reached)
    report = prove_depth(Question.of(ORIGINAL, history=AFTER), 5, out=out, work=work)
    assert reached[-1] == stage
    assert (report.verdict, report.accepted, report.certificate) == (Verdict.IMPOSSIBLE, None, None)
    assert report.result.stopped_by is StopReason.INTERRUPTED
    assert not out.exists()


def test_a_limit_that_ends_the_proof_has_its_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def strike(*_arguments: object) -> None:
        raise StoppedError(StopReason.TIME)

    words = ("prove", "--depth", "5", "--mode", "ultrahard", "--after", "taker.bbbbb.slows.bbybb", "--out")
    with monkeypatch.context() as patch:
        patch.setattr("wordle_cp.answers.depths.write_checked", strike)
        assert main([*words, str(tmp_path / "a.cert"), "--time-limit", "99"]) == 3
    limit = capsys.readouterr().out
    monkeypatch.setattr(ultrahard, "MAX_NODES", 10)
    assert main([*words, str(tmp_path / "a.cert")]) == 0, "the same would come of it once more"
    size = capsys.readouterr().out
    assert not [*tmp_path.iterdir()]
    for report, why in (limit, "stopped by --time-limit 99"), (size, "the proof would be too long"):
        assert report.startswith("impossible: ")
        assert (
            f"\ncertificate  none: {why}\nuncertified  that there is no strategy, by the search\n" in report
        )


def test_a_table_of_states() -> None:
    words = ("bat", "cat", "hat", "bah")
    table = UltrahardTable(Game(words, words))
    assert table.is_lost((0, 1, 2), (0, 1, 2), 2, lambda: None)
    assert not table.is_lost((0, 1, 2, 3), (0, 1, 2), 2, lambda: None), "BAH tells them apart"
    assert not table.is_lost((0, 1, 2), (0, 1, 2), 3, lambda: None)
    with pytest.raises(ValueError, match="no guess has the id 4"):
        table.is_lost((4,), (0,), 2, lambda: None)
    with pytest.raises(ValueError, match="needs the guess list as hidden list"):
        UltrahardTable(Game(words, words[:2]))


def test_what_is_possible_has_no_refutation() -> None:
    opener = Position.of(ORIGINAL, AFTER).hidden[0]
    with pytest.raises(ValueError, match="leaves no cell that is lost"):
        ultrahard.ultrahard_certificate(Question.of(ORIGINAL, history=AFTER, openers=(opener,)), 33)
