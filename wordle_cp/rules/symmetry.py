"""Symmetry of games of codes: which guesses are as good as each other, whatever is hidden.

Standard library only, beside `scoring`.

**What may be permuted.** Let f move the pegs of every code in the same way and then exchange colours, in
every place in the same way. It maps codes to codes, also those without repeats, and ``score(f(guess),
f(hidden)) = score(guess, hidden)``: places agree after f where they agreed before, and a colour is as
frequent as the one that it comes from was, in either code. f can be undone, by another such map.

**What follows.** Let f leave every guess of a history as it is. Then f maps the hidden codes that agree
with the history to such codes. From a strategy S after the history make one of f(guess) wherever S has a
guess: it finds f(code) with the guess with which S finds the code. So an opener t and f(t) have the same
least total, and the same least worst case. One opener of each class will do. Where codes have weights, those
of one *kind*, with the same numbers of pegs of each colour, must weigh the same: f(code) is of the kind of
code.

**How to find the classes.** Write down the history's guesses and then t, all with their pegs moved in the
same way, and number the colours in the order in which they are met. The *forms* of t are the results of those
ways to move the pegs for which the history in front comes out least. If t and u have a form in common, going
one of the two ways and the other one back is an f that leaves the history as it is and makes u of t. And if
there is such an f, then all forms of t are those of u: with the pegs moved by f first, and numbers don't tell
colours apart that change places. So any one form of u tells whether it is of a class that is known.

**Blanks.** Let H be all codes that agree with the history, for certain responses. f maps H to H, so it
maps the colours that no code of H has to such colours. If only H matters, these may be exchanged for a blank
in t and u before they are compared: it can't agree with anything that is hidden. Then t, blanked, and u,
blanked, are of one class if f makes one of the other, for some f. The forms are made as before, and a blank
stays a blank.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

_BLANK: Final = " "
"""In place of a colour that no code has that may be hidden."""


def representatives(
    history: Sequence[str], codes: Iterable[str], *, present: Container[str] | None = None
) -> dict[str, str]:
    """Return for each of the `codes` the first of them of its class, after the guesses `history`.

    Colours that aren't `present`, if that is given, are blanks: no code has them that still may be hidden.
    """
    known: dict[tuple[int, ...], str] = {}
    forms = _Forms(history, present)
    first: dict[str, str] = {}
    for code in codes:
        form = forms.one_of(code)
        if form not in known:
            known.update(dict.fromkeys(forms.all_of(code), code))
        first[code] = known[form]
    return first


def kinds_weigh_alike(weights: Iterable[tuple[str, int]]) -> bool:
    """Tell whether codes of one kind, such as 1123 and 4546, have the same weight."""
    of_kind: dict[tuple[int, ...], int] = {}
    kinds = ((tuple(sorted(Counter(code).values())), weight) for code, weight in weights)
    return all(of_kind.setdefault(kind, weight) == weight for kind, weight in kinds)


class _Forms:
    """The forms of codes after a history."""

    def __init__(self, history: Sequence[str], present: Container[str] | None) -> None:
        self._history = history
        self._present = present
        self._moves: list[tuple[tuple[int, ...], dict[str, int]]] = []
        self._length = 0

    def one_of(self, code: str) -> tuple[int, ...]:
        """Return a form of `code`, without what the history adds in front, which is the same for all."""
        return next(self.all_of(code))

    def all_of(self, code: str) -> Iterator[tuple[int, ...]]:
        """Yield all forms of `code`, that of `one_of` first."""
        if not self._moves:
            self._prepare(len(code))
        present = self._present
        if present is not None:
            code = "".join([colour if colour in present else _BLANK for colour in code])
        for move, met in self._moves:
            yield _numbered([code[place] for place in move], dict(met))

    def _prepare(self, length: int) -> None:
        """Find the ways to move pegs that make the history's own part the least; the others can't win."""
        least: tuple[int, ...] | None = None
        for move in permutations(range(length)):
            met = {_BLANK: -1}
            front = _numbered((guess[place] for guess in self._history for place in move), met)
            if least is None or front < least:
                least = front
                self._moves.clear()
            if front == least:
                self._moves.append((move, met))


def _numbered(colours: Iterable[str], met: dict[str, int]) -> tuple[int, ...]:
    """Return the numbers of `colours`; those in `met` have theirs, others get the next ones there."""
    return tuple([met.setdefault(colour, len(met)) for colour in colours])
