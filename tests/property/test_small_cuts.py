"""The same searches with every measured threshold small (native/base/tuning.hpp), against exhaustive search.

So small games are packed, counted by rows and by single facts, asked early whether a limit can be kept, and
bounded in steps, as only large sets are otherwise. No answer may depend on that.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import wordle_cp
from tests.effort import first
from tests.property import (
    test_depth_search,
    test_every_objective,
    test_free_colours,
    test_missed_certificates,
    test_openers_with_weights,
    test_optimality,
    test_search_proofs,
    test_total_search,
    test_total_searches_agree,
)
from wordle_cp.engine.game import NARROW
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator

CUTS = first((3, 2, 4))


def options() -> list[str]:
    """Return the names of all thresholds."""
    text = (Path(wordle_cp.__file__).parent / "native/base/tuning.hpp").read_text()
    return re.findall(r"^    option\((\w+),", text, re.MULTILINE)


@pytest.fixture(params=CUTS)
def small(request: pytest.FixtureRequest) -> Iterator[None]:
    """Set every threshold to the parameter, for searches of this process."""
    before = {option: NARROW.tune(option, request.param) for option in options()}
    yield
    for option, value in before.items():
        NARROW.tune(option, value)


def test_thresholds_have_names() -> None:
    assert len(options()) > 30
    with pytest.raises(ValueError, match="no threshold has the name sharpness"):
        NARROW.tune("sharpness", 1)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("mode", Mode)
def test_totals(mode: Mode) -> None:
    test_every_objective.test_the_best_of_small_games(mode)
    test_openers_with_weights.test_small_games_against_brute_force(mode)


@pytest.mark.usefixtures("small")
def test_strategies() -> None:
    test_total_search.test_rankings_are_true_and_strategies_cost_what_is_claimed(0)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_cuts_of_the_real_lists(mode: Mode) -> None:
    test_total_searches_agree.test_every_opener_has_the_same_total(0, mode)
    test_total_searches_agree.test_every_opener_misses_as_many_words(0, mode)


@pytest.mark.usefixtures("small")
def test_depths(tmp_path: Path) -> None:
    test_depth_search.test_verdicts_are_true_and_strategies_win(0, tmp_path)


@pytest.mark.usefixtures("small")
def test_refutations(tmp_path: Path) -> None:
    test_search_proofs.test_each_impossible_verdict_has_a_certificate_that_is_accepted(0, tmp_path)


@pytest.mark.usefixtures("small")
def test_codes(tmp_path: Path) -> None:
    test_free_colours.test_small_games(0, tmp_path)


@pytest.mark.usefixtures("small")
def test_proofs(tmp_path: Path) -> None:
    test_optimality.test_the_best_of_random_games(0, tmp_path)
    test_missed_certificates.test_random_games(0, tmp_path)
