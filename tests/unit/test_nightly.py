"""What `make nightly` plans, what it leaves out once that is done, and what it takes for a failure."""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING

from tools import nightly
from tools.nightly import Part, Record, parts
from wordle_cp.data import proof_name, proof_paths

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

QUICK, SAMPLED, LONG = (
    "nerdle-mini-normal-depth-3",
    "original-normal-optimal-within-6",
    "original-normal-depth-4",
)


def names(record: Record, *, quick: bool) -> list[str]:
    """Return the names of what is planned for the seed of a day."""
    return [part.name for part in parts(record, "20261130", quick=quick)]


def test_what_is_planned() -> None:
    every = names(Record(), quick=False)
    assert len(set(every)) == len(every)
    assert {f"check {proof_name(path)}" for path in proof_paths()} < set(every)
    assert {"games", "code mutants", "make test-more", "make sanitize", "make fuzz"} < set(every)
    known = Record(seconds={f"check {QUICK}": 59.0, f"check {SAMPLED}": math.inf, f"check {LONG}": 61.0})
    known.seeds.append(("20261101", "tests/property/test_rules.py"))
    some = names(known, quick=True)
    assert some[1:5] == ["some games", "code mutants", f"check {QUICK}", f"sample {SAMPLED}"]
    assert not {f"check {SAMPLED}", f"check {LONG}", f"sample {LONG}", "games", "make test-more"} & set(some)
    old = next(part for part in parts(known, "20261130", quick=True) if part.name.startswith("seed"))
    assert (old.seed, old.command[-1]) == ("20261101", "tests/property/test_rules.py")


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    record = Record(
        "abc",
        {"check a": 1.5, "check b": math.inf, "make test-more": 20.0},
        [("20261130", "tests/x.py::test[a b]")],
    )
    record.write(tmp_path / "r.txt")
    assert Record.read(tmp_path / "r.txt") == record
    assert Record.read(tmp_path / "none.txt") == Record()


def test_a_run_goes_on_and_tells_failures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A part that failed or was too slow is run again, one that passed isn't; a new commit begins anew."""
    ran: list[str] = []
    took = {"good": (3.0, ""), "bad": (1.0, "FAILED tests/x.py::test_y\n"), "slow": (30.0, "")}
    head = ["one"]

    def run(part: Part) -> tuple[float, str]:
        ran.append(part.name)
        return took[part.name]

    monkeypatch.setattr(nightly, "DONE", tmp_path / "done.txt")
    monkeypatch.setattr(nightly, "RECORD", tmp_path / "record.txt")
    monkeypatch.setattr(nightly, "git", lambda *asked: head[0] if asked[0] == "rev-parse" else "")
    monkeypatch.setattr(nightly, "run", run)
    monkeypatch.setattr(time, "strftime", lambda _form: "20261130")
    monkeypatch.setattr(
        nightly, "parts", lambda _record, seed, **_: [Part(name, (), "", seed) for name in took]
    )
    monkeypatch.setattr(sys, "argv", ["nightly"])
    Record(seconds={"slow": 10.0}).write(tmp_path / "record.txt")
    assert nightly.main() == 1
    assert "FAILED slow: 30.0 s, more than twice its 10.0 s\n" in capsys.readouterr().out
    record = Record.read(tmp_path / "record.txt")
    assert record == Record("none", {"good": 3.0, "slow": 10.0}, [("20261130", "tests/x.py::test_y")])
    took.update(bad=(1.0, ""), slow=(24.0, ""))
    assert nightly.main() == 0
    assert ran == ["good", "bad", "slow", "bad", "slow"]
    assert Record.read(tmp_path / "record.txt").commit == "one"
    head[0] = "two"
    monkeypatch.setattr(sys, "argv", ["nightly", "--minutes", "0.02"])
    assert nightly.main() == 3
    assert ran[5:] == ["bad"]
    assert capsys.readouterr().out.endswith("seed 20261130: 0 failed, no time for 2\n")
