"""Nothing is assumed: no theorem rests on an axiom, and none was admitted."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.verified.program import BUILT, SOURCES

if TYPE_CHECKING:
    from pathlib import Path

CLOSED = "Closed under the global context"


def coqc(folder: Path, script: str) -> str:
    """Return what Coq prints when it compiles `script` with the theorems at hand."""
    file = folder / "Script.v"
    file.write_text(script, encoding="utf-8")
    command = ["coqc", "-q", "-Q", str(BUILT), "Verified", str(file)]  # whatever coqc there is
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def theorems() -> list[str]:
    """Return the name of every theorem and lemma, with its file before it."""
    return [
        f"{file.stem}.{name}"
        for file in sorted(SOURCES.glob("*.v"))
        for name in re.findall(r"^(?:Theorem|Lemma) (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]


@pytest.mark.usefixtures("program")
def test_no_theorem_rests_on_an_axiom(tmp_path: Path) -> None:
    """Coq itself says so of the tuple of all of them; to ask it of each would take twenty times as long."""
    names = theorems()
    main = {"Checker.possible_sound", "Checker.impossible_sound", "Checker.misses_sound"}
    main |= {"Least.least_sound", "Least.between_sound"}
    assert main <= set(names)
    files = " ".join(sorted({name.partition(".")[0] for name in names}))
    together = ", ".join(f"@{name}" for name in names)
    script = f"From Verified Require {files}.\nDefinition all := ({together}).\nPrint Assumptions all.\n"
    assert coqc(tmp_path, script).splitlines() == [CLOSED]


@pytest.mark.usefixtures("program")
def test_an_axiom_would_be_seen(tmp_path: Path) -> None:
    """The test above can fail."""
    script = (
        "Axiom wrong : False.\nLemma second : 0 = 1. Proof. destruct wrong. Qed.\n"
        "Definition all := (@eq_refl, @second).\nPrint Assumptions all.\n"
    )
    assert coqc(tmp_path, script).splitlines() == ["Axioms:", "wrong : False"]


def test_no_proof_is_left_out() -> None:
    """No file has an axiom, a parameter, or a proof that was given up, used or not."""
    for file in SOURCES.glob("*.v"):
        code = re.sub(r"\(\*.*?\*\)", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(?:Axiom|Parameter|Conjecture|Admitted|admit|Abort)\b", code), file


def test_what_a_reader_must_read_is_short() -> None:
    """The rules have at most 150 lines, the claims 75, and what reads and prints claims 400.

    Letters other than a to z have 85 more: no claim about words of a to z, or about codes, rests on these.
    """

    def lines(*names: str) -> int:
        return sum(len((SOURCES / name).read_text(encoding="utf-8").splitlines()) for name in names)

    assert lines("Rules.v") <= 150
    assert lines("Claims.v") <= 75
    assert lines("reading.ml", "wordle_check.ml") <= 400
    assert lines("letters.ml") <= 85
