"""What a job of the page is given besides its arguments."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from wordle_cp.work import NO_LIMITS, Limits, Work

if TYPE_CHECKING:
    from collections.abc import Callable

_TELL_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Task:
    """What a job is given besides its arguments.

    `tell` sends a plain value to the page, where it is shown or ignored; what comes thick and fast goes
    through `show`, which lets one through every 50 ms. The job has to heed `cancelled` and `limits`, which
    hold from `started` on, and raises StoppedError when it does. It may run so many `threads`.
    """

    tell: Callable[[object], None] = field(default=lambda _message: None)
    cancelled: Callable[[], bool] = field(default=lambda: False)
    limits: Limits = NO_LIMITS
    started: float = field(default_factory=time.monotonic)
    threads: int = 1
    _told: list[float] = field(default_factory=list)

    def show(self, message: object) -> None:
        """Tell `message`, unless something was shown a moment ago."""
        now = time.monotonic()
        if not self._told or now - self._told[-1] >= _TELL_SECONDS:
            self._told[:] = [now]
            self.tell(message)

    def work(self, show: Callable[[object], None] = lambda _event: None) -> Work:
        """Return how the job is worked out; `show` hears of events."""
        return Work(self.threads, self.limits, show, self.cancelled, started=self.started)

    def demand_time(self) -> None:
        """Raise StoppedError if there is reason to stop now."""
        self.work().demand_time()

    def heeding(self, done: int, of: int) -> None:
        """Show how much is done, and raise StoppedError if there is reason to stop."""
        self.show((done, of))
        self.demand_time()
