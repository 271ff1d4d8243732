"""Least costs by trying everything: the oracle of the search for least totals.

The question: some words are left, one of them is hidden. What does the cheapest strategy cost, summed over
the hidden words? What finding a word costs depends on the number of guesses it takes, and on the weight of
the word (`Objective`); a limit may be set on the number of guesses. The definition answers it in two
sentences:

- the least cost of a position is that of its best allowed guess;
- the cost of a guess is what the words cost that it finds, plus the least costs of the positions that the
  other responses lead to.

There is no cleverness beyond remembering what has been decided: no bounds, no order of the guesses, no
matrix. The rules are `rules.words.pattern_of` and `rules.modes.is_allowed`, those of the independent checker.
What may be remembered, and why, is said in `brute_depth`; here the number of guesses made belongs to a
position too, since the k-th guess has a price of its own.

Without a limit the definition would go on for ever, and one thing more must be known.

**Guesses that tell nothing.** Let a guess be no hidden word that is left, and let it get the same response
from all words left. No strategy that makes it is cheaper than the same strategy without it. Proof: whatever
mode it is, each guess of the rest is still allowed, for a mode judges a guess by each past guess on its
own, and there is one past guess less; the responses are the same; every word is found one guess sooner, and
sooner is never dearer: costs don't decrease with the number of guesses, losing costs no less than the last
guess, and weights aren't negative. So such guesses can be left out of a strategy, one after the other,
without making it dearer. What remains of the definition ends, since every other guess leaves fewer words.
It isn't said that such guesses are always *dearer*: where costs are equal they may tie. As the guess asked
about in `value_of` they are welcome.

Where there is a limit, nothing of the kind is used: every allowed guess is tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.modes import is_allowed
from wordle_cp.rules.words import History, all_green, pattern_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from wordle_cp.rules.modes import Mode

Words = frozenset[str]
Cost = int | None
"""A sum over hidden words, None if it is infinite."""
Found = dict[str, int | None]
"""The number of guesses that finds each word, None if it isn't found."""


@dataclass(frozen=True)
class Objective:
    """What a strategy costs.

    Finding a word with the k-th guess costs `costs[k - 1]`, later than that is losing; without `costs` it
    costs k. A lost word costs `loss`; without `loss` no word may be lost. All this is multiplied by the
    weight of the word, which is 1 unless `weights` says otherwise. `limit` is the number of guesses after
    which a word is lost, if there is one.
    """

    costs: tuple[int, ...] = ()
    loss: int | None = None
    weights: Mapping[str, int] = field(default_factory=dict)
    limit: int | None = None

    @property
    def last(self) -> int | None:
        """The number of the last guess that may find a word, if there is a last one."""
        limits = [limit for limit in (self.limit, len(self.costs) or None) if limit is not None]
        return min(limits, default=None)

    def cost(self, word: str, guesses: int | None) -> Cost:
        """Return what it costs to find `word` with that many guesses, None of them meaning never."""
        price = self.loss if guesses is None else self.costs[guesses - 1] if self.costs else guesses
        return None if price is None else price * self.weights.get(word, 1)

    def total(self, found: Found) -> Cost:
        """Return what a strategy costs that finds the words like this."""
        return _sum(self.cost(word, guesses) for word, guesses in found.items())


TOTAL: Final = Objective()
"""Every guess costs one: the total number of guesses."""


class Play:
    """The moves of the game: a guess list in a mode; which words may be hidden is part of each question."""

    def __init__(self, guesses: Iterable[str], mode: Mode) -> None:
        """Take `guesses`, all of one length."""
        self.guesses: Final = tuple(guesses)
        self.mode: Final = mode
        self._cells: dict[tuple[str, Words], tuple[tuple[int, Words], ...]] = {}
        self._permitted: dict[tuple[str, int], Words] = {}
        self._still: dict[tuple[Words, str, int], Words] = {}

    def allowed_after(self, history: History) -> Words:
        """Return the guesses that the mode allows after `history`."""
        return frozenset(guess for guess in self.guesses if is_allowed(guess, history, self.mode))

    def cells(self, guess: str, words: Words) -> tuple[tuple[int, Words], ...]:
        """Return each response that `guess` may get from `words`, ascending, with the words that give it."""
        if (guess, words) not in self._cells:
            cells: dict[int, set[str]] = {}
            for word in words:
                cells.setdefault(pattern_of(guess, word), set()).add(word)
            self._cells[guess, words] = tuple(
                (pattern, frozenset(cells[pattern])) for pattern in sorted(cells)
            )
        return self._cells[guess, words]

    def still_allowed(self, allowed: Words, guess: str, pattern: int) -> Words:
        """Return those of `allowed` that this response to `guess` doesn't forbid."""
        key = (allowed, guess, pattern)
        if key not in self._still:
            if (guess, pattern) not in self._permitted:
                self._permitted[guess, pattern] = self.allowed_after(((guess, pattern),))
            self._still[key] = allowed & self._permitted[guess, pattern]
        return self._still[key]


