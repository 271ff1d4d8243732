"""Measure the depth questions, the pattern matrices and the kernel paths, and print tables.

`python -m tests.bench [--only TEXT] [--repeat N] [--jobs N] [--skip-depth]`

Every question is a process of its own, from a cold shell to the checked certificate, with `--fresh`. Machines
are shared, so each row is the median of N runs (default 1; 3 for rows under 5 s) beside the load average.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.bench.questions import QUESTIONS, Question
from wordle_cp import engine
from wordle_cp.resources import word_list

_QUICK_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class _Run:
    wall: float
    user: float
    peak_mb: float
    verdict: str


def main() -> int:
    """Print the tables; exit code 1 if a verdict isn't the expected one."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--only", default="", metavar="TEXT", help="questions whose name contains TEXT")
    parser.add_argument("--repeat", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--skip-depth", action="store_true", help="the matrices and kernel paths only")
    options = parser.parse_args()
    wrong = 0
    if not options.skip_depth:
        _print(f"depth questions, --fresh --jobs {options.jobs}, whole process, seconds")
        _print(
            f"{'question':<32}{'verdict':<12}{'wall':>8}{'user':>8}{'goal':>7}{'peer':>9}{'peer/user':>11}{'MB':>7}{'load':>6}"
        )
        for question in QUESTIONS:
            if options.only in question.name:
                wrong += _row(question, options.jobs, options.repeat)
    _matrices()
    return 1 if wrong else 0


def _row(question: Question, jobs: int, repeat: int) -> bool:
    """Measure and print one question; tell whether its verdict is wrong."""
    runs = [_ask(question, jobs)]
    wanted = max(repeat, 3) if runs[0].wall < _QUICK_SECONDS else repeat
    runs += [_ask(question, jobs) for _ in range(wanted - 1)]
    wall = statistics.median(run.wall for run in runs)
    user = statistics.median(run.user for run in runs)
    peer = question.peer
    ratio = _ratio(peer, user)
    wrong = any(run.verdict != question.verdict for run in runs)
    _print(
        f"{question.name:<32}{runs[0].verdict + ('!' if wrong else ''):<12}{wall:>8.1f}{user:>8.1f}"
        f"{question.goal:>7.0f}{'-' if peer is None else str(peer):>9}{ratio:>11}"
        f"{max(run.peak_mb for run in runs):>7.0f}{os.getloadavg()[0]:>6.1f}"
    )
    return wrong


def _ratio(peer: float | str | None, user: float) -> str:
    """Return how many times our CPU seconds the peer took, or more than how many."""
    if peer is None:
        return "-"
    if isinstance(peer, str):
        return f"> {float(peer.removeprefix('>')) / user:.1f}"
    return f"{peer / user:.1f}"


def _ask(question: Question, jobs: int) -> _Run:
    """Run one question in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            str(Path(sys.executable).with_name("wordle-cp")),
            "prove",
            *question.arguments,
            "--fresh",
            "--json",
            "--jobs",
            str(jobs),
            "--out",
            str(Path(folder) / "out.cert.gz"),
        ]
        output = Path(folder) / "report.json"
        started = time.monotonic()
        with output.open("wb") as stdout:
            process = subprocess.Popen(command, stdout=stdout)
            _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        report = json.loads(output.read_text(encoding="utf-8"))
    return _Run(wall, usage.ru_utime, usage.ru_maxrss / 1024, report.get("verdict", "?"))


def _matrices() -> None:
    """Time both layouts of the largest pattern matrix, on one thread, for every kernel path."""
    words = word_list("nyt-2022-02-15-guesses")
    _print("")
    _print(f"pattern matrix {len(words)} x {len(words)}, both layouts, one thread, median of 5, seconds")
    best = engine.kernel_name()
    for name in engine.kernel_names():
        engine.select_kernels(name)
        seconds = []
        for _ in range(5):
            started = time.process_time()
            engine.Game(words, words)
            seconds.append(time.process_time() - started)
        _print(f"{name:<12}{statistics.median(seconds):>8.2f}")
    engine.select_kernels(best)


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
