"""`wordle-cp model`, as people and scripts see it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from wordle_cp.answers.models.formulations import FORMULATIONS
from wordle_cp.cli.app import main
from wordle_cp.models import tree as tree_model

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


def test_the_size_of_an_instance(capsys: pytest.CaptureFixture[str]) -> None:
    size = printed(capsys, "show", "adaptive-tree", "--depth", "2", "--variant", "toy")["size"]
    assert size["variables_of"] == {"play": 1, "live": 8}
    assert size["constraints_of"] == {"one_guess": 1, "apart": 28, "all_live": 8}
    assert size["variables"] == 9
    assert size["constraints"] == 37
    assert size["reduced"] == ["38 guesses allowed, in 1 column", "1 node"]


def test_an_answer_says_what_is_certified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "plied.cert"
    possible = printed(
        capsys, "solve", "adaptive-tree", "--depth", "2", "--variant", "toy", "--out", str(file)
    )
    assert possible["status"] == "feasible"
    assert possible["checked"]
    assert possible["uncertified"] is None
    assert main(["check", str(file), "--quiet"]) == 0
    capsys.readouterr()
    impossible = printed(capsys, "solve", "adaptive-tree", "--depth", "1", "--variant", "toy")
    assert impossible["status"] == "infeasible"
    assert impossible["checked"]
    assert impossible["uncertified"] is None
    assert main(["model", "solve", "separating-set", "--variant", "toy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "feasible: separating-set, toy, normal mode: 8 hidden words"
    assert lines[2] == "relaxation   1.0000"
    assert lines[3].startswith("certified    8 hidden words found within 2 guesses")
    assert lines[4].startswith("certified    8 hidden words: 0 guesses fixed in advance aren't enough")
    assert not any(line.startswith("uncertified") for line in lines)


def test_a_model_and_a_search_that_disagree_get_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model of one guess less is wrong; it stands for any fault of a model."""
    tree, left = tree_model.Tree, "guesses_left"

    class Fewer(tree):  # type: ignore[misc, valid-type]
        def __init__(self, *arguments: Any) -> None:  # noqa: ANN401
            named = dict(zip(("guesses", "words", left, "mode", "heed"), arguments, strict=True))
            super().__init__(**(named | {left: named[left] - 1}))

    monkeypatch.setattr(tree_model, "Tree", Fewer)
    file = tmp_path / "a.cert"
    words = ("model", "solve", "adaptive-tree", "--depth", "4", "--after", "salet.gyybb", "--out", str(file))
    assert main(words) == 70
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert "that 4 guesses aren't enough, and the search finds a strategy; prove --depth 4 " in output.err
    assert not file.exists()


def test_nothing_found_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    fields = printed(capsys, "solve", "weights", "--depth", "3", "--variant", "toy", code=3)
    assert fields["status"] == "unknown"
    assert fields["answer"].startswith("no weights found, which proves nothing")
    assert fields["stopped_by"] is None


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "adaptive-tre"], "no model is called 'adaptive-tre'; did you mean adaptive-tree?"),
        (["solve", "weights", "--variant", "toy"], "weights needs a number of guesses: give --depth"),
        (
            ["solve", "weights", "--depth", "3"],
            (
                "weights takes at most 64 hidden words, found 2315: give fewer with --after or --set, "
                "or ask prove"
            ),
        ),
        (
            ["solve", "weights", "--depth", "3", "--set", "?illx"],
            "--set: no hidden word of original matches ?illx; try --hidden big, or a file",
        ),
        (
            ["solve", "weights", "--depth", "3", "--set", "?ill"],
            "--set: expected a pattern of 5 letters, with ? for any, found '?ill'",
        ),
        (
            ["solve", "weights", "--depth", "3", "--set", ""],
            "--set: expected a file or a pattern such as ?ills, found nothing",
        ),
        (
            ["solve", "weights", "--depth", "3", "--set", "no-such-file"],
            "no-such-file: No such file or directory",
        ),
        (
            ["solve", "weights", "--depth", "1", "--after", "salet.bybbb"],
            "expected a depth from 2 to 32 guesses, the 1 of the history included, found 1",
        ),
        (
            ["solve", "weights", "--depth", "3", "--variant", "mastermind-4x6"],
            ("the model weights needs a game of words, found mastermind-4x6, a game of codes; ask prove"),
        ),
        (
            ["solve", "separating-set", "--variant", "mastermind-4x6"],
            (
                "the model separating-set needs a game of words, found mastermind-4x6, a game of codes; "
                "ask fixed"
            ),
        ),
        (
            ["solve", "separating-set", "--depth", "3"],
            "separating-set is about guesses that are fixed in advance: give --count, not --depth",
        ),
        (
            ["show", "weights", "--count", "3"],
            "weights isn't about guesses that are fixed in advance: give --depth, not --count",
        ),
    ],
)
def test_bad_input_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == f"error: {message}\n"


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["separating-set", "--variant", "toy"],
            (
                "expected --format, or --out with a name that ends in one of proto, mps, lp, opb, mzn, cnf; "
                "found neither"
            ),
        ),
        (
            ["separating-set", "--variant", "toy", "--format", "cnf"],
            "cnf has no objective, and separating_set has one: give --format opb, mps, lp or mzn",
        ),
        (
            ["separating-set", "--variant", "toy", "--format", "lp", "--out", "x.opb"],
            "--format lp: not with --out x.opb, which says opb",
        ),
        (
            ["weights", "--depth", "3", "--variant", "toy", "--format", "opb"],
            "opb is for variables that are 0 or 1, and weights has others: give --format mps, lp or mzn",
        ),
    ],
)
def test_what_cannot_be_exported_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["model", "export", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == f"error: {message}\n"


def test_wide_words_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "six.yaml"
    file.write_text("name: six\nguesses: [abcdef, bcdefg]\nhidden: [abcdef]\nmode: normal\nmax_guesses: 6\n")
    assert main(["model", "solve", "adaptive-tree", "--depth", "3", "--variant", str(file)]) == 2
    assert capsys.readouterr().err == (
        "error: adaptive-tree is for words of at most five letters a to z; ask prove instead\n"
    )
