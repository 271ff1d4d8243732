"""The time left that the progress line shows, on real runs that were recorded (see tests/paces)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.cli.progress import Pace

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER: Final = Path(__file__).parents[2] / "paces"
RUNS: Final = sorted(path.stem for path in FOLDER.glob("*.csv"))
RULES: Final[dict[str, Callable[[Pace, int, int], str]]] = {
    "all": Pace.left,
    "best": Pace.left_of_best,
    "even": Pace.left_evenly,
    "pairs": lambda pace, done, of: pace.left_of_best(done, of, last=1.0),
}
MISJUDGED: Final = {"rank-all-hard"}
"""Forty openers drawn at random, whose times differ by a factor of a hundred."""


@dataclass(frozen=True)
class Shown:
    """What was shown in a run: when, and how many seconds were said to be left."""

    seconds: float
    moments: tuple[tuple[float, int], ...]

    @property
    def early(self) -> bool:
        """Whether it was shown before half of the time had passed."""
        return bool(self.moments) and self.moments[0][0] < self.seconds / 2

    @property
    def within_a_factor_of_two(self) -> bool:
        """Whether it was so whenever it was shown."""
        return all(1 / 2 <= (self.seconds - now) / left <= 2 for now, left in self.moments)


def replay(name: str) -> Shown:
    """Ask a pace what was asked in the run, at the same times."""
    _, said, *rows = (FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    rule, of = said.split(",")
    moments, clock = [], [0.0]
    pace = Pace(lambda: clock[0])
    for row in rows:
        now, done = row.split(",")
        clock[0] = float(now)
        text = RULES[rule](pace, int(done), int(of))
        if text:
            minutes, seconds = text.removeprefix("about ").removesuffix(" left").split(":")
            moments.append((clock[0], 60 * int(minutes) + int(seconds)))
    return Shown(clock[0], tuple(moments))


@pytest.mark.parametrize("name", RUNS)
def test_the_time_left_is_shown_early_and_right(name: str) -> None:
    shown = replay(name)
    assert (shown.early and shown.within_a_factor_of_two) is (name not in MISJUDGED)


def test_in_eight_of_ten_runs() -> None:
    """One more, `rank --worst 10`, isn't recorded: it takes 381 seconds, and counts as misjudged."""
    runs, misjudged = len(RUNS) + 1, len(MISJUDGED) + 1
    assert runs >= 10
    assert misjudged <= runs / 5
