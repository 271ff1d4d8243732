"""What several boards take at least, by counting the words that one board can find in time.

Let F_j be the most of the n words that any strategy of one board finds within j guesses. So F_1 = 1, as a
guess finds one word; F_2 is the most patterns of a guess, as one word of each cell is found next; and in
general F_j(S) is the greatest sum, over guesses g, of [g is in S] and of F_(j-1) over the other cells of S.
Let t_i be the guess that solves board i, and let independent numbers u_1, ..., u_b (b boards) be j or less
with chance F_j / n.

**Theorem.** Let E be a set of b-tuples of numbers that has with each tuple all those that are nowhere
greater, and for which all numbers above some s are alike. Whatever the strategy, the chance of (t_1, ...,
t_b) to be in E, over all deals, is at most that of (u_1, ..., u_b).

*Proof*, by s, for boards with words from any sets S_1, ..., S_b. With s = 0 E is nothing or everything.
Otherwise the first guess g gives each board a cell; these are independent, as the words are. A board in the
cell of g itself has t_i = 1. For the others the rest of the strategy is one for boards with words from
their cells d_i, for which the claim holds with s - 1, as E is such a set, too, for what is left to come: E
is no likelier than with independent numbers, one guess later, that are j - 1 or less with chance
F_(j-1)(d_i) / |d_i|. Board i's number depends on its own cell alone; so over all cells, the numbers are
independent again, and that of board i is j or less with chance ([g in S_i] + sum over d of F_(j-1)(d)) /
|S_i|, which is at most F_j(S_i) / |S_i|, for all j at once. Greater chances to be early make E no less
likely, one board after the other. (No strategy need reach all F_j; the bound does as if one did.)

**The last guess.** Sort the t_i: t_(1) <= ... <= t_(b). With d different words there are d different
numbers, and d - r of them at least come after t_(r), so the last guess T is t_(r) + d - r or more, for each
r: with f = max over r of t_(r) + b - r, it is f - (b - d) or more. That f is s or less is such an E: for
each r, r numbers at least are s - b + r or less. So the sum of T over all deals is at least

    sum over s >= 0 of (n**b - N_s), less the sum over all deals of b - d,

where N_s of the n**b tuples have f <= s if F_j of the n choices of each number are j or less. And some deal
takes more than s guesses if N_s is less than the number of deals of b different words.
"""

from __future__ import annotations

from math import comb, perm
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.search.criteria import Criterion, guess_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

MOST_TRIED: Final = 2**26
"""Patterns that are looked at for F_3; F_3 is n where there are more."""


def found_within(
    by_hidden: NDArray[np.unsignedinteger], win: int, heed: Callable[[], None] = lambda: None
) -> tuple[int, ...]:
    """Return F_1, F_2, and F_3 unless that takes too long; F_j is at most n from there on.

    `by_hidden` has a row for each hidden word, its patterns by guess; `heed` is called now and then.
    """
    words, guesses = by_hidden.shape
    second = _most_patterns(by_hidden, win)
    if guesses * guesses * words > MOST_TRIED:
        return 1, second
    third = 0
    for guess in range(guesses):
        heed()
        patterns = by_hidden[:, guess]
        third = max(
            third,
            sum(
                1 if pattern == win else _most_patterns(by_hidden[patterns == pattern], win)
                for pattern in np.unique(patterns).tolist()
            ),
        )
    return 1, second, third


def _most_patterns(by_hidden: NDArray[np.unsignedinteger], win: int) -> int:
    return 1 if len(by_hidden) == 1 else -int(guess_values(by_hidden, Criterion.KOOI, win + 1).min())


def least_total(words: int, boards: int, found: Sequence[int]) -> int:
    """Return a total that no strategy goes below; `found` are F_1, F_2, ... as far as known."""
    deals = words**boards
    total = 0
    for guesses in range(boards + len(found) + 1):
        total += deals - _in_time(words, boards, found, guesses)
    return total - sum((boards - d) * count for d, count in different(words, boards).items())


def least_worst(words: int, boards: int, found: Sequence[int]) -> int:
    """Return a number of guesses that some deal takes at least."""
    guesses = 0
    while _in_time(words, boards, found, guesses) < perm(words, boards):
        guesses += 1
    return guesses


def different(words: int, boards: int) -> dict[int, int]:
    """Return how many deals have 1, 2, ... different words."""
    return {d: _divisions(boards, d) * perm(words, d) for d in range(1, boards + 1)}


def _divisions(boards: int, groups: int) -> int:
    """Return the ways to divide `boards` into so many groups: Stirling's numbers of the second kind."""
    if boards == 0 or groups == 0:
        return int(boards == groups)
    return groups * _divisions(boards - 1, groups) + _divisions(boards - 1, groups - 1)


def _in_time(words: int, boards: int, found: Sequence[int], guesses: int) -> int:
    """Return N_s for s = `guesses`; see this module."""
    ways = {0: 1}  # by the number of boards whose numbers are chosen: the r-th class after the one before
    before = 0
    for r in range(1, boards + 1):
        limit = guesses - boards + r
        now = 0 if limit <= 0 else found[limit - 1] if limit <= len(found) else words
        following: dict[int, int] = {}
        for chosen, count in ways.items():
            for more in range(boards - chosen + 1):
                if chosen + more >= r:
                    choices = count * comb(boards - chosen, more) * (now - before) ** more
                    following[chosen + more] = following.get(chosen + more, 0) + choices
        ways, before = following, now
    return ways.get(boards, 0)
