"""The view Compare without a browser: its addresses, and its jobs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_cp.errors import UsageError
from wordle_cp.experiments.compare import Comparison, Played
from wordle_cp.web.jobs import job_function
from wordle_cp.web.jobs.compare import (
    MOST_PAIRS,
    POLICY_NAMES,
    Pair,
    PairPlaying,
    compare,
    parse_pairs,
    picture,
    write_pairs,
)
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.worker import Task

TOY = GameChoice("toy")


@given(st.lists(st.builds(Pair, st.sampled_from(POLICY_NAMES), st.sampled_from(["", "creed"])), unique=True))
def test_pairs_are_read_as_they_are_written(pairs: list[Pair]) -> None:
    found, problems = parse_pairs(write_pairs(tuple(pairs)))
    assert found == tuple(pairs[:MOST_PAIRS])
    assert len(problems) == (len(pairs) > MOST_PAIRS)


@given(st.text())
def test_every_text_is_read(text: str) -> None:
    pairs, problems = parse_pairs(text)
    assert parse_pairs(write_pairs(pairs)) == (pairs, ())
    assert all(problem.isprintable() for problem in problems)


@pytest.mark.parametrize("text", ["os:system", "evil.py:run", "os:system.salet", "knuth.a b", "nobody", "."])
def test_no_code_is_loaded_and_nonsense_is_told(text: str) -> None:
    pairs, problems = parse_pairs(text)
    assert pairs == ()
    assert len(problems) == 1
    with pytest.raises(UsageError):
        compare(Task(), choice=TOY, pairs=[Pair(text)], optimum=False)


def test_the_job_tells_what_it_plays_and_what_came_of_it() -> None:
    told: list[object] = []
    report = compare(
        Task(tell=told.append), choice=TOY, pairs=[Pair("knuth", "creed"), Pair("kooi")], optimum=True
    )
    assert [one for one in told if isinstance(one, Played)]
    assert [one.policy for one in told if isinstance(one, Played)] == ["knuth", "kooi"]
    assert PairPlaying(0, 0, 8) in told
    assert [(one.policy, one.opener, one.optimum) for one in report.played] == [
        ("knuth", "creed", 17),
        ("kooi", "eiked", 16),
    ]
    assert picture(Task(), report=report, kind="svg").startswith(b"<?xml")
    assert picture(Task(), report=report, kind="png").startswith(b"\x89PNG")


def test_too_many_pairs_are_refused() -> None:
    pairs = [Pair(name) for name in POLICY_NAMES[: MOST_PAIRS + 1]]
    with pytest.raises(UsageError, match="expected 6 pairs at most, found 7"):
        compare(Task(), choice=TOY, pairs=pairs, optimum=False)


def test_a_job_that_is_cancelled_stops() -> None:
    report = compare(
        Task(cancelled=lambda: True), choice=GameChoice("original"), pairs=[Pair("knuth2")], optimum=False
    )
    assert isinstance(report, Comparison)
    assert (report.played, report.stopped_by) == ((), "interrupted")


def test_the_jobs_can_be_called_by_name() -> None:
    assert job_function("compare.compare") is compare
    assert job_function("compare.picture") is picture
