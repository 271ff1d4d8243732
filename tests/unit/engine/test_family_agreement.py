"""On every family of six or more words the CP-SAT table and the native family solver agree."""

from __future__ import annotations

import pytest

from tests.effort import first
from tests.native_depth import families, family_solvable
from wordle_cp.answers.families import family_table
from wordle_cp.engine import DepthSearch, Game
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode

MIN_SIZE = 6


@pytest.mark.parametrize("mode", first([Mode.HARD, Mode.NORMAL]))
@pytest.mark.parametrize("hidden", first([HiddenKind.LIST, HiddenKind.BIG]))
@pytest.mark.parametrize("name", first(["original", "nyt-2022-02-15"]))
def test_the_models_and_the_search_agree_on_every_family(name: str, hidden: HiddenKind, mode: Mode) -> None:
    variant = Variant.load(name, mode=mode, hidden=hidden)
    search = DepthSearch(Game(variant.guesses, variant.hidden), mode, jobs=1, min_family=MIN_SIZE)
    native = {pattern: (number, words) for number, (pattern, words) in enumerate(families(search))}
    table = family_table(variant.guesses, variant.hidden, mode, min_size=MIN_SIZE)
    assert {family.pattern for family in table} == set(native)
    assert len(table) > (100 if hidden is HiddenKind.BIG else 10)
    for family in table:
        number, words = native[family.pattern]
        assert set(words) == set(family.words)
        assert family.least_depth is not None, "a limit struck"
        assert family_solvable(search, number, family.least_depth), family
        assert not family_solvable(search, number, family.least_depth - 1), family
