"""`wordle-cp check` and `wordle-cp tree`: exit codes, JSON fields, and what goes to which stream."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Final

import pytest

from tests.effort import FEW, in_third, only_more
from tests.golden_files import GOLDEN
from tests.program import SCRIPT, interrupted, let_work, start
from wordle_cp.answers.certificates import CheckAnswer
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths
from wordle_cp.work import StopReason

ACCEPT = GOLDEN / "accept" / "normal.cert"
REJECT = GOLDEN / "reject" / "total-off-by-one.cert"
MALFORMED = GOLDEN / "malformed" / "record-missing.cert"
(REAL,) = (
    path for path in proof_paths() if path.name == "nyt-2022-02-15-hard-hidden-big-depth-7-refuted.cert.xz"
)
"""Takes an hour."""
NODES = 627735


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    """Run the program; return its exit code and what it wrote to standard output and standard error."""
    code = main([str(argument) for argument in arguments])
    written = capsys.readouterr()
    return code, written.out, written.err


@pytest.mark.parametrize(
    ("option", "value", "struck"), [("--time-limit", "1e-9", "time"), ("--max-memory", "1e-6", "memory")]
)
def test_a_stopped_check_is_no_verdict(
    option: str, value: str, struck: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped at the first look: whatever the file, it is neither accepted nor rejected."""
    code, out, err = run(capsys, "check", REAL, option, value)
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert re.fullmatch(
        rf"stopped by {option} {float(value):g} "
        r"(at the beginning|after \d+ of \d+ nodes): this is no verdict \(\d+\.\d s\)"
        + ("; how long it takes isn't known yet, .*" if struck == "time" else "")
        + r"\n",
        out,
    )
    code, out, err = run(capsys, "check", REAL, option, value, "--json")
    fields = json.loads(out)
    assert (code, err, fields["accepted"], fields["reason"]) == (ExitCode.UNDECIDED, "", False, None)
    assert fields["stopped_by"] == f"{struck} limit"
    assert fields["parts"] in {None, NODES}


def test_a_check_within_its_limits_is_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    limits = ("--time-limit", "600", "--max-memory", "100")
    assert run(capsys, "check", ACCEPT, *limits)[0] == ExitCode.DONE
    assert run(capsys, "check", REJECT, *limits)[0] == ExitCode.REJECTED
    assert run(capsys, "check", MALFORMED, *limits)[0] == ExitCode.BAD_INPUT
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@only_more
def test_ctrl_c_ends_a_check(tmp_path: Path) -> None:
    process = start(tmp_path, "check", str(REAL), "--json")
    let_work(process, 2.5)
    out, _ = interrupted(process)
    fields = json.loads(out)
    assert (process.returncode, fields["accepted"]) == (ExitCode.UNDECIDED, False)
    assert fields["stopped_by"] == "interrupted"
    assert 0 < fields["parts_done"] < fields["parts"] == NODES


def shell(line: str, folder: Path) -> tuple[int, str, str]:
    """Run a line of bash in which PROGRAM is the program: its exit code and what it wrote, without times.

    A file that is open at its end is told, too.
    """
    program = shlex.join([sys.executable, "-c", SCRIPT])
    done = subprocess.run(
        ["/bin/bash", "-c", line.replace("PROGRAM", program)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(folder), "PYTHONWARNINGS": "error::ResourceWarning"},
    )
    slow = r"(?m)^(note: )?(the plain checker|this) takes about .*\n"  # said where the machine is busy
    return done.returncode, re.sub(r"[0-9.]+ s\b", "T s", done.stdout), re.sub(slow, "", done.stderr)


@cache
def shell_of_a_file(line: str) -> tuple[int, str, str]:
    """Return what `shell` does of a line that reads a file: once, however many pipes are compared with it."""
    return shell(line, Path(gettempdir()))


@pytest.mark.parametrize(
    ("command", "pipe"),
    [
        pytest.param(
            command, pipe, marks=() if command == "check F" else in_third if pipe == "-" else only_more
        )
        for command in ("check F", "check F --plain", "tree table F", "explain F --guess salet")
        for pipe in ("-", "/dev/stdin", "<(cat FILE)")
    ],
)
def test_a_pipe_is_read_wherever_a_certificate_is(command: str, pipe: str, tmp_path: Path) -> None:
    """What comes out of it is what a file would have said; no file is left behind."""
    name = "original-normal-hidden-big-depth-5" if "explain" in command else "original-hard-depth-5-palet"
    (path,) = (path for path in proof_paths() if path.name.startswith(f"{name}.cert"))
    piped = f"cat FILE | PROGRAM {command.replace('F', pipe, 1)}".replace("FILE", str(path))
    direct = f"PROGRAM {command.replace('F', str(path), 1)}"
    assert shell(piped, tmp_path) == shell_of_a_file(direct)
    assert not list(tmp_path.iterdir())


