"""The least total of guesses of several boards, and the least worst case, by dynamic programming.

A position is what is known of the boards that aren't solved: for each the hidden words that agree with its
responses. All of them had the same guesses, so two boards have either the same words left or none in common;
and boards with the same words left are interchangeable. So a position is a set of groups (words, how many
boards have them). Positions with the same groups have the same value, whatever led to them.

In hard and ultrahard mode a guess must be allowed on some board that isn't solved. Boards with the same words
left had the same responses, as one of these words has them all; so a group has one set of allowed guesses,
and it is a part of the position. After guess t with response p it is the part of the old one that the mode
allows after (t, p) alone, as each response of a history forbids what it forbids by itself.

A guess divides the words of a board by their responses. Boards with the same words go to the cells in any
way: k boards to cells with k_1, k_2, ... of them in k! / (k_1! k_2! ...) ways, each of which leaves the same
position. The boards in the cell of the guess itself are solved and drop out.

The value of a position is a sum over its deals: one for the guess now, and the values of what follows. A
guess that divides nothing and solves nothing leaves the words as they are, and in hard mode allows no more
than before; the same strategy without it is better, so it is left out. Bounds cut the rest short
(`least_possible`): a guess is given up once its deals, the values known and the bounds of the others reach
the best sum so far.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.modes import Mode
from wordle_cp.search.depth import count_bound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

MOST_WORDS: Final = 64
"""Hidden words of a game that is tried."""
MOST_OUTCOMES: Final = 500_000
"""Outcomes of guesses that are looked at: some ten seconds."""

_HEEDED: Final = 256
"""Outcomes between two calls of `heed`."""

_ALLOWED_AT_ONCE: Final = 8
"""Guesses of which it is seen whether a mode allows them, that count as one outcome."""


class Group(NamedTuple):
    """Boards that have the same words left.

    `words` and `allowed` are bits, by the places of hidden words and of guesses; `allowed` is what the mode
    allows on one of these boards alone, and 0 in normal mode, where nobody asks.
    """

    words: int
    boards: int
    allowed: int = 0


State = tuple[Group, ...]
"""Groups in ascending order; no board is left where it is empty."""


class TooLargeError(Exception):
    """The game is too large for an exact answer."""


@dataclass(frozen=True, slots=True)
class ExactBoards:
    """The least total over all deals and the least worst case, each with a first guess that reaches it."""

    total: int
    opener: str
    worst: int
    worst_opener: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A position that a guess may lead to, and how many assignments of boards to cells do."""

    ways: int
    state: State


def deals_of(state: State) -> int:
    """Return the number of deals of a position."""
    return prod(group.words.bit_count() ** group.boards for group in state)


@cache
def least_sum(words: int, other_responses: int) -> int:
    """Return a total of guesses that finding each of `words` words on one board takes at least.

    One guess finds one word at most; two find no more than one for each other response to the first, and so
    on: r**(k - 1) words at most are found with the k-th guess.
    """
    total, guess, found = 0, 1, 1
    while words > 0:
        now = min(found, words)
        total += guess * now
        words -= now
        found *= other_responses
        guess += 1
    return total


