"""Which guesses the checker looks at for a lemma: what plain counting tells, however lemmas are grouped."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from wordle_cp.check.counting import lemma_looks, shared_facts
from wordle_cp.check.counting.cell_counts import CellCounts
from wordle_cp.check.counting.cells import Cell
from wordle_cp.check.counting.counts import PatternTable
from wordle_cp.check.counting.lemma_looks import LemmaTask, Looks, unpacked
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.totals.bounds import Bounds
from wordle_cp.data import word_list
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from wordle_cp.check.counting.patterns import Places

NOTHING = Restriction((None,) * 5, ())


@pytest.fixture(scope="module")
def bounds() -> Bounds:
    """Return what is known of some words of the original lists: nothing but their patterns."""
    hidden = word_list("original-hidden")
    guesses = GuessPatterns(hidden[:500])
    return Bounds(PatternTable(guesses, hidden[:300:2]), guesses, hard=False)


def task_of(words: Places, bound: float) -> LemmaTask:
    """Return the lemma that these words cost `bound`."""
    return LemmaTask(number=0, words=words, fixed=NOTHING, left=None, bound=bound, chosen=True, past=())


@pytest.fixture(scope="module")
def tasks(bounds: Bounds) -> list[tuple[LemmaTask, list[int]]]:
    """Return lemmas about cells, and about words that share no fact, with the guesses to look at."""
    rng = random.Random(5)  # noqa: S311  reproducible, not secret
    tasks: list[LemmaTask] = []
    for guess in range(0, len(bounds.guesses.words), 25):
        row = bounds.table.patterns[guess]
        for pattern in np.unique(row):
            words = np.flatnonzero(row == pattern)
            if len(words) > 1:
                bound = 3 * len(words) - rng.randint(2, len(words))
                tasks.append(task_of(words, bound))
    for _ in range(7):
        words = np.array(sorted(rng.sample(range(len(bounds.table.words)), 60)))
        tasks.append(task_of(words, 3 * 60 - rng.randint(5, 40)))
    return [(task, looked_at(bounds, task)) for task in tasks]


def looked_at(bounds: Bounds, task: LemmaTask) -> list[int]:
    """Return the guesses that show too much for the lemma, by plain counting."""
    patterns = bounds.table.patterns[:, task.words]
    shows = [
        len(set(row)) + (bounds.table.member[guess] in task.words)
        for guess, row in enumerate(patterns.tolist())
    ]
    limit = 3 * len(task.words) - task.bound
    return [guess for guess, number in enumerate(shows) if number > limit]


@pytest.mark.parametrize("order", [0, 16, 10**9])
@pytest.mark.parametrize(("few_words", "few_patterns"), [(0, -1), (0, 2**12), (40, -1)])
def test_what_is_looked_at(
    bounds: Bounds,
    tasks: list[tuple[LemmaTask, list[int]]],
    order: int,
    few_words: int,
    few_patterns: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_facts, "_ORDER", order)
    monkeypatch.setattr(lemma_looks, "_FEW_WORDS", few_words)
    monkeypatch.setattr(lemma_looks, "_FEW_PATTERNS", few_patterns)
    looks = Looks(bounds).find([task for task, _ in tasks], lambda: None)
    found = [unpacked(which).tolist() for which in looks]
    assert len({len(some) for some in found}) > 9
    assert found == [some for _, some in tasks]


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
@pytest.mark.parametrize("copied", [0, 10**9])
def test_what_any_guess_shows_on_a_cell(
    bounds: Bounds, copied: int, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordle_cp.check.counting.counts.MAX_COPIED_BYTES", copied)
    guesses, hard = bounds.guesses, mode is Mode.HARD
    bounds = Bounds(PatternTable(guesses, bounds.table.words), guesses, hard=hard)
    everything = np.arange(len(bounds.table.words))
    part = CellCounts(bounds).of(everything, NOTHING)
    first = fewer = 0
    best = int(bounds.table.shown.argmax())
    for guess in range(0, len(guesses.words), 25):
        row = bounds.table.patterns[guess]
        for pattern in np.unique(row).tolist():
            words = np.flatnonzero(row == pattern)
            cell = Cell(words, pattern, None, NOTHING, guesses.words[guess] if hard else None)
            numbers = [len(set(row)) for row in bounds.table.patterns[:, words].tolist()]
            allowed = [
                number
                for number, word in zip(numbers, guesses.words, strict=True)
                if not hard or cell.fixed.permits(word)
            ]
            assert part.most(cell) == max(allowed, default=0)
            first += numbers[best] == max(numbers) and numbers.count(max(numbers)) == 1
            fewer += max(allowed, default=0) < max(numbers)
    assert first, "cells on which only the guess that comes first shows so much"
    assert bool(fewer) == hard, "cells on which hard mode forbids what shows most"
