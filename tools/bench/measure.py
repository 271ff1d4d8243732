"""What every table of the bench needs: a process with its figures, repetition, ratios, printed lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Measured = TypeVar("_Measured")

_QUICK_SECONDS = 5.0
_QUICK_REPEAT = 3


@dataclass(frozen=True, slots=True)
class Run:
    """One process: seconds on the clock, user CPU seconds, most memory, and the JSON report it printed."""

    wall: float
    user: float
    peak_mb: float
    report: dict[str, Any]


def run_program(arguments: Sequence[str], folder: Path) -> Run:
    """Run `wordle-cp` with `arguments` and `--json` from a cold shell; its report is kept in `folder`."""
    command = [str(Path(sys.executable).with_name("wordle-cp")), *arguments, "--json"]
    output = folder / "report.json"
    started = time.monotonic()
    with output.open("wb") as stdout:
        process = subprocess.Popen(command, stdout=stdout)
        _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    report = json.loads(output.read_text(encoding="utf-8"))
    return Run(wall, usage.ru_utime, usage.ru_maxrss / 1024, report)


def repeated(
    measure: Callable[[], _Measured], repeat: int, seconds: Callable[[_Measured], float]
) -> list[_Measured]:
    """Measure `repeat` times, and at least three times what takes under 5 `seconds`."""
    runs = [measure()]
    wanted = max(repeat, _QUICK_REPEAT) if seconds(runs[0]) < _QUICK_SECONDS else repeat
    runs += [measure() for _ in range(wanted - 1)]
    return runs


def ratio(peer: float | str | None, user: float) -> str:
    """Return how many times our CPU seconds the peer took, or more than how many."""
    if peer is None:
        return "-"
    if isinstance(peer, str):
        return f"> {float(peer.removeprefix('>')) / user:.1f}"
    return f"{peer / user:.1f}"


def shown(peer: float | str | None) -> str:
    """Return the peer's seconds for a column."""
    return "-" if peer is None else str(peer)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
