"""Runs on a disk that is full: they end with a line, and the next one goes on from what was stored."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import first
from tests.program import SCRIPT, ended, start
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

FULL: Final = """
import resource
most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, ({bytes}, most))
"""
"""Lets no file grow beyond so many bytes; Python ignores the signal for it, so writing fails."""
COMMANDS: Final = {
    "rank": ("rank", "--all", "--variant", "toy", "--run", "run", "--quiet", "--json"),
    "census": ("census", "--variant", "toy", "--depth", "2", "--run", "run", "--quiet", "--json"),
    "prove": ("prove", "--variant", "toy", "--depth", "2", "--out", "x.cert", "--quiet", "--json"),
}
TOLD: Final = {
    "census": ("possible", "refuted"),
    "rank": ("openers", "ranked", "refuted"),
    "prove": ("verdict", "opener", "checked"),
}
"""What must be the same, full disk or not; each command has some of these."""


def result(folder: Path, command: str) -> dict[str, object]:
    """Run the command on a disk with room, and return what it found."""
    process = start(folder, *COMMANDS[command])
    out, err = ended(process)
    assert (process.returncode, err) == (ExitCode.DONE, "")
    fields = json.loads(out)
    told = {name: fields[name] for name in TOLD[command] if name in fields}
    assert told
    return told


@pytest.mark.parametrize("command", first(tuple(COMMANDS)))
def test_a_full_disk(command: str, tmp_path: Path) -> None:
    full, roomy = tmp_path / "full", tmp_path / "roomy"
    full.mkdir()
    roomy.mkdir()
    for size in (100, 40_000):
        process = start(full, *COMMANDS[command], script=FULL.format(bytes=size) + SCRIPT)
        out, err = ended(process)
        if process.returncode == ExitCode.DONE:
            assert size > 100, "it can't have been enough"
            continue
        assert process.returncode == ExitCode.BAD_INPUT
        assert err.startswith("error: ")
        assert err.count("\n") == 1
        assert isinstance(json.loads(out)["error"], str)
    assert result(full, command) == result(roomy, command)
