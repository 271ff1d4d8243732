"""Limits that strike in the middle of a long run: they are kept, and what is told by then is true."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import only_more
from tests.program import RUNS, SCRIPT, outcomes
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import proof_paths, word_list

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LARGEST: Final = str(max(proof_paths(), key=lambda path: path.stat().st_size))
BIG: Final = ("--hidden", "big", "--mode", "hard")
NYT: Final = ("--variant", "nyt-2022-02-15", *BIG)
Fields = dict[str, Any]


def no_total_is_too_small(fields: Fields) -> bool:
    """The least total of the original lists is 7920; all openers have a place."""
    total = fields["total_guesses"]
    bounded = fields["openers_bounded"] + fields["openers_hopeless"] + len(fields["left"])
    return bool((total is None or total >= 7920) and not fields["exact"] and 0 < bounded <= 12972)


def least_depth_is_between(fields: Fields) -> bool:
    """It is 7 at most, as one may see with more time."""
    return bool(2 < fields["at_least"] <= 7)


def every_opener_has_its_place(fields: Fields) -> bool:
    possible, impossible, undecided = len(fields["possible"]), fields["impossible"], fields["undecided"]
    return bool(possible + impossible + undecided == 12947 and undecided > 0)


def families_have_bounds(fields: Fields) -> bool:
    found = fields["families"]
    settled = sum(one["least_depth"] is not None for one in found)
    return 0 < settled < len(found) and all(one["lower"] <= one["upper"] for one in found)


def the_last_moves_are_settled(fields: Fields) -> bool:
    known = [move["inaccuracy"] is not None for move in fields["moves"]]
    return known == sorted(known)


MIDWAY: Final[dict[str, tuple[tuple[str, ...], Callable[[Fields], bool]]]] = {
    "solve": (("solve",), no_total_is_too_small),
    "prove": (
        ("prove", "--depth", "7", *NYT, "--opener", "tupik"),
        lambda fields: (fields["verdict"], fields["left"]) == ("undecided", ["tupik"]),
    ),
    "least-depth": (("prove", "--least-depth", *BIG), least_depth_is_between),
    "optimal": (("prove", "--optimal"), lambda fields: fields["verdict"] == "undecided"),
    "rank": (
        ("rank", "--top", "10"),
        lambda fields: (
            not fields["complete"] and all(one["total_guesses"] >= 7920 for one in fields["openers"])
        ),
    ),
    "census": (("census", "--depth", "7", *NYT, "--run", "run"), every_opener_has_its_place),
    "analyse": (("analyse", "crane.bbbbb.moist.bbbyb", "--hidden", "big"), the_last_moves_are_settled),
    "check": (
        ("check", LARGEST),
        lambda fields: not fields["accepted"] and 0 <= fields["parts_done"] < fields["parts"],
    ),
    "explain": (("explain", LARGEST), lambda fields: 0 < fields["parts_read"] < fields["parts"]),
    "families": (("families", "--hidden", "big", "--min-size", "2"), families_have_bounds),
}
"""Commands that take long, and what is known of each when two seconds are over."""


@only_more
@pytest.mark.parametrize("name", MIDWAY)
def test_what_is_known_when_the_time_is_over(name: str, tmp_path: Path) -> None:
    command, known = MIDWAY[name]
    arguments = json.dumps([[*command, "--time-limit", "2", "--json"]])
    ((code, out, err),) = outcomes([sys.executable, "-c", RUNS, arguments], tmp_path)
    fields = json.loads(out)
    assert (code, fields["stopped_by"], err) == (ExitCode.UNDECIDED, "time limit", "")
    assert known(fields), fields
    assert 2.0 <= fields.get("seconds", 2.0) < 10.0
    assert not [path for path in tmp_path.iterdir() if path.is_file()]


@only_more
def test_what_is_known_when_the_memory_is_used_up(tmp_path: Path) -> None:
    """Python and the program take a part of it; what is read of the file goes beyond that."""
    command = ["explain", LARGEST, "--max-memory", "0.088", "--json"]
    ((code, out, err),) = outcomes([sys.executable, "-c", RUNS, json.dumps([command])], tmp_path)
    fields = json.loads(out)
    assert (code, fields["stopped_by"], err) == (ExitCode.UNDECIDED, "memory limit", "")
    assert 0 < fields["parts_read"] < fields["parts"]


PROGRAM: Final = (sys.executable, "-c", SCRIPT)
LIMIT: Final = 2.0
GRACE: Final = 2.0
"""Seconds after the limit within which every command ends, its start not counted."""
BIG_LISTS: Final = "--variant nyt-2022-02-15 --hidden big"
MISSED: Final = "--costs 0,0,0,0 --loss 1"
QUESTIONS: Final = f"""
prove --depth 7 {BIG_LISTS} --mode hard
prove --depth 4
prove --depth 4 --mode ultrahard
prove --depth 5 {BIG_LISTS}
prove --depth 7 {BIG_LISTS} --mode ultrahard
prove --depth 6 --variant bulls-and-cows
prove --least-depth
prove --least-depth --mode hard {BIG_LISTS}
prove --least-depth --variant bulls-and-cows
prove --optimal
prove --optimal --mode hard
prove --optimal --mode ultrahard
prove --optimal {BIG_LISTS}
prove --optimal --weights weights.csv
prove --optimal {MISSED}
prove --optimal --objective worst-then-total
prove --optimal --objective total-then-worst
prove --optimal --variant bulls-and-cows
prove --between {BIG_LISTS}
prove --between --mode hard {BIG_LISTS}
prove --between --weights weights.csv
prove --between {MISSED}
prove --between {MISSED} --mode hard
prove --between {MISSED} {BIG_LISTS}
solve
solve --mode hard
solve --mode ultrahard
solve {BIG_LISTS}
solve {BIG_LISTS} --max-guesses 4
solve --weights weights.csv
solve {MISSED}
solve --costs 1,2,4,8,16,32 --loss 64
solve --objective total-then-worst
solve --objective worst-then-total
solve --variant bulls-and-cows
rank --top 10
rank --all {BIG_LISTS} --run ranks
rank --worst 10
rank --words 2 --top 10
rank --words 2 --top 10 {BIG_LISTS}
census --depth 4 --mode hard --run census
census --depth 6 {BIG_LISTS} --run census
families {BIG_LISTS} --min-size 2
compare --policy all {BIG_LISTS}
noise --opener salet --made 3
check {LARGEST}
check --plain {LARGEST}
explain {LARGEST}
"""
"""Questions that take long, one a line: of every command that has a limit, and of each kind."""


@pytest.fixture(scope="module")
def start() -> float:
    """Return how long a command takes that has nothing to do."""
    began = time.monotonic()
    subprocess.run([*PROGRAM, "solve", "--variant", "toy"], check=True, capture_output=True)
    return time.monotonic() - began


@only_more
@pytest.mark.parametrize("question", QUESTIONS.strip().splitlines())
def test_every_kind_of_question_keeps_its_time(question: str, start: float, tmp_path: Path) -> None:
    weights = "".join(f"{word},{place % 5 + 1}\n" for place, word in enumerate(word_list("original-hidden")))
    (tmp_path / "weights.csv").write_text(weights, encoding="utf-8")
    began = time.monotonic()
    done = subprocess.run(
        [*PROGRAM, *question.split(), "--time-limit", str(LIMIT)],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == ExitCode.UNDECIDED, done.stderr
    assert time.monotonic() - began < LIMIT + GRACE + start
