"""The numbers of a guess: what its response tells, without a search.

A guess divides the words left into groups, one for each response that is possible; the group of the guess
itself counts as one. With groups of c words each, n words in all, and each word as likely as any other:

- *bits*: the entropy of the response, the sum of c/n log2(n/c) (C. E. Shannon, 1948);
- *expected*: the words left after the response on average, the sum of c^2/n;
- *largest*: the words left at worst;
- *groups*: how many there are;
- *chance*: the part of the words that can be found with the guess after this one, at the latest: one word of
  each group.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

import numpy as np

from wordle_cp.engine.criteria import UNITS, Criterion, cell_counts, cell_prices
from wordle_cp.engine.responses import responses
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.games.question import Position, TotalQuestion
    from wordle_cp.work import Work


@dataclass(frozen=True, slots=True)
class GuessNumbers:
    """What a guess tells, or several that are fixed in advance; see this module.

    `alone` is the number of words that are told apart from all others, and `possible` says whether a guess
    may be the hidden word.
    """

    guess: str
    bits: float
    expected: float
    largest: int
    groups: int
    alone: int
    chance: float
    possible: bool


def numbers_of(
    names: Sequence[str], counts: NDArray[np.intp], possible: Sequence[bool]
) -> Iterator[GuessNumbers]:
    """Yield the numbers of guesses by the sizes of their groups, shape (guesses, responses).

    Equal entropies have equal bits: logarithms are added up as whole numbers (`engine.criteria`).
    """
    words = int(counts[0].sum())
    squares = (counts * counts).sum(axis=1)
    told = log2(words) - cell_prices(Criterion.NEUWIRTH, words)[counts].sum(axis=1) / (UNITS * words)
    columns = (
        abs(told),  # one group has no bits, and floating point may say a little less
        squares / words,
        counts.max(axis=1),
        np.count_nonzero(counts, axis=1),
        (counts == 1).sum(axis=1),
    )
    for name, bits, expected, largest, groups, alone, may_be in zip(
        names, *(column.tolist() for column in columns), possible, strict=True
    ):
        yield GuessNumbers(name, bits, expected, largest, groups, alone, groups / words, may_be)


def numbers_of_all(
    position: Position | TotalQuestion, guesses: Sequence[str], work: Work = UNLIMITED
) -> Iterator[GuessNumbers]:
    """Yield the numbers of each of the `guesses` at a position.

    Raises:
        StoppedError: there is reason to stop.
    """
    scoring, words = position.variant.scoring, frozenset(position.hidden)
    for block, table in responses(guesses, position.hidden, scoring, work):
        for part, counts in cell_counts(table, scoring.win + 1, work.demand_time):
            names = guesses[block][part]
            yield from numbers_of(names, counts, [name in words for name in names])
