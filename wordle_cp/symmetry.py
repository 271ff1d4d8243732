"""Symmetry of games of codes: which guesses are as good as each other, whatever is hidden.

Standard library only, beside `scoring`.

**What may be permuted.** Let f move the pegs of every code in the same way and then exchange colours, in
every place in the same way. It maps codes to codes, also those without repeats, and ``score(f(guess),
f(hidden)) = score(guess, hidden)``: places agree after f where they agreed before, and a colour is as
frequent as the one that it comes from was, in either code. f can be undone, by another such map.

**What follows.** Let f leave every guess of a history as it is. Then f maps the hidden codes that agree
with the history to such codes. From a strategy S after the history make one of f(guess) wherever S has a
guess: it finds f(code) with the guess with which S finds the code. So an opener t and f(t) have the same
least total, and the same least worst case. One opener of each class will do. (Weights of codes would have
to be the same, too.)

**How classes are told.** Write down the history's guesses and then t, all with their pegs moved in the same
way, and number the colours in the order in which they are met. The *form* of t is the least of the results,
over all ways to move the pegs. If t and u have the same form, the numbers of the history in front agree,
too; going one of the two ways and the other one back is an f that leaves the history as it is and makes u
of t. And if there is such an f, then the results for t are those for u: with the pegs moved by f first, and
numbers don't tell colours apart that change places.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def representatives(history: Sequence[str], codes: Iterable[str]) -> dict[str, str]:
    """Return for each of the `codes` the first of them of its class, after the guesses `history`."""
    first: dict[tuple[int, ...], str] = {}
    forms = _Forms(history)
    return {code: first.setdefault(forms.of(code), code) for code in codes}


class _Forms:
    """The forms of codes after a history."""

    def __init__(self, history: Sequence[str]) -> None:
        self._history = history
        self._moves: list[tuple[tuple[int, ...], dict[str, int]]] = []
        self._length = 0

    def of(self, code: str) -> tuple[int, ...]:
        """Return the form of `code` without what the history adds in front, which is the same for all."""
        if not self._moves:
            self._prepare(len(code))
        return min(_numbered((code[place] for place in move), dict(met)) for move, met in self._moves)

    def _prepare(self, length: int) -> None:
        """Find the ways to move pegs that make the history's own part the least; the others can't win."""
        least: tuple[int, ...] | None = None
        for move in permutations(range(length)):
            met: dict[str, int] = {}
            front = _numbered((guess[place] for guess in self._history for place in move), met)
            if least is None or front < least:
                least = front
                self._moves.clear()
            if front == least:
                self._moves.append((move, met))


def _numbered(colours: Iterable[str], met: dict[str, int]) -> tuple[int, ...]:
    """Return the numbers of `colours`; those in `met` have theirs, others get the next ones there."""
    return tuple(met.setdefault(colour, len(met)) for colour in colours)
