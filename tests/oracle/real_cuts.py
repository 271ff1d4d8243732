"""Games of 20 to 60 hidden words cut from the real lists, small enough for Python."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tests.oracle.games import SmallGame
from wordle_cp import data
from wordle_cp.rules.words import pattern_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

_GUESSES = data.word_list("nyt-2022-02-15-guesses")
_HIDDEN = data.word_list("nyt-2022-02-15-hidden")


def real_cut(rng: random.Random, hidden: int, others: int) -> SmallGame:
    """Cut so many hidden words and up to so many other guesses out of the real lists.

    Of the other guesses a third is much like the hidden words, so that hard and ultrahard mode have a choice.
    """
    kinds: tuple[Callable[[random.Random, int], list[str]], ...] = (
        _at_random,
        _one_response,
        _families,
        _families,
    )
    words = rng.choice(kinds)(rng, hidden)
    like = [word for some in rng.sample(words, 5) for word in _family(some, rng.randrange(5))]
    guesses = sorted(
        {*words, *rng.sample(like, min(len(like), others // 3)), *rng.sample(_GUESSES, others - others // 3)}
    )
    return SmallGame(tuple(rng.sample(guesses, len(guesses))), tuple(rng.sample(words, len(words))))


def _at_random(rng: random.Random, count: int) -> list[str]:
    """Words of the hidden list."""
    return rng.sample(_HIDDEN, count)


def _one_response(rng: random.Random, count: int) -> list[str]:
    """Words of the hidden list that give the same response to a random guess."""
    while True:
        guess = rng.choice(_GUESSES)
        pattern = pattern_of(guess, rng.choice(_HIDDEN))
        alike = [word for word in _HIDDEN if pattern_of(guess, word) == pattern]
        if count <= len(alike) <= 4 * count:
            return rng.sample(alike, count)


def _families(rng: random.Random, count: int) -> list[str]:
    """A family of the guess list (words that agree in four positions), a part of another, and any words."""
    words: list[str] = []
    for most in (6, 4):
        family: tuple[str, ...] = ()
        while len(family) <= most:
            family = _family(rng.choice(_GUESSES), rng.randrange(5))
        words += (word for word in rng.sample(family, most) if word not in words)
    return words + rng.sample(sorted(set(_HIDDEN).difference(words)), count - len(words))


@cache
def _family(word: str, position: int) -> tuple[str, ...]:
    """Return the guesses that agree with `word` but for the letter at `position`."""
    return tuple(
        other
        for other in _GUESSES
        if other[:position] == word[:position] and other[position + 1 :] == word[position + 1 :]
    )
