"""The table of all guesses of a position: sorted by the server, which sends what is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.guess_table import Fact, Goal, Row

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from nicegui.events import GenericEventArguments

    from wordle_cp.guess_table import Answer, GuessTable

_ROWS: Final = 200
"""Rows that are sent at a time; more come when the table is scrolled down."""
_REFRESH_SECONDS: Final = 1.0


class GuessList:
    """The table of all guesses: sorted by the server, which sends what is looked at."""

    def __init__(self, clicked: Callable[[str], Awaitable[None]]) -> None:
        """Show nothing yet; `clicked` is called with a guess whose exact numbers are wanted."""
        self._table: GuessTable | None = None
        self._goal = Goal.TOTAL
        self._order: list[str] = []
        self._sent = _ROWS
        self._dirty = False
        with ui.element("section").classes("guess-list").props('aria-label="Guesses"') as self._section:
            self._filter = (
                ui.input(placeholder="find a guess", on_change=self.refresh)
                .props('dense outlined clearable debounce=200 aria-label="Find a guess in the table"')
                .classes("game-choice")
            )
            self._grid = (
                ui.table(columns=[], rows=[], row_key="guess", pagination={"rowsPerPage": 0, "rowsNumber": 0})
                .props(
                    "virtual-scroll dense flat bordered binary-state-sort hide-pagination "
                    ':rows-per-page-options="[0]"'
                )
                .classes("guess-grid")
            )
            self._grid.on("request", self._sort)
            self._grid.on("virtualScroll", self._scrolled, args=["to"], throttle=0.1)
            self._grid.on("rowClick", lambda event: clicked(str(event.args[1]["guess"]).lower()))
            ui.label(
                "A number after \N{GREATER-THAN OR EQUAL TO} is a proven lower bound; click on a guess to "
                "have its exact numbers next. Worst case: the most guesses from here, the guess included."
            ).classes("wcp-faint")
        self._section.set_visibility(False)
        self._sorting = ("cost", False)
        ui.timer(_REFRESH_SECONDS, self._refresh_if_changed)

    def clear(self) -> None:
        """Show nothing."""
        self._table = None
        self._dirty = False
        self._section.set_visibility(False)

    def show(self, table: GuessTable, answer: Answer | None) -> None:
        """Show another table."""
        self._table = table
        if answer is not None:
            self._goal = answer.goal
        self._sorting = ("worst" if self._goal is Goal.WORST else "cost", False)
        self._sent = _ROWS
        self._grid.columns = _columns(self._goal)
        self.refresh()
        self._section.set_visibility(True)

    def changed(self) -> None:
        """Note that the table has learned something."""
        self._dirty = True

    def refresh(self) -> None:
        """Sort anew, and show."""
        self._dirty = False
        table = self._table
        if table is None:
            return
        order, descending = self._sorting
        text = (self._filter.value or "").strip().lower()
        self._order = table.sorted_rows(order, descending=descending, text=text)
        self._send()

    def _refresh_if_changed(self) -> None:
        if self._dirty:
            self.refresh()

    def _send(self) -> None:
        table = self._table
        assert table is not None, "shown"
        words = len(table.cells.hidden)
        self._grid.rows = [
            _fields(table.row(guess), words, self._goal) for guess in self._order[: self._sent]
        ]
        order, descending = self._sorting
        self._grid.pagination = {
            "rowsPerPage": 0,
            "rowsNumber": len(self._order),
            "sortBy": order,
            "descending": descending,
        }

    def _sort(self, event: GenericEventArguments) -> None:
        chosen = event.args["pagination"]
        self._sorting = (str(chosen["sortBy"] or "cost"), bool(chosen["descending"]))
        self._sent = _ROWS
        self.refresh()

    def _scrolled(self, event: GenericEventArguments) -> None:
        if int(event.args["to"]) >= self._sent - _ROWS // 4 and self._sent < len(self._order):
            self._sent += _ROWS
            self._send()


def _columns(goal: Goal) -> list[dict[str, object]]:
    cost = "words missed" if goal is Goal.MISSED else "guesses expected"
    names = {"guess": "guess", "cost": cost, "total": "in all", "cells": "cells", "largest": "largest cell"}
    if goal is Goal.MISSED:
        del names["total"]
    names |= {"worst": "worst case", "possible": "may be hidden"}
    return [
        {
            "name": name,
            "label": label,
            "field": name,
            "sortable": name != "total",
            "align": "left" if name in {"guess", "possible"} else "right",
        }
        for name, label in names.items()
    ]


def _fields(row: Row, words: int, goal: Goal) -> dict[str, object]:
    """Return what the table shows of a guess."""
    return {
        "guess": row.guess.upper(),
        "cost": _number(row.cost) if goal is Goal.MISSED else _number(row.cost, words),
        "total": _number(row.cost),
        "cells": row.cells,
        "largest": row.largest,
        "worst": _number(row.worst),
        "possible": "yes" if row.possible else "",
    }


def _number(fact: Fact, words: int | None = None) -> str:
    """Return a number as the table has it: exact, or a bound; for one word, if `words` are given."""
    if fact.value is None:
        return "not in time"
    shown = str(fact.value) if words is None else f"{fact.value / words:.4f}"
    return shown if fact.exact else f"\N{GREATER-THAN OR EQUAL TO} {shown}"
