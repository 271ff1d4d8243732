"""One server and one browser for all tests of a process; what goes wrong on a page fails its test."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Final, Protocol

import pytest

from tests.browser.harness import FLAGS, Recorder, Server, served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

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
    chromium = shutil.which("chromium")
    if chromium is None:
        reason = "Chromium is not installed (Debian's package chromium)"
        if os.environ.get("WORDLE_CP_BROWSER_TESTS") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415  not needed without a browser

    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start the server; without a browser there is no need for one."""
    del browser
    with served(tmp_path_factory.mktemp("served")) as server:
        yield server


class Visitors:
    """Browser contexts that one test after the other uses: each of a test is another visitor to the server.

    A context of its own for every test would fetch and compile the scripts of the page again each time, which
    takes more of the processor than most tests do. So cookies and storage are emptied, and the cache is kept:
    it lasts as long as a page is open, so there is a blank one.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        """Open pages of the server at `address` in `browser`."""
        self._browser: Final = browser
        self._address: Final = address
        self._blank: list[Page] = []
        self._used = 0
        self._recorder: Final = Recorder(address)

    def next(self) -> BrowserContext:
        """Return the context of a visitor that the server hasn't seen yet."""
        if self._used == len(self._blank):
            context = self._browser.new_context(
                base_url=self._address, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
            )
            context.set_default_timeout(_PATIENCE)
            self._recorder.attach(context)
            self._blank.append(context.new_page())
        self._used += 1
        return self._blank[self._used - 1].context

    def leave(self) -> list[str]:
        """Close all pages, forget who was here, and return what the pages did that none should."""
        for blank in self._blank[: self._used]:
            for page in blank.context.pages:
                if page is not blank:
                    page.close()
            blank.context.clear_cookies()
            session = blank.context.new_cdp_session(blank)
            session.send("Storage.clearDataForOrigin", {"origin": self._address, "storageTypes": "all"})
            session.detach()
        self._used = 0
        complaints = self._recorder.complaints[:]
        self._recorder.complaints.clear()
        return complaints


@pytest.fixture(scope="session")
def visitors(browser: Browser, server: Server) -> Visitors:
    """Return the contexts that tests of the page use one after the other."""
    return Visitors(browser, server.address)


@pytest.fixture
def open_page(visitors: Visitors, server: Server) -> Iterator[OpenPage]:
    """Return what opens pages; at the end none of them has done anything that it shouldn't."""

    def open_page(path: str = "/", *, width: int = 1280, height: int = 800, dark: bool = False) -> Page:
        page = visitors.next().new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.goto(path)
        return page

    before = len(server.complaints())
    yield open_page
    assert not visitors.leave()
    assert not server.complaints()[before:]


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Return a page that shows where visitors begin."""
    return open_page()
