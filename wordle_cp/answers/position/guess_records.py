"""What is known of every guess that may be made in a position: plain records, and the table that they make.

Each number of a guess is exact or a proven lower bound, and a table only ever learns.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from wordle_cp.games.goal import Goal


class Column(StrEnum):
    """A number of a guess that is searched for."""

    COST = "cost"
    """What the goal counts: guesses or words missed."""
    WORST = "worst"
    """The most guesses that a word takes, this guess included."""


@dataclass(frozen=True, slots=True)
class Cells:
    """What each allowed guess does: all tuples have one item a guess, in the order of the guess list.

    `possible` says whether it may be the hidden word. `least_total` and `least_worst` are lower bounds by
    counting, of guesses from this one on, over all words of `hidden`; worst cases also by the shipped proof
    called `certificate`, if there is one. `guesses_left` is what the game leaves, whatever the goal.
    """

    guesses: tuple[str, ...]
    hidden: tuple[str, ...]
    guesses_left: int | None
    cells: tuple[int, ...]
    largest: tuple[int, ...]
    possible: tuple[bool, ...]
    least_total: tuple[int, ...]
    least_worst: tuple[int, ...]
    certificate: str | None = None


@dataclass(frozen=True, slots=True)
class BestGuesses:
    """The best guesses of a position: those with the least number in the column `by`.

    `cost` is that number: what the goal counts over all words left, or a worst case; None where no
    strategy finds every word in time. `worst` is the worst case of the strategy, if there is one, whose
    `distribution` says how many words are found with the first guess from here, the second and so on. `best`
    are best guesses, the likeliest first: all of them if `all_best`. Every other guess costs at least what
    `bounds` says, pairs (guess, bound); `refuted` can't find every word in time. `certificate` is the name
    of the shipped file that the numbers come from, if it isn't the search; `exact` are the costs of other
    guesses that ship.
    """

    goal: Goal
    by: Column
    hidden: tuple[str, ...]
    cost: int | None
    worst: int | None
    best: tuple[str, ...]
    all_best: bool
    distribution: tuple[int, ...]
    bounds: tuple[tuple[str, int], ...]
    refuted: tuple[str, ...]
    certificate: str | None = None
    exact: tuple[tuple[str, int], ...] = ()

    @property
    def mean(self) -> Fraction | None:
        """The cost of a word on average; None for the worst case, which isn't a sum."""
        return None if self.cost is None or self.by is Column.WORST else Fraction(self.cost, len(self.hidden))


