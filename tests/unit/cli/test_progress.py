"""Snapshots as one line."""

from __future__ import annotations

from wordle_cp.cli.progress import describe_bounds
from wordle_cp.engine import BoundProgress


def test_bounds_name_cells_while_lemmas_are_chosen() -> None:
    choosing = BoundProgress(openers=0, sets=7, lemmas=0, cells=3, all_cells=12)
    assert describe_bounds(choosing) == "3 of 12 cells looked at, 0 lemmas, 7 sets"
    chosen = BoundProgress(openers=1, sets=7, lemmas=5, cells=12, all_cells=12)
    assert describe_bounds(chosen) == "1 opener done, 5 lemmas, 7 sets"
