"""Running the program: in this process, or as one of its own."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.cli.app import main

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    import pytest

SCRIPT: Final = """
import sys
from wordle_cp.cli.app import main
from wordle_cp.cli.running import PipedLine
PipedLine.first_seconds = 3600.0  # a busy machine says no more than a quiet one
sys.exit(main())
"""
PACE: Final = re.compile(r"this takes about \d+ seconds?\n")
"""What the plain checker says of itself where the machine is busy."""
RUNS: Final = """
import contextlib, io, json, sys
from wordle_cp.cli.app import main
for arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    print(json.dumps([code, out.getvalue(), err.getvalue()]), flush=True)
"""
"""Runs one command after the other, and prints of each what came out."""

SECONDS: Final = frozenset({"seconds", "seconds_of_all_runs"})
"""Fields that differ from run to run."""
EVER: Final = 600
"""Seconds that stand for ever: what takes one here takes a minute where others are at work."""


class Run:
    """Runs a command of the program in this process, in a folder of its own."""

    def __init__(
        self,
        command: str,
        capsys: pytest.CaptureFixture[str],
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Move to `folder`, which is empty."""
        monkeypatch.chdir(folder)
        self.command: Final = command
        self.capsys: Final = capsys
        self.folder: Final = folder

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        """Return the exit code and what was written to standard output and standard error."""
        code = main([self.command, *map(str, arguments)])
        written = self.capsys.readouterr()
        return code, written.out, written.err

    def json(self, *arguments: object) -> tuple[int, dict[str, Any]]:
        """Return the exit code and the one object on standard output; nothing must be on standard error."""
        code, out, err = self("--json", *arguments)
        assert not err
        fields = json.loads(out)
        assert isinstance(fields, dict)
        return code, fields


def start(folder: Path, *arguments: str, script: str = SCRIPT) -> subprocess.Popen[str]:
    """Start the program as a process in `folder`."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcomes(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> list[tuple[int, str, str]]:
    """Return the exit codes and what went to both streams, one for each command that `RUNS` ran.

    `command` runs that script; `environment` is added to that of this process.
    """
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(code, out, err) for code, out, err in map(json.loads, done.stdout.splitlines())]


def lasting(value: Any) -> Any:  # noqa: ANN401  any JSON
    """Return what of a command's JSON is the same in every run; the times that it took must be small."""
    if isinstance(value, dict):
        assert all(0 <= value[name] < EVER for name in SECONDS & value.keys()), value
        return {name: lasting(part) for name, part in value.items() if name not in SECONDS}
    return [lasting(part) for part in value] if isinstance(value, list) else value


def let_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait until `process` has had so many seconds of CPU time, or has ended."""
    wait_until(lambda: process.poll() is not None or cpu_seconds(process) >= seconds)


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait until something has `happened`; fail if that takes for ever."""
    give_up = time.monotonic() + EVER
    while not happened():
        assert time.monotonic() < give_up
        time.sleep(0.02)


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """Return how much CPU time `process` has had, which must not have been waited for."""
    stat = Path(f"/proc/{process.pid}/stat").read_text()
    used = stat.rpartition(")")[2].split()[11:13]  # of the fields from the third one on
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return what `process` writes to both streams until its end; kill it if that takes for ever."""
    try:
        return process.communicate(timeout=EVER)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise


def interrupted(process: subprocess.Popen[str], seconds: float = 5.0) -> tuple[str, str]:
    """Press Ctrl-C, and return as `ended` does; `process` may take so much CPU time until its end."""
    assert process.poll() is None
    had = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = cpu_seconds(process) + had.ru_utime + had.ru_stime
    process.send_signal(signal.SIGINT)
    streams = ended(process)
    has = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert has.ru_utime + has.ru_stime - before < seconds
    return streams


def has_fields(fields: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Tell whether `fields` has each name of `wanted`, with a value of its type."""
    return all(name in fields and isinstance(fields[name], kind) for name, kind in wanted.items())


def within(call: Coroutine[Any, Any, Any], seconds: float = EVER) -> Any:  # noqa: ANN401  whatever it returns
    """Run `call`. In a thread: tests in a browser leave a loop in the main one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(call, seconds)).result()
