"""A visitor's own variant: taken in, used in every view and tab; hostile files get clear lines."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from tests.effort import only_more
from wordle_cp.web.links import VIEWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import FilePayload, Page

    from tests.browser.conftest import OpenPage

RHYMES: Final = b"name: rhymes\nguesses: words.txt\nhidden: [bat, cat, hat, mat, rat]\n"
WORDS: Final = b"# eight words\nbat\ncat\nhat\nmat\nrat\nmac\nbah\norb\n"
HOSTILE: Final[tuple[tuple[Mapping[str, bytes], list[str]], ...]] = (
    (
        {"x.yaml": b"name: x\nguesses: ../../../../etc/passwd\nhidden: /etc/passwd\n"},
        ["x.yaml:2:10: guesses: expected the name", "x.yaml:3:9: hidden: expected the name"],
    ),
    ({"x.yaml": b"name: x\nguesses: gone.txt\nhidden: big\n"}, ["x.yaml:2:10: guesses: word list gone.txt"]),
    ({"x.yaml": b"\x00\xff<script>alert(1)</script>"}, ["x.yaml:1:1: expected text, found binary data"]),
    (
        {"x.yaml": b"<script>alert(1)</script>: 1\nname: x\nguesses: [x]\nhidden: big"},
        ["x.yaml:1:1: '<script>"],
    ),
    ({"words.txt": WORDS}, ["expected one file that ends in .yaml, found 0"]),
    ({"..yaml": RHYMES}, ["expected a file name of 64 letters"]),
)
LARGE: Final = {"x.yaml": RHYMES, "words.txt": bytes(2**20)}


def payloads(files: Mapping[str, bytes]) -> list[FilePayload]:
    """Return files as Playwright takes them."""
    return [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files.items()]


def upload(page: Page, files: Mapping[str, bytes]) -> None:
    """Choose files in the line of the game, and wait until they arrive: a further choice cuts them off."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator(".game-fold input[type=file]").set_input_files(payloads(files))


@only_more
def test_an_own_variant_is_used_in_every_view_and_by_nobody_else(open_page: OpenPage) -> None:
    page = open_page("/play?variant=toy")
    page.locator(".game-fold").get_by_role("button").first.click()
    upload(page, {"rhymes.yaml": RHYMES, "words.txt": WORDS})
    expect(page).to_have_url(re.compile("variant=my-rhymes"))
    expect(page.get_by_text("5 words may be hidden.")).to_be_visible()
    for view in VIEWS:
        page.goto(f"/{view.name}?variant=my-rhymes")
        expect(page.get_by_role("link", name=view.title, exact=True)).to_have_attribute(
            "aria-current", "page"
        )
        expect(page.get_by_role("alert")).to_have_count(0)
    page.goto("/ask?variant=my-rhymes")
    entry = page.get_by_label("Next guess and its colours")
    entry.fill("mac bgb")
    expect(page.get_by_label(re.compile("^next move, tile"))).to_have_count(3)
    entry.press("Enter")
    expect(page).to_have_url(re.compile(r"variant=my-rhymes&after=mac\.bgb$"))
    expect(page.locator(".exact-value")).to_have_text(re.compile(", 6 in all"))
    page.get_by_label("move 1, tile 1: M grey, click for the next colour").click()
    expect(page).to_have_url(re.compile(r"after=mac\.ygb$"))
    page.goto("/ask?variant=my-rhymes&after=mild.bbbb")
    expect(page.get_by_role("alert")).to_have_text(re.compile("^after: part 1 .* a word of 3 letters"))
    other = open_page("/ask?variant=my-rhymes")
    expect(other.get_by_text("5 words left", exact=True)).to_be_visible()
    expect(other.get_by_role("alert")).to_have_count(0)


@only_more
def test_accents_are_read_where_letters_are_equal(open_page: OpenPage) -> None:
    page = open_page("/ask?variant=toy")
    page.locator(".game-fold").get_by_role("button").first.click()
    words = "[bàt, cát, hat, mat, rât, maç, bah, orb]"
    upload(page, {"v.yaml": f"name: v\nguesses: {words}\nhidden: big\nequal: accents\n".encode()})
    expect(page).to_have_url(re.compile("variant=my-v"))
    entry = page.get_by_label("Next guess and its colours")
    entry.fill("Máç bgb")
    expect(page.get_by_label(re.compile("^next move, tile"))).to_have_count(3)
    entry.press("Enter")
    expect(page).to_have_url(re.compile(r"after=mac\.bgb$"))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_letter_without_a_capital_stays_as_it_is(open_page: OpenPage) -> None:
    page = open_page("/ask?variant=toy")
    page.locator(".game-fold").get_by_role("button").first.click()
    upload(page, {"v.yaml": "name: v\nguesses: [spaß, spat, maßs]\nhidden: [spaß, spat]\n".encode()})
    expect(page).to_have_url(re.compile("variant=my-v"))
    entry = page.get_by_label("Next guess and its colours")
    entry.fill("spaß")
    entry.press("Enter")
    expect(entry).to_have_value("SPAß BBBB")


def test_files_that_are_no_variant(open_page: OpenPage) -> None:
    page = open_page("/analyse?variant=toy")
    page.locator(".game-fold").get_by_role("button").first.click()
    alerts = page.get_by_role("alert")
    for files, problems in HOSTILE:
        upload(page, files)
        for place, problem in enumerate(problems):
            expect(alerts.nth(place)).to_contain_text(problem)
        expect(alerts).to_have_count(len(problems))
    page.locator(".game-fold input[type=file]").set_input_files(payloads(LARGE))  # the browser refuses it
    expect(alerts).to_have_text("expected at most 1 MB")
    expect(page).not_to_have_url(re.compile("my-"))


@only_more
def test_a_game_of_more_letters_than_the_plain_alphabet_has(open_page: OpenPage) -> None:
    """Korean words of three syllables: 600 letters."""
    letters = [chr(0xAC00 + 17 * number) for number in range(600)]
    words = ["".join(letters[(number * step) % 600] for step in (1, 7, 13)) for number in range(200, 500)]
    assert len(set("".join(words))) > 500
    page = open_page("/analyse?variant=toy")
    page.locator(".game-fold").get_by_role("button").first.click()
    variant = f"name: korean\nguesses: words.txt\nhidden: [{', '.join(words[1:7])}]\n"
    upload(page, {"korean.yaml": variant.encode(), "words.txt": "\n".join(words).encode()})
    expect(page).to_have_url(re.compile("variant=my-korean"))
    page.goto("/ask?variant=my-korean")
    entry = page.get_by_label("Next guess and its colours")
    entry.fill(f"{words[0]} bbb")
    expect(page.get_by_label(re.compile("^next move, tile"))).to_have_count(3)
    expect(page.get_by_label(re.compile(f"^next move, tile 2: {words[0][1]}"))).to_have_count(1)
    entry.press("Enter")
    expect(page.get_by_label(re.compile(f"^move 1, tile 1: {words[0][0]} grey"))).to_be_visible()
    expect(page.locator(".exact-value")).to_have_text(re.compile(", 21 in all"))
    page.goto(f"/ask?variant=my-korean&after={words[0]}.bbb")
    expect(page.get_by_role("alert")).to_have_count(0)
    entry.fill(unicodedata.normalize("NFD", words[1]) + " ggg")  # as some systems type them
    expect(page.get_by_label(re.compile(f"^next move, tile 1: {words[1][0]} green"))).to_have_count(1)
