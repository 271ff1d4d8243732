"""Fixed guesses: which k guesses, played whatever the responses, always leave N words or fewer?

A set cover by guesses, and its linear relaxation, which shows that k guesses are too few.

Sets        L, the words; T, the guesses; G, groups of N + 1 words of L
Data        S[t] = the groups that t splits: it gives their words more than one response
Variables   weight[g] in [0, 1] for g in G
Constraints total[t], t in T:              sum(weight[g] : g in S[t]) <= 1
Objective   maximise sum(weight)
Claim       no k guesses always leave N words or fewer, if the maximum is larger than k
Source      L. Poirrier, "Can we always solve Wordle offline with fixed guesses?", 2022: a set cover.

The guesses always leave N words or fewer iff each group of N + 1 words is split by one of them. Whatever k
guesses split weighs k together at most, so if all groups weigh more, one of them is split by none. Weights
that are multiplied and rounded to whole numbers are looked at once more, exactly: docs/certificates/fixed.md
has the rules.

Groups are many, and few weigh something. So they are learnt (`groups`): those that seem hardest to split come
first, then those that guesses leave that split all known ones. Guesses are many, too, and few of their
constraints bind: those are added that the weights break.

Where the relaxation isn't enough, `Refuter` branches: it takes the group that the fewest guesses split, of
those still in question, and tries these one after the other. A guess that failed is out, as are those that
split no more, and those that the weights leave out. In the end there is a refutation, or k guesses that do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.claims.fixed import MAX_MOVES, Fail, Try, Weigh
from wordle_cp.errors import UsageError, argument, brief, counted
from wordle_cp.games.needs import Needs
from wordle_cp.modelling.formulation import Depth, FixedTooFew, Formulation, Found, Instance, shown_words
from wordle_cp.modelling.linear import LinearProgram, optimum
from wordle_cp.modelling.partitions import MAX_MEMBERS, partitions_of
from wordle_cp.modelling.solver import Feasible, Unknown
from wordle_cp.modelling.statement import Statement
from wordle_cp.models.groups import Groups

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wordle_cp.certificate.claims.fixed import Move
    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.modelling.solver import Outcome, SolverSettings
    from wordle_cp.work import Work

    Mask = NDArray[np.bool_]

_FIRST_GROUPS: Final = 60
"""Groups of the first linear program of an attempt."""
_MORE_GROUPS: Final = 40
_FEW: Final = 20
"""Of so many groups the hardest is looked for, or of all."""
_FIRST_GUESSES: Final = 100
_MORE_GUESSES: Final = 60
_FEWER: Final = 0.9
"""The weights are worked out anew when this part of the guesses is left in question."""
_CLOSE: Final = 0.6
"""A guess stays in the linear program while its groups weigh so much."""
_MARGIN: Final = 1e-4
"""So much more than the guesses the groups must weigh, lest rounding makes it less."""
_SCALES: Final = (1, 2, 4, 12, 60, 360, 2520, 25_200, 252_000, 1_000_000)
"""What weights are multiplied by before they are rounded; the first one that will do is taken."""
_SCALE: Final = 2520
_SMALL: Final = 64
"""A tree is small, and grown to its end, if it seems to have so many times the moves that were allowed."""
_MOST_NUMBERS: Final = 2**26
"""More numbers than this aren't written down as one program."""


@dataclass(frozen=True, slots=True)
class TooFewGuesses:
    """So many guesses are too few: `groups` of words by their places, and the moves of a certificate."""

    groups: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Enough:
    """These guesses are enough, by their places; they may be fewer than it was asked about."""

    guesses: tuple[int, ...]

    __repr__ = brief()


class TooLongError(Exception):
    """The refutation would have more moves than it may."""


class _WithoutBranchingError(Exception):
    """There is no answer without branching."""


