"""Bounds by facts within many words, for small games: just what rule L1 says, as sets of responses tell it.

Words of few letters, so that they repeat in guesses: then a grey tile tells less than it seems to.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict

import numpy as np
import pytest

from tests.effort import share
from wordle_cp.check.counting import columns
from wordle_cp.check.counting.cells import SMALL
from wordle_cp.check.counting.counts import PatternTable
from wordle_cp.check.counting.facts_within import FactsWithin, Kept
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.totals.bounds import Bounds
from wordle_cp.rules.words import Restriction, all_green, pattern_of


class ByHand:
    """What guesses cost at least, by responses that are put into sets."""

    def __init__(self, guesses: tuple[str, ...], *, hard: bool) -> None:
        """Take all guesses; does hard mode bind them?"""
        self._guesses = guesses
        self._hard = hard
        self._known: dict[tuple[tuple[str, ...], Restriction], int] = {}

    def cell(self, words: tuple[str, ...], fixed: Restriction) -> int:
        """Return the greater of what rules T and L1 say; up to three words that is what they take."""
        if (words, fixed) not in self._known:
            few = len(words) <= SMALL
            among = words if few else [word for word in self._guesses if fixed.permits(word)]
            each = [len({pattern_of(guess, word) for word in words}) + (guess in words) for guess in among]
            most = max(*each, len(words)) if few else max(each)
            self._known[words, fixed] = max(3 * len(words) - most, 2 * len(words) - 1)
        return self._known[words, fixed]

    def cost(self, guess: str, words: tuple[str, ...], fixed: Restriction) -> int:
        """Return what `words` cost if `guess` is made next."""
        cells: defaultdict[int, list[str]] = defaultdict(list)
        for word in words:
            cells[pattern_of(guess, word)].append(word)
        cells.pop(all_green(len(guess)), None)
        total = len(words)
        for response, cell in cells.items():
            revealed = Restriction.of(((guess, response),), len(guess))
            total += self.cell(tuple(cell), fixed.joined_with(revealed) if self._hard else fixed)
        return total


def drawn(rng: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return guesses, and some of them that may be hidden; many words have a letter twice."""
    length = rng.choice((3, 4, 5, 6))
    letters = "abcdefg"[: rng.choice((3, 4, 5, 7))]
    base = [rng.choice(letters) for _ in range(length)]
    words: set[str] = set()
    for _ in range(90):
        own = [rng.choice((letter, letter, rng.choice(letters))) for letter in base]
        words.add("".join(own if rng.random() < 0.7 else [rng.choice(letters) for _ in base]))
    guesses = tuple(rng.sample(sorted(words), len(words)))
    return guesses, tuple(rng.sample(guesses, len(guesses) // 2))


def fixed_before(rng: random.Random, listed: tuple[str, ...], test: str, response: int) -> Restriction:
    """Return what is fixed in hard mode: nothing, what a test revealed, or what has little to do with it."""
    length = len(test)
    other = rng.choice(listed)
    return rng.choice(
        (
            Restriction((None,) * length, ()),
            Restriction.of(((test, response),), length),
            Restriction((None,) * length, ((other[0], rng.choice((1, 1, 2))),)),
            Restriction((other[0], *(None,) * (length - 1)), ((other[0], 1),)),
        )
    )


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seed", range(share(2)))
def test_no_guess_is_passed_over_that_costs_less(
    seed: int, *, hard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "_PROMISING", 1)  # so that some guesses are left out
    rng = random.Random(f"facts {seed}")  # noqa: S311  no secret
    passed: Counter[str] = Counter()
    for _ in range(share(300)):
        listed, hidden = drawn(rng)
        guesses, by_hand = GuessPatterns(listed), ByHand(listed, hard=hard)
        bounds = Bounds(PatternTable(guesses, hidden), guesses, hard=hard)
        test = rng.choice((rng.choice(listed), "z" * len(hidden[0])))  # the latter leaves all words
        response = Counter(pattern_of(test, word) for word in hidden).most_common(1)[0][0]
        places = np.array([place for place, word in enumerate(hidden) if pattern_of(test, word) == response])
        words = tuple(hidden[place] for place in places.tolist())
        fixed = Restriction((None,) * len(test), ())
        if hard:
            fixed = fixed_before(rng, listed, test, response)
        allowed = np.flatnonzero(guesses.permitted(fixed))
        costs = {guess: by_hand.cost(listed[guess], words, fixed) for guess in allowed.tolist()}
        within = FactsWithin(bounds, places, fixed, Kept())
        for wanted in sorted({cost + more for cost in costs.values() for more in (0, 1)}):
            left = [guess for guess, _ in within.open(allowed, wanted)]
            assert {guess for guess, cost in costs.items() if cost < wanted} <= set(left)
            passed["looked at"] += len(left)
            passed["passed over"] += len(allowed) - len(left)
        for guess, strengthen in within.open(allowed, math.inf):
            found = bounds.cost(guess, places, fixed, None, math.inf, strengthen, largest_first=True)
            assert found == costs[guess], (listed[guess], words, fixed)
    assert min(passed["looked at"], passed["passed over"]) > 100 * share(300), passed
