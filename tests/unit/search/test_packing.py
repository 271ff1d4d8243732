"""Sets of words that can't all be found in time, one after another: `search.packing` and what it rests on."""

from __future__ import annotations

import pytest

from wordle_cp.engine import DepthSearch, Game
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.search.missed import Packer

FAMILIES = tuple(first + rest for rest in ("at", "ig") for first in "bcdfhmpw")
"""Sixteen words of two families; in three letters no guess tells more than one of a family from the rest."""


def test_each_word_of_a_part_is_needed() -> None:
    game = Game(FAMILIES, FAMILIES)
    search = DepthSearch(game, Mode.NORMAL, jobs=1)
    opener = game.guess_id("bat")
    found = search.lost_part(4, opener)
    assert found is not None
    _, _, words = found
    kept = [game.hidden_id(word) for word in words]
    assert len({int(game.by_hidden[h, opener]) for h in kept}) == 1
    assert search.run(4, openers=["bat"], hidden=kept).verdict == "impossible"
    for left_out in kept:
        rest = [h for h in kept if h != left_out]
        assert search.run(4, openers=["bat"], hidden=rest).verdict == "possible"
        assert search.lost_part(4, opener, hidden=rest) is None
    coarse = search.lost_part(4, opener, together=3)
    assert coarse is not None
    assert len(coarse[2]) >= len(words)


def test_bad_questions() -> None:
    game = Game(FAMILIES, FAMILIES)
    for mode, guesses, opener, together in (
        (Mode.NORMAL, 1, 0, 1),
        (Mode.NORMAL, 32, 0, 1),
        (Mode.NORMAL, 3, len(FAMILIES), 1),
        (Mode.NORMAL, 3, 0, 0),
        (Mode.ULTRAHARD, 3, 0, 1),
    ):
        with pytest.raises(ValueError, match=r"."):
            DepthSearch(game, mode, jobs=1).lost_part(guesses, opener, together=together)


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_each_opener_has_as_many_sets(mode: Mode) -> None:
    variant = Variant.load("toy", mode=mode).model_copy(update={"guesses": FAMILIES, "hidden": FAMILIES})
    packer = Packer(Position.of(variant), 3)
    low = 0
    while packer.raise_least(low + 1):
        low += 1
    assert packer.least == low > 1
    needed = packer.needed(low)
    assert len(needed) <= len(packer.sets)
    assert packer.least_of(packer.packed(needed)) >= low
    assert packer.lacking(packer.packed(needed), low) == []
    assert packer.lacking(packer.packed(needed[:-1]), low + 1)
    for lost in packer.sets:
        assert len(lost.words) >= 3


@pytest.mark.parametrize("history", ["bat.GBB", "tab.BBY", "bat.GBB.bib.GGB"])
def test_openers_are_those_that_hard_mode_allows(history: str) -> None:
    guesses = ("bat", "big", "bib", "tab", "cob", "gib", "bio", "bin", "bed", "hub", "bog", "fog")
    variant = Variant.load("toy", mode=Mode.HARD).model_copy(update={"guesses": guesses, "hidden": guesses})
    past = parse_history(history, 3)
    hidden = tuple(word for word in guesses if variant.scoring.is_consistent(word, past))
    openers = [guesses[place] for place in Packer(Position.of(variant, past), 3).openers]
    splitting = [t for t in guesses if len({variant.scoring.score(t, word) for word in hidden}) > 1]
    assert openers == [guess for guess in splitting if is_allowed(guess, past, Mode.HARD)]
    assert openers != splitting
