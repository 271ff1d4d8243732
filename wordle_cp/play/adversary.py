"""Who hides the word in a game: somebody who has chosen one, or an adversary who never has.

The adversary is that of Absurdle (Sam Hughes, 2021), but exact: it doesn't keep the most words, it keeps the
words that are worst for the player.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Final, Protocol

from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError
from wordle_cp.games.question import Position, Question
from wordle_cp.games.strategy_tree import partition
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.search.depth import search_depth
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

_MOST_SCORED: Final = 60
"""Words of a cell that are scored against each other before a search is set up, which takes longer."""


class Host(Protocol):
    """Who answers guesses."""

    def respond(self, state: Position, guess: str) -> int:
        """Return the response to `guess`, which `state` doesn't refuse.

        Raises:
            StoppedError: there was reason to stop before the response was known.
        """
        ...


@dataclass(frozen=True, slots=True)
class WordHost:
    """Somebody who has hidden `word`."""

    word: str

    @classmethod
    def at_random(cls, variant: Variant, seed: int) -> WordHost:
        """Return a host who has hidden a word at random; the same one for the same `seed`."""
        return cls(random.Random(seed).choice(variant.hidden))  # noqa: S311  a game, no secret

    def respond(self, state: Position, guess: str) -> int:
        """Return the response to `guess`."""
        return state.variant.scoring.score(guess, self.word)


@dataclass(frozen=True, slots=True)
class Adversary:
    """Nobody has hidden anything: each response is `worst_cell`'s."""

    work: Work = UNLIMITED

    def respond(self, state: Position, guess: str) -> int:
        """Return the response that is worst for the player."""
        return worst_cell(state, guess, self.work).pattern


@dataclass(frozen=True, slots=True)
class WorstCell:
    """A response that is worst for the player, and the words that it leaves.

    `least_worst` is the least number of further guesses within which all of them can be found, 0 where the
    response is a win. `least_total` is the least total of guesses over them without a limit, None where it
    wasn't needed: no other response has as large a `least_worst` and nearly as many words.
    """

    pattern: int
    words: tuple[str, ...]
    least_worst: int
    least_total: int | None


def worst_cell(state: Position, guess: str, work: Work = UNLIMITED) -> WorstCell:
    """Return the response to `guess` that is worst for the player, of those that some word left gives.

    The responses are compared by (1) the least number of further guesses within which every word that the
    response leaves can be found; (2) if equal, the least total of guesses that finds these words, summed over
    them; (3) if equal, the number of the pattern. The largest of (1), then of (2), then the smallest of (3)
    is the worst. A win leaves nothing to find and counts as no guess at all. The mode holds for all guesses;
    the limit of the game doesn't count here. All is exact.

    Raises:
        StoppedError: there was reason to stop.
        UsageError: more than 31 guesses may be needed, the most that are tried.
    """
    cells = dict(partition(guess, state.hidden, state.variant.scoring))
    run = _Run(state, guess, work)
    win = state.variant.scoring.win
    green = cells.pop(win, None)
    if not cells:
        assert green is not None, "some word gives some response"
        return WorstCell(win, green, 0, None)
    worst, patterns = run.largest_least_worst(cells)
    total, pattern = run.largest_total({pattern: cells[pattern] for pattern in patterns}, worst)
    return WorstCell(pattern, cells[pattern], worst, total)


