"""The checker's own arithmetic on codes that are alike, with numpy: one of each class, of many codes at once.

`rules.symmetry` says what the classes are, and why one of each will do; a test compares the two.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from wordle_cp.check.counting.patterns import GuessPatterns, Places

_BLANK = -1
_NEW = -2


def first_of_each_class(
    guesses: GuessPatterns,
    places: Places,
    past: Iterable[str],
    present: Collection[str],
    tell: Callable[[], None],
) -> Places:
    """Return the first code of each class after the guesses `past`, of those at `places`, which ascend.

    Colours that aren't `present` are blanks: no code has them that still may be hidden. Codes have five pegs
    at most, so that a form fits in a number. `tell` is called now and then.
    """
    length, colours = len(guesses.letters), guesses.number_of("") + 1
    made = [[guesses.number_of(colour) for colour in code] for code in past]
    blank = np.ones(colours, np.bool_)
    blank[[guesses.number_of(colour) for colour in present]] = False
    codes = guesses.letters[:, places].astype(np.int64)
    least = np.full(len(places), np.iinfo(np.int64).max)
    for move, met in _moves(made, length):
        tell()
        number_of = np.full(colours, _NEW, np.int64)
        number_of[list(met)] = list(met.values())
        number_of[blank] = _BLANK
        form = np.zeros(len(places), np.int64)
        for number in _numbered(codes[list(move)], number_of, len(met)):
            form = form * (length + colours + 2) + number - _BLANK
        np.minimum(least, form, out=least)
    _, first = np.unique(least, return_index=True)
    one: Places = places[np.sort(first)]
    return one


def _moves(made: Sequence[Sequence[int]], length: int) -> list[tuple[tuple[int, ...], dict[int, int]]]:
    """Return the ways to move the pegs after which the numbers of the guesses `made` are least.

    With each come the numbers of the colours that were met, in that order.
    """
    least: list[int] | None = None
    moves: list[tuple[tuple[int, ...], dict[int, int]]] = []
    for move in permutations(range(length)):
        met: dict[int, int] = {}
        front = [met.setdefault(code[place], len(met)) for code in made for place in move]
        if least is None or front < least:
            least = front
            moves.clear()
        if front == least:
            moves.append((move, met))
    return moves


def _numbered(codes: Places, number_of: Places, met: int) -> list[Places]:
    """Return the numbers of the colours of `codes`, [position][code]; new ones count on from `met`."""
    numbers: list[Places] = []
    count = np.full(codes.shape[1], met, np.int64)
    for position, colours in enumerate(codes):
        number = number_of[colours]
        for other in range(position):
            number = np.where((number == _NEW) & (colours == codes[other]), numbers[other], number)
        new = number == _NEW
        numbers.append(np.where(new, count, number))
        count += new
    return numbers
