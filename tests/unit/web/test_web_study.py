"""Views whose form is made of a command, without a browser: what addresses may ask, and the answers."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_cp.commands.studies import compare
from wordle_cp.errors import UsageError
from wordle_cp.views.charts.drawn import Chart
from wordle_cp.web.jobs import study
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.studies import STUDIES
from wordle_cp.web.worker import Task

TOY = GameChoice("toy")
POLICIES = STUDIES["compare"].choices["policies"]


def ask(options: dict[str, str], task: Task | None = None) -> study.Shown:
    """Return what the view Compare shows for texts of its address."""
    return study.answer(task or Task(), choice=TOY, history=(), view="compare", options=options)


@given(st.lists(st.sampled_from(POLICIES), min_size=1, unique=True))
def test_choices_are_read_as_they_are_written(policies: list[str]) -> None:
    assert STUDIES["compare"].chosen("policies", ",".join(policies).upper()) == policies
    assert STUDIES["compare"].chosen("policies", "all") == [*POLICIES]
    assert STUDIES["compare"].chosen("policies", "none") == []


@pytest.mark.parametrize("text", ["os:system", "evil.py:run", "knuth,os:system", "knuth,", "nobody", "."])
def test_no_code_is_loaded_and_nonsense_is_told(text: str) -> None:
    with pytest.raises(UsageError, match=r"^policies: expected knuth, .* found"):
        ask({"policies": text})


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"policies": "none"}, "expected a policy at least"),
        ({"policies": "all"}, "policies: expected 6 at most, found"),
        ({"policies": "knuth", "openers": "zzzzz"}, "opener 'zzzzz'"),
    ],
)
def test_what_cant_be_asked_is_told(options: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        ask(options)


def test_an_answer_is_that_of_the_command() -> None:
    told: list[object] = []
    shown = ask({"policies": "knuth,kooi", "openers": "creed", "optimum": "yes"}, Task(tell=told.append))
    answer = compare("toy", ["knuth", "kooi"], ["creed"])
    given, fields = json.loads(shown.files["json"]), answer.to_json()
    assert {**given, "seconds": 0} == json.loads(json.dumps({**fields, "seconds": 0}))
    assert shown.files["csv"].decode() == answer.to_csv()
    assert shown.text.splitlines()[:-1] == str(answer).splitlines()[1:-1]
    assert [row["optimum"] for row in csv.DictReader(io.StringIO(answer.to_csv()))] == ["17", "17"]
    assert '<th role="columnheader" scope="col">found with 1, 2 ...</th>' in shown.table
    assert told[0] == "knuth: 0 words found"
    assert isinstance(shown.chart, Chart)
    assert study.drawing(Task(), chart=shown.chart, kind="svg").startswith(b"<?xml")
    assert study.drawing(Task(), chart=shown.chart, kind="png").startswith(b"\x89PNG")


def test_an_optimum_is_sought_only_if_it_is_asked_for() -> None:
    assert json.loads(ask({"policies": "knuth"}).files["json"])["optimum"] is None


def test_a_job_that_is_cancelled_stops() -> None:
    shown = ask({"policies": "knuth2"}, Task(cancelled=lambda: True))
    assert (shown.ended, shown.table, shown.chart) == ("stopped by the interrupted", "", None)
