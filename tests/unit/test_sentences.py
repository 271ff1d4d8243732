"""Whatever a report prints about a certificate is what `check` says of the file, under all options."""

from __future__ import annotations

import itertools
import json
import re
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE
from tests.program import Run
from wordle_cp import threads
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

QUESTIONS: Final = {
    "prove": (
        "--depth 1",
        "--depth 3",
        "--least-depth",
        "--optimal",
        "--optimal --objective worst-then-total",
        "--optimal --objective total-then-worst",
        "--optimal --costs 0,0 --loss 1",
        "--optimal --costs 1,5,9,20,30,40",
        "--between",
        "--between --costs 0,0 --loss 1",
    ),
    "solve": ("--tree x.cert",),
    "rank": ("--top 2 --certificate x.cert",),
    "compare": ("--policy knuth --tree x.cert --opener crane",),
}
MODES: Final = ("normal", "hard", "ultrahard")
ASKED: Final = ("", "--opener crane", "--openers some.txt", "--after trace.bgbyy")
PRINTED: Final = re.compile(r"^certificate  (\S+), (?:.*, )?checked\nproves       (.*)$", re.MULTILINE)


def commands() -> Iterator[str]:
    for name, questions in QUESTIONS.items():
        for question, mode, asked in itertools.product(questions, MODES, ASKED):
            if name != "compare" or not asked:
                yield f"{name} {question} --variant toy --mode {mode} {asked}".strip()


@pytest.mark.parametrize("command", [*commands()][:: 1 if MORE else 5])
def test_what_is_printed_is_what_was_accepted(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "some.txt").write_text("crane\ncreed\n", encoding="utf-8")
    monkeypatch.setattr(threads, "processors", lambda: 1)  # the same opener in both runs
    name, *arguments = command.split()
    run = Run(name, capsys, tmp_path, monkeypatch)
    code, out, err = run(*arguments)
    if code == ExitCode.BAD_INPUT:  # such a question, or option, there is none
        assert err.count("\n") == 1 or err.startswith("Usage")
        return
    printed = dict(PRINTED.findall(out))
    files = {path.name for path in tmp_path.iterdir() if ".cert" in path.name}
    assert printed.keys() == files
    assert out.count("checked") == len(printed)
    said = {}
    for file, sentence in printed.items():
        assert main(["check", "--json", file]) == ExitCode.DONE
        said[file] = json.loads(capsys.readouterr().out)
        assert said[file]["proves"].endswith(f": {sentence}")
    _, fields = run.json(*arguments)
    for part in [
        fields,
        *(fields[key] for key in ("possible", "impossible") if isinstance(fields.get(key), dict)),
    ]:
        if part.get("certificate") is not None:
            assert part["proves"] == said[part["certificate"]]["proves"]
        assert part.get("checked") in {None, True, False}
    verdict = fields.get("verdict")
    if verdict is not None and name != "compare":
        assert verdict in {"proven", "exact", "possible", "impossible", "between", "undecided"}
        if "least-depth" not in command:
            assert out.startswith(f"{verdict}: ")
    if verdict == "proven" and "total_guesses" in fields and fields["total_guesses"] is not None:
        claim = said[fields["certificate"]]["claim"]
        assert (claim["question"], claim["verdict"]) == ("total", "least")
        assert {one["opener"] for one in claim["openers"] if one["total"] == claim["total"]} >= set(
            fields["openers"] or ()
        )
        assert bool(claim["among"]) == ("--opener" in command)
