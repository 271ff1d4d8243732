"""A census on a cluster: it stands in for `search.census.search_census`, but for other processes.

Workers learn nothing from each other, but what the run folder had when the run began; so the same work may be
done twice, and the proof has each node once all the same.

**Results** count once the checker has accepted them (`runs.judges`): each strategy, and each node of
each refutation. So what a worker said before one was refused stands.

**Order.** Openers with the most cells come first: where any are possible these are, and what refutes them
refutes others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import FOUND, IMPOSSIBLE, DepthProgress, OpenerDecision, ProofNode
from wordle_cp.engine.responses import responses
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.runs.cluster.coordinator import Coordinator, MalformedRowsError
from wordle_cp.runs.judges import CensusJudge
from wordle_cp.runs.ledgers import MalformedNodeError, NodeRows
from wordle_cp.search.census import KnownNodesError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.engine import Row
    from wordle_cp.search.census import CensusQuestion
    from wordle_cp.work import Work

_MALFORMED: Final = (ValueError, LookupError, OverflowError, MalformedNodeError)
"""What may come of judging values that make no sense."""


class CensusCoordinator(Coordinator):
    """A census on its way: what decides openers, as a search of this process does."""

    def __init__(
        self,
        address: str,
        question: CensusQuestion,
        openers: Sequence[str],
        claim: Callable[[Sequence[str], str], None],
        collect: Callable[[CensusCoordinator], object],
        known: Sequence[ProofNode],
        work: Work,
    ) -> None:
        """Decide each of `openers`; `known` are the proof nodes of the run folder.

        `claim` hears of openers that are begun with, and by whom; `collect` takes what there is.

        Raises:
            UsageError, ClusterError: see `Coordinator`.
        """
        self._rows = NodeRows(question.variant, question.hidden)
        order = _by_promise(question, openers)
        rows = tuple(map(self._rows.row, known))
        super().__init__(address, question, order, claim, work, rows)
        self._collect = collect
        self._judge = CensusJudge(question)
        self._proof = list(known)
        self._number_of = {node: number for number, node in enumerate(known)}
        self._known = len(known)
        self._here: dict[str, dict[str, list[int]]] = {}
        """Of each search of each worker, the number here of each of its nodes."""
        self._fresh: list[OpenerDecision] = []
        self._possible = self._refuted = self._nodes = 0

    def take_decisions(self) -> list[OpenerDecision]:
        """Return the decisions that nobody has taken yet."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def proof_nodes(self, since: int = 0) -> list[ProofNode]:
        """Return the nodes of the proof from number `since` on."""
        return self._proof[since:]

    def progress(self) -> DepthProgress:
        """Return a snapshot."""
        return DepthProgress(
            openers=self._asked,
            refuted=self._refuted,
            possible=self._possible,
            tried=self._asked - len(self._queue),
            current=self._current,
            nodes=self._nodes,
            no_goods=len(self._proof),
        )

    def _given(self, worker: str) -> dict[str, int]:
        return {search: len(numbers) for search, numbers in self._here.get(worker, {}).items()}

    def _show(self) -> None:
        self._collect(self)

    def _accept(self, openers: Sequence[str], result: object, worker: str) -> float:
        match result:
            case (str(search), int(first), list(nodes), list(rows)):
                pass
            case _:
                message = f"expected the decisions of a census, found {result!r:.60}"
                raise MalformedRowsError(message)
        numbers = self._here.setdefault(worker, {}).setdefault(search, list(range(self._known)))
        if not 0 <= first <= len(numbers):
            message = f"expected nodes from number {len(numbers)} on at most, found {first}"
            raise MalformedRowsError(message)
        del numbers[first:]
        before = len(self._proof)
        try:
            decisions = self._judged(self._read(rows, openers), nodes, numbers, worker)
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
        self._possible += sum(one.node is None for one in decisions)
        self._refuted += sum(one.node is not None for one in decisions)
        self._nodes += sum(one.nodes_searched for one in decisions)
        return sum(one.seconds for one in decisions)

    def _judged(
        self, rows: Sequence[Row], nodes: Sequence[object], numbers: list[int], worker: str
    ) -> list[OpenerDecision]:
        """Take nodes into the proof, add their `numbers` here, and return the decisions in the `rows`.

        Raises:
            CertificateRejected, KnownNodesError, MalformedRowsError: see `_accept`; the proof has nodes then
                that nobody judged.
        """
        before = len(self._proof)
        for row in nodes:
            node = self._rows.node(row, len(numbers))
            if not self._judge.can_be_kept(node):
                message = f"expected a proof node that a search can go on with, found {row!r:.60}"
                raise MalformedRowsError(message)
            numbers.append(self._add(node, numbers))
        decisions = [_decision(row, numbers, worker) for row in rows]
        refuting = {one.opener: one.node for one in decisions if one.node is not None}
        named = set(refuting.values()).union(*(node.children for node in self._proof[before:]))
        self._judge_known(sorted(number for number in named if number < self._known))
        self._judge.judge_nodes(range(before, len(self._proof)), self._proof)
        if refuting:
            self._judge.judge_refuted(tuple(refuting), sorted(set(refuting.values())), self._proof)
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


def _decision(row: Row, numbers: Sequence[int], worker: str) -> OpenerDecision:
    """Return the decision in a `row`, whose search's nodes have these `numbers` here."""
    opener, kind, number, effort, seconds, strategy = row
    if kind == (FOUND if number is None else IMPOSSIBLE) and bool(strategy) == (number is None):
        node = None if number is None else numbers[number]
        return OpenerDecision(opener, strategy, node, effort, seconds, worker)
    message = f"expected a decision, found {row!r:.60}"
    raise MalformedRowsError(message)


def _by_promise(question: CensusQuestion, openers: Sequence[str]) -> list[str]:
    """Return `openers`, those with the most cells first."""
    cells = (
        np.count_nonzero(np.bincount(row))
        for _, rows in responses(openers, question.hidden, question.variant.scoring)
        for row in rows
    )
    return [opener for _, opener in sorted(zip(cells, openers, strict=True), key=lambda one: -one[0])]
