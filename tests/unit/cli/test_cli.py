"""The command line: what goes where, the exit codes, and that no input ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from tests.program import EVER, SCRIPT
from wordle_cp.cli import app as cli
from wordle_cp.cli import main as program
from wordle_cp.cli import parse
from wordle_cp.cli.output import Exit, ExitCode
from wordle_cp.cli.parse import CommandEntry, Group
from wordle_cp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., tuple[int, str, str]]

PROGRAM = [sys.executable, "-c", SCRIPT]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the program: (exit code, standard output, standard error)."""

    def run_program(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_program


def with_command(monkeypatch: pytest.MonkeyPatch, command: Callable[[], object]) -> None:
    """Give the program a command ``try`` that calls `command`."""
    entries = (CommandEntry("try", "Try", "Try something"),)
    monkeypatch.setattr(cli, "PROGRAM", Group("wordle-cp", "Try it.", entries))
    monkeypatch.setattr(parse, "import_module", lambda _name: SimpleNamespace(**{"try": command}))


@pytest.mark.parametrize(
    "arguments", [(), ("--help",), ("variants", "--help"), ("variants", "show", "--help")]
)
def test_help(run: Run, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert "Usage: wordle-cp" in out


def test_variants_check(run: Run, tmp_path: Path) -> None:
    code, out, err = run("variants", "check")
    assert (code, err, len(out.splitlines())) == (0, "", 17)
    path = tmp_path / "f.yaml"
    path.write_text("name: x\nguesses: [ab, abc]\nhiden: big\n", encoding="utf-8")
    code, out, err = run("variants", "check", str(path), "toy")
    assert (code, out) == (2, "toy: 38 words may be guessed, 8 may be hidden\n")
    assert [line.split(": ")[1].removeprefix(f"{path}:") for line in err.splitlines()] == [
        "1:1",
        "2:15",
        "3:1",
    ]
    code, out, _ = run("variants", "check", str(path), "--json")
    checked = json.loads(out)
    assert (code, checked["valid"], len(checked["problems"])) == (2, False, 3)
    assert checked["problems"][1] == {
        "file": str(path),
        "line": 2,
        "column": 15,
        "path": "guesses[1]",
        "expected": "expected 2 letters as in the other words, found 'abc'",
    }


def test_variants_schema(run: Run, root: Path) -> None:
    committed = (root / "variants" / "variant.schema.json").read_text(encoding="utf-8")
    assert run("variants", "schema") == run("variants", "schema", "--json") == (0, committed, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("variants", "show", "new\nline.yaml"), "new\\nline.yaml: No such file or directory"),
        (("variants", "show", "\udcff.yaml"), "\\udcff.yaml: No such file or directory"),
        (("variants", "show", "x" * 5000), "no variant and no file is called"),
        (("variants", "show", "x" * 5000 + ".yaml"), "File name too long"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    code, out, err = run(*arguments, "--json")
    assert code == 2
    assert isinstance(json.loads(out)["error"], str)


def test_only_so_many_problems_are_shown_to_people(run: Run, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("ab\n" * 1000, encoding="utf-8")
    path = tmp_path / "f.yaml"
    path.write_text("name: x\nguesses: words.txt\nhidden: big\n", encoding="utf-8")
    code, out, err = run("variants", "show", str(path), "--json")
    assert code == 2
    assert len(json.loads(out)["problems"]) == 999
    assert len(err.splitlines()) == 1
    assert err.endswith("(and 998 more like it in this file)\n")
    letters = ", ".join(f"W{number}" for number in range(500))
    path.write_text(f"name: x\nletters: [{letters}]\nguesses: [aa]\nhidden: big\n", encoding="utf-8")
    code, out, err = run("variants", "show", str(path))
    assert (code, len(err.splitlines())) == (2, 201)
    assert err.endswith("error: and 300 more problems\n")


def test_a_commands_own_exit_code_is_the_programs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with_command(monkeypatch, lambda: ExitCode.UNDECIDED)
    assert run("try") == (3, "", "")

    def leave() -> None:
        raise Exit(ExitCode.REJECTED)

    with_command(monkeypatch, leave)
    assert run("try") == (1, "", "")


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (UsageError("two\nlines"), 2, "error: two\\nlines\n"),
        (PermissionError(13, "Permission denied", "out.cert"), 2, "error: out.cert: Permission denied\n"),
        (OSError(28, "No space left on device"), 2, "error: system: No space left on device\n"),
        (KeyboardInterrupt(), 130, "error: interrupted\n"),
    ],
)
def test_errors_of_a_command(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str
) -> None:
    def fail() -> None:
        raise error

    with_command(monkeypatch, fail)
    assert run("try") == (code, "", message)


def test_a_bug_is_not_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with_command(monkeypatch, fail)
    with pytest.raises(ZeroDivisionError):
        run("try")


def test_a_bug_is_no_verdict(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "main", fail)
    assert program() == ExitCode.FAILED
    assert "in fail\n    raise ZeroDivisionError" in capsys.readouterr().err


def test_a_reader_that_leaves_ends_the_program_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        process = subprocess.run(
            [*PROGRAM, "variants", "schema"], stdout=writer, stderr=subprocess.PIPE, check=False, timeout=EVER
        )
    finally:
        os.close(writer)
    assert (process.returncode, process.stderr) == (128 + signal.SIGPIPE, b"")


def test_other_encodings_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text("name: x\ntitle: Wördłe\nguesses: [ab]\nhidden: big\n", encoding="utf-8")
    process = subprocess.run(
        [*PROGRAM, "variants", "show", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=True,
        timeout=EVER,
    )
    assert b"title        W\xf6rd\\u0142e\n" in process.stdout
