"""What counting and greed settle about a family; most families need no solver at all.

A family of n members is solvable in g guesses only if g-1 distinct sets cover all members but one, and, in
hard mode, only if their types are pairwise comparable (proofs: `families`; symbols:
`family`).

- Lower bound (both modes): the k largest maximal distinct sets must have n-1 members in all.
- Upper bound (both modes): a beam search that adds the column which covers most new members, of those
  comparable with all chosen ones. What it returns is a witness.
- Upper bound (every mode): n. Guess the members one after the other; each is consistent with every response
  so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_cp.modelling.family import Columns


def count_bound(columns: Columns) -> int:
    """Return a lower bound on the guesses that a family needs, by the sizes of its distinct sets alone.

    It holds in every mode, and is strongest if the columns are the maximal distinct sets.

    Raises:
        ValueError: all sets together have too few members, so that no number of guesses would do.
    """
    largest_first = np.sort(np.bitwise_count(columns.masks).astype(np.int64))[::-1]
    covered = np.concatenate([np.zeros(1, np.int64), np.cumsum(largest_first)])
    enough = np.flatnonzero(covered >= columns.size - 1)
    if not len(enough):
        message = "the columns can't separate the family; are all its members among the guesses?"
        raise ValueError(message)
    return int(enough[0]) + 1


def beam_cover(columns: Columns, *, at_most: int, width: int) -> tuple[int, ...] | None:
    """Look for at most `at_most` columns with comparable types that cover all members but one.

    Returns None if none are found, which proves nothing. The result are indices of columns, in order of their
    types. `width` partial choices are kept at each step; ties are broken by position, so the result is a
    function of the columns.
    """
    if columns.size == 1:
        return ()
    _, kind, comparable = columns.kinds()
    # covered members -> (the columns chosen, which columns are comparable with all of them)
    beam: dict[int, tuple[tuple[int, ...], NDArray[np.bool_]]] = {0: ((), np.ones(len(kind), np.bool_))}
    for _ in range(at_most):
        steps: list[tuple[int, int, int, int]] = []
        for covered, (chosen, usable) in beam.items():
            gain = np.where(usable, np.bitwise_count(columns.masks & ~np.uint64(covered)), 0)
            best = np.argsort(-gain.astype(np.int64), kind="stable")[:width]
            for column in best[gain[best] > 0].tolist():
                after = covered | int(columns.masks[column])
                if after.bit_count() >= columns.size - 1:
                    return columns.in_type_order((*chosen, column))
                steps.append((-after.bit_count(), after, covered, column))
        steps.sort()
        successors: dict[int, tuple[tuple[int, ...], NDArray[np.bool_]]] = {}
        for _, after, covered, column in steps:
            if len(successors) == width:
                break
            if after not in successors:
                chosen, usable = beam[covered]
                successors[after] = ((*chosen, column), usable & comparable[kind[column]][kind])
        beam = successors
    return None
