"""A strategy of several boards that every mode allows, from any position, with a proven bound of its guesses.

First comes an opener, if the strategy has one. Then, as long as a board isn't solved, the first of these (in
a fixed order of the boards) is in turn, and the guess is the first word, in the order of the hidden list,
that agrees with all responses on that board. Such a word may be hidden there, so hard and ultrahard mode
allow it.

**What a board takes.** Let w be hidden on a board, and S the words that may be hidden there when the guesses
above begin and agree with the response to the opener. The guesses made while this board is in turn are a
*chain*: words u_1, ..., u_m = w of S, in ascending order (a word that doesn't agree never does later), in
which each word agrees with the responses to those before it: score(u_i, u_j) = score(u_i, w) for i < j.
(What was guessed for other boards only rules out more words.) So m is at most l(S, w), the length of the
longest chain to w in S, with

    l(S, w) = the largest, over words u of S up to w, of 1 for u = w, and of 1 + l(S', w) otherwise, S' the
              words of S after u that have w's response to u.

The board that is first in turn has heard only the opener and its own guesses: it takes e(S, w) of them, the
chain in which each u is the first word that agrees.

**The bounds.** A deal takes at most the opener and the sum over its boards of l, or of e for the first one;
boards that the opener solves take none. Over all deals, with board i's words S_i independent of the others',
that is an exact sum of numbers for single boards: the deals, if there is an opener, plus, for each board,
deals / |S_i| times the sum over its words. At the worst it is the opener, and the largest l of each board
(e of the first).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.rules.scoring import Scoring

    Words = tuple[str, ...]

_LONGEST: Final = 200
"""Words in a chain that is looked at; the checker takes longer ones."""
_MOST_SCORED: Final = 2**24
"""Responses that are looked at: the checker takes twice as many."""


class TooLongError(Exception):
    """Chains are too long, or too many, to look at all of them."""


@dataclass(frozen=True, slots=True)
class Chained:
    """The strategy of this module: its opener, if any, a total that it doesn't exceed, and a worst case."""

    opener: str | None
    total: int
    worst: int


class Chains:
    """Longest chains of the words of one game, kept by sets of words."""

    def __init__(self, scoring: Scoring, heed: Callable[[], None] = lambda: None) -> None:
        """`heed` is called now and then; what it raises ends the work."""
        self._scoring = scoring
        self._heed = heed
        self._known: dict[Words, dict[str, int]] = {}
        self._scored = 0

    def strategy(self, boards: Sequence[Words], opener: str | None) -> Chained:
        """Return the strategy for `boards`, the words left on each that isn't solved, in the list's order.

        The board whose first word comes first in the list, which is the first of `boards`, is first in turn.

        Raises:
            TooLongError: the words tell too little of each other, or are too many.
        """
        deals = prod(map(len, boards))
        total, worst = (0, 0) if opener is None else (deals, 1)
        costs: dict[tuple[Words, bool], tuple[int, int]] = {}
        for place, words in enumerate(boards):
            key = words, place == 0
            if key not in costs:
                costs[key] = self._cost(words, opener, first=place == 0)
            total += deals // len(words) * costs[key][0]
            worst += costs[key][1]
        return Chained(opener, total, worst)

    def _cost(self, words: Words, opener: str | None, *, first: bool) -> tuple[int, int]:
        """Return the sum of chains over `words` on one board, and the longest."""
        cells = [words] if opener is None else list(self._parts(opener, words).values())
        lengths = [
            length
            for cell in cells
            for length in (self._of_first(cell) if first else self.longest(cell).values())
        ]
        return sum(lengths), max(lengths, default=0)

    def _of_first(self, words: Words) -> list[int]:
        """Return e of `words`: on one board alone."""
        lengths, stack = [], [(words, 1)]
        while stack:
            left, guess = stack.pop()
            lengths.append(guess)
            stack += [(part, guess + 1) for part in self._parts(left[0], left[1:]).values()]
        return lengths

    def longest(self, words: Words, before: int = 0) -> dict[str, int]:
        """Return l of `words`, by word; `before` words are in the chain already."""
        if before >= _LONGEST:
            raise TooLongError
        if words not in self._known:
            self._heed()
            lengths = dict.fromkeys(words, 1)
            for place, first in enumerate(words):
                for part in self._parts(first, words[place + 1 :]).values():
                    for word, length in self.longest(part, before + 1).items():
                        lengths[word] = max(lengths[word], 1 + length)
            self._known[words] = lengths
        return self._known[words]

    def _parts(self, guess: str, words: Words) -> dict[int, Words]:
        """Return the words by their responses to `guess`, without that word itself."""
        self._scored += len(words)
        if self._scored > _MOST_SCORED:
            raise TooLongError
        parts: dict[int, list[str]] = {}
        for word in words:
            parts.setdefault(self._scoring.score(guess, word), []).append(word)
        parts.pop(self._scoring.win, None)
        return {response: tuple(part) for response, part in parts.items()}
