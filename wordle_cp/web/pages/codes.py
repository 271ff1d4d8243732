"""The view Codes: what is proven about Mastermind and its like, and where to ask more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from wordle_cp.web.frame import problems_into
from wordle_cp.web.links import Link

if TYPE_CHECKING:
    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.jobs.certificates import CodeGame


class CodesView:
    """What one tab shows."""

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        self._page = page
        ui.label(
            "Here you guess codes instead of words. All views know them: ask about a position, judge a game, "
            "or walk through a best strategy."
        )
        self._games = ui.element("div").classes("answer")
        ui.timer(0, self._fill, once=True)

    async def _fill(self) -> None:
        with problems_into(self._games):
            games: tuple[CodeGame, ...] = await self._page.run("certificates.code_games")
            with self._games:
                for game in games:
                    self._show(game)

    @staticmethod
    def _show(game: CodeGame) -> None:
        with ui.element("section").classes("card"):
            ui.label(game.title).classes("wcp-subtitle").props("role=heading aria-level=2")
            ui.label("Proven, with certificates that ship:").classes("wcp-faint")
            with ui.element("ul"):
                for claim in game.claims:
                    with ui.element("li"):
                        ui.label(claim)
            ui.link("Ask about this game", Link(game.name).url("ask"))
