"""Games whose responses aren't tiles, on the page: a move is a word or a code with its response behind it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.browser.harness import SlowServer
from tests.browser.test_own_variant import upload
from tests.effort import first, only_more
from wordle_cp.games.notation import parse_history
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from tests.browser.conftest import OpenPage

FARM: Final = """\
name: farm
feedback: jotto
guesses: [🐝🐞🐢, 🐞🐝🐢, 🐝🐙🐢, 🐙🐙🐞]
hidden: big
"""


def test_mastermind_is_asked_about_judged_and_walked_through(open_page: OpenPage) -> None:
    variant = Variant.load("mastermind-4x6")
    history = parse_history("1123.11.1415.02", variant)
    left = sum(variant.scoring.is_consistent(code, history) for code in variant.hidden)
    page = open_page("/ask?variant=mastermind-4x6&after=1123.11")
    expect(page.locator(".board-row .response")).to_have_text("11")
    move = page.get_by_label("Next guess and its response")
    move.fill("1415")
    move.press("Enter")
    expect(page.get_by_text("Type the response behind 1415: two digits")).to_be_visible()
    expect(move).to_have_value("1415 ")
    move.fill("1415 02")
    expect(page.get_by_role("group", name="Next move").locator(".peg.yellow")).to_have_count(2)
    move.press("Enter")
    expect(page).to_have_url(re.compile(r"after=1123\.11\.1415\.02$"))
    expect(page.get_by_label(re.compile("^make the guess [1-6]{4}$"))).to_be_visible()
    expect(page.get_by_text(f"{left} codes left")).to_be_visible()
    page.get_by_role("link", name="Analyse", exact=True).click()
    expect(page.get_by_label("The game")).to_have_value("1123.11.1415.02")
    expect(page.get_by_label("hidden code, if not found")).to_be_visible()
    page.goto("/tree?variant=mastermind-4x6&path=1123.11")
    expect(page.locator(".way .tiles").first).to_have_attribute("aria-label", "1123 11")
    expect(page.get_by_label("Find a code")).to_be_visible()
    expect(page.get_by_text(re.compile(r"\b[0-9]+ codes left: "))).to_be_visible()
    expect(page.locator(".shown")).not_to_contain_text("word")
    page.get_by_role("link", name=re.compile(r"^[0-9]{4} 02 [0-9]+ codes ")).click()
    expect(page).to_have_url(re.compile(r"path=1123\.11\.\d{4}\.02"))


def test_what_is_typed_while_a_move_is_refused_is_kept(open_page: OpenPage) -> None:
    """The server's answer may come late: whoever types on before that keeps what is typed."""
    page = open_page("/codes")
    slow = SlowServer(page)
    page.goto("/ask?variant=mastermind-4x6&after=1123.11")
    expect(page.locator(".hero")).to_be_visible()
    move = page.get_by_label("Next guess and its response")
    slow.holds = True
    move.fill("1415 9")
    move.press("Enter")
    slow.hold(page, "wcpBoard.refuse")
    move.fill("1415 02")
    slow.release()
    expect(page.get_by_role("alert")).to_contain_text("expected")
    expect(move).to_have_value("1415 02")
    move.press("Enter")
    expect(page).to_have_url(re.compile(r"after=1123\.11\.1415\.02$"))


