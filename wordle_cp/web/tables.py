"""Tables of plain HTML: they can be read aloud, and scroll by themselves where a screen is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


def plain_table(
    caption: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    wide: Collection[str] = (),
) -> ui.element:
    """Show `rows` under the names of `columns`; the first of each row is what it is about.

    Columns that are `wide` are left out where a screen is narrow.
    """
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
                _cell("th", name, "scope=col", hidden=name in wide)
        with ui.element("tbody"):
            for row in rows:
                with ui.element("tr"):
                    for place, value in enumerate(row):
                        tag, props = ("td", "") if place else ("th", "scope=row")
                        _cell(tag, str(value), props, hidden=columns[place] in wide)
    return region


def _cell(tag: str, text: str, props: str, *, hidden: bool) -> None:
    with ui.element(tag).props(props).classes("wide-only" if hidden else ""):
        ui.label(text)
