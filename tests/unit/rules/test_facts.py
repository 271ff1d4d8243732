"""Published facts about the shipped lists that the rules alone reproduce."""

from __future__ import annotations

from collections import Counter

import pytest

from wordle_cp.games.notation import parse_history
from wordle_cp.games.variant import Variant
from wordle_cp.rules import words


@pytest.fixture(scope="module")
def nyt() -> Variant:
    """Return the variant that the facts are about."""
    return Variant.load("nyt-2022-02-15")


def test_eight_words_are_left_after_trace(nyt: Variant) -> None:
    history = parse_history("trace.bgbyy", 5)
    left = tuple(word for word in nyt.hidden if words.is_consistent(word, history))
    assert left == ("credo", "creed", "creek", "creep", "cress", "cried", "crier", "cruel")
    assert left == Variant.load("toy").hidden


@pytest.mark.parametrize("name", ["nyt-2022-02-15", "toy"])
def test_nine_guesses_tell_all_eight_words_apart(name: str) -> None:
    hidden = Variant.load("toy").hidden
    apart = {
        guess
        for guess in Variant.load(name).guesses
        if len({words.pattern_of(guess, word) for word in hidden}) == len(hidden)
    }
    assert apart == {"plied", "eiked", "euked", "kidel", "liked", "piked", "piled", "pseud", "speld"}


def test_letter_counts(nyt: Variant) -> None:
    counts = Counter("".join(nyt.hidden))
    assert [(letter, counts[letter]) for letter in "earo"] == [
        ("e", 1230),
        ("a", 975),
        ("r", 897),
        ("o", 753),
    ]


@pytest.mark.parametrize(("guess", "thousandths"), [("salet", 1683), ("audio", 1320)])
def test_coloured_tiles_on_average(guess: str, thousandths: int) -> None:
    """The published means are of the original list, cut off after three digits."""
    hidden = Variant.load("original").hidden
    tiles = sum(
        sum(colour != words.GREY for colour in words.colours(words.pattern_of(guess, word), 5))
        for word in hidden
    )
    assert 1000 * tiles // len(hidden) == thousandths
