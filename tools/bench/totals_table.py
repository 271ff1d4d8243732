"""The tables of least totals: searches alone, the kernel paths, and whole processes."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tools.bench.measure import Run, ratio, repeated, run_program, say, shown
from tools.bench.totals import GUESSES, NYT, PROGRAMS, SEARCHES
from wordle_cp import engine
from wordle_cp.data import word_list

if TYPE_CHECKING:
    from tools.bench.totals import Program, Search

_KERNEL_ROWS = 2  # those of SALET alone


@dataclass(frozen=True, slots=True)
class _Search:
    wall: float
    cpu: float
    outcome: engine.TotalOutcome


def search_table(only: str, repeat: int) -> int:
    """Measure and print the searches whose name contains `only`; return how many answers are wrong."""
    chosen = [question for question in SEARCHES if only in question.name]
    if chosen:
        say("")
        say(f"least totals on {NYT}, search alone, one thread, {engine.kernel_name()}, seconds")
        say(
            f"{'question':<32}{'totals':<14}{'wall':>9}{'CPU':>9}{'peer':>9}{'peer/CPU':>11}{'goal':>6}"
            f"{'load':>6}"
        )
    return sum(_search_row(question, repeat) for question in chosen)


def _search_row(question: Search, repeat: int) -> bool:
    """Measure and print one search; tell whether its answer is wrong."""
    runs = repeated(lambda: _search(question), repeat, lambda run: run.cpu)
    wall = statistics.median(run.wall for run in runs)
    cpu = statistics.median(run.cpu for run in runs)
    wrong = any(not _is_right(question, run.outcome) for run in runs)
    totals = question.totals
    label = str(totals[0]) if len(totals) == 1 else f"{totals[0]}-{totals[-1]}"
    say(
        f"{question.name:<32}{label + (' wrong!' if wrong else ''):<14}{wall:>9.3f}{cpu:>9.3f}"
        f"{shown(question.peer):>9}{ratio(question.peer, cpu):>11}{_goal(question.goal):>6}"
        f"{os.getloadavg()[0]:>6.1f}"
    )
    return wrong


def _search(question: Search) -> _Search:
    """Ask a search that knows nothing yet."""
    search = engine.TotalSearch(_game(), question.mode, jobs=1)
    started = time.monotonic()
    before = time.process_time()
    outcome = search.rank(openers=question.openers, top=question.top, guesses_left=GUESSES)
    cpu = time.process_time() - before
    return _Search(time.monotonic() - started, cpu, outcome)


def _is_right(question: Search, outcome: engine.TotalOutcome) -> bool:
    """Tell whether the exact totals are the expected ones, and all other openers proven to cost more."""
    found = tuple(opener.cost for opener in outcome.ranked)
    settled = len(outcome.ranked) + len(outcome.others) == len(question.openers)
    return found == question.totals and settled and all(other.cost > found[0] for other in outcome.others)


def kernel_table(only: str, repeat: int) -> int:
    """Measure and print SALET on every kernel path; return on how many the answers differ or are wrong."""
    rows = [
        (f"kernels, {path}, {question.name}", path, question)
        for question in SEARCHES[:_KERNEL_ROWS]
        for path in engine.kernel_names()
    ]
    chosen = [row for row in rows if only in row[0]]
    if not chosen:
        return 0
    say("")
    say(f"kernel paths, SALET exact on {NYT}, search alone, one thread, seconds")
    say(f"{'path':<40}{'total':<14}{'CPU':>9}")
    best = engine.kernel_name()
    answers: dict[str, tuple[str, ...]] = {}
    wrong = 0
    for name, path, question in chosen:
        engine.select_kernels(path)
        runs = repeated(lambda question=question: _search(question), repeat, lambda run: run.cpu)  # type: ignore[misc]
        search = engine.TotalSearch(_game(), question.mode, jobs=1)
        strategy = search.strategy(opener=question.openers[0], guesses_left=GUESSES)
        right = all(_is_right(question, run.outcome) for run in runs)
        right = answers.setdefault(question.name, strategy) == strategy and right
        cpu = statistics.median(run.cpu for run in runs)
        say(f"{name:<40}{str(question.totals[0]) + ('' if right else ' wrong!'):<14}{cpu:>9.3f}")
        wrong += not right
    engine.select_kernels(best)
    return wrong


@cache
def _game() -> engine.Game:
    return engine.Game(word_list(f"{NYT}-guesses"), word_list(f"{NYT}-hidden"))


def program_table(only: str, repeat: int) -> int:
    """Measure and print the processes whose name contains `only`; return how many totals are wrong."""
    chosen = [question for question in PROGRAMS if only in question.name]
    if chosen:
        say("")
        say("least totals, whole process, seconds")
        say(
            f"{'question':<44}{'total':<8}{'wall':>8}{'user':>8}{'peer':>9}{'peer/user':>11}{'goal':>6}{'MB':>7}"
            f"{'load':>6}"
        )
    return sum(_program_row(question, repeat) for question in chosen)


def _program_row(question: Program, repeat: int) -> bool:
    """Measure and print one process; tell whether its total is wrong."""
    runs = repeated(lambda: _ask(question), repeat, lambda run: run.user)
    wall = statistics.median(run.wall for run in runs)
    user = statistics.median(run.user for run in runs)
    wrong = any((run.report.get("exact"), run.report.get("cost")) != (True, question.total) for run in runs)
    say(
        f"{question.name:<44}{str(question.total) + ('!' if wrong else ''):<8}{wall:>8.2f}{user:>8.2f}"
        f"{shown(question.peer):>9}{ratio(question.peer, user):>11}{_goal(question.goal):>6}"
        f"{max(run.peak_mb for run in runs):>7.0f}{os.getloadavg()[0]:>6.1f}"
    )
    return wrong


def _ask(question: Program) -> Run:
    """Run one question in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out = ("--out", str(folder / "out.cert.gz")) if question.out else ()
        return run_program((*question.arguments, "--jobs", str(question.jobs), *out), folder)


def _goal(times: float | None) -> str:
    return "-" if times is None else f"{times:.0f}x"
