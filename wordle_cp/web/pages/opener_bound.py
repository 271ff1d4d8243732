"""The part of the view Proof about least totals: numbers that add up to what an opener costs at least."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from wordle_cp.web.frame import problems_into

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

    from wordle_cp.web.frame import Page
    from wordle_cp.web.jobs.proof import ShownBound


class OpenerBoundCard:
    """A line to ask about an opener, and what adds up to its bound; `visit` is called with the opener."""

    def __init__(self, page: Page, visit: Callable[[str], Awaitable[None]]) -> None:
        """Show nothing yet."""
        self._page = page
        self._visit = visit
        self._asked: object | None = None  # the newest request; older ones show nothing any more
        with ui.element("section").classes("opener-bound").props('aria-label="Openers"') as self._section:
            with ui.element("div").classes("ask-line"):
                self._opener = (
                    ui.input("any opener")
                    .props("dense outlined autocomplete=off autocapitalize=off spellcheck=false")
                    .classes("ask-guess")
                    .on("keydown.enter", self._entered)
                    .mark("bound-opener")
                )
                ui.button("Ask", on_click=self._entered).props("unelevated no-caps").mark("bound-ask")
            self._busy = ui.label().classes("wcp-faint").props("aria-live=polite")
            self._problems = ui.element("div")
            self._told = ui.element("div").classes("node-card").props("aria-live=polite")
        self.hide()

    def hide(self) -> None:
        """Show nothing, and heed no answer that is still on its way."""
        self._asked = None
        self._section.set_visibility(False)

    async def show(self, file: Path, openers: Sequence[str], opener: str) -> None:
        """Tell what `opener` costs at least by the certificate `file`; its first listed one if empty."""
        asked = self._asked = object()
        self._section.set_visibility(True)
        self._problems.clear()
        self._told.clear()
        self._busy.text = "reading the proof"

        def hear(message: object) -> None:
            if asked is self._asked and isinstance(message, tuple):
                self._busy.text = f"reading the proof: {message[0]} of {message[1]} sets and lemmas"

        with problems_into(self._problems):
            try:
                shown: ShownBound = await self._page.run(
                    "proof.opener_bound", slot="bound", hear=hear, file=file, opener=opener or openers[0]
                )
            finally:
                if asked is self._asked:
                    self._busy.text = ""
            if asked is self._asked:
                with self._told:
                    ui.label(shown.told).classes("node-title")
                    for line in shown.lines:
                        ui.label(line)

    async def _entered(self) -> None:
        opener = (self._opener.value or "").strip().lower()
        if opener:
            self._opener.value = ""
            await self._visit(opener)
