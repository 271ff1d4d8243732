"""The least cost of an endgame, by branch and bound over its states.

A *state* is words that may be hidden, what binds the next guess, and the guesses left. Cells have fewer words
than their state, so what a guess costs follows from what its cells cost, and what a state costs from its
guesses: the dual of the linear relaxation of `models.states`, whose docstring says what is left out here, and
why. Each state has a bound, which grows: that of a guess is what its cells cost at least. The guess of the
least bound comes first, and one that can't cost less than what is known isn't looked at.

Nobody has to trust this: a strategy is replayed, and bounds are lemmas of a certificate (`certify.total`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heapreplace
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.games.strategy_tree import in_turn
from wordle_cp.rules.bindings import Binding
from wordle_cp.search.endgame import Classes, GraphSize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.games.question import Position
    from wordle_cp.rules.words import History
    from wordle_cp.search.endgame import Aim

_LAST_CHOICE: Final = 2
"""With this number of guesses left, or fewer, a count of patterns says all."""


@dataclass(eq=False, slots=True)
class Column:
    """A guess at a state: what it costs by itself, and the states that it may lead to, by ascending pattern.

    If one of these is `lost`, others may be missing.
    """

    guess: int
    step: int
    cells: tuple[State, ...]
    lost: State | None = None

    @property
    def bound(self) -> int:
        """What it costs with its cells, at least."""
        return self.step + sum(cell.bound for cell in self.cells)


@dataclass(eq=False, slots=True)
class State:
    """Words that may be hidden, by place, what binds the next guess, and the guesses left (None: enough).

    `path` leads to it from the position. It costs `counted` at least by a count of patterns, `bound` as far
    as is known, and just that if it is `solved`: then `best` reaches it. A `closed` state is solved by a
    count of patterns: `guess` reaches it, or, with None for that, any order of its words. It is `lost` if
    there is no strategy. `columns` are the guesses tried, and `queue` those that may cost less than is known,
    with what they cost at least.
    """

    number: int
    words: tuple[int, ...]
    binding: Binding
    left: int | None
    path: History
    counted: int = 0
    bound: int = 0
    solved: bool = False
    closed: bool = False
    lost: bool = False
    guess: int | None = None
    best: Column | None = None
    columns: dict[int, Column] = field(default_factory=dict)
    queue: list[tuple[int, bool, int]] | None = None


@dataclass(frozen=True, slots=True)
class LeastCostFound:
    """A best strategy, in preorder (see `formulation.StrategyFound`), and what it costs."""

    steps: tuple[str, ...]
    opener: str
    cost: int


class LeastCost:
    """A question on its way: the states that a position leads to, made as they are asked for."""

    def __init__(
        self, position: Position, asked: Sequence[str], aim: Aim, heed: Callable[[], None] = lambda: None
    ) -> None:
        """Take the position; its first guess is one of `asked`, if there are any.

        `heed` is called meanwhile, and what it raises ends that.
        """
        self.guesses: Final = Classes(position, asked, aim, heed)
        self.words: Final = position.hidden
        self.aim: Final = aim
        self.heed: Final = heed
        self._scoring: Final = position.variant.scoring
        self._states: Final[dict[tuple[tuple[int, ...], Binding, int | None], State]] = {}
        self._count = 0
        binding = Binding.after(position.history, self.guesses.mode, self._scoring)
        self.root: Final = self._made(tuple(range(len(self.words))), binding, aim.left, ())
        if len(self.words) > 1:  # a root has variables, whatever a count of patterns says of it
            self.root.solved = self.root.closed = False
            self.root.guess = None
            if asked:
                self.root.lost, self.root.bound = False, 0
                self.root.queue = [(0, True, guess) for guess in self.guesses.asked]

    @property
    def size(self) -> GraphSize:
        """What was looked at by now."""
        states = [self.root, *self._states.values()]
        tried = sum(len(state.columns) for state in states)
        return GraphSize(0, 1, len(states), sum(state.lost for state in states), tried)

    def solve(self) -> LeastCostFound | None:
        """Return a best strategy, or None if there is none.

        Raises:
            What `heed` raises.
        """
        return self.found if self._costs_less(self.root, None) else None

    @property
    def low(self) -> int:
        """What the position costs at least, as far as is known; also of a search that was stopped."""
        root = self.root
        known = [root.queue[0][0]] if root.queue else []
        known += [] if root.best is None else [root.best.bound]
        return max(root.bound, min(known, default=0))

    @property
    def found(self) -> LeastCostFound | None:
        """The best strategy known; also of a search that was stopped."""
        root = self.root
        if root.best is None and not root.solved:
            return None
        steps = tuple(self._steps(root))
        cost = root.bound if root.best is None else root.best.bound
        return LeastCostFound(steps, steps[0] if steps else self.words[0], cost)

    # ---------- branch and bound
    def _costs_less(self, state: State, limit: int | None) -> bool:
        """Tell whether a state costs less than `limit`, or None: anything; if so it is solved then."""
        if state.lost or state.solved:
            return state.solved and (limit is None or state.bound < limit)
        if state.queue is None:
            places, prices, _ = self._priced(state)
            state.queue = [
                (price, True, place) for place, price in zip(places.tolist(), prices.tolist(), strict=True)
            ]
            heapify(state.queue)
        queue = state.queue
        while queue and (limit is None or queue[0][0] < limit):
            bound, _, guess = queue[0]  # it stays there meanwhile, so that a stopped search has a bound
            column = self.column(state, guess)
            if column.lost is None and column.bound <= bound and self._column_costs_less(column, limit):
                limit, state.best = column.bound, column
            if column.lost is not None or column is state.best:
                heappop(queue)
            else:
                heapreplace(queue, (column.bound, False, guess))
        if state.best is not None:
            assert limit is not None, "what the best guess costs"
            state.bound, state.solved, state.queue = limit, True, None
        elif queue:
            state.bound = max(state.bound, queue[0][0])
        else:
            state.lost = True
        return state.solved

    def _column_costs_less(self, column: Column, limit: int | None) -> bool:
        """Tell whether a guess costs less than `limit`; if so all of its cells are solved then."""
        for cell in sorted(column.cells, key=lambda cell: -len(cell.words)):
            spare = None if limit is None else limit - column.bound + cell.bound
            if not self._costs_less(cell, spare):
                column.lost = cell if cell.lost else None
                return False
        return True

    def column(self, state: State, guess: int) -> Column:
        """Return what a guess leads to."""
        column = state.columns.get(guess)
        if column is None:
            column = state.columns[guess] = self._column(state, guess)
        if column.lost is None:
            column.lost = next((cell for cell in column.cells if cell.lost), None)
        return column

    def _column(self, state: State, guess: int) -> Column:
        cells: dict[int, list[int]] = {}
        row = self.guesses.patterns[:, guess]
        for word in state.words:
            cells.setdefault(int(row[word]), []).append(word)
        cells.pop(self._scoring.win, None)
        left = None if state.left is None else state.left - 1
        step = self.aim.steps(state.left)[0] * self.guesses.weight(state.words)
        reached: dict[int, State] = {}
        for pattern, cell in sorted(cells.items(), key=lambda each: -len(each[1])):
            path = (*state.path, (self.guesses.names[guess], pattern))
            child = self.state(tuple(cell), self.guesses.bound(state.binding, guess, pattern), left, path)
            reached[pattern] = child
            if child.lost:
                return Column(guess, step, (child,), child)
        return Column(guess, step, tuple(reached[pattern] for pattern in sorted(reached)))

    def choices(self, state: State, below: int | None) -> list[int]:
        """Return the guesses at a state that may cost less than `below`, or all; at the root those asked."""
        if state is self.root and self.guesses.asked:
            return self.guesses.asked
        places, prices, _ = self._priced(state)
        return [int(place) for place in (places if below is None else places[prices < below])]

    # ---------- states
    def state(self, words: tuple[int, ...], binding: Binding, left: int | None, path: History) -> State:
        """Return the state; where more guesses are left than words, there are enough (Theorem 7)."""
        if left is not None and self.aim.plain and left >= len(words):
            left = None
        key = (words, binding, left)
        if key not in self._states:
            self._states[key] = self._made(words, binding, left, path)
        return self._states[key]

    def _made(self, words: tuple[int, ...], binding: Binding, left: int | None, path: History) -> State:
        self.heed()
        made = State(self._count, words, binding, left, path)
        self._count += 1
        self._assess(made)
        return made

    def _assess(self, state: State) -> None:
        """Say what a count of patterns says of a state."""
        words, left = state.words, state.left
        if left == 0 and self.aim.loses_none:
            state.lost = True
            return
        step, second, _ = self.aim.steps(left)
        if len(words) == 1 or left == 0:
            state.bound, state.closed = step * self.guesses.weight(words), True
        elif second is None:
            state.lost = True
        else:
            places, prices, alone = self._priced(state)
            if not len(places):
                state.lost = True
                return
            state.bound = int(prices.min())
            whole = alone if left is None or left > _LAST_CHOICE else np.ones_like(alone)
            closing = np.flatnonzero((prices == state.bound) & whole)
            if len(closing):
                state.closed, state.guess = True, int(places[closing[0]])
        state.counted, state.solved = state.bound, state.closed

    def _priced(self, state: State) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.bool_]]:
        return self.guesses.priced(state.words, state.binding, state.left)

    # ---------- the strategy
    def _steps(self, state: State) -> Iterator[str]:
        """Yield the strategy from a solved state on."""
        if state.best is not None:
            yield self.guesses.names[state.best.guess]
            for cell in state.best.cells:
                yield from self._steps(cell)
        else:
            first = () if state.guess is None else (self.guesses.names[state.guess],)
            heaviest = sorted(state.words, key=lambda word: -self.aim.weights[word])
            yield from in_turn(first, [self.words[word] for word in heaviest])
