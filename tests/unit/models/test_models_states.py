"""States of a strategy graph: which of them are the same, and which are lost as they include a lost one."""

from __future__ import annotations

from typing import Final

import pytest

from wordle_cp.games.question import Position
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.models.endgame import Aim
from wordle_cp.models.states import State, States
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import parse_history

BIG: Final = Variant.load("nyt-2022-02-15", mode=Mode.HARD, hidden=HiddenKind.BIG)
ILLS: Final = tuple(word for word in BIG.hidden if word[1:] == "ills")


@pytest.fixture(scope="module")
def states() -> States:
    position = Position.of(BIG.model_copy(update={"hidden": ILLS}))
    return States(position, (), Aim((1,) * len(ILLS), 6, None))


def after(states: States, history: str, words: int, left: int) -> State:
    """Return the state of the first `words` words, with what `history` fixes."""
    binding = Binding.after(parse_history(history, 5) if history else (), Mode.HARD, states.scoring)
    return states.state(tuple(range(words)), binding, left, ())


def test_a_lost_state_refutes_what_includes_it_and_nothing_else(states: States) -> None:
    lost = after(states, "fills.bgggg", 12, 6)
    states.grow(lost)
    assert lost.lost
    assert lost.weights is not None  # with ILLS in place a guess finds one word, or nothing
    for included in (
        after(states, "fills.bgggg", 12, 5),  # fewer guesses
        after(states, "fills.bgggg", 13, 6),  # more words
        after(states, "fills.bgggg.films.ygybg", 12, 6),  # more is fixed
    ):
        assert included.lost
        assert included.within is lost
    for other in (
        after(states, "fills.bgggg", 12, 7),
        after(states, "fills.bgggg", 11, 6),
        after(states, "", 12, 6),
        after(states, "fills.bggbb", 12, 6),
    ):
        assert not other.lost
        assert other.within is None


def test_guesses_left_do_not_tell_states_apart_where_there_are_enough(states: States) -> None:
    enough = after(states, "", 7, 7)
    assert enough is after(states, "", 7, 12)
    assert enough.left is None
    assert enough.closed
    assert enough is not after(states, "", 7, 6)
