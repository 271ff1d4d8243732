"""Responses in blocks and as a table, against those of the compiled game; and what memory the table takes."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from wordle_cp.engine import Game, responses
from wordle_cp.games.variant import Variant
from wordle_cp.work import Limits, Note, StoppedError, StopReason, Work


@pytest.mark.parametrize("name", ["toy", "mastermind-4x6", "bulls-and-cows", "nerdle-mini"])
def test_blocks_and_table_are_the_responses(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "_PAIRS", 1000)
    monkeypatch.setattr(responses, "_GUESSES", 1)
    variant = Variant.load(name)
    guesses = random.Random(name).sample(variant.guesses, min(len(variant.guesses), 90))  # noqa: S311  no secret
    hidden = variant.hidden[:70]
    asked = Game(tuple(dict.fromkeys((*guesses, *hidden))), hidden, variant.scoring)
    expected = asked.by_guess[: len(guesses)]
    blocks = list(responses.responses(guesses, hidden, variant.scoring))
    assert len(blocks) > 1 or name == "toy"
    for block, table in blocks:
        assert np.array_equal(table, expected[block])
    table = responses.responses_by_hidden(guesses, hidden, variant.scoring)
    assert table.itemsize == (1 if variant.scoring.win < 2**8 else 2)
    assert np.array_equal(table, expected.T)


def test_a_table_that_has_no_room_isn_t_begun() -> None:
    shown: list[object] = []
    variant = Variant.load("nyt-2022-02-15", hidden="big")
    work = Work(limits=Limits(memory_bytes=1e8), show=shown.append)
    with pytest.raises(StoppedError) as stopped:
        responses.responses_by_hidden(variant.guesses, variant.hidden, variant.scoring, work)
    assert stopped.value.reason is StopReason.MEMORY
    assert [type(event) for event in shown] == [Note]
    with pytest.raises(StoppedError):
        Game(variant.guesses, variant.hidden, work=work)


def test_the_table_takes_little_more_than_itself() -> None:
    program = """
import random
from wordle_cp.engine import responses
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.work import peak_memory
letters = random.Random(6)
words = sorted({"".join(letters.choices("aeioubcdlmnprst", k=6)) for _ in range(12_000)})
responses.responses_by_hidden(words[:50], words[:50], WordScoring(6))
before = peak_memory()
table = responses.responses_by_hidden(words, words, WordScoring(6))
print((peak_memory() - before) / table.nbytes)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert float(done.stdout) <= 1.4
