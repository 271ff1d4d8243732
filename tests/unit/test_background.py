"""A call on a thread of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import Final

import pytest

from tests.program import EVER
from wordle_cp.threads import Run, processors

_LEFT_BEHIND: Final = """
import sys, time
from wordle_cp.threads import Run, processors
def call():
    time.sleep(0.3)
    print("ended", flush=True)
Run(call)
sys.exit(7)
"""


def test_the_result_of_the_call_is_returned_when_it_is_done() -> None:
    gate = threading.Event()
    run = Run(lambda: gate.wait(EVER))
    assert not run.done.is_set()
    gate.set()
    assert run.done.wait(EVER)
    assert run.result()


@pytest.mark.parametrize("error", [ValueError("bad"), KeyboardInterrupt()])
def test_what_the_call_raises_is_raised_in_the_calling_thread(error: BaseException) -> None:
    def call() -> None:
        raise error

    run = Run(call)
    assert run.done.wait(EVER)
    with pytest.raises(type(error)) as raised:
        run.result()
    assert raised.value is error


def test_a_process_does_not_end_before_its_calls() -> None:
    """One that came back from a native call afterwards would abort it, whatever its exit code."""
    done = subprocess.run([sys.executable, "-c", _LEFT_BEHIND], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (7, b"ended\n", b"")


def test_processors_are_those_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert processors() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    assert processors() == 64
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processors() == 1
