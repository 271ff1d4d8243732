"""A line that says what is going on, on a terminal only, gone when the run ends; and how fast it goes."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Final, Self

from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from rich.console import Console, ConsoleOptions, RenderResult

_LEAST_WINDOW: Final = 5.0
"""Seconds over which a rate is taken at least, once a run is as old: families refute most openers at once."""
_WINDOW_SHARE: Final = 0.25
"""Later, the share of the run's time."""
MINUTE: Final = 60
_HOUR: Final = 3600


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

    def __init__(self, console: Console, interrupted: Callable[[], bool], *, shown: bool) -> None:
        """Prepare a display on `console`; nothing is written unless `shown`."""
        self.started: Final = time.monotonic()
        self.interrupted: Final = interrupted
        self._line = _Line()
        self._live = (
            Live(self._line, console=console, transient=True, refresh_per_second=10) if shown else None
        )

    def __enter__(self) -> Self:
        """Start the display."""
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Remove the display."""
        if self._live is not None:
            self._live.stop()

    @property
    def text(self) -> str:
        """What is shown, before it is cut."""
        return self._line.text

    def say(self, text: str) -> None:
        """Show `text` until the next one."""
        stopping = "stopping; " if self.interrupted() else ""
        self._line.text = f"{clock(time.monotonic() - self.started)} {stopping}{text}"


class Rate:
    """How fast a number grows, a second, taken over the last while."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Begin now, at 0; `now` is the clock."""
        self._now = now
        self._seen: deque[tuple[float, int]] = deque([(now(), 0)])
        self._begun = self._seen[0][0]

    def of(self, number: int) -> float:
        """Return the rate, now that `number` is reached."""
        now = self._now()
        if now - self._seen[-1][0] >= 1.0:
            self._seen.append((now, number))
        window = max(_LEAST_WINDOW, _WINDOW_SHARE * (now - self._begun))
        while len(self._seen) > 1 and now - self._seen[1][0] >= window:
            self._seen.popleft()
        then, before = self._seen[0]
        return (number - before) / (now - then) if now > then else 0.0


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours where there are any: ``4:05``, ``1:04:05``."""
    hours, rest = divmod(int(seconds), _HOUR)
    minutes, seconds = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
