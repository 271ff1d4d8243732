"""The coordinator of a census on a cluster: it hands out openers, judges what comes back, keeps one proof.

It stands in for `search.census.search_census`: the same question, the same collector, but searches of other
processes. What workers learn from each other is only what the run folder had when the run began; so the same
work may be done twice, and the proof has each node once all the same.

**Results** count once the checker has accepted them (`runs.judges`): each strategy, and each node of
each refutation. So a worker whose result is refused gets no more units, and what it said before stands.

**Order.** Openers with the most cells come first: where any are possible these are, and what refutes them
refutes others.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import DepthProgress, OpenerDecision, ProofNode
from wordle_cp.engine.responses import responses
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.runs.cluster import worker as at_work
from wordle_cp.runs.cluster.census_worker import CensusWork
from wordle_cp.runs.cluster.connection import LostResultError
from wordle_cp.runs.cluster.coordinator import Coordinator, Unit, UnitRun
from wordle_cp.runs.cluster.wire import MOST_SECONDS, Job, MalformedRowsError
from wordle_cp.runs.judges import CensusJudge
from wordle_cp.runs.ledgers import MalformedNodeError, NodeRows
from wordle_cp.search.census import KnownNodesError
from wordle_cp.work import UNLIMITED, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wordle_cp.search.census import CensusQuestion, DecisionCollector


_MOST_GAPS: Final = 20
"""A few answers are on their way when one gets lost; a worker that goes on like that isn't heard any more."""
_MALFORMED: Final = (ValueError, LookupError, OverflowError)
"""What may come of judging values that make no sense."""


def cluster_census(
    address: str,
    question: CensusQuestion,
    openers: Sequence[str],
    collector: DecisionCollector,
    *,
    known: Sequence[ProofNode] = (),
    work: Work = UNLIMITED,
) -> StopReason | None:
    """Decide each of `openers` on the cluster at `address`; else as `search_census`.

    Raises:
        UsageError, ClusterError: see `Connection` and `Coordinator`.
        KnownNodesError: a node of `known` isn't lost.
    """
    with _CensusCoordinator(address, question, known, collector, work) as coordinator:
        return coordinator.decide(openers)


