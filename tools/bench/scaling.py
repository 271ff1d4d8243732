"""How rankings of every opener scale: threads and workers measured, more workers simulated.

The question is like that of `every_opener`: what each opener of original costs exactly, in normal mode. A
stratified sample of openers is settled by 1 and 2 threads of one process, and by 1 and 2 workers of a Dask
cluster on this machine, whose coordinator is this process. From the CPU seconds that each opener took, those
of all are told, an opener taking what the sample's next one by its number of cells took, and given to 10, 100
and 1000 workers: a worker that is free gets the next unit (list scheduling), and the coordinator hands out
and checks one after the other. What a cell takes is measured for the slowest of the sample.
"""

from __future__ import annotations

import heapq
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest import mock

from tools.bench.every_opener import stratified
from tools.bench.measure import say
from wordle_cp.answers.rankings import rank
from wordle_cp.engine import Game, TotalSearch
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.cluster import coordinator
from wordle_cp.runs.judges import Judge
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.search.total import Keeper, TotalSession
from wordle_cp.work import Work

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME: Final = "scaling"
_MEASURED: Final = 10
"""Openers that are settled again and again."""
_SAMPLE: Final = 60
"""Openers whose times stand for all."""
_SLOWEST: Final = 5
"""Openers whose cells are looked at."""
_WORKERS: Final = (10, 100, 1000)
_SPLIT_SHARE: Final = 0.1
"""Of the openers that are expected to take longest so many are split."""
_ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How a simulated run went, in seconds: to its end, and from the first idle worker on."""

    whole: float
    tail: float


def simulate(units: Sequence[float], workers: int, *, coordinator: float = 0.0) -> Schedule:
    """Give `units` (CPU seconds) to so many workers in this order; each result costs the coordinator time."""
    free = [0.0] * workers
    ends: list[float] = []
    for unit in units:
        end = heapq.heappop(free) + unit
        heapq.heappush(free, end)
        ends.append(end)
    checked = 0.0
    for end in sorted(ends):
        checked = max(checked, end) + coordinator
    return Schedule(checked, checked - min(free))


def scaling_table(only: str) -> None:
    """Measure and simulate if `only` is in the name, and print the tables."""
    if only not in _NAME:
        return
    variant = Variant.load("original")
    game = Game(variant.guesses, variant.hidden)
    dispatch = _measured(variant, stratified(variant.guesses, game, _MEASURED))
    _simulated(variant, game, dispatch)


def _measured(variant: Variant, openers: Sequence[str]) -> float:
    """Print what threads and workers take for `openers`; return what a unit costs the coordinator, CPU s."""
    say("")
    say(f"{_NAME}: {len(openers)} openers of original, normal mode, at most 6 guesses, every total exact")
    say(f"{'':<14}{'wall s':>9}{'CPU s':>9}{'load':>7}")
    for jobs in (1, 2):
        started, before = time.monotonic(), time.process_time()
        rank(TotalQuestion.of(variant, openers=openers), top=None, work=Work(jobs=jobs))
        _row(f"{jobs} threads", started, time.process_time() - before)
    for workers in (1, 2):
        with ExitStack() as stack:
            address = _start(stack, "scheduler")[1]
            running = [_start(stack, "worker", address)[0] for _ in range(workers)]
            started, own = time.monotonic(), time.process_time()
            before = sum(map(_cpu_seconds, running))
            rank(TotalQuestion.of(variant, openers=openers), top=None, keeping=Keeping(cluster=address))
            spent = sum(map(_cpu_seconds, running)) - before + time.process_time() - own
            _row(f"{workers} workers", started, spent)
            dispatch = _dispatch(address)
    return dispatch


def _dispatch(address: str) -> float:
    """Return what handing out a unit and fetching its result takes the coordinator, in CPU seconds."""
    toy = Variant.load("toy")
    spent: list[float] = []
    with mock.patch.object(coordinator, "_MOST_OPENERS", 1):
        for number in (1, len(toy.guesses)):
            before = time.process_time()
            rank(
                TotalQuestion.of(toy, openers=toy.guesses[:number]),
                top=None,
                keeping=Keeping(cluster=address),
            )
            spent.append(time.process_time() - before)
    return max(0.0, spent[1] - spent[0]) / (len(toy.guesses) - 1)


def _row(name: str, started: float, cpu: float) -> None:
    say(f"{name:<14}{time.monotonic() - started:>9.1f}{cpu:>9.1f}{os.getloadavg()[0]:>7.1f}")


def _start(stack: ExitStack, *arguments: str) -> tuple[int, str]:
    """Start a process of a cluster; return its number and its address."""
    process = stack.enter_context(
        subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.cluster_process", *arguments],
            cwd=_ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    )
    stack.callback(process.kill)
    assert process.stdout is not None
    return process.pid, process.stdout.readline().strip()


def _cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _simulated(variant: Variant, game: Game, dispatch: float) -> None:
    """Print what more workers would take."""
    question = TotalQuestion.of(variant)
    sample = stratified(variant.guesses, game, _SAMPLE)
    search = TotalSession(question)
    seconds: list[float] = []
    judge, judged = Judge(question), 0.0
    for opener in sample:  # units of their own, as on a cluster
        kept = Keeper()
        search.rank(openers=(opener,), top=0, collector=kept, keep=True)
        seconds += [found.seconds for found in kept.results]
        before = time.process_time()
        for found in kept.results:
            judge.judge(found)
        judged += time.process_time() - before
    each = judged / len(sample) + dispatch
    slowest = [opener for _, opener in sorted(zip(seconds, sample, strict=True))[-_SLOWEST:]]
    shares = _cell_shares(game, slowest)
    every = [seconds[len(sample) * place // len(variant.guesses)] for place in range(len(variant.guesses))]
    orders = {
        "promise": every,
        "random": random.Random(5).sample(every, len(every)),  # noqa: S311  a seed
        "longest first": every[::-1],
        "longest, split": _split(every[::-1], shares),
    }
    say("")
    say(
        f"{_NAME}, simulated from {len(sample)} openers of {min(seconds):.2f} to {max(seconds):.2f} CPU s: "
        f"all {len(every)}, {sum(every) / 3600:.2f} CPU h; checker {1000 * judged / len(sample):.0f} ms and "
        f"hand-out {1000 * dispatch:.0f} ms a result"
    )
    most = max(max(one) for one in shares)
    say(f"the largest cell has {min(max(one) for one in shares):.2f} to {most:.2f} of a slow opener's time")
    say(f"{'workers':<10}{'order':<16}{'wall s':>9}{'best':>9}{'tail s':>9}{'busy':>7}{'one checker, s':>16}")
    for workers in _WORKERS:
        for name, units in orders.items():
            done = simulate(units, workers)
            checked = simulate(units, workers, coordinator=each).whole
            best = sum(units) / workers
            say(
                f"{workers:<10}{name:<16}{done.whole:>9.1f}{best:>9.1f}{done.tail:>9.1f}"
                f"{best / done.whole:>7.0%}{checked:>16.1f}"
            )


def _cell_shares(game: Game, openers: Sequence[str]) -> list[list[float]]:
    """Return for each of the openers which shares of its time its cells take."""
    shares: list[list[float]] = []
    for opener in openers:
        search = TotalSearch(game, Mode.NORMAL, jobs=1)
        sizes = Counter(game.by_guess[game.guess_id(opener)].tolist())
        cells = [pattern for pattern, words in sizes.items() if words > 3]
        times: list[float] = []
        for pattern in cells:
            before = time.process_time()
            search.rank(history=((opener, pattern),), top=1, guesses_left=5)
            times.append(time.process_time() - before)
        shares.append([one / sum(times) for one in sorted(times, reverse=True)])
    return shares


def _split(units: Sequence[float], shares: Sequence[Sequence[float]]) -> list[float]:
    """Return `units`, the longest first, of which the first are split by the `shares` of measured ones."""
    number = int(_SPLIT_SHARE * len(units))
    parts: list[float] = []
    for place, unit in enumerate(units[:number]):
        parts += [unit * share for share in shares[place % len(shares)]]
    return [*sorted(parts, reverse=True), *units[number:]]
