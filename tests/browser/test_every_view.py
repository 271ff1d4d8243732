"""What holds for every view: keys, widths, colours, links, wrong links, several visitors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.browser.harness import LOOKS
from tests.effort import first, only_more
from wordle_cp.web.links import VIEWS

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage
    from tests.browser.harness import Server

FOLDED: Final = 'Expand "Wordle as first published, 2021, normal mode"'
LEFT: Final = "102 words left"
"""What Ask says after SALET BYBBB."""
PHONE: Final = 390
LINKS: Final = {
    "ask": ("variant={}&after=trace.bbbbb", "^all numbers are exact$"),
    "analyse": ("variant={}&game=trace.bbbbb.solid.bbbbb", "guesses in all"),
    "play": ("variant={}&seed=5", "200 words may be hidden."),
    "proof": ("file=my-impossible-chain.cert", "^Guess 2 of 3$"),
    "tree": ("file=my-hard.cert", "responses$"),
}
"""What each view is asked, about 200 words or a short certificate, and what stands there in the end."""
FOCUSED: Final = "document.activeElement.ariaLabel || document.activeElement.innerText"
MOST_CONTROLS: Final = 40
WRONG: Final = (
    "variant=nope&after=zzz",
    "variant=../../etc/passwd",
    "variant=%00",
    "mode=easy&hidden=some&guesses=-1",
    "guesses=99999999999999999999",
    "after=salet.bybb",
    "after=" + "a" * 5000,
    "after=<script>alert(1)</script>",
    "file=../../../etc/passwd&proof=/etc/passwd&certificate=..",
    "policies=os:system,x.py:run,knuth,%0a",
    "%ff=%fe&after=%ff",
    "goal=missed&within=" + "9" * 5000,
    "node=" + "9" * 5000,
)


@pytest.mark.parametrize("width", [PHONE, 1280], ids=["phone", "desk"])
@pytest.mark.parametrize("view", [view.name for view in VIEWS])
def test_all_can_be_read_and_named_light_and_dark(
    open_page: OpenPage, own: str, view: str, width: int
) -> None:
    query, answer = LINKS[view]
    page = open_page(f"/{view}?{query.format(own)}", width=width)
    expect(page.get_by_text(re.compile(answer)).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body")).to_have_class(re.compile(f"body--{scheme}"))
        assert page.evaluate(LOOKS) == [], scheme


@only_more
def test_a_game_with_the_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/ask")
    expect(page.get_by_label("Next guess and its colours")).to_be_focused()
    page.keyboard.type("salet bybbb")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"after=salet\.bybbb"))
    expect(page.get_by_text(LEFT, exact=True)).to_be_visible()
    expect(page.get_by_label("Next guess and its colours")).to_be_focused()
    page.keyboard.type("handy02000")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"after=salet\.bybbb\.handy\.bgbbb"))
    page.reload()
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(2)
    page.go_back()
    expect(page.get_by_text(LEFT, exact=True)).to_be_visible()
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(1)


@only_more
def test_every_control_is_reached_by_tab_and_the_keys_of_the_help_work(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    reached: list[str] = []
    while len(reached) < MOST_CONTROLS:
        page.keyboard.press("Tab")
        reached.append(page.evaluate(FOCUSED))
    places = [
        reached.index(name)
        for name in (
            "Ask",
            "Help",
            FOLDED,
            "The game",
            "hidden word, if not found",
        )
    ]
    assert places == sorted(places)
    assert "Analyse" in reached[places[-1] :]
    page.get_by_role("heading", name="Analyse", exact=True).click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_label("The game").focus()
    page.keyboard.press("F1")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Alt+1")
    expect(page).to_have_url(re.compile("/ask"))


@only_more
def test_theme_and_palette_are_kept(open_page: OpenPage) -> None:
    page = open_page("/ask?after=salet.bybbb")
    expect(page.get_by_text(LEFT, exact=True)).to_be_visible()
    tile = page.get_by_role("list", name="Moves").locator(".tile.yellow")
    usual = tile.evaluate("tile => getComputedStyle(tile).backgroundColor")
    page.get_by_role("button", name=re.compile("^Colours for everybody")).click()
    page.get_by_role("button", name=re.compile("^Light, dark")).click()
    for _ in range(2):
        expect(page.locator("body")).to_have_class(re.compile("body--dark"))
        expect(tile).not_to_have_css("background-color", usual)
        assert page.evaluate(LOOKS) == []
        page.reload()


@pytest.mark.parametrize("view", first([view.name for view in VIEWS]))
def test_wrong_links_get_clear_lines(open_page: OpenPage, server: Server, view: str) -> None:
    """Whatever is asked for: an answer, no traceback (`open_page` sees to that), nothing of the server's."""
    page = open_page(f"/{view}?variant=nope&after=zzz")
    lines = page.get_by_role("alert").all_inner_texts()
    assert lines[0] == "no variant is called 'nope'"
    assert lines[1].startswith("after: part 1 of the game, 'zzz' at character 1: expected a word of 5")
    assert len(lines) == 2
    expect(page.get_by_text("So nothing is answered; choose what you want to see.")).to_be_visible()
    for query in WRONG:
        answer = page.request.get(f"{server.address}/{view}?{query}")
        assert answer.ok
        assert "root:" not in answer.text()
        assert "Traceback" not in answer.text()


