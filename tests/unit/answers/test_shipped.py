"""What is taken from certificates that ship: only claims about the very same game, limit and openers."""

from __future__ import annotations

import hashlib
import lzma
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.answers import shipped_claims
from wordle_cp.answers.boards.bounds import bound_boards
from wordle_cp.answers.depth.prove import prove_depth
from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.answers.shipped_claims import shipped_certificates, shipped_total
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.data import demand_as_shipped, proof_paths
from wordle_cp.errors import ShippedProofError
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import parse_history
from wordle_cp.runs.provenance import Keeping
from wordle_cp.work import Work

if TYPE_CHECKING:
    from pathlib import Path

TOY: Final = Variant.load("toy")
SEPARATING: Final = ("eiked", "euked", "kidel", "liked", "piked", "piled", "plied", "pseud", "speld")


@pytest.fixture
def proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder whose certificates ship."""
    monkeypatch.setattr(shipped_claims, "proof_paths", lambda: tuple(sorted(tmp_path.glob("*.cert.xz"))))
    return tmp_path


def ship(folder: Path) -> None:
    """Write the table of digests of what is in the folder."""
    demand_as_shipped.cache_clear()
    sums = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in folder.glob("*.xz"))
    (folder / "SHA256SUMS").write_text("\n".join(sums), encoding="utf-8")


def test_the_table_of_digests_is_current() -> None:
    folder = proof_paths()[0].parent
    tables = sorted(folder.glob("*.csv"))
    files = sorted((*proof_paths(), *tables), key=lambda path: path.name)
    sums = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert sorted(line.split("  ")[1] for line in sums) == [path.name for path in files]
    for path in files:
        demand_as_shipped(path)


@pytest.mark.parametrize("change", ["another total", "no table", "no row"])
def test_a_proof_that_was_altered_is_not_believed(change: str, proofs: Path) -> None:
    path = proofs / "toy.cert.xz"
    prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=path))
    ship(proofs)
    if change == "another total":
        text = lzma.decompress(path.read_bytes()).replace(b"claim total least 16", b"claim total least 15")
        path.write_bytes(lzma.compress(text.replace(b"eiked 16 1", b"eiked 15 1")))
    elif change == "no table":
        (proofs / "SHA256SUMS").unlink()
    else:
        (proofs / "SHA256SUMS").write_text("", encoding="utf-8")
    with pytest.raises(ShippedProofError, match=r"toy\.cert\.xz: .*; restore "):
        shipped_total(TOY, 6)
    with pytest.raises(ShippedProofError):
        ValuedPosition(TOY).value()


def test_a_refutation_that_was_altered_is_not_believed_by_boards(proofs: Path) -> None:
    prove_depth(Question.of(TOY), 1, out=proofs / "toy.cert.xz")
    ship(proofs)
    bound_boards(TOY, 2, Work())
    demand_as_shipped.cache_clear()
    text = lzma.decompress((proofs / "toy.cert.xz").read_bytes())
    (proofs / "toy.cert.xz").write_bytes(lzma.compress(text.replace(b"impossible 1", b"impossible 9")))
    with pytest.raises(ShippedProofError):
        bound_boards(TOY, 2, Work())


def test_openers_of_codes_that_are_alike_are_all_best() -> None:
    found = shipped_total(Variant.load("mastermind-4x6", codes=True), None)
    assert found is not None
    assert (found.total, len(found.best), found.best[0], found.best[-1]) == (5625, 720, "1123", "6654")


def test_the_best_openers_and_their_total(proofs: Path) -> None:
    path = proofs / "toy.cert.xz"
    prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=path))
    ship(proofs)
    found = shipped_total(TOY, 6)
    assert found is not None
    assert (found.total, found.best, found.path) == (16, SEPARATING, path)
    value = ValuedPosition(TOY).value()
    assert (value.total, value.best, value.certificate) == (16, SEPARATING, path)
    path.unlink()
    searched = ValuedPosition(TOY).value()
    assert (searched.total, searched.best, searched.certificate) == (16, SEPARATING, None)


def test_another_game_or_limit(proofs: Path) -> None:
    prove_optimal(TotalQuestion.of(TOY), keeping=Keeping(out=proofs / "toy.cert.xz"))
    fields = {name: getattr(TOY, name) for name in Variant.model_fields}
    for change in ({"mode": Mode.HARD}, {"hidden": TOY.hidden[1:]}, {"guesses": TOY.guesses[:-1]}):
        other = Variant.model_validate(fields | change)
        assert not list(shipped_certificates(other))
        assert shipped_total(other, 6) is None
    assert shipped_total(TOY, 5) is None
    assert shipped_total(TOY, None) is None


def test_claims_about_something_else(proofs: Path) -> None:
    """About some openers; after a history; and a strategy, which tells no least total."""
    prove_optimal(
        TotalQuestion.of(TOY, openers=("creed", "crane")), keeping=Keeping(out=proofs / "some.cert.xz")
    )
    prove_optimal(
        TotalQuestion.of(TOY, history=parse_history("trace.bgbyy", 5)),
        keeping=Keeping(out=proofs / "later.cert.xz"),
    )
    ultrahard = TOY.model_copy(update={"mode": Mode.ULTRAHARD})
    prove_optimal(TotalQuestion.of(ultrahard), keeping=Keeping(out=proofs / "strategy.cert.xz"))
    assert len(list(shipped_certificates(TOY))) == 2
    assert shipped_total(TOY, 6) is None
    assert len(list(shipped_certificates(ultrahard))) == 1
    assert shipped_total(ultrahard, 6) is None
