"""What the traced search may use to do less than brute force, each by itself, and why it is right.

Names and texts: `search` does what they say, the page and the notebooks show them. The names and the proofs
are those of docs/average-search.md, section 2. Below, n words are left, k(w) is the number of patterns that
guess w gets from them, and [w in H] is 1 if w is one of them, else 0.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, abridged
from wordle_cp.values import meant

if TYPE_CHECKING:
    from collections.abc import Mapping


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


BRUTE_FORCE: Final[frozenset[Technique]] = frozenset()
ALL_TECHNIQUES: Final = frozenset(Technique)

WHY_RIGHT: Final[Mapping[Technique, str]] = {
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
