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
from wordle_cp.check.counting.counts import Table
from wordle_cp.check.counting.facts_within import FactsWithin, Kept
from wordle_cp.check.counting.patterns import Guesses
from wordle_cp.check.totals.bounds import Bounds
from wordle_cp.rules.words import Restriction, all_green, score


class ByHand:
    """What guesses cost at least, by responses that are put into sets."""

    def __init__(self, guesses: tuple[str, ...]) -> None:
        """Take all guesses."""
        self._guesses = guesses
        self._known: dict[tuple[str, ...], int] = {}

    def cell(self, words: tuple[str, ...]) -> int:
        """Return the greater of what rules T and L1 say; up to three words that is what they take."""
        if words not in self._known:
            among = self._guesses if len(words) > SMALL else words
            shown = max(len({score(guess, word) for word in words}) + (guess in words) for guess in among)
            most = shown if len(words) > SMALL else max(shown, len(words))
            self._known[words] = max(3 * len(words) - most, 2 * len(words) - 1)
        return self._known[words]

    def cost(self, guess: str, words: tuple[str, ...]) -> int:
        """Return what `words` cost if `guess` is made next."""
        cells: defaultdict[int, list[str]] = defaultdict(list)
        for word in words:
            cells[score(guess, word)].append(word)
        cells.pop(all_green(len(guess)), None)
        return len(words) + sum(self.cell(tuple(cell)) for cell in cells.values())


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


@pytest.mark.parametrize("seed", range(share(2)))
def test_no_guess_is_passed_over_that_costs_less(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "_PROMISING", 1)  # so that some guesses are left out
    rng = random.Random(f"facts {seed}")  # noqa: S311  no secret
    passed: Counter[str] = Counter()
    for _ in range(100):
        listed, hidden = drawn(rng)
        guesses, by_hand = Guesses(listed), ByHand(listed)
        bounds = Bounds(Table(guesses, hidden), guesses, hard=False)
        nothing = Restriction((None,) * len(hidden[0]), ())
        test = rng.choice((rng.choice(listed), "z" * len(hidden[0])))  # the latter leaves all words
        response = Counter(score(test, word) for word in hidden).most_common(1)[0][0]
        places = np.array([place for place, word in enumerate(hidden) if score(test, word) == response])
        words = tuple(hidden[place] for place in places.tolist())
        costs = {guess: by_hand.cost(word, words) for guess, word in enumerate(listed)}
        within = FactsWithin(bounds, places, Kept())
        for wanted in sorted({cost + more for cost in costs.values() for more in (0, 1)}):
            left = [guess for guess, _ in within.open(np.arange(len(listed)), wanted)]
            assert {guess for guess, cost in costs.items() if cost < wanted} <= set(left)
            passed["looked at"] += len(left)
            passed["passed over"] += len(listed) - len(left)
        for guess, strengthen in within.open(np.arange(len(listed)), math.inf):
            found = bounds.cost(guess, places, nothing, None, math.inf, strengthen, largest_first=True)
            assert found == costs[guess], (listed[guess], words)
    assert min(passed["looked at"], passed["passed over"]) > 10000, passed
