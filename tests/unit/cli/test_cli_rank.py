"""`wordle-cp rank`: exit codes, JSON fields, the table, and a run folder that survives a kill."""

from __future__ import annotations

import errno
import json
import signal
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE, only_more
from tests.program import Run, ended, has_fields, start, wait_until
from tests.run_folder import stored
from wordle_cp.answers.rankings import rank, shown_rows
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import FileError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.runs.ledgers import held
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.work import Work

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

COMMAND: Final = "rank"
FIELDS: Final = {"openers": list, "complete": bool, "seconds": float}
"""What shared scripts rely on; more fields are welcome."""
TOY: Final = ("--variant", "toy")
AFTER: Final = "salet.bbbbb"
KILLED: Final = (
    "--all",
    "--run",
    "killed",
    "--after",
    AFTER,
    "--openers",
    "some.txt",
    "--jobs",
    "2",
    "--json",
)
"""A question of some seconds, about every eighth opener."""


def test_undecided(run: Run) -> None:
    code, fields = run.json(*TOY, "--all", "--time-limit", "1e-9")
    assert code == ExitCode.UNDECIDED
    assert has_fields(fields, FIELDS)
    assert (fields["complete"], fields["openers"], len(fields["left"])) == (False, [], 38)
    code, out, err = run(*TOY, "--all", "--time-limit", "1e-9", "--out", "x.csv")
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert out.startswith("undecided: toy, normal mode")
    assert "\nstopped by   --time-limit 1e-09; the same command goes on from here\n" in out


@pytest.mark.parametrize(
    "asked", [("--all", "--run", "again"), ("--top", 3), ("--worst", 3), ("--words", 2, "--top", 3)]
)
def test_an_unfinished_ranking_leaves_the_table_alone(run: Run, asked: tuple[str | int, ...]) -> None:
    late = ("--time-limit", "1e-9", "--out")
    complete = ("--all", "--run", "whole") if "--all" in asked else asked
    run(*TOY, *complete, "--out", "x.csv")
    before = (run.folder / "x.csv").read_text(encoding="utf-8")
    code, out, _ = run(*TOY, *asked, *late, "x.csv")
    assert code == ExitCode.UNDECIDED
    assert "\ntable        none: the ranking is unfinished; x.csv is left as it is\n" in out
    assert (run.folder / "x.csv").read_text(encoding="utf-8") == before
    code, fields = run.json(*TOY, *asked, *late, "y.csv")
    assert (code, fields["table"]) == (ExitCode.UNDECIDED, None)
    assert not (run.folder / "y.csv").exists()
    code, fields = run.json(*TOY, *asked, "--out", "y.csv")
    assert (code, fields["table"]) == (ExitCode.DONE, "y.csv")
    assert (run.folder / "y.csv").read_text(encoding="utf-8") == before


def test_many_that_tie_are_counted_not_listed(run: Run) -> None:
    game = "name: codes\ngame: mastermind\npegs: 2\ncolours: 8\nrepeats: false\n"
    (run.folder / "codes.yaml").write_text(game, encoding="utf-8")
    words = "\n".join(f"  - {letter * 5}" for letter in "abcdefghij")
    (run.folder / "words.yaml").write_text(f"name: words\nhidden: big\nguesses:\n{words}\n", encoding="utf-8")
    for top, shown in ((3, 40), (50, 50)):
        asked = ("--variant", "codes.yaml", "--max-guesses", "none", "--top", top)
        _, out, _ = run(*asked, "--out", "x.csv")
        assert out.count("\n     1  ") == shown
        assert f"\n        ... and {56 - shown} more (56 in all): --out and --json have them all\n" in out
        assert (run.folder / "x.csv").read_text(encoding="utf-8").count("\n1,") == 56
        _, fields = run.json(*asked)
        assert len(fields["openers"]) == 56
    _, out, _ = run("--variant", "words.yaml", "--max-guesses", "none", "--words", 2, "--top", 3)
    assert out.count("\n     1  ") == 40
    assert "\n        ... and 5 more (45 in all): --out and --json have them all\n" in out
    assert len(list(shown_rows(["row"] * 41, [1] * 41, 3, complete=False))) == 41
    assert list(shown_rows(["row"] * 50, [1] * 50, 40, complete=False))[40:] == [
        "        ... and 10 more (50 in all): to_json has them all"
    ]