@dataclass(slots=True)
class _Relaxation:
    """What the linear programs of an attempt begin with: groups and guesses that mattered before."""

    groups: list[int]
    guesses: list[int]

    def copy(self) -> _Relaxation:
        """Return a copy, which may be changed."""
        return _Relaxation(list(self.groups), list(self.guesses))


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
        longer in question, and may raise StoppedError.
        """
        self._known = groups
        self._words = words
        self._count = count
        self._start = start
        self._heed = heed
        self._most = self._limit = min(most, MAX_MOVES)
        self._progress = 0, 1
        self._before = -1  # guesses that weights alone have left out
        self._moves: list[Move] = []

    def by_weights(self) -> TooFewGuesses | None:
        """Return a refutation by one set of weights, if there is one."""
        try:
            return self._refuted() if self._found(branch=False) is None else None
        except _WithoutBranchingError:
            return None

    def answer(self) -> TooFewGuesses | Enough:
        """Return a refutation, or guesses that do.

        Raises:
            StoppedError: what `heed` raises.
            TooLongError: there would be too many moves.
        """
        found = self._found(branch=True)
        return self._refuted() if found is None else Enough(found)

    def _found(self, *, branch: bool) -> tuple[int, ...] | None:
        """Return what the first attempt does."""
        everyone = np.ones(len(self._words), np.bool_)
        count = self._count - len(self._start)
        return self._attempt(self._start, count, everyone, _Relaxation([], []), branch=branch)

    def _refuted(self) -> TooFewGuesses:
        """Return the refutation, with those groups alone that it names."""
        named: set[int] = set()
        for move in self._moves:
            match move:
                case Weigh(weights):
                    named |= {group for group, _ in weights}
                case Fail(group):
                    named.add(group)
        place = {group: number for number, group in enumerate(sorted(named))}
        moves: list[Move] = []
        for move in self._moves:
            match move:
                case Weigh(weights):
                    moves.append(Weigh(tuple((place[group], weight) for group, weight in weights)))
                case Fail(group):
                    moves.append(Fail(place[group]))
                case Try():
                    moves.append(move)
        return TooFewGuesses(tuple(self._known.groups[group] for group in sorted(named)), tuple(moves))

    def _say(self, move: Move) -> None:
        if len(self._moves) >= self._limit:
            self._limit = min(2 * self._limit, MAX_MOVES)
            if len(self._moves) >= self._limit or not self._small():
                raise TooLongError
        self._moves.append(move)

    def _small(self) -> bool:
        """Tell whether the tree seems to be small, as far as it has grown."""
        out, of = self._progress
        return len(self._moves) * (of - self._before) <= _SMALL * self._most * (out - self._before)

    def _attempt(
        self,
        played: tuple[int, ...],
        count: int,
        allowed: Mask,
        relaxation: _Relaxation,
        *,
        branch: bool = True,
    ) -> tuple[int, ...] | None:
        """Return guesses that do, which begin with those `played`, or None once the moves refute that.

        `count` more may be played, all of them `allowed`.
        """
        weights: dict[int, float] = {}
        weighed = np.inf
        while True:
            self._heed(*self._progress)
            left = self._known.unsplit(played)
            if not left.any():
                if not self._known.learn(played):
                    return played
                continue
            if count == 0:
                allowed = np.zeros_like(allowed)
            group, splitting = self._hardest(left, allowed, relaxation)
            if splitting and (count == 1 or allowed.sum() < _FEWER * weighed):
                weights, bound = (
                    self._hits(left, allowed)
                    if count == 1
                    else self._weights(left, allowed, count, relaxation)
                )
                weighed = allowed.sum()
                allowed = self._weighed(weights, bound, allowed, count)
                group, splitting = self._hardest(left, allowed, relaxation)
            if not splitting:
                self._say(Fail(group))
                return None
            if not branch:
                raise _WithoutBranchingError
            guess = self._most_promising(group, left, allowed, weights)
            if len(played) == len(self._start):
                self._progress = int(len(allowed) - allowed.sum()), len(allowed)
                self._before = self._progress[0] if self._before < 0 else self._before
            self._say(Try(self._words[guess]))
            found = self._attempt((*played, guess), count - 1, allowed, relaxation.copy())
            if found is not None:
                return found
            left = self._known.unsplit(played)
            others = left & ~self._known.splits[:, guess]
            allowed = allowed & self._known.splits[others].any(axis=0)

    def _hardest(self, left: Mask, allowed: Mask, relaxation: _Relaxation) -> tuple[int, int]:
        """Return the group that the fewest guesses split, of some that are left, and how many do."""
        some = np.array([group for group in relaxation.groups if left[group]], np.intp)
        if len(some) < _FEW:
            some = np.flatnonzero(left)
        splitting = (self._known.splits[some] & allowed).sum(axis=1)
        least = int(np.argmin(splitting))
        return int(some[least]), int(splitting[least])

    def _hits(self, left: Mask, allowed: Mask) -> tuple[dict[int, float], float]:
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
                return chosen, 2.0
        return chosen, 1.0

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

    def _weighed(self, weights: dict[int, float], bound: float, allowed: Mask, count: int) -> Mask:
        """Return which guesses are still in question after the best that the weights say, which is said."""
        enough = bound > count + _MARGIN
        before = int(allowed.sum())
        for scale in _SCALES if enough else (1,) if count == 1 else (_SCALE,):
            rounded = [(group, round(scale * weight)) for group, weight in weights.items()]
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

    def _weights(
        self, left: Mask, allowed: Mask, count: int, relaxation: _Relaxation
    ) -> tuple[dict[int, float], float]:
        """Return weights of groups that are left, and what they prove: so many guesses are needed, at least.

        Of the weights found on the way these are the best. More than `count` is enough.
        """
        splits, in_question = self._known.splits, np.flatnonzero(allowed)
        groups = self._first_groups(left, allowed, relaxation)
        guesses = [guess for guess in relaxation.guesses if allowed[guess]]
        best: tuple[dict[int, float], float] = {}, 0.0
        while True:
            part = splits[groups][:, in_question].astype(np.float32)
            while True:
                self._heed(*self._progress)
                if not guesses:
                    most = np.argsort(-part.sum(axis=0), kind="stable")
                    guesses = in_question[most[:_FIRST_GUESSES]].tolist()
                found = optimum(_program(splits[np.ix_(groups, guesses)]))
                if found is None:
                    return best
                weights = np.array(found.x)
                split = weights.astype(np.float32) @ part
                bound = float(weights.sum() / split.max())
                if bound > best[1]:
                    best = (
                        {
                            group: weight
                            for group, weight in zip(groups, weights.tolist(), strict=True)
                            if weight > 0
                        },
                        bound,
                    )
                relaxation.groups, relaxation.guesses = groups, guesses
                if best[1] > count + _MARGIN:
                    return best
                chosen, price = guesses, np.array(found.prices)
                broken = in_question[np.argsort(-split, kind="stable")[:_MORE_GUESSES]]
                weighs = dict(zip(in_question.tolist(), split.tolist(), strict=True))
                known = set(guesses)
                more = [t for t in broken.tolist() if weighs[t] > 1 + _MARGIN and t not in known]
                if not more:
                    break
                guesses = [guess for guess in guesses if weighs[guess] > _CLOSE] + more
            missing = self._uncovered(left, np.array(chosen, np.intp), price, set(groups))
            if not missing:
                return best
            groups = groups + missing

    def _first_groups(self, left: Mask, allowed: Mask, relaxation: _Relaxation) -> list[int]:
        """Return groups to begin with: those that mattered before, and if these are few, the hardest."""
        groups = [group for group in relaxation.groups if left[group]]
        if len(groups) < _FIRST_GROUPS:
            splitting = np.where(left, self._known.splits[:, allowed].sum(axis=1), len(allowed) + 1)
            hardest = np.argsort(splitting, kind="stable")[:_FIRST_GROUPS]
            groups += [group for group in hardest.tolist() if left[group]]
        return list(dict.fromkeys(groups))

    def _uncovered(
        self, left: Mask, guesses: NDArray[np.intp], parts: NDArray[np.float64], known: set[int]
    ) -> list[int]:
        """Return groups, not those `known`, that fractional guesses split least: by less than 1.

        `parts` says how much of each of the `guesses` is played: the prices of their constraints.
        """
        played = np.flatnonzero(parts > _MARGIN)
        covered = self._known.splits[:, guesses[played]] @ parts[played]
        covered = np.where(left, covered, 2)
        hardest = np.argsort(covered, kind="stable")[:_MORE_GROUPS]
        return [g for g in hardest.tolist() if covered[g] < 1 - _MARGIN and g not in known]


def _program(splits: Mask) -> LinearProgram:
    """Return the linear program of the docstring; `splits` has a row a group and a column a guess."""
    groups, guesses = splits.shape
    return LinearProgram(
        np.ones(groups), np.ones(groups), splits.T.astype(np.float64), np.ones(guesses), "fixed_guesses"
    )


def _instance(question: ModelQuestion, work: Work) -> Instance:
    """Return the whole program for pairs of words: with all of them, and the finest partitions as guesses.

    A guess that divides the words less finely splits fewer pairs, so that its constraint says no more.
    """
    words, heed = question.words, work.demand_time
    if len(words) > MAX_MEMBERS:
        message = (
            f"fixed-guesses as a whole takes at most {MAX_MEMBERS} hidden words, found {len(words)}: "
            f"give fewer with {argument('history')} or {argument('words')}; "
            f"model solve takes any number, and learns which pairs matter"
        )
        raise UsageError(message)
    partitions = partitions_of(question.patterns(), heed=heed).finest(heed=heed)
    pairs = list(combinations(range(len(words)), 2))
    if len(pairs) * len(partitions) > _MOST_NUMBERS:
        message = (
            f"fixed-guesses would have {len(pairs)} pairs of words for each of {len(partitions)} guesses: "
            f"give fewer words with {argument('history')} or {argument('words')}"
        )
        raise UsageError(message)
    splits = np.ones((len(pairs), len(partitions)), np.bool_)
    for place, pair in enumerate(pairs):
        heed()
        splits[place] = ~partitions.leaves_together(*pair)
    program = replace(
        _program(splits),
        variables=tuple(f"weight[{words[one]},{words[other]}]" for one, other in pairs),
        names=tuple(f"total[{question.guesses[guess]}]" for guess in partitions.guesses.tolist()),
    )
    columns = counted(len(partitions), "row", "rows")
    return Instance(program, (f"{counted(len(question.guesses), 'guess', 'guesses')} allowed, in {columns}",))


def _found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    """Return how many guesses one set of weights proves too few: the most, or the number asked about."""
    work = settings.work
    groups = Groups(question.patterns(), 1, work.demand_time)
    last = question.count is None
    count, known = question.count or 0, None
    while count <= MAX_DEPTH:
        refuted = Refuter(groups, question.guesses, count, (), work.heeding()).by_weights()
        if refuted is None:
            break
        known, count = FixedTooFew(count, refuted), count + 1
        if not last:
            break
    if known is None:
        return Unknown(0.0)
    weights = _weights_of(known.by, question.words)
    by = shown_words([f"{pair}*{weight}" for pair, weight in weights.items()])
    return Feasible(
        Found(
            f"{counted(known.count, 'guess', 'guesses')}, fixed in advance, can't tell all "
            f"{len(question.words)} words apart: {by}",
            {"too_few": known.count, "weights": weights},
            known,
        )
    )


def _weights_of(refuted: TooFewGuesses, words: tuple[str, ...]) -> dict[str, int]:
    """Return the pairs that are named, with their weights: those of the one set of weights, or 1."""
    weights = dict.fromkeys(range(len(refuted.groups)), 1)
    for move in refuted.moves:
        if isinstance(move, Weigh):
            weights |= dict(move.weights)
    names = ("-".join(words[place] for place in group) for group in refuted.groups)
    return {name: weights[place] for place, name in enumerate(names)}


def _none(question: ModelQuestion) -> str:
    """Return what it would mean that there are no weights; there always are some."""
    count = question.count
    return "nothing" if count is None else f"nothing refutes {counted(count, 'fixed guess', 'fixed guesses')}"


FORMULATION: Final = Formulation(
    name="fixed-guesses",
    statement=Statement.parse(__doc__),
    needs=Needs(
        "the model fixed-guesses",
        tiles=True,
        unbound=True,
        because="elsewhere a response may forbid the next one of the guesses",
    ),
    depth=Depth.FIXED,
    most_words=None,
    instead="fixed",
    build=_instance,
    solve=_found,
    none=_none,
    unknown="the weights prove nothing: so many guesses may do, or not; fixed branches, and decides",
    by="GLOP",
)
