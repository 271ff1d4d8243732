"""`wordle-cp prove`: exit codes, JSON fields, files written whole or not at all, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE
from tests.program import Run, ended, has_fields, interrupted, let_work, start
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash

if TYPE_CHECKING:
    from pathlib import Path

COMMAND: Final = "prove"
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


def test_undecided_as_json(run: Run) -> None:
    code, fields = run.json(*LONG, "--time-limit", "0.5", "--jobs", "1", "--quiet")
    assert code == ExitCode.UNDECIDED
    assert has_fields(fields, FIELDS)
    assert (fields["verdict"], fields["certificate"], fields["checked"]) == ("undecided", None, False)
    assert (fields["stopped_by"], fields["left"]) == ("time limit", ["tupik"])
    assert not list(run.folder.iterdir())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_not_ours(run: Run) -> None:
    locked = run.folder / "locked"
    locked.mkdir(mode=0o555)
    code, out, err = run("--variant", "toy", "--depth", 2, "--out", locked / "x.cert")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "Permission denied" in err


def test_openers_that_are_no_text(run: Run) -> None:
    (run.folder / "openers.txt").write_bytes(b"plied\n\xff\xfe\n")
    refused = "error: openers.txt: expected UTF-8 text, one word a line\n"
    assert run("--variant", "toy", "--depth", 2, "--openers", "openers.txt") == (
        ExitCode.BAD_INPUT,
        "",
        refused,
    )
    assert [entry.name for entry in run.folder.iterdir()] == ["openers.txt"]


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
