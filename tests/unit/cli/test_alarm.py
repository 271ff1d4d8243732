"""Limits for code that knows none: struck from outside, wherever it is."""

from __future__ import annotations

import time

import pytest

from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.search.watch import POLL_SECONDS
from wordle_cp.work import Limits, StoppedError

SOON = Limits(seconds=POLL_SECONDS / 2)
"""Strikes when the timer looks for the first time."""
LOOKS = 4 * POLL_SECONDS
"""Seconds in which the timer looks several times."""


def nothing(_done: int, _whole: int) -> None:
    """Show nothing."""


def work() -> None:
    """Go on for longer than any limit here."""
    for _ in range(100):
        time.sleep(POLL_SECONDS)


def test_a_limit_shorter_than_a_look_is_kept() -> None:
    with pytest.raises(StoppedError), alarmed(Limits(seconds=0.001), time.monotonic(), Reached(nothing)):
        time.sleep(POLL_SECONDS / 2)


def test_what_is_stopped_may_put_itself_in_order() -> None:
    tidied = []

    def work_and_tidy() -> None:
        try:
            work()
        finally:
            time.sleep(LOOKS)
            tidied.append(True)

    with pytest.raises(StoppedError), alarmed(SOON, time.monotonic(), Reached(nothing)):
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
    with pytest.raises(StoppedError), alarmed(SOON, began, Reached(nothing)):
        drop_and_work()
    assert not survived, "the first error should have been raised where Python ignores it"
    assert time.monotonic() - began < 50 * POLL_SECONDS


def test_a_limit_that_has_struck_already() -> None:
    with pytest.raises(StoppedError), alarmed(Limits(seconds=0.0), time.monotonic() - 1, Reached(nothing)):
        pytest.fail("it begins")
