"""The exact dynamic programme of Bertsimas and Paskov, "An Exact Solution to Wordle", as readable Python.

Section 2.2.2 lists five optimisations, section 2.2.3 gives Algorithms 1 and 2, section 2.3 the variants
weighted words and hard mode. All of it is here, each part marked with its section, so that the engine can be
compared with a published method that shares nothing with it but the rules.

A state is a pair (section 2.3.3): the solutions that are left, and the actions that are allowed. In normal
mode the actions are always all guesses. Both are sets of places in the guess list, kept as the bits of an
integer; that makes optimisation 3, tables of what remains after a response, one bitwise AND a lookup.

Three things differ from the print, none of them from the mathematics.

- Values are totals: the paper's expected number of guesses times the weight of the state. They are
  integers, so nothing is rounded, and the sum over next states needs no probabilities: the paper's 1.5 for
  two words is 3, its bound 2 - 1/n is 2n - 1.
- Where the exact value of a next state is added (Algorithm 2, line 29), its bound (line 21) is taken away.
- A hidden word that is guessed needs no further guess: the state {action} adds nothing, neither to the sum
  nor to the bound. The paper's Bellman equation leaves that to the reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

State = tuple[int, int]
"""The solutions left and the actions allowed, as bits (section 2.3.3)."""


class Framework:
    """The states of section 2.2 and their transitions: what all variants share."""

    def __init__(
        self,
        guesses: Sequence[str],
        solutions: Sequence[str],
        mode: Mode,
        *,
        rounds: int,
        weights: Mapping[str, int] | None = None,
    ) -> None:
        """Tabulate; `rounds` is the number of guesses that a player has, six in the paper.

        `weights` (section 2.3.1) are the probabilities of the solutions, times any one number; default:
        equal.
        """
        self.guesses: Final = tuple(guesses)
        self.rounds: Final = rounds
        self._mode: Final = mode
        self._place: Final = {word: place for place, word in enumerate(guesses)}
        self._weights: Final = [(weights or {}).get(word, 1) for word in guesses]
        self.start: Final = (sum(1 << self._place[word] for word in solutions), (1 << len(self.guesses)) - 1)
        self._colouring: dict[tuple[int, int], int] = {}
        self._feasible: dict[tuple[int, int], int] = {}
        self._tabulate()
        self._permitted: dict[tuple[int, int], int] = {}

    def _tabulate(self) -> None:
        """Optimisation 3: for each action and colouring the solutions that are feasible, once and for all."""
        for action, guess in enumerate(self.guesses):
            for solution in places(self.start[0]):
                colouring = pattern_of(guess, self.guesses[solution])
                self._colouring[action, solution] = colouring
                response = (action, colouring)
                self._feasible[response] = self._feasible.get(response, 0) | 1 << solution

    def place(self, word: str) -> int:
        """Return the action that guesses `word`."""
        return self._place[word]

    def weight(self, solutions: int) -> int:
        """Return the weight of all these solutions together."""
        return sum(self._weights[solution] for solution in places(solutions))

    def largest_weight(self, solutions: int) -> int:
        """Return the weight of the likeliest of these solutions."""
        return max(self._weights[solution] for solution in places(solutions))

    def transitions(self, state: State, action: int) -> list[State]:
        """Algorithm 1, with section 2.3.3: the states that may follow `action`, the likeliest first.

        The order is the advice at the end of optimisation 4. The winning state, {action}, is left out. Where
        one or two solutions are left, what else is allowed doesn't matter, and it isn't found out.
        """
        solutions, actions = state
        colourings = {self._colouring[action, solution] for solution in places(solutions)}
        colourings.discard(all_green(len(self.guesses[action])))
        following = []
        for colouring in sorted(colourings):
            after = solutions & self._feasible[action, colouring]
            asked = after.bit_count() > 2
            following.append((after, actions & self._permits(action, colouring) if asked else actions))
        return sorted(following, key=lambda after: self.weight(after[0]), reverse=True)

    def actions(self, state: State) -> Iterator[int]:
        """Yield the actions of Algorithm 2, line 15.

        Optimisation 5: the solutions left come before the other actions.
        """
        solutions, actions = state
        yield from places(actions & solutions)
        yield from places(actions & ~solutions)

    def _permits(self, action: int, colouring: int) -> int:
        """Section 2.3.3: the actions that this response doesn't forbid; all of them in normal mode."""
        response = (action, colouring)
        if self._mode is Mode.NORMAL:
            return self.start[1]
        if response not in self._permitted:
            history = ((self.guesses[action], colouring),)
            self._permitted[response] = sum(
                1 << place for place, word in enumerate(self.guesses) if is_allowed(word, history, self._mode)
            )
        return self._permitted[response]


class BellmanTotal:
    """Algorithm 2: the least expected number of guesses, as a total; weighted as in section 2.3.1."""

    def __init__(self, framework: Framework) -> None:
        """Take the states; nothing is known of their values."""
        self._model: Final = framework
        self._memory: dict[tuple[State, int], int | None] = {}

    def least(self) -> int | None:
        """Return the least value from the start, None if there are too few rounds."""
        return self._value(0, self._model.start)

    def after(self, word: str) -> int | None:
        """Return the least value where `word` is the first guess."""
        return self._value_of(0, self._model.start, self._model.place(word), None)

    def _value(self, time: int, state: State) -> int | None:
        """Return the V* of the paper at `time`, times the weight of `state`; None is infinity."""
        model = self._model
        solutions, _ = state
        count = solutions.bit_count()
        if time == model.rounds or (time == model.rounds - 1 and count > 1):  # optimisation 1
            return None
        if count == 1:
            return model.weight(solutions)
        if count == 2:  # optimisation 2: guess the likelier one; if that fails, the other
            return self._bound(solutions)
        if (state, time) not in self._memory:
            best: int | None = None
            for action in model.actions(state):
                following = model.transitions(state, action)
                if [after for after, _ in following] == [solutions]:
                    continue  # nothing learned, nothing won
                total = self._value_of(time, state, action, best)
                if total is not None and (best is None or total < best):
                    best = total
            self._memory[state, time] = best
        return self._memory[state, time]

    def _value_of(self, time: int, state: State, action: int, best: int | None) -> int | None:
        """Return the total of `action`, or None as soon as it can't be finite and below `best`.

        Optimisation 4: start with a bound for each next state, replace one after the other by its value.
        """
        model = self._model
        if time == model.rounds:
            return None
        following = model.transitions(state, action)
        total = model.weight(state[0]) + sum(self._bound(solutions) for solutions, _ in following)
        for after in following:
            if best is not None and total >= best:
                return None
            value = self._value(time + 1, after)
            if value is None:
                return None
            total += value - self._bound(after[0])
        return total

    def _bound(self, solutions: int) -> int:
        """Optimisation 4, with section 2.3.1: at best the likeliest takes one guess, each other one two."""
        return 2 * self._model.weight(solutions) - self._model.largest_weight(solutions)


def places(bits: int) -> Iterator[int]:
    """Yield the places of the bits that are set, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
