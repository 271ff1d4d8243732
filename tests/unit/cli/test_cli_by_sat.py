"""`prove --by sat`: what is decided, what is kept, what the answer is worth, and what is refused."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import wordle_cp
from tests.oracle.rup import clauses_of, refutes
from wordle_cp.cli import main as program
from wordle_cp.cli.app import main
from wordle_cp.errors import UsageError
from wordle_cp.models import adaptive_tree, sat
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from pathlib import Path

ENDGAME: tuple[str, ...] = ("--after", "salet.gyybb")
"""13 hidden words: two guesses more aren't enough, three are, in normal and in hard mode."""

needs_solver = pytest.mark.skipif(shutil.which(sat.PROGRAM) is None, reason="CaDiCaL isn't there")


def fields_of(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main([*words, "--by", "sat", "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def fake(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program that does what the `script` says in the place of CaDiCaL."""
    file = folder / sat.PROGRAM
    file.write_text(f"#!{sys.executable}\nimport os, sys, time\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@needs_solver
@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_what_is_impossible_has_two_proofs(
    mode: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "three.cert.gz"
    words = ("prove", "--depth", "3", "--mode", mode, *ENDGAME, "--out", str(file))
    fields = fields_of(capsys, *words)
    assert (fields["verdict"], fields["by"], fields["checked"]) == ("impossible", "sat", True)
    assert main(["check", "--plain", str(file), "--quiet"]) == 0
    cnf, drat = tmp_path / "three.cnf", tmp_path / "three.drat"
    assert (fields["formula"]["formula"], fields["formula"]["proof"]) == (str(cnf), str(drat))
    clauses, proof = clauses_of(cnf.read_text().splitlines()), drat.read_text().splitlines()
    assert refutes(clauses, proof), "so says another checker, of the files that are kept"
    assert len(clauses) == fields["formula"]["clauses"]
    assert "c infeasible  would mean: no strategy finds all 13 words within 2 guesses\n" in cnf.read_text()
    capsys.readouterr()
    assert main([*words, "--by", "sat"]) == 0
    report = capsys.readouterr().out
    assert (
        f"\nrefutation   {drat}, DRAT: {fields['formula']['lemmas']} lemmas by CaDiCaL, checked\n" in report
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["three.cert.gz", "three.cnf", "three.drat"]


@needs_solver
@pytest.mark.parametrize("mode", ["normal", "hard"])
def test_a_solution_becomes_a_strategy_with_a_certificate(
    mode: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "four.cert"
    fields = fields_of(capsys, "prove", "--depth", "4", "--mode", mode, *ENDGAME, "--out", str(file))
    assert (fields["verdict"], fields["checked"], fields["max_guesses"]) == ("possible", True, 4)
    assert fields["formula"]["formula"] is None
    assert main(["check", "--plain", str(file), "--quiet"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["four.cert"]


@needs_solver
def test_it_agrees_with_the_search_on_each_depth(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for hidden in ("list", "big"):
        for depth in (1, 2, 3, 4):
            words = ("--variant", "toy", "--hidden", hidden, "--depth", str(depth), "--out")
            by_sat = fields_of(capsys, "prove", *words, str(tmp_path / "a.cert"))
            assert main(["prove", *words, str(tmp_path / "b.cert"), "--json"]) == 0
            assert by_sat["verdict"] == json.loads(capsys.readouterr().out)["verdict"]
    lone = ("prove", "--after", "salet.gyybb.child.ybbyb", "--out", str(tmp_path / "c.cert"))
    assert fields_of(capsys, *lone, "--depth", "3")["verdict"] == "possible"


@needs_solver
def test_the_least_depth_keeps_the_files_of_the_last_refutation_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fields = fields_of(capsys, "prove", "--least-depth", *ENDGAME, "--out", str(tmp_path))
    assert (fields["verdict"], fields["depth"]) == ("proven", 4)
    assert fields["possible"]["by"] == fields["impossible"]["by"] == "sat"
    names = [
        "4-after-salet-gyybb.cert.gz",
        *(f"3-after-salet-gyybb.{end}" for end in ("cert.gz", "cnf", "drat")),
    ]
    assert {path.name for path in tmp_path.iterdir()} == {f"original-normal-depth-{name}" for name in names}


@needs_solver
def test_without_our_certificate_it_says_who_vouches(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def strike(*_arguments: object, **_named: object) -> None:
        raise StoppedError(StopReason.TIME)

    monkeypatch.setattr("wordle_cp.answers.depth.deciders.search_refutation", strike)
    words = ("prove", "--depth", "3", *ENDGAME, "--out", str(tmp_path / "three.cert"), "--time-limit", "60")
    fields = fields_of(capsys, *words, code=3)
    assert (fields["verdict"], fields["checked"], fields["certificate"]) == ("impossible", False, None)
    assert fields["stopped_by"] == "time limit"
    assert fields["uncertified"] == "that there is no strategy, by CaDiCaL, with a DRAT proof"
    assert main([*words, "--by", "sat"]) == 3
    report = capsys.readouterr().out
    assert "\ncertificate  none: stopped by --time-limit 60\n" in report
    assert "\nuncertified  that there is no strategy, by CaDiCaL, with a DRAT proof\n" in report
    assert sorted(path.name for path in tmp_path.iterdir()) == ["three.cnf", "three.drat"]


@needs_solver
def test_the_least_depth_names_formula_and_proof_and_what_struck(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("prove", "--least-depth", *ENDGAME, "--out", str(tmp_path), "--by", "sat")
    assert main(words) == 0
    report = capsys.readouterr().out
    name = tmp_path / "original-normal-depth-3-after-salet-gyybb"
    assert f"\nrefutation   {name}.drat, DRAT: " in report
    assert f"clauses; {name}.cnf\n" in report
    assert report.count("\nformula  ") == 2, "of the depth that is possible, too"
    assert "uncertified" not in report

    def strike(*_arguments: object, **_named: object) -> None:
        raise StoppedError(StopReason.MEMORY)

    monkeypatch.setattr("wordle_cp.answers.depth.deciders.search_refutation", strike)
    assert main((*words, "--max-memory", "10000")) == 3
    report = capsys.readouterr().out
    assert report.startswith("least depth 4: ")
    assert "\ncertificate  none: stopped by --max-memory 10000\n" in report
    assert "\nuncertified  that there is no strategy, by CaDiCaL, with a DRAT proof\n" in report
    fields = fields_of(capsys, *words[:-2], "--max-memory", "10000", code=3)
    assert (fields["verdict"], fields["depth"], fields["checked"]) == ("exact", 4, False)


@needs_solver
def test_files_of_somebody_else_are_not_replaced(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("prove", "--depth", "3", *ENDGAME, "--by", "sat", "--out", str(tmp_path / "a.cert"))
    for name, text in ("a.cnf", "p cnf 0 0\n"), ("a.drat", "0\n"):
        (tmp_path / name).write_text(text)
        assert main(words) == 2
        output = capsys.readouterr()
        assert (output.out, output.err.count("\n")) == ("", 1)
        assert f"{tmp_path / name} would be replaced, and prove --by sat didn't write it" in output.err
        assert [path.read_text() for path in tmp_path.iterdir()] == [text]
        (tmp_path / name).unlink()


@needs_solver
@pytest.mark.parametrize("depth", ["3", "4"])
def test_a_proof_of_somebody_else_beside_our_formula_is_not_replaced_or_removed(
    depth: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = (*ENDGAME, "--by", "sat", "--out", str(tmp_path / "a.cert"))
    assert main(("prove", "--depth", "3", *words)) == 0
    drat = tmp_path / "a.drat"
    drat.write_bytes(drat.read_bytes() + b"1 0\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    capsys.readouterr()
    assert main(("prove", "--depth", depth, *words)) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert f"{drat} would be replaced, and prove --by sat didn't write it" in output.err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    drat.unlink()
    assert main(("prove", "--depth", depth, *words)) == 0, "without it the formula is ours to replace"


@needs_solver
def test_formula_and_proof_of_another_answer_do_not_stay_beside_a_certificate(tmp_path: Path) -> None:
    out, names = str(tmp_path / "a.cert"), ["a.cert", "a.cnf", "a.drat"]
    for depth, kept in ("3", names), ("3", names), ("4", names[:1]), ("3", names), ("1", names[:1]):
        assert main(("prove", "--depth", depth, *ENDGAME, "--by", "sat", "--out", out, "--quiet")) == 0
        assert sorted(path.name for path in tmp_path.iterdir()) == kept


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (
            "sys.stdin.read(); open(sys.argv[-1], 'w').write('0\\n'); sys.exit(20)",
            "a DRAT proof that proves nothing (line 1: drat: expected a clause that is RUP or RAT, found 0)",
        ),
        (
            "sys.stdin.read(); open(sys.argv[-1], 'w').write('0 0\\n0 0\\n'); sys.exit(20)",
            "gave a DRAT proof that proves nothing (line 1: drat: expected literals, and 0 behind them",
        ),
        ("sys.exit(20)", "gave a DRAT proof that proves nothing (end: drat: expected the empty clause"),
        ("print('s SATISFIABLE'); print('v -1 0'); sys.exit(10)", "gave values that are no solution"),
        ("sys.exit(10)", "gave values that are no solution"),
    ],
)
def test_a_solver_that_lies_is_found_out(
    script: str,
    error: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake(tmp_path, script, monkeypatch)
    out = tmp_path / "out"
    out.mkdir()
    words = ["prove", "--depth", "4", *ENDGAME, "--by", "sat", "--out", str(out / "a.cert")]
    monkeypatch.setattr(sys, "argv", ["wordle-cp", *words])
    assert program() == 70
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert output.err.startswith("error: no verdict: ")
    assert error in output.err
    assert output.err.endswith(": install another version of CaDiCaL, or leave --by out\n")
    assert not list(out.iterdir())


@needs_solver
@pytest.mark.parametrize("words", [("prove", "--by", "sat"), ("model", "solve", "adaptive-tree")])
def test_a_model_and_a_search_that_disagree_get_one_line(
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A model of one guess less is wrong; it stands for any fault of a model."""
    tree, left = adaptive_tree.Tree, "guesses_left"

    class Fewer(tree):  # type: ignore[misc, valid-type]
        def __init__(self, *arguments: Any) -> None:  # noqa: ANN401
            named = dict(zip(("guesses", "words", left, "mode", "heed"), arguments, strict=True))
            super().__init__(**(named | {left: named[left] - 1}))

    monkeypatch.setattr(adaptive_tree, "Tree", Fewer)
    assert main([*words, "--depth", "4", *ENDGAME, "--out", str(tmp_path / "a.cert")]) == 70
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert "that 4 guesses aren't enough, and the search finds a strategy; prove --depth 4 " in output.err
    assert not (tmp_path / "a.cert").exists()


def test_a_solver_that_ends_without_an_answer_gets_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path, "os.kill(os.getpid(), 9)", monkeypatch)
    out = tmp_path / "out"
    out.mkdir()
    words = ["prove", "--depth", "3", *ENDGAME, "--by", "sat", "--out", str(out / "a.cert")]
    assert main(words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "ended with -9, and without an answer" in line
    assert main([*words, "--max-memory", "100"]) == 3, "then memory was short"
    assert "stopped by   --max-memory 100" in capsys.readouterr().out
    assert not list(out.iterdir())


def test_a_solver_that_takes_long_is_ended(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "pid"
    fake(tmp_path, f"open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(600)", monkeypatch)
    out = tmp_path / "out"
    out.mkdir()
    words = [
        "prove",
        "--depth",
        "3",
        *ENDGAME,
        "--by",
        "sat",
        "--out",
        str(out / "a.cert"),
        "--time-limit",
        "4",
    ]
    started = time.monotonic()
    assert main(words) == 3
    assert time.monotonic() - started < 60
    report = capsys.readouterr().out
    assert report.startswith("undecided: ")
    assert "stopped by   --time-limit 4" in report
    assert not list(out.iterdir())
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


def test_without_the_program_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["prove", "--depth", "3", *ENDGAME, "--by", "sat", "--out", str(tmp_path / "a.cert")]) == 2
    output = capsys.readouterr()
    message = "error: --by sat needs CaDiCaL: install Debian's package cadical, or leave --by out\n"
    assert (output.out, output.err) == ("", message)
    assert not list(tmp_path.iterdir())


@needs_solver
def test_python_says_by_in_the_same_words(tmp_path: Path) -> None:
    found = wordle_cp.prove("original", 3, out=tmp_path / "d.cert", history="salet.gyybb", by="sat")
    assert (found.verdict, found.by) == ("impossible", "sat")
    assert sorted(path.name for path in found.files) == ["d.cert", "d.cnf", "d.drat"]
    with pytest.raises(UsageError, match="--by sat decides depths alone"):
        wordle_cp.solve("toy", by="sat")
