"""The small game of a trace, and what a search may do in it.

The parts, in their order:

What the traced search may use to do less than brute force, each by itself, and why it is right.

Names and texts: `search` does what they say, the page and the notebooks show them. The names and the proofs
are those of docs/average-search.md, section 2. Below, n words are left, k(w) is the number of patterns that
guess w gets from them, and [w in H] is 1 if w is one of them, else 0.

The game of a trace: few words and guesses, with all patterns, and what the modes allow.

A game is small if it has at most `MOST_HIDDEN` hidden words and `MOST_GUESSES` guesses. Where many guesses
are allowed, as on the real lists, those that are equal for these words are taken together first: in normal
mode guesses that divide the words alike, in hard mode guesses that agree once the letters that occur in
none of the words are blanked (docs/average-search.md, "Equal guesses"). Words that may be hidden and
openers that were asked for stay. In ultrahard mode nothing is taken together. Words are of any alphabet; and
what is said of words and letters is true of codes and colours, unless it says otherwise.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.errors import UsageError, abridged
from wordle_cp.games.needs import Needs
from wordle_cp.values import meant

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring


class Technique(StrEnum):
    """A way to do less than brute force."""

    MEMO = "memo"
    ORDER = "order"
    SUMS = "sums"
    T = "T"
    L1 = "L1"
    SECOND_PLY = "second-ply"
    EQUAL = "equal"
    DOMINATED = "dominated"
    SEPARATED = "separated"

    @property
    def why(self) -> str:
        """Why the answer stays right."""
        return _WHY[self]


BRUTE_FORCE: Final[frozenset[Technique]] = frozenset()
ALL_TECHNIQUES: Final = frozenset(Technique)

_WHY: Final[Mapping[Technique, str]] = {
    Technique.MEMO: (
        "Words, allowed guesses and guesses left decide a value. What was found out about them is kept, "
        "and not found out again."
    ),
    Technique.ORDER: (
        "The least of all guesses doesn't depend on their order. Those that leave the most patterns come "
        "first, of equal ones those that can win: a good guess early makes the others fail early."
    ),
    Technique.SUMS: (
        "A guess costs n and what its cells cost. A cell whose value isn't known costs its lower bound at "
        "least. Once the sum is no less than the best known (beta), the guess is dropped; and each cell "
        "is searched only for values that leave the sum below beta."
    ),
    Technique.T: (
        "At most one of n words is found by the first guess, every other by the second or later: n words "
        "cost 2n - 1 at least."
    ),
    Technique.L1: (
        "A guess costs n, and a cell of x words 2x - 1 at least. There are k(w) - [w in H] cells over n - "
        "[w in H] words, the winning one left out: 3n - k(w) - [w in H] in all. The least of this over "
        "all guesses bounds the words themselves."
    ),
    Technique.SECOND_PLY: "A guess costs n and what its cells cost, and each cell costs its L1 at least.",
    Technique.EQUAL: (
        "Blank the letters of a guess that are in none of the words left: they tell nothing, whatever is "
        "hidden. Guesses that agree after this divide the words alike, and reveal the same to hard mode. "
        "One of them serves. (Not in ultrahard mode, where grey letters bind.)"
    ),
    Technique.DOMINATED: (
        "A guess that is an earlier one with one more letter blanked divides no finer than that one does, "
        "so it costs no less. A word that may be hidden is never dropped, as it can win. (Normal mode "
        "only: in the others a guess that tells more may forbid more. And with tiles only: "
        "of counts, a letter more may make two one.)"
    ),
    Technique.SEPARATED: (
        "If a word that may be hidden tells all others apart, 2n - 1 is reached, and T says that nothing "
        "is less. If no such word does but another guess, 2n is reached: 2n - 1 needs a first guess that "
        "wins with one word and tells all others apart."
    ),
}


def parse_techniques(text: str) -> frozenset[Technique]:
    """Return the techniques that `text` names: all, none, or names with commas between them; in any case.

    Raises:
        UsageError: one of the names is none.
    """
    if text.lower() in {"all", "none"}:
        return ALL_TECHNIQUES if text.lower() == "all" else BRUTE_FORCE
    known = {technique.value.lower(): technique for technique in Technique}
    names = [part.strip() for part in text.split(",")]
    for name in names:
        if name.lower() not in known:
            expected = f"all, none, or some of {','.join(known.values())}"
            message = f"expected {expected}, found {abridged(name)}{meant(name, known.values())}"
            raise UsageError(message)
    return frozenset(known[name.lower()] for name in names)


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
