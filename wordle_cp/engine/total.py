"""The native search for least totals, and what it finds out.

The parts, in their order:

What comes out of a search for least costs: plain records. A cost counts from the position asked about.

Questions about least costs, put to the compiled search: construct, ask one after the other, watch.

Pairs of fixed opening words, put to the compiled search: construct, ask, watch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from wordle_cp.engine.game import NativeSearch
from wordle_cp.errors import brief

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.engine.game import Game
    from wordle_cp.rules.modes import Mode


@dataclass(frozen=True, slots=True)
class ExactCost:
    """The least cost of all strategies that begin with `opener`."""

    opener: str
    cost: int


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A proven lower bound: every strategy that begins with `opener` costs `cost` or more."""

    opener: str
    cost: int


@dataclass(frozen=True, slots=True)
class AtMost:
    """Some strategy that begins with `opener` costs `cost`."""

    opener: str
    cost: int


@dataclass(frozen=True, slots=True)
class RefutedOpener:
    """No strategy that begins with `opener` keeps the limit on the number of guesses."""

    opener: str


Settled = ExactCost | AtLeast | RefutedOpener
"""What is known about an opener that has been dealt with."""
_EXACT: Final = "exact"
_BOUND: Final = "at least"
_REFUTED: Final = "hopeless"


Row = tuple[str, str, int | None, int, float, tuple[str, ...]]
"""What was found out about an opener as plain values, for files and wires: the opener, what it is, a number,
guesses looked at, seconds of a processor, strategy. In a ranking the number is a cost, in a census it is that
of the proof node that refutes the opener."""


def settled_of(opener: str, kind: str, cost: int | None) -> Settled | None:
    """Return what a row of a ranking says about `opener`, or None if that makes no sense."""
    if kind == _REFUTED:
        return RefutedOpener(opener) if cost is None else None
    if cost is None or cost < 0:
        return None
    if kind == _EXACT:
        return ExactCost(opener, cost)
    return AtLeast(opener, cost) if kind == _BOUND else None


@dataclass(frozen=True, slots=True)
class OpenerResult:
    """What came out of a search about one opener, and of which work.

    `searched` tells whether its cells were searched: otherwise counting patterns was enough. `seconds` are
    those of a processor. `strategy` is a preorder as of `TotalSearch.strategy`, for an exact cost where
    strategies were asked for; otherwise it is empty.
    """

    settled: Settled
    searched: bool = True
    seconds: float = 0.0
    strategy: tuple[str, ...] = ()

    @property
    def opener(self) -> str:
        """The opener."""
        return self.settled.opener

    @property
    def row(self) -> Row:
        """The same as plain values."""
        found, cost = self.settled, None
        kind = _EXACT if isinstance(found, ExactCost) else _BOUND
        if isinstance(found, RefutedOpener):
            kind = _REFUTED
        else:
            cost = found.cost
        return found.opener, kind, cost, int(self.searched), self.seconds, self.strategy


