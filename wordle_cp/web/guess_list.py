"""The table of all guesses of a position: sorted by the server, which sends what is looked at.

Arrows walk from row to row, and Enter takes the guess; on a heading Enter sorts (`page.js`).
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import abridged
from wordle_cp.values import meant
from wordle_cp.web.frame import pressable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordle_cp.answers.position.guess_values import BestGuesses, GuessRow, GuessTable, GuessValue

_ROWS: Final = 100
"""Rows that are sent at first; more come with a button."""
_REFRESH_SECONDS: Final = 1.0
_BOUNDS: Final = "Not searched yet: \N{GREATER-THAN OR EQUAL TO} means: the search knows that it is no less."
_LATE: Final = "not in time"
_COLUMNS: Final = {
    "guess": ("guess", "a word that may be guessed next"),
    "cost": ("on average", "guesses that a word left takes on average, this one included, if you play best"),
    "total": ("in all", "the same, summed over the words left"),
    "cells": ("groups", "how many different responses the guess can get: each leaves a group of words"),
    "largest": ("largest group", "how many words are left after the response that leaves the most"),
    "bits": ("bits", "how much the response tells: each bit halves the words left, on average"),
    "worst": (
        "can be held to",
        "the fewest guesses, this one included, within which some strategy finds every word",
    ),
    "possible": ("may be it", "whether the guess may be the hidden word itself"),
}
"""Names and meanings of the columns."""
_WIDE: Final = frozenset({"total", "largest", "bits", "possible"})
"""Columns that a phone has no room for."""
_MISSED: Final = (
    "words missed",
    "how many of the words left aren't found in time, if you play best after it",
)
"""What the column `cost` is where words missed are counted."""


class GuessList:
    """The table of all guesses; `clicked` is called with the guess that is taken."""

    def __init__(self, clicked: Callable[[str], Awaitable[None]]) -> None:
        """Show nothing yet."""
        self._clicked = clicked
        self._table: GuessTable | None = None
        self._missed = False  # whether words missed are counted, not guesses
        self._most = _ROWS
        self._dirty = False
        self._sorting = ("cost", False)
        with ui.element("section").classes("guess-list").props('aria-label="Guesses"') as self._section:
            ui.label("Every guess").classes("wcp-subtitle").props("role=heading aria-level=2")
            self._filter = (
                ui.input(placeholder="find a guess", on_change=self.refresh)
                .props('dense outlined clearable debounce=200 aria-label="Find a guess in the table"')
                .classes("game-choice")
            )
            self._none = ui.label().classes("wcp-faint").props("aria-live=polite")
            self._grid = pressable(self._press).classes("table-scroll guess-grid")
            self._source = ui.label().classes("wcp-faint")
            with ui.expansion("What the columns mean").classes("wcp-faint"):
                for label, meaning in (*_COLUMNS.values(), _MISSED):
                    ui.label(f"{label}: {meaning}")
        self.clear()
        ui.timer(_REFRESH_SECONDS, lambda: self.refresh() if self._dirty else None)

    def clear(self) -> None:
        """Show nothing."""
        self._table = None
        self._section.set_visibility(False)

    def show(self, table: GuessTable, answer: BestGuesses | None, *, missed: bool) -> None:
        """Show another table, of words `missed` or of guesses."""
        self._table, self._missed = table, missed
        if answer is not None:
            self._sorting = (answer.by.value, False)
        self._most = _ROWS
        shipped = table.cells.certificate
        self._source.text = (
            ""
            if shipped is None
            else (f"That no guess is better at worst is from {shipped}, a shipped proof, not checked again.")
        )
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
        found = table.sorted_rows(order, descending=descending, text=text)
        hint = meant(text, table.cells.guesses) or "."
        self._none.text = "" if found else f"No guess has {abridged(text.upper())} in it{hint}"
        names = [name for name in _COLUMNS if not (self._missed and name == "total")]
        rows, bounds = [], False
        for guess in found[: self._most]:
            row = table.row(guess)
            bound = not (row.worst if order == "worst" else row.cost).exact
            if bound and not bounds:
                rows.append(f'<tr class="bounds-begin"><td colspan="{len(names)}">{_BOUNDS}</td></tr>')
            bounds |= bound
            values = self._values(row, len(table.cells.hidden))
            cells = "".join(f"<td{_wide(name)}>{escape(str(values[name]))}</td>" for name in names)
            focus = -1 if rows else 0
            rows.append(
                f'<tr data-do="guess {escape(guess)}" tabindex="{focus}"{" class=bound" * bound}>{cells}</tr>'
            )
        if len(found) > self._most:
            rows.append(
                f'<tr data-do="more"><td colspan="{len(names)}">{len(found) - self._most:,} more</td></tr>'
            )
        head = "".join(map(self._heading, names))
        self._grid.set_content(
            f'<table class="plain-table"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
        )

    def _heading(self, name: str) -> str:
        label, meaning = _MISSED if self._missed and name == "cost" else _COLUMNS[name]
        order, descending = self._sorting
        sort = "descending" if descending else "ascending"
        sorted_so = f' aria-sort="{sort}"' if name == order else ""
        arrow = {"ascending": " ↑", "descending": " ↓"}[sort] if name == order else ""
        sorts = "" if name == "total" else f' data-do="sort {name}" tabindex="0"'
        return f'<th scope="col" title="{escape(meaning)}"{_wide(name)}{sorted_so}{sorts}>{label}{arrow}</th>'

    def _values(self, row: GuessRow, words: int) -> dict[str, object]:
        """Return what the table shows of a guess."""
        return {
            "guess": row.guess.upper(),
            "cost": _number(row.cost) if self._missed else _number(row.cost, words),
            "total": _number(row.cost),
            "cells": row.cells,
            "largest": row.largest,
            "bits": f"{row.bits:.3f}",
            "worst": _number(row.worst),
            "possible": "yes" if row.possible else "",
        }

    async def _press(self, what: str, name: str = "") -> None:
        if what == "sort":
            order, descending = self._sorting
            self._sorting = (name, order == name and not descending)
            self._most = _ROWS
        elif what == "more":
            self._most += 5 * _ROWS
        else:
            await self._clicked(name)
        self.refresh()


def _wide(name: str) -> str:
    return ' class="wide-only"' if name in _WIDE else ""


def _number(known: GuessValue, words: int | None = None) -> str:
    """Return a number as the table has it: exact, or a bound; for one word, if `words` are given."""
    if known.value is None:
        return _LATE
    shown = str(known.value) if words is None else f"{known.value / words:.4f}"
    return shown if known.exact else f"\N{GREATER-THAN OR EQUAL TO} {shown}"
