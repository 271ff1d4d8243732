"""What writes certificates, killed at any moment: no file is half written, and the next run tidies up.

A killer process prepares what all runs need, and then forks: one child after the other is killed before its
first use of a file, its second and so on, until one lives to the end; then others at random times.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE, first, only_more
from tests.program import lasting
from wordle_cp.check import check_file
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash

if TYPE_CHECKING:
    from pathlib import Path

KILLER: Final = r"""
import contextlib, io, json, os, random, signal, sys, time
from wordle_cp.cli.app import main

arguments, last, one_by_one, random_kills = json.loads(sys.argv[1])
WATCHED = {"open", "fcntl.flock", "os.rename", "os.remove", "os.scandir", "os.listdir"}

def run(folder):
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    out = io.StringIO()
    started = time.monotonic()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(sys.stdout):
        code = main(arguments)
    return code, out.getvalue(), time.monotonic() - started

def dies_before(number):
    left = number
    def watch(event, arguments):
        nonlocal left
        here = event in WATCHED and not str(arguments[0]).startswith("/")  # not what is installed
        left -= here
        if here and left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(watch)

def child(number, seconds):
    pid = os.fork()
    if pid == 0:
        if number:
            dies_before(number)
        code, _, _ = run("../killed")
        os._exit(code)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(pid, signal.SIGKILL)
    status = os.waitpid(pid, 0)[1]
    files = {entry.name: entry.stat().st_size for entry in os.scandir("../killed") if entry.is_file()}
    print(json.dumps([number, os.waitstatus_to_exitcode(status), files]), flush=True)
    if files.get(last):
        os.remove(f"../killed/{last}")
    return status != signal.SIGKILL

os.makedirs("killed")
os.chdir("killed")
run("../whole")
whole = run("../whole")
print(json.dumps(whole), flush=True)
number = 1
while one_by_one and not child(number, None):
    number += 1
rng = random.Random(3)
for _ in range(random_kills):
    child(0, rng.uniform(0.0, 1.2 * whole[2]))
print(json.dumps(run("../killed")), flush=True)
"""
ONE: Final = ("--variant", "toy", "--jobs", "1", "--json")
COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "optimal": ("prove", "--optimal", *ONE, "--out", "last.cert.xz"),
    "possible": ("prove", "--depth", "2", *ONE, "--out", "last.cert.gz"),
    "impossible": ("prove", "--depth", "1", *ONE, "--out", "last.cert"),
    "least-depth": ("prove", "--least-depth", *ONE, "--out", "."),
    "solve": ("solve", *ONE, "--tree", "last.cert"),
    "rank": ("rank", "--top", "3", *ONE, "--certificate", "last.cert.gz"),
    "compare": (
        "compare",
        "--policy",
        "knuth",
        "--opener",
        "plied",
        *ONE[:2],
        "--json",
        "--tree",
        "last.cert",
    ),
}
LAST: Final = {"least-depth": "toy-normal-depth-2.cert.gz"}
"""Which file a command writes last, where it isn't the one that it names."""
REAL: Final[dict[str, tuple[str, ...]]] = {
    "possible": ("--depth", "5", "--mode", "hard", "--opener", "palet", "--out", "last.cert.gz"),
    "impossible": ("--depth", "4", "--after", "salet.bbbbb", "--mode", "hard", "--out", "last.cert.xz"),
    "optimal": ("--optimal", "--after", "salet.bbbyb", "--out", "last.cert.xz"),
    "resumed": ("--optimal", "--after", "salet.bbbyb", "--run", "ranks", "--out", "last.cert.xz"),
}
"""Questions about real lists to `prove`, a second or two each."""
ANSWER: Final = frozenset({"verdict", "total_guesses", "openers", "checked", "certificate"})
"""What is the same of a run that goes on from a folder; how much it had to do isn't."""


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def killed_runs(
    folder: Path, command: tuple[str, ...], last: str, kills: int, *, one_by_one: bool
) -> list[tuple[int, int, dict[str, int]]]:
    """Let the killer kill `command`, then run it to the end, and show that it finds what it finds elsewhere.

    Returns of each child the use of a file that it was to die before (0: it was killed at random), how it
    ended, and the sizes of the files that it left.
    """
    arguments = json.dumps([command, last, one_by_one, kills])
    done = subprocess.run(
        [sys.executable, "-c", KILLER, arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    whole, *killed, again = map(json.loads, done.stdout.splitlines())
    assert whole[0] == again[0] == ExitCode.DONE
    before, after = (lasting(json.loads(out)) for _, out, _ in (whole, again))
    assert all(before[name] == after[name] for name in ANSWER & before.keys())
    if "--run" not in command:
        assert before == after
    made = contents(folder / "whole")
    assert made == contents(folder / "killed")
    for name in made:
        check_file(folder / "killed" / name, word_list_by_hash)
    leftovers = []
    for number, _, files in killed:
        whole_files = {name: size for name, size in files.items() if not name.startswith(".wordle-cp-")}
        assert whole_files.items() <= {name: len(data) for name, data in made.items()}.items(), number
        leftovers.append(len(files) - len(whole_files))
    # Its file, and the one that holds its name.
    assert max(leftovers) <= 2, "a run removes what others left behind before it makes files of its own"
    assert not one_by_one or any(leftovers)
    return killed


@pytest.mark.parametrize("name", first(tuple(COMMANDS)))
def test_killed_before_every_use_of_a_file(name: str, tmp_path: Path) -> None:
    command = COMMANDS[name]
    killed = killed_runs(tmp_path, command, LAST.get(name, command[-1]), 40 if MORE else 10, one_by_one=True)
    ends = [code for number, code, _ in killed if number]
    assert len(ends) > 8, "it must use some files"
    assert ends == [-signal.SIGKILL] * (len(ends) - 1) + [ExitCode.DONE]


@only_more
@pytest.mark.parametrize("name", REAL)
def test_killed_at_random_moments_of_real_work(name: str, tmp_path: Path) -> None:
    command = ("prove", *REAL[name], "--jobs", "1", "--json")
    last = next(part for part in command if part.startswith("last"))
    killed = killed_runs(tmp_path, command, last, 8, one_by_one=False)
    assert sum(code == -signal.SIGKILL for _, code, _ in killed) >= 4
