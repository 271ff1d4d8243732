"""Bounds of positions of several boards: rule "position" of docs/certificates.md.

A position is a set of pairs: words, as bits, and how many boards have just these left. A bound of it is
worked out for each guess from the positions that the guess may lead to, whose bounds come earlier.
"""

from __future__ import annotations

from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.certificate.format import Measure, Side
from wordle_cp.check.lists import WHOLE
from wordle_cp.errors import CertificateRejected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.format import BoardsPosition
    from wordle_cp.check.lists import Lists
    from wordle_cp.scoring import Scoring

    _State = tuple[tuple[int, int], ...]
    _Parts = tuple[tuple[int, _State], ...]

MAX_WORDS: Final = 256
"""Hidden words of a game with bounds of positions."""
MAX_OUTCOMES: Final = 2**23
"""Outcomes of guesses looked at in the whole file, or words of the positions where these are more."""


class Known(NamedTuple):
    """The bounds of a position that are proven so far."""

    total: int | None
    worst: int | None


class Positions:
    """What is proven of positions, one after the other."""

    def __init__(self, lists: Lists, scoring: Scoring) -> None:
        """Take the game; nothing is worked out before the first position."""
        self._lists = lists
        self._scoring = scoring
        self._place = {word: place for place, word in enumerate(lists.hidden)}
        self._rows: dict[tuple[int, ...], str] = {}
        self._bounds: dict[tuple[Measure, Side, _State], int] = {}
        self._outcomes_left = MAX_OUTCOMES

    def whole(self, boards: int, side: Side) -> Known:
        """Return the bounds of the start of the game on so many boards."""
        start: _State = (((1 << len(self._lists.hidden)) - 1, boards),)
        total, worst = (self._bounds.get((measure, side, start)) for measure in Measure)
        return Known(total, worst)

    def add(self, name: str, position: BoardsPosition) -> None:
        """Reject unless the bound of `position` follows from those before it."""
        hidden = self._lists.hidden
        if len(hidden) > MAX_WORDS:
            expected = f"{MAX_WORDS} hidden words at most where positions have bounds"
            raise CertificateRejected(WHOLE, "size", expected, str(len(hidden)))
        if not self._rows:
            for guess in self._lists.guesses:
                self._rows.setdefault(tuple(self._scoring.score(guess, word) for word in hidden), guess)
        state = self._state(name, position)
        if position.side is Side.MOST:
            assert position.guess is not None, "the reader takes no other line"
            if position.guess not in self._lists.guess_set:
                raise CertificateRejected(name, "guess list", "a word of the guess list", position.guess)
            row = tuple(self._scoring.score(position.guess, word) for word in hidden)
            found = self._with(name, position.measure, Side.MOST, state, row)
            if found is None or found > position.bound:
                shown = "no bound" if found is None else str(found)
                raise CertificateRejected(name, "position", f"{position.bound} at the most", shown)
        else:
            for row, guess in self._rows.items():
                found = self._with(name, position.measure, Side.LEAST, state, row)
                if found is not None and found < position.bound:
                    expected = f"{position.bound} at the least with {guess}"
                    raise CertificateRejected(name, "position", expected, str(found))
        key = position.measure, position.side, state
        better = max if position.side is Side.LEAST else min
        self._bounds[key] = better(position.bound, self._bounds.get(key, position.bound))

    def _state(self, name: str, position: BoardsPosition) -> _State:
        """Return the position as bits; reject words that aren't hidden, out of order, or in two groups."""
        state: list[tuple[int, int]] = []
        together = 0
        for boards, words in position.groups:
            places = [self._place.get(word, -1) for word in words]
            bits = sum(1 << place for place in places if place >= 0)
            ordered = all(before < after for before, after in zip([-1, *places], places, strict=False))
            if not ordered or together & bits:
                expected = "hidden words in the order of their list, each in one group"
                raise CertificateRejected(name, "position", expected, ",".join(words[:8]))
            together |= bits
            state.append((bits, boards))
        return tuple(sorted(state))

    def _with(
        self, name: str, measure: Measure, side: Side, state: _State, row: tuple[int, ...]
    ) -> int | None:
        """Return the bound of `state` with the guess of `row` next; None if there is none.

        For a lower bound that is so if the guess changes nothing.
        """
        total, worst = prod(bits.bit_count() ** boards for bits, boards in state), 0
        for ways, after in self._outcomes(name, state, row):
            if after == state:
                return None
            bound = self._bounds.get((measure, side, after), 0 if not after else None)
            if side is Side.LEAST:
                plain = plain_total if measure is Measure.TOTAL else plain_worst
                bound = max(bound or 0, plain(after, self._scoring.response_count - 1))
            if bound is None:
                return None
            total += ways * bound
            worst = max(worst, bound)
        return int(total if measure is Measure.TOTAL else 1 + worst)

    def _outcomes(self, name: str, state: _State, row: tuple[int, ...]) -> Iterator[tuple[int, _State]]:
        """Yield the positions that a guess leads to, each with a number of ways; one may come twice."""
        cells = [self._cells(bits, row) for bits, _ in state]
        outcomes = prod(
            comb(boards + len(parts) - 1, boards) for (_, boards), parts in zip(state, cells, strict=True)
        )
        self._outcomes_left -= max(outcomes, sum(bits.bit_count() for bits, _ in state))  # or words
        if self._outcomes_left < 0:
            raise CertificateRejected(name, "size", f"{MAX_OUTCOMES} outcomes of guesses at most", "more")
        divided = [list(_divided(parts, boards)) for (_, boards), parts in zip(state, cells, strict=True)]
        for chosen in product(*divided):
            after = sorted(pair for _, pairs in chosen for pair in pairs)
            yield prod(ways for ways, _ in chosen), tuple(after)

    def _cells(self, bits: int, row: tuple[int, ...]) -> list[int]:
        """Return the cells of words; that of the guess itself is 0, as its boards are solved."""
        cells: dict[int, int] = {}
        while bits:
            word = bits & -bits
            bits ^= word
            pattern = row[word.bit_length() - 1]
            cells[pattern] = 0 if pattern == self._scoring.win else cells.get(pattern, 0) | word
        return list(cells.values())


