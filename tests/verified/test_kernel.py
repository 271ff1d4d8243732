"""That five guesses are too few, every guess possibly hidden: a theorem that Coq's kernel computes."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.verified.program import BUILT, SOURCES
from tests.verified.test_theorems import CLOSED, coqc
from wordle_cp import data

if TYPE_CHECKING:
    from pathlib import Path

STATEMENT = "impossible (Wordle Normal) guesses guesses [] 5 12972 (fun _ => True)"


def test_the_documents_state_what_the_file_states() -> None:
    """Word by word."""
    for file in ("README.md", "kernel/Ills.v"):
        assert f"Theorem five_are_too_few : {STATEMENT}." in (SOURCES / file).read_text(encoding="utf-8")


@pytest.mark.usefixtures("program")
def test_kernel_computes_that_five_guesses_are_too_few(tmp_path: Path) -> None:
    """It says what is meant, rests on no axiom, and is about the list that ships."""
    subprocess.run(["make", "-C", str(SOURCES), f"BUILD={BUILT}", "kernel"], check=True)  # noqa: S607
    script = (
        "From Coq Require Import List. Import ListNotations.\n"
        "From Verified Require Import Rules Claims Ills.\n"
        f"Definition meant : {STATEMENT} := five_are_too_few.\nPrint Assumptions meant.\n"
    )
    assert coqc(tmp_path, script).splitlines() == [CLOSED]
    made = (BUILT / "OriginalGuesses.v").read_text(encoding="utf-8")
    words = [word for text in re.findall(r'"([^"]*)"', made) for word in text.split()]
    assert tuple(words) == data.word_list("original-guesses")
