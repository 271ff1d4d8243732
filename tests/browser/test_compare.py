"""The view Compare in a browser, whose form is made of the command: numbers, cancel, links, downloads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from tests.effort import only_more
from wordle_cp.commands.studies import compare

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

TABLE: Final = "The numbers"
OPENERS: Final = re.compile("^openers")


def table_rows(page: Page) -> list[list[str]]:
    """Return the texts of the table, without its head."""
    rows = page.get_by_role("table", name=TABLE).locator("tbody tr").all()
    return [row.locator("th, td").all_inner_texts() for row in rows]


def download(page: Page, button: str) -> bytes:
    """Return the file that a button gives."""
    with page.expect_download() as caught:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(caught.value.path()).read_bytes()


def test_the_numbers_are_those_of_the_command_line(open_page: OpenPage) -> None:
    """From a link; as a table, a picture, files, and text."""
    page = open_page("/compare?variant=toy&policies=knuth,irving&openers=creed&optimum=yes")
    expect(page.get_by_role("status")).to_have_text(re.compile("^done in"))
    answer = compare("toy", ["knuth", "irving"], ["creed"])
    fields = json.loads(json.dumps(answer.to_json()))
    for row, result in zip(table_rows(page), fields["results"], strict=True):
        assert row == [
            result["policy"],
            "creed",
            str(result["total_guesses"]),
            f"{result['mean_guesses']:.4f}",
            *(str(result[name]) for name in ("max_guesses", "late", "optimum", "excess")),
            " ".join(map(str, result["distribution"])),
        ]
    assert {**json.loads(download(page, "JSON")), "seconds": 0} == {**fields, "seconds": 0}
    assert download(page, "CSV").decode() == answer.to_csv()
    assert "best play after CREED (2.125)" in page.locator(".chart svg text").all_text_contents()
    assert download(page, "SVG").startswith(b"<?xml")
    assert download(page, "PNG").startswith(b"\x89PNG")
    page.get_by_text("As the command prints it").click()
    expect(page.get_by_text("knuth is better than irving on 0 words")).to_be_visible()


@only_more
def test_a_phone_has_all_columns_as_cards(open_page: OpenPage) -> None:
    page = open_page("/compare?variant=toy&policies=knuth,irving", width=390, height=844)
    expect(page.get_by_role("status")).to_have_text(re.compile("^done in"))
    table = page.get_by_role("table", name=TABLE)
    for cell in table.locator("tbody td").all():
        expect(cell).to_be_visible()
    card = table.get_by_role("row").nth(1)
    expect(card).to_be_visible()
    assert "found with 1, 2 ..." in card.locator("td").last.evaluate(
        "cell => getComputedStyle(cell, '::before').content"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@only_more
def test_the_form_is_asked_and_the_address_tells_it(open_page: OpenPage) -> None:
    """An example of the real lists makes room for one's own choice."""
    page = open_page("/compare")
    expect(page.get_by_text("An example. What you ask takes its place:")).to_be_visible()
    expect(page.get_by_role("table", name=TABLE).locator("tbody tr")).to_have_count(2)
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    page.goto("/compare?variant=toy")
    page.get_by_label(OPENERS).fill("creed")
    page.get_by_label(OPENERS).press("Enter")
    expect(page).to_have_url(re.compile("policies=knuth%2Cirving%2Cneuwirth&openers=creed$"))
    expect(page.get_by_role("status")).to_have_text(re.compile("^done in"))
    assert [row[:3] for row in table_rows(page)] == [
        ["knuth", "creed", "17"],
        ["irving", "creed", "17"],
        ["neuwirth", "creed", "17"],
    ]
    page.get_by_label(OPENERS).fill("zzzzz")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("zzzzz"))
    page.go_back()
    expect(page.get_by_role("table", name=TABLE)).to_contain_text("creed")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("rules of thumb").click()
    page.get_by_role("option", name="kooi", exact=True).click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page).to_have_url(re.compile("neuwirth%2Ckooi&openers=creed$"))


@only_more
def test_a_long_comparison_tells_how_it_is_doing_and_can_be_cancelled(open_page: OpenPage) -> None:
    """KUDZU's optimum takes minutes."""
    page = open_page("/compare?policies=knuth&openers=kudzu&optimum=yes")
    expect(page.get_by_role("status")).to_have_text(re.compile("^seeking optima: 0 of 1, [0-9]+ guesses"))
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_have_text("cancelled")
    expect(page.get_by_role("button", name="Compare", exact=True)).to_be_enabled()
