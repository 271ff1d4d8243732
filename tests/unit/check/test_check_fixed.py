"""The checker of fixed guesses: one long group takes the memory of a few columns, not of all its words."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

from wordle_cp import check_certificate
from wordle_cp.certificate.claims.fixed import Fail
from wordle_cp.certificate.render import render
from wordle_cp.certify.records import refuted_certificate
from wordle_cp.check.counting import patterns
from wordle_cp.games.question import Position

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_group_of_all_codes_takes_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.of("mastermind-4x6")
    codes = position.hidden
    group = tuple(range(len(codes)))
    proof = refuted_certificate(position, 0, (group,), (Fail(0),), leave=len(codes) - 1, start=())
    path = tmp_path / "long.cert"
    path.write_text("".join(f"{line}\n" for line in render(proof)), encoding="utf-8")
    check_certificate(path)
    column = len(codes)
    monkeypatch.setattr(patterns, "MAX_CACHE_BYTES", 4 * column)
    tracemalloc.start()
    check_certificate(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < len(codes) * column
