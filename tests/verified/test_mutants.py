"""Certificates with one field changed: the verified checker accepts what the other two accept."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE
from tests.golden_files import ACCEPTED
from tests.verified.test_wordle_check import is_covered, text_of
from tools.mutants import changed_field, is_true, killed

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verified.program import Program

FILES: Final = [
    file for file in sorted(ACCEPTED.glob("*.cert")) if is_covered(file.read_text(encoding="utf-8"))
]
COUNT: Final = (10_000 if MORE else 500) // len(FILES) + 1
"""Mutants of a file: 500 of all files together, or 10,000."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_three_checkers_agree_on_mutants(program: Program, file: Path, tmp_path: Path) -> None:
    """A mutant of a kind that isn't covered, as one in ultrahard mode, is left to the other two."""
    rng = random.Random(file.name)  # noqa: S311
    lines = text_of(file).split("\n")[:-1]
    place = next(place for place, line in enumerate(lines) if line.startswith("guesses "))
    words = lines[place + 1 : place + 1 + int(lines[place].split()[1])]  # they are embedded
    if " generated " in lines[place]:  # or codes: those that the file names
        length = next(line.split()[1] for line in lines if line.startswith("length "))
        words = sorted(set(re.findall(rf"\b\w{{{length}}}\b", "\n".join(lines[place:]))))
    mutant = tmp_path / "mutant.cert"
    refused = 0
    for _ in range(COUNT):
        _, changed = changed_field(lines, words, rng)
        text = "".join(f"{line}\n" for line in changed)
        mutant.write_text(text, encoding="utf-8")
        word = program(mutant).word
        accepted = not killed(mutant)
        assert is_true(mutant) == accepted, text
        assert word == "not covered" or (word == "accepted") == accepted, text
        refused += not accepted
    assert refused > 0
