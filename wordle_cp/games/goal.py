"""The goal of a strategy: what it is to do first, and what it costs, exactly.

The cost of a strategy is a sum over the hidden words: the weight of a word times the price of the number of
guesses that finds it, counted from the position that is asked about. Everything is a whole number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Never

from wordle_cp.errors import ChoiceError, UsageError, abridged, argument, brief, counted
from wordle_cp.games.schema import MAX_GUESSES
from wordle_cp.games.typed import NO_EQUAL, Equal
from wordle_cp.values import in_a_line, instance, items_of, member, path_of, whole_number, wrong

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

MOST_COST: Final = 2**53
"""What all hidden words together may cost at most, so that every sum fits in a native number."""
_WEIGHTS: Final = "weights, pairs of a word and a whole number"
_HIDDEN: Final = "hidden words, texts one by one"
_MOST_DIGITS: Final = 15


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
    """A word is missed if `within` guesses don't find it; `most` guesses find every word (None: no limit)."""

    within: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Goal:
    """What a strategy is to do `first`, and what finding the hidden words costs.

    The k-th guess, counted from the position asked about, costs ``costs[k - 1]``; without `costs` it costs
    k, and the sum is the total number of guesses. A word that would take more guesses than there are costs,
    or than a limit allows, is lost and costs `loss`; with None for `loss` no word may be lost. `weights`
    are pairs (word, weight); without them every word weighs 1. `note` says what they were made of, for
    reports.
    """

    costs: tuple[int, ...] = ()
    loss: int | None = None
    weights: tuple[tuple[str, int], ...] = ()
    first: First = First.TOTAL
    note: str | None = field(default=None, compare=False)
    label: str | None = field(default=None, compare=False)
    """What the name of a file says about it."""

    __repr__ = brief("costs", "loss", "weights", "first")

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
            "note": None if self.note is None else instance(str, self.note, "a note, a text"),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def weighted(cls, weights: Mapping[str, int | float | str | Fraction | Decimal]) -> Goal:
        """Return the total number of guesses, each word counted as often as `weights` says.

        Decimals and fractions are exact, a float counts as the decimal that it is printed as. They are
        multiplied by their least common denominator, so that all are whole; `note` says by what.

        Raises:
            UsageError: a weight is no number, or negative, or they are too large.
        """
        given = instance(Mapping, weights, "weights, a dictionary of words")
        exact = {
            instance(str, word, _WEIGHTS): _exact(value, f"the weight of {abridged(str(word))}")
            for word, value in given.items()
        }
        return _weighing(exact, (), None)

    @classmethod
    def from_files(
        cls,
        hidden: Sequence[str],
        weights: str | PathLike[str] | None = None,
        *,
        missing_weight: float | str | Fraction | Decimal | None = None,
        round_weights: int | None = None,
        past_answers: str | PathLike[str] | None = None,
        repeat_weight: float | str | Fraction | Decimal | None = None,
        equal: Equal = NO_EQUAL,
    ) -> Goal:
        """Return the total number of guesses, each word of `hidden` counted as often as files say.

        `weights` is a table of words and numbers: CSV, tabs, JSON and more, decimals included. Words that
        it has besides are left out; those that it lacks need a `missing_weight`. Words that the list
        `past_answers` has count times `repeat_weight`. With `round_weights` the heaviest word weighs 1 with
        that number of zeros, and the others in proportion, rounded. Words of files that are one word as
        letters are `equal` weigh what they do together. `note` says what was done.

        Raises:
            LinesError: a weight is none, or missing. UsageError: a file has no words or numbers, or an
            argument makes no sense, or the weights are too large. FileError: a file can't be read.
        """
        # Loaded when files are read: most questions have no weights.
        from wordle_cp.games.found.weights import read_weights, used_before  # noqa: PLC0415

        if (past_answers is None) != (repeat_weight is None):
            both = f"{argument('past_answers')} and {argument('repeat_weight')}"
            message = f"past answers need a weight: {both} go together"
            raise UsageError(message)
        if weights is None and missing_weight is not None:
            needed = f"{argument('missing_weight')} needs {argument('weights')}"
            message = f"a weight of missing words is for a file of weights: {needed}"
            raise UsageError(message)
        if weights is None and past_answers is None and round_weights is not None:
            files = f"{argument('weights')} or {argument('past_answers')}"
            message = f"{argument('round_weights')} needs {files}"
            raise UsageError(message)
        hidden = [instance(str, word, _HIDDEN) for word in items_of(hidden, _HIDDEN)]
        digits = None
        if round_weights is not None:
            digits = whole_number(round_weights, "a number of digits", 1, _MOST_DIGITS)
        exact: Mapping[str, Fraction] = {str(word): Fraction(1) for word in hidden}
        notes: list[str] = []
        if weights is not None:
            missing = (
                None if missing_weight is None else _exact(missing_weight, "the weight of missing words")
            )
            exact, notes = read_weights(path_of(weights, "a file of weights"), hidden, missing, equal)
        if past_answers is not None:
            factor = _exact(repeat_weight, "the weight of past answers")
            used, others = used_before(path_of(past_answers, "a file of past answers"), hidden, equal)
            exact = {word: value * factor if word in used else value for word, value in exact.items()}
            more = f", {counted(others, 'other', 'others')} left out" if others else ""
            count = counted(len(used), "past answer counts", "past answers count")
            notes.append(f"{count} times {factor}{more}")
        return _weighing(exact, tuple(notes), digits)

    @classmethod
    def missing(cls, within: int) -> Goal:
        """Return the goal whose cost is the number of words that aren't found within `within` guesses."""
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
        """Return what it costs to find a word of weight 1 with `guesses` guesses (None: never to find it).

        Returns None if it mustn't happen that a word isn't found in time.
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
                    f"expected a loss of {price} or more, which is what a word costs that the last guess "
                    "finds; to count the words missed, let guesses cost 0"
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


def _weighing(exact: Mapping[str, Fraction], notes: tuple[str, ...], digits: int | None) -> Goal:
    """Return the goal with `exact` weights, made whole, and `notes` on them."""
    from wordle_cp.games.found.weights import digits_within, rounded, whole  # noqa: PLC0415

    said = list(notes)
    most = MOST_COST // max(len(exact), 1)
    if digits is None:
        numbers, factor = whole(exact, most)
        if factor != 1:
            said.insert(0, f"times {factor}, so that all are whole")
    else:
        numbers = rounded(exact, digits)
        gone = sum(value > 0 and not numbers[word] for word, value in exact.items())
        less = f", {counted(gone, 'word', 'words')} to 0" if gone else ""
        said.insert(0, f"rounded so that the heaviest word weighs {10**digits}{less}")
    if sum(numbers.values()) > most:
        fitting = digits_within(exact, most)
        hint = f"; rounding would do: {argument('round_weights')} {fitting}" if fitting else ""
        expected = f"expected smaller weights or costs: a sum of them could exceed {MOST_COST}{hint}"
        message = f"{argument('weights')}: {expected}"
        raise UsageError(message)
    return Goal(weights=tuple(numbers.items()), note="; ".join(said) or None)


def _exact(value: object, what: str) -> Fraction:
    """Return the number `value`, 0 or more, exactly; UsageError if it is none."""
    from wordle_cp.games.found.weights import EXPECTED, number_of  # noqa: PLC0415  see from_files

    if isinstance(value, int | Fraction) and not isinstance(value, bool) and value >= 0:
        return Fraction(value)
    text = value if isinstance(value, str) else str(value) if isinstance(value, float | Decimal) else ""
    number = number_of(text)
    if number is None:
        found = value if isinstance(value, str) else in_a_line(value)
        message = f"expected {EXPECTED}, as {what}, found {abridged(found)}"
        raise UsageError(message)
    return number


TOTAL_GUESSES: Final = Goal()
"""The total number of guesses over all hidden words."""


def places(costs: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each of `costs`, which are in order: equal ones share the first one's."""
    found: list[int] = []
    for index, cost in enumerate(costs):
        found.append(found[-1] if index and costs[index - 1] == cost else index + 1)
    return tuple(found)
