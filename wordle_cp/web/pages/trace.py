"""The view Trace: the search of a small position, step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import abridged, counted
from wordle_cp.views.traces.game import MOST_HIDDEN, WHY_RIGHT, Technique
from wordle_cp.web.frame import Asking, show_problem
from wordle_cp.web.game_bar import GameBar
from wordle_cp.web.links import Link
from wordle_cp.web.tiles import TileBoard

if TYPE_CHECKING:
    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.jobs.trace import TracedSearch

_OPTION: Final = "techniques"
_ALL: Final = "all"
_NONE: Final = "none"
_FIRST: Final = (Technique.SUMS, Technique.T, Technique.L1)
"""What is chosen at first: with all of them, small games are decided at a glance."""
_EXAMPLE: Final = "toy"
_HINT: Final = (
    f"Every step of a search for the least total, once {MOST_HIDDEN} words or fewer are left: what it looked "
    "at, its bounds, and why it dropped the rest."
)


class TraceView:
    """What one tab shows."""

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        self._page = page
        if page.link == Link() and page.understood:
            page.link = Link(_EXAMPLE)  # the game of the example that is shown
        ui.label(_HINT).classes("wcp-faint")
        self._bar = GameBar(page, self._changed)
        self._board = TileBoard(page, self._moved)
        self._techniques = (
            ui.select([technique.value for technique in Technique], multiple=True, label="techniques")
            .props("dense outlined options-dense")
            .classes("game-text")
        )
        with ui.element("div").classes("buttons"):
            ui.button("Search", on_click=self._enter).props("unelevated no-caps")
        self._asking = Asking(page)
        self._answer = ui.element("section").classes("answer").props('aria-label="The search"')
        with ui.expansion("What the techniques do, and why they are sound").classes("wcp-faint"):
            for technique, text in WHY_RIGHT.items():
                ui.label(f"{technique.value}: {text}")
        self._read_link()
        page.on_back(self._show)
        ui.timer(0, self._ask, once=True)

    def _read_link(self) -> None:
        """Show what the address says; names of no technique are left out, see `_unknown`."""
        named = self._page.link.option(_OPTION).split(",")
        self._techniques.value = [
            technique.value
            for technique in Technique
            if (technique.value in named or _ALL in named if any(named) else technique in _FIRST)
        ]
        self._bar.show()
        self._board.show(self._page.link.after)

    async def _changed(self) -> None:
        self._asking.idle()
        self._answer.clear()
        self._board.show(self._page.link.after)

    async def _moved(self, history: History) -> None:
        self._page.go(replace(self._page.link, after=history))
        self._board.show(history)
        await self._changed()

    async def _enter(self) -> None:
        """Search the game of the address; where nothing has been chosen yet, that of the example."""
        chosen = ",".join(self._techniques.value or []) or _NONE
        self._page.go(self._page.link.with_options(**{_OPTION: chosen}))
        self._bar.show()
        await self._ask()

    async def _show(self, _link: Link) -> None:
        self._read_link()
        await self._ask()

    def _unknown(self) -> list[str]:
        """Return the names in the address that are those of no technique."""
        known = {_ALL, _NONE, *(technique.value for technique in Technique)}
        return [name for name in self._page.link.option(_OPTION).split(",") if name and name not in known]

    async def _ask(self) -> None:
        """Search, if the address asks for it, or if it is the example."""
        self._answer.clear()
        self._asking.idle()
        if not self._page.understood:
            return
        link = self._page.link
        asked = bool(link.option(_OPTION))
        if self._unknown():
            with self._answer:
                show_problem(f"there is no technique {abridged(self._unknown()[0])}")
        elif asked or link == Link(_EXAMPLE):
            with self._answer:
                if not asked:
                    ui.label("An example, eight words. What you search takes its place:").classes("wcp-faint")
            if asked:
                self._asking.tell("searching", busy=True)
            found: TracedSearch | None = await self._asking.ask(
                "trace.trace",
                self._answer,
                unasked=not asked,
                choice=self._page.game,
                history=link.after,
                techniques=",".join(self._techniques.value or []) or _NONE,
            )
            if found is not None:
                self._tell(found)

    def _tell(self, found: TracedSearch) -> None:
        """Show a search: its page in a frame that may run its script, and nothing else."""
        nodes, guesses = counted(found.nodes, "set", "sets"), counted(found.guesses, "guess", "guesses")
        with self._answer:
            if found.best is None:
                ui.label("No strategy finds every word in time").classes("answer-value")
            else:
                ui.label(f"{found.total} guesses with {found.best.upper()}").classes("answer-value")
            ui.label(f"{nodes} of words looked at, {guesses} tried").classes("wcp-faint")
            frame = ui.element("iframe").classes("trace-frame")
            frame.props('title="The search, step by step" sandbox=allow-scripts')
            frame.props["srcdoc"] = found.page
