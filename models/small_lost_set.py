"""Small lost sets: not many hidden words that can't all be found in g guesses; and how few never are.

A set of words is *lost* if no strategy finds all of them in g guesses. Smallest witnesses
(`smallest_witness`) are exact, for lists of some dozens of words. For thousands there are bounds:

**From above.** What contains a lost set is lost. So words can be left out as long as the rest is lost, many
at a time first; where no single word can be left out any more the set is *minimal*. There may be smaller ones
that aren't parts of it. `shrunk` asks a function whether words are lost, such as one that asks the depth
search; `prove --depth` on a variant that has these hidden words writes the refutation.

**From below.** Normal mode; every hidden word is a guess.

- Any g words are found in g guesses: one after the other is guessed.
- If g >= 2, and for any three of the hidden words there is a guess that gives them three different
  responses, then any g + 1 words are found in g guesses. *Proof.* By induction on g. g = 2: three words are
  told apart by the first guess and found by the second; two words, or one, are found as above. g > 2: guess
  one of the g + 1 words; each response leaves g others at most, which are found in g - 1 guesses. QED

So no lost set has `never_lost` words or fewer. A triple that some word of its own tells apart needs no other
guess: so `untold_triples` looks at those alone whose words all fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

Words = frozenset[int]
"""Hidden words, as numbers from 0."""


def shrunk(
    order: Sequence[int],
    lost: Callable[[Words], bool],
    *,
    step: int,
    found: Callable[[Words], None] = lambda _words: None,
) -> Words:
    """Return a minimal lost set of the words `order`, which are lost; the first ones are left out first.

    `lost` has to be exact. `step` words are left out together at first, then half as many, at last one; a
    step of more than one only saves questions. `found` is told each lost set that is smaller than the one
    before, so that what is known can be kept when the work is stopped.
    """
    kept = frozenset(order)
    while step:
        words = [word for word in order if word in kept]
        for start in range(0, len(words), step):
            fewer = kept.difference(words[start : start + step])
            if fewer and lost(fewer):
                kept = fewer
                found(kept)
        step //= 2
    return kept


def untold_triples(
    patterns: NDArray[np.unsignedinteger], guess_of: NDArray[np.intp]
) -> Iterator[tuple[int, int, int]]:
    """Yield the three words, ascending, of which every guess gives two the same response.

    `patterns` has the responses, [guess][word]; `guess_of` tells which guess each word is.
    """
    own = patterns[guess_of]  # [word as a guess][word]
    columns = np.ascontiguousarray(patterns.T)
    for first in range(len(own)):
        # [second][third]: none of the three tells the other two apart
        rest = slice(first + 1, None)
        alike = np.equal.outer(own[first, rest], own[first, rest])
        alike &= own[rest, first][:, np.newaxis] == own[rest, rest]
        alike &= own[rest, first][np.newaxis, :] == own[rest, rest].T
        one = columns[first]
        for second, third in np.argwhere(np.triu(alike, 1)).tolist():
            two, three = columns[first + 1 + second], columns[first + 1 + third]
            if not ((one != two) & (one != three) & (two != three)).any():
                yield first, first + 1 + second, first + 1 + third


def never_lost(guesses: int, *, triples_told: bool) -> int:
    """Return so many words that any so many of them, or fewer, are found in `guesses` guesses.

    `triples_told` says whether any three words are told apart by a guess, as `untold_triples` finds out.
    """
    return guesses + (triples_told and guesses > 1)
