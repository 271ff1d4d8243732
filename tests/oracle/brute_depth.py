"""Guaranteed depth by trying everything: the oracle of the depth search and of the no-goods.

The question: some words are left, one of them is hidden, and so many guesses may still be made. Is there a
strategy that finds the hidden word, whichever it is? The definition answers it, in two sentences:

- OR: a position is solvable if *some* allowed guess solves it.
- AND: a guess solves it if *every* response to it either is all green or leaves a solvable position.

There is no cleverness beyond remembering what has been decided: no bounds, no order of the guesses, no
matrix, no thread. The rules are `rules.words.pattern_of` and `rules.modes.is_allowed`, those of the
independent checker.

Why it may remember. A position is the words left, the guesses allowed, and the number of guesses left;
nothing else of the past matters. For the words left that is plain. For the guesses, `rules.modes.is_allowed`
judges a guess by each past guess on its own, in every mode (hard mode: "of any *one* past guess"); hence what
is allowed after one guess more is what was allowed before, less what the new response forbids, and positions
with equal words and equal allowed guesses have equal futures, whatever led to them. `literally_solvable` does
without this argument, and without memory, for games that are small enough; a test compares the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.rules.modes import is_allowed
from wordle_cp.rules.words import History, Restriction, all_green, is_consistent, pattern_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wordle_cp.rules.modes import Mode

Words = frozenset[str]


class BruteForce:
    """All questions about one guess list in one mode; what is decided once is remembered."""

    def __init__(self, guesses: Iterable[str], mode: Mode) -> None:
        """Take `guesses`, all of one length; which of them may be hidden is part of each question."""
        self.guesses: Final = tuple(guesses)
        self.mode: Final = mode
        self._solvable: dict[tuple[Words, Words, int], bool] = {}
        self._patterns: dict[tuple[str, str], int] = {}
        self._permitted: dict[tuple[str, int], Words] = {}

    def allowed_after(self, history: History) -> Words:
        """Return the guesses that the mode allows after `history`."""
        return frozenset(guess for guess in self.guesses if is_allowed(guess, history, self.mode))

    def allowed_under(self, restriction: Restriction) -> Words:
        """Return the guesses that hard mode allows where `restriction` is what the past has fixed."""
        return frozenset(guess for guess in self.guesses if restriction.permits(guess))

    def solvable(self, words: Words, allowed: Words, guesses_left: int) -> bool:
        """Tell whether each of `words` can be found in `guesses_left` guesses, the next among `allowed`."""
        if not words:
            return True
        if guesses_left == 0:
            return False
        position = (words, allowed, guesses_left)
        if position not in self._solvable:
            self._solvable[position] = any(
                self.solvable_by(guess, words, allowed, guesses_left)
                for guess in self.guesses
                if guess in allowed
            )
        return self._solvable[position]

    def solvable_by(self, guess: str, words: Words, allowed: Words, guesses_left: int) -> bool:
        """Tell the same where `guess`, one of `allowed`, is the next one."""
        return all(
            self.solvable(cell, allowed & self._permitted_by(guess, pattern), guesses_left - 1)
            for pattern, cell in self.cells(guess, words)
            if pattern != all_green(len(guess))
        )

    def least_depth(self, words: Words, history: History = ()) -> int:
        """Return the least number of guesses, those of `history` included, that finds each of `words`."""
        allowed = self.allowed_after(history)
        left = next(left for left in range(len(words) + 1) if self.solvable(words, allowed, left))
        return len(history) + left

    def cells(self, guess: str, words: Collection[str]) -> Iterator[tuple[int, Words]]:
        """Yield each response that `guess` may get from `words`, with the words that give it."""
        cells: dict[int, set[str]] = {}
        for word in words:
            cells.setdefault(self._pattern(guess, word), set()).add(word)
        return ((pattern, frozenset(cell)) for pattern, cell in cells.items())

    def _pattern(self, guess: str, word: str) -> int:
        pair = (guess, word)
        if pair not in self._patterns:
            self._patterns[pair] = pattern_of(guess, word)
        return self._patterns[pair]

    def _permitted_by(self, guess: str, pattern: int) -> Words:
        """Return the guesses that this one response doesn't forbid."""
        response = (guess, pattern)
        if response not in self._permitted:
            self._permitted[response] = self.allowed_after((response,))
        return self._permitted[response]


def literally_solvable(
    guesses: Collection[str], hidden: Collection[str], history: History, guesses_left: int, mode: Mode
) -> bool:
    """Answer the question from the whole history, at each step anew; for very small games only."""
    words = [word for word in hidden if is_consistent(word, history)]
    if not words:
        return True
    if guesses_left == 0:
        return False
    length = len(words[0])
    return any(
        all(
            literally_solvable(guesses, hidden, (*history, (guess, pattern)), guesses_left - 1, mode)
            for pattern in {pattern_of(guess, word) for word in words}
            if pattern != all_green(length)
        )
        for guess in guesses
        if is_allowed(guess, history, mode)
    )
