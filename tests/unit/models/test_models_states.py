"""States of the and-or search and of a least cost: which are the same, and which include a lost one."""

from __future__ import annotations

from typing import Final

import numpy as np

from wordle_cp.games.goal import TOTAL_GUESSES
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.modes import Mode
from wordle_cp.search.and_or import AndOr, DepthState
from wordle_cp.search.endgame import Aim
from wordle_cp.search.least_cost import LeastCost

BIG: Final = Variant.load("nyt-2022-02-15", mode=Mode.HARD, hidden=HiddenKind.BIG)
ILLS: Final = tuple(word for word in BIG.hidden if word[1:] == "ills")
POSITION: Final = Position.of(BIG.model_copy(update={"hidden": ILLS}))


def after(history: str) -> Binding:
    """Return what `history` fixes."""
    return Binding.after(parse_history(history, 5) if history else (), Mode.HARD, BIG.scoring)


def test_a_lost_state_refutes_what_includes_it_and_nothing_else() -> None:
    search = AndOr(POSITION, (), 7)

    def state(history: str, words: int, left: int) -> DepthState:
        return search._state(np.arange(words), after(history), left, ())  # noqa: SLF001

    lost = state("fills.bgggg", 12, 6)
    assert search._won(lost, 0) is False  # noqa: SLF001
    no_good = lost.lost
    assert no_good is not None
    assert no_good.weights == (1,) * 7  # with ILLS in place a guess finds one word, or nothing
    assert set(no_good.binding.facts.greens) == {None}  # and so it does with two L and an S somewhere
    assert no_good.binding.facts.counts == (("l", 2), ("s", 1))
    for included in (
        state("fills.bgggg", 12, 5),  # fewer guesses
        state("fills.bgggg", 13, 6),  # more words
        state("fills.bgggg.films.ygybg", 12, 6),  # more is fixed
    ):
        assert search._includes_lost(included)  # noqa: SLF001
        assert included.lost is no_good
    for other in (
        state("fills.bgggg", 12, 7),
        state("fills.bgggg", 11, 6),
        state("", 12, 6),
        state("fills.bggbb", 12, 6),
    ):
        assert not search._includes_lost(other)  # noqa: SLF001


def test_guesses_left_do_not_tell_states_apart_where_there_are_enough() -> None:
    search = LeastCost(POSITION, (), Aim((1,) * len(ILLS), 12, TOTAL_GUESSES))
    seven = tuple(range(7))
    enough = search.state(seven, after(""), 7, ())
    assert enough is search.state(seven, after(""), 12, ())
    assert enough.left is None
    assert enough is not search.state(seven, after(""), 6, ())
