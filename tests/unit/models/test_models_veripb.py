"""Proofs for VeriPB: a checker that reads both files alone accepts them, and nothing that was changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.oracle.cutting_planes import RejectedError, check
from wordle_cp import data, export_model
from wordle_cp.errors import UsageError
from wordle_cp.modelling.exchange.pseudo_boolean import opb_lines
from wordle_cp.modelling.exchange.veripb import proof_lines
from wordle_cp.modelling.rows import Constraint, Rows, Variable

if TYPE_CHECKING:
    from pathlib import Path

GUESSES = data.word_list("original-guesses")


def exported(folder: Path, model: str, pattern: str, **options: Any) -> tuple[str, str]:  # noqa: ANN401
    """Return a model as OPB, and its proof."""
    proof = folder / "proof.pbp"
    words = [word for word in GUESSES if re.fullmatch(pattern, word)]
    text = export_model(model, "original", "opb", words=words, proof=proof, **options)
    return text, proof.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def ills(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return exported(tmp_path_factory.mktemp("ills"), "family-cover", ".ills", depth=5)


def test_a_family_has_a_proof_of_one_line(ills: tuple[str, str]) -> None:
    check(*ills)
    assert "\npol 1 2 * 2 1 * + " in ills[1]


def test_hard_mode_has_one_where_the_relaxation_is_enough(tmp_path: Path) -> None:
    check(*exported(tmp_path, "family-chain", "co.ed", depth=3, mode="hard"))


def test_each_factor_is_needed(ills: tuple[str, str]) -> None:
    opb, proof = ills
    steps = re.findall(r"(\d+) (\d+) \*", proof)
    rejected = 0
    for number, factor in steps:
        less = proof.replace(f" {number} {factor} *", f" {number} {int(factor) - 1} *", 1)
        try:
            check(opb, less)
        except RejectedError:
            rejected += 1
    assert rejected == len(steps)


def test_each_constraint_is_needed(ills: tuple[str, str]) -> None:
    opb, proof = ills
    lines = opb.splitlines()
    for place in [place for place, line in enumerate(lines) if not line.startswith("*")]:
        fewer = "\n".join(lines[:place] + lines[place + 1 :])
        with pytest.raises(RejectedError):
            check(fewer, proof)
        with pytest.raises(RejectedError):
            check("\n".join([*lines[:place], "+1 x1 >= 0 ;", *lines[place + 1 :]]), proof)


def test_another_model_has_another_proof(ills: tuple[str, str], tmp_path: Path) -> None:
    other = exported(tmp_path, "family-cover", ".ings", depth=3)
    check(*other)
    for opb, proof in ((ills[0], other[1]), (other[0], ills[1])):
        with pytest.raises(RejectedError):
            check(opb, proof)


def test_equations_count_twice() -> None:
    columns = (Variable("x", 0, 1, whole=True), Variable("y", 0, 1, whole=True))
    rows = Rows(
        "equal",
        columns,
        (
            Constraint("same", ((1, 0), (-1, 1)), 0, 0),
            Constraint("one", ((1, 0),), least=1),
            Constraint("other", ((1, 1),), most=0),
        ),
    )
    check("\n".join(opb_lines(rows, ())), "\n".join(proof_lines(rows)))


def test_a_model_with_solutions_has_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no proof in one line"):
        exported(tmp_path, "family-cover", ".ills", depth=6)
    with pytest.raises(UsageError, match="proof is about opb"):
        export_model(
            "family-cover", "original", "mzn", words=["bills", "cills"], depth=5, proof=tmp_path / "proof"
        )
