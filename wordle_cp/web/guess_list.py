"""The table of all guesses of a position: sorted by the server, which sends what is looked at.

Keys work as in other lists: arrows walk from row to row, Enter asks for the exact numbers of a guess; on a
heading Enter sorts. See `page.js` for how the focus stays on its guess when the rows change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import abridged, counted
from wordle_cp.values import meant

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from nicegui.events import GenericEventArguments

    from wordle_cp.answers.position.guess_values import BestGuesses, Cells, GuessRow, GuessTable, GuessValue

_ROWS: Final = 200
"""Rows that are sent at a time; more come when the table is scrolled down."""
_REFRESH_SECONDS: Final = 1.0
_HEADING: Final = """
<q-th :props="props" :title="props.col.title" :tabindex="props.col.sortable ? 0 : -1"
  :data-column="props.col.name"
  :aria-sort="!props.col.__thClass.includes(' sorted') ? null
    : props.col.__thClass.includes('sort-desc') ? 'descending' : 'ascending'"
  @keydown.enter.prevent="props.sort(props.col)" @keydown.space.prevent="props.sort(props.col)">
  {{ props.col.label }}
</q-th>
"""
_ROW: Final = """
<tr v-if="props.row.first" class="bounds-begin">
  <td :colspan="props.cols.length">{{ props.row.first }}</td>
</tr>
<tr :key="props.row.guess" :tabindex="props.rowIndex ? -1 : 0" :data-go="props.row.guess"
  :class="{ bound: props.row.bound, 'q-virtual-scroll--with-prev': props.row.first }">
  <td v-for="col in props.cols" :key="col.name" :class="[`text-${col.align}`, col.classes]">
    {{ col.value }}
  </td>
