"""Comparisons for other programs and for the page: entries, known optima, and tables."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Final

import pytest

from wordle_cp.errors import UsageError
from wordle_cp.experiments.compare import Entry, Playing, compare, entries_of
from wordle_cp.experiments.policies import ALL_POLICIES, parse_policy
from wordle_cp.games.variant import Variant
from wordle_cp.views.charts.charts import NothingToDrawError, comparison_chart
from wordle_cp.work import StopReason, Work

KNUTH: Final = parse_policy("knuth")
IRVING: Final = parse_policy("irving")


def test_each_entry_is_played_once_and_told() -> None:
    toy = Variant.load("toy")
    entries = (Entry(KNUTH, "creed"), Entry(IRVING, "creed"), Entry(KNUTH), Entry(KNUTH, "creed"))
    events: list[object] = []
    report = compare(toy, entries, optimum=False, work=Work(show=events.append))
    told = [(event.entry, event.found) for event in events if isinstance(event, Playing)]
    assert [(one.policy, one.opener, one.own_opener) for one in report.played] == [
        ("knuth", "creed", False),
        ("irving", "creed", False),
        ("knuth", "eiked", True),
    ]
    assert [entry for entry, found in told if found == 0] == list(entries[:3])
    assert [entry for entry, found in told if found == 8] == list(entries[:3])


def test_entries_of_policies_and_openers() -> None:
    assert entries_of([KNUTH, IRVING], []) == (Entry(KNUTH), Entry(IRVING))
    assert entries_of([KNUTH], ["creed", "salet"]) == (Entry(KNUTH, "creed"), Entry(KNUTH, "salet"))
    with pytest.raises(UsageError, match="expected a policy at least"):
        compare(Variant.load("toy"), [])


def test_a_shipped_certificate_tells_an_optimum_without_a_search() -> None:
    original = Variant.load("original")
    entries = (Entry(KNUTH, "salet"), Entry(KNUTH, "trace"))
    report = compare(original, entries, optimum=False)
    assert report.least is not None
    assert (report.least.total, report.least.best) == (7920, ("salet",))
    assert [one.optimum for one in report.played] == [7920, None]
    fields = report.to_json()
    assert (fields["least_total"], fields["least_openers"]) == (7920, ["salet"])
    assert fields["least_certificate"] == "original-normal-optimal-within-6.cert.xz"
    json.dumps(fields)


def test_the_table_has_the_numbers_of_the_fields() -> None:
    report = compare(Variant.load("toy"), entries_of(ALL_POLICIES, ["creed", "salet"]), optimum=False)
    fields = report.to_json()
    results = fields["results"]
    assert isinstance(results, list)
    rows = list(csv.DictReader(io.StringIO(report.to_csv())))
    assert len(rows) == len(results) == 16
    for row, result in zip(rows, results, strict=True):
        for name in ("policy", "opener", "total_guesses", "max_guesses"):
            assert row[name] == str(result[name])
        assert row["optimum"] == ""
        found = [int(row[name]) for name in row if name.startswith("found_with_")]
        assert found[: len(result["distribution"])] == result["distribution"]
        assert not any(found[len(result["distribution"]) :])


def test_what_was_played_before_a_stop_can_be_drawn() -> None:
    report = compare(Variant.load("toy"), [Entry(KNUTH, "creed")], optimum=False)
    stopped = replace(report, stopped_by=StopReason.INTERRUPTED)
    with pytest.raises(NothingToDrawError):
        comparison_chart(stopped)
    assert comparison_chart(stopped, partly=True) == comparison_chart(report)
