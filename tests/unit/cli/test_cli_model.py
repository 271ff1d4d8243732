"""`wordle-cp model`, as people and scripts see it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from wordle_cp.answers.models.formulations import FORMULATIONS
from wordle_cp.cli.app import main
from wordle_cp.models import tree as tree_model
from wordle_cp.models.tree import Tree

if TYPE_CHECKING:
    from pathlib import Path


def printed(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    assert main(["model", *words, "--json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_all_models_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    models = printed(capsys, "list")["models"]
    assert [one["name"] for one in models] == list(FORMULATIONS)
    assert {mode for one in models for mode in one["modes"]} == {"normal", "hard", "ultrahard"}


@pytest.mark.parametrize("name", FORMULATIONS)
def test_a_model_is_shown_without_a_question(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    fields = printed(capsys, "show", name)
    assert fields["size"] is None
    assert fields["prose"]
    assert main(["model", "show", name]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{name}: {fields['asks']}"
    assert all(len(line) <= 120 for line in lines[1:])
    assert "instance" not in "\n".join(lines)


def test_a_model_and_a_search_that_disagree_get_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model of one guess less is wrong; it stands for any fault of a model."""

    class Fewer(Tree):
        def __init__(self, *arguments: Any) -> None:  # noqa: ANN401
            *data, left, heed = arguments
            super().__init__(*(*data, left - 1, heed))

    monkeypatch.setattr(tree_model, "Tree", Fewer)
    file = tmp_path / "a.cert"
    words = ("model", "solve", "adaptive-tree", "--depth", "4", "--after", "salet.gyybb", "--out", str(file))
    assert main(words) == 70
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert "that 4 guesses aren't enough, and the search finds a strategy; prove --depth 4 " in output.err
    assert not file.exists()


def test_a_limit_that_strikes_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "adaptive-tree", "--depth", "6", "--after", "salet.bbbbb.courd.bgbbb"]
    assert main(["model", *words, "--time-limit", "0.001"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("unknown: adaptive-tree, original, normal mode after ")
    assert "stopped by   --time-limit 0.001, before there was an answer" in lines
    assert main(["model", "show", "adaptive-tree", *words[2:], "--max-memory", "0.001"]) == 3
    assert "stopped by   --max-memory 0.001, while the model was being built" in capsys.readouterr().out


def test_the_log_of_the_solver_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    fields = ["solve", "adaptive-tree", "--depth", "3", "--variant", "toy"]
    assert main(["model", *fields, "--log", "--jobs", "1", "--seed", "3"]) == 0
    shown = capsys.readouterr()
    assert "CP-SAT solver" in shown.err
    assert "random_seed: 3" in shown.err
    assert "CP-SAT" not in shown.out


def test_sets_of_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("# five words\nBILLS\nfills\ngills\nhills\nkills\n")
    cover = ["solve", "family-cover", "--depth", "4", "--jobs", "1"]
    assert printed(capsys, *cover, "--set", str(file))["hidden"] == 5
    assert printed(capsys, *cover, "--depth", "6", "--set", "?ILLS", "--hidden", "big")["hidden"] == 19


def test_export_writes_whole_files_or_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    question = ["separating-set", "--variant", "toy"]
    file = tmp_path / "toy.lp"
    assert main(["model", "export", *question, "--out", str(file), "--solve"]) == 0
    text = file.read_text()
    assert text.startswith("\\ separating-set: do some k fixed guesses")
    assert "\\ status      feasible, certified\n\\ objective   1\n" in text
    assert text.endswith("End\n")
    capsys.readouterr()
    assert main(["model", "export", *question, "--format", "lp"]) == 0
    assert capsys.readouterr().out.endswith("End\n")
    stopped = ["adaptive-tree", "--depth", "5", "--after", "salet.bbbbb.courd.bgbbb", "--time-limit", "0.001"]
    assert main(["model", "export", *stopped, "--out", str(tmp_path / "tree.mps")]) == 3
    assert capsys.readouterr().err == "stopped by --time-limit 0.001: there is no result\n"
    assert sorted(tmp_path.iterdir()) == [file]