@only_more
def test_a_view_of_a_whole_game_says_what_becomes_of_a_position(open_page: OpenPage) -> None:
    page = open_page("/tree?variant=toy&after=credo.bbbbb")
    expect(page.get_by_text("Tree doesn't begin at this position")).to_be_visible()
    page.goto(page.url.replace("/tree", "/analyse"))
    expect(page.get_by_role("link", name="Tree", exact=True)).to_be_visible()
    expect(page.get_by_text("doesn't begin at")).to_have_count(0)


@only_more
def test_a_wrong_link_gets_no_answer_before_something_else_is_chosen(open_page: OpenPage) -> None:
    page = open_page("/?variant=toy&objective=worst&after=credo.bbbbb")
    expect(page.get_by_role("alert")).to_have_text(re.compile("^'objective': expected one of after, goal,"))
    entry = page.get_by_label("Next guess and its colours")
    expect(page.get_by_role("status")).to_have_text("")
    expect(page.locator(".hero")).to_have_count(0)
    page.get_by_label("Take back CREDO and what follows").click()
    expect(page.locator(".exact-value")).to_have_text(re.compile(", 16 in all"))
    expect(page.get_by_role("alert")).to_have_count(0)
    entry.fill("zzz")
    entry.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("guess: expected a word of 5 letters a to z, found 'zzz'")
    entry.fill("credo")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^'objective'"))
    expect(page.locator(".hero")).to_have_count(0)


@only_more
def test_a_click_as_soon_as_something_is_seen_is_not_lost(open_page: OpenPage) -> None:
    page = open_page("/codes")
    page.add_init_script(
        """new MutationObserver((_, observer) => {
          const button = document.querySelector('[aria-label^="Take back CREDO"]');
          if (button) { observer.disconnect(); button.click(); }
        }).observe(document, { childList: true, subtree: true });"""
    )
    page.goto("/ask?variant=toy&after=credo.bbbbb")
    expect(page.locator(".exact-value")).to_have_text(re.compile(", 16 in all"))
    expect(page).not_to_have_url(re.compile("credo"))


def test_a_bug_is_told_and_ends_nothing(open_page: OpenPage, server: Server) -> None:
    page = open_page("/ask?variant=toy")
    expect(page.locator(".exact-value")).to_have_text(re.compile(", 16 in all"))
    page.evaluate("emitEvent('wcp-back', 5)")  # what no page sends
    expect(page.get_by_role("alert")).to_have_text(
        "something went wrong in the program: its terminal tells what"
    )
    page.get_by_role("link", name="Tree", exact=True).click()
    expect(page.get_by_text("No certificate of a strategy ships for toy.")).to_be_visible()
    assert any("Traceback" in line for line in server.lines)
    server.lines[:] = [line for line in server.lines if "Traceback" not in line]  # as it should be
