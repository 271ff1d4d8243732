"""The depth table: each question is a process of its own, from a cold shell to the checked certificate."""

from __future__ import annotations

import os
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tools.bench.measure import Run, ratio, repeated, run_program, say, shown
from tools.bench.questions import QUESTIONS

if TYPE_CHECKING:
    from tools.bench.questions import Question


def depth_table(only: str, jobs: int, repeat: int) -> int:
    """Measure and print the questions whose name contains `only`; return how many verdicts are wrong."""
    chosen = [question for question in QUESTIONS if only in question.name]
    if chosen:
        say(f"depth questions, --fresh --jobs {jobs}, whole process, seconds")
        say(
            f"{'question':<32}{'verdict':<12}{'wall':>8}{'user':>8}{'goal':>7}{'peer':>9}"
            f"{'peer/user':>11}{'MB':>7}{'load':>6}"
        )
    return sum(_row(question, jobs, repeat) for question in chosen)


def _row(question: Question, jobs: int, repeat: int) -> bool:
    """Measure and print one question; tell whether its verdict is wrong."""
    runs = repeated(lambda: _ask(question, jobs), repeat, lambda run: run.wall)
    wall = statistics.median(run.wall for run in runs)
    user = statistics.median(run.user for run in runs)
    verdicts = [run.report.get("verdict", "?") for run in runs]
    wrong = any(verdict != question.verdict for verdict in verdicts)
    say(
        f"{question.name:<32}{verdicts[0] + ('!' if wrong else ''):<12}{wall:>8.1f}{user:>8.1f}"
        f"{question.goal:>7.0f}{shown(question.peer):>9}{ratio(question.peer, user):>11}"
        f"{max(run.peak_mb for run in runs):>7.0f}{os.getloadavg()[0]:>6.1f}"
    )
    return wrong


def _ask(question: Question, jobs: int) -> Run:
    """Run one question in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        options = ("--fresh", "--jobs", str(jobs), "--out", str(folder / "out.cert.gz"))
        return run_program(("prove", *question.arguments, *options), folder)
