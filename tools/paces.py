"""Record a run; see the package's docstring."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

from wordle_cp.cli import progress, running
from wordle_cp.cli.app import main

ROWS: Final = 400
FOLDER: Final = Path(__file__).parent.parent / "tests" / "paces"


class Recorder(progress.Pace):
    """Writes down what it is asked."""

    asked: Final[list[tuple[float, str, int, int]]] = []

    def left(self, done: int, of: int) -> str:
        """Write down, and answer."""
        self.asked.append((time.process_time(), "all", done, of))
        return super().left(done, of)

    def left_evenly(self, done: int, of: int) -> str:
        """Write down, and answer."""
        self.asked.append((time.process_time(), "even", done, of))
        return super().left_evenly(done, of)

    def left_of_best(self, done: int, of: int, last: float = 0.5) -> str:
        """Write down, and answer."""
        rule = "pairs" if last == 1 else "best"
        self.asked.append((time.process_time(), rule, done, of))
        return super().left_of_best(done, of, last)


def thinned(asked: list[tuple[float, str, int, int]]) -> list[str]:
    """Return the lines of a file."""
    (begun, rule, _, of), (end, *_) = asked[0], asked[-1]
    lines, last = [f"{rule},{of}"], begun - 1.0
    for seconds, _, done, _ in asked:
        if seconds - last >= (end - begun) / ROWS or seconds == end:
            lines.append(f"{seconds - begun:.2f},{done}")
            last = seconds
    return lines


def record(name: str, words: list[str]) -> int:
    """Run the command, and write the file."""
    progress.Pace = Recorder  # type: ignore[misc]
    running.on_terminal = lambda: True
    code = main([*words, "--jobs", "1"])
    lines = [f"# wordle-cp {' '.join(words)} --jobs 1", *thinned(Recorder.asked)]
    (FOLDER / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(record(sys.argv[1], sys.argv[2:]))