class _CensusCoordinator(Coordinator["_Run"]):
    """A census made ready on a cluster; what decides openers, for the collector."""

    def __init__(
        self,
        address: str,
        question: CensusQuestion,
        known: Sequence[ProofNode],
        collector: DecisionCollector,
        work: Work,
    ) -> None:
        rows = NodeRows(question.variant, question.hidden)
        asked = CensusWork(question, tuple(map(rows.row, known)))
        super().__init__(address, Job.of(asked), work)
        self._question = question
        self._collector = collector
        self._rows = rows
        self._words = {str(word): word for word in question.variant.guesses}
        self._judge = CensusJudge(question)
        self._proof = list(known)
        self._number_of = {node: number for number, node in enumerate(known)}
        self._known = len(known)
        self._numbers: dict[tuple[str, str], list[int]] = {}
        """Of each search of each worker, the number here of each of its nodes."""
        self._whole: set[str] = set()
        """Searches of which an answer got lost."""
        self._gaps: Counter[tuple[str, str]] = Counter()
        """How often one after the other nodes of a search came that go on from what never arrived."""
        self._fresh: list[OpenerDecision] = []
        self._snapshot = _Run((), collector).progress(0)

    def decide(self, openers: Sequence[str]) -> StopReason | None:
        """Decide `openers`; return why some are left."""
        run = _Run(self._by_promise(openers), self._collector)
        try:
            stopped_by = self._settle(run)
            while stopped_by is None and self._collector.collect(self, ended=True):
                stopped_by = self._work.reason_to_stop()
        except KeyboardInterrupt:
            stopped_by = StopReason.INTERRUPTED
        if stopped_by is not None:
            self._collector.abandon(self)
        return stopped_by

    def take_decisions(self) -> list[OpenerDecision]:
        """Return the decisions that nobody has taken yet."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def proof_nodes(self, since: int = 0) -> list[ProofNode]:
        """Return the nodes of the proof from number `since` on."""
        return self._proof[since:]

    def progress(self) -> DepthProgress:
        """Return a snapshot."""
        return self._snapshot

    def _submit(self, run: _Run, unit: Unit, workers: Collection[str] | None) -> str:
        del run
        return self._connection.submit(at_work.decide, (unit.openers, tuple(self._whole)), workers)

    def _accept(self, run: _Run, unit: Unit, result: object, worker: str) -> None:
        match result:
            case (str(search), int(first), list(rows), list(found)):
                pass
            case _:
                message = f"expected the decisions of a census, found {result!r:.60}"
                raise MalformedRowsError(message)
        numbers = self._numbers.setdefault((worker, search), list(range(self._known)))
        if first < 0:
            message = f"expected nodes from a number on, found {first}"
            raise MalformedRowsError(message)
        if first > len(numbers):
            self._whole.add(search)
            self._gaps[worker, search] += 1
            if self._gaps[worker, search] > _MOST_GAPS:
                message = f"expected nodes from number {len(numbers)} on, found {first} again and again"
                raise MalformedRowsError(message)
            raise LostResultError
        self._whole.discard(search)
        del self._gaps[worker, search]
        del numbers[first:]
        before = len(self._proof)
        try:
            decisions = self._judged(unit, rows, found, numbers, worker)
        except (CertificateRejected, KnownNodesError, MalformedRowsError, *_MALFORMED) as error:
            for node in self._proof[before:]:
                del self._number_of[node]
            del self._proof[before:]
            self._judge.forget(before)
            if isinstance(error, _MALFORMED):
                message = f"expected decisions that can be judged: {error}"
                raise MalformedRowsError(message) from None
            raise
        self._fresh += decisions
        run.accept(decisions)

    def _judged(
        self, unit: Unit, rows: Sequence[object], found: Sequence[object], numbers: list[int], worker: str
    ) -> list[OpenerDecision]:
        """Take nodes into the proof, add their `numbers` here, and return the decisions that were `found`.

        Raises:
            CertificateRejected, KnownNodesError, MalformedRowsError: see `_accept`; the proof has nodes then
                that nobody judged.
        """
        before = len(self._proof)
        try:
            for row in rows:
                node = self._rows.node(row, len(numbers))
                if not self._judge.can_be_kept(node):
                    message = f"expected a proof node that a search can go on with, found {row!r:.60}"
                    raise MalformedRowsError(message)
                numbers.append(self._add(node, numbers))
        except MalformedNodeError as error:
            raise MalformedRowsError(str(error)) from None
        decisions = [self._decision(row, numbers, worker) for row in found]
        if sorted(one.opener for one in decisions) != sorted(unit.openers):
            message = "expected one decision for each opener of the unit"
            raise MalformedRowsError(message)
        named = {one.node for one in decisions if one.node is not None}
        for node in self._proof[before:]:
            named.update(node.children)
        self._judge_known(sorted(number for number in named if number < self._known))
        self._judge.judge_nodes(range(before, len(self._proof)), self._proof)
        refuted = {one.opener: one.node for one in decisions if one.node is not None}
        if refuted:
            self._judge.judge_refuted(tuple(refuted), sorted(set(refuted.values())), self._proof)
        for one in decisions:
            if one.node is None:
                self._judge.judge_strategy(one.opener, one.strategy)
        return decisions

    def _judge_known(self, numbers: Sequence[int]) -> None:
        """Judge nodes that the run folder had at the start, before what a worker made to rest on them.

        Raises:
            KnownNodesError: one isn't lost; that is no fault of the worker.
        """
        try:
            self._judge.judge_nodes(numbers, self._proof)
        except CertificateRejected as error:
            if error.rule is Rule.SIZE:
                raise
            raise KnownNodesError(str(error)) from error

    def _add(self, node: ProofNode, numbers: Sequence[int]) -> int:
        """Return the number here of a worker's `node`, whose nodes have these `numbers` here."""
        children = tuple(sorted({numbers[child] for child in node.children}))
        own = ProofNode(node.kind, node.guesses, node.restriction, node.words, children)
        if own not in self._number_of:
            self._number_of[own] = len(self._proof)
            self._proof.append(own)
        return self._number_of[own]

    def _decision(self, row: object, numbers: Sequence[int], worker: str) -> OpenerDecision:
        match row:
            case (
                str(opener),
                tuple(steps),
                int() | None as node,
                int(nodes),
                int() | float() as seconds,
            ) if (node is None) != (not steps) and (node is None or 0 <= node < len(numbers)):
                strategy = tuple(self._words.get(step, "") if isinstance(step, str) else "" for step in steps)
                if opener in self._words and all(strategy) and nodes >= 0 and 0 <= seconds < MOST_SECONDS:
                    number = None if node is None else numbers[node]
                    return OpenerDecision(
                        self._words[opener], strategy, number, nodes, float(seconds), worker
                    )
        message = f"expected a decision, found {row!r:.60}"
        raise MalformedRowsError(message)

    def _show(self, run: _Run) -> None:
        self._snapshot = run.progress(len(self._proof))
        self._collector.collect(self, ended=False)

    def _by_promise(self, openers: Sequence[str]) -> list[str]:
        """Return `openers`, those with the most cells first."""
        cells = (
            np.count_nonzero(np.bincount(row))
            for _, rows in responses(openers, self._question.hidden, self._question.variant.scoring)
            for row in rows
        )
        return [opener for _, opener in sorted(zip(cells, openers, strict=True), key=lambda one: -one[0])]


class _Run(UnitRun):
    """A census on its way."""

    def __init__(self, order: Sequence[str], collector: DecisionCollector) -> None:
        super().__init__(order)
        self._asked = len(order)
        self._possible = 0
        self._refuted = 0
        self._nodes = 0
        self._collector = collector

    @property
    def left(self) -> int:
        """How many openers aren't decided."""
        return self._asked - self._possible - self._refuted

    def claim(self, openers: Sequence[str], worker: str) -> None:
        """Note that `worker` has begun with `openers`."""
        self._collector.claim_for(openers, worker)

    def refuse(self, worker: str) -> Sequence[str]:
        """Take nothing back: all that was accepted is proven."""
        del worker
        return ()

    def accept(self, decisions: Sequence[OpenerDecision]) -> None:
        """Count `decisions`."""
        self._possible += sum(one.node is None for one in decisions)
        self._refuted += sum(one.node is not None for one in decisions)
        self._nodes += sum(one.nodes_searched for one in decisions)
        self.note_seconds(sum(one.seconds for one in decisions), len(decisions))

    def progress(self, no_goods: int) -> DepthProgress:
        """Return a snapshot; `no_goods` are the nodes of the proof."""
        tried = self._asked - len(self.queue)
        current = next((unit.openers[0] for unit in self.units.values()), None)
        return DepthProgress(
            openers=self._asked,
            refuted=self._refuted,
            refuted_by_families=0,
            possible=self._possible,
            tried=tried,
            current=current,
            round=0,
            cells=0,
            solved_cells=0,
            nodes=self._nodes,
            no_goods=no_goods,
            bytes=0,
        )
