"""What may still be done once a limit of time has struck: as much as a second or two are enough for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from wordle_cp.answers import between
from wordle_cp.answers.totals import bracket
from wordle_cp.answers.totals import solve as solving
from wordle_cp.answers.totals.bracket import Bracket
from wordle_cp.answers.totals.solve import solve
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.work import UNLIMITED, Limits, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

QUESTION: Final = TotalQuestion.of(Variant.load("toy"))
LATE: Final = 1.5
AT_ONCE: Final = Limits(seconds=1e-9)


def test_ends_of_a_large_game_are_sought_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def improve(_bracket: object, work: Work, **_: object) -> None:
        given.append(work.seconds_left)

    monkeypatch.setattr(solving, "is_large", lambda _question: True)
    monkeypatch.setattr(Bracket, "improve", improve)
    assert solve(QUESTION, work=Work(limits=AT_ONCE)).stopped_by is StopReason.TIME
    assert len(given) == 1
    assert given[0] is not None
    assert given[0] <= LATE


def test_of_the_time_for_a_large_game_some_is_kept_for_its_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solving.searching(QUESTION, work := Work(limits=Limits(seconds=100))) is work
    monkeypatch.setattr(solving, "is_large", lambda _question: True)
    for seconds, most in (100, 70), (10, 6):
        left = solving.searching(QUESTION, Work(limits=Limits(seconds=seconds))).limits.seconds
        assert left is not None
        assert left <= most
    assert solving.searching(QUESTION, UNLIMITED) is UNLIMITED


def test_an_interval_is_ended_soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the strategy of a policy, and a lower end for which no response is looked at."""
    given = []

    def policy(_self: object, _bracket: object, work: Work, *, quick: bool) -> None:
        given.append((work.seconds_left, quick))

    def count(*_: object, **__: object) -> NoReturn:
        raise StoppedError(StopReason.TIME)

    monkeypatch.setattr(bracket, "prove_counted", count)
    monkeypatch.setattr(between._TotalInterval, "_policy_strategy", policy)  # noqa: SLF001
    report = between.prove_between(QUESTION, tmp_path / "x.cert", work=Work(limits=AT_ONCE))
    assert (report.stopped_by, report.low) == (StopReason.TIME, 15)
    assert [(left is not None and left <= LATE, quick) for left, quick in given] == [(True, True)]
