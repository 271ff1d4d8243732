"""Where visitors begin: a row to type in, a proven number, and doors to what works at once.

Codes has what is proven about Mastermind and its like, and where to ask more.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.answers.shipped import shipped_certificates
from wordle_cp.certificate.describe import claim_sentence
from wordle_cp.certificate.read import open_certificate
from wordle_cp.data import certificate_path
from wordle_cp.errors import abridged
from wordle_cp.games.variant import Variant, code_variant_names
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.web.links import CODES, VIEWS, Link
from wordle_cp.web.markup import tiles_html
from wordle_cp.web.tiles import TileBoard

if TYPE_CHECKING:
    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import ViewPage

_TODAY: Final = "nyt-2023-07-01"
"""The newest lists that ship."""
_LISTS: Final = "The lists are those of July 2023: newer hidden words may be missing."
_WHAT: Final = "The best guess in Wordle, with a proof that anyone can check."
_COMMANDS: Final = (
    "In the terminal: wordle-cp compare shows rules of thumb side by side; wordle-cp solve --trace F.html "
    "writes a page with every step of a search."
)
_PROOF: Final = "original-normal-optimal-within-6"
_DOORS: Final = (
    (
        "Ask",
        "Help in today's game: the words left, and the best next guess.",
        f"/ask?variant={_TODAY}",
        "salet.bybbb",
    ),
    (
        "Analyse",
        "Judge a game that you played: what each guess cost, and how lucky you were.",
        f"/analyse?variant={_TODAY}",
        "lions.bbybg",
    ),
    ("Proof", "Try to beat a proof: no strategy finds every word within 4 guesses.", "/proof", "sloth.bbbbb"),
    (
        "Play",
        "Find a word that the program hides, or let the best strategy find yours.",
        f"/play?variant={_TODAY}",
        "focus.ggggg",
    ),
)
"""Views with a line, an address, and a picture: a move of a game."""


class StartView:
    """What one tab shows."""

    def __init__(self, page: ViewPage, missing: str = "") -> None:
        """Show it on `page`; `missing` is an address that no page has."""
        self._page = page
        if missing:
            ui.label("Page not found").classes("wcp-title").props("role=heading aria-level=1")
            ui.label(f"There is nothing at {abridged(missing)}. Try one of these:").classes("answer-value")
        else:
            page.link = Link(_TODAY)
            self._build()
        page.lead_to({name.lower(): url for name, _, url, _ in _DOORS})
        with ui.element("div").classes("doors"):
            for name, line, url, move in _DOORS:
                tiles = "".join(
                    tiles_html(*one, WordScoring(5)) for one in WordScoring(5).parse_history(move)
                )
                with ui.link(target=url).classes("door card"):
                    ui.html(tiles, sanitize=False).props("aria-hidden=true")
                    ui.label(name).classes("door-title")
                    ui.label(line).classes("wcp-faint")
        with ui.element("ul").classes("wcp-faint more"):
            for view in (*VIEWS, CODES):
                if not any(url.startswith(f"/{view.name}") for _, _, url, _ in _DOORS):
                    with ui.element("li"):
                        ui.link(view.title, f"/{view.name}")
                        ui.label(view.hint)
        ui.label(_COMMANDS).classes("wcp-faint")

    def _build(self) -> None:
        """Show the row for the first guess, and beside it the number that is proven."""
        ui.label(_WHAT).classes("lead").props("role=heading aria-level=1")
        with ui.element("div").classes("explorer"):
            with ui.element("div").classes("answer"):
                ui.label("What did you guess today? Type it, then click the tiles to colour them.")
                TileBoard(self._page, self._moved)
                ui.label(_LISTS).classes("soft")
            with ui.element("section").classes("answer card").props('aria-label="A proven number"'):
                with open_certificate(certificate_path(f"shipped:{_PROOF}")) as reader:
                    claim = reader.head.claim
                best, words = claim.openers[0], claim.hidden_count
                ui.label(f"{best.total / words:.4f}").classes("proven")
                ui.label(
                    f"is the least average with which a strategy finds all {words} words of the first "
                    f"Wordle within {claim.limit} guesses; it begins with {best.opener.upper()}."
                )
                ui.link("See the strategy", f"/tree?file={_PROOF}")
                ui.link("Check the proof", f"/proof?file={_PROOF}")

    async def _moved(self, history: History) -> None:
        ui.navigate.to(replace(self._page.link, after=history).url("ask"))


class CodesView:
    """What one tab shows of games of codes."""

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        del page
        ui.label(
            "Here you guess codes instead of words. All views know them: ask about a position, judge a game, "
            "or walk through a best strategy."
        )
        self._games = ui.element("div").classes("answer")
        ui.timer(0, self._fill, once=True)

    async def _fill(self) -> None:
        for name in code_variant_names():
            variant, claims = await asyncio.to_thread(_proven, name)
            with self._games, ui.element("section").classes("card"):
                ui.label(variant.title).classes("wcp-subtitle").props("role=heading aria-level=2")
                ui.label("Proven, with certificates that ship:").classes("wcp-faint")
                with ui.element("ul"):
                    for claim in claims:
                        with ui.element("li"):
                            ui.label(claim)
                ui.link("Ask about this game", Link(name).url("ask"))


def _proven(name: str) -> tuple[Variant, list[str]]:
    """Return a game of codes, and what the certificates that ship prove about it."""
    variant = Variant.load(name)
    return variant, [claim_sentence(head) for _, head in shipped_certificates(variant)]
