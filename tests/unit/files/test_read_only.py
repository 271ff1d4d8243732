"""A folder that can't be written to: one line and exit code 2, before any work; what only reads goes on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import only_more
from tests.program import RUNS, outcomes
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

TOY: Final = ("--variant", "toy")
MADE: Final = (
    ("prove", "--depth", "3", *TOY, "--out", "toy.cert"),
    ("prove", "--depth", "1", *TOY, "--out", "impossible.cert"),
    ("census", "--depth", "2", *TOY, "--run", "census"),
    ("rank", "--all", *TOY, "--run", "ranks"),
    ("tree", "export", "toy.cert", "--format", "selby", "--out", "toy.tree"),
)
"""What is there before the folder is made read-only."""
WRITES: Final = (
    ("prove", "--depth", "2", *TOY),
    ("prove", "--depth", "3", *TOY, "--out", "toy.cert"),
    ("prove", "--least-depth", *TOY),
    ("prove", "--optimal", *TOY, "--out", "x.cert.xz"),
    ("census", "--depth", "2", *TOY),
    ("census", "--depth", "2", *TOY, "--run", "census"),
    ("rank", "--all", *TOY),
    ("rank", "--all", *TOY, "--run", "ranks"),
    ("rank", "--top", "3", *TOY, "--out", "x.csv"),
    ("rank", "--top", "3", *TOY, "--certificate", "x.cert"),
    ("solve", *TOY, "--tree", "x.cert"),
    ("solve", *TOY, "--trace", "x.html"),
    ("solve", *TOY, "--opener", "plied", "--tree", "toy.cert"),
    ("compare", "--policy", "knuth", *TOY, "--tree", "x.cert"),
    ("noise", "--opener", "plied", *TOY, "--plot", "x.svg"),
    ("families", *TOY, "--min-size", "2", "--plot", "x.html"),
    ("stats", *TOY, "--plot", "x.svg"),
    ("tree", "export", "toy.cert", "--format", "dot", "--out", "x.dot"),
    ("tree", "import", "toy.tree", "--out", "x.cert", *TOY),
    ("tree", "draw", "toy.cert", "--out", "x.svg"),
)
READS: Final = (
    ("check", "toy.cert"),
    ("check", "impossible.cert", "--time-limit", "60"),
    ("explain", "impossible.cert"),
    ("tree", "table", "toy.cert"),
    ("solve", *TOY),
)
READ_ONLY: Final = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"'


def read_only(folder: Path, *command: str) -> list[str]:
    """Return the command line of `command` with `folder` read-only; skip where there is no way to that."""
    if os.geteuid() != 0:
        folder.chmod(0o555)
        return list(command)
    unshare = shutil.which("unshare")  # what root may do doesn't depend on the rights of a folder
    line = [unshare or "", "--mount", "sh", "-c", READ_ONLY, str(folder)]
    if unshare is None or subprocess.run([*line, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("root may write everywhere, and here it can't mount a folder read-only")
    return [*line, *command]


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@only_more
def test_a_read_only_folder(tmp_path: Path) -> None:
    made = outcomes([sys.executable, "-c", RUNS, json.dumps(MADE)], tmp_path)
    assert [code for code, _, _ in made] == [ExitCode.DONE] * len(MADE)
    before = files_of(tmp_path)
    arguments = json.dumps(
        [[*command, "--json"] if command[0] != "tree" else command for command in (*WRITES, *READS)]
    )
    try:
        told = outcomes(read_only(tmp_path, sys.executable, "-c", RUNS, arguments), tmp_path)
    finally:
        tmp_path.chmod(0o755)
    for command, (code, out, err) in zip(WRITES, told, strict=False):
        assert (code, err.count("\n"), err.startswith("error: ")) == (ExitCode.BAD_INPUT, 1, True), (
            command,
            out,
            err,
        )
        assert command[0] == "tree" or json.loads(out).keys() == {"error"}, command
        assert any(name in err for name in (*command, "toy-", "wordle-cp")), (command, err)
    assert len(told) == len(WRITES) + len(READS)
    assert [code for code, _, _ in told[len(WRITES) :]] == [ExitCode.DONE] * len(READS)
    assert files_of(tmp_path) == before
