"""Ctrl-C as a flag: whoever is at work asks for it, and ends with what is known.

Loading the program takes a moment, and Ctrl-C is heeded from then on: so nothing is imported here that takes
long.
"""

from __future__ import annotations

import signal
import sys
import time
from threading import Event
from typing import Final

_PATIENCE_SECONDS: Final = 1.0
_ANSWERING: Final = frozenset({"solve", "prove"})
"""Commands that have an answer from the first second on."""
TERMINATED: Final = Event()
"""Set once SIGTERM has come: reports name it, and a dialogue ends with the search that it ended."""


class Interruptions:
    """What to do with Ctrl-C: note when it `struck`; one a second later kills."""

    def __init__(self) -> None:
        """Begin with what has been noted since the program began."""
        before = signal.getsignal(signal.SIGINT)
        self.struck: list[float] = list(before.struck) if isinstance(before, Interruptions) else []

    def __call__(self, _number: int, _frame: object) -> None:
        """Note it, or raise KeyboardInterrupt."""
        self.struck.append(time.monotonic())
        if self.struck[-1] - self.struck[0] > _PATIENCE_SECONDS:
            raise KeyboardInterrupt


def heed_at_once() -> None:
    """Note Ctrl-C from now on, if the program is to run a command that can end with what is known."""
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded and len(sys.argv) > 1 and sys.argv[1] in _ANSWERING:
        signal.signal(signal.SIGINT, Interruptions())