def _divided(cells: list[int], boards: int) -> Iterator[tuple[int, _State]]:
    """Yield the ways to put `boards` into `cells`: how many, and what is left of them."""
    stack: list[tuple[int, int, int, _State]] = [(0, boards, factorial(boards), ())]
    while stack:
        place, left, ways, pairs = stack.pop()
        if place == len(cells) - 1:
            ways //= factorial(left)
            yield ways, (*pairs, (cells[place], left)) if left and cells[place] else pairs
            continue
        for here in range(left + 1):
            kept = (*pairs, (cells[place], here)) if here and cells[place] else pairs
            stack.append((place + 1, left - here, ways // factorial(here), kept))


def plain_total(state: _State, others: int) -> int:
    """Return a total that `state` takes at the least, where a guess has `others` responses but all green."""
    if not state:
        return 0
    deals, pairs = prod(bits.bit_count() ** boards for bits, boards in state), len(state)
    sums = [deals * least_sum(bits.bit_count(), others) // bits.bit_count() for bits, _ in state]
    return int(max(*sums, -(-(2 * sum(sums) + deals * pairs * (pairs - 1)) // (2 * pairs))))


def plain_worst(state: _State, others: int) -> int:
    """Return a number of guesses that `state` takes at the worst at the least."""
    most = len(state)
    for bits, _ in state:
        guesses, found, more = 0, 0, 1
        while found < bits.bit_count():
            guesses, found, more = guesses + 1, found + more, more * others
        most = max(most, guesses)
    return most


def least_sum(words: int, others: int) -> int:
    """Return a total that one board takes at the least: others**(k - 1) words are found with guess k."""
    total, guess, more = 0, 1, 1
    while words > 0:
        total += guess * min(words, more)
        words, guess, more = words - more, guess + 1, more * others
    return total
