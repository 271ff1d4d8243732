"""Limits of time and memory."""

from __future__ import annotations

import subprocess
import sys
import time

from wordle_cp.work import Limits, StopReason

_MEASURE = "from wordle_cp.work import Limits; print(Limits(memory_bytes=2e8).struck(0.0), flush=True)"
_LARGE = f"""
import subprocess, sys
eaten = bytearray(b"x") * 400_000_000
del eaten
{_MEASURE}
subprocess.run([sys.executable, "-c", "{_MEASURE}"], check=True)
"""


def test_memory_is_the_process_own_peak() -> None:
    """A peak lasts, and a program that a large process starts doesn't begin with that process' peak."""
    done = subprocess.run([sys.executable, "-c", _LARGE], capture_output=True, text=True, check=True)
    assert done.stdout == "memory limit\nNone\n"


def test_time_and_memory_strike() -> None:
    now = time.monotonic()
    assert Limits(seconds=60.0, memory_bytes=1e15).struck(now) is None
    assert Limits(seconds=60.0).struck(now - 61.0) is StopReason.TIME
    assert Limits(memory_bytes=1.0).struck(now) is StopReason.MEMORY
    assert Limits().struck(0.0) is None
