"""Modes: each property says a rule that holds, and hardly anything asks for a mode by its name."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import Restriction, is_consistent, score

WORDS: Final = tuple(map("".join, product("abc", repeat=3)))
PAST: Final = tuple({(past, score(past, hidden)) for past in WORDS for hidden in WORDS})
"""Every past guess with every response."""


@pytest.mark.parametrize("mode", Mode)
def test_properties_say_what_the_demands_mean(mode: Mode) -> None:
    judged = [(guess, (move,)) for guess in WORDS for move in PAST]
    allowed = {(guess, past) for guess, past in judged if is_allowed(guess, past, mode)}
    weaker = {(guess, past) for guess, past in judged if is_allowed(guess, past, mode.weaker)}
    permitted = {(guess, past) for guess, past in judged if Restriction.of(past, 3).permits(guess)}
    consistent = {(guess, past) for guess, past in judged if is_consistent(guess, past)}

    assert mode.binds == (len(allowed) < len(judged))
    assert mode.facts == (allowed <= permitted)
    assert mode.responses == (allowed <= consistent)
    assert mode.only_facts == (allowed in (permitted, set(judged)))
    assert allowed <= weaker
    assert (mode.weaker is mode) == mode.only_facts
