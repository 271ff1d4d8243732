"""Measure depth questions, least totals, engines, the answers of the page, pattern matrices and kernels.

`python -m tools.bench [--only TEXT] [--repeat N] [--jobs N] [--skip-depth] [--skip-totals] [--skip-ask]`

Questions about depth and whole proofs are processes of their own, from a cold shell to the checked
certificate; `--jobs` is for the depth questions, the others say how many they have. Machines are shared, so
each row is the median of N runs (default 1; at least 3 for rows under 5 s) beside the load average. A wrong
answer is marked, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from tools.bench.ask import ask_table
from tools.bench.depth import depth_table
from tools.bench.engines import engines_table, ladder_table
from tools.bench.every_opener import every_opener_table
from tools.bench.growth import growth_table
from tools.bench.measure import say
from tools.bench.scaling import scaling_table
from tools.bench.totals_table import kernel_table, program_table, search_table
from tools.bench.whole_lists import whole_lists_table
from wordle_cp import engine
from wordle_cp.data import word_list
from wordle_cp.threads import processors

_SAMPLE = 200
"""Openers from which the time for all of them is told."""


def main() -> int:
    """Print the tables; exit code 1 if an answer isn't the expected one."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name contains TEXT")
    parser.add_argument("--repeat", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=processors(), metavar="N")
    parser.add_argument("--skip-depth", action="store_true", help="without the depth questions")
    parser.add_argument("--skip-totals", action="store_true", help="without the questions of least totals")
    parser.add_argument("--skip-ask", action="store_true", help="without the answers of the page")
    options = parser.parse_args()
    wrong = 0
    if not options.skip_depth:
        wrong += depth_table(options.only, options.jobs, options.repeat)
    if not options.skip_totals:
        wrong += search_table(options.only, options.repeat)
        wrong += kernel_table(options.only, options.repeat)
        wrong += program_table(options.only, options.repeat)
        wrong += growth_table(options.only)
        wrong += engines_table(options.only)
        wrong += ladder_table(options.only)
        wrong += whole_lists_table(options.only)
        every_opener_table(options.only, _SAMPLE)
        scaling_table(options.only)
    if not options.skip_ask:
        ask_table(options.only)
    if options.only in "matrices":
        _matrices()
    return 1 if wrong else 0


def _matrices() -> None:
    """Time both layouts of the largest pattern matrix, on one thread, for every kernel path."""
    words = word_list("nyt-2022-02-15-guesses")
    say("")
    say(f"pattern matrix {len(words)} x {len(words)}, both layouts, one thread, median of 5, seconds")
    best = engine.kernel_name()
    for name in engine.kernel_names():
        engine.select_kernels(name)
        seconds = []
        for _ in range(5):
            started = time.process_time()
            engine.Game(words, words)
            seconds.append(time.process_time() - started)
        say(f"{name:<12}{statistics.median(seconds):>8.2f}")
    engine.select_kernels(best)


if __name__ == "__main__":
    sys.exit(main())