class LeastCost:
    """All questions about one objective; what is decided once is remembered."""

    def __init__(self, play: Play, objective: Objective = TOTAL) -> None:
        """Take the moves, which other objectives may share, and what they cost."""
        self.play: Final = play
        self.objective: Final = objective
        self._last: Final = objective.last
        self._values: dict[tuple[Words, Words, int], Cost] = {}

    def value(self, words: Words, allowed: Words, made: int = 0) -> Cost:
        """Return the least cost of `words` where `made` guesses were made and `allowed` are allowed next."""
        if not words:
            return 0
        if made == self._last:
            return self._lost(words)
        position = (allowed, words, made)
        if position not in self._values:
            values = [
                self.value_of(guess, words, allowed, made)
                for guess in self.play.guesses
                if guess in allowed and (self._last is not None or self._tells(guess, words))
            ]
            self._values[position] = min((value for value in values if value is not None), default=None)
        return self._values[position]

    def value_of(self, guess: str, words: Words, allowed: Words, made: int = 0) -> Cost:
        """Return the same where `guess`, one of `allowed`, is the next one."""
        if made == self._last:
            return self._lost(words)
        return _sum(
            self.objective.cost(guess, made + 1)
            if pattern == all_green(len(guess))
            else self.value(cell, self.play.still_allowed(allowed, guess, pattern), made + 1)
            for pattern, cell in self.play.cells(guess, words)
        )

    def _tells(self, guess: str, words: Words) -> bool:
        """Tell whether `guess` may be worth making; see the module."""
        return guess in words or len(self.play.cells(guess, words)) > 1

    def _lost(self, words: Words) -> Cost:
        return _sum(self.objective.cost(word, None) for word in words)


def least_worst(play: Play, words: Words, allowed: Words) -> int:
    """Return the least number of guesses that finds each of `words`: the least limit that can be kept."""
    return next(
        limit
        for limit in range(1, len(words) + 1)
        if LeastCost(play, Objective(limit=limit)).value(words, allowed) is not None
    )


def least_among_least_worst(
    play: Play, words: Words, allowed: Words, weights: Mapping[str, int]
) -> tuple[int, int]:
    """Return (worst case, total): the least worst case, and the least total of the strategies that have it.

    These are the strategies that keep the worst case as their limit.
    """
    worst = least_worst(play, words, allowed)
    total = LeastCost(play, Objective(limit=worst, weights=weights)).value(words, allowed)
    assert total is not None
    return worst, total


def least_worst_among_least(
    play: Play, words: Words, allowed: Words, weights: Mapping[str, int]
) -> tuple[int, int]:
    """Return (total, worst case): the least total, and the least worst case of the strategies that have it.

    That is the least limit under which the total is still the least.
    """
    total = LeastCost(play, Objective(weights=weights)).value(words, allowed)
    assert total is not None
    worst = next(
        limit
        for limit in range(1, len(words) + 1)
        if LeastCost(play, Objective(limit=limit, weights=weights)).value(words, allowed) == total
    )
    return total, worst


# ------------------------------------------------------------------------------------------------- strategies


def replay(play: Play, words: Words, history: History, last: int | None, preorder: Iterable[str]) -> Found:
    """Play a strategy against each of `words` and return with which guess each is found.

    At each set of two or more words, `preorder` has the guess, and then what belongs to the cells by
    ascending pattern, the all-green one left out. A single word is guessed at once. Sets for which no guess
    is left of the `last` ones have no entry, and are lost.

    Raises:
        ValueError: this is no strategy, or not one that the mode allows after `history`.
    """
    steps = iter(preorder)
    found: Found = {}

    def walk(past: History, left: Words) -> None:
        made = len(past) - len(history)
        if made == last:
            found.update(dict.fromkeys(left))
            return
        if len(left) == 1:
            found.update(dict.fromkeys(left, made + 1))
            return
        guess = next(steps, None)
        if guess not in play.guesses or not is_allowed(guess, past, play.mode):
            message = f"{guess} after {past} for {sorted(left)}"
            raise ValueError(message)
        for pattern, cell in play.cells(guess, left):
            if pattern == all_green(len(guess)):
                found[guess] = made + 1
            else:
                walk((*past, (guess, pattern)), cell)

    walk(history, words)
    extra = tuple(steps)
    if extra:
        message = f"guesses after the last word is found: {extra}"
        raise ValueError(message)
    return found


def worst_case(found: Found) -> int | None:
    """Return the most guesses that a word takes, None if one isn't found."""
    guesses = [number for number in found.values() if number is not None]
    return max(guesses) if len(guesses) == len(found) else None


def every_strategy(play: Play, words: Words, history: History, left: int) -> Iterator[tuple[str, ...]]:
    """Yield the preorder of each strategy of `left` guesses after `history`; for very small games only.

    Strategies that don't guess a single word at once aren't among them: they are never cheaper.
    """
    if len(words) <= 1 or left == 0:
        yield ()
        return
    for guess in play.guesses:
        if is_allowed(guess, history, play.mode):
            cells: Collection[tuple[int, Words]] = [
                (pattern, cell)
                for pattern, cell in play.cells(guess, words)
                if pattern != all_green(len(guess))
            ]
            for parts in product(
                *(
                    every_strategy(play, cell, (*history, (guess, pattern)), left - 1)
                    for pattern, cell in cells
                )
            ):
                yield (guess, *(step for part in parts for step in part))


def _sum(costs: Iterable[Cost]) -> Cost:
    total = 0
    for cost in costs:
        if cost is None:
            return None
        total += cost
    return total
