"""States of an endgame: the words left, what binds the next guesses, and what each of these makes of it.

Nothing is decided here: a state comes with what a count of patterns says of it, and grows columns when it is
asked for more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.models.endgame import Classes
from wordle_cp.rules.bindings import Binding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.games.question import Position
    from wordle_cp.models.endgame import Aim
    from wordle_cp.rules.words import History

_LOOKED_AT: Final = 12
"""A policy looks at so many guesses, those that show most patterns."""
_FIRST_BATCH: Final = 64
"""So many guesses become columns at first where no known strategy says which are needed."""
_LAST_CHOICE: Final = 2
"""With so many guesses left, or fewer, a count of patterns says all."""


@dataclass(eq=False, slots=True)
class Column:
    """A guess at a state: the states that it may lead to, and what it costs at least.

    `cost` is what it costs beyond what `children` cost, which are open; `cells` are all states that it leads
    to. `bound` is what it costs with them, at least.
    """

    guess: int
    cost: int
    cells: tuple[State, ...]
    children: tuple[State, ...]
    bound: int

    @property
    def lost(self) -> State | None:
        """A cell that is lost, so that this guess is."""
        return next((cell for cell in self.cells if cell.lost), None)


@dataclass(eq=False, slots=True)
class State:
    """Words that may be hidden, by place, what binds the next guess, and the guesses left (None: enough).

    `path` leads to it from the position. It costs `bound` at least, and just that if it is `closed`: then
    `guess` reaches it, or, with None for that, any order of its words. It is `lost` if there is no strategy:
    as it includes a lost state, by a count of patterns, or as its columns are. `columns` are those that it
    has grown, none of which had a lost cell then; `best` is one of a known strategy.
    `ordered` are the guesses left out, cheapest last, and `rest` is what they cost at least. None for `rest`:
    a best guess is among the columns.
    """

    number: int
    words: tuple[int, ...]
    binding: Binding
    left: int | None
    path: History
    bound: int = 0
    closed: bool = False
    lost: bool = False
    guess: int | None = None
    mask: int = 0
    known: dict[int, Column | State] = field(default_factory=dict)
    tried: bool = False
    grown: bool = False
    columns: list[Column] = field(default_factory=list)
    best: Column | None = None
    rest: int | None = 0
    batch: int = 1
    ordered: list[tuple[int, int]] = field(default_factory=list)


def mask_of(words: Iterable[int]) -> int:
    """Return a set of places as bits."""
    return sum(1 << word for word in words)


class States:
    """The states that a position leads to, made as they are asked for; equal ones are one state."""

    def __init__(
        self, position: Position, asked: Sequence[str], aim: Aim, heed: Callable[[], None] = lambda: None
    ) -> None:
        """Take the position; its first guess is one of `asked`, if there are any.

        `heed` is called meanwhile, and what it raises ends that.
        """
        self.guesses: Final = Classes(position, asked, aim, heed)
        self.words: Final = position.hidden
        self.places: Final = {word: place for place, word in enumerate(self.words)}
        self.aim: Final = aim
        self.scoring: Final = position.variant.scoring
        self.heed: Final = heed
        self._states: Final[dict[tuple[tuple[int, ...], Binding, int | None], State]] = {}
        self._bindings: Final[dict[tuple[Binding, str, int], Binding]] = {}
        self._lost: Final[list[State]] = []
        self.all: Final[list[State]] = []
        binding = Binding.after(position.history, self.guesses.mode, self.scoring)
        everything = tuple(range(len(self.words)))
        self.root: Final = self._made(everything, binding, aim.left, ())
        if len(everything) > 1:  # a root has variables, whatever a count of patterns says of it
            self.root.closed, self.root.guess = False, None
            if asked:
                self._bind_root(self.guesses.asked)

    # ---------- states
    def state(self, words: tuple[int, ...], binding: Binding, left: int | None, path: History) -> State:
        """Return the state; where more guesses are left than words, there are enough (Theorem 7)."""
        if left is not None and self.aim.plain and left >= len(words):
            left = None
        key = (words, binding, left)
        known = self._states.get(key)
        if known is None:
            known = self._states[key] = self._made(words, binding, left, path)
        return known

    def _made(self, words: tuple[int, ...], binding: Binding, left: int | None, path: History) -> State:
        self.heed()
        made = State(len(self.all), words, binding, left, path, mask=mask_of(words), batch=_FIRST_BATCH)
        self.all.append(made)
        self._assess(made)
        made.rest = made.bound
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
        elif second is None or self._includes_lost(state):
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

    def _includes_lost(self, state: State) -> bool:
        """Tell whether a state is lost as one is that it includes."""
        return any(
            lost.mask & ~state.mask == 0
            and (lost.left or 0) >= (state.left or 1 << 30)
            and state.binding.includes(lost.binding)
            for lost in self._lost
        )

    def _priced(self, state: State) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.bool_]]:
        return self.guesses.priced(state.words, state.binding, state.left)

    # ---------- columns
    def column(self, state: State, guess: int) -> Column | State:
        """Return the column of a guess, or the lost state that refutes it: of its largest cells the first."""
        known = state.known.get(guess)
        if known is None:
            known = state.known[guess] = self._column(state, guess)
        return known if isinstance(known, State) or known.lost is None else known.lost

    def _column(self, state: State, guess: int) -> Column | State:
        cells: dict[int, list[int]] = {}
        row = self.guesses.patterns[:, guess]
        for word in state.words:
            cells.setdefault(int(row[word]), []).append(word)
        cells.pop(self.scoring.win, None)
        left = None if state.left is None else state.left - 1
        name = self.guesses.names[guess]
        reached: list[State] = []
        for pattern, cell in sorted(cells.items(), key=lambda each: -len(each[1])):
            binding = self._bound(state.binding, name, pattern)
            child = self.state(tuple(cell), binding, left, (*state.path, (name, pattern)))
            if child.lost:
                return child
            reached.append(child)
        total = self.guesses.weight(state.words)
        cost = self.aim.steps(state.left)[0] * total + sum(child.bound for child in reached if child.closed)
        children = tuple(child for child in reached if not child.closed)
        return Column(guess, cost, tuple(reached), children, cost + sum(child.bound for child in children))

    def _bound(self, binding: Binding, guess: str, pattern: int) -> Binding:
        """Return what binds after a response, too."""
        if not self.guesses.mode.binds:
            return binding
        key = (binding, guess, pattern)
        if key not in self._bindings:
            self._bindings[key] = binding.add(guess, pattern)
        return self._bindings[key]

    def choices(self, state: State, below: int | None = None) -> list[int]:
        """Return the guesses that may be made at a state, those that may cost less than `below`, if given.

        At the root they are those that were asked about.
        """
        if state is self.root and self.guesses.asked:
            return self.guesses.asked
        places, prices, _ = self._priced(state)
        return [int(place) for place in (places if below is None else places[prices < below])]

    def policy(self, state: State) -> int | None:
        """Return what a simple strategy costs, which plays `best`; None if it doesn't find all words in time.

        It plays the guess that costs least by what is known, of `_LOOKED_AT`.
        """
        if state.closed:
            return state.bound
        if state.lost:
            return None
        if state.best is None and not state.tried:
            state.tried = True
            places, prices, _ = self._priced(state)
            order = np.argsort(prices, kind="stable")[:_LOOKED_AT]
            found = (self.column(state, int(places[place])) for place in order)
            columns = [column for column in found if isinstance(column, Column)]
            columns.sort(key=lambda column: column.bound)
            state.best = next((column for column in columns if self._followed(column) is not None), None)
        return None if state.best is None else self._followed(state.best)

    def _followed(self, column: Column) -> int | None:
        """Return what a guess costs if `policy` goes on after it; None if that doesn't find all words."""
        cost = column.cost
        for child in column.children:
            more = self.policy(child)
            if more is None:
                return None
            cost += more
        return cost

    def grow(self, state: State) -> None:
        """Add columns: all that may be better than a known strategy, or if none is known, the next batch."""
        if state.closed or state.lost or state.rest is None:
            return
        known = self.policy(state)
        if not state.grown:
            state.grown = True
            places, prices, _ = self._priced(state)
            order = np.argsort(-prices, kind="stable")
            state.ordered = list(zip(places[order].tolist(), prices[order].tolist(), strict=True))
        if known is None:
            self._add(state, state.batch, None)
            state.batch *= 2
        else:
            self._add(state, len(state.ordered), known)

    def _bind_root(self, asked: Sequence[int]) -> None:
        """Give the root the columns `asked`, and no others."""
        root = self.root
        root.lost, root.grown, root.rest = False, True, None
        root.ordered = [(guess, 0) for guess in asked]
        self._add(root, len(asked), None)

    def _add(self, state: State, most: int, known: int | None) -> None:
        """Add the next of the guesses left out as columns, cheapest first, `most` at most.

        A guess that may lead to a lost state is refuted, and of those with the same cells one is enough. If
        `known` is given, `best` costs that: a guess that costs as much isn't needed, and one that costs less,
        with all of its cells closed, is the best from then on.
        """
        seen = {column.cells for column in state.columns}
        for _ in range(most):
            if known is not None and state.ordered and state.ordered[-1][1] >= known:
                state.ordered.clear()  # nor do the others cost less
            if not state.ordered:
                break
            guess, _ = state.ordered.pop()
            column = self.column(state, guess)
            if isinstance(column, State) or column.cells in seen:
                continue
            if state.best is not None and column.cells == state.best.cells:
                column = state.best
            seen.add(column.cells)
            state.columns.append(column)
            if known is not None and not column.children and column.bound < known:
                known, state.best = column.bound, column
        if known is not None:
            self._keep_cheaper(state, known)
        state.rest = state.ordered[-1][1] if state.ordered else None

    @staticmethod
    def _keep_cheaper(state: State, known: int) -> None:
        """Keep the columns that may cost less than `known`, and the best one, which costs just that."""
        assert state.best is not None, "it costs what is known"
        state.columns = [column for column in state.columns if column.bound < known]
        if state.best not in state.columns:
            state.columns.append(state.best)

    def note_lost(self, state: State) -> None:
        """Note that a state is lost, for those that include it."""
        state.lost = True
        self._lost.append(state)

    def settle(self) -> None:
        """Note the states all of whose guesses are refuted, those that lead to them, too."""
        for state in sorted(self.all, key=lambda state: (len(state.words), state is self.root)):
            open_to_none = state.grown and state.rest is None and not state.lost
            if open_to_none and all(column.lost is not None for column in state.columns):
                self.note_lost(state)

    def reached(self) -> Iterator[State]:
        """Yield the open states that columns lead to, each once, the root first."""
        found = {self.root.number: self.root}
        queue = [self.root]
        for state in queue:
            yield state
            for column in state.columns:
                if column.lost is None:
                    for child in column.children:
                        if child.number not in found:
                            found[child.number] = child
                            queue.append(child)
