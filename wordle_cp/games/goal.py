"""The goal of a strategy: what it is to do first, and what it costs, exactly.

The cost of a strategy is a sum over the hidden words: the weight of a word times the price of the number of
guesses that finds it, counted from the position that is asked about. Everything is a whole number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Never

from wordle_cp.errors import ChoiceError, LinesError, UsageError, VariantProblem, abridged, brief
from wordle_cp.files.read import commented_lines
from wordle_cp.games.schema import MAX_GUESSES
from wordle_cp.rules.letters import normal
from wordle_cp.values import instance, items_of, member, whole_number, wrong

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.files.read import TextLine

MOST_COST: Final = 2**53
"""What all hidden words together may cost at most, so that every sum fits in a native number."""
_MOST_BYTES: Final = 16 * 2**20
_HEADER: Final = ("word", "weight")
_MOST_DIGITS: Final = 15
_NUMBER: Final = re.compile(rf"[0-9]{{1,{_MOST_DIGITS}}}")


_WEIGHTS: Final = "weights, pairs of a word and a whole number"


class First(StrEnum):
    """What a strategy is to do first; its worst case is the most guesses that any word takes."""

    TOTAL = "total"
    """The least cost."""
    WORST_THEN_TOTAL = "worst-then-total"
    """The least cost of the strategies with the least worst case."""
    TOTAL_THEN_WORST = "total-then-worst"
    """The least worst case of the strategies with the least cost."""

    @classmethod
    def _missing_(cls, value: object) -> Never:
        """Raise ChoiceError: this is none of them."""
        what = "what a strategy is to do first"
        raise ChoiceError(what, [*cls], value)


@dataclass(frozen=True, slots=True)
class Missed:
    """A word is missed that isn't found `within` so many guesses; all are within `most` (None: ever)."""

    within: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Goal:
    """What a strategy is to do `first`, and what finding the hidden words costs.

    The k-th guess, counted from the position asked about, costs ``costs[k - 1]``; without `costs` it costs
    k, and the sum is the total number of guesses. A word that would take more guesses than there are costs,
    or than a limit allows, is lost and costs `loss`; with None for `loss` no word may be lost. `weights`
    are pairs (word, weight); without them every word weighs 1.
    """

    costs: tuple[int, ...] = ()
    loss: int | None = None
    weights: tuple[tuple[str, int], ...] = ()
    first: First = First.TOTAL

    __repr__ = brief()

    def __post_init__(self) -> None:
        """Make sure that it makes sense.

        Raises:
            UsageError: a number is none, or negative, a later guess costs less than an earlier one, losing
                costs less than the last guess, no word weighs anything, a word has two weights, or words may
                be lost where the worst case matters.
        """
        self._convert()
        if self.first is not First.TOTAL and self.loss is not None:
            what = "is about strategies that find every word: not together with a loss"
            message = f"the goal {self.first.value} {what}"
            raise UsageError(message)
        if any(later < earlier for earlier, later in pairwise(self.costs)):
            message = "expected costs of which none is less than the one before"
            raise UsageError(message)
        if self.loss is not None and self.costs and self.loss < self.costs[-1]:
            message = f"expected a loss that costs at least what the last guess costs, {self.costs[-1]}"
            raise UsageError(message)
        if self.weights and not any(weight for _, weight in self.weights):
            message = "expected at least one word with a weight greater than 0"
            raise UsageError(message)
        if len({word for word, _ in self.weights}) != len(self.weights):
            message = "expected one weight for a word, not two"
            raise UsageError(message)

    def _convert(self) -> None:
        """Make tuples of lists, and of a name what it stands for; UsageError for what is none."""
        costs = items_of(self.costs, "costs, a list of whole numbers")
        pairs = items_of(self.weights, _WEIGHTS)
        values: dict[str, object] = {
            "costs": tuple(whole_number(cost, "the cost of a guess", 0, MOST_COST) for cost in costs),
            "loss": None if self.loss is None else whole_number(self.loss, "a loss", 0, MOST_COST),
            "weights": tuple(_weight(pair) for pair in pairs),
            "first": member(First, self.first, "what comes first"),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def weighted(cls, weights: Mapping[str, int]) -> Goal:
        """Return the total number of guesses, each word counted as often as `weights` says."""
        return cls(weights=tuple(instance(Mapping, weights, "weights, a dictionary of words").items()))

    @classmethod
    def missing(cls, within: int) -> Goal:
        """Return the number of words that aren't found within so many guesses."""
        return cls(costs=(0,) * whole_number(within, "a number of guesses", 0, MAX_GUESSES), loss=1)

    @property
    def is_plain(self) -> bool:
        """Whether the cost is the number of guesses, each word's once."""
        return self.counts_guesses and not self.weights

    @property
    def counts_guesses(self) -> bool:
        """Whether the cost is a number of guesses, each word's times its weight."""
        return not self.costs and self.loss is None

    def missed(self, last: int | None) -> Missed | None:
        """Return which words the cost counts, if it is the number of words missed, and else None.

        `last` is the number of the last guess that can find a word, as `last_guess` tells it.
        """
        prices = self.costs[:last]
        within = prices.count(0)
        if self.weights or not within or set(prices[within:]) - {1} or self.loss not in {None, 1}:
            return None
        return Missed(within, None if self.loss == 1 else len(prices))

    def weights_of(self, hidden: Sequence[str]) -> tuple[int, ...]:
        """Return the weight of each of the words `hidden`.

        Raises:
            UsageError: one of them has none, though others do.
        """
        if not self.weights:
            return (1,) * len(hidden)
        known = dict(self.weights)
        for word in hidden:
            if word not in known:
                message = f"expected a weight for each hidden word; {word!r} has none"
                raise UsageError(message)
        return tuple(known[word] for word in hidden)

    def price(self, guesses: int | None) -> int | None:
        """Return what finding a word of weight 1 with so many guesses costs, None being never.

        Returns None if that is losing and mustn't happen.
        """
        if guesses is None or (self.costs and guesses > len(self.costs)):
            return self.loss
        return self.costs[guesses - 1] if self.costs else guesses

    def last_guess(self, limit: int | None) -> int | None:
        """Return the number of the last guess that can find a word under `limit`; None if there is no last.

        Raises:
            UsageError: a loss is to be paid after no number of guesses, or is cheaper than the last guess.
        """
        last = limit
        if self.costs:
            last = len(self.costs) if limit is None else min(limit, len(self.costs))
        if self.loss is not None:
            if last is None:
                message = "expected a limit on the guesses, or costs, where words may be lost"
                raise UsageError(message)
            price = self.price(last)
            assert price is not None, "a guess before the last one can't be a loss"
            if self.loss < price:
                message = (
                    f"expected a loss of {price} or more, as a word costs that the last guess finds; to "
                    "count the words missed, let guesses cost 0"
                )
                raise UsageError(message)
        return last

    def check_size(self, hidden: Sequence[str]) -> None:
        """Raise UsageError if the words `hidden` could cost more than is ever added up."""
        dearest = max(len(hidden), *self.costs, self.loss or 0)
        if sum(self.weights_of(hidden)) * dearest > MOST_COST:
            message = f"expected smaller weights or costs: a sum of them could exceed {MOST_COST}"
            raise UsageError(message)


def _weight(pair: object) -> tuple[str, int]:
    """Return a word and its weight; UsageError if it is something else."""
    parts = items_of(pair, _WEIGHTS)
    if len(parts) != 2:  # noqa: PLR2004  a pair
        raise wrong(_WEIGHTS, pair)
    word = instance(str, parts[0], _WEIGHTS)
    return word, whole_number(parts[1], f"the weight of {abridged(word)}", 0, MOST_COST)


TOTAL_GUESSES: Final = Goal()
"""The total number of guesses over all hidden words."""


def read_weights(file: Path, hidden: Sequence[str]) -> dict[str, int]:
    """Return the weights in a CSV file with lines ``word,weight``, one for each word of `hidden`.

    A first line ``word,weight``, empty lines, and what follows a # are skipped. Words may be in either case.

    Raises:
        LinesError: a line is something else, or a word isn't one of `hidden`, comes twice or is missing; it
            names every problem.
        UsageError: the file is too large, or no text.
        FileError: the file can't be read.
    """
    known = frozenset(hidden)
    weights: dict[str, int] = {}
    problems: list[VariantProblem] = []
    lines = commented_lines(file, _MOST_BYTES, "a table", "lines of word,weight")
    for place, line in enumerate(lines):
        fields = tuple(field.strip() for field in line.text.split(","))
        if place == 0 and fields == _HEADER:
            continue
        problems += _wrong_with(line, fields, known, weights)
        word = normal(fields[0])
        if word in known:  # else, or if the rest is wrong, it was reported
            weights[word] = int(fields[1]) if len(fields) > 1 and _NUMBER.fullmatch(fields[1]) else 0
    missing = [word for word in hidden if word not in weights]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        expected = f"expected a weight for each hidden word; {missing[0]!r}{more} lacking"
        problems.insert(0, VariantProblem(str(file), 1, 1, "", expected))
    if problems:
        raise LinesError(problems)
    return weights


def _wrong_with(
    line: TextLine, fields: tuple[str, ...], known: frozenset[str], weights: Mapping[str, int]
) -> Iterator[VariantProblem]:
    """Yield what is wrong with `line`, which has these `fields`, after lines that gave `weights`."""
    if len(fields) != len(_HEADER):
        yield line.problem(f"expected word,weight, found {abridged(line.text)}")
        return
    word = normal(fields[0])
    if word not in known:
        yield line.problem(f"expected a hidden word, found {abridged(fields[0])}")
    elif word in weights:
        yield line.problem(f"expected one weight for a word, and {word!r} comes twice")
    if not _NUMBER.fullmatch(fields[1]):
        column = len(line.text) - len(line.text.partition(",")[2].lstrip())
        expected = f"expected a whole number of at most {_MOST_DIGITS} digits, found {abridged(fields[1])}"
        yield line.problem(expected, column)


def places(costs: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each of `costs`, which are in order: equal ones share the first one's."""
    found: list[int] = []
    for index, cost in enumerate(costs):
        found.append(found[-1] if index and costs[index - 1] == cost else index + 1)
    return tuple(found)
