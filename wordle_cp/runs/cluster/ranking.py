"""A ranking on a cluster: it stands in for `TotalSession.rank`, but for threads of other processes.

**Order.** Where every cost is to be exact, the openers that are expected to take longest come first (those
with the fewest cells), lest one of them is begun last; where the best are asked for, the most promising ones
come first, as their costs are the bound above which the others are given up.

**The newest bound** goes with each unit, and to every worker at once when it falls, also to those at work.

**Results** count once the checker has accepted the strategy of each exact cost. What a worker said before one
was refused, of which a strategy shows one half only, is taken back and asked of others. A bound or a refuted
opener has no fragment, and rests on its worker's search, as does that an exact cost is the least one;
`prove --optimal` and `rank --certificate` prove all that here, afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.engine import AtLeast, ExactCost, OpenerResult, settled_of
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.runs.cluster.coordinator import Coordinator, MalformedRowsError
from wordle_cp.runs.judges import Judge
from wordle_cp.search.classes import NO_CLASSES, OpenerClasses
from wordle_cp.search.parted import snapshot
from wordle_cp.search.total import TotalSession

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.engine import Row, Settled
    from wordle_cp.runs.ranking_state import KnownOpeners
    from wordle_cp.work import Work


class RankingCoordinator(Coordinator):
    """A ranking on its way."""

    def __init__(
        self, address: str, known: KnownOpeners, openers: Sequence[str], top: int, work: Work
    ) -> None:
        """Settle `openers` (none: all), the `top` best exactly (0: all), for `known`, which takes them.

        Raises:
            UsageError, ClusterError: see `Coordinator`.
        """
        question = known.question
        self._classes = OpenerClasses.of_question(question, openers) if work.symmetry else NO_CLASSES
        asked = self._classes.asked or tuple(dict.fromkeys(openers)) or question.openers
        order = TotalSession(question).by_promise(asked)
        super().__init__(address, question, order if top else order[::-1], known.claim, work)
        self._known = known
        self._top = top
        self._judge = Judge(question)
        self._settled: dict[str, Settled] = {}
        self._most: int | None = None
        """Openers that cost more needn't be exact. It never rises, also where the results behind it are taken
        back: strategies have shown that it can be reached."""
        self.examined = 0
        """How many guesses were looked at."""

    def _given(self, worker: str) -> tuple[int, int | None]:
        del worker
        return self._top, self._most

    def _accept(self, openers: Sequence[str], result: object, worker: str) -> float:
        rows, work = result if isinstance(result, tuple) and len(result) == 2 else (None, 0)  # noqa: PLR2004  both
        results = list(map(_result, self._read(rows, openers)))
        for one in results:
            if isinstance(one.settled, ExactCost) and len(self._known.question.hidden) > 1:
                self._judge.judge(one)
        most = self._most_with(one.settled for one in results)
        for one in results:
            if isinstance(one.settled, AtLeast) and (most is None or one.settled.cost <= most):
                expected = "an exact cost" if most is None else f"a bound above {most}"
                raise CertificateRejected(one.opener, Rule.BOUND, expected, str(one.settled.cost))
        self._settled.update((one.opener, one.settled) for one in results)
        self._known.take(self._classes.settled(results), worker)
        self.examined += work if isinstance(work, int) else 0
        if most is not None and most != self._most:
            self._most = most
            self._tell(most)
        return sum(one.seconds for one in results)

    def _most_with(self, results: Iterable[Settled]) -> int | None:
        """Return the least bound that the worker of `results` can have had; None if it had none."""
        known = (*self._settled.values(), *results)
        costs = sorted(one.cost for one in known if isinstance(one, ExactCost))
        now = costs[self._top - 1 : self._top] if self._top else []
        return min((one for one in (*now, self._most) if one is not None), default=None)

    def _doubt(self, openers: Sequence[str]) -> Sequence[str]:
        for opener in openers:
            del self._settled[opener]
        self._known.take_back(self._classes.all_of(openers))
        return openers

    def _show(self) -> None:
        done = list(self._settled.values())
        self._work.show(self._known.seen(snapshot(done, self._asked, self._current, self.examined)))


def _result(row: Row) -> OpenerResult:
    opener, kind, cost, effort, seconds, strategy = row
    settled = settled_of(opener, kind, cost)
    if settled is None or (strategy and not isinstance(settled, ExactCost)):
        message = f"expected a result, found {row!r:.60}"
        raise MalformedRowsError(message)
    return OpenerResult(settled, bool(effort), seconds, strategy)
