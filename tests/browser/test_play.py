"""The view Play in a browser: a hidden word, and one's own; keys on the screen of a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.harness import LOOKS, SlowServer
from tests.effort import only_more
from wordle_cp.games.variant import Variant
from wordle_cp.play.adversary import WordHost
from wordle_cp.rules.words import format_pattern, pattern_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import OpenPage

HIDDEN = WordHost.at_random(Variant.load("toy"), 7).word


def press(page: Page, word: str) -> None:
    """Type a word with the keys of the page, and enter it."""
    for letter in word.upper():
        page.locator(f".key[data-do='key {letter.lower()}']").click()
    page.locator(".key[data-do=enter]").click()


def test_a_hidden_word_is_found_with_the_keys_of_the_page(open_page: OpenPage) -> None:
    page = open_page("/play?variant=toy&seed=7", width=390, height=844)
    expect(page.get_by_text("8 words may be hidden.")).to_be_visible()
    entry = page.get_by_label("Next guess", exact=True)
    entry.fill("zzzzz")
    entry.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("ZZZZZ is not among the guesses of this game.")
    expect(entry).to_have_value("ZZZZZ")  # to be mended
    entry.fill("")
    other = next(word for word in Variant.load("toy").hidden if word != HIDDEN)
    press(page, other)
    response = format_pattern(pattern_of(other, HIDDEN), 5).lower()
    expect(page).to_have_url(re.compile(rf"after={other}\.{response}"))
    press(page, HIDDEN)
    expect(page.locator(".verdict")).to_have_text("Found with 2 guesses")
    assert page.evaluate(LOOKS) == []
    expect(page.get_by_label("Next guess", exact=True)).to_be_hidden()  # no empty row is offered
    page.get_by_role("button", name="Judge this game").click()
    expect(page).to_have_url(re.compile("/analyse"))
    expect(page.locator(".move")).to_have_count(2)


def test_what_is_typed_before_a_response_arrives_is_kept(open_page: OpenPage) -> None:
    """A second word waits in its row until the first one is answered."""
    page = open_page("/codes")
    slow = SlowServer(page)
    page.goto("/play?variant=toy&seed=7")
    expect(page.get_by_text("8 words may be hidden.")).to_be_visible()
    entry = page.get_by_label("Next guess", exact=True)
    slow.holds = True
    other = next(word for word in Variant.load("toy").hidden if word != HIDDEN)
    entry.fill(other)
    entry.press("Enter")
    entry.press_sequentially(HIDDEN)
    entry.press("Enter")
    slow.hold(page, f"after={other}")
    slow.release()
    expect(page.locator(".board-rows [role=listitem]")).to_have_count(1)
    expect(entry).to_have_value(HIDDEN)
    entry.press("Enter")
    expect(page.locator(".verdict")).to_have_text("Found with 2 guesses")


@only_more
def test_back_leads_to_the_game_before_with_its_word(open_page: OpenPage) -> None:
    page = open_page("/play?variant=toy")
    expect(page).to_have_url(re.compile(r"seed=[0-9]+$"))
    first = page.url
    page.get_by_role("button", name="I think of a word").click()
    expect(page).to_have_url(re.compile(r"kind=yours$"))
    page.go_back()
    expect(page).to_have_url(first)
    expect(page.locator(".chip.best")).to_have_text("Find the hidden word")


@only_more
def test_the_best_strategy_finds_a_word_of_ones_own(open_page: OpenPage) -> None:
    page = open_page("/play?variant=toy&kind=yours")
    told, guess = page.locator(".answer-value"), "a word"
    for _ in range(3):
        expect(told).to_contain_text("I guess")
        expect(told).not_to_contain_text(guess.upper())
        guess = told.inner_text().split()[-1].strip(".").lower()
        entry = page.get_by_label("Next guess and its colours")
        entry.fill(f"{guess} {format_pattern(pattern_of(guess, HIDDEN), 5)}")
        entry.press("Enter")
        expect(page).to_have_url(re.compile(rf"{guess}\.[byg]{{5}}(&|$)"))
        if guess == HIDDEN:
            break
    expect(page.locator(".verdict")).to_have_text("Found!")


def test_a_response_that_no_word_gives_is_to_be_taken_back(open_page: OpenPage) -> None:
    page = open_page("/play?variant=toy&kind=yours&after=eiked.bbbbb")
    wrong = "guess 1, EIKED BBBBB: no hidden word of toy agrees with this"
    expect(page.get_by_role("alert")).to_have_text([wrong])
    entry = page.get_by_label("Next guess and its colours")
    entry.press("Enter")
    expect(page.get_by_role("alert")).to_have_text([f"take back or change a move first: {wrong}", wrong])
    entry.press("Backspace")
    expect(page.locator(".answer-value")).to_contain_text("I guess EIKED")
    page.goto("/play?variant=toy&seed=7")
    page.get_by_label("Next guess", exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_have_text("type a word first")


@only_more
@pytest.mark.parametrize("address", ["/ask?variant=toy&after=credo.gggbb", "/tree", "/proof", "/"])
def test_what_can_be_pressed_is_on_the_first_screen_of_a_phone(open_page: OpenPage, address: str) -> None:
    page = open_page(address, width=390, height=844)
    first = {"/tree": ".lines a", "/proof": ".shown button", "/": ".key"}.get(address, ".hero button")
    box = page.locator(first).first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    assert box["height"] >= 40


@only_more
def test_backspace_in_an_empty_row_takes_the_last_move_back(open_page: OpenPage) -> None:
    page = open_page("/ask?variant=toy&after=credo.gggbb")
    entry = page.get_by_label("Next guess and its colours")
    expect(page.locator(".hero")).to_be_visible()
    entry.fill("x")
    entry.press("Backspace")
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(1)
    entry.press("Backspace")
    expect(page).to_have_url(re.compile(r"/ask\?variant=toy$"))
    page.go_back()
    expect(page.get_by_role("list", name="Moves").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Erase").click()
    expect(page).to_have_url(re.compile(r"/ask\?variant=toy$"))


@only_more
@pytest.mark.parametrize("kind", ["hidden", "yours"])
def test_codes_are_played_with_responses_where_they_are_asked_for(open_page: OpenPage, kind: str) -> None:
    page = open_page(f"/play?variant=mastermind-4x6&kind={kind}&seed=3")
    expect(page.get_by_role("button", name="I think of a code")).to_be_visible()
    if kind == "hidden":
        expect(page.get_by_text("1296 codes may be hidden.")).to_be_visible()
    else:
        expect(page.get_by_text("Think of a code, and keep it.")).to_be_visible()
        expect(page.get_by_text("Type the response behind")).to_have_count(1)
    expect(page.locator(".key[data-do^=answer]")).to_have_count(14 if kind == "yours" else 0)
    expect(page.get_by_text(re.compile("Colour the tiles|your word"))).to_have_count(0)
