"""`wordle-cp census`: exit codes, JSON fields, the table, one process a folder, and Ctrl-C."""

from __future__ import annotations

import hashlib
import json
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import in_third
from tests.program import Run, ended, has_fields, interrupted, let_work, start, wait_until
from wordle_cp.answers.census import run as census_run
from wordle_cp.answers.census.ledger import RunFolder, Writers
from wordle_cp.answers.census.run import CensusStatus
from wordle_cp.cli.output import ExitCode
from wordle_cp.cli.progress import Pace, describe_census

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.work import Work

FIELDS: Final = {
    "depth": int,
    "possible": list,
    "impossible": int,
    "undecided": int,
    "certificates": str,
    "checked": bool,
    "seconds": float,
}
"""What shared scripts rely on; more fields are welcome."""
LONG: Final = "--variant nyt-2022-02-15 --hidden big --mode hard --depth 7 --jobs 1 --run run --json"
"""A census that takes hours; its first decisions come after some seconds."""
FEW: Final = "aahed\nbuggy\nmamma\nfuzzy\ntupik\n"
"""Openers for it: endgame families refute most of them, TUPIK takes minutes."""


class CensusRun(Run):
    """Whose objects have what scripts rely on."""

    def json(self, *arguments: object) -> tuple[int, dict[str, Any]]:
        """Return the exit code and the one object on standard output."""
        code, fields = super().json(*arguments)
        assert has_fields(fields, FIELDS)
        return code, fields


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CensusRun:
    """Work in an empty folder."""
    return CensusRun("census", capsys, tmp_path, monkeypatch)


