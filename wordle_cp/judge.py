"""Strategies that come out of units of work, judged by the independent checker before anything rests on them.

Where this stands: below `rank`, `solve` and `cluster`, above the checker. It is imported where units are
stored or come from elsewhere, since the checker takes a moment to load.

What is judged: that the strategy is one, that the mode allows its guesses, and that it costs just what the
unit claims. So the cost can be reached. That no strategy costs less is nothing that a strategy shows: it
rests on whoever searched, until a certificate of the whole answer is written and accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.records import MAX_DEPTH
from wordle_cp.certificate.write import game_record
from wordle_cp.check.lists import Lists
from wordle_cp.check.strategy import Replay
from wordle_cp.engine import ExactCost
from wordle_cp.errors import CertificateRejected
from wordle_cp.resources import word_list_by_hash
from wordle_cp.total_strategy import replay as replay_words

if TYPE_CHECKING:
    from wordle_cp.engine import OpenerResult
    from wordle_cp.search.total import TotalQuestion

_RULE: Final = "cost"


class Judge:
    """Judges the strategies of one question."""

    def __init__(self, question: TotalQuestion) -> None:
        """Take the `question`; its word lists are verified."""
        self._question = question
        self._game = game_record(question.variant)
        self._lists = Lists.of(self._game, word_list_by_hash)

    def judge(self, result: OpenerResult) -> None:
        """Judge the strategy of `result`, an exact cost with one.

        Raises:
            CertificateRejected: it isn't a strategy that begins with the opener and has this cost.
        """
        question, settled = self._question, result.settled
        assert isinstance(settled, ExactCost), "only exact costs have strategies"
        replay = Replay(self._game, question.history, MAX_DEPTH, self._lists)
        first = replay.run(question.hidden, iter(result.strategy))
        if first != settled.opener:
            raise CertificateRejected(settled.opener, "opener", f"{settled.opener}, as claimed", first)
        found = self._cost(result, replay.distribution)
        if found != settled.cost:
            raise CertificateRejected(settled.opener, _RULE, f"{settled.cost}, as claimed", str(found))

    def _cost(self, result: OpenerResult, distribution: tuple[int, ...]) -> int:
        """Return what the strategy costs; `distribution` has how many words take 1, 2, ... guesses."""
        question = self._question
        if question.objective.weights:  # which words take so many isn't in the distribution
            try:
                return replay_words(question, result.strategy).cost
            except AssertionError as error:  # a word is found too late
                raise CertificateRejected(result.opener, "depth", "every word in time", str(error)) from None
        past, left = len(question.history), question.guesses_left
        cost = 0
        for guesses, words in enumerate(distribution[past:], 1):
            price = question.objective.price(None if left is not None and guesses > left else guesses)
            if price is None and words:
                raise CertificateRejected(
                    result.opener, "depth", f"no word after {left} guesses", f"{words} words"
                )
            cost += words * (price or 0)
        return cost
