"""One server and one browser for all tests of a process; what goes wrong on a page fails its test."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Protocol

import pytest

from tests.browser.harness import FLAGS, Recorder, Server, chromium, served
from tests.golden_files import ACCEPTED
from wordle_cp.games.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

_WORDS: Final = 200
_PATIENCE: Final = 60_000
"""Milliseconds that a step in the browser may take: far more than it ever does."""


class OpenPage(Protocol):
    """Opens a page in a context of its own: another visitor, for all that the server knows."""

    def __call__(self, path: str = "/", *, width: int = 1280, height: int = 800, dark: bool = False) -> Page:
        """Return the page at `path` of the server."""
        ...


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Debian's Chromium; skip the test where it is missing, unless it must be there."""
    browser_path = chromium()
    if browser_path is None:
        reason = "Chromium is not installed (Debian's package chromium-headless-shell)"
        if os.environ.get("WORDLE_CP_BROWSER_TESTS") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415  not needed without a browser

    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start the server; without a browser there is no need for one."""
    del browser
    with served(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[OpenPage]:
    """Return what opens pages; at the end none of them has done anything that it shouldn't."""
    recorder = Recorder(server.address)
    contexts = []

    def open_page(path: str = "/", *, width: int = 1280, height: int = 800, dark: bool = False) -> Page:
        context = browser.new_context(
            base_url=server.address,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.set_default_timeout(_PATIENCE)
        recorder.attach(context)
        page = context.new_page()
        page.goto(path)
        return page

    before = len(server.complaints())
    yield open_page
    for context in contexts:
        context.close()
    assert not recorder.complaints
    assert not server.complaints()[before:]


@pytest.fixture(scope="session")
def own(browser: Browser, server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Upload a list of 200 words, and two short certificates; return what addresses call the list."""
    words = Variant.load("nyt-2022-02-15").hidden[::11][:_WORDS]
    guesses = sorted({*words, "trace", "solid"})
    text = f"name: words\nguesses: [{', '.join(guesses)}]\nhidden: [{', '.join(words)}]\n"
    (folder := tmp_path_factory.mktemp("own")).joinpath("words.yaml").write_text(text)
    page = browser.new_page(base_url=server.address)
    page.set_default_timeout(_PATIENCE)
    page.goto("/ask?variant=toy")
    upload = page.locator("input[type=file]")
    upload.set_input_files(folder / "words.yaml")
    page.wait_for_url("**variant=my-words")
    for view, name in (("tree", "hard"), ("proof", "impossible-chain")):
        page.goto(f"/{view}")
        upload.set_input_files(ACCEPTED / f"{name}.cert")
        page.wait_for_url(f"**file=my-{name}.cert")
    page.context.close()
    return "my-words"


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Return a page that shows where visitors begin."""
    return open_page()
