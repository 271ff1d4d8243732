"""The numbers of a guess: published ones, and those that a few lines of counting give."""

from collections import Counter
from math import log2

import pytest

import wordle_cp
from wordle_cp.errors import UsageError
from wordle_cp.games.given import game_of
from wordle_cp.games.question import Position, score
from wordle_cp.games.variant import Variant
from wordle_cp.rules.words import format_pattern, pattern_of


def test_the_numbers_of_raise() -> None:
    """As lessons and videos have them."""
    numbers = Position.of("original").numbers("RAISE")
    assert round(numbers.bits, 3) == 5.878
    assert round(numbers.expected, 1) == 61.0
    assert (numbers.largest, numbers.groups, numbers.possible) == (168, 132, True)


@pytest.mark.parametrize("history", ["", "salet.bybbb"])
@pytest.mark.parametrize("guesses", [("crane",), ("soare", "clint")])
def test_numbers_and_groups_are_those_of_counting(history: str, guesses: tuple[str, ...]) -> None:
    position = Position.of("original", history)
    counted = Counter(
        ".".join(format_pattern(pattern_of(guess, word), 5) for guess in guesses) for word in position.hidden
    )
    groups = position.groups(*guesses)
    assert {response: len(words) for response, words in groups.items()} == counted
    assert [len(words) for words in groups.values()] == sorted(counted.values(), reverse=True)
    numbers, left = position.numbers(*guesses), len(position.hidden)
    assert numbers.bits == pytest.approx(sum(c / left * log2(left / c) for c in counted.values()))
    assert numbers.expected == pytest.approx(sum(c * c for c in counted.values()) / left)
    assert numbers.largest == max(counted.values())
    assert (numbers.groups, numbers.chance) == (len(counted), len(counted) / left)
    assert numbers.alone == sum(c == 1 for c in counted.values())
    assert numbers.possible == any(guess in position.hidden for guess in guesses)


@pytest.mark.parametrize("game", ["toy", "mastermind-4x6", "black-pegs-3x4"])
@pytest.mark.parametrize("turns", [0, 1])
def test_a_table_has_the_numbers_of_each_guess(game: str, turns: int) -> None:
    pytest.importorskip("pandas")
    variant = game_of(game)
    first, hidden = variant.guesses[0], variant.hidden[-1]
    history = ((first, variant.scoring.score(first, hidden)),) * turns
    position = Position.of(variant, history)
    table = position.table()
    assert tuple(table["guess"]) == position.allowed
    for row in table.iloc[::97].to_dict("records"):
        numbers = position.numbers(row["guess"])
        assert row == {name: getattr(numbers, name) for name in table.columns}


def test_equal_entropies_have_equal_bits() -> None:
    """AB and BA tell the same words apart, in another order."""
    words = ("ab", "ba", "cd", "dc", "ac", "ca", "bd", "db")
    variant = Variant.from_words(words, words)
    position = Position.of(variant)
    assert position.numbers("ab").bits == position.numbers("ba").bits


def test_the_response_to_a_guess() -> None:
    assert wordle_cp.score is score
    assert score("RAISE", "crane") == "YYBBG"
    assert score("raise", "xxxxx") == "BBBBB"  # no word of the lists
    assert score("1122", "1212", "mastermind-4x6") == game_of("mastermind-4x6").scoring.format_pattern(
        game_of("mastermind-4x6").scoring.score("1122", "1212")
    )
    with pytest.raises(UsageError, match="expected a word of 5 letters a to z, found 'cranes'"):
        score("raise", "cranes")


def test_what_is_no_guess_has_no_numbers() -> None:
    position = Position.of("original", "salet.bybbb")
    for guesses, reason in (((), "expected a guess"), (("zzzzz",), "not among the guesses")):
        with pytest.raises(UsageError, match=reason):
            position.numbers(*guesses)
    for wrong in (5, ["raise"]):
        with pytest.raises(UsageError, match="expected guesses, texts one by one"):
            position.groups(wrong)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="hard mode forbids"):
        Position.of(Variant.load("original", mode="hard"), "salet.bybbb").groups("crony")
