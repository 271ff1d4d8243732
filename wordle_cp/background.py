"""A long call on a thread of its own, while the calling thread watches it.

Where this stands: below everything that makes long native calls; it knows nothing of games.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Result_co = TypeVar("_Result_co", covariant=True)


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
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        try:
            self._results.append(self._call())
        except BaseException as error:  # noqa: BLE001  handed to the calling thread
            self._failure = error
        finally:
            self.done.set()

    def result(self) -> _Result_co:
        """Return what the call returned, or raise what it raised; only when done."""
        if self._failure is not None:
            raise self._failure
        return self._results[0]
