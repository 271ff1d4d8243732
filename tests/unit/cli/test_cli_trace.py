"""`wordle-cp solve --trace`: the page, fields, text, limits, what is told in a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import in_third
from tests.program import Run
from wordle_cp.cli.output import ExitCode
from wordle_cp.files.outputs import signed
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.views.traces import record
from wordle_cp.views.traces.game import Technique
from wordle_cp.views.traces.page import trace_page
from wordle_cp.work import StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

TOY: Final = ("--variant", "toy")


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("solve", capsys, tmp_path, monkeypatch)


def test_a_trace_is_a_page(solve: Run) -> None:
    code, fields = solve.json(*TOY, "--trace", "t.HTML", "--techniques", "L1,sums")
    assert (code, fields["total_guesses"]) == (ExitCode.DONE, 16)
    written = fields["trace"]
    assert (written["file"], written["total"], written["best"]) == ("t.HTML", 16, "eiked")
    assert written["techniques"] == ["sums", "L1"]
    question = TotalQuestion.of(Variant.load("toy"))
    trace = record.trace_of(question, techniques=frozenset({Technique.L1, Technique.SUMS}))
    assert (solve.folder / "t.HTML").read_bytes() == signed(trace_page(trace).encode(), ".html")
    assert [file.name for file in solve.folder.iterdir()] == ["t.HTML"]
    _, out, _ = solve(*TOY, "--trace", "t.html", "--techniques", "L1,sums")
    assert out.splitlines()[-1] == (
        f"trace        t.html: {trace.nodes} nodes, {trace.guesses} guesses tried, {len(trace.events)} events"
    )


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        (("--after", "light.bgggg"), 19),
        pytest.param(("--after", "salet.gyybb"), 30, marks=in_third),
        (("--after", "light.bgggg", "--mode", "hard", "--max-guesses", "none"), 36),
        (("--after", "light.bgggg", "--mode", "hard"), None),
        pytest.param(("--after", "stage.gbgbg", "--objective", "worst-then-total"), None, marks=in_third),
        (("--after", "stage.gbgbg", "--objective", "total-then-worst", "--opener", "spare"), None),
        (("--after", "salet.bybbb.handy.bygbb"), 1),
    ],
)
def test_on_the_real_lists(solve: Run, arguments: tuple[str, ...], total: int | None) -> None:
    code, fields = solve.json(*arguments, "--trace", "t.html")
    assert code == ExitCode.DONE
    traced = fields["trace"]["total"]
    assert traced == fields["total_guesses"]
    assert total is None or traced == total
    assert (traced is None) == (not fields["possible"])
    page = (solve.folder / "t.html").read_text()
    assert (
        json.loads(page.split('id="data">')[1].split("<")[0])["claim"]["guesses_left"]
        == fields["guesses_left"]
    )


def test_undecided(solve: Run) -> None:
    """A search that was stopped has no trace; neither has a trace that was."""
    code, fields = solve.json(*TOY, "--trace", "t.html", "--time-limit", "1e-9")
    assert (code, fields["trace"], fields["stopped_by"]) == (ExitCode.UNDECIDED, None, "time limit")
    assert not list(solve.folder.iterdir())


def test_a_trace_that_is_stopped(solve: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(work: Work) -> None:
        if work.limits.seconds is not None:
            raise StoppedError(StopReason.TIME)

    monkeypatch.setattr(Work, "demand_time", stop)
    code, out, err = solve(*TOY, "--trace", "t.html", "--time-limit", "100")
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert out.endswith("trace        none, stopped by --time-limit 100\n")
    assert out.startswith("exact: toy")
    assert not list(solve.folder.iterdir())


def test_answers_that_differ_are_a_bug(solve: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record._Search, "run", lambda *_: (15, 19))  # noqa: SLF001
    with pytest.raises(AssertionError, match="finds 15 with eiked, the native one 16"):
        solve(*TOY, "--trace", "t.html")
