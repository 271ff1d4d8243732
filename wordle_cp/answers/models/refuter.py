"""Why a number of guesses, fixed in advance, is too small: weights of groups, and, if need be, a tree.

The weights are the dual of a set cover (`models.separating`), rounded to whole numbers. A guess is out if no
others could make up for how little it splits. Where guesses are left, `Refuter` branches: it takes the group
that the fewest of them split, of those still in question, and tries these one after the other. A guess that
failed is out, as are those that split no more. In the end there is a refutation, or guesses that do.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import gcd
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.claims.fixed import MAX_MOVES, Fail, Try, Weigh
from wordle_cp.errors import brief
from wordle_cp.modelling.solver import optimum
from wordle_cp.models.separating import dual_program

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.certificate.claims.fixed import Move
    from wordle_cp.modelling.partitions import Groups

    Mask = NDArray[np.bool_]

_FIRST_GROUPS: Final = 60
"""Groups of the first linear program."""
_MORE_GROUPS: Final = 40
_FIRST_GUESSES: Final = 100
_MORE_GUESSES: Final = 60
_CLOSE: Final = 0.6
"""A guess stays in the linear program while its groups weigh more than this."""
_MARGIN: Final = 1e-4
"""The groups must weigh this much more than the number of guesses, so that rounding doesn't undo it."""
_FEW: Final = 20
"""Where fewer groups than this are to choose from, the hardest is looked for among all."""
_FEWER: Final = 0.9
"""The weights are worked out anew when this part of the guesses is left in question."""
_SCALES: Final = (1, 2, 4, 12, 60, 360, 2520, 25_200, 252_000, 1_000_000)
"""What weights are multiplied by before they are rounded; the first one that will do is taken."""
_SCALE: Final = 2520
_SMALL: Final = 64
"""A tree is grown to its end if it seems to need at most this many times the moves that were allowed."""


@dataclass(frozen=True, slots=True)
class _Weighed:
    """Weights of groups, by place: fewer guesses than `bound` don't split all of them.

    The next linear program may begin with the `groups` and `guesses` of this one.
    """

    weights: dict[int, float] = field(default_factory=dict)
    bound: float = 0.0
    groups: Sequence[int] = ()
    guesses: Sequence[int] = ()


def _weigh(
    known: Groups, left: Mask, allowed: Mask, count: int, before: _Weighed, heed: Callable[[], None]
) -> _Weighed:
    """Return the best weights of the groups that are `left`, for guesses that are `allowed`.

    They are in floating point, so they prove nothing yet. The first that are enough, whose bound is more
    than `count`, are taken.
    """
    splits, in_question = known.splits, np.flatnonzero(allowed)
    groups = [group for group in before.groups if left[group]]
    if len(groups) < _FIRST_GROUPS:
        splitting = np.where(left, splits[:, allowed].sum(axis=1), len(allowed) + 1)
        hardest = np.argsort(splitting, kind="stable")[:_FIRST_GROUPS]
        groups = list(dict.fromkeys(groups + [group for group in hardest.tolist() if left[group]]))
    guesses = [guess for guess in before.guesses if allowed[guess]]
    best = _Weighed()
    while True:
        heed()
        part = splits[groups][:, in_question].astype(np.float32)
        if not guesses:
            guesses = in_question[np.argsort(-part.sum(axis=0), kind="stable")[:_FIRST_GUESSES]].tolist()
        found = optimum(dual_program(splits[np.ix_(groups, guesses)]))
        if found is None:
            return best
        weights = np.array(found.x)
        split = weights.astype(np.float32) @ part
        bound, heavy = float(weights.sum() / split.max()), np.flatnonzero(weights > 0).tolist()
        if bound > best.bound:
            best = _Weighed({groups[place]: float(weights[place]) for place in heavy}, bound)
        best = replace(best, groups=groups, guesses=guesses)
        if best.bound > count + _MARGIN:
            return best
        weighs = dict(zip(in_question.tolist(), split.tolist(), strict=True))
        broken = in_question[np.argsort(-split, kind="stable")[:_MORE_GUESSES]].tolist()
        more = [guess for guess in broken if weighs[guess] > 1 + _MARGIN and guess not in set(guesses)]
        if not more:  # it is the optimum for these groups: are others split by less than 1 of the guesses?
            played = np.array(found.prices)
            covered = np.where(left, splits[:, guesses] @ played, 2)
            hardest = np.argsort(covered, kind="stable")[:_MORE_GROUPS]
            missing = [g for g in hardest.tolist() if covered[g] < 1 - _MARGIN and g not in set(groups)]
            if not missing:
                return best
            groups = groups + missing
        else:
            guesses = [guess for guess in guesses if weighs[guess] > _CLOSE] + more


