"""Where visitors begin: three doors, the game in one line, the help, codes, addresses that no page has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.browser.harness import LOOKS, MISSING
from tests.effort import only_more
from wordle_cp.certificate.describe import claim_sentence
from wordle_cp.certificate.read import open_certificate
from wordle_cp.data import proof_paths
from wordle_cp.games.variant import code_variant_names
from wordle_cp.web.links import VIEWS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage
    from tests.browser.harness import Server

DOORS: Final = {
    "Ask": ("/ask", r"guesses on average"),
    "Analyse": ("/analyse", r"^Near perfect, and lucky$"),
    "Proof": ("/proof", r"^Guess 2 of 4$"),
    "Play": ("/play", r"^[0-9]+ words may be hidden"),
}
"""What each door leads to, and what stands there then."""


@only_more
@pytest.mark.parametrize("address", ["/", MISSING, "/codes"])
def test_where_visitors_begin_can_be_read_on_a_phone_and_a_desk(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for width in (390, 1440):
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(LOOKS) == [], (width, scheme)


DRAFTS: Final = {
    "sal": ("S A L", ""),
    "salet by": ("S A L E T", "grey yellow grey grey grey"),
    "saletbybbb": ("S A L E T", "grey yellow grey grey grey"),
    "salet.01002": ("S A L E T", "grey yellow grey grey green"),
    "s a l e t  \N{LARGE GREEN SQUARE}": ("S A L E T", "green grey grey grey grey"),
    "salet bybbbggg": ("S A L E T", "grey yellow grey grey grey"),
    "salet x!y": ("S A L E T", "grey yellow grey grey grey"),
    "salet constructor": ("S A L E T", "grey grey grey grey grey"),
    "5alet": ("A L E T", ""),
    "se\u0301ta": ("S E T A", ""),
}
"""What may be typed into the row of the next move, the letters that it has then, and their colours."""


def test_a_first_guess_is_typed_coloured_and_made(page: Page) -> None:
    """Letters go into the row wherever the focus is, and Enter makes the move, on a tile, too."""
    tiles = page.get_by_label(re.compile("^next move, tile"))
    entry = page.get_by_label("Next guess and its colours")
    expect(entry).to_be_focused()
    for text, (letters, colours) in DRAFTS.items():
        entry.fill(text)
        row = page.locator(".board-draft .tile").all()
        assert page.locator(".board-draft").inner_text().split() == letters.split()
        labels = [str(tile.get_attribute("aria-label")) for tile in row] if colours else []
        assert " ".join(label.split()[5].strip(",") for label in labels) == colours
    entry.fill("")
    entry.blur()
    page.keyboard.type("crane")
    tiles.nth(1).click()
    tiles.nth(4).focus()
    for _ in range(2):
        page.keyboard.press("Space")
    expect(entry).to_have_value("CRANE BYBBG")
    expect(tiles.nth(4)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/ask\?variant=nyt-2023-07-01&after=crane\.bybbg$"))


@only_more
@pytest.mark.parametrize("door", DOORS)
def test_each_door_is_one_click_from_something_that_works(page: Page, door: str) -> None:
    address, shown = DOORS[door]
    page.locator(".door").filter(has=page.get_by_text(door, exact=True)).click()
    expect(page).to_have_url(re.compile(address))
    expect(page.get_by_text(re.compile(shown)).first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


@only_more
def test_the_game_is_one_line_that_opens(open_page: OpenPage) -> None:
    page = open_page("/ask?mode=hard&variant=toy")
    line = page.get_by_role("button", name='Expand "Eight words for teaching, hard mode"', exact=True)
    expect(line).to_be_visible()
    expect(page.get_by_label("game", exact=True)).to_be_hidden()
    line.click()
    for label, shown in (("mode", "hard"), ("hidden words", "the hidden list"), ("guesses", "6")):
        expect(page.get_by_label(label, exact=True)).to_have_value(shown)
    assert "the variant's" not in page.content()
    page.get_by_label("mode", exact=True).click()
    page.get_by_role("option", name="normal").click()
    expect(page).to_have_url(re.compile(r"/ask\?variant=toy$"))
    page.get_by_label("guesses", exact=True).click()
    page.get_by_role("option", name="4", exact=True).click()
    expect(page).to_have_url(re.compile(r"variant=toy&guesses=4$"))
    page.get_by_label("hidden words", exact=True).click()
    page.get_by_role("option", name="every guess").click()
    name = "Eight words for teaching, normal mode, every guess may be hidden, within 4 guesses"
    expect(page.get_by_role("button", name=f'Collapse "{name}"', exact=True)).to_be_visible()


@only_more
def test_what_opens_is_at_its_place_at_once(open_page: OpenPage) -> None:
    """While it slides, a button may move away between the press and the release of a click."""
    page = open_page("/ask?variant=toy")
    page.evaluate(
        """() => { window.slides = []; new MutationObserver((changes) => changes.forEach(({ target }) => {
          if (target.style?.transition) slides.push(target.style.transition);
        })).observe(document.body, { attributes: true, attributeFilter: ["style"], subtree: true }); }"""
    )
    page.locator(".game-fold").get_by_role("button").first.click()
    expect(page.get_by_text("or drop a variant of your own")).to_be_visible()
    page.wait_for_function("slides.length > 0")
    assert not [slide for slide in page.evaluate("slides") if re.search(r"[1-9]\d*m?s", slide)]


@only_more
def test_help_names_views_and_keys(open_page: OpenPage) -> None:
    page = open_page("/codes")
    page.get_by_role("button", name="Help").click()
    for view in VIEWS:
        expect(page.get_by_role("dialog")).to_contain_text(view.hint)


def test_the_header_leads_where_the_doors_do(open_page: OpenPage) -> None:
    """Who asks about today's game takes the newest lists, by whichever way."""
    page = open_page("/")
    for door in DOORS:
        there = page.locator(".door").filter(has=page.get_by_text(door, exact=True)).get_attribute("href")
        header = page.get_by_role("banner").get_by_role("link", name=door, exact=True)
        expect(header).to_have_attribute("href", str(there))


@only_more
def test_codes_have_a_page(open_page: OpenPage) -> None:
    page = open_page("/codes")
    asked = page.get_by_role("link", name="Ask about this game")
    expect(asked).to_have_count(len(code_variant_names()))
    for place, name in enumerate(code_variant_names()):
        expect(asked.nth(place)).to_have_attribute("href", f"/ask?variant={name}")
    for path in proof_paths():
        with open_certificate(path) as reader:
            if reader.head.game.codes is not None:
                expect(page.get_by_text(claim_sentence(reader.head), exact=True)).to_be_visible()


def test_an_address_that_no_page_has_leads_to_the_doors(open_page: OpenPage, server: Server) -> None:
    page = open_page("/")
    answer = page.request.get(f"{server.address}/tee?x=<script>")
    assert answer.status == 404
    text = answer.text()
    assert "There is nothing at" in text
    assert "Try to beat a proof" in text
    assert "wcp-header" in text
    assert page.request.get(f"{server.address}/_nicegui/nothing").status == 404
    gone = page.request.get(f"{server.address}/compare?variant=toy")  # a view up to version 0.1.0
    assert (gone.status, "wordle-cp compare" in gone.text()) == (404, True)
