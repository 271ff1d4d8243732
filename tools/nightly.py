"""All that checks the project, also what no landing waits for: python -m tools.nightly, `make nightly`.

Whole, it runs every target of tests, each shipped proof, changed certificates, random files for the parsers,
faults planted in the checker, and the random games with the date as seed. With ``--minutes M`` it runs each
proof of under a minute, samples of longer proofs of totals, games and faults, and begins nothing that would
end too late.

A run goes on where one of the same commit ended: build/nightly.txt has what is done. tools/nightly.txt says
of which commit everything ran, and how many CPU seconds each part takes: twice as many are a failure. To let
a part take longer, remove its line. A test that failed with a seed is run again with it from then on.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tools.changed import ALL, RECORD, ROOT, git
from wordle_cp.certificate.read import open_certificate
from wordle_cp.check.kinds import checker_of
from wordle_cp.data import proof_name, proof_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

DONE: Final = ROOT / "build" / "nightly.txt"
SEED: Final = "WORDLE_CP_SEED"
QUICK_SECONDS: Final = 60.0
"""A proof that takes as long is left to the whole run."""
TRIED_SECONDS: Final = 90
"""A proof that takes longer than that, once it is tried, isn't quick: inf stands in the table for now."""
SLACK_SECONDS: Final = 5.0
"""What a part may take beyond twice its seconds: those of short ones are not exact."""
_SHARE: Final = "0.02%"
_FAILED: Final = re.compile(r"^FAILED (\S+)", re.MULTILINE)


class Part(NamedTuple):
    """One of the things that are run, by its `name`."""

    name: str
    command: tuple[str, ...]
    tries: str = ""
    """How much its tests try (tests/effort.py)."""
    seed: str = ""
    """What its random games begin with; without one they are the same each time."""
    most: int = 0
    """After so many CPU seconds it is given up; 0: never."""


@dataclass
class Record:
    """What tools/nightly.txt says: the `commit`, the CPU `seconds` of each part, seeds and their tests."""

    commit: str = "none"
    seconds: dict[str, float] = field(default_factory=dict)
    seeds: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> Record:
        """Return what the file at `path` says; nothing where there is none."""
        record = cls()
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            kind, _, rest = line.partition(" ")
            if kind == "commit":
                record.commit = rest
            elif kind == "seed":
                seed, _, test = rest.partition(" ")
                record.seeds.append((seed, test))
            else:
                record.seconds[rest] = float(kind)
        return record

    def write(self, path: Path) -> None:
        """Write it to the file at `path`."""
        lines = [f"commit {self.commit}", *(f"seed {seed} {test}" for seed, test in self.seeds)]
        lines += (f"{seconds:.1f} {name}" for name, seconds in sorted(self.seconds.items()))
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def parts(record: Record, seed: str, *, quick: bool) -> Iterator[Part]:
    """Yield what is to be run: all there is, or what is `quick` and about the checkers.

    What is new each day comes first, and proofs that were never tried last: each may take `TRIED_SECONDS`.
    """
    python, program = sys.executable, str(Path(sys.executable).with_name("wordle-cp"))
    pytest = (python, "-m", "pytest", "-q", "--numprocesses", "2", f"--hypothesis-seed={seed}")
    for old, test in record.seeds:
        yield Part(f"seed {old} {test}", (python, "-m", "pytest", "-q", "-p", "no:xdist", test), "more", old)
    games = Part("some games", (*pytest, "tests/property"), "third", seed)
    yield games if quick else games._replace(name="games", tries="more")
    yield Part("code mutants", (python, "-m", "tools.code_mutants", "--seed", seed))
    known = {path: record.seconds.get(f"check {proof_name(path)}") for path in proof_paths()}
    for path in sorted(known, key=lambda path: (known[path] is None, known[path] or 0.0)):
        name = proof_name(path)
        whole = Part(f"check {name}", (program, "check", "--quiet", name))
        if not quick:
            yield whole
        elif (known[path] or 0) < QUICK_SECONDS:
            yield whole._replace(most=TRIED_SECONDS)
        elif _has_samples(path):
            some = ("--sample", _SHARE, "--seed", seed)
            yield Part(f"sample {name}", (program, "check", "--quiet", name, *some))
    if not quick:
        for target in ("lint", "test-more", *ALL, "mutants"):
            yield Part(f"make {target}", ("make", target))
        yield Part("make fuzz", ("make", "fuzz", "SECONDS=600"))


def _has_samples(path: Path) -> bool:
    with open_certificate(path) as reader:
        return checker_of(reader.head.claim).has_samples


def run(part: Part) -> tuple[float, str]:
    """Run a part; return its CPU seconds, with those of its processes, and what it printed if it failed."""
    before = _used()
    wanted = {name: value for name, value in ((SEED, part.seed), ("WORDLE_CP_TESTS", part.tries)) if value}

    def bound() -> None:
        if part.most:
            resource.setrlimit(resource.RLIMIT_CPU, (part.most, part.most))

    done = subprocess.run(
        part.command,
        cwd=ROOT,
        env=os.environ | wanted,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        preexec_fn=bound,
    )
    if part.most and done.returncode in {-signal.SIGXCPU, -signal.SIGKILL}:
        return math.inf, ""
    passed = {0, 3} if part.name.startswith("sample ") else {0}
    return _used() - before, "" if done.returncode in passed else f"{done.stdout}{done.stderr}"


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Run what isn't done; return 1 if something failed, and 3 if there was no time for all."""
    parser = argparse.ArgumentParser(prog="python -m tools.nightly", description=__doc__)
    parser.add_argument("--minutes", type=float, help="what is quick and about the checkers, in this time")
    minutes: float | None = parser.parse_args().minutes
    commit, started = git("rev-parse", "HEAD").strip(), time.monotonic()
    record, done = Record.read(RECORD), Record.read(DONE)
    if done.commit != commit:
        done = Record(commit, seeds=[(time.strftime("%Y%m%d"), "")])
    seed = done.seeds[0][0]
    failed = left = 0
    for part in list(parts(record, seed, quick=minutes is not None)):
        known = record.seconds.get(part.name)
        if part.name in done.seconds:
            continue
        if minutes is not None and time.monotonic() - started + (known or 0) > 60 * minutes:
            left += 1
            continue
        seconds, output = run(part)
        if output:
            sys.stdout.write(output)
            tests = _FAILED.findall(output) if part.seed == seed else []
            record.seeds += [(seed, test) for test in tests]
        slow = known is not None and seconds > 2 * known + SLACK_SECONDS
        told = f", more than twice its {known:.1f} s" if slow else ""
        verdict = "FAILED" if output or slow else "passed"
        sys.stdout.write(f"{verdict} {part.name}: {seconds:.1f} s{told}\n")
        sys.stdout.flush()
        if output or slow:
            failed += 1
        else:
            done.seconds[part.name] = seconds
            record.seconds[part.name] = seconds if known in {None, math.inf} else known
            done.write(DONE)
        record.write(RECORD)
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!tools/nightly.txt")
    if minutes is None and not failed and not changed:
        record.commit = commit
        record.write(RECORD)
    sys.stdout.write(f"seed {seed}: {failed} failed, no time for {left}\n")
    return 1 if failed else 3 if left else 0


if __name__ == "__main__":
    sys.exit(main())
