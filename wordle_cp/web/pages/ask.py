"""The view Ask: a position, its exact value, and what every guess makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from nicegui import ui

from wordle_cp.errors import counted
from wordle_cp.web.frame import Page, page_frame, problems_into
from wordle_cp.web.tiles import TileBoard

if TYPE_CHECKING:
    from wordle_cp.position_value import PositionValue
    from wordle_cp.rules import History
    from wordle_cp.web.links import Link
    from wordle_cp.web.views import View
    from wordle_cp.web.workers import Workers


def register(view: View, workers: Workers) -> None:
    """Add the view to the page."""

    @ui.page(f"/{view.name}", title="Ask - wordle-cp")
    def ask() -> None:
        with page_frame(view, workers) as page:
            _AskView(page)


class _AskView:
    """What one tab shows."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._board = TileBoard(page.link.after, self._changed)
        self._answer = ui.element("section").classes("answer").props("aria-live=polite")
        page.on_back(self._show)
        ui.timer(0, self._ask, once=True)

    async def _changed(self, history: History) -> None:
        self._page.go(replace(self._page.link, after=history))
        await self._show(self._page.link)

    async def _show(self, link: Link) -> None:
        self._board.show(link.after)
        await self._ask()

    async def _ask(self) -> None:
        self._answer.clear()
        with self._answer:
            busy = ui.label("searching")
        with problems_into(self._answer):
            value = await self._page.run(
                "ask.position",
                hear=lambda message: busy.set_text(f"searching: {message}"),
                choice=self._page.game,
                history=self._page.link.after,
            )
            self._tell(value)

    def _tell(self, value: PositionValue) -> None:
        self._answer.clear()
        with self._answer:
            ui.label(f"{counted(len(value.hidden), 'word', 'words')} left")
            if value.mean is None:
                ui.label("no strategy finds every word in time")
            else:
                ui.label(f"{value.mean} = {float(value.mean):.4f} guesses expected, {value.total} in all")
            ui.label("best: " + " ".join(value.best).upper())
