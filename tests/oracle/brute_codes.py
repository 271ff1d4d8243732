"""Games without tiles by trying everything: least totals and least depths, from the definition.

A response is computed in another way than `rules.scoring` does: black pegs are places that agree, and black
and white pegs together are as many places as can be made to agree by letting the pegs of the guess change
places.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@cache
def response(guess: str, hidden: str) -> tuple[int, int]:
    """Return the numbers of black and white pegs."""
    black = agreeing(guess, hidden)
    return black, max(agreeing("".join(moved), hidden) for moved in permutations(guess)) - black


def agreeing(one: str, other: str) -> int:
    """Return in how many places two codes agree."""
    return sum(a == b for a, b in zip(one, other, strict=True))


def coloured(guess: str, hidden: str) -> tuple[str, ...]:
    """Return whether each letter of the guess is in place, elsewhere or missing, whatever the others are."""
    return tuple(
        "in place" if hidden[place] == letter else "elsewhere" if letter in hidden else "missing"
        for place, letter in enumerate(guess)
    )


RESPOND: Final[Mapping[str, Callable[[str, str], object]]] = {
    "bulls-and-cows": response,
    "jotto": lambda guess, hidden: sum(response(guess, hidden)),
    "exact": agreeing,
    "slots": coloured,
}
"""What a response tells, by feedback, where the guess isn't the hidden word."""


class BruteCodes:
    """A game of which all words, or codes, may be guessed; any may be hidden."""

    def __init__(
        self,
        codes: tuple[str, ...],
        respond: Callable[[str, str], object] = response,
        weights: Mapping[str, int] | None = None,
    ) -> None:
        """Take the words, or codes, what a response to one that isn't hidden tells, and what each weighs."""
        self.codes = codes
        self._respond = respond
        self._weights = weights
        self._totals: dict[frozenset[str], int] = {}
        self._within: dict[tuple[frozenset[str], int], int | None] = {}
        self._missed: dict[tuple[frozenset[str], int], int] = {}
        self._depths: dict[tuple[frozenset[str], int], bool] = {}

    def weight(self, words: frozenset[str]) -> int:
        """Return what `words` weigh together."""
        return len(words) if self._weights is None else sum(self._weights[word] for word in words)

    def cells(self, guess: str, words: frozenset[str]) -> list[frozenset[str]]:
        """Return the cells of `words` under `guess` by ascending response, without that of `guess` itself."""
        cells: dict[Any, set[str]] = {}
        for word in words - {guess}:
            cells.setdefault(self._respond(guess, word), set()).add(word)
        return [frozenset(cells[told]) for told in sorted(cells)]

    def total(self, words: frozenset[str]) -> int:
        """Return the least total of guesses; a guess that divides nothing is never worth making."""
        if len(words) == 1:
            return self.weight(words)
        if words not in self._totals:
            costs = [
                self.total_with(guess, words) for guess in self.codes if self.cells(guess, words) != [words]
            ]
            self._totals[words] = min(costs)
        return self._totals[words]

    def total_with(self, guess: str, words: frozenset[str]) -> int:
        """Return the least total that begins with `guess`."""
        return self.weight(words) + sum(map(self.total, self.cells(guess, words)))

    def strategy(self, guess: str, words: frozenset[str]) -> list[str]:
        """Return the guesses of a strategy of least total that begins with `guess`, in preorder."""
        steps = [guess]
        for cell in self.cells(guess, words):
            if len(cell) > 1:
                splitting = [code for code in self.codes if self.cells(code, cell) != [cell]]
                steps += self.strategy(min(splitting, key=lambda code: self.total_with(code, cell)), cell)
        return steps

    def total_within(self, words: frozenset[str], guesses: int) -> int | None:
        """Return the least total of strategies that find each of `words` within `guesses`; None for none.

        As many guesses as there are words are as good as no limit.
        """
        if not words or (len(words) == 1 and guesses >= 1):
            return self.weight(words)
        if guesses <= 1:
            return None
        key = (words, guesses)
        if key not in self._within:
            found = []
            for guess in self.codes:
                cells = self.cells(guess, words)
                parts = (
                    [self.total_within(cell, guesses - 1) for cell in cells] if cells != [words] else [None]
                )
                if None not in parts:
                    found.append(self.weight(words) + sum(part for part in parts if part is not None))
            self._within[key] = min(found, default=None)
        return self._within[key]

    def missed(self, words: frozenset[str], guesses: int) -> int:
        """Return how many of `words` any strategy misses at the least within `guesses`."""
        if not words or not guesses or len(words) == 1:
            return 0 if guesses else len(words)
        key = (words, guesses)
        if key not in self._missed:
            self._missed[key] = min(
                sum(self.missed(cell, guesses - 1) for cell in self.cells(guess, words))
                for guess in self.codes
            )
        return self._missed[key]

    def possible(self, words: frozenset[str], guesses: int) -> bool:
        """Tell whether all of `words` can be found within `guesses` guesses."""
        if guesses == 0 or len(words) <= 1:
            return len(words) <= guesses
        key = (words, guesses)
        if key not in self._depths:
            self._depths[key] = any(
                all(self.possible(cell, guesses - 1) for cell in self.cells(guess, words))
                for guess in self.codes
            )
        return self._depths[key]
