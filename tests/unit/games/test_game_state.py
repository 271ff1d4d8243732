"""A game on its way: what is left, what is refused, how it ends, and the letters."""

from __future__ import annotations

import pytest

from wordle_cp.errors import HistoryError, UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position, hidden_word
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import GREEN, GREY, YELLOW

TOY = Variant.load("toy")
LEFT = ("credo", "creed", "creek", "creep", "cress", "cried", "crier", "cruel")


def after(text: str, variant: Variant = TOY) -> Position:
    """Return the game after the moves of `text`."""
    return Position.start(variant, parse_history(text, variant.length))


def test_a_game_that_is_won() -> None:
    state = after("")
    assert (state.hidden, state.guesses_left, state.over) == (LEFT, 6, False)
    state = after("plied.bbbgb")
    assert (state.hidden, state.guesses_left, state.over) == (("creek",), 5, False)
    state = after("plied.bbbgb.creek.ggggg")
    assert (state.won, state.lost, state.over) == (True, False, True)
    assert state.refusal("creek") == "the game is over: guess 2 found the hidden word"


def test_a_game_that_is_lost() -> None:
    short = TOY.model_copy(update={"max_guesses": 1})
    state = after("plied.bbbgb", short)
    assert (state.won, state.lost, state.over, state.guesses_left) == (False, True, True, 0)
    assert state.refusal("creek") == "the game is over: it has 1 guess"
    assert after("creek.ggggg", short).won
    endless = after("plied.bbbgb", TOY.model_copy(update={"max_guesses": None}))
    assert (endless.guesses_left, endless.over) == (None, False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("house.bbbbb", "guess 1: 'house' is not among the guesses of toy"),
        (
            "plied.ggggg",
            "guess 1, PLIED GGGGG: no hidden word of toy agrees with this; toy doesn't hide PLIED",
        ),
        ("creek.ggggg.creep.ggggg", "the game is over: guess 1 found the hidden word"),
    ],
)
def test_what_is_no_game(text: str, message: str) -> None:
    with pytest.raises(HistoryError) as raised:
        after(text)
    assert str(raised.value) == message


def test_a_response_that_is_a_word_too() -> None:
    variant = TOY.model_copy(update={"length": 3, "guesses": ("cat", "gyb"), "hidden": ("cat", "gyb")})
    with pytest.raises(HistoryError) as raised:
        after("cat.gyb", variant)
    assert str(raised.value) == (
        "guess 1, CAT GYB: no hidden word of toy agrees with this; "
        "GYB is a guess of toy, too, but was taken for the response"
    )
    with pytest.raises(HistoryError, match=r"agrees with this$"):
        after("cat.gyy", variant)


@pytest.mark.parametrize(
    ("mode", "text", "guess", "reason"),
    [
        (Mode.NORMAL, "trace.bgbyy", "shunt", None),
        (Mode.HARD, "trace.bgbbg", "crier", "the green E of TRACE must stay in position 5"),
        (Mode.HARD, "trace.bgbyy", "shunt", "the green R of TRACE must stay in position 2"),
        (Mode.HARD, "trace.bgbyy", "prick", "the yellow E of TRACE must be used again"),
        (Mode.HARD, "trace.bgbyy", "crane", None),
        (
            Mode.ULTRAHARD,
            "trace.bgbyy",
            "crane",
            "the grey A of TRACE says that there is no A",
        ),
        (Mode.ULTRAHARD, "trace.bgbyy", "creek", None),
    ],
)
def test_modes(mode: Mode, text: str, guess: str, reason: str | None) -> None:
    variant = TOY.model_copy(update={"mode": mode, "hidden": TOY.guesses})
    refusal = after(text, variant).refusal(guess)
    if reason is None:
        assert refusal is None
    else:
        assert refusal == f"{mode.value} mode forbids guess 2: {guess.upper()}: {reason}"


def test_letters_show_their_best_colour() -> None:
    shown = after("trace.bgbyy.crane.ggbby").letters()
    assert shown == {"t": GREY, "r": GREEN, "a": GREY, "c": GREEN, "e": YELLOW, "n": GREY}
    assert after("").letters() == {}


def test_hidden_words() -> None:
    assert hidden_word(TOY, "Creek") == "creek"
    with pytest.raises(UsageError, match="'plied' is not among the hidden words of toy"):
        hidden_word(TOY, "plied")
