"""Of codes that symmetry makes equally good one is looked at, by the policy and by passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.totals.bracket import Bracket
from wordle_cp.answers.totals.narrowing import Narrowing
from wordle_cp.answers.totals.replay import replay
from wordle_cp.engine import Effort
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.search.total import TotalSession
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from wordle_cp.engine import TotalOutcome
    from wordle_cp.work import StopReason


def _session(tmp_path: Path, history: str) -> TotalSession:
    (tmp_path / "codes.yaml").write_text(
        "name: codes\ngame: mastermind\npegs: 3\ncolours: 16\nrepeats: false\n"
    )
    return TotalSession(TotalQuestion.of(Variant.load(tmp_path / "codes.yaml"), history=history))


def test_more_effort_tries_guesses_of_other_classes(tmp_path: Path) -> None:
    session = _session(tmp_path, "012.01.345.01")
    classes = session.classes(()).asked

    def cost(openers: tuple[str, ...], tried: int) -> int:
        steps = session.policy(Effort(tried, 12), openers, guesses_left=None, work=UNLIMITED)
        assert steps is not None
        return replay(session.question, steps).cost

    assert cost(classes, 4) <= min(cost((opener,), 1) for opener in classes) < cost((), 1)


def test_passes_ask_one_opener_of_each_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, asked, rank = _session(tmp_path, "012.11.345.10"), set[str](), TotalSession.rank

    def ranked(self: TotalSession, **wish: object) -> tuple[TotalOutcome, StopReason | None]:
        openers = wish["openers"]
        assert isinstance(openers, tuple | list)
        asked.update(openers or self.question.openers)
        return rank(self, **wish)  # type: ignore[arg-type]

    monkeypatch.setattr(TotalSession, "rank", ranked)
    outcome, _ = Narrowing(session, Bracket(session, None), None, UNLIMITED).rank()
    assert asked == set(session.classes(()).asked)
    assert len(outcome.ranked) + len(outcome.others) == len(session.question.openers)