@dataclass(frozen=True, slots=True)
class TotalOutcome:
    """What a ranking of openers found.

    `ranked` has exact costs, the least first, equal ones in the order of the guess list; `others` cost more
    than those that were asked for, or can't keep the limit; `by_counts` of them fell to counting patterns
    alone, the rest to searching their cells. `refuted` are known to be unable to keep the limit. Which
    of the last three an opener is among depends on when its turn came, so it can vary with the number of
    threads. `left` are not settled, as the search was stopped. `work` counts the guesses examined.

    Where the worst openers are ranked, the greatest costs come first, and `others` cost less.
    """

    ranked: tuple[ExactCost, ...] = ()
    others: tuple[AtLeast | AtMost, ...] = ()
    refuted: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    by_counts: int = 0
    work: int = 0

    __repr__ = brief()

    @classmethod
    def of(
        cls, results: Iterable[OpenerResult], last: int | None, left: Iterable[str] = (), work: int = 0
    ) -> Self:
        """Return what `results`, in the order of the guess list, are together.

        Costs up to `last` are ranked (None: all), greater ones are bounds as good as any.
        """
        ranked: list[ExactCost] = []
        others: list[tuple[AtLeast, bool]] = []
        refuted: list[str] = []
        for one in results:
            match one.settled:
                case RefutedOpener(opener):
                    refuted.append(opener)
                case ExactCost(_, cost) as exact if last is None or cost <= last:
                    ranked.append(exact)
                case ExactCost(opener, cost) | AtLeast(opener, cost):
                    others.append((AtLeast(opener, cost), one.searched))
        ranked.sort(key=lambda found: found.cost)
        others.sort(key=lambda found: found[0].cost)
        by_counts = sum(not searched for _, searched in others)
        bounds = tuple(bound for bound, _ in others)
        return cls(tuple(ranked), bounds, tuple(refuted), tuple(left), by_counts, work)

    @property
    def by_search(self) -> int:
        """How many of the `others` took a search."""
        return len(self.others) - self.by_counts


@dataclass(frozen=True, slots=True)
class TotalProgress:
    """A snapshot of a running ranking, in openers: `done` of the `openers` are done.

    Done are those with an `exact` cost, those that are `bounded` and those that are `refuted`. `best` is the
    least cost so far, None if there is none yet; `current` is an opener at work; `work` counts the guesses
    examined, `bytes` the memory that the searches hold beyond the pattern matrices. `low` is a proven lower
    bound of the least cost, where one is known before all are done. More openers were settled `before`, in
    earlier runs; they may have to be asked about again until the K-th best is known.
    """

    openers: int
    done: int
    exact: int
    bounded: int
    refuted: int
    best: ExactCost | None
    current: str | None
    work: int
    bytes: int
    low: int | None = None
    before: int = 0


_NO_LIMIT = 0  # as the compiled part says it


@dataclass(frozen=True, slots=True)
class Effort:
    """What is spent on the strategy of a policy, where the cost is the number of guesses.

    At each position `tried` guesses are tried: each is played out by the policy, and the best is taken. Sets
    of `solved` words or fewer get a least strategy.
    """

    tried: int = 1
    solved: int = 0


