"""Play by noisy values by trying everything: the oracle of `wordle-cp noise`.

Every guess of the list is summed up for every set, in whole units of 2^-32; least totals are found by trying
everything too. Only the draws are those of the native code, written down again.
"""

from __future__ import annotations

from functools import cache
from math import inf
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.words import all_green, pattern_of

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant

Words = tuple[str, ...]
_BITS: Final = 2**64
_ONE: Final = 2**32


def _mix(number: int) -> int:
    """Scatter a number of 64 bits as SplitMix64 does."""
    number = (number + 0x9E3779B97F4A7C15) % _BITS
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 % _BITS
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB % _BITS
    return number ^ (number >> 31)


class NoisyGame:
    """A game of normal mode with noise in the values of the states after `made` guesses."""

    def __init__(self, variant: Variant, *, made: int, seed: int) -> None:
        """Take the game and the noise."""
        self._variant = variant
        self._made = made
        self._seed = seed
        self._level = self._run = 0
        self._number = {word: number for number, word in enumerate(variant.hidden)}
        self._least = cache(self._least_total)
        self._cells = cache(self._cells_of)
        self._key = cache(self._key_of)

    def total(self, opener: str, *, level: float, run: int) -> float:
        """Return the true total of the play after `opener` in a run at a level, in per cent."""
        self._level = round(level / 100 * _ONE)
        self._run = _mix((_mix(self._seed) + run) % _BITS)
        return self._after(opener, self._variant.hidden, 1)[1]

    def _least_total(self, words: Words, left: int) -> float:
        if left == 0:
            return inf
        if len(words) == 1:
            return 1
        cells = (self._cells(guess, words) for guess in self._variant.guesses)
        return len(words) + min(
            sum(self._least(cell, left - 1) for cell in some) for some in cells if some != (words,)
        )

    def _factor(self, words: Words) -> int:
        """Return what the value of a set is multiplied by, in 2^-32."""
        draw = _mix(self._run ^ self._key(words)) >> 32
        draw -= _ONE if draw >= _ONE // 2 else 0
        return _ONE + self._level * draw // 2**31

    def _key_of(self, words: Words) -> int:
        key = 0
        for word in words:
            key ^= _mix((_mix(self._number[word]) + 0x5EED) % _BITS)
        return key

    def _after(self, guess: str, words: Words, made: int) -> tuple[float, float]:
        """Return the noisy sum and the true total of `words`, where `guess` is the `made`-th."""
        noisy, total = float(len(words) * _ONE), float(len(words))
        for cell in self._cells(guess, words):
            if made == self._made:
                assert self._variant.max_guesses is not None
                value = self._least(cell, self._variant.max_guesses - made)
                noisy, total = noisy + value * self._factor(cell), total + value
            else:
                best = min(self._after(another, cell, made + 1) for another in self._variant.guesses)
                noisy, total = noisy + best[0], total + best[1]
        return noisy, total

    def _cells_of(self, guess: str, words: Words) -> tuple[Words, ...]:
        """Return the cells of `words` but the all-green one."""
        green = all_green(self._variant.length)
        patterns = {word: pattern_of(guess, word) for word in words}
        return tuple(
            tuple(word for word in words if patterns[word] == pattern)
            for pattern in sorted(set(patterns.values()) - {green})
        )
