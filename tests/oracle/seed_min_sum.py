"""The two mutually recursive functions of Selby, "The best strategies for Wordle, part 2" (2022).

That page, in its section for people who like algorithms, defines m(T, H, g): the least total over all
strategies of at most g guesses that find every word of H with guesses of T. `MinSum.min_over_words` takes
the minimum over the next guess, `MinSum.sum_over_partitions` the sum over its responses, and `beta` cuts
both off: what is no better than beta needn't be known. Of the improvements that the page lists, the simple
ones are here, each marked: bounds before values, the bound 2|H| - 1, the cache, the order of guesses and of
cells, cached lower bounds.

The page's pseudocode is simplified. Filled in here are what it leaves out: each word of H pays one for the
guess that is made, and the word that the guess finds pays nothing more. The beta of a cell is what beta
leaves for it when the others have had their lower bounds. Infinity is an integer that no strategy of g
guesses can reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterable

Words = tuple[str, ...]
"""Words in the order of the list they come from."""


class MinSum:
    """Totals for one guess list, one hidden list and one mode; what is found out once is remembered."""

    def __init__(self, guesses: Iterable[str], hidden: Iterable[str], mode: Mode) -> None:
        """Take the lists, all words of one length."""
        self._guesses: Final = tuple(guesses)
        self._hidden: Final = tuple(hidden)
        self._mode: Final = mode
        self._patterns: dict[tuple[str, str], int] = {}
        self._permitted: dict[tuple[str, int], frozenset[str]] = {}
        self._exact: dict[tuple[Words, Words, int], int] = {}
        self._at_least: dict[tuple[Words, Words, int], int] = {}

    def least(self, rounds: int) -> int | None:
        """Return m(all guesses, all hidden words, rounds), None if it is infinite."""
        infinity = self._infinity(rounds)
        total = self.min_over_words(self._guesses, self._hidden, rounds, infinity)
        return total if total < infinity else None

    def after(self, word: str, rounds: int) -> int | None:
        """Return the same where `word` is the first guess."""
        infinity = self._infinity(rounds)
        cells = self._partition(self._hidden, word)
        total = self.sum_over_partitions(self._guesses, self._hidden, rounds - 1, word, cells, infinity)
        return total if total < infinity else None

    def min_over_words(self, allowed: Words, hidden: Words, left: int, beta: int) -> int:
        """Return m(allowed, hidden, left) if it is below `beta`, else `beta`."""
        if left == 0:
            return beta
        if len(hidden) == 1:
            return min(1, beta)
        state = (allowed, hidden, left)
        if state in self._exact:  # the cache
            return min(self._exact[state], beta)
        if self._bound(*state) >= beta:  # a cached lower bound, or 2|H| - 1
            return beta
        # Bounds before values, and the guesses of the least bound first; a hidden word before others.
        choices: list[tuple[int, bool, int, str, dict[int, Words]]] = []
        for word in allowed:
            cells = self._partition(hidden, word)
            if len(cells) > 1:  # a guess that tells nothing only costs
                bound = len(hidden) + sum(2 * len(cell) - 1 for cell in _unfinished(cells, word).values())
                choices.append((bound, word not in hidden, len(choices), word, cells))
        best = beta
        for bound, _, _, word, cells in sorted(choices, key=lambda choice: choice[:3]):
            if bound >= best:
                break  # and so for all that follow
            best = self.sum_over_partitions(allowed, hidden, left - 1, word, cells, best)
        if best < beta:
            self._exact[state] = best
        else:
            self._at_least[state] = beta
        return best

    def sum_over_partitions(
        self, allowed: Words, hidden: Words, left: int, word: str, cells: dict[int, Words], beta: int
    ) -> int:
        """Return the least total for `hidden` with `word` first and `left` guesses after it, if below `beta`.

        Otherwise return `beta`. `cells` is what `word` makes of `hidden`.
        """
        # Smaller cells first: they are done sooner.
        positions = [
            (self._filter(allowed, word, pattern), cell, left)
            for pattern, cell in sorted(_unfinished(cells, word).items(), key=lambda item: len(item[1]))
        ]
        bounds = [self._bound(*position) for position in positions]
        total = len(hidden) + sum(bounds)
        for position, bound in zip(positions, bounds, strict=True):
            if total >= beta:
                return beta
            total += self.min_over_words(*position, beta - total + bound) - bound
        return min(total, beta)

    def _bound(self, allowed: Words, hidden: Words, left: int) -> int:
        """Return a lower bound on m: the cached one, or one guess for one word and two for the others."""
        return self._at_least.get((allowed, hidden, left), 2 * len(hidden) - 1)

    def _filter(self, allowed: Words, word: str, pattern: int) -> Words:
        """Return those of `allowed` that the mode allows now that `word` has got `pattern`."""
        if self._mode is Mode.NORMAL:
            return allowed
        response = (word, pattern)
        if response not in self._permitted:
            self._permitted[response] = frozenset(
                guess for guess in self._guesses if is_allowed(guess, (response,), self._mode)
            )
        return tuple(guess for guess in allowed if guess in self._permitted[response])

    def _partition(self, hidden: Words, word: str) -> dict[int, Words]:
        """Return the subsets of `hidden` by the pattern that `word` gets from them."""
        cells: dict[int, list[str]] = {}
        for other in hidden:
            pair = (word, other)
            if pair not in self._patterns:
                self._patterns[pair] = pattern_of(word, other)
            cells.setdefault(self._patterns[pair], []).append(other)
        return {pattern: tuple(cell) for pattern, cell in cells.items()}

    def _infinity(self, rounds: int) -> int:
        return rounds * len(self._hidden) + 1


def _unfinished(cells: dict[int, Words], word: str) -> dict[int, Words]:
    """Return the cells that need another guess: all but that of the pattern that wins."""
    won = all_green(len(word))
    return {pattern: cell for pattern, cell in cells.items() if pattern != won}
