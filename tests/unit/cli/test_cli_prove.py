"""`wordle-cp prove`: exit codes, JSON fields, files written whole or not at all, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE
from tests.program import Run, ended, has_fields, interrupted, let_work, start
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash

if TYPE_CHECKING:
    from pathlib import Path

FIELDS: Final = {
    "question": str,
    "depth": int,
    "verdict": str,
    "opener": str | None,
    "certificate": str | None,
    "checked": bool,
    "seconds": float,
    "nodes": int,
}
"""What shared scripts rely on; more fields are welcome."""

LONG: Final = (
    "--variant",
    "nyt-2022-02-15",
    "--hidden",
    "big",
    "--mode",
    "hard",
    "--depth",
    "7",
    "--opener",
    "tupik",
)
"""A question that takes minutes."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("prove", capsys, tmp_path, monkeypatch)


def test_possible_as_json(run: Run) -> None:
    code, fields = run.json("--variant", "toy", "--depth", 2, "--opener", "PLIED")
    assert code == ExitCode.DONE
    assert has_fields(fields, FIELDS)
    assert fields["question"] == "depth"
    assert (fields["depth"], fields["verdict"], fields["opener"], fields["checked"]) == (
        2,
        "possible",
        "plied",
        True,
    )
    path = run.folder / fields["certificate"]
    accepted = check_file(path, word_list_by_hash)
    assert isinstance(accepted.claim, DepthPossible)
    assert (accepted.claim.depth, accepted.claim.opener, accepted.claim.hidden_count) == (2, "plied", 8)
    assert [entry.name for entry in run.folder.iterdir()] == [path.name]


def test_impossible_as_json(run: Run) -> None:
    code, fields = run.json("--variant", "toy", "--depth", 1)
    assert code == ExitCode.DONE
    assert has_fields(fields, FIELDS)
    assert (fields["verdict"], fields["opener"], fields["certificate"], fields["checked"]) == (
        "impossible",
        None,
        "toy-normal-depth-1.cert.gz",
        True,
    )
    claim = check_file(run.folder / fields["certificate"], word_list_by_hash).claim
    assert isinstance(claim, DepthImpossible)
    assert (claim.depth, claim.scope, claim.hidden_count) == (1, OpenerScope.ALL, 8)
    assert [entry.name for entry in run.folder.iterdir()] == [fields["certificate"]]


def test_undecided_as_json(run: Run) -> None:
    code, fields = run.json(*LONG, "--time-limit", "0.5", "--jobs", "1", "--quiet")
    assert code == ExitCode.UNDECIDED
    assert has_fields(fields, FIELDS)
    assert (fields["verdict"], fields["certificate"], fields["checked"]) == ("undecided", None, False)
    assert (fields["stopped_by"], fields["left"]) == ("time limit", ["tupik"])
    assert not list(run.folder.iterdir())


def test_for_people(run: Run) -> None:
    code, out, err = run("--variant", "toy", "--depth", 2)
    assert (code, err) == (ExitCode.DONE, "")
    assert out.startswith("possible: toy, normal mode: every one of 8 hidden words within 2 guesses")
    assert "toy-normal-depth-2.cert.gz, checked" in out
    code, out, err = run("--variant", "toy", "--depth", 1)
    assert (code, err) == (ExitCode.DONE, "")
    assert out.startswith("impossible: toy")
    assert "certificate  toy-normal-depth-1.cert.gz, 1 node, checked\n" in out


