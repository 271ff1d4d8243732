"""Faults planted in a module under a sanitizer are found; run by `make sanitize`, before the tests.

What is rare otherwise is frequent in that module: helpers without memory, stamps that have all been used.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from wordle_cp import data
from wordle_cp.engine import Game, TotalSearch
from wordle_cp.rules.modes import Mode

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
        timeout=600,
    )
    assert message in process.stderr
    assert process.returncode != 0


@pytest.mark.parametrize("costs", [(), (0, 1, 4)])
def test_a_helper_without_memory_ends_the_call_alone(costs: tuple[int, ...]) -> None:
    """What openers have in common is counted first, unless there are costs: none was begun with."""
    words = data.word_list("original-hidden")[:200]
    search = TotalSearch(Game(words, words), Mode.NORMAL, jobs=3, costs=costs, loss=9 if costs else None)
    right = search.rank(guesses_left=3 if costs else 6).ranked
    ctypes.CDLL(str(MODULE)).plant_failures_of_helpers(1)
    with pytest.raises(MemoryError):
        search.rank(guesses_left=3 if costs else 6)
    assert search.progress().current is None or costs
    search.resume()  # others that had begun were stopped
    assert search.rank(guesses_left=3 if costs else 6).ranked == right


def test_a_set_that_was_emptied_stays_empty() -> None:
    assert ctypes.CDLL(str(MODULE)).find_stamp_that_comes_back(1000) == 0
