"""A static site, opened as a folder and from a web space: addresses, and steps."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Protocol

import pytest

from tests.browser.harness import LOOKS, Recorder
from tests.golden_files import ACCEPTED
from tests.static_sites import write_signs, write_toys
from wordle_cp.cli.app import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name there
        """Print nothing."""


class OpenSite(Protocol):
    """Opens a page of the site, as a file or from a web space."""

    def __call__(self, address: str, *, web: bool = False, width: int = 1280, dark: bool = False) -> Page:
        """Return the page at `address`."""
        ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site."""
    folder = tmp_path_factory.mktemp("site")
    toys = [*write_toys(folder), *write_signs(folder)]
    codes = ACCEPTED / "codes-after-a-history.cert"
    out = folder / "site"
    assert main(["site", *map(str, toys), str(codes), "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def space(site: Path) -> Iterator[str]:
    """Serve the folder as any web space does; return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=site))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def open_site(browser: Browser, site: Path, space: str) -> Iterator[OpenSite]:
    """Return what opens pages; in the end nothing went wrong, and nothing came from elsewhere."""
    recorders: list[Recorder] = []
    contexts = []

    def open_site(address: str, *, web: bool = False, width: int = 1280, dark: bool = False) -> Page:
        start = space if web else f"file://{site}"
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        recorders.append(Recorder(start))
        recorders[-1].attach(context)
        page = context.new_page()
        page.goto(f"{start}/{address}")
        return page

    yield open_site
    for context in contexts:
        context.close()
    assert not [complaint for recorder in recorders for complaint in recorder.complaints]


def test_walk_through_a_strategy(open_site: OpenSite) -> None:
    page = open_site("index.html")
    page.get_by_role("link", name="reached").click()
    assert (
        page.locator("h1").inner_text()
        == "8 hidden words found within 3 guesses, 16 guesses in all, 2 at most"
    )
    assert page.locator(".big").inner_text() == "EIKED"
    assert page.locator(".words span").count() == 8
    page.locator(".lines a", has_text="CREDO").click()
    page.locator(".big", has_text="CREDO").wait_for()
    assert page.url.endswith("#after=eiked.ybbby")
    assert page.locator("main").get_by_text("The game is over here.").is_visible()
    page.go_back()
    page.locator(".big", has_text="EIKED").wait_for()
    page.get_by_label("Find a word").fill("cruel")
    page.keyboard.press("Enter")
    page.locator(".big", has_text="CRUEL").wait_for()
    assert page.locator(".way .tiles").get_attribute("aria-label") == "EIKED grey grey grey green grey"


def test_addresses_that_are_shared(open_site: OpenSite) -> None:
    page = open_site("reached.html#after=EIKED.bbbgb")
    page.locator(".big", has_text="CRUEL").wait_for()
    wrong = open_site("reached.html#after=eiked.ggggg")
    wrong.locator(".big", has_text="EIKED").wait_for()
    assert wrong.locator("#problem").inner_text() == "The strategy never gets to eiked.ggggg."
    other = open_site("least.html#opener=plied&start=")
    other.locator(".big", has_text="PLIED").wait_for()
    assert other.get_by_text("PLIED: 16 guesses at least; the certificate claims just that").is_visible()
    codes = open_site("codes-after-a-history.html")
    codes.locator(".lines a").first.click()
    codes.locator(".way li").nth(1).wait_for()
    again = open_site(codes.url.rpartition("/")[2])
    again.locator(".way li").nth(1).wait_for()
    assert again.locator(".big").inner_text() == codes.locator(".big").inner_text()


def test_steps_of_a_proof(open_site: OpenSite) -> None:
    page = open_site("refuted.html", width=390, dark=True)
    page.get_by_label("Your first guess").fill("cat")
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_role("link").click()
    page.get_by_role("heading", name="A step of the proof").wait_for()
    assert page.locator(".told").inner_text().startswith(f"Step {page.url.rpartition('=')[2]}: ")
    for number in range(8):
        page.evaluate(f"location.hash = '#step={number}'")
        page.locator(".told", has_text=f"Step {number}: ").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    wrong = open_site("refuted.html#step=8")
    wrong.locator(".told", has_text="The claim: ").wait_for()
    assert wrong.locator("#problem").inner_text() == "There is no step 8: the proof has 8 steps."
    wrong.locator(".lines a").first.click()
    wrong.get_by_role("heading", name="A step of the proof").wait_for()
    assert not wrong.locator("#problem").inner_text()


def test_words_of_any_letters(open_site: OpenSite) -> None:
    page = open_site("signs-least.html")
    openers = page.get_by_label("Opener").locator("option").all_inner_texts()
    assert sorted(openers) == sorted(("<&", "&<", "<ß", "ß<", "<Ä", "Ä<", "&ß", "ß&", "&Ä", "Ä&", "ßÄ", "Äß"))
    page.get_by_label("Opener").select_option(label="ßÄ")
    page.locator(".big", has_text="ßÄ").wait_for()
    page.get_by_label("Find a word").fill("a\u0308<")  # with the dots apart
    page.keyboard.press("Enter")
    page.locator(".big", has_text="Ä<").wait_for()
    assert not page.locator("#problem").inner_text()
    proof = open_site("signs.html")
    for typed, shown in (("ßa\u0308", "ßÄ"), ("<&", "<&"), ("A\u0308ß", "Äß")):
        proof.get_by_label("Your first guess").fill(typed)
        proof.keyboard.press("Enter")
        proof.get_by_role("status").get_by_text(f"{shown} BB: the words of step ").wait_for()


@pytest.mark.parametrize(("width", "dark"), [(390, False), (1280, True)])
def test_all_can_be_read(open_site: OpenSite, width: int, dark: bool) -> None:  # noqa: FBT001
    for address in (
        "index.html",
        "least.html",
        "refuted.html",
        "refuted.html#step=7",
        "codes-after-a-history.html",
    ):
        page = open_site(address, width=width, dark=dark)
        page.locator(".certificates, .columns, .told").first.wait_for()
        assert page.evaluate(LOOKS) == [], address


def test_each_page_has_the_command_that_checks_it(open_site: OpenSite) -> None:
    page = open_site("reached.html", web=True)
    page.locator(".big").wait_for()
    assert page.get_by_text("python3 -B -S -I").is_visible()
