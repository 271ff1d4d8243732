"""Long native calls watched from the calling thread: stopped by limits and by Ctrl-C.

Each search says what to call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from wordle_cp.engine import SearchStoppedError
from wordle_cp.threads import Run
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.work import Work

_Result = TypeVar("_Result")

POLL_SECONDS: Final = 0.02
"""A table may grow by 2 GB a second, and a limit of memory be exceeded by 40 MB at most meanwhile."""


def watch(
    run: Run[object], stop: Callable[[], None], *, poll: Callable[[], object], work: Work
) -> StopReason | None:
    """Wait for `run` and call `poll` every 20 ms; call `stop`, which ends the run soon, when there is reason.

    Returns that reason, or None. What `poll` raises stops the run, too, and is raised once it has ended.
    """
    stopped_by: StopReason | None = None
    while not run.done.is_set():
        try:
            run.done.wait(POLL_SECONDS)
            poll()
            reason = work.reason_to_stop()
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
    call: Callable[[], _Result], stop: Callable[[], None], *, poll: Callable[[], object], work: Work
) -> tuple[_Result, StopReason | None]:
    """Return what `call` returns, on a thread of its own, and why it was told to stop if it was.

    What it raises is raised here; the rest is as in `watch`.

    Raises:
        StoppedError: it was told to stop, and has nothing to return then.
    """
    run = Run(call)
    stopped_by = watch(run, stop, poll=poll, work=work)
    try:
        return run.result(), stopped_by
    except SearchStoppedError:
        assert stopped_by is not None, "the search stopped, and nobody told it to"
        raise StoppedError(stopped_by) from None
