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
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import FileError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.runs.ledgers import held
from wordle_cp.runs.provenance import Keeping
from wordle_cp.work import Work

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

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


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("rank", capsys, tmp_path, monkeypatch)


def test_top_as_json(run: Run) -> None:
    code, fields = run.json(*TOY, "--top", 10)
    assert code == ExitCode.DONE
    assert has_fields(fields, FIELDS)
    assert (len(fields["openers"]), fields["complete"], fields["others"]) == (12, True, 26)
    assert fields["openers"][0] == {"rank": 1, "opener": "eiked", "total_guesses": 16, "mean_guesses": 2.0}
    assert [row["rank"] for row in fields["openers"]] == [1] * 9 + [10] * 3
    assert not list(run.folder.iterdir())


def test_as_many_as_there_are_is_all(run: Run) -> None:
    (run.folder / "openers.txt").write_text("eiked\nsalet\n", encoding="utf-8")
    code, out, _ = run(*TOY, "--top", 10, "--openers", "openers.txt")
    assert code == ExitCode.DONE
    assert out.startswith("exact: toy, normal mode, within 6 guesses: all 2 openers over 8 hidden words\n")


def test_for_people_and_as_a_table(run: Run) -> None:
    code, out, err = run(*TOY, "--top", 1, "--out", "top.csv")
    assert (code, err) == (ExitCode.DONE, "")
    lines = out.splitlines()
    assert lines[0] == (
        "exact: toy, normal mode, within 6 guesses: the best 1 of 38 openers over 8 hidden words"
    )
    assert lines[1].split() == ["rank", "opener", "total", "mean"]
    assert lines[2].split() == ["1", "EIKED", "16", "2.0000"]
    assert lines[11].startswith("others       29 openers cost more")
    assert "table        top.csv" in lines
    rows = (run.folder / "top.csv").read_text(encoding="utf-8").splitlines()
    assert rows[:2] == ["rank,opener,mean_guesses,total_guesses", "1,eiked,2.0000,16"]
    assert len(rows) == 10


def test_all_keeps_a_run_folder(run: Run) -> None:
    code, out, _ = run(*TOY, "--all", "--mode", "hard")
    assert code == ExitCode.DONE
    assert out.startswith("exact: toy, hard mode, within 6 guesses: all 38 openers over 8 hidden words\n")
    assert "\nrun          toy-hard-rank-within-6\n" in out
    code, fields = run.json(*TOY, "--all", "--mode", "hard")
    assert (code, fields["settled_before"], fields["run"]) == (0, 38, "toy-hard-rank-within-6")
    assert [entry.name for entry in run.folder.iterdir()] == ["toy-hard-rank-within-6"]
    code, fields = run.json(*TOY, "--all", "--max-guesses", "none", "--costs", "0,1", "--loss", "2")
    assert fields["run"] == "toy-normal-rank-costs-0-1-loss-2"
    out = run(*TOY, "--top", "1", "--costs", "0,0", "--loss", "1")[1]
    assert out.startswith(
        "exact: toy, normal mode, within 2 guesses: the best 1 of 38 openers"
    )  # of a game of 6
    assert fields["openers"][0] == {"rank": 1, "opener": "eiked", "cost": 8, "mean_cost": 1.0}


def test_openers_from_a_file(run: Run) -> None:
    (run.folder / "openers.txt").write_text("crane\ncrate\ncried\n", encoding="utf-8")
    code, fields = run.json(*TOY, "--top", 2, "--openers", "openers.txt")
    assert [(row["rank"], row["opener"]) for row in fields["openers"]] == [
        (1, "cried"),
        (2, "crane"),
        (2, "crate"),
    ]
    assert (code, fields["asked"]) == (0, ["crane", "crate", "cried"])


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give one of --top, --all, --worst and --words, such as wordle-cp rank --top 10"),
        (("--top", "1", "--all"), "give only one of --top and --all"),
        (("--worst", "1", "--top", "2"), "give only one of --top and --worst"),
        (("--worst", "1", "--words", "2", "--costs", "1"), "give only one of --worst and --words"),
        (("--worst", "1", "--mode", "hard"), "needs normal mode, found hard mode"),
        (("--worst", "0"), "--worst:"),
        (("--top", "0"), "--all ranks every opener"),
        (("--top", "few"), "--top:"),
        (("--top", "1", "--words", "0"), "--words:"),
        (("--top", "1", "--openers", "missing.txt"), "missing.txt: No such file"),
        (("--top", "1", "--out", "missing/x.csv"), "missing: no such folder"),
        (("--top", "1", "--run", "missing/run"), "missing/run: No such file"),
        (("--top", "1", "--run", "/dev/null"), "--run: expected a folder"),
        (("--top", "1", "--weights", "missing.csv"), "missing.csv: No such file"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*TOY, *arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.count("\n") == 1
    assert not list(run.folder.iterdir())


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


def test_a_certificate_of_the_best(run: Run) -> None:
    code, fields = run.json("--variant", "toy", "--top", 3, "--certificate", "x.cert.gz")
    assert (code, fields["certificate"], fields["checked"]) == (ExitCode.DONE, "x.cert.gz", True)
    claim = check_file(run.folder / "x.cert.gz", word_list_by_hash).claim
    assert isinstance(claim, TotalLeast)
    assert [{"opener": found.opener, "total_guesses": found.total} for found in claim.openers] == [
        {key: found[key] for key in ("opener", "total_guesses")} for found in fields["openers"]
    ]
    assert claim.others == fields["openers"][-1]["total_guesses"] + 1
    _, out, _ = run("--variant", "toy", "--top", 3, "--certificate", "y.cert")
    assert out.endswith("; every other opener takes 17 or more, or doesn't find every word in time\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--all", "--certificate", "x.cert"), "--all: not with --certificate"),
        (
            ("--top", 2, "--mode", "ultrahard", "--certificate", "x.cert"),
            "a proof of lower bounds needs normal or hard mode, found ultrahard mode",
        ),
        (
            ("--top", 2, "--costs", "0", "--loss", 1, "--certificate", "x.cert"),
            "found costs or a loss",
        ),
        (("--top", 2, "--certificate", "missing/x.cert"), "missing: no such folder"),
        (("--top", 2, "--words", 2, "--certificate", "x.cert"), "--certificate"),
    ],
)
def test_no_certificate(run: Run, arguments: tuple[str | int, ...], message: str) -> None:
    code, out, err = run("--variant", "toy", *arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert not (run.folder / "x.cert").exists()


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
