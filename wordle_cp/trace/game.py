"""The game of a trace: few words and guesses, with all patterns, and what the modes allow.

Where this stands: above `search.total`, whose question it takes; below the traced search.

A game is small if it has at most `MOST_HIDDEN` hidden words and `MOST_GUESSES` guesses. Where more guesses
are allowed, as on the real lists, those that are equal for these words are taken together first: in normal
mode guesses that divide the words alike, in hard mode guesses that agree once the letters that occur in
none of the words are blanked (docs/average-search.md, "Equal guesses"). Words that may be hidden and
openers that were asked for stay. In ultrahard mode nothing is taken together.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import score_matrix
from wordle_cp.errors import UsageError
from wordle_cp.rules import Mode, all_green, is_allowed

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from wordle_cp.search.total import TotalQuestion

MOST_HIDDEN: Final = 60
MOST_GUESSES: Final = 1_000

Words = tuple[int, ...]
"""Hidden words by index, ascending."""
Allowed = int
"""A set of guesses: bit i is guess i."""


def blanked(guess: str, letters: frozenset[str]) -> str:
    """Return `guess` with a dot for each letter that isn't one of `letters`."""
    return "".join(letter if letter in letters else "." for letter in guess)


class SmallGame:
    """The hidden words and guesses of a question, small enough to be traced."""

    def __init__(self, question: TotalQuestion, openers: Sequence[str] = ()) -> None:
        """Take the game of `question`, whose first guess is one of `openers` (none: any).

        Raises:
            UsageError: the game is too large, or the objective isn't the number of guesses.
        """
        if not question.objective.counts_guesses or question.objective.weights:
            message = "a trace is about the total number of guesses: without weights, costs and a loss"
            raise UsageError(message)
        question.variant.demand_plain("a trace")
        hidden = question.hidden
        if len(hidden) > MOST_HIDDEN:
            message = f"a trace is for at most {MOST_HIDDEN} hidden words; here are {len(hidden)}"
            raise UsageError(message)
        everything = question.openers
        guesses = _worth_listing(everything, hidden, openers, question.variant.mode)
        if len(guesses) > MOST_GUESSES:
            message = (
                f"a trace is for at most {MOST_GUESSES:,} guesses that differ for the words left; "
                f"here are {len(guesses):,}"
            )
            raise UsageError(message)
        index = {guess: number for number, guess in enumerate(guesses)}
        self.mode: Final = question.variant.mode
        self.hidden: Final = hidden
        self.guesses: Final = guesses
        self.left_out: Final = len(everything) - len(guesses)
        self.openers: Final = tuple(index[opener] for opener in openers)
        self.patterns: Final[list[list[int]]] = score_matrix(guesses, hidden).tolist()
        self.word_of: Final = {index[word]: number for number, word in enumerate(hidden) if word in index}
        """The hidden word that a guess is, for guesses that are one."""
        self.everything: Final[Allowed] = (1 << len(guesses)) - 1
        self.all_green: Final = all_green(question.variant.length)
        self._permitted = cache(self._find_permitted)

    def cells(self, guess: int, words: Words) -> dict[int, Words]:
        """Return the words that give each response to `guess`, the winning one left out."""
        row = self.patterns[guess]
        cells: dict[int, list[int]] = {}
        for word in words:
            if row[word] != self.all_green:
                cells.setdefault(row[word], []).append(word)
        return {pattern: tuple(cells[pattern]) for pattern in cells}

    def count(self, guess: int, words: Words) -> int:
        """Return how many different responses `guess` gets from `words`, all green included."""
        return len(set(map(self.patterns[guess].__getitem__, words)))

    def wins(self, guess: int, words: Words) -> bool:
        """Tell whether `guess` is one of `words`."""
        return self.word_of.get(guess) in words

    def after(self, allowed: Allowed, guess: int, pattern: int) -> Allowed:
        """Return those of `allowed` that the mode still allows once `guess` got `pattern`."""
        return allowed if self.mode is Mode.NORMAL else allowed & self._permitted(guess, pattern)

    def letters(self, words: Words) -> frozenset[str]:
        """Return the letters of `words`."""
        return frozenset("".join(self.hidden[word] for word in words))

    def _find_permitted(self, guess: int, pattern: int) -> Allowed:
        # A mode judges a guess by each past guess on its own.
        past = ((self.guesses[guess], pattern),)
        return sum(
            1 << number for number, word in enumerate(self.guesses) if is_allowed(word, past, self.mode)
        )


@lru_cache(1_024)
def members(allowed: Allowed) -> tuple[int, ...]:
    """Return the guesses of a set, ascending."""
    return tuple(guess for guess in range(allowed.bit_length()) if allowed >> guess & 1)


def _worth_listing(
    allowed: Sequence[str], hidden: Sequence[str], openers: Sequence[str], mode: Mode
) -> tuple[str, ...]:
    """Return `allowed`, or where they are many one of each kind of equal ones; see the module."""
    if len(allowed) <= MOST_GUESSES or mode is Mode.ULTRAHARD:
        return tuple(allowed)
    kept = {*hidden, *openers}
    kinds: set[Hashable] = set()
    for guess, kind in zip(allowed, _kinds(allowed, hidden, mode), strict=True):
        if kind not in kinds and guess not in kept:
            kinds.add(kind)
            kept.add(guess)
    return tuple(guess for guess in allowed if guess in kept)


def _kinds(allowed: Sequence[str], hidden: Sequence[str], mode: Mode) -> Iterator[Hashable]:
    """Yield for each of `allowed` what it has in common with those that are equal to it."""
    if mode is Mode.HARD:
        letters = frozenset("".join(hidden))
        yield from (blanked(guess, letters) for guess in allowed)
        return
    rows = score_matrix(allowed, hidden)
    # For each hidden word the first one in the same cell: shape (guesses, hidden words).
    first = (rows[:, :, None] == rows[:, None, :]).argmax(axis=2)
    yield from (row.tobytes() for row in first)
