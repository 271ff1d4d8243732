"""Bounds of positions of several boards: rule "position" of docs/certificates/.

A position is a set of groups: words, as bits, how many boards have just these left, and in another mode than
normal the guesses that it allows on them, as bits, too. A bound of it is worked out for each guess from the
positions that the guess may lead to, whose bounds come earlier.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.certificate.claims.boards import MAX_BOARDS, Measure, Side
from wordle_cp.check.common.lists import WHOLE
from wordle_cp.errors import CertificateRejected

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.boards import BoardsPosition
    from wordle_cp.check.boards.played import BoardLeft
    from wordle_cp.check.common.lists import Lists
    from wordle_cp.rules.words import History

    _State = tuple[tuple[int, int, int], ...]
    _Parts = tuple[tuple[int, _State], ...]

MAX_WORDS: Final = 256
"""Hidden words of a game with bounds of positions."""
MAX_OUTCOMES: Final = 2**23
"""Outcomes of guesses looked at in the whole file, or words of the positions where these are more.

With more than eight groups, which no game has, each counts as often as there are eights of groups, rounded
up.
"""


class Known(NamedTuple):
    """The bounds of a position that are proven so far."""

    total: int | None
    worst: int | None


class Positions:
    """What is proven of positions, one after the other."""

    def __init__(self, lists: Lists, game: GameRecord, left: Sequence[BoardLeft]) -> None:
        """Take the game, and the boards that are left; little is worked out before the first position."""
        self._lists = lists
        self._mode = game.mode
        self._scoring = game.scoring
        some = {word for each in left for word in each.words}
        self._words = [word for word in lists.hidden if word in some]
        self._place = {word: place for place, word in enumerate(self._words)}
        self._left = left
        self._tried: dict[str, int] = {}
        self._allowed: dict[tuple[str, int], int] = {}
        self._rows: dict[str, tuple[int, ...]] = {}
        self._bounds: dict[tuple[Measure, Side, _State], int] = {}
        self._outcomes_left = MAX_OUTCOMES
        groups = Counter(left)
        self.start: _State = tuple(
            sorted(
                (sum(1 << self._place[word] for word in each.words), boards, 0)
                for each, boards in groups.items()
            )
        )
        """The position of the claim; what other modes than normal allow comes with the first line."""

    def whole(self, side: Side) -> Known:
        """Return the bounds of the position that the claim is about."""
        total, worst = (self._bounds.get((measure, side, self.start)) for measure in Measure)
        return Known(total, worst)

    def add(self, name: str, position: BoardsPosition) -> None:
        """Reject unless the bound of `position` follows from those before it."""
        if len(self._words) > MAX_WORDS:
            expected = f"{MAX_WORDS} hidden words at most where positions have bounds"
            raise CertificateRejected(WHOLE, "size", expected, str(len(self._words)))
        if not self._rows:
            self._begin()
        state = self._state(name, position)
        if position.side is Side.MOST:
            assert position.guess is not None, "the reader takes no other line"
            if position.guess not in self._lists.guess_set:
                raise CertificateRejected(name, "guess list", "a word of the guess list", position.guess)
            if not self._permits(state, position.guess):
                expected = f"a guess that {self._mode} mode allows on one of the boards"
                raise CertificateRejected(name, "position", expected, position.guess)
            found = self._with(name, position.measure, Side.MOST, state, position.guess)
            if found is None or found > position.bound:
                shown = "no bound" if found is None else str(found)
                raise CertificateRejected(name, "position", f"at most {position.bound}", shown)
        else:
            for guess in self._rows:
                if not self._permits(state, guess):
                    continue
                found = self._with(name, position.measure, Side.LEAST, state, guess)
                if found is not None and found < position.bound:
                    expected = f"at least {position.bound} with {guess}"
                    raise CertificateRejected(name, "position", expected, str(found))
        key = position.measure, position.side, state
        better = max if position.side is Side.LEAST else min
        self._bounds[key] = better(position.bound, self._bounds.get(key, position.bound))

    def _begin(self) -> None:
        """Score the guesses that may be made, all others being allowed on no board from here on."""
        rows: set[tuple[int, ...]] = set()
        for guess in self._lists.guesses:
            if not any(self._scoring.is_allowed(guess, each.history, self._mode) for each in self._left):
                continue
            row = tuple(self._scoring.score(guess, word) for word in self._words)
            if not self._mode.binds and row in rows:
                continue  # in normal mode one guess of equal responses is enough
            rows.add(row)
            self._tried[guess] = len(self._rows)
            self._rows[guess] = row
        groups = Counter(self._left)
        self.start = tuple(
            sorted(
                (sum(1 << self._place[word] for word in each.words), boards, self._after(each.history))
                for each, boards in groups.items()
            )
        )

    def _permits(self, state: _State, guess: str) -> bool:
        """Tell whether the mode allows `guess`, which is on the list, on a board of `state`."""
        if not self._mode.binds:
            return True
        place = self._tried.get(guess)
        return place is not None and any(allowed >> place & 1 for _, _, allowed in state)

    def _after(self, history: History) -> int:
        """Return the guesses that the mode allows after a history, as bits; 0 in normal mode."""
        if not self._mode.binds:
            return 0
        allowed = -1
        for guess, pattern in history:
            key = guess, pattern
            if key not in self._allowed:
                self._spend(WHOLE, len(self._tried))
                self._allowed[key] = sum(
                    1 << place
                    for tried, place in self._tried.items()
                    if self._scoring.is_allowed(tried, (key,), self._mode)
                )
            allowed &= self._allowed[key]
        return allowed & (1 << len(self._tried)) - 1

    def _spend(self, name: str, outcomes: int) -> None:
        """Reject where the whole file takes too long."""
        self._outcomes_left -= outcomes
        if self._outcomes_left < 0:
            raise CertificateRejected(name, "size", f"{MAX_OUTCOMES} outcomes of guesses at most", "more")

    def _state(self, name: str, position: BoardsPosition) -> _State:
        """Return the position as bits; reject words that aren't hidden, out of order, or in two groups."""
        for guess in position.made:
            if guess not in self._lists.guess_set:
                raise CertificateRejected(name, "guess list", "a word of the guess list", guess)
        state: list[tuple[int, int, int]] = []
        together = 0
        for boards, words in position.groups:
            places = [self._place.get(word, -1) for word in words]
            bits = sum(1 << place for place in places if place >= 0)
            ordered = all(before < after for before, after in zip([-1, *places], places, strict=False))
            if not ordered or together & bits:
                expected = "hidden words in the order of their list, each in one group"
                raise CertificateRejected(name, "position", expected, ",".join(words[:8]))
            together |= bits
            given = [{self._scoring.score(guess, word) for word in words} for guess in position.made]
            self._spend(name, len(words) * len(given))
            if any(len(responses) > 1 for responses in given):
                expected = "words of a group that have the same responses to the guesses made"
                raise CertificateRejected(name, "position", expected, ",".join(words[:8]))
            history = tuple(
                (guess, min(responses)) for guess, responses in zip(position.made, given, strict=True)
            )
            state.append((bits, boards, self._after(history)))
        return tuple(sorted(state))

    def _with(self, name: str, measure: Measure, side: Side, state: _State, guess: str) -> int | None:
        """Return the bound of `state` with `guess` next; None if there is none.

        For a lower bound that is so if the guess divides and solves nothing.
        """
        total, worst = prod(bits.bit_count() ** boards for bits, boards, _ in state), 0
        before = [group[:2] for group in state]
        for ways, after in self._outcomes(name, state, guess):
            if [group[:2] for group in after] == before:
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

    def _outcomes(self, name: str, state: _State, guess: str) -> Iterator[tuple[int, _State]]:
        """Yield the positions that a guess leads to, each with a number of ways; one may come twice."""
        row = self._rows.get(guess)
        if row is None:  # in normal mode it has the responses of another guess
            row = tuple(self._scoring.score(guess, word) for word in self._words)
        cells = [self._cells(bits, allowed, guess, row) for bits, _, allowed in state]
        outcomes = [
            comb(boards + len(parts) - 1, boards) for (_, boards, _), parts in zip(state, cells, strict=True)
        ]
        eights = -(-len(state) // MAX_BOARDS)
        self._spend(name, max(prod(outcomes) * eights, sum(bits.bit_count() for bits, _, _ in state)))
        most = outcomes.index(max(outcomes))  # not kept; no other group has more than sqrt(MAX_OUTCOMES)
        kept = [
            list(_divided(parts, boards))
            for number, ((_, boards, _), parts) in enumerate(zip(state, cells, strict=True))
            if number != most
        ]
        for first in _divided(cells[most], state[most][1]):
            for rest in product(*kept):
                chosen = first, *rest
                after = sorted(group for _, groups in chosen for group in groups)
                yield prod(ways for ways, _ in chosen), tuple(after)

    def _cells(self, bits: int, allowed: int, guess: str, row: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the cells of words, and what is allowed there; words are 0 where the boards are solved."""
        cells: dict[int, int] = {}
        while bits:
            word = bits & -bits
            bits ^= word
            pattern = row[word.bit_length() - 1]
            cells[pattern] = 0 if pattern == self._scoring.win else cells.get(pattern, 0) | word
        if not self._mode.binds:
            return [(cell, 0) for cell in cells.values()]
        return [(cell, allowed & self._after(((guess, pattern),))) for pattern, cell in cells.items()]


def _divided(cells: list[tuple[int, int]], boards: int) -> Iterator[tuple[int, _State]]:
    """Yield the ways to put `boards` into `cells`: how many, and what is left of them."""
    stack: list[tuple[int, int, int, _State]] = [(0, boards, factorial(boards), ())]
    while stack:
        place, left, ways, groups = stack.pop()
        words, allowed = cells[place]
        if place == len(cells) - 1:
            ways //= factorial(left)
            yield ways, (*groups, (words, left, allowed)) if left and words else groups
            continue
        for here in range(left + 1):
            kept = (*groups, (words, here, allowed)) if here and words else groups
            stack.append((place + 1, left - here, ways // factorial(here), kept))


def plain_total(state: _State, others: int) -> int:
    """Return a total that `state` takes at least, where a guess has `others` responses but all green."""
    if not state:
        return 0
    deals, groups = prod(bits.bit_count() ** boards for bits, boards, _ in state), len(state)
    sums = [deals * least_sum(bits.bit_count(), others) // bits.bit_count() for bits, _, _ in state]
    return int(max(*sums, -(-(2 * sum(sums) + deals * groups * (groups - 1)) // (2 * groups))))


def plain_worst(state: _State, others: int) -> int:
    """Return a number of guesses that `state` takes at the worst at least."""
    most = len(state)
    for bits, _, _ in state:
        guesses, found, more = 0, 0, 1
        while found < bits.bit_count():
            guesses, found, more = guesses + 1, found + more, more * others
        most = max(most, guesses)
    return most


def least_sum(words: int, others: int) -> int:
    """Return a total that one board takes at least: others**(k - 1) words are found with guess k."""
    total, guess, more = 0, 1, 1
    while words > 0:
        total += guess * min(words, more)
        words, guess, more = words - more, guess + 1, more * others
    return total
