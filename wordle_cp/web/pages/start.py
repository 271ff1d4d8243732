"""The view where visitors begin: what this is, in a sentence, and three doors to something that works."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import abridged
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.web.markup import tiles_html
from wordle_cp.web.views import CODES, VIEWS

if TYPE_CHECKING:
    from wordle_cp.web.frame import ViewPage

_TODAY: Final = "nyt-2023-07-01"
"""The newest lists that ship."""
_LENGTH: Final = 5
_WHAT: Final = "wordle-cp finds the best guesses in Wordle, and has proofs that anyone can check."


@dataclass(frozen=True, slots=True)
class _Door:
    """A link with a name, a line, and a picture: moves of a game."""

    title: str
    line: str
    url: str
    moves: str


_DOORS: Final = (
    _Door(
        "Help me with today's game",
        "Type your guesses and click the colours: see the words left and the best next guess.",
        f"/ask?variant={_TODAY}",
        "salet.bybbb",
    ),
    _Door(
        "Judge a game that I played",
        "Paste it: see what each guess cost, and how lucky each response was.",
        f"/analyse?variant={_TODAY}",
        "crate.ybbbb.lions.bbybg.focus.ggggg",
    ),
    _Door(
        "Try to beat a proof",
        "No strategy finds every word within 4 guesses. Guess what you like: the proof answers.",
        "/proof",
        "crane.bbbyb.sloth.bbbbb",
    ),
)


class StartView:
    """What one tab shows."""

    def __init__(self, page: ViewPage, missing: str = "") -> None:
        """Show it on `page`; `missing` is an address that no page has."""
        del page
        with ui.element("section").classes("start"):
            if missing:
                ui.label("Page not found").classes("wcp-title").props("role=heading aria-level=1")
                ui.label(f"There is nothing at {abridged(missing)}. Try one of these:").classes("lead")
            else:
                ui.label(_WHAT).classes("lead").props("role=heading aria-level=1")
            with ui.element("div").classes("doors"):
                for door in _DOORS:
                    self._show(door)
            with ui.element("ul").classes("wcp-faint more"):
                for view in (*VIEWS, CODES):
                    if not any(door.url.startswith(f"/{view.name}") for door in _DOORS):
                        with ui.element("li"):
                            ui.link(view.title, f"/{view.name}")
                            ui.label(view.hint)

    @staticmethod
    def _show(door: _Door) -> None:
        scoring = WordScoring(_LENGTH)
        rows = "".join(tiles_html(*move, scoring) for move in scoring.parse_history(door.moves))
        with ui.link(target=door.url).classes("door"):
            ui.html(rows).classes("door-tiles").props("aria-hidden=true")
            ui.label(door.title).classes("door-title")
            ui.label(door.line).classes("wcp-faint")
