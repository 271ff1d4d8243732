"""What the long commands share: where a question starts, limits, closed streams, and the progress line."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from rich.console import Console

from tests.effort import first, only_more
from tests.program import SCRIPT, ended, start
from wordle_cp.answers.census.run import CensusStatus
from wordle_cp.answers.places import question_name
from wordle_cp.answers.rankings import rank_worst
from wordle_cp.answers.telling import clock
from wordle_cp.cli.app import main
from wordle_cp.cli.display import Display
from wordle_cp.cli.output import ExitCode
from wordle_cp.cli.progress import Lines, Pace, describe_census, describe_depth, describe_worst
from wordle_cp.cli.running import PipedLine, WorkOptions
from wordle_cp.commands.shared import limits_of
from wordle_cp.engine import DepthProgress, ExactCost, TotalProgress
from wordle_cp.experiments.compare import Entry, Playing
from wordle_cp.experiments.policies import parse_policy
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position, TotalQuestion
from wordle_cp.work import About, Counted, Note, Stage, StopReason, Work

PROVE: Final = ("prove", "--variant", "toy", "--depth", "2")
SNAPSHOT: Final = DepthProgress(
    openers=12947,
    refuted=12000,
    refuted_by_families=11000,
    possible=7,
    tried=12345,
    current="tupik",
    round=2,
    cells=0,
    solved_cells=0,
    nodes=1,
    no_goods=1,
    bytes=1000,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_of_openers_may_have_comments(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "openers.txt"
    file.write_text("# two\n\n  plied # one\nCRANE#two\n   \n", encoding="utf-8-sig")
    assert main([*PROVE, "--openers", "openers.txt", "--quiet"]) == ExitCode.DONE
    assert "strategy     PLIED" in capsys.readouterr().out
    file.write_text("# nothing\n", encoding="utf-8")
    assert main([*PROVE, "--openers", "openers.txt"]) == ExitCode.BAD_INPUT
    assert capsys.readouterr().err == "error: openers.txt: expected at least one word\n"
    file.write_text("# two\nhouse # no\n", encoding="utf-8")
    assert main([*PROVE, "--openers", "openers.txt"]) == ExitCode.BAD_INPUT
    assert capsys.readouterr().err == "error: openers.txt:2:1: expected a guess of toy, found 'house'\n"


def test_an_empty_history_is_bad_usage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PROVE, "--after", ""]) == ExitCode.BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "--after: expected guesses and patterns such as salet.bybbb" in err
    tree = ("tree", "import", "x.txt", "--out", "x.cert", "--variant", "toy", "--after", "")
    assert main(tree) == ExitCode.BAD_INPUT
    assert capsys.readouterr().err == err
    assert not list(folder.iterdir())


@pytest.mark.parametrize(("option", "value"), [("--time-limit", "1e-9"), ("--max-memory", "1e-6")])
def test_messages_name_the_option_that_struck(
    option: str, value: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*PROVE, option, value]) == ExitCode.UNDECIDED
    assert f"\nstopped by   {option} {float(value):g}; refuted no opener\n" in capsys.readouterr().out
    assert not list(folder.iterdir())


def test_limits_are_named_as_they_were_given() -> None:
    options = WorkOptions(time_limit=90.0, max_memory=0.5)
    assert limits_of(options.time_limit, options.max_memory).memory_bytes == 5e8
    assert [options.describe(reason) for reason in StopReason] == [
        "--time-limit 90",
        "--max-memory 0.5",
        "Ctrl-C",
        "the size that a certificate may have",
    ]


@pytest.mark.parametrize("closed", first(["<&- >&- 2>&-", ">&-", ">&- 2>&-"]))
def test_closed_streams(closed: str, folder: Path) -> None:
    """The certificate is written all the same, and nothing of ours gets into it; the rest can't be told."""
    program = "import sys; from wordle_cp.cli import main; sys.exit(main())"
    command = f"'{sys.executable}' -c '{program}' {' '.join(PROVE)} --out x.cert {closed}"
    process = subprocess.run(["/bin/sh", "-c", command], cwd=folder, capture_output=True, check=False)
    told = b"" if "2>&-" in closed else b"error: standard output: Bad file descriptor\n"
    assert (process.returncode, process.stdout, process.stderr) == (ExitCode.BAD_INPUT, b"", told)
    assert main(["check", "x.cert", "--quiet"]) == ExitCode.DONE


