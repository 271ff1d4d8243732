"""The program `wordle-check`, and what it says of a file."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = ROOT / "proofs" / "verified"
BUILT: Final = ROOT / "build" / "verified"
LISTS: Final = ROOT / "wordlists"

VERDICTS: Final = {0: "accepted", 1: "rejected", 2: "malformed", 3: "not covered"}


@dataclass(frozen=True)
class Verdict:
    """What the program says: the word for its exit code, and all that it prints."""

    word: str
    text: str


@dataclass(frozen=True)
class Program:
    """The program, which lies at `path`."""

    path: Path

    def __call__(self, file: Path) -> Verdict:
        """Return the verdict on the certificate `file`. It may end in no other way than by a verdict."""
        done = subprocess.run(
            [self.path, file, LISTS], capture_output=True, text=True, check=False, timeout=600
        )
        word = VERDICTS[done.returncode]
        assert bool(done.stdout) == (word == "accepted"), done
        assert done.stdout or done.stderr.count("\n") == 1, done
        return Verdict(word, done.stdout + done.stderr)
