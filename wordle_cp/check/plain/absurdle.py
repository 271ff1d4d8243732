"""A second checker of Absurdle: slow, short, standard library only, written from docs/certificates/.

Where the page leaves out guesses that can't win in time, this tries them all.
"""

from collections import Counter
from functools import cache
from pathlib import Path

from .game import PlainGame, demand
from .total import CLAIM, Words


class PlainAbsurdle(PlainGame):
    """One certificate: the constructor returns if it is accepted, and raises a ValueError if it isn't."""

    def __init__(self, path: Path, lists: Path) -> None:
        """Check the certificate at `path`; `lists` is the folder of the word lists that are known."""
        super().__init__(path, lists)
        demand(not self.signs, "words")
        demand(self.number(self.take("covered (N)")[0], 1) == len(self.left), "covered")
        words, past = frozenset(self.left), list(self.history)
        for number in range(1, self.fewest + 1):
            guess = self.take("(W)")[0]
            demand(self.allows(guess, past), guess)
            pattern, words = self.answer(guess, words)
            past.append((guess, pattern))
            demand((pattern == self.win) == (number == self.fewest), "a win with the last guess")
        demand(self.take("end of certificate") == () and not self.lines, "nothing after the end")
        demand(not self.wins_within(self.fewest - 1), "no win in fewer guesses")

    def take(self, pattern: str, default: str | None = None) -> tuple[str, ...]:
        """Return what `PlainGame` does, but ask for another claim."""
        demand(self.lines, "a line")
        if pattern != CLAIM:
            return PlainGame.take(self, pattern, default)
        self.fewest = self.number(PlainGame.take(self, "claim absurdle least (N)")[0], 1, 255)
        return "least", "255"

    def answer(self, guess: str, words: Words) -> tuple[str, Words]:
        """Return Absurdle's response, and the words that are left then."""
        sizes = Counter(self.score(guess, word) for word in words)
        most = [pattern for pattern in sizes if sizes[pattern] == max(sizes.values())]
        fewest = min(pattern.count("G") for pattern in most)
        most = [pattern for pattern in most if pattern.count("G") == fewest]
        fewest = min(pattern.count("Y") for pattern in most)
        most = [pattern for pattern in most if pattern.count("Y") == fewest]
        pattern = min(most, key=lambda pattern: ["BYG".index(tile) for tile in pattern])
        return pattern, frozenset(word for word in words if self.score(guess, word) == pattern)

    def wins_within(self, guesses: int) -> bool:
        """Tell whether so many guesses, or fewer, win: all sequences of allowed ones are tried."""

        @cache
        def next_to(guess: str, pattern: str) -> Words:
            return frozenset(t for t in self.guesses if self.allows(t, [(guess, pattern)]))

        @cache
        def wins(words: Words, allowed: Words, left: int) -> bool:
            if left == 0:
                return False
            for guess in allowed:
                pattern, kept = self.answer(guess, words)
                after = allowed & next_to(guess, pattern)
                if pattern == self.win or ((kept, after) != (words, allowed) and wins(kept, after, left - 1)):
                    return True
            return False

        allowed = frozenset(t for t in self.guesses if self.allows(t, self.history))
        return wins(frozenset(self.left), allowed, guesses)
