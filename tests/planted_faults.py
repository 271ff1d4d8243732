"""Faults planted in a module under a sanitizer are found; run by `make sanitize`, before the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = Path(os.environ["WORDLE_CP_NATIVE"]).resolve()
FAULTS = {
    "_native_address": {
        "plant_overflow_of_an_array": "AddressSanitizer: heap-buffer-overflow",
        "plant_signed_overflow": "runtime error: signed integer overflow",
    },
    "_native_thread": {"plant_data_race": "ThreadSanitizer: data race"},
}[MODULE.name.partition(".")[0]]
COMMIT = """if True:
    import ctypes, sys
    getattr(ctypes.CDLL(sys.argv[1]), sys.argv[2])(1000)
"""


@pytest.mark.parametrize(("fault", "message"), FAULTS.items())
def test_the_sanitizer_finds(fault: str, message: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", COMMIT, str(MODULE), fault],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert message in process.stderr
    assert process.returncode != 0
