"""Words missed by trying everything, from the definition: of words or codes, in normal mode."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class BruteMissed:
    """A game whose `guesses` may all be made at any time; `respond` says what a guess gets."""

    def __init__(self, guesses: Iterable[str], respond: Callable[[str, str], object]) -> None:
        """Take the game."""
        self._guesses = tuple(guesses)
        self._respond = respond
        self._least: dict[tuple[frozenset[str], int, float], float] = {}

    def missed_with(self, guess: str, words: frozenset[str], within: int, most: float) -> float:
        """Return how many of `words` are missed at least with `guess` next; see `missed`."""
        cells: dict[object, set[str]] = {}
        for word in words - {guess}:
            cells.setdefault(self._respond(guess, word), set()).add(word)
        own = len(words & {guess}) * (within < 1)
        return own + sum(self.missed(frozenset(cell), within - 1, most - 1) for cell in cells.values())

    def missed(self, words: frozenset[str], within: int, most: float) -> float:
        """Return how many of `words` a strategy doesn't find `within` so many guesses, at least.

        It must find all within `most` guesses, which may be infinite; so is what is returned if none does.
        As many guesses as there are words are as good as any number.
        """
        if not words or most < min(len(words), 2):
            return inf if words else 0
        most = min(most, len(words) + max(0, within))
        key = (words, max(0, within), most)
        if key not in self._least:
            self._least[key] = min(self.missed_with(guess, words, within, most) for guess in self._guesses)
        return self._least[key]