@pytest.mark.parametrize("arguments", ["check missing --json", "variants show missing.yaml --json"])
def test_an_error_that_standard_output_does_not_take(arguments: str, folder: Path) -> None:
    """It is told on standard error, in one line."""
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            [sys.executable, "-c", SCRIPT, *arguments.split()],
            cwd=folder,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert process.returncode == ExitCode.BAD_INPUT
    assert process.stderr.startswith(b"error: ")
    assert process.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("arguments", "buffered"),
    [
        pytest.param(arguments, buffered, marks=() if buffered == bool(number % 2) else only_more)
        for number, arguments in enumerate(
            (
                ("solve", "--variant", "toy"),
                ("solve", "--variant", "toy", "--json"),
                ("variants", "show", "toy"),
                ("solve", "--help"),
                ("--version",),
            )
        )
        for buffered in (True, False)
    ],
)
def test_standard_output_that_is_full_is_named(
    arguments: tuple[str, ...], folder: Path, *, buffered: bool
) -> None:
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            [sys.executable, "-c", SCRIPT, *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONUNBUFFERED": "" if buffered else "1"},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert process.returncode == ExitCode.BAD_INPUT
    assert process.stderr == b"error: standard output: No space left on device\n"


def test_long_names_are_cut() -> None:
    toy = Position.of("toy")
    assert question_name(toy, "depth-2") == "toy-normal-depth-2.cert.gz"
    played = parse_history(".".join(["trace.bgbyy"] * 30), 5)
    first, second = (
        question_name(replace(toy, history=(*played, *parse_history(last, 5))), "depth-40", "plied")
        for last in ("plied.bbbgb", "plied.bbbgg")
    )
    assert first != second
    assert len(first) == len(second) < 140
    assert first.startswith("toy-normal-depth-40-after-trace-bgbyy-")


@pytest.mark.parametrize("width", [10, 30, 60, 200])
def test_the_line_fits_the_terminal(width: int) -> None:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    with Display(console, lambda: False) as display:
        display.say(describe_depth(SNAPSHOT))
    with console.capture() as captured:
        console.print(display._line)  # noqa: SLF001  what is shown
    (line,) = captured.get().splitlines()
    assert len(line) <= width
    assert width < 200 or line.endswith("1 node, 1 no-good")
    assert width == 200 or line.endswith("\u2026")


def test_the_line_says_stopping() -> None:
    interrupted = [False]
    console = Console(file=io.StringIO())
    display = Display(console, lambda: interrupted[0])
    display.say("here")
    assert "stopping" not in display._line.text  # noqa: SLF001  what is shown
    interrupted[0] = True
    display.say("here")
    assert display._line.text.endswith(" stopping; here")  # noqa: SLF001


def test_the_line_of_each_event() -> None:
    lines = Lines()
    assert lines.of(Stage("families")) == "families"
    assert lines.of(Counted("families", 1, 9)) == "families: 1 of 9"
    assert lines.of(Note("a worker is gone")) is None
    assert lines.of(About("depth 5")) == "depth 5: families"
    assert lines.of(SNAPSHOT) == f"depth 5: {describe_depth(SNAPSHOT)}"
    assert lines.of(Playing(Entry(parse_policy("knuth")), 3)) == "depth 5: knuth: 3 words found"
    assert lines.of(object()) is None


def test_what_the_lines_say() -> None:
    status = CensusStatus(12947, 7, 12000, 1, SNAPSHOT)
    assert describe_census(status, Pace()) == (
        "12007 of 12947: 7 possible, 12000 refuted, now TUPIK, 1 strategy to check"
    )
    assert describe_depth(SNAPSHOT).endswith("now TUPIK in round 3, 1 node, 1 no-good")
    assert [clock(seconds) for seconds in (0.9, 61, 3600)] == ["0:00", "1:01", "1:00:00"]


@pytest.mark.parametrize("power", [0.5, 0.8, 1.0, 1.7])
@pytest.mark.parametrize("given", [0, 700])
def test_the_time_left_follows_the_power_of_the_time(power: float, given: int) -> None:
    """Of a thousand openers in 100 s: from 500 on, but for the last seventh; `given` were done before."""
    hand = [50.0]
    pace = Pace(lambda: hand[0])
    assert not pace.left(given, given + 1000)
    shown = []
    for tick in range(1, 1000):
        hand[0] = 50.0 + tick / 10
        done = int(1000 * (tick / 1000) ** power)
        left = pace.left(given + done, given + 1000)
        assert bool(left) <= (done >= 500)
        if left:
            minutes, _, seconds = left.split()[1].partition(":")
            assert int(minutes) * 60 + int(seconds) == pytest.approx(100 - tick / 10, rel=0.15, abs=1.5)
            shown.append(tick)
    assert shown[0] == pytest.approx(1000 * 0.5 ** (1 / power), abs=10)
    assert shown[-1] == pytest.approx(857, abs=15)


def test_families_say_nothing_of_the_pace_of_a_census() -> None:
    """They refute 9,000 of 10,000 openers in the first second; the others take 0.1 s each."""
    hand = [0.0]
    pace = Pace(lambda: hand[0])
    told = {}
    for second in range(100):
        hand[0] = float(second)
        refuted = 9000 + 10 * second if second else 0
        search = replace(SNAPSHOT, refuted_by_families=9000 if second else 0)
        told[second] = describe_census(CensusStatus(10000, 0, refuted, 0, search), pace)
    assert "left" not in told[49]
    assert "9750 refuted, about 0:24 left before the proof, now TUPIK" in told[75]


def test_a_forecast_takes_doublings_to_last_alike() -> None:
    """As many are done after each 4 s as in all before; none is shown too early, nor the last seventh."""
    hand = [0.0]
    pace = Pace(lambda: hand[0])
    told: dict[int, str] = {}
    for tick in range(1, 521):  # 2 ** 13 openers after 52 s
        hand[0] = tick / 10
        told[tick] = pace.left_of_best(int(2 ** (tick / 40)), 2**13, last=1.0)
    shown = [tick for tick in told if told[tick]]
    assert 2 ** (shown[0] / 40) >= 2**13 / 20 > 2 ** (shown[0] / 40 - 0.1)
    assert shown[-1] == pytest.approx(446, abs=10)
    for tick in shown:
        minutes, _, seconds = told[tick].split()[1].partition(":")
        assert int(minutes) * 60 + int(seconds) == pytest.approx(52 - tick / 10, abs=2.5)


def test_a_forecast_begins_anew_with_another_search() -> None:
    hand = [0.0]
    pace = Pace(lambda: hand[0])
    for second, done in enumerate((10, 20, 40, 80), start=1):
        hand[0] = 10.0 * second
        left = pace.left_of_best(done, 640)
    assert left == "about 0:25 left"  # two doublings and a half
    hand[0] += 1.0
    assert not pace.left_of_best(5, 160)  # half of these were never seen


EARLY: Final = """
import builtins, os, signal, sys
import wordle_cp.cli

load, when = builtins.__import__, [sys.argv.pop(1)]

def striking(name, *rest, **named):
    if when == [name]:
        when.clear()
        os.kill(os.getpid(), signal.SIGINT)
    return load(name, *rest, **named)

builtins.__import__ = striking
sys.exit(wordle_cp.cli.main())
"""
"""Runs the program, and presses Ctrl-C when it loads the module that the first argument names."""


@pytest.mark.parametrize("module", ["wordle_cp.cli.app", "wordle_cp.games.question"])
def test_ctrl_c_while_the_program_is_loading_has_an_answer(module: str, tmp_path: Path) -> None:
    process = start(tmp_path, module, "solve", "--variant", "nerdle-mini", "--quiet", script=EARLY)
    out, err = ended(process)
    assert (process.returncode, err) == (ExitCode.UNDECIDED, "")
    assert "\nlower        " in out
    assert "\nupper        " in out
    assert "\nstopped by   Ctrl-C; " in out
    process = start(tmp_path, module, "stats", script=EARLY)
    assert ended(process)[0] == ""
    assert process.returncode == ExitCode.INTERRUPTED


def test_in_a_pipe_a_line_tells_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(PipedLine, "first_seconds", 0.01)
    with PipedLine() as line:
        line.say("search: 7 of 9 openers")
        while not (told := capsys.readouterr().err):
            time.sleep(0.01)
    assert re.fullmatch(r"0:0\d (starting|search: 7 of 9 openers)\n", told)
    monkeypatch.setattr(PipedLine, "first_seconds", 0.0)
    monkeypatch.setattr(PipedLine, "then_seconds", 0.05)
    check = ("check", "mastermind-4x6-depth-4")
    assert main([*check, "--quiet"]) == ExitCode.DONE
    assert not capsys.readouterr().err
    assert main(check) == ExitCode.DONE
    assert "checking: " in capsys.readouterr().err
    assert main(["prove", "--depth", "5", "--variant", "black-pegs-3x4", "--fresh"]) == ExitCode.DONE
    assert "checking the certificate: " in capsys.readouterr().err


def test_a_search_for_the_worst_openers_counts_first_strategies() -> None:
    """They take most of the time, and each as long as any other; then openers are settled."""
    hand = [0.0]
    pace = Pace(lambda: hand[0])
    first = TotalProgress(1000, 0, 0, 0, 0, None, None, 0, 0)
    assert describe_worst(first, pace) == "0 of 1000 first strategies"
    hand[0] = 10.0
    assert describe_worst(replace(first, done=40), pace) == "40 of 1000 first strategies"
    hand[0] = 25.0
    assert describe_worst(replace(first, done=100), pace) == "100 of 1000 first strategies, about 3:45 left"
    settled = replace(first, done=7, exact=3, bounded=4, best=ExactCost("crane", 99), current="slate")
    assert (
        describe_worst(settled, pace) == "7 of 1000 openers, 3 exact, 4 cost less, worst CRANE 99, now SLATE"
    )


def test_first_strategies_are_counted_on_the_original_lists() -> None:
    seen: list[TotalProgress] = []

    def show(event: object) -> None:
        if isinstance(event, TotalProgress):
            seen.append(event)

    rank_worst(
        TotalQuestion.of("original"),
        1,
        Work(cancelled=lambda: len(seen) > 2 and seen[-1].done > 0, show=show),
    )
    counts = [one.done for one in seen if one.current is None]
    assert 0 < counts[-1] < 12972
    assert counts == sorted(counts)
