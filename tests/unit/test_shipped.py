"""What is taken from certificates that ship: only claims about the very same game, limit and openers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp import shipped
from wordle_cp.position_value import Position
from wordle_cp.rules import Mode, parse_history
from wordle_cp.shipped import shipped_certificates, shipped_total
from wordle_cp.solve import prove_optimal
from wordle_cp.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

TOY: Final = Variant.load("toy")
SEPARATING: Final = ("eiked", "euked", "kidel", "liked", "piked", "piled", "plied", "pseud", "speld")


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder whose certificates ship."""
    monkeypatch.setattr(shipped, "proof_paths", lambda: tuple(sorted(tmp_path.iterdir())))
    return tmp_path


def test_openers_of_codes_that_are_alike_are_all_best() -> None:
    found = shipped_total(Variant.load("mastermind-4x6", codes=True), None)
    assert found is not None
    assert (found.total, len(found.best), found.best[0], found.best[-1]) == (5625, 720, "1123", "6654")


def test_the_best_openers_and_their_total(proofs: Path) -> None:
    path = proofs / "toy.cert.xz"
    prove_optimal(TOY, out=path)
    found = shipped_total(TOY, 6)
    assert found is not None
    assert (found.total, found.best, found.path) == (16, SEPARATING, path)
    value = Position(TOY).value()
    assert (value.total, value.best, value.certificate) == (16, SEPARATING, path)
    path.unlink()
    searched = Position(TOY).value()
    assert (searched.total, searched.best, searched.certificate) == (16, SEPARATING, None)


def test_another_game_or_limit(proofs: Path) -> None:
    prove_optimal(TOY, out=proofs / "toy.cert.xz")
    fields = {name: getattr(TOY, name) for name in Variant.model_fields}
    for change in ({"mode": Mode.HARD}, {"hidden": TOY.hidden[1:]}, {"guesses": TOY.guesses[:-1]}):
        other = Variant.model_validate(fields | change)
        assert not list(shipped_certificates(other))
        assert shipped_total(other, 6) is None
    assert shipped_total(TOY, 5) is None
    assert shipped_total(TOY, None) is None


def test_claims_about_something_else(proofs: Path) -> None:
    """About some openers; after a history; and a strategy, which tells no least total."""
    prove_optimal(TOY, out=proofs / "some.cert.xz", openers=("creed", "crane"))
    prove_optimal(TOY, out=proofs / "later.cert.xz", history=parse_history("trace.bgbyy", 5))
    ultrahard = TOY.model_copy(update={"mode": Mode.ULTRAHARD})
    prove_optimal(ultrahard, out=proofs / "strategy.cert.xz")
    assert len(list(shipped_certificates(TOY))) == 2
    assert shipped_total(TOY, 6) is None
    assert len(list(shipped_certificates(ultrahard))) == 1
    assert shipped_total(ultrahard, 6) is None
