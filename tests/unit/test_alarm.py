"""Limits for code that knows none: struck from outside, wherever it is."""

from __future__ import annotations

import threading
import time

import pytest

from wordle_cp.work import POLL_SECONDS, Limits, StoppedError, Work

SOON = Limits(seconds=POLL_SECONDS / 2)
"""Strikes when the timer looks for the first time."""
LOOKS = 4 * POLL_SECONDS
"""Seconds in which the timer looks several times."""


def work() -> None:
    """Go on for longer than any limit here."""
    for _ in range(100):
        time.sleep(POLL_SECONDS)


def test_a_limit_shorter_than_a_look_is_kept() -> None:
    with pytest.raises(StoppedError), Work(limits=Limits(seconds=0.001)).alarmed():
        time.sleep(POLL_SECONDS / 2)


def test_what_is_stopped_may_put_itself_in_order() -> None:
    tidied = []

    def work_and_tidy() -> None:
        try:
            work()
        finally:
            time.sleep(LOOKS)
            tidied.append(True)

    with pytest.raises(StoppedError), Work(limits=SOON).alarmed():
        work_and_tidy()
    assert tidied
    time.sleep(LOOKS)  # no timer is left


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_error_that_python_ignores_is_raised_again() -> None:
    survived = []

    class Deaf:
        def __del__(self) -> None:
            time.sleep(LOOKS)
            survived.append(True)

    def drop_and_work() -> None:
        deaf = Deaf()
        del deaf
        work()

    began = time.monotonic()
    with pytest.raises(StoppedError), Work(limits=SOON).alarmed():
        drop_and_work()
    assert not survived, "the first error should have been raised where Python ignores it"
    assert time.monotonic() - began < 50 * POLL_SECONDS


def test_a_limit_that_has_struck_already() -> None:
    with (
        pytest.raises(StoppedError),
        Work(limits=Limits(seconds=0.0), started=time.monotonic() - 1).alarmed(),
    ):
        pytest.fail("it begins")


def test_no_error_is_raised_while_an_event_is_shown() -> None:
    shown = []

    def show(event: object) -> None:
        time.sleep(LOOKS)
        shown.append(event)

    def tell_and_work() -> None:
        with Work(limits=SOON, show=show).alarmed() as alarmed:
            alarmed.stage("search")
            work()

    with pytest.raises(StoppedError):
        tell_and_work()
    assert shown


def test_in_another_thread_nothing_is_raised() -> None:
    thread = threading.Thread(target=lambda: done.append(slept()))
    done: list[bool] = []

    def slept() -> bool:
        with Work(limits=SOON).alarmed():
            time.sleep(LOOKS)
        return True

    thread.start()
    thread.join()
    assert done == [True]
