"""Limits for code that knows none: struck from outside, wherever it is."""

from __future__ import annotations

import random
import signal
import threading
import time
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import share
from wordle_cp import check_certificate, checked_strategy
from wordle_cp.answers.certificates import CheckAnswer, ShownStrategy
from wordle_cp.work import POLL_SECONDS, Limits, NoResultError, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SOON = Limits(seconds=POLL_SECONDS / 2)
"""Strikes when the timer looks for the first time."""
LOOKS = 4 * POLL_SECONDS
"""Seconds in which the timer looks several times."""
LONG: Final = "original-normal-depth-4"
"""Takes minutes to check."""
STRATEGY: Final = "black-pegs-3x4-depth-6"
"""Takes an instant."""
SECONDS_TO_STOP: Final = 60


def work() -> None:
    """Go on for longer than any limit here."""
    for _ in range(100):
        time.sleep(POLL_SECONDS)


def test_a_limit_shorter_than_a_look_is_kept() -> None:
    with pytest.raises(StoppedError), Work(limits=Limits(seconds=0.001)).alarmed():
        time.sleep(POLL_SECONDS / 2)


def test_no_timer_is_left_wherever_the_limit_strikes() -> None:
    """Many limits strike while the work begins or ends: an error there would leave the timer on."""
    limits = random.Random(20261201)  # noqa: S311  not for secrets
    stopped = 0
    for _ in range(share(90_000)):
        try:
            with Work(limits=Limits(seconds=1e-6 * limits.randrange(400))).alarmed():
                for _ in range(limits.randrange(3000)):
                    pass
        except StoppedError:
            stopped += 1
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert stopped


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
            time.sleep(SECONDS_TO_STOP)
            survived.append(True)

    def drop_and_work() -> None:
        deaf = Deaf()
        del deaf
        work()
        survived.append(True)

    with pytest.raises(StoppedError), Work(limits=Limits(seconds=2.0)).alarmed():  # it is dropped by then
        drop_and_work()
    assert not survived, "the first error is raised where Python ignores it, the second one in `work`"


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


def in_a_thread(call: Callable[[], object]) -> object:
    """Return what `call` returns in another thread than the main one, or the error that it raises."""

    def run() -> None:
        try:
            came.append(call())
        except StoppedError as stopped:
            came.append(stopped)

    came: list[object] = []
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return came[0]


def test_in_another_thread_a_limit_is_heeded_before_and_after() -> None:
    def sleep(limits: Limits) -> str:
        with Work(limits=limits, started=time.monotonic() - POLL_SECONDS / 4).alarmed():
            begun.append(limits)
            time.sleep(POLL_SECONDS)
        return "done"

    begun: list[Limits] = []
    assert isinstance(in_a_thread(lambda: sleep(Limits(seconds=0.0))), StoppedError)
    assert not begun
    assert isinstance(in_a_thread(lambda: sleep(SOON)), StoppedError)
    assert begun == [SOON]
    assert in_a_thread(lambda: sleep(Limits(seconds=60))) == "done"


def test_in_another_thread_a_check_keeps_its_limit() -> None:
    began = time.monotonic()
    answer = in_a_thread(lambda: check_certificate(LONG, time_limit=0.5))
    assert isinstance(answer, CheckAnswer)
    assert answer.stopped_by is StopReason.TIME
    assert not answer.accepted
    assert time.monotonic() - began < SECONDS_TO_STOP


def test_in_another_thread_a_strategy_is_not_returned_once_cancelled() -> None:
    def cancelled() -> bool:
        asked.append(True)
        return len(asked) > 1

    asked: list[bool] = []
    answer = in_a_thread(lambda: checked_strategy(STRATEGY, work=Work(cancelled=cancelled)))
    assert isinstance(answer, NoResultError)
    assert isinstance(in_a_thread(lambda: checked_strategy(STRATEGY, time_limit=60)), ShownStrategy)


@pytest.fixture
def rang() -> Iterator[list[float]]:
    """When an alarm of the caller has rung; it is gone after the test, as is the handler."""
    times: list[float] = []
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: times.append(time.monotonic()))
    yield times
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    signal.signal(signal.SIGALRM, before)


def test_an_alarm_that_was_set_before_rings_after(rang: list[float]) -> None:
    due = time.monotonic() + 5 * LOOKS
    signal.setitimer(signal.ITIMER_REAL, 5 * LOOKS, 100.0)
    with Work(limits=Limits(seconds=60)).alarmed():
        time.sleep(LOOKS)
    assert not rang
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left < 4 * LOOKS
    assert interval == pytest.approx(100.0)
    time.sleep(max(due - time.monotonic(), 0.0) + LOOKS)
    assert len(rang) == 1
    assert rang[0] > due - POLL_SECONDS / 10


def test_an_alarm_that_falls_due_meanwhile_rings_then(rang: list[float]) -> None:
    signal.setitimer(signal.ITIMER_REAL, POLL_SECONDS / 5)
    with Work(limits=Limits(seconds=60)).alarmed():
        time.sleep(LOOKS)
        assert len(rang) == 1
    time.sleep(LOOKS)
    assert len(rang) == 1
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_alarm_that_falls_due_just_before_the_end_rings_at_once(rang: list[float]) -> None:
    signal.setitimer(signal.ITIMER_REAL, POLL_SECONDS / 5)
    with Work(limits=Limits(seconds=60)).alarmed():
        time.sleep(POLL_SECONDS / 2)
    assert len(rang) == 1


def test_the_alarm_of_a_guard_may_raise_and_repeat(rang: list[float]) -> None:
    def ring(_number: int, _frame: object) -> None:
        rang.append(time.monotonic())
        if len(rang) > 1:
            raise TimeoutError

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, POLL_SECONDS, POLL_SECONDS)
    with pytest.raises(TimeoutError), Work(limits=Limits(seconds=60)).alarmed():
        work()
    assert len(rang) == 2
    assert signal.getsignal(signal.SIGALRM) is ring
    assert signal.getitimer(signal.ITIMER_REAL)[1] == pytest.approx(POLL_SECONDS)


def test_a_limit_inside_another_leaves_that_in_force() -> None:
    def work_in_part() -> None:
        with Work(limits=Limits(seconds=60)).alarmed():
            time.sleep(POLL_SECONDS)
        work()

    with pytest.raises(StoppedError), Work(limits=Limits(seconds=LOOKS)).alarmed():
        work_in_part()


@pytest.mark.usefixtures("rang")
def test_work_that_nothing_may_stop_leaves_alarms_alone() -> None:
    handler = signal.getsignal(signal.SIGALRM)
    with Work().alarmed() as same:
        assert signal.getsignal(signal.SIGALRM) is handler
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert same == Work(started=same.started)
    with Work(cancelled=lambda: False).alarmed():
        assert signal.getsignal(signal.SIGALRM) is not handler


def test_a_check_keeps_the_alarm_of_its_caller(rang: list[float]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 60.0)
    for limit in (None, 60):
        assert check_certificate(STRATEGY, time_limit=limit).accepted
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] < 60
    assert not rang
