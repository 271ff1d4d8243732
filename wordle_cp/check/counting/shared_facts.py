"""Which sets of words are better counted together: those that have facts in common.

The bulk counter (`counts`) takes time for each word that one of the sets has, and for each 64 sets. So sets
that share facts, such as "no e" and "t in the third place", are counted on the words for which these hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordle_cp.check.counting.patterns import Places

    Truths = NDArray[np.bool_]
    Numbers = NDArray[np.floating[Any]]

# What counting takes for each guess and word: to put its words in order, and for each 64 sets.
_ORDER: Final = 16
_SETS: Final = 2.4


def together(has: Truths, holds: Truths, most: int) -> Iterator[Places]:
    """Yield the numbers of all sets in parts of `most` at most, each to be counted together.

    ``has[set][fact]`` says which facts hold for all words of a set, ``holds[fact][word]`` for which words a
    fact holds.
    """
    yield from _parted(np.arange(len(has)), has, holds, np.ones(holds.shape[1], np.bool_), most)


def _parted(sets: Places, has: Truths, holds: Truths, words: Truths, most: int) -> Iterator[Places]:
    """Yield the `sets`, all of them within `words`, in parts."""
    here = np.count_nonzero(holds & words, axis=1)
    while len(sets):
        saved = _saved(has[sets].sum(axis=0), here, int(np.count_nonzero(words)))
        paying = np.flatnonzero(saved > 0)
        if not len(paying):
            break
        fact = int(paying[here[paying].argmin()])
        mine = has[sets, fact]
        yield from _parted(sets[mine], has, holds, words & holds[fact], most)
        sets = sets[~mine]
    for start in range(0, len(sets), most):
        yield sets[start : start + most]


def _saved(sets: Places, words: Places, everywhere: int) -> Numbers:
    """Return how much less it takes to count `sets` on `words`, both numbers, instead of `everywhere`."""
    apart = words * (_ORDER + _SETS * np.ceil(sets / 64))
    saved: Numbers = np.where(words < everywhere, everywhere * _SETS * sets / 64 - apart, 0)
    return saved
