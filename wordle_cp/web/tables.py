"""Tables of plain HTML: they can be read aloud, and scroll by themselves where a screen is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def plain_table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> ui.element:
    """Show `rows` under the names of `columns`; the first of each row is what it is about."""
    with (
        ui.element("div")
        .classes("table-scroll")
        .props(f'tabindex=0 role=region aria-label="{caption}"') as region,
        ui.element("table").classes("plain-table"),
    ):
        with ui.element("caption"):
            ui.label(caption)
        with ui.element("thead"), ui.element("tr"):
            for name in columns:
                _cell("th", name, "scope=col")
        with ui.element("tbody"):
            for row in rows:
                with ui.element("tr"):
                    for place, value in enumerate(row):
                        _cell("td" if place else "th", str(value), "" if place else "scope=row")
    return region


def _cell(tag: str, text: str, props: str) -> None:
    with ui.element(tag).props(props):
        ui.label(text)