def test_a_response_beside_a_word_fits_a_phone(open_page: OpenPage) -> None:
    page = open_page("/ask?variant=jotto&after=angel.2", width=390)
    expect(page.locator(".board-row .pegs")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


LONG: Final = {
    "mwmwmwmwmwmw.yyyyyyyyyyyy": "guesses: [mwmwmwmwmwmw, wmwmwmwmwmwm, mmmmmmwwwwww]\nhidden: big\n",
    "111111222.72": "game: mastermind\npegs: 9\ncolours: 2\n",
    "wwwwmmmm.8": "guesses: [wwwwmmmm, mmmmwwww, mwmwmwmw]\nhidden: big\nfeedback: jotto\n",
}
"""Moves of games whose words take much room, and these games."""


@pytest.mark.parametrize("move", first(list(LONG)))
def test_a_row_of_many_letters_or_pegs_fits_a_phone(open_page: OpenPage, move: str) -> None:
    """So does each letter its tile."""
    page = open_page("/ask?variant=toy", width=390)
    page.locator(".game-fold").get_by_role("button").first.click()
    upload(page, {"long.yaml": f"name: long\n{LONG[move]}".encode()})
    expect(page).to_have_url(re.compile("variant=my-long"))
    page.goto(f"/ask?variant=my-long&after={move}")
    expect(page.locator(".hero .tile").first).to_be_visible()
    page.locator(".hero button").click()
    assert page.locator(".board-draft .tile").last.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = "[...document.querySelectorAll('.tile')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.evaluate(wide) == 0


@only_more
def test_an_own_game_of_creatures_has_keys_and_its_own_responses(open_page: OpenPage) -> None:
    page = open_page("/ask?variant=toy")
    page.locator(".game-fold").get_by_role("button").first.click()
    upload(page, {"farm.yaml": FARM.encode()})
    expect(page).to_have_url(re.compile("variant=my-farm"))
    move = page.get_by_label("Next guess and its response")
    for creature in "🐝🐞🐢":
        page.locator(".keys").get_by_role("button", name=creature).click()
    expect(move).to_have_value("🐝🐞🐢")
    move.press("End")
    move.press_sequentially(" 3")
    move.press("Enter")
    expect(page.locator(".board-row .response")).to_have_text("3")
    expect(
        page.get_by_label("make the guess 🐞🐝🐢")
    ).to_be_visible()  # an anagram has all letters, and isn't it
    page.reload()
    expect(page.locator(".board-row .response")).to_have_text("3")
    expect(page.get_by_role("alert")).to_have_count(0)


@only_more
@pytest.mark.parametrize(
    ("words", "first", "reverse"),
    [
        ("שלום שמים בנים מלכה", "שלום", True),
        ("كتاب كلام سلام قلوب", "كتاب", True),
        ("कमल किमल नमकि मकन", "किमल", False),
        ("하늘 하마 마늘 늘마", "하늘", False),
    ],
)
def test_words_run_in_the_direction_of_their_script(
    words: str, first: str, *, reverse: bool, open_page: OpenPage
) -> None:
    """Where the browser puts the tiles of a row, and what each of them shows."""
    page = open_page("/ask?variant=toy")
    page.locator(".game-fold").get_by_role("button").first.click()
    text = f"name: far\nguesses: [{', '.join(words.split())}]\nhidden: big\n"
    upload(page, {"far.yaml": text.encode()})
    expect(page).to_have_url(re.compile("variant=my-far"))
    entry = page.get_by_label("Next guess and its colours")
    letters = letters_of(first)
    entry.fill(f"{first} {'g' + 'b' * (len(letters) - 1)}")
    tiles = page.get_by_label(re.compile("^next move, tile"))
    expect(tiles).to_have_count(len(letters))
    boxes = [tiles.nth(place).bounding_box() for place in range(len(letters))]
    across = [box["x"] for box in boxes if box is not None]
    assert across == sorted(across, reverse=reverse)
    assert len({*across}) == len(letters)
    for place, letter in enumerate(letters):
        expect(tiles.nth(place)).to_have_text(letter)
        expect(tiles.nth(place)).to_have_attribute("aria-label", re.compile(f"tile {place + 1}: {letter} "))


def letters_of(word: str) -> list[str]:
    """Return the letters of a word with the marks on them."""
    letters: list[str] = []
    for sign in word:
        if unicodedata.category(sign).startswith("M"):
            letters[-1] += sign
        else:
            letters.append(sign)
    return letters
