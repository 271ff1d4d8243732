"""Guesses that are fixed in advance, by trying all sets of them: from the definition, word by word."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


def most_left(guesses: Collection[str], words: Collection[str], respond: Callable[[str, str], object]) -> int:
    """Return how many of `words` are left at most when all `guesses` have their responses."""
    return max(Counter(tuple(respond(guess, word) for guess in guesses) for word in words).values())


def some_do(
    guesses: Sequence[str],
    words: Collection[str],
    count: int,
    leave: int,
    start: Collection[str],
    respond: Callable[[str, str], object],
) -> bool:
    """Tell whether some `count` guesses that begin with `start` always leave `leave` words at most."""
    more = min(count - len(start), len(guesses))
    return any(
        most_left((*start, *chosen), words, respond) <= leave for chosen in combinations(guesses, more)
    )
