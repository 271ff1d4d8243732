"""The quick rows of the table of known guaranteed depths, on the real lists; every strategy is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.effort import first, only_more
from wordle_cp.answers.depths import prove_depth
from wordle_cp.certificate.claims.impossible import DepthImpossible, Refutation
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.parts.nodes import NodeKind
from wordle_cp.certificate.read import read_proof
from wordle_cp.engine import Verdict
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position, Question
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.search.depth import search_depth
from wordle_cp.work import Work

if TYPE_CHECKING:
    from pathlib import Path

STAGE = parse_history("stage.gbgbg", 5)
LISTS = ["original", "nyt-2022-02-15"]
ONE_LIST_AT_LEAST = pytest.mark.parametrize("name", first(LISTS))


@ONE_LIST_AT_LEAST
@pytest.mark.parametrize(("mode", "depth", "openers"), [(Mode.NORMAL, 5, None), (Mode.HARD, 5, ("palet",))])
def test_five_guesses_are_enough(
    name: str, mode: Mode, depth: int, openers: tuple[str, ...] | None, tmp_path: Path
) -> None:
    variant = Variant.load(name, mode=mode)
    report = prove_depth(
        Question.of(variant, openers=openers),
        depth,
        out=tmp_path / "strategy.cert.gz",
        fresh=True,
        work=Work(jobs=2),
    )
    assert report.verdict is Verdict.POSSIBLE
    assert report.accepted is not None
    assert isinstance(report.accepted.claim, DepthPossible)
    assert report.accepted.claim.hidden_count == len(variant.hidden)
    assert report.accepted.claim.max_guesses <= depth
    assert report.accepted.claim.opener == (openers[0] if openers else None)


@ONE_LIST_AT_LEAST
def test_six_guesses_are_enough_in_ultrahard_mode(name: str, tmp_path: Path) -> None:
    variant = Variant.load(name, mode=Mode.ULTRAHARD)
    report = prove_depth(
        Question.of(variant), 6, out=tmp_path / "strategy.cert.gz", fresh=True, work=Work(jobs=2)
    )
    assert report.verdict is Verdict.POSSIBLE
    assert report.accepted is not None
    assert report.accepted.claim.hidden_count == len(variant.hidden)


@pytest.mark.slow
@only_more
@ONE_LIST_AT_LEAST
def test_five_guesses_do_not_find_every_guess(name: str, tmp_path: Path) -> None:
    """docs/howto/prove.md shows this run, so `make test` has it; and it checks the certificate in proofs/."""
    variant = Variant.load(name, hidden=HiddenKind.BIG)
    report = prove_depth(
        Question.of(variant), 5, out=tmp_path / "strategy.cert.gz", fresh=True, work=Work(jobs=2)
    )
    outcome = report.result
    assert report.verdict is Verdict.IMPOSSIBLE
    assert outcome.refuted_by_families + outcome.refuted_by_search == len(variant.guesses)
    assert report.certificate is not None
    refutation = read_proof(report.certificate, Refutation)
    assert [node.kind for node in refutation.nodes] == [NodeKind.WEIGHTS]  # one family, ?ills, is enough
    assert {word[1:] for word in refutation.nodes[0].words} == {"ills"}
    assert report.certificate.stat().st_size < 1000


@pytest.mark.slow
@only_more
def test_four_guesses_are_too_few_in_hard_mode_and_a_certificate_says_so(tmp_path: Path) -> None:
    """`make test` checks such a certificate in proofs/, and makes others on cuts of the real lists."""
    variant = Variant.load("nyt-2022-02-15", mode=Mode.HARD)
    report = prove_depth(Question.of(variant), 4, out=tmp_path / "refutation.cert.gz", work=Work(jobs=2))
    assert report.verdict is Verdict.IMPOSSIBLE
    assert report.accepted is not None
    assert isinstance(report.accepted.claim, DepthImpossible)
    assert report.accepted.claim.hidden_count == len(variant.hidden)
    states = report.result.states
    assert min(states.by_families, states.by_pairs, states.by_guesses) > 0


def test_after_stage_some_openers_are_good_and_some_are_not(tmp_path: Path) -> None:
    """Selby, "The best strategies for Wordle": SPARE, then SLAKE, SUAVE, SHADE guarantee six in all."""
    variant = Variant.load("nyt-2022-02-15", mode=Mode.HARD)
    report = prove_depth(Question.of(variant, history=STAGE), 6, out=tmp_path / "strategy.cert.gz")
    assert report.verdict is Verdict.POSSIBLE
    assert search_depth(Question.of(variant, history=STAGE), 5).verdict is Verdict.IMPOSSIBLE

    allowed = [guess for guess in variant.guesses if is_allowed(guess, STAGE, Mode.HARD)]
    good = {
        guess
        for guess in allowed
        if search_depth(Question.of(variant, history=STAGE, openers=(guess,)), 6).verdict is Verdict.POSSIBLE
    }
    assert "spare" in good
    assert report.result.opener in good
    assert len(good) < len(allowed)
    assert good.isdisjoint({"stage"})  # allowed again, but it tells nothing
    assert len(Position.of(variant, STAGE).hidden) > 6
