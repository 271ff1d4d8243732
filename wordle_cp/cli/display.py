"""A line that says what is going on, on a terminal only, gone when the run ends."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, Self

from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from wordle_cp.answers.telling import clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console, ConsoleOptions, RenderResult


class _Line:
    """A spinner and a text that is cut where the terminal ends."""

    def __init__(self) -> None:
        self._spinner = Spinner("dots")
        self.text = "starting"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        frame = self._spinner.render(console.get_time())
        line = Text(no_wrap=True, overflow="ellipsis").append_text(_as_text(frame)).append(f" {self.text}")
        line.truncate(options.max_width, overflow="ellipsis")
        yield line


def _as_text(frame: object) -> Text:
    return frame if isinstance(frame, Text) else Text(str(frame))


class Display:
    """One line with the time and what was said last; "stopping" in front once the user has asked for it."""

    def __init__(self, console: Console, interrupted: Callable[[], bool]) -> None:
        """Prepare a display on `console`."""
        self.started: Final = time.monotonic()
        self.interrupted: Final = interrupted
        self._line = _Line()
        self._live = Live(self._line, console=console, transient=True, refresh_per_second=10)

    def __enter__(self) -> Self:
        """Start the display."""
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the display."""
        self._live.stop()

    def say(self, text: str) -> None:
        """Show `text` until the next one."""
        stopping = "stopping; " if self.interrupted() else ""
        self._line.text = f"{clock(time.monotonic() - self.started)} {stopping}{text}"
