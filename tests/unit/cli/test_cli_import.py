"""`wordle-cp variants import` as a user types it: five lines, JSON, errors, and nothing half-written."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import termios
from typing import TYPE_CHECKING

import pytest

from tests.program import SCRIPT, wait_until
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to an empty folder with a list of the answers and one of other words."""
    (tmp_path / "answers.txt").write_text("CIGAR\nREBUT\n")
    (tmp_path / "others.txt").write_text("aahed\naalii\nabc\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_is_left_behind_where_writing_ends_early(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    calls = []

    def fsync(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 6:  # three files are looked for room first
            raise fault

    monkeypatch.setattr(os, "fsync", fsync)
    code = main(["variants", "import", "answers.txt", "others.txt", "--out", "new"])
    assert code in {ExitCode.BAD_INPUT, ExitCode.INTERRUPTED}
    assert not (folder / "new").exists()


def test_standard_input_of_a_pipe(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, "variants", "import", "-", "--name", "mine"],
        input=b"CIGAR rebut sissy",
        capture_output=True,
        check=True,
        cwd=folder,
    )
    assert done.stdout.startswith(b"read         standard input: UTF-8, words with blanks between them")


def test_ctrl_c_while_it_waits_for_standard_input(folder: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, "variants", "import", "-", "--name", "mine"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
    ) as process:
        pipe = process.stdin
        assert pipe is not None
        pipe.write(b"cigar")
        pipe.flush()
        wait_until(lambda: not any(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))))  # then it waits for more
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == ExitCode.INTERRUPTED
    assert b"Traceback" not in errors
    assert not (folder / "mine.yaml").exists()


def test_errors_of_a_variant_name_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "big.txt").write_text(
        "".join(f"{chr(65 + i % 26)}{chr(65 + i // 26)}AAA\n" for i in range(600))
    )
    (folder / "big.yaml").write_text("name: big\nguesses: big.txt\nhidden: big\n")
    assert main(["variants", "check", "big.yaml"]) == ExitCode.BAD_INPUT
    [line] = capsys.readouterr().err.splitlines()
    assert line == (
        "error: big.txt:1:1: guesses[0]: expected lower-case letters a to z, found 'AAAAA'; "
        "did you mean aaaaa? To make a clean list of it: wordle-cp variants import big.txt "
        "(and 599 more like it in this file)"
    )
    assert main(["variants", "import", "big.txt", "--name", "clean"]) == ExitCode.DONE
