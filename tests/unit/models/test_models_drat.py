"""Infeasible adaptive trees as CNF: CaDiCaL's DRAT proofs, which a checker of our tests accepts."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.effort import only_more
from tests.oracle.rup import clauses_of, refutes
from wordle_cp.games.variant import Variant
from wordle_cp.models.exchange.formats import ModelFormat
from wordle_cp.models.formulation import ModelQuestion
from wordle_cp.models.registry import formulation
from wordle_cp.rules.modes import Mode
from wordle_cp.views.formats.models import export_model

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("mode", [pytest.param(Mode.NORMAL, marks=only_more), Mode.HARD])
def test_cadical_refutes_and_its_proof_is_accepted(mode: Mode, tmp_path: Path) -> None:
    """Two guesses after SALET GYYBB are too few in both modes.

    In normal mode `prove --by sat` shows it, too: tests/unit/cli/test_cli_by_sat.py.
    """
    program = shutil.which("cadical")
    if program is None:
        pytest.skip("CaDiCaL isn't there")
    question = ModelQuestion.of(Variant.load("original", mode=mode), history="salet.gyybb", depth=3)
    text = export_model(formulation("adaptive-tree"), question, ModelFormat.CNF)
    cnf, drat = tmp_path / "tree.cnf", tmp_path / "tree.drat"
    cnf.write_text(text)
    done = subprocess.run(
        [program, "-q", "--no-binary", str(cnf), str(drat)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (20, "s UNSATISFIABLE\n")
    clauses, proof = clauses_of(text.splitlines()), drat.read_text().splitlines()
    assert refutes(clauses, proof)
    assert not refutes(clauses, proof[:-1]), "the empty clause is missing"
    assert not refutes([one for one in clauses if len(one) < 3], proof), "clauses are missing"
