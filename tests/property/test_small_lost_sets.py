"""Small lost sets, and the sizes below which none is lost: random games against exhaustive search."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np

from tests.effort import only_more
from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, random_game
from wordle_cp.answers.models.lost_sets import never_lost, shrunk, untold_triples
from wordle_cp.engine import score_matrix
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of

if TYPE_CHECKING:
    from wordle_cp.models.witness import Words

SIZE = Size(most_hidden=9, most_guesses=14)


def lost(brute: BruteForce, words: tuple[str, ...], guesses: int, chosen: Words) -> bool:
    """Tell whether the `chosen` words can't all be found in so many guesses."""
    allowed = brute.allowed_after(())
    return not brute.solvable(frozenset(words[place] for place in chosen), allowed, guesses)


def test_shrunk_sets_are_lost_and_minimal_and_small_ones_are_not_lost() -> None:
    rng = random.Random(8)  # noqa: S311  reproducible, not secret
    told, sizes = set[bool](), set[int]()
    for _ in range(60):
        game = random_game(rng, SIZE)
        words = game.hidden
        brute = BruteForce(game.guesses, Mode.NORMAL)
        patterns = np.array([[pattern_of(guess, word) for word in words] for guess in game.guesses], np.uint8)
        places = np.array([game.guesses.index(word) for word in words], np.intp)
        triples = combinations(range(len(words)), 3)
        untold = [triple for triple in triples if lost(brute, words, 2, frozenset(triple))]
        assert list(untold_triples(patterns, places)) == untold
        told.add(not untold)
        for guesses in (1, 2, 3):
            is_lost = partial(lost, brute, words, guesses)
            below = never_lost(guesses, triples_told=not untold)
            order = rng.sample(range(len(words)), len(words))
            assert not any(is_lost(frozenset(some)) for some in combinations(order, below))
            if not is_lost(frozenset(order)):
                continue
            kept: list[Words] = []
            found = shrunk(order, is_lost, step=rng.choice((1, 2, 5)), found=kept.append)
            assert is_lost(found)
            assert not any(is_lost(found - {word}) for word in found)
            assert len(found) > below
            assert not kept or kept[-1] == found
            assert all(one > other for one, other in pairwise(kept))
            sizes.add(len(found))
    assert told == {True, False}
    assert len(sizes) > 2


@only_more
def test_any_three_of_the_original_words_are_told_apart_by_a_guess() -> None:
    """So any seven are found within four guesses."""
    variant = Variant.load("original")
    place = {guess: number for number, guess in enumerate(variant.guesses)}
    places = np.array([place[word] for word in variant.hidden], np.intp)
    patterns = score_matrix(variant.guesses, variant.hidden)
    assert not list(untold_triples(patterns, places))
    family = [number for number, word in enumerate(variant.hidden) if word.endswith("atch")]
    own = patterns[places[family]][:, family]  # they alone tell no three of them apart
    assert list(untold_triples(own, np.arange(len(family)))) == list(combinations(range(len(family)), 3))
