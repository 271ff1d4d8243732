"""The game of a trace: few words and guesses, with all patterns, and what the modes allow.

A game is small if it has at most `MOST_HIDDEN` hidden words and `MOST_GUESSES` guesses. Where many guesses
are allowed, as on the real lists, those that are equal for these words are taken together first: in normal
mode guesses that divide the words alike, in hard mode guesses that agree once the letters that occur in
none of the words are blanked (docs/average-search.md, "Equal guesses"). Words that may be hidden and
openers that were asked for stay. In ultrahard mode nothing is taken together. Words are of any alphabet; and
what is said of words and letters is true of codes and colours, unless it says otherwise.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.errors import UsageError
from wordle_cp.games.needs import Needs

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring

NEEDS: Final = Needs("a trace", counts_guesses=True, equal_weights=True)
MOST_HIDDEN: Final = 60
MOST_GUESSES: Final = 20_000
_MANY: Final = 1_000
"""Where there are no fewer guesses, equal ones are taken together."""

BLANK: Final = ""
"""In place of a letter that no word left has."""

Words = tuple[int, ...]
"""Hidden words by index, ascending."""
Allowed = int
"""A set of guesses: bit i is guess i."""


def blanked(guess: str, letters: frozenset[str]) -> tuple[str, ...]:
    """Return the letters of `guess`, with a blank for each that isn't one of `letters`."""
    return tuple(letter if letter in letters else BLANK for letter in guess)


class SmallGame:
    """The hidden words and guesses of a question, small enough to be traced."""

    def __init__(self, question: TotalQuestion, openers: Sequence[str] = ()) -> None:
        """Take the game of `question`, whose first guess is one of `openers` (none: any).

        Raises:
            UsageError: the game is too large, or the goal isn't the number of guesses.
        """
        NEEDS.demand(question.variant, question.goal)
        hidden = question.hidden
        if len(hidden) > MOST_HIDDEN:
            message = (
                f"a trace is for at most {MOST_HIDDEN} hidden words; here are {len(hidden)}: "
                "ask about a later position"
            )
            raise UsageError(message)
        everything = question.position.allowed
        scoring = question.variant.scoring
        guesses = _worth_listing(everything, hidden, openers, question.variant.mode, scoring)
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
        self.patterns: Final[list[list[int]]] = _patterns(guesses, hidden, scoring).tolist()
        self.word_of: Final = {index[word]: number for number, word in enumerate(hidden) if word in index}
        """The hidden word that a guess is, for guesses that are one."""
        self.everything: Final[Allowed] = (1 << len(guesses)) - 1
        self.scoring: Final = scoring
        self.win: Final = scoring.win
        self._permitted = cache(self._find_permitted)

    def cells(self, guess: int, words: Words) -> dict[int, Words]:
        """Return the words that give each response to `guess`, the winning one left out."""
        row = self.patterns[guess]
        cells: dict[int, list[int]] = {}
        for word in words:
            if row[word] != self.win:
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
        return allowed & self._permitted(guess, pattern) if self.mode.binds else allowed

    def letters(self, words: Words) -> frozenset[str]:
        """Return the letters of `words`."""
        return frozenset(letter for word in words for letter in self.hidden[word])

    def _find_permitted(self, guess: int, pattern: int) -> Allowed:
        # A mode judges a guess by each past guess on its own.
        past = ((self.guesses[guess], pattern),)
        return sum(
            1 << number
            for number, word in enumerate(self.guesses)
            if self.scoring.is_allowed(word, past, self.mode)
        )


@lru_cache(1_024)
def members(allowed: Allowed) -> tuple[int, ...]:
    """Return the guesses of a set, ascending."""
    return tuple(guess for guess in range(allowed.bit_length()) if allowed >> guess & 1)


def _worth_listing(
    allowed: Sequence[str], hidden: Sequence[str], openers: Sequence[str], mode: Mode, scoring: Scoring
) -> tuple[str, ...]:
    """Return `allowed`, or where they are many one of each kind of equal ones; see the module."""
    if len(allowed) <= _MANY or not mode.only_facts:
        return tuple(allowed)
    kept = {*hidden, *openers}
    kinds: set[Hashable] = set()
    for guess, kind in zip(allowed, _kinds(allowed, hidden, mode, scoring), strict=True):
        if kind not in kinds and guess not in kept:
            kinds.add(kind)
            kept.add(guess)
    return tuple(guess for guess in allowed if guess in kept)


def _kinds(allowed: Sequence[str], hidden: Sequence[str], mode: Mode, scoring: Scoring) -> Iterator[Hashable]:
    """Yield for each of `allowed` what it has in common with those that are equal to it."""
    if mode.facts:
        letters = frozenset(letter for word in hidden for letter in word)
        yield from (blanked(guess, letters) for guess in allowed)
        return
    rows = _patterns(allowed, hidden, scoring)
    # For each hidden word the first one in the same cell: shape (guesses, hidden words).
    first = (rows[:, :, None] == rows[:, None, :]).argmax(axis=2)
    yield from (row.tobytes() for row in first)


def _patterns(
    guesses: Sequence[str], hidden: Sequence[str], scoring: Scoring
) -> NDArray[np.unsignedinteger[Any]]:
    """Return the responses of all pairs, of shape (guesses, hidden)."""
    import numpy as np  # noqa: PLC0415  it takes a tenth of a second to load, and few commands trace

    from wordle_cp.engine.responses import responses  # noqa: PLC0415

    return np.concatenate([rows for _, rows in responses(guesses, hidden, scoring)])
