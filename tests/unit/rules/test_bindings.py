"""Bindings: what they allow is what the mode allows, however they were come by."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring, Scoring, WordScoring

GAMES: Final = (
    (WordScoring(3), tuple(map("".join, product("abc", repeat=3)))),
    (CodeScoring(3, 3), tuple(CodeScoring(3, 3).codes())),
)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(("scoring", "words"), GAMES, ids=["words", "codes"])
def test_binding_allows_what_the_mode_does(scoring: Scoring, words: tuple[str, ...], mode: Mode) -> None:
    met: dict[tuple[bool, ...], set[Binding]] = {}
    start = Binding.after((), mode, scoring)
    for hidden in words[::4]:
        for first, second in product(words[::3], words[::2]):
            moves = tuple((guess, scoring.score(guess, hidden)) for guess in (first, second))
            after = Binding.after(moves, mode, scoring)
            allowed = tuple(scoring.is_allowed(word, moves, mode) for word in words)

            assert tuple(map(after.allows, words)) == allowed
            assert start.add(*moves[0]).add(*moves[1]) == after == Binding.after(moves[::-1], mode, scoring)
            assert after.includes(start.add(*moves[1]))
            assert hash(after) == hash(Binding.after(moves * 2, mode, scoring))
            if not mode.binds:
                assert after == start
            met.setdefault(allowed, set()).add(after)
    assert len(met) > 1 or not mode.binds


def test_one_binding_includes_another_only_if_it_fixes_as_much() -> None:
    scoring = WordScoring(3)
    green = scoring.parse_pattern("GBB")
    yellow = scoring.parse_pattern("YBB")
    hard = Binding.after((("abc", green),), Mode.HARD, scoring)

    assert not Binding.after((("abc", yellow),), Mode.HARD, scoring).includes(hard)
    assert hard == Binding.after((("add", green),), Mode.HARD, scoring)
    ultrahard = Binding.after((("abc", green),), Mode.ULTRAHARD, scoring)
    assert ultrahard.facts == hard.facts
    assert not ultrahard.includes(Binding.after((("add", green),), Mode.ULTRAHARD, scoring))
