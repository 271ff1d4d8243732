"""A call on a thread of its own."""

from __future__ import annotations

import threading

import pytest

from wordle_cp.background import Run

_ENOUGH_SECONDS = 10


def test_the_result_of_the_call_is_returned_when_it_is_done() -> None:
    gate = threading.Event()
    run = Run(lambda: gate.wait(_ENOUGH_SECONDS))
    assert not run.done.is_set()
    gate.set()
    assert run.done.wait(_ENOUGH_SECONDS)
    assert run.result()


@pytest.mark.parametrize("error", [ValueError("bad"), KeyboardInterrupt()])
def test_what_the_call_raises_is_raised_in_the_calling_thread(error: BaseException) -> None:
    def call() -> None:
        raise error

    run = Run(call)
    assert run.done.wait(_ENOUGH_SECONDS)
    with pytest.raises(type(error)) as raised:
        run.result()
    assert raised.value is error