FORGED: Final = hashlib.sha256(b"junk").hexdigest()
FORGERIES: Final = {
    "refutation": ("refuted.cert.xz", "UPDATE facts SET value = '{} 29 0' WHERE key = 'refutation'"),
    "strategy": ("possible/eiked.cert.gz", "UPDATE certificates SET sha256 = '{}' WHERE unit = 'eiked'"),
    "strategy of a loser": (
        "possible/adieu.cert.gz",
        (
            "UPDATE units SET result = 'possible', number = 15 WHERE unit = 'adieu';"
            "UPDATE units SET result = 'impossible', number = 0 WHERE unit = 'eiked';"
            "UPDATE certificates SET unit = 'adieu', sha256 = '{}' WHERE unit = 'eiked'"
        ),
    ),
    "another total": (None, "UPDATE units SET number = 15 WHERE unit = 'eiked'"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_no_file_is_checked_because_a_ledger_says_so(name: str, run: CensusRun) -> None:
    question = ("--variant", "toy", "--depth", "2", "--run", "here")
    assert run(*question)[0] == ExitCode.DONE
    file, statements = FORGERIES[name]
    if file is not None:
        (run.folder / "here" / file).write_bytes(b"junk")
    with closing(sqlite3.connect(run.folder / "here" / "ledger.sqlite")) as ledger:
        ledger.executescript(statements.format(FORGED))
    code, out, err = run(*question)
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert "here/ledger.sqlite: " in err
    assert "; to begin anew, take another folder" in err


def test_what_takes_long_is_not_checked_again_and_that_is_said(
    run: CensusRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = ("--variant", "toy", "--depth", "2", "--run", "here")
    assert "certificates here/, checked\n" in run(*question)[1]
    code, fields = run.json(*question)
    assert (code, fields["checked"], fields["believed_since"]) == (ExitCode.DONE, True, None)
    for limit in ("_QUICK_WORDS", "_QUICK_NODES"):
        with monkeypatch.context() as patch:
            patch.setattr(census_run, limit, 0)
            code, out, _ = run(*question)
            assert code == ExitCode.DONE
            today = datetime.now(UTC).date().isoformat()
            assert f"certificates here/, checked on {today} by this folder's ledger; " in out
            _, fields = run.json(*question)
            assert (fields["checked"], fields["believed_since"]) == (False, today)


@pytest.mark.parametrize("when", ["before", "while"])
def test_ctrl_c_before_the_refutations_are_written(
    when: str, run: CensusRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All is decided, but the refutations aren't checked: that isn't done."""
    question = ("--variant", "toy", "--depth", 2, "--run", "here")

    def interrupted(*_: object, work: Work, **__: object) -> None:
        if when == "while":
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)
        work.demand_time()
        pytest.fail("it goes on")

    with monkeypatch.context() as patch:
        patch.setattr(census_run, "refutation_certificate", interrupted)
        code, fields = run.json(*question)
        assert (code, fields["undecided"], fields["impossible"]) == (ExitCode.UNDECIDED, 0, 29)
        assert (fields["checked"], fields["refutation"]) == (False, None)
        assert fields["stopped_by"] == "interrupted"
        code, out, err = run(*question)
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert out.startswith("unfinished census: ")
    assert "stopped by   Ctrl-C; the same command goes on from here\n" in out
    assert "a run that isn't stopped writes that of the refutations" in out
    code, fields = run.json(*question)
    assert (code, fields["checked"], fields["stopped_by"]) == (ExitCode.DONE, True, None)


def test_strategies_still_to_be_checked(run: CensusRun, monkeypatch: pytest.MonkeyPatch) -> None:
    (run.folder / "some.txt").write_text("plied\n", encoding="utf-8")
    question = ("--variant", "toy", "--depth", 2, "--run", "here", "--openers", "some.txt")

    def submit(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Writers, "submit", submit)
        code, out, err = run(*question)
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert ": does PLIED find every one of 8 hidden words within 2 guesses?\n" in out
    assert "undecided    1 opener, 1 with a strategy still to be checked\n" in out
    assert "certificates here/, none yet\n" in out
    code, fields = run.json(*question, "--time-limit", "1e-9")
    assert (code, fields["checked"], fields["openers"]) == (ExitCode.UNDECIDED, False, ["plied"])
    code, fields = run.json(*question)
    assert (code, fields["possible"], fields["unchecked"]) == (ExitCode.DONE, ["plied"], 0)


def test_what_the_line_says() -> None:
    """Of strategies that an earlier run found, and that they stay once the user wants to stop."""
    status = CensusStatus(5, 1, 0, 3, None)
    assert describe_census(status, Pace()).endswith(", 3 strategies to check")
    ending = describe_census(replace(status, ending=True), Pace())
    assert ending.endswith("3 strategies to check (what isn't checked now stays for the next run)")


def test_the_folder_of_another_question_and_a_cut_ledger(run: CensusRun) -> None:
    (run.folder / "some.txt").write_text("plied", encoding="utf-8")
    question = ("--variant", "toy", "--run", "run", "--openers", "some.txt")
    assert run(*question, "--depth", 2)[0] == ExitCode.DONE
    for arguments, message in (
        (("--depth", 3), "depth 2, and not 3"),
        (("--depth", 2, "--mode", "hard"), "mode normal, and not hard"),
    ):
        code, out, err = run(*question, *arguments)
        assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
        assert message in err
    ledger = RunFolder(run.folder / "run").ledger
    ledger.write_bytes(ledger.read_bytes()[:3000])
    code, out, err = run(*question, "--depth", 2, "--json")
    assert (code, err.count("\n")) == (ExitCode.BAD_INPUT, 1)
    assert "ledger.sqlite" in json.loads(out)["error"]


def test_a_long_history_has_a_short_folder(run: CensusRun) -> None:
    after = ".".join(["trace.bgbyy"] * 20)
    code, fields = run.json("--variant", "toy", "--depth", 23, "--after", after, "--time-limit", "1e-9")
    assert code == ExitCode.UNDECIDED
    assert len(fields["certificates"]) < 140
    assert [path.name for path in run.folder.iterdir()] == [fields["certificates"]]


@in_third
def test_a_second_process_is_told_no_and_ctrl_c_keeps_what_is_decided(tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text(FEW, encoding="utf-8")
    arguments = (*LONG.split(), "--openers", "few.txt")
    first = start(tmp_path, "census", *arguments)
    wait_until((tmp_path / "run" / "ledger.sqlite").exists)
    second = start(tmp_path, "census", *arguments)
    out, err = ended(second)
    assert second.returncode == ExitCode.BAD_INPUT
    assert err == "error: run: another census is at work in this folder\n"
    assert json.loads(out)["error"] in err
    let_work(first, 2.0)
    out, err = interrupted(first)
    assert (first.returncode, err) == (ExitCode.UNDECIDED, "")
    fields = json.loads(out)
    assert fields["stopped_by"] == "interrupted"
    assert fields["impossible"] + fields["undecided"] + len(fields["possible"]) == 5
    assert fields["undecided"] > 0
    assert not list((tmp_path / "run").rglob(".wordle-cp-*"))
    third = start(tmp_path, "census", *arguments, "--time-limit", "0.001")
    again = json.loads(ended(third)[0])
    assert (again["decided_before"], again["impossible"]) == (5 - fields["undecided"], fields["impossible"])
