"""`wordle-cp solve`: exit codes, JSON fields, text for people, weights and costs, Ctrl-C."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import in_third
from tests.program import Run, ended, has_fields, interrupted, let_work, start
from wordle_cp.cli import running
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.cli.progress import describe_total
from wordle_cp.engine import ExactCost, TotalProgress
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

COMMAND: Final = "solve"
FIELDS: Final = {
    "total_guesses": int | None,
    "mean_guesses": float | None,
    "max_guesses": int | None,
    "best": list,
    "distribution": list | None,
    "exact": bool,
    "seconds": float,
}
"""What shared scripts rely on; more fields are welcome."""
SMALL: Final = ("--variant", "nerdle-mini")
"""206 equations, whose least total counting alone doesn't tell."""
TOY: Final = ("--variant", "toy")
LONG: Final = ("--variant", "nyt-2022-02-15", "--hidden", "big", "--mode", "hard")
"""A question that takes hours."""


def words() -> tuple[str, ...]:
    """Return the hidden words."""
    return Variant.load("toy").hidden


def test_undecided(run: Run) -> None:
    code, fields = run.json(*SMALL, "--time-limit", "1e-9", "--tree", "x.cert", "--quiet")
    assert code == ExitCode.UNDECIDED
    assert has_fields(fields, FIELDS)
    assert (fields["exact"], fields["best"], fields["stopped_by"], len(fields["left"])) == (
        False,
        [],
        "time limit",
        476,
    )
    assert fields["low"] <= 544 <= fields["high"]
    assert fields["gap"] == (fields["high"] - fields["low"]) / fields["high"]
    assert (fields["certificate"], fields["checked"]) == ("x.cert", True)
    (run.folder / "x.cert").unlink()
    code, out, err = run(*SMALL, "--time-limit", "1e-9")
    name = "nerdle-mini-normal-optimal-within-6"
    note = f"note: {name} ships and answers this; to check it: wordle-cp check {name}\n"
    assert (code, err) == (ExitCode.UNDECIDED, note)
    asked = "nerdle-mini, normal mode, within 6 guesses: the least number of guesses over 206 hidden words"
    assert out.startswith(f"undecided: {asked}\nlower        ")
    assert " guesses or more\nupper        " in out
    assert "\nstopped by   --time-limit 1e-09; " in out
    assert "\nleft         476 openers: 0*10=0 0*11=0 " in out
    assert not list(run.folder.iterdir())


def test_where_both_ends_meet_the_least_is_known(run: Run) -> None:
    code, out, _ = run(*TOY, "--time-limit", "1e-9")
    assert code == ExitCode.UNDECIDED  # whether there are other openers as good
    assert out.startswith("exact: toy, normal mode, within 6 guesses: 16 guesses over 8 hidden words")
    assert "\nstopped by   --time-limit 1e-09; that other openers are as good isn't ruled out\n" in out
    assert "\nleft         37 openers: " in out
    assert not list(run.folder.iterdir())


@in_third
def test_ctrl_c_ends_the_run_with_a_report(tmp_path: Path) -> None:
    process = start(tmp_path, "solve", *LONG, "--json")
    let_work(process, 1.5)
    out, err = interrupted(process)
    assert (process.returncode, err) == (ExitCode.UNDECIDED, "")
    fields = json.loads(out)
    assert (fields["exact"], fields["stopped_by"]) == (False, "interrupted")
    assert fields["left"]
    assert not list(tmp_path.iterdir())


def test_snapshots_as_a_line() -> None:
    assert describe_total(TotalProgress(0, 0, 0, 0, 0, None, None, 0, 0)) == "scoring all pairs"
    progress = TotalProgress(12972, 12700, 3, 12690, 7, ExactCost("salet", 7920), "crane", 5, 6)
    assert describe_total(progress, "about 0:03 left") == (
        "12700 of 12972 openers, 3 exact, 12697 refuted, best SALET 7920, about 0:03 left, now CRANE"
    )


@pytest.mark.parametrize("command", ["solve", "rank --top 2", "prove --optimal"])
def test_progress_on_a_terminal(
    command: str, run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line goes to standard error, and is gone at the end."""
    arguments = [*command.split(), *TOY]
    assert main(arguments) == ExitCode.DONE
    silent = capsys.readouterr()
    monkeypatch.setattr(running, "on_terminal", lambda: True)
    assert main(arguments) == ExitCode.DONE
    shown = capsys.readouterr()
    assert shown.out.splitlines()[:3] == silent.out.splitlines()[:3]
    assert main([*arguments, "--quiet"]) == ExitCode.DONE
    assert not capsys.readouterr().err
    assert run.command == "solve"


def test_what_a_quick_answer_does_not_load(tmp_path: Path) -> None:
    script = (
        "import sys; from wordle_cp.cli.app import main; code = main(); "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr); sys.exit(code)"
    )
    process = start(tmp_path, "solve", *TOY, script=script)
    _, err = ended(process)
    assert process.returncode == ExitCode.DONE
    assert {"networkx", "numpy", "ortools", "rich", "sqlite3"}.isdisjoint(err.split())
