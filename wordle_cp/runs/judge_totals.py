"""Strategies that come out of units of work, judged by the independent checker before anything rests on them.

This module is imported where units are stored or come from elsewhere, since the checker takes a moment to
load.

What is judged: that the strategy is one, that the mode allows its guesses, and that it costs just what the
unit claims. So the cost can be reached. That no strategy costs less is nothing that a strategy shows: it
rests on whoever searched, until a certificate of the whole answer is written and accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certify.records import game_record
from wordle_cp.check.common.lists import Lists
from wordle_cp.check.common.strategy import Replay
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import ExactCost
from wordle_cp.errors import CertificateRejected, Rule

if TYPE_CHECKING:
    from wordle_cp.engine import OpenerResult
    from wordle_cp.games.question import TotalQuestion


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
