"""Where the traced search writes what it does: events, numbered, as many as a trace may have."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError
from wordle_cp.views.traces.events import Bound, Cutoff, Guess, Leaf, Node, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.views.traces.events import CutReason, Event, LeafReason
    from wordle_cp.views.traces.game import Words

MOST_EVENTS: Final = 100_000
"""A trace has no more than this many events."""
MOST_NUMBERS: Final = 1_000_000
"""And they list no more than this many words and guesses in all."""
_HEED_EVERY: Final = 64


class Recorder:
    """Collects the events of one search; costs come as numbers or `inf`, and go as numbers or None."""

    def __init__(self, heed: Callable[[], None], most: int = MOST_EVENTS) -> None:
        """Call `heed` now and then: what it raises ends the search."""
        self.events: list[Event] = []
        self._heed = heed
        self._most = most
        self._next = 0
        self._numbers = 0  # words and guesses listed so far
        self._run: tuple[int, CutReason, int | None] | None = None
        self._dropped: list[int] = []
        self._least: float = inf

    def node(
        self, parent: int | None, pattern: int | None, words: Words, left: int | None, beta: float
    ) -> int:
        """Begin a node, and return its number."""
        number = self._number()
        self._add(Node(number, parent, pattern, words, left, _finite(beta)), len(words))
        return number

    def guess(self, node: int, guess: int, beta: float) -> int:
        """Begin a guess, and return its number."""
        number = self._number()
        self._add(Guess(number, node, guess, _finite(beta)))
        return number

    def bound(self, node: int, name: CutReason, value: float) -> None:
        """Record what a node costs at least; there is no bound where no guess is left."""
        if value < inf:
            self._add(Bound(node, name, int(value)))

    def cut_node(self, node: int, why: CutReason, bound: float, beta: float) -> None:
        """Drop a node, and end it with its bound."""
        self._add(Cutoff(node, why, (), _finite(bound), _finite(beta)))
        self.value(node, bound, exact=bound == inf)

    def cut_guess(self, guess: int, why: CutReason, bound: float, beta: float) -> None:
        """Drop what is left of a guess, and end it with its bound."""
        self._add(Cutoff(guess, why, (), _finite(bound), _finite(beta)))
        self.value(guess, bound, exact=bound == inf)

    def skip(
        self, node: int, why: CutReason, guesses: Sequence[int], bound: float | None, beta: float
    ) -> None:
        """Drop guesses of a node that weren't tried; those dropped in a row for one reason are one event.

        `bound` None is that they are no better than a guess before.
        """
        run = (node, why, _finite(beta))
        if run != self._run:
            self._end_run()
            self._run = run
        self._dropped += guesses
        if bound is not None:
            self._least = min(self._least, bound)

    def leaf(self, node: int, why: LeafReason, value: float, *, exact: bool = True) -> None:
        """End a node without a guess."""
        self._add(Leaf(node, why, _finite(value), exact))

    def value(self, of: int, value: float, *, exact: bool, guess: int | None = None) -> None:
        """End a node or a guess."""
        self._add(Value(of, _finite(value), exact, guess))

    def _number(self) -> int:
        self._next += 1
        return self._next - 1

    def _end_run(self) -> None:
        """Write down the guesses dropped in a row, if there are any."""
        if self._run is not None:
            (node, why, beta), dropped, least = self._run, tuple(self._dropped), self._least
            self._run, self._dropped, self._least = None, [], inf
            self._add(Cutoff(node, why, dropped, _finite(least), beta), len(dropped))

    def _add(self, event: Event, numbers: int = 0) -> None:
        self._end_run()
        self._numbers += numbers
        if len(self.events) >= self._most or self._numbers > MOST_NUMBERS:
            message = (
                f"a trace has at most {self._most:,} events with {MOST_NUMBERS:,} words, and this search "
                f"has more: use more techniques, or fewer words"
            )
            raise UsageError(message)
        if len(self.events) % _HEED_EVERY == 0:
            self._heed()
        self.events.append(event)


def _finite(cost: float) -> int | None:
    return None if cost == inf else int(cost)
