"""What several boards take at least, by counting: rules "counting" and "mean" of docs/certificates/."""

from __future__ import annotations

from math import comb, perm
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.counting.counts import shown_on_all
from wordle_cp.errors import CertificateRejected

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.check.counting.counts import Table
    from wordle_cp.check.counting.patterns import Places

MOST_TRIED: Final = 2**27
"""Patterns that are looked at for the third number."""
_THIRD: Final = 3


def found_within(table: Table, numbers: int, win: int, tell: Callable[[], None]) -> tuple[int, ...]:
    """Return so many of F_1, F_2 and F_3: the most words of the table that are found within j guesses.

    Raises:
        CertificateRejected: the third would take too long.
    """
    words, everything = np.arange(len(table.words)), np.arange(len(table.patterns))
    found = [1, _most_patterns(table, words, everything)][:numbers]
    if numbers < _THIRD:
        return tuple(found)
    size = len(everything) * table.patterns.size
    if size > MOST_TRIED:
        raise CertificateRejected(WHOLE, "counted", f"{MOST_TRIED} patterns at most for 3", str(size))
    most = 0
    for row in table.patterns:
        tell()
        cells = [words[row == pattern] for pattern in np.unique(row) if pattern != win]
        own = int(len(words) > sum(map(len, cells)))
        most = max(most, own + sum(_most_patterns(table, cell, everything) for cell in cells))
    return *found, most


def _most_patterns(table: Table, words: Places, guesses: Places) -> int:
    """Return the most patterns that a guess has on `words`."""
    return int((shown_on_all(table, words, guesses) - np.isin(table.member[guesses], words)).max())


def different_words(words: int, boards: int) -> dict[int, int]:
    """Return how many deals have 1, 2, ... different words, board by board."""
    deals = {0: 1}
    for _ in range(boards):
        following: dict[int, int] = {}
        for known, count in deals.items():
            following[known] = following.get(known, 0) + count * known
            following[known + 1] = following.get(known + 1, 0) + count * (words - known)
        deals = following
    return {known: count for known, count in deals.items() if count}


def least_total(words: int, boards: int, found: Sequence[int], one_board: int) -> int:
    """Return a total over all deals that no strategy goes below.

    `found` are F_1, F_2, ... as far as known, `one_board` a total of one board, 0 if none is known.
    """
    deals, different = words**boards, different_words(words, boards)
    counted = counted_total(words, boards, found) - sum((boards - d) * n for d, n in different.items())
    alone = max(one_board, counted_total(words, 1, found))
    apart = sum(d * (d - 1) * n for d, n in different.items())
    mean = words ** (boards - 1) * alone + -(-apart // (2 * boards))
    return int(max(deals, counted, mean, sum(d * n for d, n in different.items())))


def counted_total(words: int, boards: int, found: Sequence[int]) -> int:
    """Return the sum over s of the tuples of numbers that aren't in time for s guesses."""
    total, guesses = 0, 0
    while (late := words**boards - in_time(words, boards, found, guesses)) > 0:
        total += late
        guesses += 1
    return total


def least_worst(words: int, boards: int, found: Sequence[int]) -> int:
    """Return a number of guesses that some deal takes at least."""
    guesses = 0
    while in_time(words, boards, found, guesses) < perm(words, boards):
        guesses += 1
    return guesses


def in_time(words: int, boards: int, found: Sequence[int], guesses: int) -> int:
    """Return N_s for s = `guesses`: numbers of the boards of which r at least are s - b + r or less, each r.

    Guess by guess: the boards whose numbers are this guess join those whose numbers were less.
    """
    if guesses < boards:
        return 0
    ways, before = {0: 1}, 0
    for guess in range(1, guesses + 1):
        now = found[guess - 1] if guess <= len(found) else words
        following: dict[int, int] = {}
        for chosen, count in ways.items():
            for more in range(boards - chosen + 1):
                if chosen + more >= guess - guesses + boards:
                    choices = count * comb(boards - chosen, more) * (now - before) ** more
                    following[chosen + more] = following.get(chosen + more, 0) + choices
        ways, before = following, now
    return ways.get(boards, 0)
