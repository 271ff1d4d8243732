"""An answer on its way: what is known so far is its report, which survives being stopped."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.work import Work


class Engine(StrEnum):
    """What decides a question."""

    SEARCH = "search"
    """The native search, with lemmas of the models."""
    CP_SAT = "cp-sat"
    """The models alone, without the native search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What all reports have: why no more is known (None: all is), and how many seconds it took."""

    stopped_by: StopReason | None = None
    seconds: float = 0.0


R = TypeVar("R", bound=Report)


class Answering(Generic[R]):
    """An answer on its way; each step puts what it finds out into the `report`."""

    def __init__(self, report: R, work: Work) -> None:
        """Begin with the `report` that says what is asked."""
        self.report = report
        self.work = work
        self._started = time.monotonic()

    def answered(self, steps: Callable[[], StopReason | None]) -> R:
        """Take the `steps`, and return the report; they return, or raise, why more isn't looked for."""
        try:
            stopped_by = steps()
        except StoppedError as stopped:
            stopped_by = stopped.reason
        return replace(self.report, stopped_by=stopped_by, seconds=time.monotonic() - self._started)
