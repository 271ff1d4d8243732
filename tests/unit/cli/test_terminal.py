"""What reports and messages look like on a terminal, and that they are as they were in a pipe."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import first
from tests.golden_files import ACCEPTED
from tests.program import EVER, SCRIPT
from tests.terminal import screen
from wordle_cp.cli.dialogue import Dialogue
from wordle_cp.cli.output import print_text
from wordle_cp.cli.running import WorkOptions
from wordle_cp.cli.terminal import columns, filled, wrapped

if TYPE_CHECKING:
    from pathlib import Path

SHOWN = [
    (
        "strategy     EIKED, 24 guesses over 8 words (3.0000 on average)",
        ["strategy     EIKED, 24 guesses over 8", "             words (3.0000 on average)"],
    ),
    (
        "equally good EIKED EUKED KIDEL LIKED PIKED PILED",
        ["equally good EIKED EUKED KIDEL LIKED", "             PIKED PILED"],
    ),
    (
        "possible: toy, hard mode: every one of 38 hidden words",
        ["possible: toy, hard mode: every one of", "          38 hidden words"],
    ),
    (
        "             EIKED YBBBB leaves 112: CRESS",
        ["             EIKED YBBBB leaves 112:", "               CRESS"],
    ),
    (
        "1 response, 8 words left, the best is CRANE YBBGB",
        ["1 response, 8 words left, the best is", "  CRANE YBBGB"],
    ),
    (
        "error: certificates/a-name-that-is-longer-than-a-line.cert.gz: No such file",
        ["error: certificates/a-name-that-is-longer-than-a-line.cert.gz:", "       No such file"],
    ),
    (
        "toy     38  8  normal  6  Eight words for teaching",
        ["toy     38  8  normal  6  Eight words", "                          for teaching"],
    ),
    (
        "written to a.cert, not checked yet: wordle-cp check a.cert",
        ["written to a.cert, not checked yet:", "  wordle-cp check a.cert"],
    ),
    (
        "the history salet.bybbb.handy.bygbb.trace.bbbbb leaves",
        ["the history", "  salet.bybbb.handy.bygbb.trace.bbbbb", "  leaves"],
    ),
    (
        "error: it took longer than the limit, 0.5 s",
        ["error: it took longer than the limit,", "       0.5 s"],
    ),
    ("short", ["short"]),
    ("", [""]),
]


class Wide(io.StringIO):
    """A terminal that doesn't say how wide it is."""

    def isatty(self) -> bool:
        """Tell that this is a terminal."""
        return True


@pytest.mark.parametrize(("line", "lines"), SHOWN)
def test_a_line_on_a_narrow_terminal(line: str, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "39")
    assert wrapped(line, Wide()).split("\n") == lines
    assert wrapped(f"{line}\n{line}", Wide()).split("\n") == lines * 2
    assert wrapped(line, io.StringIO()) == line
    assert wrapped(line, None) == line


@given(st.text("ab-/.YG0:  ", max_size=200), st.integers(10, 90))
def test_no_word_is_lost_or_broken(line: str, width: int) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("COLUMNS", str(width))
        lines = wrapped(line, Wide()).split("\n")
    assert [word for one in lines for word in one.split()] == line.split()


@given(st.lists(st.text("ab-/.", min_size=1), min_size=1, max_size=30), st.integers(10, 90))
def test_no_line_is_longer_than_the_terminal(words: list[str], width: int) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("COLUMNS", str(width))
        lines = wrapped(" ".join(words), Wide()).split("\n")
    assert all(len(one) <= width or len(one.split()) == 1 for one in lines)
    assert all(len(f"{one} {after.split()[0]}") > width for one, after in itertools.pairwise(lines))


def test_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert columns(Wide()) == 80
    assert columns(None) is columns(io.StringIO()) is None
    for said, found in (("100", 100), ("0", 80), ("wide", 80), ("", 80), ("9" * 5000, 80)):
        monkeypatch.setenv("COLUMNS", said)
        assert columns(Wide()) == found


def test_a_long_word_keeps_a_line() -> None:
    assert filled("a verylongword b", 6, "- ", "  ") == ["- a", "  verylongword", "  b"]
    assert filled("", 6, "- ", "  ") == ["-"]


def test_standard_output_alone_counts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    print_text("a " * 20 + "b")
    assert capsys.readouterr().out == "a " * 20 + "b\n"


def test_dialogues_break_lines_as_reports_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "39")
    monkeypatch.setenv("TERM", "dumb")
    line, lines = SHOWN[0]
    for stream, as_json in (("stdout", False), ("stderr", True)):
        terminal = Wide()
        monkeypatch.setattr(sys, stream, terminal)
        Dialogue(WorkOptions(), as_json=as_json, colour_blind=False).say(line)
        assert terminal.getvalue().splitlines() == lines


def piped(*arguments: str) -> tuple[int, str]:
    """Return the exit code and the output of the program in a pipe."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "COLUMNS": "40"},  # which a pipe doesn't heed
        text=True,
        check=False,
        timeout=EVER,
    )
    return done.returncode, done.stdout


def lasting(text: str) -> str:
    """Return `text` without times, and without what is drawn while something runs."""
    return re.sub(r"\b[0-9.]+ s\b", "S s", text.rpartition("\x1b[2K")[2])


@pytest.mark.parametrize(
    "line",
    first(
        [
            "check GOLDEN/hard.cert",
            "prove --depth 2 --variant toy --opener crane --out OUT/x.cert --quiet",
            "solve --variant no-such",
            "variants list",
            "prove --depth 3 --objective best",
        ]
    ),
)
def test_reports_wrap_on_a_terminal_and_not_in_a_pipe(line: str, tmp_path: Path) -> None:
    golden = str(ACCEPTED)
    words = [word.replace("GOLDEN", golden).replace("OUT", str(tmp_path)) for word in line.split()]
    code, shown = screen(*words)
    lines = lasting(shown).split("\n")
    assert [one for one in lines if len(one) > 80 and len(one.split()) > 2] == []
    whole_code, whole = piped(*words)
    assert code == whole_code
    assert lasting(shown).split() == lasting(whole).split()
    assert len(whole.splitlines()) < len(lines) - 1


@pytest.mark.parametrize(
    "line",
    first(
        ["tree export GOLDEN/hard.cert --format selby --full", "tree export GOLDEN/hard.cert --format json"]
    ),
)
def test_a_file_on_a_terminal_is_as_it_is(line: str) -> None:
    words = line.replace("GOLDEN", str(ACCEPTED)).split()
    code, shown = screen(*words, columns=20)
    assert (code, lasting(shown)) == piped(*words)
    assert max(map(len, lasting(shown).splitlines())) > 20


def test_json_on_a_terminal_is_json() -> None:
    file = ACCEPTED / "hard.cert"
    code, shown = screen("check", str(file), "--json", "--quiet", columns=40)
    assert code == 0
    assert len(json.loads(shown)["proves"]) > 80
