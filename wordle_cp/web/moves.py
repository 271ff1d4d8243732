"""Lists of lines to go to, with the mouse or keys: arrows walk, Enter and Right go in, Left goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nicegui import ui

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

UP: Final = ".."
"""Sent instead of a line when somebody goes back."""
_CLICK: Final = """(event) => {
  const line = event.target.closest("[data-go]");
  if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  emit(line.dataset.go);
}"""
_KEY: Final = """(event) => {
  const line = event.target.closest("[data-go]");
  if (!line || event.altKey || event.ctrlKey || event.metaKey) return;
  const lines = [...event.currentTarget.querySelectorAll("[data-go]")];
  const all = lines.length;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -all, End: all }[event.key];
  if (step) {
    const place = Math.max(0, Math.min(all - 1, lines.indexOf(line) + step));
    lines[place].focus();
  } else if (event.key === "ArrowRight") emit(line.dataset.go);
  else if (event.key === "ArrowLeft" || event.key === "Backspace") emit("..");
  else return;
  event.preventDefault();
}"""


class Moves:
    """A list of lines, see `markup.line_html`; `go` is called with where somebody goes, or `UP`."""

    def __init__(self, label: str, go: Callable[[str], Awaitable[None]], *, kind: str = "") -> None:
        """Show nothing yet; `label` says what the list is, for those who listen, `kind` is a class."""
        self._go = go
        self._html = ui.html("").classes(f"moves {kind}").props(f'role=group aria-label="{label}"')
        self._html.on("click", self._gone, js_handler=_CLICK)
        self._html.on("keydown", self._gone, js_handler=_KEY)

    def show(self, lines: list[str]) -> None:
        """Show these lines instead."""
        self._html.set_content("".join(lines))

    def focus(self, *, otherwise: Moves) -> None:
        """Give the first line the focus; if there is none, the last line of `otherwise`."""
        first = f'getHtmlElement({self._html.id})?.querySelector("[data-go]")'
        last = f'[...(getHtmlElement({otherwise._html.id})?.querySelectorAll("[data-go]") ?? [])].pop()'
        ui.run_javascript(f"({first} ?? {last})?.focus({{ preventScroll: true }})")

    async def _gone(self, event: object) -> None:
        where = getattr(event, "args", "")
        if isinstance(where, str):
            await self._go(where)
