"""`prove_depth` stops when asked to, in each of its stages, and tells no verdict that wasn't checked."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.events import into
from wordle_cp.answers.depths import prove_depth
from wordle_cp.engine import DepthSearch, Game, Verdict
from wordle_cp.games.question import Question
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.work import StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

PROMPT_SECONDS = 1.0
QUESTIONS = 100  # a second of them, all of which the search spends among families


@pytest.mark.parametrize("stage", ["writing the proof", "checking the certificate"])
def test_an_impossibility_whose_certificate_is_given_up_is_undecided(stage: str, tmp_path: Path) -> None:
    reached: list[str] = []
    out = tmp_path / "refutation.cert.gz"
    report = prove_depth(
        Question.of(Variant.load("original", mode=Mode.HARD)),
        3,
        out=out,
        work=Work(show=into(reached), cancelled=lambda: stage in reached),
    )
    assert reached[-1] == stage
    assert report.verdict is Verdict.UNDECIDED
    assert report.result.stopped_by is StopReason.INTERRUPTED
    assert report.accepted is None
    assert not out.exists()


def test_a_search_among_families_answers_at_once() -> None:
    variant = Variant.load("original", mode=Mode.HARD, hidden=HiddenKind.BIG)
    search = DepthSearch(Game(variant.guesses, variant.hidden), variant.mode, jobs=1)
    thread = threading.Thread(target=lambda: search.run(7))
    thread.start()
    slowest = 0.0
    for _ in range(QUESTIONS):
        asked = time.monotonic()
        search.progress()
        slowest = max(slowest, time.monotonic() - asked)
        time.sleep(0.01)
    search.stop()
    thread.join()
    assert slowest < PROMPT_SECONDS
