"""The views Tree and Proof in a browser, on certificates that ship and on uploaded ones."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from tests.browser.harness import LOOKS
from tests.effort import MORE, only_more
from tests.golden_files import ACCEPTED
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.data import proof_paths
from wordle_cp.errors import UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.rules.words import format_pattern, is_consistent, pattern_of
from wordle_cp.views.strategies.walk import branches_of
from wordle_cp.web.jobs import certificates
from wordle_cp.web.worker import Task

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage

SHIPPED: Final = {path.name: path for path in proof_paths()}
PALET: Final = "nyt-2022-02-15-hard-depth-5-palet.cert.gz"
ILLS: Final = "original-normal-hidden-big-depth-5.cert.gz"
HARD: Final = "nyt-2022-02-15-hard-hidden-big-depth-6.cert.gz"


def children(page: Page) -> Locator:
    """Return the lines of the responses."""
    return page.get_by_role("region", name="Responses").locator(".lines a")


def position(page: Page) -> Locator:
    """Return the card of the node that is shown."""
    return page.get_by_role("region", name="This position")


def told(page: Page) -> Locator:
    """Return what a proof says of the place that is shown, which `Why?` opens."""
    return page.locator(".shown .told")


def drop(page: Page, path: Path) -> None:
    """Upload a file, as dropping it does."""
    page.locator(".upload input[type=file]").set_input_files(path)


def test_a_strategy_is_walked_by_keys_and_by_address(open_page: OpenPage) -> None:
    root = branches_of(checked_strategy(SHIPPED[PALET]))
    page = open_page(f"/tree?file={PALET}")
    expect(children(page)).to_have_count(len(root.children))
    expect(position(page)).to_contain_text(f"{root.total} guesses in all")
    expect(page.get_by_role("img", name="words found with each guess: 2: ")).to_be_visible()
    children(page).first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    second = root.children[1]
    expect(page.locator(".big")).to_contain_text(second.guess.upper())
    response = format_pattern(second.pattern, 5).lower()
    expect(page).to_have_url(re.compile(rf"path=palet\.{response}$"))
    expect(children(page)).to_have_count(len(second.children))
    expect(position(page).locator(".words span")).to_have_text([word.upper() for word in second.hidden_set])
    link = page.get_by_role("link", name="Ask about this position")
    asked = f"/ask?variant=nyt-2022-02-15&mode=hard&after=palet.{response}"
    expect(link).to_have_attribute("href", asked)
    expect(children(page).first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".big")).to_contain_text("PALET")
    page.go_back()
    expect(page.locator(".big")).to_contain_text(second.guess.upper())
    page.reload()
    expect(page.locator(".big")).to_contain_text(second.guess.upper())


@only_more
def test_a_word_and_a_response_are_found(open_page: OpenPage) -> None:
    root = branches_of(checked_strategy(SHIPPED[PALET]))
    page = open_page(f"/tree?file={PALET}")
    expect(children(page)).to_have_count(len(root.children))
    response = format_pattern(root.children[7].pattern, 5).lower()
    page.get_by_label("Your response").fill("ggggy")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("ggggy: no word of this strategy gets this response here.")
    page.get_by_label("Your response").fill(response)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"path=palet\.{response}$"))
    page.go_back()
    expect(page.locator(".big")).to_have_text("PALET")
    page.get_by_label("Find a word").fill("watch")
    page.keyboard.press("Enter")
    expect(page.locator(".big")).to_contain_text("WATCH")
    branch, guesses = root, 0
    while branch.guess != "watch":
        pattern, guesses = pattern_of(branch.guess, "watch"), guesses + 1
        branch = next(child for child in branch.children if child.pattern == pattern)
    expect(page.locator(".way a")).to_have_count(guesses)
    page.get_by_label("Find a word").fill("zzzzz")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("zzzzz: not a word that this strategy has to find.")
    page.get_by_label("Find a word").fill("foucs")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("has to find; did you mean focus?")


def test_any_guess_is_refuted_step_by_step(open_page: OpenPage) -> None:
    page = open_page(f"/proof?file={HARD}")
    expect(page.get_by_text("An example. Your own guess takes its place:")).to_be_visible()
    expect(page.get_by_role("heading", name="Guess 2 of 6")).to_be_visible()
    trail = page.locator(".trail a")
    expect(trail).to_have_count(1)
    expect(told(page)).to_be_hidden()
    page.get_by_text("Why?").click()
    expect(told(page)).to_contain_text("within 5 more guesses")
    why = "has already shown that they are too many for 5 guesses."
    expect(page.locator("details > p").first).to_contain_text(why)
    trail.first.click()
    expect(page.get_by_role("heading", name="Guess 1 of 6")).to_be_visible()
    expect(told(page)).to_contain_text("12947 words can't all be found within 6 guesses")
    rule = "one of 367 earlier steps has already shown to be too many for 5 guesses."
    expect(page.locator(".card")).to_contain_text(rule)
    page.reload()
    expect(trail).to_have_count(1)
    page.get_by_label("Your guess").fill("qqq")
    expect(page.locator(".suggested button")).to_have_count(0)
    page.get_by_label("Your guess").fill("salet")
    expect(page.locator(".suggested button")).to_have_text("SALET")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"path=salet\.[byg]{5}$"))
    for number in range(2, 7):
        page.get_by_role("button", name="Random guess").click()
        expect(page).to_have_url(re.compile(rf"path=([a-z]{{5}}\.[byg]{{5}}\.?){{{number}}}$"))
    expect(page.get_by_role("heading", name="No guess is left: the proof has won.")).to_be_visible()
    history = parse_history(page.url.rpartition("path=")[2], 5)
    expect(trail).to_have_count(6)
    possible = [word.lower() for word in page.locator(".shown > .words span").all_inner_texts()]
    assert possible
    assert all(is_consistent(word, history) for word in possible)
    expect(page.get_by_role("button", name="Try another opener")).to_be_visible()
    trail.nth(5).click()
    expect(page).to_have_url(re.compile(r"path=([a-z]{5}\.[byg]{5}\.?){5}$"))
    page.get_by_text("Why?").click()
    expect(told(page)).to_contain_text("can't all be found within 1 more guess.")
    words = [word.split()[0].lower() for word in page.locator(".card .words span").all_inner_texts()]
    assert len(words) > 1
    assert all(is_consistent(word, history[:5]) for word in words)
    last = random.Random(1).choice(words)  # noqa: S311
    page.get_by_label("Your guess").fill(last)
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(page.get_by_role("heading", name="No guess is left: the proof has won.")).to_be_visible()
    assert pattern_of(last, last) != parse_history(page.url.rpartition("path=")[2], 5)[-1][1]


@only_more
def test_a_certificate_is_checked_from_the_page(open_page: OpenPage) -> None:
    page = open_page(f"/proof?file={ILLS}")
    page.get_by_role("button", name="Check the whole certificate").click()
    expect(page.locator(".checking")).to_contain_text("accepted: original-guesses, hidden original-guesses")
    page.goto("/proof?file=original-hard-depth-4")  # the name alone will do
    expect(page.get_by_role("heading", name="Guess 2 of 4")).to_be_visible()
    expect(page.locator(".claim")).to_contain_text("can't all be found within 4 guesses")
    page.get_by_role("button", name="Check the whole certificate").click()
    expect(page.locator(".checking")).to_contain_text(re.compile(r"[0-9]+ of [0-9]+"))
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".checking")).to_contain_text("cancelled")
    expect(page.get_by_role("button", name="Check the whole certificate")).to_be_visible()


def test_files_of_ones_own_and_hostile_ones(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(f"/proof?file={ILLS}")
    expect(told(page)).to_contain_text("words of the family ?ILLS")
    with page.expect_request(re.compile("/upload/")) as upload:
        drop(page, ACCEPTED / "impossible-chain.cert")
    expect(page.locator(".claim")).to_contain_text("5 hidden words can't all be found within 3 guesses")
    expect(page).to_have_url(re.compile(r"file=my-impossible-chain\.cert$"))
    assert page.request.post(upload.value.url, multipart={"name": "no file"}).status == 400
    drop(page, ACCEPTED / "total-normal.cert")
    expect(page.get_by_role("link", name="Walk through its strategy")).to_be_visible()
    bound = page.locator(".card")
    expect(bound).to_contain_text("guesses at least")
    page.get_by_label("Any opener").fill("HAT")
    page.keyboard.press("Enter")
    expect(bound).to_contain_text("HAT: ")
    expect(page).to_have_url(re.compile(r"file=my-total-normal\.cert&opener=hat$"))
    false = tmp_path / "false weights (1).cert"
    text = (ACCEPTED / "impossible-weights.cert").read_text(encoding="utf-8")
    false.write_text(text.replace("sat*2", "sat*9"), encoding="utf-8")
    drop(page, false)
    expect(page).to_have_url(re.compile(r"file=my-false-weights-1-\.cert$"))
    page.get_by_label("Your guess").fill("sat")
    page.get_by_role("button", name="Guess", exact=True).click()
    expect(page.locator(".wcp-problem")).to_contain_text("false-weights-1-.cert: rejected: node 0: weights")
    page.get_by_role("button", name="Check the whole certificate").click()
    expect(page.locator(".checking")).to_contain_text("rejected: node 0: weights: expected")
    address = page.url
    rubbish = tmp_path / "rubbish.cert.xz"
    rubbish.write_bytes(b"\xfd7zXZ\x00" + random.Random(1).randbytes(4000))  # noqa: S311
    drop(page, rubbish)
    expect(page.locator(".game-fold .wcp-problem")).to_contain_text(
        "rubbish.cert.xz:1:1: this is no certificate: unusable xz data"
    )
    assert page.url == address
    large = tmp_path / "large.cert"
    with large.open("wb") as file:
        file.truncate(65 * 2**20)
    drop(page, large)
    expect(page.locator(".game-fold .wcp-problem")).to_have_text("expected at most 64 MB")
    other = open_page("/proof?file=my-impossible-chain.cert")
    expect(other.locator(".claim")).to_contain_text("5 hidden words can't all be found within 3 guesses")


@only_more
def test_both_views_begin_with_the_game_of_the_address(open_page: OpenPage) -> None:
    page = open_page("/tree?variant=nyt-2022-02-15&mode=hard")
    expect(page.locator(".claim")).to_contain_text(
        "hard mode: the least total of 2309 hidden words within 6 guesses is 8099"
    )
    page.get_by_role("link", name="Proof", exact=True).click()
    expect(page.locator(".claim")).to_contain_text("hard mode: 2309 hidden words can't all be found within 4")
    page.goto("/proof?variant=toy&mode=hard")
    none = "No proof that something is impossible ships for toy, hard mode."
    expect(page.get_by_text(none)).to_be_visible()
    page.get_by_role("link", name="Ask about this game").click()
    expect(page).to_have_url(re.compile(r"/ask\?variant=toy&mode=hard$"))


@only_more
def test_menus_offer_what_a_view_can_show_by_its_title(open_page: OpenPage) -> None:
    """Tree walks through each that it offers, and what it doesn't offer has no strategy to walk through.

    Unless there is time, of each kind of claim the shortest certificate of words and of codes is looked into.
    """
    shown: dict[str, set[str]] = {}
    for view in ("tree", "proof"):
        page = open_page(f"/{view}?variant=toy")
        page.get_by_role("combobox", name="Certificate").click()
        options = page.get_by_role("option")
        expect(options.first).to_be_visible()
        shown[view] = {one for one in options.all_inner_texts() if not one.startswith("my-")}  # uploads
        assert not any(".cert" in title for title in shown[view])
    heads = {name: certificates.head(Task(), file=path) for name, path in SHIPPED.items()}
    walked = {name for name, head in heads.items() if head.strategy}
    kinds = {}
    for name in sorted(SHIPPED, key=lambda name: -SHIPPED[name].stat().st_size):
        with open_certificate(SHIPPED[name]) as reader:
            kinds[type(reader.head.claim), reader.head.game.codes is None] = name
    for name in SHIPPED if MORE else kinds.values():
        if name in walked:
            checked_strategy(SHIPPED[name])
        else:
            with pytest.raises(UsageError):
                checked_strategy(SHIPPED[name])
    assert shown["tree"] <= {heads[name].title for name in walked}
    assert shown["proof"] <= {one.title for one in heads.values() if one.playable or one.explained}


@only_more
def test_what_proof_cannot_show_it_promises_nothing_about(open_page: OpenPage) -> None:
    none = "There is no view of such a proof. You can have it checked here."
    for file, told in (
        ("bulls-and-cows-depth-6.cert.xz", none),
        ("mastermind-4x6-optimal.cert.xz", none),
        ("original-normal-missed-between-within-4.cert.xz", none),
        (PALET, none),
    ):
        page = open_page(f"/proof?file={file}")
        expect(page.locator(".claim")).not_to_be_empty()
        expect(page.get_by_text(told)).to_be_visible()
        expect(page.get_by_text("the proof answers")).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("button", name="Check the whole certificate")).to_be_enabled()


@only_more
def test_a_refutation_in_tree_and_a_wrong_path_are_told(open_page: OpenPage) -> None:
    page = open_page(f"/tree?file={ILLS}")
    page.get_by_role("link", name="Look at the proof").click()
    expect(told(page)).to_contain_text("words of the family ?ILLS")
    page.goto(f"/tree?file={PALET}&path=crane.bbbbb")
    expect(page.get_by_role("alert")).to_have_text("The strategy never gets to crane.bbbbb.")
    expect(page.locator(".big")).to_have_text("PALET")
    page.goto("/tree?file=..%2F..%2Fetc%2Fpasswd")
    expect(page.get_by_role("alert")).to_contain_text("no certificate is called '../../etc/passwd'")
    page.goto(f"/proof?file={ILLS}&path=salet.ggggg")
    expect(page.get_by_role("alert")).to_contain_text("not the response that refutes this guess")
    page.goto(f"/proof?file={ILLS}&node=7")
    expect(page.get_by_role("alert")).to_contain_text("there is no node 7")
    page.goto(f"/proof?file={ILLS}&node={'7' * 60}")
    expect(page.get_by_role("alert")).to_contain_text("node: expected a whole number from 0 to")
    expect(page.get_by_text("So nothing is answered")).to_be_visible()


@only_more
def test_both_views_can_be_read_on_a_phone_in_light_and_dark(open_page: OpenPage) -> None:
    for address in (f"/tree?file={PALET}&path=palet.bbbbb", f"/proof?file={ILLS}&path=salet.ybgbb"):
        page = open_page(address, width=360, height=740)
        expect(page.locator(".shown")).to_contain_text("Ask about this position")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("body")).to_have_class(re.compile(f"body--{scheme}"))
            assert page.evaluate(LOOKS) == [], (address, scheme)


@only_more
def test_proof_begins_with_a_proof_that_answers_guesses(open_page: OpenPage) -> None:
    """Of the lists of July 2023 a proof about an average ships, which is no game, and none about a depth."""
    page = open_page("/proof?variant=nyt-2023-07-01")
    expect(page.get_by_role("heading", name="Guess 2 of 4")).to_be_visible()
    page.get_by_role("link", name="Why no strategy of this game does better on average").click()
    expect(page).to_have_url(re.compile("file=nyt-2023-07-01-normal-optimal-within-6"))
    expect(page.get_by_text("Why does an opener take so many guesses?")).to_be_visible()