</tr>
"""
_CLICK: Final = """(event) => {
  const row = event.target.closest("tr[data-go]");
  if (row) emit(row.dataset.go);
}"""
_KEY: Final = """(event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const row = event.target.closest("tr[data-go]");
  const rows = [...event.currentTarget.querySelectorAll("tr[data-go]")];
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
  if (row && event.key === "Enter") emit(row.dataset.go);
  else if (row && step) rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(row) + step))].focus();
  else if (step > 0) rows[0]?.focus();
  else return;
  event.preventDefault();
}"""
_BOUNDS: Final = "Not searched yet: \N{GREATER-THAN OR EQUAL TO} means: the search knows that it is no less."
_NARROW: Final = frozenset({"guess", "cost", "cells", "worst"})
"""Columns that a phone has room for."""
_LATE: Final = "not in time"
_MEANINGS: Final = {
    "guess": "a word that may be guessed next",
    "cost": "the average over the words left, this guess included, if the best is played after it",
    "total": "the same, summed over the words left",
    "cells": "how many different responses the guess can get",
    "largest": "how many words are left after the response that leaves the most",
    "worst": "the fewest guesses within which every word can be found after this guess, itself included; "
    "a strategy for the least total may take more",
    "possible": "whether the guess may be the hidden word itself",
}
_MISSED_MEANING: Final = "how many of the words left aren't found in time, if the best is played after it"
"""What the column `cost` says where words missed are counted."""


class GuessList:
    """The table of all guesses: sorted by the server, which sends what is looked at."""

    def __init__(self, clicked: Callable[[str], Awaitable[None]]) -> None:
        """Show nothing yet; `clicked` is called with a guess whose exact numbers are wanted."""
        self._table: GuessTable | None = None
        self._missed = False  # whether words missed are counted, not guesses
        self._order: list[str] = []
        self._sent = _ROWS
        self._dirty = False
        with ui.element("section").classes("guess-list").props('aria-label="Guesses"') as self._section:
            self._filter = (
                ui.input(placeholder="find a guess", on_change=self.refresh)
                .props('dense outlined clearable debounce=200 aria-label="Find a guess in the table"')
                .classes("game-choice")
            )
            self._none = ui.label().classes("wcp-faint").props("aria-live=polite")
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
            self._grid.add_slot("header-cell", _HEADING)
            self._grid.add_slot("body", _ROW)
            for kind, handler in (("click", _CLICK), ("keydown", _KEY)):
                self._grid.on(kind, lambda event: clicked(str(event.args).lower()), js_handler=handler)
            ui.label("Click on a guess, or press Enter there, to have its exact numbers next.").classes(
                "wcp-faint"
            )
            self._meanings = ui.expansion("What the columns say").props("dense").classes("wcp-faint")
        self._section.set_visibility(False)
        self._sorting = ("cost", False)
        ui.timer(_REFRESH_SECONDS, self._refresh_if_changed)

    def clear(self) -> None:
        """Show nothing."""
        self._table = None
        self._dirty = False
        self._section.set_visibility(False)

    def show(self, table: GuessTable, answer: BestGuesses | None) -> None:
        """Show another table."""
        self._table = table
        if answer is not None:
            self._missed = not answer.goal.counts_guesses
            self._sorting = (answer.by.value, False)
        self._sent = _ROWS
        columns = _columns(missed=self._missed)
        self._grid.columns = columns
        self._tell_meanings(columns, table.cells)
        self.refresh()
        self._section.set_visibility(True)

    def _tell_meanings(self, columns: Sequence[Mapping[str, object]], cells: Cells) -> None:
        self._meanings.clear()
        with self._meanings:
            for column in columns:
                ui.label(f"{column['label']}: {column['title']}.")
            if cells.guesses_left is not None:
                left = counted(cells.guesses_left, "guess that is", "guesses that are")
                ui.label(f"{_LATE}: not every word can be found within the {left} left.")
            if cells.certificate is not None:
                proof = f"{cells.certificate}, a shipped proof, not checked again"
                ui.label(f"That no guess has a smaller worst case than shown is taken from {proof}.")

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
        self._none.text = "" if self._order else _none_words(text, table.cells)
        self._send()

    def _refresh_if_changed(self) -> None:
        if self._dirty:
            self.refresh()

    def _send(self) -> None:
        table = self._table
        assert table is not None, "shown"
        words = len(table.cells.hidden)
        order, descending = self._sorting
        rows = [
            _fields(table.row(guess), words, order, missed=self._missed)
            for guess in self._order[: self._sent]
        ]
        first = next((row for row in rows if row["bound"]), None)
        if first is not None:
            first["first"] = _BOUNDS
        self._grid.rows = rows
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


def _none_words(text: str, cells: Cells) -> str:
    """Return what to say where no guess fits `text`."""
    hint = meant(text, cells.guesses) or "."
    return f"No guess has {abridged(text.upper())} in it{hint}" if text else ""


def _columns(*, missed: bool) -> list[dict[str, object]]:
    cost = "words missed" if missed else "on average"
    names = {"guess": "guess", "cost": cost, "total": "in all", "cells": "cells", "largest": "largest cell"}
    if missed:
        del names["total"]
    names |= {"worst": "least worst case", "possible": "may be hidden"}
    return [
        {
            "name": name,
            "label": label,
            "title": _MISSED_MEANING if name == "cost" and missed else _MEANINGS[name],
            "field": name,
            "sortable": name != "total",
            "classes": "" if name in _NARROW else "wide-only",
            "headerClasses": "" if name in _NARROW else "wide-only",
            "align": "left" if name in {"guess", "possible"} else "right",
        }
        for name, label in names.items()
    ]


def _fields(row: GuessRow, words: int, order: str, *, missed: bool) -> dict[str, object]:
    """Return what the table, which goes by `order`, shows of a guess."""
    return {
        "bound": not (row.worst if order == "worst" else row.cost).exact,
        "guess": row.guess.upper(),
        "cost": _number(row.cost) if missed else _number(row.cost, words),
        "total": _number(row.cost),
        "cells": row.cells,
        "largest": row.largest,
        "worst": _number(row.worst),
        "possible": "yes" if row.possible else "",
    }


def _number(known: GuessValue, words: int | None = None) -> str:
    """Return a number as the table has it: exact, or a bound; for one word, if `words` are given."""
    if known.value is None:
        return _LATE
    shown = str(known.value) if words is None else f"{known.value / words:.4f}"
    return shown if known.exact else f"\N{GREATER-THAN OR EQUAL TO} {shown}"
