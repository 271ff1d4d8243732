"""Long native calls watched from the calling thread: stopped by limits and by Ctrl-C.

Where this stands: below the searches of this package, which say what to call; it knows nothing of games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from wordle_cp.threads import Run
from wordle_cp.work import Limits, StopReason, reason_to_stop

if TYPE_CHECKING:
    from collections.abc import Callable

_Result = TypeVar("_Result")
_Progress = TypeVar("_Progress")

POLL_SECONDS: Final = 0.05


def watch(
    run: Run[object],
    stop: Callable[[], None],
    *,
    poll: Callable[[], None],
    limits: Limits,
    started: float,
    cancelled: Callable[[], bool] | None,
) -> StopReason | None:
    """Wait for `run` and call `poll` every 50 ms; call `stop`, which ends the run soon, when there is reason.

    Returns that reason, or None. What `poll` raises stops the run, too, and is raised once it has ended.
    """
    stopped_by: StopReason | None = None
    while not run.done.is_set():
        try:
            run.done.wait(POLL_SECONDS)
            poll()
            reason = reason_to_stop(limits, started, cancelled)
        except KeyboardInterrupt:
            if stopped_by is not None:  # the search doesn't stop fast enough for somebody
                raise
            reason = StopReason.INTERRUPTED
        except BaseException:
            stop()
            run.done.wait()
            raise
        if reason is not None and stopped_by is None:
            stopped_by = reason
            stop()
    return stopped_by


def watched(
    call: Callable[[], _Result],
    stop: Callable[[], None],
    *,
    poll: Callable[[], None],
    limits: Limits,
    started: float,
    cancelled: Callable[[], bool] | None,
) -> tuple[_Result, StopReason | None]:
    """Return what `call` returns, on a thread of its own, and why it was told to stop if it was.

    What it raises is raised here; the rest is as in `watch`.
    """
    run = Run(call)
    stopped_by = watch(run, stop, poll=poll, limits=limits, started=started, cancelled=cancelled)
    return run.result(), stopped_by


@dataclass(frozen=True, slots=True)
class SearchWatcher(Generic[_Progress]):
    """Callbacks of a search: `search` gets a snapshot, `cancelled` is asked whether to stop."""

    search: Callable[[_Progress], None] = lambda _progress: None
    cancelled: Callable[[], bool] = lambda: False
