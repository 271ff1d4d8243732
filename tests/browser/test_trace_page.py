"""The page of a trace, opened as a file: its keys, what it says, and that it asks for nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import pytest

from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.views.traces.game import Technique
from wordle_cp.views.traces.page import trace_page
from wordle_cp.views.traces.record import trace_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from wordle_cp.views.traces.page import Trace


@pytest.fixture(scope="module")
def trace() -> Trace:
    """Return a trace of the eight words, in which CREDO is tried first."""
    techniques = frozenset({Technique.L1, Technique.SUMS, Technique.T})
    return trace_of(TotalQuestion.of(Variant.load("toy")), techniques=techniques)


@pytest.fixture
def viewer(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """Return a page; in the end nothing went wrong on it, and it has asked for files alone."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark")
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request",
        lambda request: (
            wrong.append(request.url) if not request.url.startswith(f"file://{tmp_path}") else None
        ),
    )
    yield page
    context.close()
    assert not wrong


def test_keys(viewer: Page, trace: Trace, tmp_path: Path) -> None:
    (tmp_path / "t.html").write_text(trace_page(trace))
    viewer.goto(f"file://{tmp_path}/t.html")
    what, step = viewer.locator("#what"), viewer.locator("#step")
    assert viewer.title() == "Search trace: toy, normal mode"
    assert viewer.locator("h1").inner_text() == "toy, normal mode: 16 guesses with EIKED"
    assert what.inner_text() == "8 words are left. What do they cost?"
    said = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"):
        viewer.keyboard.press(key)
        said.append(what.inner_text())
    assert said == [
        "T: these 8 words cost 15 guesses at least.",
        "L1: these 8 words cost 16 guesses at least.",
        "CREDO is tried: what does it cost?",
        "2 words are left. What do they cost?",
    ]
    assert viewer.locator("#path .tiles").get_attribute("aria-label") == "CREDO GGYBB"
    assert viewer.locator("#state .words span").all_inner_texts() == ["CRIER", "CRUEL"]
    viewer.keyboard.press("ArrowUp")
    assert what.inner_text() == said[2]
    assert viewer.locator("#state tr").count() == 6  # five patterns of CREDO and a head
    viewer.keyboard.press("n")
    assert what.inner_text().startswith("CREDO costs ")
    viewer.keyboard.press("c")
    assert "dropped" in what.inner_text()
    assert viewer.locator("#why").inner_text()
    here = int(step.input_value())
    viewer.keyboard.press("C")
    assert int(step.input_value()) < here
    viewer.keyboard.press("End")
    assert what.inner_text() == "These 8 words cost 16, with EIKED."
    assert viewer.locator("#forward").is_disabled()
    viewer.keyboard.press("g")
    viewer.keyboard.type("3")
    viewer.keyboard.press("Enter")
    assert what.inner_text() == said[1]
    viewer.get_by_role("button", name="Next cutoff").click()
    viewer.locator("#tree button").first.click()
    assert step.input_value() == "1"
    viewer.keyboard.press("ArrowDown")
    assert what.inner_text() == said[2]


def test_light_and_dark_and_a_small_screen(viewer: Page, trace: Trace, tmp_path: Path) -> None:
    (tmp_path / "t.html").write_text(trace_page(trace))
    viewer.goto(f"file://{tmp_path}/t.html")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = viewer.evaluate(background)
    viewer.keyboard.press("d")
    assert viewer.evaluate(background) == "rgb(255, 255, 255)" != dark
    viewer.keyboard.press("d")
    assert viewer.evaluate(background) == dark
    for _ in range(len(trace.events)):
        assert viewer.evaluate("document.documentElement.scrollWidth") <= 390
        viewer.keyboard.press("ArrowRight")
    assert viewer.locator("#step").input_value() == str(len(trace.events))


def test_in_a_frame(viewer: Page, trace: Trace, tmp_path: Path) -> None:
    frame = f'<iframe sandbox="allow-scripts" srcdoc="{escape(trace_page(trace))}"></iframe>'
    (tmp_path / "t.html").write_text(f"<!DOCTYPE html><meta charset=utf-8><title>t</title>{frame}")
    viewer.goto(f"file://{tmp_path}/t.html")
    shown = viewer.frame_locator("iframe")
    shown.get_by_role("button", name="Next cutoff").click()
    assert "dropped" in shown.locator("#what").inner_text()


@pytest.mark.parametrize(
    ("variant", "techniques", "title", "tiles"),
    [
        (
            "name: x\nletters: a ch t š k\nguesses: [chata, chaša, taka, kata]\nhidden: big\n",
            frozenset({Technique.MEMO}),
            "x, normal mode: 7 guesses with CHATA",
            ["CH", "A", "T", "A"],
        ),
        (
            "name: c\ngame: mastermind\npegs: 2\ncolours: 3\n",
            frozenset({Technique.MEMO, Technique.SUMS}),
            "c, normal mode: 21 guesses with 12",
            ["1", "1", "10"],
        ),
    ],
    ids=["digraphs", "codes"],
)
def test_other_games(
    viewer: Page, tmp_path: Path, variant: str, techniques: frozenset[Technique], title: str, tiles: list[str]
) -> None:
    (tmp_path / "x.yaml").write_text(variant, encoding="utf-8")
    question = TotalQuestion.of(Variant.load(tmp_path / "x.yaml"))
    (tmp_path / "t.html").write_text(trace_page(trace_of(question, techniques=techniques)), encoding="utf-8")
    viewer.goto(f"file://{tmp_path}/t.html")
    assert viewer.locator("h1").inner_text() == title
    viewer.keyboard.press("ArrowRight")
    assert viewer.locator("#state .tiles").first.locator("span").all_inner_texts() == tiles
