"""What limits are worth on lists larger than those that ship: `python -m tools.bench.limits [--only TEXT]`.

Each command that asks about a game runs with 10 s and 1 GB and with 60 s and 4 GB on four random lists. A row
holds if the process, with what it starts, has at most 1.1 times the memory, and ends at most 2 s after the
limit, besides the time of ``variants show`` on the same file. The clock means something on a quiet machine
only: the load stands beside it.

tools/bench/limits.txt has the rows. A run goes on where one of the same commit ended, and exits with 1 if a
row doesn't hold.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from subprocess import PIPE
from typing import TYPE_CHECKING, Final, NamedTuple

from tools.bench.measure import say
from tools.changed import git

if TYPE_CHECKING:
    from collections.abc import Sequence

ROWS: Final = Path(__file__).with_name("limits.txt")
LISTS: Final = {
    "15,000 x 6": (15_000, 6, "aeioubcdlmnprst"),
    "28,000 x 7": (28_000, 7, "aeioubcdlmnprst"),
    "34,000 x 8": (34_000, 8, "aeioubcdlmnprst"),
    "60,000 x 5": (60_000, 5, "0123456789+-*/="),
}
"""How many words of how many letters, and which."""
LIMITS: Final = ((10, 1), (60, 4))
"""Seconds and GB."""
ASKED: Final = (
    "solve",
    "solve --opener {0}",
    "prove --depth 4",
    "prove --least-depth",
    "prove --optimal",
    "prove --between",
    "rank --top 3",
    "rank --worst 3",
    "census --depth 4",
    "analyse {0} {1} {2}",
    "absurdle",
    "compare --policy irving --no-optimum",
    "compare --policy knuth",
    "families",
    "stats",
    "noise --opener {0} --runs 1",
    "witness --depth 4",
    "fixed --count 4",
    "model solve separating-set",
    "model show strategy-graph",
)
LATE_SECONDS: Final = 2.0
OVER: Final = 1.1
HEADING: Final = (
    "| command, list and limits | seconds | CPU seconds | GB | load | holds |",
    "|---|---|---|---|---|---|",
)


class Row(NamedTuple):
    """A command with limits on a list, and what it took: seconds of the clock and of CPUs, and memory."""

    name: str
    seconds: float
    cpu: float
    gigabytes: float
    load: float
    holds: str
    """``yes``, ``refused``, or what doesn't hold."""

    @classmethod
    def of(cls, line: str) -> Row:
        """Read a line of the table."""
        name, seconds, cpu, gigabytes, load, holds = line.strip("| \n").split(" | ")
        return cls(name, float(seconds), float(cpu), float(gigabytes), float(load), holds)

    def __str__(self) -> str:
        """Return the line of the table."""
        numbers = f"{self.seconds:.1f} | {self.cpu:.1f} | {self.gigabytes:.2f} | {self.load:.1f}"
        return f"| {self.name} | {numbers} | {self.holds} |"


def words_of(name: str) -> list[str]:
    """Return the random words of a list, the same each time."""
    count, length, letters = LISTS[name]
    rng, words = random.Random(name), set[str]()  # noqa: S311  the same in each run
    while len(words) < count:
        words.add("".join(rng.choices(letters, k=length)))
    return sorted(words)


def run(arguments: Sequence[str], folder: Path) -> tuple[float, float, float, int, str]:
    """Return seconds, CPU seconds, memory in GB, the exit code and the last line of a command in `folder`.

    Processes that it starts and awaits count, too: their time, and the memory of the largest.
    """
    program = str(Path(sys.executable).with_name("wordle-cp"))
    started = time.monotonic()
    with (folder / "out.txt").open("w+") as out:
        process = subprocess.Popen([program, *arguments], cwd=folder, stdin=PIPE, stdout=out, stderr=out)
        assert process.stdin is not None
        process.stdin.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - started
        out.seek(0)
        last = (out.read().splitlines() or [""])[-1]
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 10**9, process.returncode, last


def measured(name: str, list_name: str, command: str, limits: tuple[int, int]) -> Row:
    """Run one `command` with `limits` on a list, in a folder of its own; return the row `name`."""
    words = words_of(list_name)
    asked = command.format(*words).split()
    bounds = ("--time-limit", str(limits[0]), "--max-memory", str(limits[1]))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "words.txt").write_text("\n".join(words), encoding="utf-8")
        letters = " ".join(LISTS[list_name][2])
        rules = f"name: random\nguesses: words.txt\nhidden: big\nletters: '{letters}'\n"
        (folder / "list.yaml").write_text(rules, encoding="utf-8")
        showing = run(("variants", "show", "list.yaml"), folder)[0]
        seconds, cpu, gigabytes, code, last = run((*asked, "--variant", "list.yaml", *bounds), folder)
    faults = [
        *("memory",) * (gigabytes > OVER * limits[1]),
        *("clock",) * (seconds > limits[0] + LATE_SECONDS + showing),
        *(f"exit code {code}, {last[:200]}",) * (code not in {0, 2, 3}),
    ]
    holds = ", ".join(faults) or ("refused" if code == 2 else "yes")
    return Row(name, seconds, cpu, gigabytes, os.getloadavg()[0], holds)


def main() -> int:
    """Run what the table lacks, and print it."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.limits", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name contains TEXT")
    only: str = parser.parse_args().only
    head = [f"commit {git('rev-parse', 'HEAD').strip()}", *HEADING]
    before = ROWS.read_text(encoding="utf-8").splitlines() if ROWS.exists() else []
    rows = [Row.of(line) for line in before[len(head) :] if before[0] == head[0]]
    for command, list_name, limits in product(ASKED, LISTS, LIMITS):
        name = f"{command}, {list_name}, {limits[0]} s, {limits[1]} GB"
        if only in name and name not in {row.name for row in rows}:
            rows.append(measured(name, list_name, command, limits))
            say(str(rows[-1]))
            ROWS.write_text("".join(f"{line}\n" for line in [*head, *rows]), encoding="utf-8")
    return int(any(row.holds not in {"yes", "refused"} for row in rows))


if __name__ == "__main__":
    sys.exit(main())
