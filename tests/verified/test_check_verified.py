"""`wordle-cp check --verified` calls the program, wherever it is, and says what is missing where it isn't."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.golden_files import GOLDEN
from wordle_cp.certify import verified
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verified.program import Program


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code of the command, and what it printed."""
    code = main(["check", "--verified", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_theorem_is_printed(program: Program, capsys: pytest.CaptureFixture[str]) -> None:
    """As the program itself prints it."""
    file = GOLDEN / "accept" / "hard.cert"
    code, out, err = check(capsys, str(file))
    assert (code, err) == (ExitCode.DONE, "")
    assert out.startswith("accepted: by the verified checker (")
    assert out.splitlines()[1:] == program(file).text.splitlines()[1:]
    code, out, _ = check(capsys, str(file), "--json")
    fields = json.loads(out)
    assert (code, fields["accepted"], fields["checker"]) == (ExitCode.DONE, True, "verified")
    assert "possible_sound: a player whose next guess is mac finds each of the 5" in fields["proves"]


@pytest.mark.usefixtures("program")
@pytest.mark.parametrize(
    ("file", "code", "says"),
    [
        ("reject/depth-too-small.cert", ExitCode.REJECTED, "error: rejected: line 31: "),
        ("malformed/gzip-cut-off.cert.gz", ExitCode.BAD_INPUT, "line 28: expected a number"),
        ("malformed/boards.cert", ExitCode.BAD_INPUT, "line 2: claims about several boards were read up to"),
        ("accept/ultrahard.cert", ExitCode.BAD_INPUT, "doesn't cover"),
        ("accept/codes-missed.cert", ExitCode.BAD_INPUT, "this checker is for depths and least totals"),
        ("accept/feedback-slots-total.cert", ExitCode.BAD_INPUT, "feedback slots"),
        ("accept/total-weights.cert", ExitCode.BAD_INPUT, "weights of words"),
    ],
)
def test_what_is_refused_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], file: str, code: ExitCode, says: str
) -> None:
    """With the exit codes of every check; what isn't covered is bad usage."""
    found, out, err = check(capsys, str(GOLDEN / file))
    assert (found, out, err.count("\n")) == (code, "", 1)
    assert says in err


def test_a_message_that_is_not_utf_8_is_shown(
    program: Program, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """And not an error of this program."""
    del program
    file = tmp_path / "latin.cert"
    file.write_bytes((GOLDEN / "accept" / "hard.cert").read_bytes().replace(b"length 3", b"length \xff"))
    code, out, err = check(capsys, str(file))
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == f'error: {file}: line 6: expected a number, found "\\xff"\n'


def test_only_a_program_that_says_accepted_has_accepted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Another one on PATH of that name may end with 0, too."""
    other = tmp_path / verified.NAME
    other.write_text("#!/bin/sh\necho hello\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(RuntimeError, match=r"^wordle-check ended with 0: $"):
        check(capsys, str(GOLDEN / "accept" / "hard.cert"))


def test_a_missing_program_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(verified, "_BUILT", tmp_path / "nothing")
    code, out, err = check(capsys, str(GOLDEN / "accept" / "hard.cert"))
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert "apt-get install coq ocaml-nox ocaml-findlib" in err


@pytest.mark.parametrize("option", [["--plain"], ["--jobs", "2"], ["--sample", "1%"], ["--max-memory", "1G"]])
def test_it_goes_with_no_other_checker(capsys: pytest.CaptureFixture[str], option: list[str]) -> None:
    """Nor with what only those do."""
    code, out, err = check(capsys, str(GOLDEN / "accept" / "hard.cert"), *option)
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
