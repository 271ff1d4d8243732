"""Fixed guesses that do, by local search: k guesses that split each group of words.

One guess at a time is exchanged for the one that leaves the least weight of groups unsplit. What is left
unsplit then weighs more, so that the search leaves local optima; and a guess that was given up isn't taken
again for some steps. Groups that guesses leave although they split all known ones are learnt.

Source: the weights are those of local search for satisfiability and set cover (breakout, P. Morris 1993).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordle_cp.modelling.partitions import Groups

_GROWTH: Final = 0.3
_TABU: Final = 3, 10
"""How many steps a guess that was given up is left alone: from, up to."""
_MOST_LEFT: Final = 4000
"""With more groups left unsplit by the others no exchange of a guess is looked at."""


def find_guesses(
    groups: Groups,
    count: int,
    start: tuple[int, ...],
    steps: int,
    heed: Callable[[int, int], None] = lambda _done, _of: None,
    *,
    seed: int = 0,
) -> tuple[int, ...] | None:
    """Return `count` guesses, the first of which are `start`, that do; None if `steps` steps found none.

    `heed` hears of each step, and may raise StoppedError. The same `seed` finds the same answer.
    """
    rng = np.random.default_rng(seed)
    chosen = _greedy(groups, count, start)
    weights = np.ones(len(groups.groups), np.float32)
    free_from = np.zeros(groups.patterns.shape[1], np.int64)
    for step in range(steps):
        heed(step, steps)
        if not groups.unsplit(chosen).any() and not groups.learn(chosen):
            return groups.filled(start, chosen[len(start) :], count)
        weights = np.append(weights, np.ones(len(groups.groups) - len(weights), np.float32))
        if count == len(start):
            return None
        best = min(_exchanges(groups, chosen, len(start), weights, free_from > step, rng), default=None)
        if best is None:
            place, guess = int(rng.integers(len(start), count)), int(rng.integers(len(free_from)))
        else:
            _, place, guess = best
        free_from[chosen[place]] = step + rng.integers(*_TABU)
        chosen[place] = guess
        weights[groups.unsplit(chosen)] += _GROWTH
    return None


def _exchanges(
    groups: Groups,
    chosen: list[int],
    fixed: int,
    weights: np.ndarray,
    tabu: np.ndarray,
    rng: np.random.Generator,
) -> Iterator[tuple[float, int, int]]:
    """Yield for each place the best guess to take there, with the weight that is unsplit then."""
    split_by = groups.splits[:, chosen].sum(axis=1)
    for place in range(fixed, len(chosen)):
        rest = np.flatnonzero(split_by == groups.splits[:, chosen[place]])
        if len(rest) > _MOST_LEFT:
            continue
        left = weights[rest].sum() - weights[rest] @ groups.splits[rest]
        left += 0.01 * rng.random(len(left)) + np.where(tabu, np.inf, 0)
        left[chosen[place]] = np.inf
        guess = int(np.argmin(left))
        if np.isfinite(left[guess]):
            yield float(left[guess]), place, guess


def _greedy(groups: Groups, count: int, start: tuple[int, ...]) -> list[int]:
    """Return guesses each of which splits the most groups that those before it leave."""
    chosen = list(start)
    while len(chosen) < count:
        left = groups.unsplit(chosen)
        if not left.any() and groups.learn(chosen):
            left = groups.unsplit(chosen)
        chosen.append(int(np.argmax(groups.splits[left].sum(axis=0))))
    return chosen
