"""The view Codes: what is proven about Mastermind and its like, and where to ask more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from nicegui import ui

from wordle_cp.answers.shipped import shipped_certificates
from wordle_cp.certificate.describe import claim_sentence
from wordle_cp.games.variant import Variant, code_variant_names
from wordle_cp.web.links import Link

if TYPE_CHECKING:
    from wordle_cp.web.frame import ViewPage


class CodesView:
    """What one tab shows."""

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