@pytest.mark.parametrize("asked", [("--top", 2), ("--worst", 2), ("--words", 2, "--top", 2)])
def test_a_table_that_cannot_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[object, ...]
) -> None:
    def fail(path: Path, *_: object) -> None:
        raise FileError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("wordle_cp.cli.run.put", fail)
    table = tmp_path / "table.csv"
    code, out, err = run(*TOY, *asked, "--out", table, "--json")
    message = f"{table}: No space left on device"
    assert (code, err) == (ExitCode.BAD_INPUT, f"error: {message}\n")
    assert json.loads(out) == {"error": message}  # one object, not the ranking and another
    code, out, err = run(*TOY, *asked, "--out", table)
    assert (code, err) == (ExitCode.BAD_INPUT, f"error: {message}\n")
    assert f"\ntable        {table}\n" in out  # what was found is there all the same


def test_a_second_process_is_told_no(run: Run) -> None:
    with held(run.folder / "run", "ranking"):
        code, _, err = run(*TOY, "--top", 1, "--run", "run")
    assert (code, err) == (ExitCode.BAD_INPUT, "error: run: another ranking is at work in this folder\n")


def work_until_it_stores_something(process: subprocess.Popen[str], folder: Path, before: int) -> None:
    """Wait until the ledger in `folder` has more than `before` openers, or the process has ended."""
    wait_until(lambda: process.poll() is not None or len(stored(folder)) > before)


@pytest.mark.slow
@only_more
def test_killed_and_interrupted_runs_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    variant, history = Variant.load("original"), parse_history(AFTER, 5)
    openers = variant.guesses[::8]
    (tmp_path / "some.txt").write_text("\n".join(openers), encoding="utf-8")
    before: dict[str, tuple[str, int | None]] = {}
    stops = 0
    for number in range(5 if MORE else 2):
        process = start(tmp_path, "rank", *KILLED)
        work_until_it_stores_something(process, folder, len(before))
        if number % 2:
            process.send_signal(signal.SIGINT)
        else:
            process.kill()
        out, _ = ended(process)
        after = stored(folder)
        assert before.items() <= after.items()
        before = after
        if process.returncode == ExitCode.DONE:
            break
        stops += 1
        if number % 2:
            assert process.returncode == ExitCode.UNDECIDED
            assert json.loads(out)["stopped_by"] == "interrupted"
        else:
            assert not out
    assert stops > 0
    report = rank(
        TotalQuestion.of(variant, history=history, openers=openers),
        top=None,
        work=Work(jobs=2),
        keeping=Keeping(folder=folder),
    )
    assert report.complete
    assert report.before == len(before)
    whole = rank(TotalQuestion.of(variant, history=history, openers=openers), top=None, work=Work(jobs=2))
    assert report.ranked == whole.ranked
    assert len(report.ranked) + len(report.refuted) == len(openers)


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        (8, "'creed': expected a cost of 15 or more, found 8"),
        (15, "'creed': creed: cost: expected 15, as claimed, found "),
    ],
)
def test_a_ledger_is_not_believed_against_its_strategies(run: Run, cost: int, message: str) -> None:
    all_openers = ("--variant", "toy", "--all", "--run", "r1")
    code, out, _ = run(*all_openers)
    assert code == ExitCode.DONE
    assert "\nchecked      38 strategies that reach these totals; " in out
    assert "CREED" in out
    with closing(sqlite3.connect(run.folder / "r1" / "ledger.sqlite")) as ledger, ledger:
        ledger.execute("UPDATE units SET number = ? WHERE unit = 'creed'", (cost,))
    code, out, err = run(*all_openers)
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert f"ledger.sqlite: {message}" in err


def test_how_many_strategies_of_a_ledger_were_replayed_is_said(run: Run) -> None:
    _, fields = run.json("--variant", "toy", "--top", 1)
    assert fields["replayed"] == 0
    for _ in range(2):
        _, fields = run.json("--variant", "toy", "--top", 1, "--run", "r1")
        assert (fields["replayed"], len(fields["openers"])) == (9, 9)
    with closing(sqlite3.connect(run.folder / "r1" / "ledger.sqlite")) as ledger, ledger:
        ledger.execute("UPDATE units SET fragment = NULL WHERE unit = 'plied'")
    _, fields = run.json("--variant", "toy", "--top", 1, "--run", "r1")
    assert (fields["replayed"], len(fields["openers"])) == (8, 9)
