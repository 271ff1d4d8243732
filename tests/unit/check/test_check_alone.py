"""`python -m wordle_cp.check`: the checker without the program around it."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

from tests.golden_files import GOLDEN

MALFORMED: Final = next(path for path in sorted((GOLDEN / "malformed").iterdir()) if path.suffix == ".cert")
REJECTED: Final = next(path for path in sorted((GOLDEN / "reject").iterdir()) if path.suffix == ".cert")
FOREIGN: Final = frozenset(("ortools", "networkx", "pydantic", "rich", "yaml", "wordle_cp._native"))
PARTS: Final = frozenset(["certificate", "certify", "check", "data", "errors", "files", "rules"])
ASKED: Final = """
import runpy, sys
for file in sys.argv[1:]:
    sys.argv[1:] = [file]
    try:
        runpy.run_module("wordle_cp.check", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        assert not end.code
print(*sys.modules, file=sys.stderr)
"""


def check_alone(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "wordle_cp.check", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "code", "out", "err"),
    [
        ((GOLDEN / "accept" / "hard.cert",), 0, "accepted: list called ", ""),
        ((GOLDEN / "accept" / "impossible-xz.cert.xz",), 0, "accepted: list called ", ""),
        ((REJECTED,), 1, "", "rejected: "),
        ((MALFORMED,), 2, "", f"error: {MALFORMED}:"),
        ((GOLDEN / "nothing.cert",), 2, "", "error: "),
        ((), 2, "", "usage: "),
        (("--help",), 2, "", "usage: "),
    ],
)
def test_verdicts(arguments: tuple[object, ...], code: int, out: str, err: str) -> None:
    checked = check_alone(*arguments)
    assert checked.returncode == code
    assert checked.stdout.startswith(out)
    assert checked.stderr.startswith(err)
    assert (checked.stdout + checked.stderr).count("\n") == 1


def test_it_needs_the_checkers_modules_alone() -> None:
    names = ("hard", "impossible-rule", "total-hard", "missed-words", "missed-between", "absurdle")
    command = [sys.executable, "-c", ASKED, *(str(GOLDEN / "accept" / f"{name}.cert") for name in names)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout.count("accepted: ")) == (0, len(names)), checked.stderr
    modules = checked.stderr.split()
    assert not FOREIGN & set(modules)
    parts = {name.split(".")[1] for name in modules if name.startswith("wordle_cp.")}
    assert parts <= PARTS