def least_possible(state: State, other_responses: int) -> int:
    """Return a total of guesses that a position takes at least, over its deals, in any mode.

    Take one board of each of the p groups. Whatever is hidden on the other boards, the strategy finds the
    word of each with some guess, as a strategy for it alone would: summed over its n words that is
    `least_sum` of n at least. Words of different groups differ, so the p guesses are different numbers; the
    last of them is at least their mean plus (p - 1) / 2.
    """
    if not state:
        return 0
    groups, deals = len(state), deals_of(state)
    counts = [group.words.bit_count() for group in state]
    sums = [least_sum(words, other_responses) * deals // words for words in counts]
    mean = -(-(2 * sum(sums) + deals * groups * (groups - 1)) // (2 * groups))
    return max(mean, *sums)


class BoardsSearch:
    """Exact values of one game: the words that may be hidden, and what each guess tells of them."""

    def __init__(
        self,
        scoring: Scoring,
        guesses: Sequence[str],
        hidden: Sequence[str],
        heed: Callable[[], None] = lambda: None,
        *,
        mode: Mode = Mode.NORMAL,
        histories: Sequence[History] = (),
    ) -> None:
        """Score all pairs; `heed` is called now and then, what it raises ends the work.

        `hidden` are words that may be left on some board. In another mode than normal, guesses that no board
        allows after its history, one of `histories` for each board that isn't solved, are left out: no later
        position allows them. Without histories the game begins, and all guesses are allowed.

        Raises:
            TooLargeError: there are more than `MOST_WORDS` hidden words.
        """
        if len(hidden) > MOST_WORDS:
            raise TooLargeError
        self._scoring = scoring
        self._mode = mode
        self._heed = heed
        self.hidden = hidden
        self._names: list[str] = []
        self._patterns: list[tuple[int, ...]] = []
        rows: set[tuple[int, ...]] = set()
        for guess in guesses:
            heed()
            if mode.binds and not _allowed_on_some(scoring, guess, histories, mode):
                continue
            row = tuple(scoring.score(guess, word) for word in hidden)
            if row not in rows or mode.binds:  # in normal mode one guess of equal responses does
                rows.add(row)
                self._names.append(guess)
                self._patterns.append(row)
        self._allowed: dict[tuple[int, int], int] = {}
        self._totals: dict[State, tuple[int, int]] = {(): (0, 0)}
        self._worst: dict[State, tuple[int, int]] = {(): (0, 0)}
        self._divided: dict[tuple[Group, int], tuple[tuple[int, State], ...]] = {}
        self._other = scoring.response_count - 1
        self.outcomes = 0

    def state_of(self, boards: Sequence[tuple[Sequence[str], History]]) -> State:
        """Return the position of `boards` that aren't solved: the words left on each, and its history."""
        place = {word: number for number, word in enumerate(self.hidden)}
        found = Counter(
            (sum(1 << place[word] for word in words), self._allowed_after(history))
            for words, history in boards
        )
        return tuple(sorted(Group(words, count, allowed) for (words, allowed), count in found.items()))

    def solve(self, boards: int) -> ExactBoards:
        """Return the values of the whole game; see `values`."""
        return self.values(self.state_of([(self.hidden, ())] * boards))

    def values(self, start: State) -> ExactBoards:
        """Return the values of the position `start`, which has a board.

        Raises:
            TooLargeError: more than `MOST_OUTCOMES` outcomes would have to be looked at.
        """
        total, opener = self.least_total(start)
        worst, worst_opener = self.least_worst(start)
        return ExactBoards(total, self._names[opener], worst, self._names[worst_opener])

    def least_total(self, state: State) -> tuple[int, int]:
        """Return the least total of `state`, and the place of a guess that reaches it."""
        if state in self._totals:
            return self._totals[state]
        moves = []
        for place, outcomes in self._moves(state):
            bounds = [one.ways * least_possible(one.state, self._other) for one in outcomes]
            moves.append((sum(bounds), place, outcomes, bounds))
        moves.sort(key=lambda move: move[:2])
        best: tuple[int, int] | None = None
        for bound, place, outcomes, bounds in moves:
            if best is not None and bound >= best[0]:
                break
            total = bound
            for one, least in zip(outcomes, bounds, strict=True):
                total += one.ways * self.least_total(one.state)[0] - least
                if best is not None and total >= best[0]:
                    break
            else:
                best = total, place
        assert best is not None, "every word that may be hidden may be guessed"
        self._totals[state] = best[0] + deals_of(state), best[1]
        return self._totals[state]

    def least_worst(self, state: State) -> tuple[int, int]:
        """Return the least worst case of `state`, and the place of a guess that reaches it."""
        if state in self._worst:
            return self._worst[state]
        moves = []
        for place, outcomes in self._moves(state):
            states = sorted({one.state for one in outcomes}, key=self.plain_worst, reverse=True)
            moves.append((self.plain_worst(states[0]), place, states))
        moves.sort(key=lambda move: move[:2])
        best: tuple[int, int] | None = None
        for bound, place, states in moves:
            if best is not None and bound >= best[0]:
                break
            worst = 0
            for one in states:
                worst = max(worst, self.least_worst(one)[0])
                if best is not None and worst >= best[0]:
                    break
            else:
                best = worst, place
        assert best is not None, "every word that may be hidden may be guessed"
        self._worst[state] = best[0] + 1, best[1]
        return self._worst[state]

    def plain_worst(self, state: State) -> int:
        """Return a number of guesses that `state` takes at least: one a group, and as many as one board."""
        return max([len(state), *(count_bound(group.words.bit_count(), self._scoring) for group in state)])

    def guess(self, place: int) -> str:
        """Return the guess at `place`."""
        return self._names[place]

    def after(self, state: State, place: int) -> list[tuple[int, State]]:
        """Return the positions that the guess at `place` leads to, each with its number of ways."""
        return [(one.ways, one.state) for one in self._outcomes(state, place)]

    def all_moves(self, state: State) -> Iterator[tuple[int, list[tuple[int, State]]]]:
        """Yield the place of each guess that divides or solves something, and what `after` returns."""
        for place, outcomes in self._moves(state):
            yield place, [(one.ways, one.state) for one in outcomes]

    def _moves(self, state: State) -> Iterator[tuple[int, list[_Outcome]]]:
        """Yield the allowed guesses that divide or solve something, by their places, with their outcomes."""
        words = [(group.words, group.boards) for group in state]
        allowed = 0
        for group in state:
            allowed |= group.allowed
        for place in range(len(self._patterns)):
            if self._mode.binds and not allowed >> place & 1:
                continue
            outcomes = self._outcomes(state, place)
            if len(outcomes) > 1 or [(left.words, left.boards) for left in outcomes[0].state] != words:
                yield place, outcomes

    def _outcomes(self, state: State, place: int) -> list[_Outcome]:
        """Return the outcomes of a guess."""
        found: Counter[State] = Counter()
        for parts in product(*(self._divisions(group, place) for group in state)):
            if self.outcomes % _HEEDED == 0:
                self._heed()
            self.outcomes += 1
            if self.outcomes > MOST_OUTCOMES:
                raise TooLargeError
            found[tuple(sorted(group for _, groups in parts for group in groups))] += prod(
                ways for ways, _ in parts
            )
        return [_Outcome(ways, state) for state, ways in found.items()]

    def _divisions(self, group: Group, place: int) -> tuple[tuple[int, State], ...]:
        """Return the ways in which the boards of a group go to cells: how many, and the groups left."""
        key = group, place
        if key not in self._divided:
            patterns, boards = self._patterns[place], group.boards
            cells: dict[int, int] = {}
            for word in range(len(patterns)):
                if group.words >> word & 1:
                    cells[patterns[word]] = cells.get(patterns[word], 0) | 1 << word
            solved = cells.pop(self._scoring.win, 0)
            parts = len(cells) + bool(solved)
            if self.outcomes + comb(boards + parts - 1, boards) > MOST_OUTCOMES:
                raise TooLargeError
            left = [
                (cell, group.allowed and group.allowed & self._allowed_by(place, pattern))
                for pattern, cell in cells.items()
            ]
            self._divided[key] = tuple(
                (
                    factorial(boards) // prod(map(factorial, counts)),
                    tuple(Group(cell, k, kept) for (cell, kept), k in zip(left, counts, strict=False) if k),
                )
                for counts in _splits(boards, parts)
            )
        return self._divided[key]

    def _allowed_by(self, place: int, pattern: int) -> int:
        """Return which guesses the mode allows after one guess with that response, as bits."""
        key = place, pattern
        if key not in self._allowed:
            self._allowed[key] = self._allowed_after(((self._names[place], pattern),))
        return self._allowed[key]

    def _allowed_after(self, history: History) -> int:
        """Return which guesses the mode allows after a history, as bits; 0 in normal mode."""
        if not self._mode.binds:
            return 0
        self._heed()
        self.outcomes += len(self._names) // _ALLOWED_AT_ONCE
        allows = Binding.after(history, self._mode, self._scoring).allows
        return sum(1 << place for place, guess in enumerate(self._names) if allows(guess))


def _allowed_on_some(scoring: Scoring, guess: str, histories: Sequence[History], mode: Mode) -> bool:
    """Tell whether the mode allows `guess` on a board; at the start of the game it does."""
    return not histories or any(scoring.is_allowed(guess, history, mode) for history in histories)


def _splits(boards: int, cells: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write `boards` as a sum of so many numbers of 0 or more."""
    if cells == 1:
        yield (boards,)
        return
    for first in range(boards + 1):
        for rest in _splits(boards - first, cells - 1):
            yield first, *rest
