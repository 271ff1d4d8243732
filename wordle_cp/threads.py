"""A long call on a thread of its own, while the calling thread watches it.

This module knows nothing of games.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Result_co = TypeVar("_Result_co", covariant=True)
_PATIENCE_SECONDS: Final = 10.0
_POLL_SECONDS: Final = 0.1
_at_work: Final[set[threading.Event]] = set()


def processors() -> int:
    """Return how many processors this process may run on, where the system tells; else how many there are."""
    allowed = getattr(os, "sched_getaffinity", None)
    return (len(allowed(0)) if allowed is not None else os.cpu_count()) or 1


class Run(Generic[_Result_co]):
    """A call on a thread of its own.

    An event says that it is done, not `Thread.is_alive`: a KeyboardInterrupt in `Thread.join` can make Python
    take a running thread for a finished one (bpo-45274).
    """

    def __init__(self, call: Callable[[], _Result_co]) -> None:
        """Start `call`."""
        self._call = call
        self._results: list[_Result_co] = []
        self._failure: BaseException | None = None
        self.done: Final = threading.Event()
        _at_work.add(self.done)
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        try:
            self._results.append(self._call())
        except BaseException as error:  # noqa: BLE001  handed to the calling thread
            self._failure = error
        finally:
            _at_work.discard(self.done)
            self.done.set()

    def result(self) -> _Result_co:
        """Return what the call returned, or raise what it raised; only when done."""
        if self._failure is not None:
            raise self._failure
        return self._results[0]


def polled(
    call: Callable[[], _Result_co], stop: Callable[[], None], poll: Callable[[], object]
) -> _Result_co:
    """Return what `call` returns, on a thread of its own; `poll` is called every 100 ms meanwhile.

    What `poll` raises ends the call for good, by `stop`, and is raised here.
    """
    run = Run(call)
    try:
        while not run.done.wait(_POLL_SECONDS):
            poll()
    except BaseException:
        stop()
        run.done.wait()
        raise
    return run.result()


@atexit.register
def _await_calls() -> None:
    """Wait for calls that nobody waited for, such as those that Ctrl-C left behind: they were told to stop.

    Python ends threads that come back from a native call after the interpreter has gone, in a way that
    aborts the whole process.
    """
    give_up = time.monotonic() + _PATIENCE_SECONDS
    with suppress(KeyboardInterrupt):
        for done in tuple(_at_work):
            done.wait(max(0.0, give_up - time.monotonic()))
