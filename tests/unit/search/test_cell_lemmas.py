"""Lemmas about words that are all in one cell of many openers: `search.cell_lemmas`."""

from __future__ import annotations

import pytest

from tests.effort import MORE, first
from tests.oracle.brute_missed import BruteMissed
from wordle_cp.games.variant import Variant
from wordle_cp.rules.words import pattern_of
from wordle_cp.search.missed import CellLemma, CellLemmas

FAMILIES = tuple(
    letter + rest for rest in ("at", "ig", "op") for letter in ("bcdfhmpw" if MORE else "bcdfhmp")
)
"""Words of three families; in three letters no guess tells more than one of a family apart."""


def lemmas_of(words: tuple[str, ...], guesses_left: int) -> CellLemmas:
    """Return the lemmas of a game in which all `words` may be hidden; none is found yet."""
    variant = Variant.load("toy").model_copy(update={"guesses": words, "hidden": words})
    return CellLemmas(variant, words, range(len(words)), guesses_left)


def said(lemmas: list[CellLemma], opener: str) -> int:
    """Return how many words an opener misses as the `lemmas` say it, by the rule."""
    most: dict[int, int] = {}
    for lemma in lemmas:
        words = [word for word in FAMILIES if all(pattern_of(t, word) == p for t, p in lemma.history)]
        cells = {pattern_of(opener, word) for word in words}
        if len(cells) == 1:
            cell = cells.pop()
            most[cell] = max(most.get(cell, 0), lemma.missed)
    return sum(most.values())


@pytest.mark.parametrize("guesses_left", first([3, 4]))
def test_the_lower_end_is_exact_and_lemmas_are_shared(guesses_left: int) -> None:
    brute = BruteMissed(FAMILIES, pattern_of)
    truth = int(brute.missed(frozenset(FAMILIES), guesses_left, 100))
    found = lemmas_of(FAMILIES, guesses_left)
    assert found.raise_least(1) == 1 <= found.least
    assert found.raise_least(10**6) == truth <= found.least
    assert min(said(found.lemmas, opener) for opener in FAMILIES) == truth
    needed = found.needed(truth)
    assert min(said(needed, opener) for opener in FAMILIES) == truth
    assert min(said(needed[1:], opener) for opener in FAMILIES) < truth
    assert len(needed) < len(FAMILIES) * 2, "an opener has several cells"
    for lemma in found.lemmas:
        words = frozenset(
            word for word in FAMILIES if all(pattern_of(t, word) == p for t, p in lemma.history)
        )
        assert brute.missed(words, guesses_left - 1, 100) >= lemma.missed


def test_it_is_stopped() -> None:
    found = lemmas_of(FAMILIES, 3)
    found.stop()
    found.raise_least(5)
    assert (found.least, found.lemmas) == (0, [])