class TotalSearch(NativeSearch):
    """Least costs of a game in a mode: one call of `rank` or `strategy` at a time, watched meanwhile."""

    def __init__(
        self,
        game: Game,
        mode: Mode,
        *,
        jobs: int,
        costs: Sequence[int] = (),
        loss: int | None = None,
        weights: Sequence[int] = (),
        symmetry: bool = False,
        worst: bool = False,
    ) -> None:
        """Take what a strategy costs, as `games.goal.Goal` has it; `jobs` threads will search.

        `weights` has one for each hidden word of `game`, or none: then each weighs 1. With `symmetry` the
        search of plain totals may exchange colours of a game of codes that no guess has had yet. Then
        all its codes must be guesses, in ascending order, and hidden words all that agree with the history.
        With `worst`, rankings are of the greatest least totals: of words, in normal mode, where nothing else
        is asked.

        Raises:
            ValueError: a number out of range.
        """
        game.demand(mode)
        question = (game.native, mode.value, jobs, list(costs), loss, list(weights))
        super().__init__(game, game.library.TotalSearch(*question, symmetry=symmetry, worst=worst))
        self._bound = AtMost if worst else AtLeast

    def rank(
        self,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str] = (),
        top: int = 1,
        guesses_left: int | None = None,
        most: int | None = None,
        strategies: bool = False,
        keep: bool = False,
        again: bool = False,
        bounds: bool = False,
    ) -> TotalOutcome:
        """Find the `top` openers of least cost after `history`, with all that tie with the last of them.

        Every other opener is proven to cost more. `top` 0 means the exact cost of each. `openers` are those
        to consider, none meaning every allowed one; `guesses_left` limits the number of guesses, None not
        at all. With `most`, openers that cost more than that needn't be exact either, whatever `top` is.
        With `strategies`, exact costs come with one (`take_results`). With `keep`, what is learned is kept in
        memory for the next call about the same position and limit, about many openers in all; with `again`,
        for the next call about these openers or some of them. With `bounds`, lower bounds that are soon shown
        will do, where the search has such bounds: they may be no more than the costs of others. Blocks,
        without the interpreter lock.

        Raises:
            ValueError: an opener that the mode forbids, or a number out of range.
        """
        word = self._game.guesses.__getitem__
        ranked, others, refuted, left, by_counts, _, work = self._ask(
            "rank",
            self._past(history),
            self._ids(dict.fromkeys(openers)),
            top,
            _NO_LIMIT if guesses_left is None else guesses_left,
            most,
            strategies,
            keep,
            again,
            bounds,
        )
        return TotalOutcome(
            ranked=tuple(ExactCost(word(opener), cost) for opener, cost in ranked),
            others=tuple(self._bound(word(opener), cost) for opener, cost in others),
            refuted=self._words(refuted),
            left=self._words(left),
            by_counts=by_counts,
            work=work,
        )

    def take_results(self) -> list[OpenerResult]:
        """Return what is known about openers that were settled since the last call; from any thread."""
        word = self._game.guesses.__getitem__
        results: list[OpenerResult] = []
        for opener, cost, exact, searched, seconds, steps in self._native.take_results():
            settled: Settled
            if cost is None:
                settled = RefutedOpener(word(opener))
            else:
                settled = ExactCost(word(opener), cost) if exact else AtLeast(word(opener), cost)
            results.append(OpenerResult(settled, searched, seconds, tuple(map(word, steps))))
        return results

    def lower_most(self, most: int) -> None:
        """Lower the `most` of the ranking at work, for openers not begun with; from any thread."""
        self._native.lower_most(most)

    def by_promise(
        self, openers: Sequence[str], *, history: Sequence[tuple[str, int]] = ()
    ) -> tuple[str, ...]:
        """Return `openers` in the order in which a ranking takes them: those with many cells first."""
        return self._words(self._native.by_promise(self._past(history), self._ids(openers)))

    def strategy(
        self,
        *,
        history: Sequence[tuple[str, int]] = (),
        opener: str | None = None,
        guesses_left: int | None = None,
    ) -> tuple[str, ...]:
        """Return a strategy of least cost after `history`, which begins with `opener` if that is given.

        It is a preorder: at each set of two or more words the guess, then the cells by ascending pattern, the
        all-green one left out. Where words may be lost, it goes on to find these after the last guess. The
        same question has the same answer each time. Its cost must be finite. Blocks, without the
        interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called.
            ValueError: as `rank`.
        """
        steps = self._ask(
            "strategy",
            self._past(history),
            None if opener is None else self._game.guess_id(opener),
            _NO_LIMIT if guesses_left is None else guesses_left,
        )
        return self._words(steps)

    def policy(
        self,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str] = (),
        guesses_left: int | None = None,
        effort: Effort,
    ) -> tuple[str, ...] | None:
        """Return a strategy that begins with one of `openers` (none: any allowed guess), by a simple rule.

        Each guess has the most entropy; `effort` makes the strategy better. Its cost is an upper bound, no
        more. None if no strategy within `guesses_left` was found, which doesn't mean that there is none. The
        preorder is as in `strategy`. Blocks, without the interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called.
            ValueError: as `rank`.
        """
        steps = self._ask(
            "policy",
            self._past(history),
            self._ids(openers),
            _NO_LIMIT if guesses_left is None else guesses_left,
            effort.tried,
            effort.solved,
        )
        return None if steps is None else self._words(steps)

    def least(
        self, sets: Sequence[Iterable[int]], *, guesses_left: int | None = None
    ) -> tuple[int | None, ...]:
        """Return the cost of the best strategy for each of the `sets`, None where none keeps the limit.

        A set has numbers of hidden words, ascending; the first guess may be any, the mode should be normal
        mode. Blocks, without the interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called.
            ValueError: an empty set, or a number out of range.
        """
        limit = _NO_LIMIT if guesses_left is None else guesses_left
        costs = self._ask("least", list(map(list, sets)), limit)
        return tuple(None if cost < 0 else cost for cost in costs)

    def resume(self) -> None:
        """Let calls work again after `stop`, once the call that was stopped has returned."""
        self._native.resume()

    def progress(self) -> TotalProgress:
        """Return a snapshot; from any thread.

        Of the worst openers its `best` is the greatest total so far. While none is `current` there, those
        `done` have a first strategy; then those `done` are settled.
        """
        openers, done, exact, bounded, refuted, cost, opener, current, work, size = self._native.progress()
        word = self._game.guesses.__getitem__
        best = ExactCost(word(opener), cost) if opener >= 0 else None
        at_work = word(current) if current >= 0 else None
        return TotalProgress(openers, done, exact, bounded, refuted, best, at_work, work, size)


