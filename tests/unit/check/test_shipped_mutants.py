"""Shipped certificates with one field changed are rejected, unless what they claim then is true as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE, only_more, share
from tools import mutants, node_mutants
from tools.mutants import is_about_codes, judge, judge_within, shares
from tools.node_mutants import judge_nodes
from wordle_cp.data import proof_paths

if TYPE_CHECKING:
    from pathlib import Path

SMALL: Final = tuple(
    path
    for path in proof_paths()
    if ".cert" in path.name and path.stat().st_size < 5_000 and not is_about_codes(path)
)
"""Larger ones are left to `make mutants`, which also prints the shares that are killed."""
COUNT: Final = 9
REFUTATIONS: Final = sorted(
    (path for path in proof_paths() if "depth-4" in path.name or "refuted" in path.name),
    key=lambda path: path.stat().st_size,
)
"""From the smallest to the largest that ships, which takes a minute to check."""


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.name)
def test_mutants_are_killed(path: Path, tmp_path: Path) -> None:
    figures, wrong = judge(path, share(COUNT), tmp_path)
    assert not wrong
    assert figures["killed"] > 0
    assert " of " in shares(figures)


def test_an_accepted_mutant_that_is_not_true_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "check_file", lambda *_: None)
    figures, wrong = judge(SMALL[0], 3, tmp_path)
    assert len(wrong) == figures["wrong"] > 0


@pytest.mark.parametrize("path", REFUTATIONS if MORE else REFUTATIONS[:1], ids=lambda path: path.name)
def test_nodes_that_survive_are_true(path: Path, tmp_path: Path) -> None:
    figures, wrong = judge_nodes(path, 60 if MORE else 8, tmp_path)
    assert not wrong
    assert figures["killed"] > figures["true"] + figures["other"]


@only_more
def test_a_node_that_survives_and_is_not_true_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_mutants, "rejects_a_node", lambda *_: False)
    figures, wrong = judge_nodes(REFUTATIONS[0], 20, tmp_path)
    assert len(wrong) == figures["wrong"] > 0


@only_more
def test_as_many_mutants_as_some_time_allows(tmp_path: Path) -> None:
    """Of codes, too; what is accepted is told, and nothing ends in another way."""
    path = next(path for path in proof_paths() if path.name.startswith("mastermind-4x6-missed"))
    figures, accepted = judge_within(path, 3.0, tmp_path)
    assert figures["killed"] > 0
    assert figures["wrong"] == 0
    assert len(accepted) == figures["true"]
