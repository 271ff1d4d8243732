"""The guesses of an endgame, one of each class, with the patterns that they show and what they cost.

What is left out here is proven not to be needed in `models.states`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import is_wide, score_matrix
from wordle_cp.errors import UsageError, argument
from wordle_cp.games.needs import Needs
from wordle_cp.modelling.facts import Allowed, facts_of
from wordle_cp.modelling.partitions import MAX_MEMBERS, partitions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.games.goal import Goal
    from wordle_cp.games.question import Position
    from wordle_cp.rules.bindings import Binding
    from wordle_cp.rules.words import Restriction


def demand_endgame(position: Position, most_words: int | None = MAX_MEMBERS) -> None:
    """Raise UsageError, with what would do instead, unless `position` is one that the models can decide.

    They decide about `most_words` hidden words or fewer (None: any number).
    """
    variant = position.variant
    by = argument("by")
    refused = Needs(f"{by} cp-sat", tiles=True).refusal(variant)
    if refused is not None:
        message = f"{refused}; leave {by} out"
        raise UsageError(message)
    if is_wide(variant.guesses):
        message = f"{by} cp-sat is for words of at most five letters a to z; leave {by} out"
        raise UsageError(message)
    if most_words is not None and len(position.hidden) > most_words:
        message = (
            f"{by} cp-sat takes at most {most_words} hidden words, found {len(position.hidden)}: "
            f"give fewer with {argument('history')}, or leave {by} out"
        )
        raise UsageError(message)


@dataclass(frozen=True, slots=True)
class Aim:
    """What a strategy is to do: find all words within `left` guesses, and cost as little as possible.

    None for `left` is however many guesses. `weights` are one a word.
    """

    weights: tuple[int, ...]
    left: int | None
    goal: Goal

    @property
    def plain(self) -> bool:
        """Whether each guess costs the same, so that only the guesses left matter, and not those made."""
        return self.goal.counts_guesses

    @property
    def loses_none(self) -> bool:
        """Whether each word has to be found in time."""
        return self.goal.loss is None

    def steps(self, left: int | None) -> tuple[int, int | None, int | None]:
        """Return what one guess more costs for each word not found yet, then what a second and a third cost.

        `left` guesses are left before the first of them. None is for a word that mustn't be missed.
        """
        first, second, third = (self._step(None if left is None else left - made) for made in range(3))
        assert first is not None, "a guess is left, or words may be missed"
        return first, second, third

    def _step(self, left: int | None) -> int | None:
        goal = self.goal
        if left is None or self.left is None:
            return 1
        if left > 0:
            made = self.left - left
            price, before = goal.price(made + 1), goal.price(made) if made else 0
            assert price is not None, "the limit has no more guesses than there are costs"
            assert before is not None, "as above"
            return price - before
        if goal.loss is None:
            return None
        last = goal.price(self.left)
        assert last is not None, "as above"
        return goal.loss - last if left == 0 else 0


@dataclass(frozen=True, slots=True)
class GraphSize:
    """What was looked at: states in all, those `lost`, and the `guesses` tried at them.

    `split` counts states of more than `partitions.MAX_MEMBERS` words, and `endgames` those that were decided
    below them. States that pairs decide count each time they come up.
    """

    split: int
    endgames: int
    states: int
    lost: int
    guesses: int


class Guesses:
    """The guesses of a position, and the patterns that they show.

    Hidden words and guesses are given by place: `words` and `names` have them; `patterns` has a row a word.
    """

    def __init__(
        self,
        position: Position,
        asked: Sequence[str],
        kept: Callable[[Sequence[str], NDArray[np.uint8]], NDArray[np.int64]] | None = None,
    ) -> None:
        """Take the guesses that `position` allows; or of these and their patterns those `kept`.

        Those `asked` are among them in any case, and the hidden words.
        """
        self.words: Final = position.hidden
        self.mode: Final = position.variant.mode
        self.names: list[str] = list(position.allowed)
        patterns = np.ascontiguousarray(score_matrix(self.names, self.words).T)
        if kept is not None:
            place = {guess: index for index, guess in enumerate(self.names)}
            needed = (place[word] for word in (*self.words, *asked) if word in place)
            chosen = sorted({*kept(self.names, patterns).tolist(), *needed})
            self.names = [self.names[index] for index in chosen]
            patterns = np.ascontiguousarray(patterns[:, chosen])
        self.patterns: Final = patterns
        at = {guess: index for index, guess in enumerate(self.names)}
        self.asked: Final = [at[guess] for guess in asked]
        self.of_word: Final = np.array([at[word] for word in self.words], np.intp)
        self._table: Final = Allowed(self.names)
        self._bindings: Final[dict[tuple[Binding, int, int], Binding]] = {}

    def allowed(self, binding: Binding) -> NDArray[np.intp]:
        """Return the guesses that `binding` allows, ascending."""
        return self._table.allowed(binding)

    def bound(self, binding: Binding, guess: int, pattern: int) -> Binding:
        """Return what binds after a response, too."""
        if not self.mode.binds:
            return binding
        key = (binding, guess, pattern)
        if key not in self._bindings:
            self._bindings[key] = binding.add(self.names[guess], pattern)
        return self._bindings[key]

    def facts(self, fixed: Restriction) -> list[NDArray[np.bool_]]:
        """Tell for each of the `pieces` of what is fixed which guesses have it."""
        return self._table.having_each(fixed)

    def shown(self, words: NDArray[np.intp] | Sequence[int], guesses: NDArray[np.intp]) -> NDArray[np.uint8]:
        """Return the patterns of `words` (a row each) and `guesses`."""
        shown = self.patterns[words]
        return shown if len(guesses) == len(self.names) else np.ascontiguousarray(shown[:, guesses])


class Classes(Guesses):
    """One guess of each class, and what they cost."""

    def __init__(
        self, position: Position, asked: Sequence[str], aim: Aim, heed: Callable[[], None] = lambda: None
    ) -> None:
        """Take the guesses that may be needed; `heed` is called meanwhile, and what it raises ends that."""
        self.aim: Final = aim
        self.idle: tuple[str, int] | None = None
        """A guess that leaves all words together, and its pattern; None if no guess does."""
        self._heed: Final = heed
        super().__init__(position, asked, self._kept)

    def _kept(self, allowed: Sequence[str], patterns: NDArray[np.uint8]) -> NDArray[np.int64]:
        same = np.flatnonzero((patterns == patterns[0]).all(axis=0))
        if len(same):
            self.idle = (allowed[same[0]], int(patterns[0, same[0]]))
        if self.mode.responses:
            return np.flatnonzero((patterns != patterns[0]).any(axis=0))
        facts = facts_of(allowed, self.words) if self.mode.facts else {}
        return partitions_of(patterns, facts.values(), self._heed).guesses

    def weight(self, words: Sequence[int]) -> int:
        """Return what `words` weigh together."""
        return sum(self.aim.weights[word] for word in words)

    def priced(
        self, words: Sequence[int], binding: Binding, left: int | None
    ) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.bool_]]:
        """Return the guesses that split `words`, what each costs at least, and which leave single words.

        If a third guess is one too many, only those that leave single words are among them.
        """
        ordered = sorted(words, key=lambda word: -self.aim.weights[word])
        weights = [self.aim.weights[word] for word in ordered]
        places = self.allowed(binding)
        rows = self.shown(ordered, places)
        cells = np.ones(len(places), np.int64)
        tops = np.full(len(places), weights[0], np.int64)
        for one in range(1, len(ordered)):
            first = rows[one] != rows[0]
            for other in range(1, one):
                first &= rows[one] != rows[other]
            cells += first
            tops += first * np.int64(weights[one])
        total = sum(weights)
        own = np.zeros(len(self.names), np.int64)
        own[self.of_word[np.asarray(ordered, np.intp)]] = weights
        step, second, third = self.aim.steps(left)
        kept = cells > 1
        if third is None:
            kept &= cells == len(ordered)
        prices = step * total + (second or 0) * (total - own[places]) + (third or 0) * (total - tops)
        return places[kept], prices[kept], cells[kept] == len(ordered)

    def own_count(self, words: Sequence[int]) -> int:
        """Return what `words` cost at least, as far as the patterns of these words on each other tell."""
        weights = self.aim.weights
        shown = self.weight(words)
        for guess in words:
            tops: dict[int, int] = {}
            for word in words:
                code = int(self.patterns[word, self.of_word[guess]])
                tops[code] = max(tops.get(code, 0), weights[word])
            shown = max(shown, sum(tops.values()) + weights[guess])
        return 3 * self.weight(words) - shown
