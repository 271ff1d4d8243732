"""The view Compare in a browser: the numbers of `wordle-cp compare`, progress, cancel, links, downloads."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from wordle_cp.experiments.compare import compare, entries_of
from wordle_cp.experiments.policies import parse_policies
from wordle_cp.games.variant import Variant
from wordle_cp.web.pages.compare import _COLUMNS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage


def table_rows(page: Page, caption: str) -> list[list[str]]:
    """Return the texts of a table, without its head."""
    rows = page.get_by_role("table", name=caption).locator("tbody tr").all()
    return [row.locator("th, td").all_inner_texts() for row in rows]


def download(page: Page, button: str) -> bytes:
    """Return the file that a button gives."""
    with page.expect_download() as caught:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(caught.value.path()).read_bytes()


def test_the_numbers_are_those_of_the_command_line(open_page: OpenPage) -> None:
    """On the real lists, from a link; then as a table, a picture, files, and duels."""
    report = compare(
        Variant.load("original"), entries_of(parse_policies(["knuth", "irving"]), ["salet"]), optimum=False
    )
    fields: dict[str, Any] = report.to_json()
    page = open_page("/compare?play=knuth.salet,irving.salet")
    expect(page.get_by_role("status")).to_have_text(re.compile("^done in"))
    *rows, best = table_rows(page, "Guesses over all hidden words")
    assert best[:6] == ["best play", "SALET", "7920", "3.4212", "5", "+0"]
    assert "best play after SALET (3.421)" in page.locator(".chart svg text").all_text_contents()
    for row, result in zip(rows, fields["results"], strict=True):
        assert row == [
            result["policy"],
            "SALET",
            str(result["total_guesses"]),
            f"{result['mean_guesses']:.4f}",
            str(result["max_guesses"]),
            f"+{result['total_guesses'] - 7920}",
            str(result["late"]),
            " ".join(map(str, result["distribution"])),
        ]
    expect(
        page.get_by_text(
            "The fewest guesses are 7920 (3.4212 on average), with SALET, if each word must be found within 6"
        )
    ).to_be_visible()
    (duel,) = table_rows(page, "Duels: on how many hidden words the first is faster than the second")
    assert duel[2:] == [str(fields["duels"][0][name]) for name in ("wins", "losses", "draws")]
    given = json.loads(download(page, "JSON"))
    assert {**given, "seconds": 0} == {**fields, "seconds": 0}
    lines = list(csv.DictReader(io.StringIO(download(page, "CSV").decode())))
    assert [int(line["total_guesses"]) for line in lines] == [one.total_guesses for one in report.played]
    drawn = page.locator(".chart svg text").all_text_contents()
    assert f"knuth SALET ({float(report.played[0].mean):.3f})" in drawn
    assert download(page, "SVG").startswith(b"<?xml")
    assert download(page, "PNG").startswith(b"\x89PNG")


def test_a_phone_has_all_columns_as_cards(open_page: OpenPage) -> None:
    page = open_page("/compare?variant=toy&play=knuth,irving", width=390, height=844)
    expect(page.get_by_role("status")).to_have_text(re.compile("^done in"))
    table = page.get_by_role("table", name="Guesses over all hidden words")
    names = [cell.get_attribute("data-name") for cell in table.locator("tbody tr").first.locator("td").all()]
    assert names == list(_COLUMNS[1:])
    for cell in table.locator("tbody td").all():
        expect(cell).to_be_visible()
    card = table.get_by_role("row").nth(1)
    expect(card).to_be_visible()
    assert "distribution" in card.locator("td").last.evaluate(
        "cell => getComputedStyle(cell, '::before').content"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_compare_begins_with_an_example_that_ones_own_choice_replaces(open_page: OpenPage) -> None:
    page = open_page("/compare")
    expect(page.get_by_text("An example. What you compare takes its place:")).to_be_visible()
    table = page.get_by_role("table", name="Guesses over all hidden words")
    expect(table.locator("tbody tr")).to_have_count(3)
    assert [row[0] for row in table_rows(page, "Guesses over all hidden words")] == [
        "knuth",
        "neuwirth",
        "best play",
    ]
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    page.get_by_label("opener 1").fill("crane")
    page.get_by_label("opener 1").press("Enter")
    expect(page).to_have_url(re.compile("play="))
    expect(page.get_by_text("An example")).to_have_count(0)
    expect(table).to_contain_text("CRANE")


def test_pairs_are_chosen_and_the_address_tells_them(open_page: OpenPage) -> None:
    page = open_page("/compare?variant=toy")
    page.get_by_role("button", name="Remove pair 3").click()
    expect(page.get_by_label("opener 3")).to_have_count(0)
    page.get_by_label("opener 2").fill("creed")
    page.get_by_label("opener 2").press("Enter")
    expect(page).to_have_url(re.compile(r"play=knuth%2Cirving\.creed$"))
    expect(page.get_by_role("status")).to_have_text(re.compile("^done in"))
    expect(page.get_by_label("opener 2")).to_be_focused()
    assert [row[:3] for row in table_rows(page, "Guesses over all hidden words")] == [
        ["knuth", "EIKED (its own)", "16"],
        ["irving", "CREED", "17"],
    ]
    page.get_by_label("opener 2").fill("zzzzz")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("zzzzz"))
    expect(page).to_have_url(re.compile(r"zzzzz"))
    page.go_back()
    expect(page.get_by_role("table", name="Guesses over all hidden words")).to_contain_text("CREED")
    expect(page.get_by_role("alert")).to_have_count(0)
    for _ in range(4):
        page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("opener 6")).to_be_visible()
    expect(page.get_by_role("button", name="Add", exact=True)).to_be_disabled()


def test_a_long_comparison_tells_how_it_is_doing_and_can_be_cancelled(open_page: OpenPage) -> None:
    """KUDZU's optimum takes minutes; what was played before stays."""
    page = open_page("/compare?play=knuth.kudzu&optimum=yes")
    expect(page.get_by_role("status")).to_have_text(re.compile("^seeking optima: 0 of 1, [0-9]+ guesses"))
    assert table_rows(page, "Guesses over all hidden words")[0][:2] == ["knuth", "KUDZU"]
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_have_text("cancelled")
    expect(page.get_by_role("button", name="Compare", exact=True)).to_be_enabled()
    assert len(table_rows(page, "Guesses over all hidden words")) == 1
    page.goto("/compare?hidden=big&play=knuth2.kudzu,irving.kudzu")  # plays half a minute
    expect(page.get_by_role("status")).to_contain_text("of 12972 words")
    page.get_by_role("button", name="Remove pair 1").click()
    expect(page.get_by_role("status")).to_have_text("cancelled")
    expect(page.get_by_label("opener 2")).to_have_count(0)
