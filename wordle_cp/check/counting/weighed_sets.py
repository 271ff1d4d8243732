"""How little of what guesses show on a set of words has to be weighed, where words have weights.

A guess with c patterns on a set of words shows the weights of c of them, and its own if it is one of them
(`weights`). Together c of the words weigh no more than the c heaviest ones. So the numbers of patterns, which
`counts` finds for many sets and all guesses at once, leave few guesses that have to be weighed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from wordle_cp.check.counting.counts import Numbers
    from wordle_cp.check.counting.patterns import Places
    from wordle_cp.check.counting.weights import Sums, TableWeights

_TOGETHER: Final = 256  # guesses weighed together


def harmless_number(weights: TableWeights, words: Places, most: int) -> int:
    """Return a number of patterns with which a guess that isn't one of the `words` shows `most` at most."""
    return int(np.searchsorted(_heaviest(weights, words)[1:], most, side="right"))


def most_weight(weights: TableWeights, words: Places, guesses: Places, numbers: Numbers) -> int:
    """Return the most that one of the `guesses` shows on `words`, both one at least.

    `numbers` are those of their patterns, one more for a guess that is one of the words.
    """
    patterns = numbers.astype(np.int64) - weights.among(words, guesses)
    upper = _heaviest(weights, words)[patterns] + weights.own(words, guesses)
    order = np.argsort(-upper, kind="stable")
    most = 0
    for start in range(0, len(order), _TOGETHER):
        if upper[order[start]] <= most:
            break
        most = max(most, int(weights.shown(words, guesses[order[start : start + _TOGETHER]]).max()))
    return most


def _heaviest(weights: TableWeights, words: Places) -> Sums:
    """Return what 0, 1, 2 ... of the `words` weigh together at most."""
    return np.append(0, np.cumsum(-np.sort(-weights.of[words])))
