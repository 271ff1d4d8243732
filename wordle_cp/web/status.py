"""What a view is doing, in a line, and the button that cancels it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

if TYPE_CHECKING:
    from collections.abc import Callable


class Status:
    """A line of text, and a button Cancel that is shown only while something runs for more than a moment."""

    def __init__(self, cancel: Callable[[], None]) -> None:
        """Show that nothing runs; `cancel` is called when somebody presses the button."""
        self._stop = ui.button("Cancel", on_click=cancel).props("outline no-caps").classes("late")
        self._line = ui.label().classes("wcp-faint").props("role=status")
        self.idle()

    def busy(self, text: str) -> None:
        """Show what runs."""
        self._line.set_text(text)
        self._stop.set_visibility(True)

    def tell(self, text: str) -> None:
        """Show another text; what runs goes on, and can be cancelled if it could."""
        self._line.set_text(text)

    def idle(self, text: str = "") -> None:
        """Show that nothing runs, and `text`."""
        self._line.set_text(text)
        self._stop.set_visibility(False)
