"""Claims about Absurdle, checked by docs/certificates alone."""

from collections import Counter
from functools import cache

from .game import PlainGame
from .verdict import demand

Words = frozenset[str]


class PlainAbsurdle(PlainGame):
    """Certificates of the fewest guesses that beat Absurdle."""

    def claim(self) -> None:
        """Take the claim."""
        self.fewest = self.number(self.take("claim absurdle least (N)")[0], 1, 255)
        self.depth = 255

    def prove(self) -> None:
        """Demand that the guesses win, and that fewer can't."""
        demand(self.tiles, "words with coloured tiles")
        demand(self.number(self.take("covered (N)")[0], 1) == len(self.left), f"covered {len(self.left)}")
        words, past = frozenset(self.left), list(self.history)
        guesses = [self.take("(W)")[0] for _ in range(self.fewest)]
        self.end()
        for number, guess in enumerate(guesses, 1):
            demand(self.allows(guess, past), f"an allowed guess, not {self.letters.text(guess)}")
            pattern, words = self.answer(guess, words)
            past.append((guess, pattern))
            demand((pattern == self.win) == (number == self.fewest), "a win with the last guess")
        demand(not self.wins_within(self.fewest - 1), f"that no {self.fewest - 1} guesses win")

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
        """Tell whether `guesses`, or fewer, win: sequences of allowed ones are tried.

        A guess is left out by rule "cells": if no guess makes more than c cells, each later one leaves a c-th
        of the words or more; so with `left` guesses, this one counted, it must leave c**(left - 2) words at
        most.
        """

        @cache
        def next_to(guess: str, pattern: str) -> Words:
            return frozenset(t for t in self.guesses if self.allows(t, [(guess, pattern)]))

        @cache
        def wins(words: Words, allowed: Words, left: int) -> bool:
            if left == 0 or (left == 1 and len(words) > 1):
                return False
            if len(words) == 1:
                return True
            cells = {t: tuple(Counter(self.score(t, word) for word in words).values()) for t in allowed}
            room = max(map(len, cells.values())) ** (left - 2)
            for guess in allowed:
                if max(cells[guess]) <= room:
                    pattern, kept = self.answer(guess, words)
                    after = allowed & next_to(guess, pattern)
                    if (kept, after) != (words, allowed) and wins(kept, after, left - 1):
                        return True
            return False

        allowed = frozenset(t for t in self.guesses if self.allows(t, self.history))
        return wins(frozenset(self.left), allowed, guesses)
