"""`wordle-cp solve --trace` and `wordle-cp trace`: fields, text, limits, what is told in a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.program import Run
from wordle_cp.cli.output import ExitCode
from wordle_cp.views.traces import record
from wordle_cp.views.traces.read import read_trace
from wordle_cp.work import StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

TOY: Final = ("--variant", "toy")


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("solve", capsys, tmp_path, monkeypatch)


@pytest.fixture
def trace(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in the same folder."""
    return Run("trace", capsys, tmp_path, monkeypatch)


def test_a_trace_and_its_page(solve: Run, trace: Run) -> None:
    code, fields = solve.json(*TOY, "--trace", "t.trace", "--techniques", "L1,sums")
    assert (code, fields["total_guesses"]) == (ExitCode.DONE, 16)
    written = fields["trace"]
    assert (written["file"], written["total"], written["best"]) == ("t.trace", 16, "eiked")
    assert written["techniques"] == ["sums", "L1"]
    code, shown = trace.json("t.trace", "--out", "t.html")
    assert code == ExitCode.DONE
    assert {name: shown[name] for name in written if name != "file"} == {
        name: written[name] for name in written if name != "file"
    }
    assert (trace.folder / "t.html").read_text().startswith("<!DOCTYPE html>")
    assert sorted(file.name for file in trace.folder.iterdir()) == ["t.html", "t.trace"]
    code, out, err = trace("t.trace")
    assert (code, err) == (ExitCode.DONE, "")
    assert out.splitlines()[:2] == [
        "toy, normal mode, within 6 guesses: 16 guesses with EIKED, 8 hidden words, 38 guesses that differ",
        "techniques   sums, L1",
    ]
    _, out, _ = solve(*TOY, "--trace", "t.trace", "--techniques", "L1,sums")
    assert out.splitlines()[-1].startswith(f"trace        t.trace: {written['nodes']} nodes, ")
    solve("--trace", "after.trace", "--after", "light.bgggg")
    _, out, _ = trace("after.trace")
    assert out.startswith("original, normal mode after light.BGGGG, within 6 guesses: ")


def test_without_a_trace(solve: Run) -> None:
    _, fields = solve.json(*TOY)
    assert fields["trace"] is None


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        (("--after", "light.bgggg"), 19),
        (("--after", "salet.gyybb"), 30),
        (("--after", "light.bgggg", "--mode", "hard", "--max-guesses", "none"), 36),
        (("--after", "light.bgggg", "--mode", "hard"), None),
        (("--after", "stage.gbgbg", "--objective", "worst-then-total"), None),
        (("--after", "stage.gbgbg", "--objective", "total-then-worst", "--opener", "spare"), None),
        (("--after", "salet.bybbb.handy.bygbb"), 1),
    ],
)
def test_on_the_real_lists(solve: Run, arguments: tuple[str, ...], total: int | None) -> None:
    code, fields = solve.json(*arguments, "--trace", "t.trace")
    assert code == ExitCode.DONE
    trace = read_trace(solve.folder / "t.trace")
    assert trace.total == fields["total_guesses"] == fields["trace"]["total"]
    assert total is None or trace.total == total
    assert (trace.total is None) == (not fields["possible"])
    assert trace.claim.guesses_left == fields["guesses_left"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--trace", "t"), "a trace is for at most 60 hidden words; here are 2315: ask about a later"),
        (("--trace", "t", "--after", "salet.bbbbb"), "a trace is for at most 60 hidden words; here are 221"),
        ((*TOY, "--trace", "none/t"), "no such folder"),
        ((*TOY, "--techniques", "L1"), "--techniques is about --trace"),
        ((*TOY, "--trace", "t", "--techniques", "L1,L2"), "found 'L2'"),
        (
            (*TOY, "--trace", "t", "--costs", "1,2,3,4,5,6"),
            "needs a goal that counts guesses",
        ),
        ((*TOY, "--trace", "t", "--techniques", "none"), "a trace has at most 100,000 events"),
    ],
)
def test_mistakes(solve: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = solve(*arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert not list(solve.folder.iterdir())


def test_undecided(solve: Run) -> None:
    """A search that was stopped has no trace; neither has a trace that was."""
    code, fields = solve.json(*TOY, "--trace", "t", "--time-limit", "1e-9")
    assert (code, fields["trace"], fields["stopped_by"]) == (ExitCode.UNDECIDED, None, "time limit")
    assert not list(solve.folder.iterdir())


def test_a_trace_that_is_stopped(solve: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_work: Work) -> None:
        raise StoppedError(StopReason.TIME)

    monkeypatch.setattr(Work, "demand_time", stop)
    code, out, err = solve(*TOY, "--trace", "t", "--time-limit", "100")
    assert (code, err) == (ExitCode.UNDECIDED, "no trace: stopped by --time-limit 100\n")
    assert out.startswith("exact: toy")
    assert not list(solve.folder.iterdir())


def test_answers_that_differ_are_a_bug(solve: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "search", lambda *_: (15, 19))
    with pytest.raises(AssertionError, match="finds 15 with eiked, the native one 16"):
        solve(*TOY, "--trace", "t")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing",), "missing: No such file"),
        (("bad",), "bad:1: expected a JSON object"),
        (("bad", "--out", "page.txt"), "--out: expected a file that ends in .html, found 'page.txt'"),
    ],
)
def test_mistakes_of_the_viewer(trace: Run, arguments: tuple[str, ...], message: str) -> None:
    (trace.folder / "bad").write_text("bad\n")
    code, out, err = trace(*arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.count("\n") == 1
    code, out, _ = trace(*arguments, "--json")
    assert message in json.loads(out)["error"]
