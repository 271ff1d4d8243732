"""A clock on the wall that jumps changes nothing: neither results, nor limits, nor what a run goes on from.

The clock is set a year ahead or back at each look at it: a shared object that is loaded before all others
takes the place of what the C library tells, so native code and the solvers are deceived as Python is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import MORE, only_more
from tests.program import RUNS, lasting, outcomes
from tests.unit.files.test_leftovers import NAME
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

JUMPING: Final = r"""
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long jump(void) {
  static const long year = 366L * 24 * 3600;
  static int looks;
  return (__atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED) % 3 - 1) * year;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
  const long failed = syscall(SYS_clock_gettime, clock, now);
  if (failed == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += jump();
  return (int)failed;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec precise;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *now) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now != NULL) *now = precise.tv_sec;
  return precise.tv_sec;
}
"""
SHOWS: Final = "import time; looks = [time.time() for _ in range(6)]; print(max(looks) - min(looks))"
PATIENT: Final = ("--time-limit", "600", "--json")
SOLVES: Final = """
from wordle_cp.modelling.solver import Infeasible, SolverSettings, decide, new_model
from wordle_cp.work import Limits, Work
model = new_model("ten pigeons in nine holes")
places = [[model.new_bool_var("") for _ in range(9)] for _ in range(10)]
for pigeon in places:
    model.add_exactly_one(pigeon)
for hole in zip(*places):
    model.add_at_most_one(hole)
assert decide(model, lambda _: None, SolverSettings(work=Work(limits=Limits(seconds=600.0)))) == Infeasible()
"""
TOY: Final = ("--variant", "toy", *PATIENT)
ONE: Final = (*TOY, "--jobs", "1")
WHOLE: Final = (
    ("prove", "--depth", "2", *ONE, "--out", "possible.cert"),
    ("prove", "--least-depth", *ONE),
    ("prove", "--optimal", *ONE),
    ("check", "possible.cert", *PATIENT),
    ("solve", *ONE, "--tree", "tree.cert"),
    ("families", "--after", "light.bgggg", *PATIENT),
    ("rank", "--all", *ONE, "--run", "ranks"),
    ("rank", "--all", *ONE, "--run", "ranks"),
    ("prove", "--optimal", *ONE, "--run", "ranks", "--out", "resumed.cert"),
    ("census", "--depth", "2", *ONE, "--run", "census"),
    ("census", "--depth", "2", *ONE, "--run", "census"),
    ("analyse", "plied", "creek", "cress", *TOY),
    ("absurdle", *TOY),
)
"""Commands that are done in an instant; each has minutes for that."""
TRIED: Final = WHOLE if MORE else WHOLE[:5]
LONG: Final = (
    ("prove", "--variant", "nyt-2022-02-15", "--hidden", "big", "--mode", "hard", "--depth", "7"),
    ("solve", "--hidden", "big", "--mode", "hard"),
    ("families", "--hidden", "big", "--min-size", "2"),
)
"""Commands that take long: two seconds are too few."""


@pytest.fixture
def jumping(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a program whose clock jumps; skip where there is no way to that."""
    folder = tmp_path_factory.mktemp("clock")
    library = folder / "jumping.so"
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("this needs a C compiler and Linux")
    (folder / "jumping.c").write_text(JUMPING, encoding="utf-8")
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(folder / "jumping.c")]
    subprocess.run(command, check=True, capture_output=True)
    return {"LD_PRELOAD": str(library)}


def results(folder: Path, environment: dict[str, str]) -> list[tuple[int, Any]]:
    """Run all of `TRIED` in `folder`, one after the other; return the exit codes and what each found."""
    told = outcomes([sys.executable, "-c", RUNS, json.dumps(TRIED)], folder, environment)
    assert not [err for _, _, err in told if err]
    return [(code, lasting(json.loads(out))) for code, out, _ in told]


def test_nothing_depends_on_the_clock_on_the_wall(jumping: dict[str, str], tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-c", SHOWS],
        env={**os.environ, **jumping},
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(shown.stdout) > 3e7, "the clock doesn't jump"
    folders = tmp_path / "jumping", tmp_path / "steady"
    for folder in folders:
        folder.mkdir()
        (folder / NAME).write_text("half", encoding="utf-8")
    first, second = (
        results(folder, environment) for folder, environment in zip(folders, (jumping, {}), strict=True)
    )
    for command, one, other in zip(TRIED, first, second, strict=True):
        assert one == other, command
        assert one[0] == ExitCode.DONE, command
    certificates = [{path.name: path.read_bytes() for path in folder.glob("*.cert*")} for folder in folders]
    assert certificates[0] == certificates[1]
    assert not [folder for folder in folders if (folder / NAME).exists()]


@only_more
def test_the_solver_has_its_time(jumping: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-c", SOLVES], env={**os.environ, **jumping}, check=True)


@only_more
def test_a_time_limit_strikes_when_it_should(jumping: dict[str, str], tmp_path: Path) -> None:
    seconds = 2.0
    commands = [(*command, "--time-limit", str(seconds), "--json") for command in LONG]
    told = outcomes([sys.executable, "-c", RUNS, json.dumps(commands)], tmp_path, jumping)
    for command, (code, out, err) in zip(commands, told, strict=True):
        fields = json.loads(out)
        assert (code, fields["stopped_by"], err) == (ExitCode.UNDECIDED, "time limit", ""), command
        assert seconds <= fields["seconds"] < seconds + 5.0, command
