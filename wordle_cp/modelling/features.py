"""Features: what hard mode can fix while a word of a set is hidden, a letter in place or a least count.

By Theorem 1 of docs/certificates/ the response of h to t fixes exactly the features that t and h share, and
which of them it shares with t determines the response. So two guesses with the same features of a set divide
it, and bind what follows, in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Feature:
    """What hard mode can fix: a letter in place, or, with no position, at least `least` of a letter."""

    letter: str
    position: int | None
    least: int

    def holds(self, word: str) -> bool:
        """Tell whether `word` has the feature."""
        if self.position is None:
            return word.count(self.letter) >= self.least
        return word[self.position] == self.letter

    def __str__(self) -> str:
        """Return it as it stands in the names of constraints."""
        return f"{self.letter}@{self.position}" if self.position is not None else f"{self.least}{self.letter}"


def features_of(words: Sequence[str]) -> list[Feature]:
    """Return what can be fixed while one of `words` is the hidden one."""
    found: dict[Feature, None] = {}
    for word in words:
        for position, letter in enumerate(word):
            found[Feature(letter, position, 1)] = None
            found[Feature(letter, None, word[: position + 1].count(letter))] = None
    return list(found)


def feature_table(features: Sequence[Feature], words: Sequence[str]) -> NDArray[np.bool_]:
    """Return which words (a row each, all of one length) have which features (a column each)."""
    letters = np.array([list(word) for word in words])
    table = np.zeros((len(words), len(features)), np.bool_)
    for place, feature in enumerate(features):
        if feature.position is None:
            table[:, place] = (letters == feature.letter).sum(axis=1) >= feature.least
        else:
            table[:, place] = letters[:, feature.position] == feature.letter
    return table


def numbered_rows(table: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Number the rows of `table`, equal ones alike, in the order of their first appearance."""
    numbers: dict[bytes, int] = {}
    return np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in table], np.int64)


def restriction_of(features: Iterable[Feature], length: int) -> Restriction:
    """Return what fixes these `features` of words of `length` letters, whose letters in place don't clash."""
    greens: list[str | None] = [None] * length
    counts: dict[str, int] = {}
    for feature in features:
        if feature.position is None:
            counts[feature.letter] = max(counts.get(feature.letter, 0), feature.least)
        else:
            greens[feature.position] = feature.letter
    return Restriction(tuple(greens), tuple(sorted(counts.items())))
