"""Numbers on the command line: what is no number that an option takes ends in one clear line."""

from __future__ import annotations

import pytest

from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode

COMMANDS = {
    "prove": ("prove", "--variant", "toy", "--depth", "2"),
    "solve": ("solve", "--variant", "toy"),
    "census": ("census", "--variant", "toy", "--depth", "2"),
    "families": ("families", "--variant", "toy"),
    "tree import": ("tree", "import", "missing.txt", "--out", "missing/x.cert"),
}


@pytest.mark.parametrize(
    ("command", "option", "expected", "values"),
    [
        ("prove", "--depth", "a whole number of 1 or more", ("x", "", "0", "-3", "2.5")),
        ("prove", "--depth", "a whole number of 1 or more and of 18 digits at most", ("9" * 5000,)),
        ("prove", "--jobs", "a whole number from 1 to 256", ("0", "x", "257", "1e3")),
        ("solve", "--max-guesses", "a whole number from 1 to 255, or none", ("0", "x", "256")),
        (
            "prove",
            "--time-limit",
            "a finite number greater than 0",
            ("abc", "0", "-1", "inf", "nan", "1e999"),
        ),
        ("prove", "--max-memory", "a finite number greater than 0", ("-1", "abc", "")),
        ("census", "--depth", "a whole number of 1 or more", ("x", "0")),
        ("census", "--jobs", "a whole number from 1 to 256", ("0", "x")),
        ("census", "--time-limit", "a finite number greater than 0", ("abc", "0")),
        ("census", "--max-memory", "a finite number greater than 0", ("-1",)),
        ("families", "--depth", "a whole number from 1 to 31", ("0", "x", "32")),
        ("families", "--min-size", "a whole number of 2 or more", ("1", "many")),
        ("tree import", "--depth", "a whole number from 1 to 255", ("0", "a\nb")),
    ],
)
def test_no_such_number(
    command: str, option: str, expected: str, values: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for value in values:
        assert main([*COMMANDS[command], option, value]) == ExitCode.BAD_INPUT
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith(f"error: {option}: expected {expected}, found '")
