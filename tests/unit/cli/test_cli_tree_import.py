"""`wordle-cp tree import` of what `tree export` writes as JSON: the same certificate, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.golden_files import ACCEPTED
from tests.program import Run
from wordle_cp.certificate.claims.possible import Certificate
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.errors import WordleCpError
from wordle_cp.views.formats.graph import render_json, strategy_graph

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PALET = next(path for path in proof_paths() if path.name == "original-hard-depth-5-palet.cert.gz")
NORMAL = ACCEPTED / "normal.cert"
RHYMES = """\
name: rhymes
title: Five words to find
max_guesses: 6
guesses: [bah, bat, cat, hat, mac, mat, orb, rat]
hidden: [bat, cat, hat, mat, rat]
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs `wordle-cp tree`, where rhymes.yaml is the game of the golden certificate."""
    (tmp_path / "rhymes.yaml").write_text(RHYMES, encoding="utf-8")
    return Run("tree", capsys, tmp_path, monkeypatch)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """Return the JSON of a strategy after `change`."""
    fields = json.loads(render_json(strategy_graph(checked_strategy(NORMAL))))
    change(fields)
    return json.dumps(fields)


@pytest.mark.parametrize(
    "path",
    [PALET, *(path for path in proof_paths() if "after-stage" in path.name)],
    ids=lambda path: path.name,
)
def test_round_trip_of_shipped_strategies(path: Path, run: Run) -> None:
    text = render_json(strategy_graph(checked_strategy(path)))
    (run.folder / "a.json").write_text(text, encoding="utf-8")
    told = "written to a.cert, not checked yet: wordle-cp check a.cert\n"
    assert run("import", "a.json", "--out", "a.cert", "--quiet") == (ExitCode.DONE, told, "")
    assert read_proof(run.folder / "a.cert", Certificate) == read_proof(path, Certificate)


def test_a_claim_without_an_opener_names_none(run: Run) -> None:
    (run.folder / "a.json").write_text(changed(lambda f: f["graph"].update(opener=None)), encoding="utf-8")
    assert run("import", "a.json", "--out", "a.cert", "--variant", "rhymes.yaml")[0] == ExitCode.DONE
    text = NORMAL.read_text(encoding="utf-8").replace("opener mac\n", "")
    assert (run.folder / "a.cert").read_text(encoding="utf-8") == text


def test_numbers_are_counted_and_a_depth_is_for_the_checker(run: Run) -> None:
    (run.folder / "a.json").write_text(
        changed(lambda f: f["graph"].update(total_guesses=12, depth=2)), encoding="utf-8"
    )
    assert run("import", "a.json", "--out", "a.cert", "--variant", "rhymes.yaml")[0] == ExitCode.DONE
    claim = read_proof(run.folder / "a.cert", Certificate).claim
    assert (claim.depth, claim.total_guesses) == (2, 13)
    with pytest.raises(WordleCpError, match="depth: expected"):
        check_file(run.folder / "a.cert", word_list_by_hash)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f.update(nodes=[]), "expected a strategy, found no guess; what is read: rows of guesses"),
        (lambda f: f.pop("nodes"), "the position at the start: expected responses, each once, found 'BGB, G"),
        (lambda f: f["graph"].update(depth=0), "depth: expected a whole number from 1 to 255, found '0'"),
        (lambda f: f["graph"].pop("depth"), "depth: expected a whole number from 1 to 255, found 'None'"),
        (lambda f: f["graph"].update(mode="ea\nsy"), "the strategy is for ea\\nsy mode, not normal mode"),
        (lambda f: f["graph"]["hidden"].update(sha256="x"), "the strategy is about other words than rhymes"),
        (lambda f: f["graph"].update(guesses=3), "the strategy is about other words than rhymes"),
        (lambda f: f["nodes"][0].update(guess="ma\nca"), "position 1: guess: expected a word of 3 letters"),
        (lambda f: f["nodes"][1].update(guess="macs"), "position 2: guess: expected a word of 3 letters"),
        (lambda f: f["nodes"][1].update(guess=3), "position 2: guess: expected a word of 3 letters a to z"),
        (lambda f: f["nodes"][1].update(history="mac"), "position 2: MAC lacks its response"),
        (lambda f: f["nodes"][1].update(history="orb.BBB"), "position 2: the guess at the start is ORB, but"),
        (
            lambda f: f["nodes"][2].update(history="mac.BGB", guess="cat"),
            "position 3: the guess after mac.BGB",
        ),
        (lambda f: f["nodes"].__setitem__(1, ["mac"]), "position 2: expected a history and a guess, found "),
        (lambda f: f.update(nodes=f["nodes"][:1]), "no guess after mac.BGB, where 3 hidden words are left"),
    ],
)
def test_malformed_json(change: Callable[[dict[str, Any]], object], message: str, run: Run) -> None:
    (run.folder / "a.json").write_text(changed(change), encoding="utf-8")
    code, out, err = run("import", "a.json", "--out", "a.cert", "--variant", "rhymes.yaml")
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert err.startswith(f"error: a.json: {message}")


def test_a_history_of_the_claim_that_cannot_be_read(run: Run) -> None:
    (run.folder / "a.json").write_text(changed(lambda f: f["graph"].update(after="mac")), encoding="utf-8")
    code, _, err = run("import", "a.json", "--out", "a.cert", "--variant", "rhymes.yaml")
    assert (code, err.count("\n")) == (ExitCode.BAD_INPUT, 1)
    assert "MAC lacks its response" in err
