"""Who says whether what a worker sends is true.

The parts, in their order:

What settles openers of a census elsewhere, judged by the independent checker when it arrives.

A strategy is replayed. A refutation is a node of a proof, with all nodes that it rests on: each gets a reason
that the checker knows (`certify.depth`), the checker judges each once, and then that they make the
openers refuted. So nothing that is accepted rests on who sent it. The certificates of the run folder are
written, and checked, afterwards all the same.

Strategies that come out of units of work, judged by the independent checker before anything rests on them.

This module is imported where units are stored or come from elsewhere, since the checker takes a moment to
load.

What is judged: that the strategy is one, that the mode allows its guesses, and that it costs just what the
unit claims. So the cost can be reached. That no strategy costs less is nothing that a strategy shows: it
rests on whoever searched, until a certificate of the whole answer is written and accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certify.depth import NodeWriter, impossible_claim
from wordle_cp.certify.records import game_record
from wordle_cp.check.common.lists import Lists
from wordle_cp.check.common.strategy import Replay
from wordle_cp.check.refutation import NodeChecker
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import ExactCost, Game, is_taken_as_it_stands
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.games.question import Question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import OpenerResult, ProofNode
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.search.census import CensusQuestion


class CensusJudge:
    """Judges strategies and proof nodes of one census."""

    def __init__(self, question: CensusQuestion) -> None:
        """Take the `question`; its word lists are verified."""
        self._question = question
        self._record = game_record(question.variant)
        self._lists = Lists.of(self._record, word_list_by_hash)
        self._game = Game(question.variant.guesses, question.hidden)
        self._numbers: dict[int, int] = {}
        """The number of the reason of each node that was judged."""
        self._begin()

    def judge_strategy(self, opener: str, steps: Sequence[str]) -> None:
        """Judge a strategy in preorder.

        Raises:
            CertificateRejected: it doesn't begin with the opener, or doesn't find all words in time.
        """
        question = self._question
        replay = Replay(self._record, question.history, question.depth, self._lists)
        first = replay.run(question.hidden, iter(steps))
        if first != opener:
            raise CertificateRejected(opener, Rule.OPENER, f"{opener}, as claimed", first)

    def can_be_kept(self, node: ProofNode) -> bool:
        """Return whether a later search takes `node` over as it stands, whether it is true or not."""
        return is_taken_as_it_stands(self._game, node)

    def judge_nodes(self, numbers: Sequence[int], proof: Sequence[ProofNode]) -> None:
        """Judge the nodes of `proof` that have these `numbers`, and what they rest on; each is judged once.

        A node, in its place, is the same from one call to the next, and comes after its children.

        Raises:
            CertificateRejected: a node isn't lost.
        """
        try:
            self._demand(numbers, proof)
        except CertificateRejected as error:
            if error.rule is not Rule.SIZE:
                raise
            self._begin()  # what is needed by these alone takes less
            self._demand(numbers, proof)

    def forget(self, count: int) -> None:
        """Forget the nodes of the proof from number `count` on: others will have their numbers."""
        self._numbers = {number: reason for number, reason in self._numbers.items() if number < count}

    def judge_refuted(
        self, openers: Sequence[str], refuting: Sequence[int], proof: Sequence[ProofNode]
    ) -> None:
        """Judge that the nodes of `proof` numbered `refuting` refute each of `openers`.

        Raises:
            CertificateRejected: one of the nodes isn't lost, or they don't.
        """
        self.judge_nodes(refuting, proof)
        claim = impossible_claim(
            Question(self._question.position, tuple(openers)), self._question.depth, len(self._writer.nodes)
        )
        root = sorted({self._numbers[node] for node in refuting})
        self._checker.conclude(claim, self._checker.openers(claim), self._question.hidden, root)

    def _begin(self) -> None:
        """Know no node."""
        self._writer = NodeWriter(self._game, self._question.variant.mode)
        self._checker = NodeChecker(self._record, self._lists)
        self._numbers.clear()

    def _demand(self, refuting: Sequence[int], proof: Sequence[ProofNode]) -> None:
        """Judge what `refuting` rest on, and wasn't judged before."""
        new = set[int]()
        waiting = [node for node in refuting if node not in self._numbers]
        while waiting:
            number = waiting.pop()
            if number not in new:
                new.add(number)
                waiting += [child for child in proof[number].children if child not in self._numbers]
        for number in sorted(new):
            node = proof[number]
            before = len(self._writer.nodes)
            judged = before
            try:
                reason = self._writer.add(node, [self._numbers[child] for child in node.children])
                for place, needed in enumerate(self._writer.nodes[before:], before):
                    self._checker.add(place, needed)
                    judged += 1
            except ValueError as error:
                self._writer.cut(judged)  # to go on without the reasons that weren't accepted
                name = f"node {number}"
                raise CertificateRejected(name, Rule.LOST, "words that are lost", str(error)) from None
            except CertificateRejected:
                self._writer.cut(judged)
                raise
            self._numbers[number] = reason


class Judge:
    """Judges the strategies of one question."""

    def __init__(self, question: TotalQuestion) -> None:
        """Take the `question`; its word lists are verified."""
        self._question = question
        self._game = game_record(question.variant)
        self._lists = Lists.of(self._game, word_list_by_hash)
        hidden = question.hidden
        self._weights = dict(zip(hidden, question.goal.weights_of(hidden), strict=True))

    def judge(self, result: OpenerResult) -> None:
        """Judge the strategy of `result`, an exact cost with one.

        Raises:
            CertificateRejected: it isn't a strategy that begins with the opener and has this cost.
        """
        question, settled = self._question, result.settled
        assert isinstance(settled, ExactCost), "only exact costs have strategies"
        replay = Replay(self._game, question.history, MAX_DEPTH, self._lists, weights=self._weights)
        first = replay.run(question.hidden, iter(result.strategy))
        if first != settled.opener:
            raise CertificateRejected(settled.opener, Rule.OPENER, f"{settled.opener}, as claimed", first)
        found = self._cost(settled.opener, replay)
        if found != settled.cost:
            raise CertificateRejected(settled.opener, Rule.COST, f"{settled.cost}, as claimed", str(found))

    def _cost(self, opener: str, replay: Replay) -> int:
        """Return what the strategy costs that was replayed."""
        question = self._question
        past, left = len(question.history), question.guesses_left
        found = zip(replay.distribution[past:], replay.weighed[past:], strict=True)
        cost = 0
        for guesses, (words, weight) in enumerate(found, 1):
            price = question.goal.price(None if left is not None and guesses > left else guesses)
            if price is None and words:
                raise CertificateRejected(
                    opener, Rule.DEPTH, f"no word after {left} guesses", f"{words} words"
                )
            cost += weight * (price or 0)
        return cost