def test_after_a_history(run: Run) -> None:
    code, fields = run.json("--variant", "toy", "--depth", 3, "--after", "TRACE.bgbyy", "--out", "after.cert")
    assert (code, fields["verdict"], fields["after"], fields["hidden"]) == (0, "possible", "trace.BGBYY", 8)
    assert check_file(run.folder / "after.cert", word_list_by_hash).claim.history


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_the_one_word_left_as_opener(run: Run, depth: int) -> None:
    arguments = (
        "--variant",
        "toy",
        "--after",
        "trace.bgbyy.plied.bbbgb",
        "--opener",
        "creek",
        "--depth",
        depth,
    )
    code, fields = run.json(*arguments)
    assert (code, fields["verdict"], fields["opener"], fields["checked"]) == (0, "possible", "creek", True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            (),
            "give one of --depth, --least-depth, --optimal and --between, such as wordle-cp prove --depth 5",
        ),
        (("--depth", "0"), "--depth:"),
        (("--depth", "two"), "--depth:"),
        (("--depth", "32"), "expected a depth from 1 to 31 guesses, found 32"),
        (("--depth", "256"), "expected a depth from 1 to 31 guesses, found 256"),
        (("--depth", "3", "--opener", "house"), "opener 'house' is not among the guesses of toy"),
        (("--depth", "3", "--after", "trace"), "TRACE lacks its response"),
        (("--depth", "3", "--after", "creek.ggggg"), "the history is over: CREEK GGGGG is a win"),
        (
            ("--depth", "3", "--after", "eiked.ggggg"),
            "guess 1, EIKED GGGGG: no hidden word of toy agrees",
        ),
        (
            ("--depth", "1", "--after", "trace.bgbyy.plied.bbbgb"),
            "a depth from 2 to 33 guesses, the 2 of the",
        ),
        (("--depth", "3", "--opener", "plied", "--openers", "file"), "give --opener or --openers, not both"),
        (("--depth", "3", "--openers", "missing.txt"), "missing.txt: No such file"),
        (("--depth", "3", "--mode", "harder"), "--mode"),
        (("--depth", "3", "--time-limit", "0"), "greater than 0"),
        (("--depth", "3", "--max-memory", "nan"), "greater than 0"),
        (("--depth", "3", "--jobs", "0"), "--jobs"),
        (("--depth", "3", "--out", "missing/x.cert"), "missing: no such folder"),
        (("--depth", "3", "--out", "."), "is a folder"),
        (("--depth", "3", "--out", "/proc/x.cert"), "/proc/"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("--variant", "toy", *arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    code, out, err = run("--variant", "toy", *arguments, "--json")
    assert code == ExitCode.BAD_INPUT
    assert message in json.loads(out)["error"]
    assert not list(run.folder.iterdir())


def test_many_openers_that_are_no_guesses_have_few_lines(run: Run) -> None:
    (run.folder / "openers.txt").write_text("".join(f"xyz{number}\n" for number in range(30)))
    code, _, err = run("--variant", "toy", "--depth", 2, "--openers", "openers.txt")
    assert (code, err.count("\n")) == (ExitCode.BAD_INPUT, 11)
    assert err.endswith(
        "openers.txt:11:1: expected a guess of toy, found 'xyz10' (and 19 more like it in this file)\n"
    )


def test_codes_are_told_what_a_code_is(run: Run) -> None:
    game = ("--variant", "bulls-and-cows", "--depth", 7, "--opener")
    code, _, err = run(*game, "123")
    assert (code, err) == (
        2,
        "error: opener '123' is not among the guesses of bulls-and-cows; did you mean 0123?\n",
    )
    _, _, err = run(*game, "1123")
    assert err.endswith("of bulls-and-cows; it must be a code of 4 different signs 0 to 9\n")


def test_openers_from_a_file(run: Run) -> None:
    file = run.folder / "openers.txt"
    file.write_text("crane\n\n  PLIED \nplied\n", encoding="utf-8")
    code, fields = run.json("--variant", "toy", "--depth", 2, "--openers", file)
    assert (code, fields["verdict"], fields["opener"]) == (0, "possible", "plied")
    file.write_text("crane\nsalet\n", encoding="utf-8")
    code, fields = run.json("--variant", "toy", "--depth", 2, "--openers", file, "--out", "others.cert")
    assert (code, fields["verdict"]) == (0, "impossible")
    assert fields["refuted_by_families"] + fields["refuted_by_search"] == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "openers.txt: expected at least one word"),
        (b"\n \n", "openers.txt: expected at least one word"),
        (b"plied\n\ntwo words\n", "openers.txt:3:1: expected a guess of toy, found 'two words'"),
        (b"plied\ncr4ne\n", "openers.txt:2:1: expected a guess of toy, found 'cr4ne'"),
        (b"plied\nhouse\n", "openers.txt:2:1: "),
        (
            b"word,total\nPlied,7\ncrane,8\n",
            "openers.txt:2:1: expected a guess alone, found 'Plied,7'; write",
        ),
        (
            b"1\tplied\n",
            "openers.txt:1:1: expected a guess alone, found '1\\tplied'; write the guesses one a",
        ),
        (
            b'"plied",3\n',
            "openers.txt:1:1: expected a guess alone, found '\"plied\",3'; write the guesses one a",
        ),
        (
            b'["plied", "crane"]\n',
            'openers.txt:1:1: expected a guess alone, found \'["plied", "crane"]\'; write',
        ),
        (
            b"1)plied\n",
            "openers.txt:1:1: expected a guess alone, found '1)plied'; write the guesses one a line",
        ),
        (
            b"plied: 3.4\n",
            "openers.txt:1:1: expected a guess alone, found 'plied: 3.4'; write the guesses one",
        ),
        (b"plied crane\n", "openers.txt:1:1: expected a guess alone, found 'plied crane'; write the guesses"),
        (b"plied\nplieds\n", "openers.txt:2:1: "),
        (b"plied\n\xff\xfe\n", "openers.txt: expected UTF-8 text"),
    ],
)
def test_bad_lines_of_an_openers_file_are_located(run: Run, content: bytes, message: str) -> None:
    (run.folder / "openers.txt").write_bytes(content)
    code, out, err = run("--variant", "toy", "--depth", 2, "--openers", "openers.txt")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.count("\n") == 1