@dataclass(frozen=True, slots=True)
class PairCost:
    """What the best strategies cost that play `first` and then `second`, whatever the responses.

    `reversed_cost` is the same for the other order: the two differ if one of the words may be hidden and
    the other not, by one guess.
    """

    first: str
    second: str
    cost: int
    reversed_cost: int

    @property
    def opener(self) -> str:
        """Both words."""
        return f"{self.first} {self.second}"


@dataclass(frozen=True, slots=True)
class PairOutcome:
    """What a ranking of all pairs found.

    `ranked` are the least pairs, each once, in its better order. `others` is the number of pairs that cost
    more, `by_counts` of them by counting combined cells alone; `refuted` that of pairs found not to keep
    the limit, and `left` that of pairs not settled, as the search was stopped. `work` counts what was
    examined.
    """

    ranked: tuple[PairCost, ...]
    others: int
    by_counts: int
    refuted: int
    left: int
    work: int


@dataclass(frozen=True, slots=True)
class PairProgress:
    """A snapshot of a running ranking: `done` of the `pairs` are done, `exact` of them by an exact search.

    `best` is the least pair so far, in its better order, with its cost; `current` a first word at work.
    """

    pairs: int
    done: int
    exact: int
    best: tuple[str, str, int] | None
    current: str | None
    work: int
    bytes: int


class PairSearch(NativeSearch):
    """Ranks the pairs of guesses of a game in normal mode, all hidden words left: once, watched meanwhile."""

    def __init__(self, game: Game, *, jobs: int) -> None:
        """Take the game; `jobs` threads will search.

        Raises:
            ValueError: a number out of range.
        """
        super().__init__(game, game.library.PairSearch(game.native, jobs))

    def rank(self, *, top: int, guesses_left: int | None = None) -> PairOutcome:
        """Find the `top` pairs of least cost, with all that tie with the last of them.

        Every other pair is proven to cost more. `guesses_left`, two or more, limits the number of guesses;
        None doesn't. Blocks, without the interpreter lock.

        Raises:
            ValueError: a number out of range.
        """
        word = self._game.guesses.__getitem__
        limit = _NO_LIMIT if guesses_left is None else guesses_left
        ranked, others, by_counts, refuted, left, work = self._ask("rank", top, limit)
        return PairOutcome(
            ranked=tuple(
                PairCost(word(first), word(second), cost, reversed_cost)
                for first, second, cost, reversed_cost in ranked
            ),
            others=others,
            by_counts=by_counts,
            refuted=refuted,
            left=left,
            work=work,
        )

    def progress(self) -> PairProgress:
        """Return a snapshot; from any thread."""
        pairs, done, exact, cost, first, second, current, work, size = self._native.progress()
        word = self._game.guesses.__getitem__
        best = (word(first), word(second), cost) if cost >= 0 else None
        return PairProgress(pairs, done, exact, best, word(current) if current >= 0 else None, work, size)