def test_what_comes_out_of_a_pipe_may_be_malformed(tmp_path: Path) -> None:
    code, out, err = shell("echo hello | PROGRAM check -", tmp_path)
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert err == "error: standard input:1:1: expected a line 'wordle-cp ...', found 'hello'\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("stopped_by", "checker", "done", "rest"),
    [
        (StopReason.TIME, "fast", 24, "how long it takes isn't known yet, so give it more time"),
        (StopReason.TIME, "fast", 25, "at this pace it takes about 4 minutes in all"),
        (StopReason.TIME, "plain", 100, "at this pace it takes about 1 minute in all"),
        (StopReason.TIME, "plain", None, "how long it takes isn't known yet, so give it more time"),
        (StopReason.INTERRUPTED, "fast", 50, "at this pace it takes about 2 minutes in all"),
        (StopReason.INTERRUPTED, "fast", 1, ""),
        (StopReason.MEMORY, "fast", 50, ""),
        (StopReason.TIME, "verified", None, ""),
        (None, "fast", 25, ""),
    ],
)
def test_a_check_that_was_stopped_says_how_long_it_takes(
    stopped_by: StopReason | None, checker: str, done: int | None, rest: str
) -> None:
    answer = CheckAnswer(
        path=Path(), checker=checker, stopped_by=stopped_by, seconds=60.0, done=done, whole=100
    )
    assert answer.rest == rest


REFUTED: Final = "original-normal-depth-4"
STRATEGY: Final = "original-normal-depth-5"
NAMED: Final = {
    f"tree table {REFUTED}": (REFUTED, f"wordle-cp explain {REFUTED}"),
    f"tree draw shipped:{REFUTED}": (f"shipped:{REFUTED}", f"wordle-cp explain shipped:{REFUTED}"),
    f"explain {STRATEGY}": (STRATEGY, f"wordle-cp tree table {STRATEGY}"),
    f"stats --strategy {REFUTED}": (REFUTED, ""),
    f"prove --between --variant toy --strategy-file {STRATEGY}": (STRATEGY, ""),
    "check <(echo hello)": ("/dev/fd/63", ""),
    "cat FILE | PROGRAM tree table -": ("standard input", "wordle-cp explain -"),
}
"""What is typed, what a message calls the certificate, and the command that it names."""


@pytest.mark.parametrize("command", [*NAMED][:1] + [*NAMED][-2:] if FEW else NAMED)
def test_messages_call_a_certificate_what_the_user_calls_it(command: str, tmp_path: Path) -> None:
    (path,) = (path for path in proof_paths() if path.name.startswith(f"{REFUTED}.cert"))
    line = command if "PROGRAM" in command else f"PROGRAM {command}"
    code, out, err = shell(line.replace("FILE", str(path)), tmp_path)
    name, hint = NAMED[command]
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith((f"error: {name}: ", f"error: {name}:1:1: "))
    assert err.endswith(f"{hint}\n")
    assert "/proc/" not in err
    assert str(path.parent) not in err


def test_a_name_typed_with_a_folder_is_not_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """./a is the file a, but not each a of a message."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_text("hello\n", encoding="utf-8")
    _, _, err = shell("PROGRAM check ./a", tmp_path)
    assert err == "error: a:1:1: expected a line 'wordle-cp ...', found 'hello'\n"


def test_nothing_of_a_pipe_is_left_by_a_kill(tmp_path: Path) -> None:
    (path,) = (path for path in proof_paths() if path.name.startswith("bulls-and-cows-depth-6.cert"))
    line = (
        f"mkfifo pipe; PROGRAM check pipe & cat {path} > pipe; "
        "sleep 2; ls -A $TMPDIR; kill -9 %1; wait; ls -A $TMPDIR"
    )
    code, out, _ = shell(f"cd {tmp_path}; {line}", tmp_path)
    assert (code, out.split()) == (0, ["pipe", "pipe"])