@dataclass(frozen=True, slots=True)
class GuessValue:
    """What is known of a guess: its number in a column is `value`, or more unless `exact`.

    None for `value`: there is no such number, as not every word can be found in time.
    """

    guess: str
    column: Column
    value: int | None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A guess of a `GuessTable`, with what is known now."""

    guess: str
    possible: bool
    cells: int
    largest: int
    cost: GuessValue
    worst: GuessValue


class GuessTable:
    """What is known of every guess, so far; it only ever learns."""

    def __init__(self, cells: Cells) -> None:
        """Begin with what counting says."""
        self.cells: Final = cells
        self._place: Final = {guess: place for place, guess in enumerate(cells.guesses)}
        self._known: Final = {
            Column.COST: list(cells.least_total),
            Column.WORST: list(cells.least_worst),
        }
        self._exact: Final = {column: bytearray(len(cells.guesses)) for column in Column}
        self._never: Final = {column: bytearray(len(cells.guesses)) for column in Column}
        if cells.guesses_left is not None:
            for guess, least in zip(cells.guesses, cells.least_worst, strict=True):
                if least > cells.guesses_left:
                    self.learn((GuessValue(guess, Column.WORST, None),))

    def learn(self, values: Iterable[GuessValue]) -> None:
        """Take in `values`; a bound that is weaker than what is known changes nothing."""
        for one in values:
            place, column = self._place[one.guess], one.column
            if self._exact[column][place]:
                continue
            if one.value is None:
                self._never[column][place] = self._exact[column][place] = True
            elif one.exact or one.value > self._known[column][place]:
                self._known[column][place] = one.value
                self._exact[column][place] = one.exact

    def learn_answer(self, answer: BestGuesses) -> None:
        """Take in what the best answer says of all guesses."""
        if answer.by is Column.WORST:
            least = answer.worst
            if least is not None:
                self.learn(GuessValue(guess, Column.WORST, least) for guess in answer.best)
                self.learn(
                    GuessValue(guess, Column.WORST, least, exact=False) for guess in self.cells.guesses
                )
        elif answer.cost is not None:
            self.learn(GuessValue(guess, Column.COST, answer.cost) for guess in answer.best)
        self.learn(GuessValue(guess, Column.COST, cost) for guess, cost in answer.exact)
        self.learn(GuessValue(guess, Column.COST, bound, exact=False) for guess, bound in answer.bounds)
        self.learn(GuessValue(guess, Column.COST, None) for guess in answer.refuted)

    def row(self, guess: str) -> Row:
        """Return what is known of `guess`; KeyError if it isn't allowed."""
        return self._row(self._place[guess])

    @property
    def open_numbers(self) -> int:
        """How many guesses lack an exact number."""
        return sum(both != (1, 1) for both in zip(*self._exact.values(), strict=True))

    def unsettled(self) -> list[str]:
        """Return the guesses that lack an exact number, the most promising first."""
        exact = [both == (1, 1) for both in zip(*self._exact.values(), strict=True)]
        return [self.cells.guesses[place] for place in self._by_promise().tolist() if not exact[place]]

    def best(self, column: Column) -> tuple[str, ...]:
        """Return the guesses with the least exact number in `column`, in the order of the guess list."""
        exact = [
            (self._known[column][place], place)
            for place in range(len(self.cells.guesses))
            if self._exact[column][place] and not self._never[column][place]
        ]
        least = min(exact, default=(0, 0))[0]
        return tuple(self.cells.guesses[place] for value, place in exact if value == least)

    def sorted_rows(self, order: str, *, descending: bool = False, text: str = "") -> list[str]:
        """Return the guesses with `text` in them, in the order of a `Column` or a field of `Cells`.

        By a column, guesses with an exact number come first, then those with a bound, then those that have no
        number, either way. Ties are in the order of promise: by cost, then those that may be hidden, then
        those with more cells.
        """
        promise = self._by_promise()
        keys = self._keys(order)[promise]
        places = promise[np.lexsort((-keys if descending else keys, self._apart(order)[promise]))]
        guesses = self.cells.guesses
        return [guesses[place] for place in places.tolist() if text in guesses[place]]

    def _apart(self, order: str) -> NDArray[np.uint8]:
        """Return for each guess 0 if its number in the column `order` is exact, 1 for a bound, 2 for none."""
        if order not in set(Column):
            return np.zeros(len(self.cells.guesses), np.uint8)
        exact = np.frombuffer(self._exact[Column(order)], np.uint8)
        return 1 - exact + 2 * np.frombuffer(self._never[Column(order)], np.uint8)

    def _keys(self, order: str) -> NDArray[np.int64]:
        """Return a number for each guess that sorts as the column `order` does."""
        cells = self.cells
        if order in set(Column):
            return self._standing(Column(order))
        if order == "guess":
            alphabetical = np.argsort(np.array(cells.guesses))
            keys = np.empty(len(alphabetical), np.int64)
            keys[alphabetical] = np.arange(len(alphabetical))
            return keys
        columns = {"cells": cells.cells, "largest": cells.largest, "possible": cells.possible}
        return np.array(columns[order], np.int64)

    def _standing(self, column: Column) -> NDArray[np.int64]:
        """Return keys of a column: exact before bounds of the same value, never last."""
        keys = 2 * np.array(self._known[column], np.int64) + (
            1 - np.frombuffer(self._exact[column], np.uint8)
        )
        keys[np.frombuffer(self._never[column], np.uint8) > 0] = np.iinfo(np.int64).max
        return keys

    def _by_promise(self) -> NDArray[np.intp]:
        """Return the places of all guesses, the most promising first."""
        cells = self.cells
        ahead = (-np.array(cells.cells), ~np.array(cells.possible, np.bool_), self._standing(Column.COST))
        return np.lexsort(ahead)

    def _row(self, place: int) -> Row:
        cells = self.cells
        return Row(
            cells.guesses[place],
            cells.possible[place],
            cells.cells[place],
            cells.largest[place],
            self._value(place, Column.COST),
            self._value(place, Column.WORST),
        )

    def _value(self, place: int, column: Column) -> GuessValue:
        value = None if self._never[column][place] else self._known[column][place]
        return GuessValue(self.cells.guesses[place], column, value, exact=bool(self._exact[column][place]))
