"""Tables of reports: their columns stand below each other, whatever the letters of a game are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rich.cells import cell_len

from wordle_cp import Variant
from wordle_cp.answers.telling import column
from wordle_cp.experiments.list_stats import stats


def test_cells_are_as_wide_as_a_terminal_shows_them() -> None:
    cells = column("opener", ("🐶🐱🐶🐱", "한국어", "cafe\u0301", "crate"))
    assert [cell_len(cell) for cell in cells] == [8] * 5
    assert cells[3] == "cafe\u0301    "


@pytest.mark.parametrize("letters", [("a", "b"), ("🐶", "🐱"), ("한", "국"), ("ç", "é")])
@pytest.mark.parametrize("length", [2, 9])
def test_tables_keep_their_columns(letters: tuple[str, str], length: int) -> None:
    first, second = letters
    hidden = (first * (length - 1) + second, second * length)
    report = stats(Variant.from_words((*hidden, first * length), hidden), top=3)
    lines = list(report.told(""))
    tables = [lines.index(line) for line in lines if line.startswith(("letter", "opener", "family"))]
    for start, end in pairwise(tables):
        assert len({cell_len(line) for line in lines[start:end]}) == 1, lines[start:end]
        assert end - start > 2
