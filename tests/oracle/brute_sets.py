"""Statements about sets of words, by trying everything: the oracle of the models of sets.

Everything is computed from `rules.words.pattern_of`, word by word, with no matrix and no solver.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from wordle_cp.rules.words import pattern_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.oracle.brute_depth import BruteForce, Words
    from wordle_cp.rules.words import History


def loss(guess: str, weights: dict[str, int]) -> int:
    """Return what the words outside the heaviest cell of `guess` weigh."""
    cells: Counter[int] = Counter()
    for word, weight in weights.items():
        cells[pattern_of(guess, word)] += weight
    return sum(weights.values()) - max(cells.values())


def weights_prove(guesses: Sequence[str], weights: dict[str, int], guesses_left: int) -> bool:
    """Tell whether the inequality of a weight certificate holds: the definition, spelled out."""
    worst = max(loss(guess, weights) for guess in guesses)
    return sum(weights.values()) - (guesses_left - 1) * worst > max(weights.values())


def tell_apart(guesses: Sequence[str], words: Sequence[str]) -> bool:
    """Tell whether no two of `words` get the same responses from all of `guesses`."""
    return len({tuple(pattern_of(guess, word) for guess in guesses) for word in words}) == len(words)


def least_separating(guesses: Sequence[str], words: Sequence[str]) -> int:
    """Return how many guesses it takes to tell all words apart; the words are guesses, so all of them do."""
    return next(
        count
        for count in range(len(words) + 1)
        if any(tell_apart(chosen, words) for chosen in combinations(guesses, count))
    )


def least_lost(brute: BruteForce, words: Words, guesses_left: int, history: History = ()) -> int | None:
    """Return how many of `words` already can't all be found in `guesses_left` guesses; None if all can."""
    allowed = brute.allowed_after(history)
    for count in range(1, len(words) + 1):
        for chosen in combinations(sorted(words), count):
            if not brute.solvable(frozenset(chosen), allowed, guesses_left):
                return count
    return None