class _Run:
    """The cells of one guess, being compared."""

    def __init__(self, state: Position, guess: str, work: Work) -> None:
        self._state = state
        self._guess = guess
        self._work = work
        self._show = work.heeding("responses compared")

    def largest_least_worst(self, cells: dict[int, tuple[str, ...]]) -> tuple[int, tuple[int, ...]]:
        """Return the largest least worst case of `cells`, and the patterns of those that have it.

        One word takes one guess, n words take n at most, as each may be guessed, and two or more take two at
        least. So the cells are asked about from the largest on, and only whether they are worse than what is
        known, or as bad.
        """
        worst = 0
        found: list[int] = []
        for done, pattern in enumerate(sorted(cells, key=lambda pattern: -len(cells[pattern]))):
            self._show(done, len(cells))
            words = cells[pattern]
            if self._found_within(pattern, words, worst - 1):
                continue
            least = max(worst, 1)
            while not self._found_within(pattern, words, least):
                least += 1
            if least > worst:
                worst, found = least, []
            found.append(pattern)
        return worst, tuple(sorted(found))

    def _found_within(self, pattern: int, words: tuple[str, ...], guesses: int) -> bool:
        """Tell whether each of `words`, the cell of `pattern`, can be found within a number of guesses."""
        if guesses >= len(words):
            return True
        if guesses <= 1:
            return False
        if len(words) <= _MOST_SCORED and _leaves_at_most(guesses - 1, words, self._state.variant.scoring):
            return True
        if guesses > MAX_GUESSES_LEFT:
            message = f"more than {MAX_GUESSES_LEFT} guesses may be needed, the most that are tried"
            raise UsageError(message)
        history = (*self._state.history, (self._guess, pattern))
        result = search_depth(
            Question(Position(self._narrowed(history, words), history, words)),
            len(history) + guesses,
            work=self._work,
        )
        if result.verdict is Verdict.UNDECIDED:
            raise StoppedError(result.stopped_by or StopReason.INTERRUPTED)
        return result.verdict is Verdict.POSSIBLE

    def largest_total(self, cells: dict[int, tuple[str, ...]], worst: int) -> tuple[int | None, int]:
        """Return the largest least total of `cells`, and the first that has it; all take `worst` at worst.

        n words take n times `worst` guesses at most. So cells too small to matter aren't searched; where one
        alone isn't, its total isn't needed, and is None.
        """
        responses = self._state.variant.scoring.response_count - 1
        floor = max(map(_least_possible, map(len, cells.values()), repeat(responses)))
        large = [pattern for pattern in sorted(cells) if len(cells[pattern]) * worst >= floor]
        if len(large) == 1:
            return None, large[0]
        largest: tuple[int, int] = (0, 0)  # the total, and the pattern as a negative number: the least wins
        for done, pattern in enumerate(sorted(large, key=lambda pattern: -len(cells[pattern]))):
            self._show(done, len(large))
            words = cells[pattern]
            if len(words) * worst < largest[0]:
                continue
            history = (*self._state.history, (self._guess, pattern))
            total = ValuedPosition(self._narrowed(history, words), history, self._work).value().total
            assert total is not None, "without a limit every word is found"
            largest = max(largest, (total, -pattern))
        return largest[0], -largest[1]

    def _narrowed(self, history: History, words: tuple[str, ...]) -> Variant:
        """Return the variant without a limit, with the hidden `words` and the guesses that matter."""
        variant = self._state.variant
        guesses = variant.guesses
        if variant.mode.responses:  # its search scores all guesses against each other
            past = {guess for guess, _ in history}
            allowed = Binding.after(history, variant.mode, variant.scoring).allows
            guesses = tuple(word for word in guesses if word in past or allowed(word))
        return variant.model_copy(update={"guesses": guesses, "hidden": words, "max_guesses": None})


def _leaves_at_most(most: int, words: tuple[str, ...], scoring: Scoring) -> bool:
    """Tell whether one of `words`, as the next guess, leaves at most `most` of them after any response.

    They can then be found with `most` guesses more, in any mode: what may be hidden is always allowed.
    """
    return any(
        max(Counter(scoring.score(guess, word) for word in words if word != guess).values()) <= most
        for guess in words
    )


def _least_possible(words: int, responses: int) -> int:
    """Return a total that a number of words takes at least.

    One guess finds one word at most; two find no more than one for each of the `responses` to the first that
    don't end the game.
    """
    with_two = min(words - 1, responses)
    return 1 + 2 * with_two + 3 * (words - 1 - with_two)