def test_all_bad_lines_of_an_openers_file_are_told(run: Run) -> None:
    (run.folder / "openers.txt").write_text("plied\nhouse\n # two\n  cr4ne\n", encoding="utf-8")
    _, _, err = run("--variant", "toy", "--depth", 2, "--openers", "openers.txt")
    assert err.splitlines() == [
        "error: openers.txt:2:1: expected a guess of toy, found 'house'",
        "error: openers.txt:4:3: expected a guess of toy, found 'cr4ne'; did you mean crane?",
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_not_ours(run: Run) -> None:
    locked = run.folder / "locked"
    locked.mkdir(mode=0o555)
    code, out, err = run("--variant", "toy", "--depth", 2, "--out", locked / "x.cert")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "Permission denied" in err


def test_an_undecided_question_leaves_an_older_certificate_alone(run: Run) -> None:
    assert run("--variant", "toy", "--depth", 3, "--out", "x.cert")[0] == ExitCode.DONE
    before = (run.folder / "x.cert").read_bytes()
    arguments = ("--variant", "toy", "--depth", 2, "--out", "x.cert")
    assert run(*arguments, "--time-limit", "1e-9")[0] == ExitCode.UNDECIDED
    assert (run.folder / "x.cert").read_bytes() == before
    assert run(*arguments)[0] == ExitCode.DONE
    claim = check_file(run.folder / "x.cert", word_list_by_hash).claim
    assert isinstance(claim, DepthPossible)
    assert claim.depth == 2


def test_ctrl_c_ends_the_run_with_a_report(tmp_path: Path) -> None:
    process = start(tmp_path, "prove", *LONG, "--json", "--quiet")
    let_work(process, 1.5)
    out, err = interrupted(process)
    assert (process.returncode, err) == (ExitCode.UNDECIDED, "")
    fields = json.loads(out)
    assert (fields["verdict"], fields["stopped_by"], fields["left"]) == (
        "undecided",
        "interrupted",
        ["tupik"],
    )
    assert not list(tmp_path.iterdir())


def test_ctrl_c_during_the_preparations_ends_the_run_too(tmp_path: Path) -> None:
    process = start(tmp_path, "prove", *LONG, "--json")
    let_work(process, 1.0)
    out, _ = interrupted(process)
    assert process.returncode in {ExitCode.UNDECIDED, ExitCode.INTERRUPTED, -signal.SIGINT}
    assert not out or isinstance(json.loads(out), dict)
    assert not list(tmp_path.iterdir())


def test_runs_that_write_the_same_file(tmp_path: Path) -> None:
    processes = [
        start(tmp_path, "prove", "--variant", "toy", "--depth", "2", "--out", "x.cert.gz", "--json")
        for _ in range(4 if MORE else 2)
    ]
    codes = []
    for process in processes:
        out, err = ended(process)
        codes.append(process.returncode)
        if codes[-1] == ExitCode.DONE:
            assert (json.loads(out)["checked"], err) == (True, "")
        else:  # at the same time, which is told at once
            assert (codes[-1], "another run is writing that file" in err) == (ExitCode.BAD_INPUT, True)
    assert ExitCode.DONE in codes
    check_file(tmp_path / "x.cert.gz", word_list_by_hash)
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.cert.gz"]