@dataclass(frozen=True, slots=True)
class TooFewGuesses:
    """A proof that the `count` of a `Refuter` is too small.

    `groups` are words by their places, `moves` those of a certificate.
    """

    groups: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]

    __repr__ = brief()


class TooLongError(Exception):
    """The refutation would have more moves than it may, or would have to branch."""


class Refuter:
    """A proof that `count` guesses, of which the first are `start`, are too few; or guesses that do."""

    def __init__(
        self,
        groups: Groups,
        words: tuple[str, ...],
        count: int,
        start: tuple[int, ...] = (),
        heed: Callable[[int, int], None] = lambda _done, _of: None,
        *,
        most: int = MAX_MOVES,
    ) -> None:
        """Take the groups known so far; `words` are the guesses, and `most` moves may be made.

        Where these show that a small tree is enough, it may have more. `heed` hears how many guesses are no
        longer in question, and may raise StoppedError. If there may be no moves, weights alone have to do.
        """
        self._known = groups
        self._words = words
        self._count = count
        self._start = start
        self._tell = heed
        self._most = self._limit = min(most, MAX_MOVES)
        self._progress = 0, 1
        self._before = -1  # guesses that weights alone have left out
        self._moves: list[Move] = []

    def answer(self) -> TooFewGuesses | tuple[int, ...]:
        """Return a refutation, or guesses that do, by their places; these may be fewer than `count`.

        Raises:
            StoppedError: what `heed` raises.
            TooLongError: there would be too many moves.
        """
        everyone = np.ones(len(self._words), np.bool_)
        found = self._attempt(self._start, self._count - len(self._start), everyone, _Weighed())
        if found is not None:
            return found
        weights = [move.weights for move in self._moves if isinstance(move, Weigh)]
        failed = {move.group for move in self._moves if isinstance(move, Fail)}
        named = sorted(failed.union(group for some in weights for group, _ in some))
        place = {group: number for number, group in enumerate(named)}

        def renumbered(move: Move) -> Move:
            match move:
                case Weigh(weights):
                    return Weigh(tuple((place[group], weight) for group, weight in weights))
                case Fail(group):
                    return Fail(place[group])
            return move

        groups = tuple(self._known.groups[group] for group in named)
        return TooFewGuesses(groups, tuple(map(renumbered, self._moves)))

    def _heed(self) -> None:
        self._tell(*self._progress)

    def _say(self, move: Move) -> None:
        if len(self._moves) >= self._limit > 0:
            self._limit = min(2 * self._limit, MAX_MOVES)
            if len(self._moves) >= self._limit or not self._small():
                raise TooLongError
        self._moves.append(move)

    def _small(self) -> bool:
        """Tell whether the tree seems to be small, as far as it has grown."""
        out, of = self._progress
        return len(self._moves) * (of - self._before) <= _SMALL * self._most * (out - self._before)

    def _attempt(
        self, played: tuple[int, ...], count: int, allowed: Mask, weighed: _Weighed
    ) -> tuple[int, ...] | None:
        """Return guesses that do, which begin with those `played`, or None once the moves refute that.

        `count` more may be played, all of them `allowed`. The first weights begin with those `weighed`.
        """
        in_question = np.inf
        while True:
            self._heed()
            left = self._known.unsplit(played)
            if not left.any():
                if not self._known.learn(played):
                    return played
                continue
            if count == 0:
                allowed = np.zeros_like(allowed)
            group, splitting = self._hardest(left, allowed, weighed)
            if splitting and (count == 1 or allowed.sum() < _FEWER * in_question):
                weighed = (
                    self._hits(left, allowed)
                    if count == 1
                    else _weigh(self._known, left, allowed, count, weighed, self._heed)
                )
                in_question = allowed.sum()
                allowed = self._weighed(weighed, allowed, count)
                group, splitting = self._hardest(left, allowed, weighed)
            if not splitting:
                self._say(Fail(group))
                return None
            if not self._most:
                raise TooLongError
            guess = self._most_promising(group, left, allowed, weighed.weights)
            if len(played) == len(self._start):
                self._progress = int(len(allowed) - allowed.sum()), len(allowed)
                self._before = self._progress[0] if self._before < 0 else self._before
            self._say(Try(self._words[guess]))
            found = self._attempt((*played, guess), count - 1, allowed, weighed)
            if found is not None:
                return found
            left = self._known.unsplit(played)
            others = left & ~self._known.splits[:, guess]
            allowed = allowed & self._known.splits[others].any(axis=0)

    def _hardest(self, left: Mask, allowed: Mask, weighed: _Weighed) -> tuple[int, int]:
        """Return the group that the fewest guesses split, of some that are left, and how many do."""
        some = np.array([group for group in weighed.groups if left[group]], np.intp)
        if len(some) < _FEW:
            some = np.flatnonzero(left)
        splitting = (self._known.splits[some] & allowed).sum(axis=1)
        least = int(np.argmin(splitting))
        return int(some[least]), int(splitting[least])

    def _hits(self, left: Mask, allowed: Mask) -> _Weighed:
        """Return groups, of weight 1, so that the guesses that split all of them split all that are left.

        That there is no such guess needs no linear program: two guesses are needed then, at least.
        """
        splits, chosen = self._known.splits, dict[int, float]()
        some = np.flatnonzero(left)
        for group in some[np.argsort(self._known.difficulty[some], kind="stable")].tolist():
            kept = allowed & splits[group]
            if kept.sum() < allowed.sum():
                chosen[group], allowed = 1.0, kept
            if not kept.any():
                return _Weighed(chosen, 2.0)
        return _Weighed(chosen, 1.0)

    def _most_promising(self, group: int, left: Mask, allowed: Mask, weights: dict[int, float]) -> int:
        """Return the guess that splits most, by weight and then by number, of those that split the group."""
        splits = self._known.splits
        those = np.flatnonzero(allowed & splits[group])
        weight = (
            np.array(list(weights.values()), np.float32)
            @ splits[np.ix_(np.array(list(weights), np.intp), those)]
        )
        number = splits[np.ix_(np.flatnonzero(left), those)].sum(axis=0)
        return int(those[np.lexsort((-number, -weight.round(3)))[0]])

    def _weighed(self, weighed: _Weighed, allowed: Mask, count: int) -> Mask:
        """Return which guesses are still in question after the best that the weights say, which is said."""
        enough = weighed.bound > count + _MARGIN
        before = int(allowed.sum())
        for scale in _SCALES if enough else (1,) if count == 1 else (_SCALE,):
            rounded = [(group, round(scale * weight)) for group, weight in weighed.weights.items()]
            whole = tuple(sorted((group, weight) for group, weight in rounded if weight > 0))
            if not whole:
                continue
            common = gcd(*(weight for _, weight in whole))
            whole = tuple((group, weight // common) for group, weight in whole)
            places, values = np.array([group for group, _ in whole]), np.array([one for _, one in whole])
            split = values.astype(np.int64) @ self._known.splits[places]
            kept: Mask = allowed & (split >= values.sum() - (count - 1) * split[allowed].max(initial=0))
            if not kept.any() or (not enough and kept.sum() < before):
                self._say(Weigh(whole))
                return kept
        return allowed
