"""Lines of reports tell what there is, and count nothing that there isn't."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

APART: Final = "name: apart\nguesses: [bat, cog, dun, fix]\nhidden: big\n"
"""Words of which none differ in one letter: there is no family."""


@pytest.mark.parametrize(
    "command",
    [
        "prove --depth 3",
        "prove --depth 2 --opener crane",
        "prove --least-depth",
        "solve",
        "solve --hidden big --mode hard",
        "rank --top 3 --run totals",
        "rank --words 2 --top 3",
        "census --depth 2",
        "noise --runs 1 --opener crate",
        "stats --variant apart.yaml",
        "tree table x.cert",
    ],
)
def test_no_line_counts_what_there_is_none_of(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "apart.yaml").write_text(APART)
    if command.startswith("tree"):
        assert main(["solve", "--variant", "toy", "--opener", "crane", "--tree", "x.cert"]) == ExitCode.DONE
        capsys.readouterr()
    variant = "" if "x.cert" in command or "--variant" in command else "--variant toy"
    assert main([*command.split(), *variant.split()]) == ExitCode.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines
    wrong = re.compile(r"\b0 (by|guess|opener|node|family|pair|state|word)|^family ")
    assert not [line for line in lines if wrong.search(line) and not line.startswith("certificate ")]


def test_nothing_is_known_yet(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--time-limit", "1e-9"]) == ExitCode.UNDECIDED
    assert "; no opener is known to cost more\n" in capsys.readouterr().out
