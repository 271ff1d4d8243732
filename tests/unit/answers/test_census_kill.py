"""A census that is killed at any moment goes on, counts nothing twice and loses nothing that was stored."""

from __future__ import annotations

import random
import signal
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import first, only_more
from tests.program import SCRIPT, ended, start
from tests.unit.answers.test_census import check_certificates, verdicts
from wordle_cp.answers.census import run as census_run
from wordle_cp.answers.census.ledger import RunFolder
from wordle_cp.answers.census.run import run_census
from wordle_cp.cli.output import ExitCode
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Question
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.search.census import search_census

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.search.census import CensusQuestion

VARIANT: Final = Variant.load("original", mode=Mode.HARD)
AFTER: Final = "salet.bbbbb"
DEPTH: Final = 5
OPENERS: Final = tuple(sorted(random.Random(1).sample(VARIANT.guesses, 60)))  # noqa: S311  no secret
"""Some are possible, some are not."""
KILLS: Final = 6


def stored(folder: Path) -> dict[str, str]:
    """Return the openers that the ledger holds as decided, each with what proves it."""
    ledger = RunFolder(folder).ledger
    if not ledger.exists():
        return {}
    with closing(sqlite3.connect(ledger)) as connection:
        if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            return {}
        possible = connection.execute(
            "SELECT unit, sha256 FROM units JOIN certificates USING (unit) WHERE result = 'possible'"
        ).fetchall()
        refuted = connection.execute("SELECT unit, number FROM units WHERE result = 'impossible'").fetchall()
        nodes = connection.execute("SELECT count(*) FROM nodes").fetchone()[0]
    assert all(0 <= node < nodes for _, node in refuted)
    assert all(RunFolder(folder).strategy(opener).exists() for opener, _ in possible)
    decided = {opener: str(proof) for opener, proof in (*possible, *refuted)}
    assert len(decided) == len(possible) + len(refuted)
    return decided


DIES: Final = """
import os, signal
from wordle_cp.answers.census.ledger import Writers
def take(self, *, patiently=False):
    if self.backlog:
        os.kill(os.getpid(), signal.SIGKILL)
    return []
Writers.take = take
"""
"""Makes a census kill itself when it has handed strategies to the checker, before it hears of them."""


def start_census(folder: Path, openers: Path, jobs: int, script: str = SCRIPT) -> subprocess.Popen[str]:
    """Start the census as a process."""
    options = f"--variant original --mode hard --depth {DEPTH} --after {AFTER} --jobs {jobs} --json"
    files = ("--run", str(folder), "--openers", str(openers))
    return start(openers.parent, "census", *options.split(), *files, script=script)


@pytest.mark.parametrize("jobs", first([2, 1]))
@only_more
def test_killed_again_and_again(jobs: int, tmp_path: Path) -> None:
    openers = tmp_path / "openers.txt"
    openers.write_text("\n".join(OPENERS), encoding="utf-8")
    folder = tmp_path / "killed"
    rng = random.Random(2)  # noqa: S311  no secret
    before: dict[str, str] = {}
    kills = 0
    for _ in range(KILLS):
        process = start_census(folder, openers, jobs)
        # Into the work, which begins with a decision that is new; then at any moment.
        while process.poll() is None and len(stored(folder)) == len(before):
            time.sleep(0.02)
        time.sleep(rng.uniform(0.0, 0.4))
        process.kill()
        out, _ = ended(process)
        kills += process.returncode != ExitCode.DONE
        after = stored(folder)
        assert before.items() <= after.items()
        before = after
        if out:  # it was done, and perhaps killed on its way out
            break
    assert kills > 0
    report = run_census(
        Question.of(VARIANT, history=parse_history(AFTER, 5), openers=OPENERS), DEPTH, folder=folder
    )
    assert (report.finished, report.lost) == (True, ())
    assert before.keys() <= verdicts(report).keys()
    check_certificates(report)
    whole = run_census(
        Question.of(VARIANT, history=parse_history(AFTER, 5), openers=OPENERS),
        DEPTH,
        folder=tmp_path / "whole",
    )
    assert verdicts(report) == verdicts(whole)
    assert {len(report.possible) > 0, len(report.refuted) > 0} == {True}


def test_a_strategy_that_was_found_survives_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits in the ledger for the checker; the next run begins with it and searches only the others."""
    openers = tmp_path / "openers.txt"
    openers.write_text("\n".join(OPENERS), encoding="utf-8")
    folder = tmp_path / "killed"
    process = start_census(folder, openers, 2, DIES + SCRIPT)
    out, _ = ended(process)
    assert (process.returncode, out) == (-signal.SIGKILL, "")
    with closing(sqlite3.connect(RunFolder(folder).ledger)) as connection:
        found = {unit for (unit,) in connection.execute("SELECT unit FROM units WHERE result = 'strategy'")}
        assert not connection.execute("SELECT * FROM certificates").fetchall()
    refuted = stored(folder).keys()
    assert found
    searched: list[str] = []

    def search(question: CensusQuestion, wanted: Sequence[str], *others: Any, **options: Any) -> object:  # noqa: ANN401  handed on
        searched.extend(wanted)
        assert found <= stored(folder).keys()
        return search_census(question, wanted, *others, **options)

    monkeypatch.setattr(census_run, "search_census", search)
    report = run_census(
        Question.of(VARIANT, history=parse_history(AFTER, 5), openers=OPENERS), DEPTH, folder=folder
    )
    assert report.finished
    assert set(searched) == set(OPENERS) - found - refuted
    assert found <= {possible.opener for possible in report.possible}
    check_certificates(report)
