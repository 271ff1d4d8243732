"""The view Trace: a search step by step in a frame, on the real lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.effort import only_more

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage


@only_more
def test_a_search_on_the_real_lists(open_page: OpenPage) -> None:
    page = open_page("/trace?after=light.bgggg&techniques=order,sums,T,L1")
    expect(page.get_by_text("19 guesses with FERMS", exact=True)).to_be_visible()
    frame = page.frame_locator("iframe")
    expect(frame.locator("h1")).to_have_text("original, normal mode: 19 guesses with FERMS")
    frame.get_by_role("button", name="Next cutoff").click()
    expect(frame.locator("#what")).to_contain_text("dropped")
    frame.locator("body").press("End")
    expect(frame.locator("#what")).to_have_text("These 8 words cost 19, with FERMS.")
    page.get_by_label("techniques").first.press("Escape")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("19 guesses with FERMS", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("techniques=order,sums,T,L1$"))


@only_more
def test_what_the_view_promises_it_takes(open_page: OpenPage) -> None:
    """51 words are left, and 8,300 guesses that differ for them."""
    page = open_page("/trace?after=crate.ybbbb&techniques=all")
    expect(page.get_by_text("123 guesses with SPOIL", exact=True)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_is_too_large_is_told_in_a_line(open_page: OpenPage) -> None:
    page = open_page("/trace?techniques=all")
    expect(page.get_by_role("alert")).to_have_text(
        "a trace is for at most 60 hidden words; here are 2315: ask about a later position"
    )
    expect(page.get_by_text("once 60 words or fewer are left")).to_be_visible()
    page.goto("/trace")
    expect(page.get_by_text("An example. What you ask takes its place:")).to_be_visible()
    expect(page.get_by_text("16 guesses with EIKED", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()


@only_more
def test_search_begins_with_the_example_that_is_shown(open_page: OpenPage) -> None:
    page = open_page("/trace")
    expect(page.get_by_text("16 guesses with EIKED", exact=True)).to_be_visible()
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(r"/trace\?variant=toy&techniques=sums%2CT%2CL1$"))
    expect(page.get_by_text("An example. What you ask takes its place:")).to_have_count(0)
    expect(page.get_by_text("16 guesses with EIKED", exact=True)).to_be_visible()
    expect(page.locator(".game-fold")).to_contain_text("Eight words for teaching, normal mode")
