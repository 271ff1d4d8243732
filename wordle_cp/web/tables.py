"""Tables of plain HTML: they can be read aloud, and scroll by themselves where a screen is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def plain_table(
    caption: str, columns: Sequence[str], rows: Iterable[Sequence[object]], *, cards: bool = False
) -> ui.element:
    """Show `rows` under the names of `columns`; the first of each row is what it is about.

    With `cards`, for tables of many columns, a narrow screen shows each row as a card: names with values.
    """
    with (
        ui.element("div")
        .classes("table-scroll")
        .props(f'tabindex=0 role=region aria-label="{caption}"') as region,
        ui.element("table").classes("plain-table" + (" cards" if cards else "")).props("role=table"),
    ):
        with ui.element("caption"):
            ui.label(caption)
        with ui.element("thead").props("role=rowgroup"), ui.element("tr").props("role=row"):
            for name in columns:
                _cell("th", name, "role=columnheader scope=col")
        with ui.element("tbody").props("role=rowgroup"):
            for row in rows:
                with ui.element("tr").props("role=row"):
                    for place, value in enumerate(row):
                        tag, props = ("td", "role=cell") if place else ("th", "role=rowheader scope=row")
                        _cell(tag, str(value), f'{props} data-name="{columns[place]}"')
    return region


def _cell(tag: str, text: str, props: str) -> None:
    with ui.element(tag).props(props):
        ui.label(text)
