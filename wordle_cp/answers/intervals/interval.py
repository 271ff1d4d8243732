"""What both kinds of intervals share on their way: a strategy for the upper end, and a certificate."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from wordle_cp.answers.answering import Answering
from wordle_cp.answers.intervals.answer import IntervalAnswer
from wordle_cp.answers.shipped_answers import checked_answer
from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.replacing import about, claims_no_more
from wordle_cp.files.outputs import is_free, prepare
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.strategy_tree import walk
from wordle_cp.search.parted import session_of
from wordle_cp.search.total import Collector, TotalSession
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.answers.shipped_claims import Shipped
    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked

TOGETHER: Final = 8
"""Openers that are looked at together where one takes little time."""
FEW_WORDS: Final = 1500
"""Positions of so many hidden words are searched within seconds, even if all guesses may be hidden."""
_PAIR: Final = 2  # words: one after the other, the one that weighs more first


class Interval(Answering[IntervalAnswer]):
    """An interval on its way."""

    about: ClassVar[str]
    """The first of the words of its claims."""
    answer: ClassVar[type[IntervalAnswer]]

    def __init__(self, question: TotalQuestion, out: Path, work: Work) -> None:
        """Ask the `question`; UsageError or FileError if `out` can't be written, see `prepare`."""
        prepare(out, about(question.position, self.about))
        super().__init__(self.answer(question=question, out=out), work)
        self.paused = False  # whether a search was given up as it took too long

    def find_strategy(
        self,
        openers: Sequence[str],
        *,
        hinted: Sequence[str] = (),
        together: int,
        session: TotalSession | None = None,
        seconds: float | None = None,
    ) -> Strategy | None:
        """Report a strategy of least cost for its opener, the best of some `openers`; None: none is in time.

        The openers are taken so many `together`, those `hinted` first, then by promise, until one of them has
        a strategy in time: then it is that of the best of these. With `seconds` that is given up after so
        long; then what is reported is None, too. The `session` is that of the question, if there is one.
        """
        question = self.report.question
        session = session or session_of(question, self.work)
        work = self.work if seconds is None else self.work.at_most(seconds)
        candidates = tuple(dict.fromkeys((*hinted, *session.by_promise(openers))))
        if len(question.hidden) == 1:  # a strategy is that word, and has no way to say that it comes later
            candidates = question.hidden
        self.work.stage("search")
        for start in range(0, len(candidates), together):
            pausing = Collector()
            pausing.pause_after = None if seconds is None else work.seconds_left
            outcome, stopped_by = session.rank(
                openers=candidates[start : start + together], collector=pausing
            )
            if stopped_by is not None:
                raise StoppedError(stopped_by)
            if outcome.left and not outcome.ranked:
                self.paused = True
                return None
            if outcome.ranked:
                self.work.stage("strategy")
                strategy = replay(question, session.strategy(outcome.ranked[0].opener))
                self.report = replace(self.report, strategy=strategy, hinted=strategy.opener in hinted)
                return strategy
        return None

    def take_shipped(self, shipped: Shipped | None) -> bool:
        """Take the answer that ships, if one does, once it is checked; tell whether that was done."""
        question, out = self.report.question, self.report.out
        answer = None if shipped is None else checked_answer(shipped, question.position, self.work, out)
        if shipped is None or answer is None:
            return False
        (low, high), path = shipped.ends, shipped.path
        strategy = replay(question, checked_strategy(path).certificate.steps)
        assert strategy.cost == high, "the checker has counted it"
        self.report = replace(
            self.report, low=low, strategy=strategy, accepted=answer.accepted, shipped=path, least=False
        )
        return True

    def certify(self, certificate: AnyCertificate, asked: Asked) -> None:
        """Write the certificate of both ends, once it is checked, unless the file there may claim more."""
        if not is_free(self.report.out, claims_no_more(certificate.head)):
            self.report = replace(self.report, kept=True)
            return
        accepted = write_checked(self.report.out, certificate, asked, self.work)
        self.report = replace(self.report, accepted=accepted)


def better_strategy(
    question: TotalQuestion,
    steps: Sequence[str],
    *,
    few: int = FEW_WORDS,
    work: Work = UNLIMITED,
) -> tuple[str, ...]:
    """Return a strategy that costs no more than the one of `steps`, which must keep the limit of `question`.

    What it costs are guesses. From the first positions after the opener on that have at most `few` words, or
    two, it costs the least that it can; before, it is the same.

    Raises:
        StoppedError: there was reason to stop.
    """
    if len(question.hidden) == 1:
        return ()
    weights = dict(zip(question.hidden, question.goal.weights_of(question.hidden), strict=True))
    better: list[str] = []
    seen = 0
    show = work.counting("strategy")  # of hidden words, those at positions that were looked at
    searched = question.history  # the position settled last: the nodes below it are passed over
    scoring = question.variant.scoring
    for node in walk(steps, question.hidden, question.history, leaves=False, scoring=scoring):
        if len(searched) > len(question.history) and node.history[: len(searched)] == searched:
            continue
        show(seen, len(question.hidden))
        words = node.hidden_set
        heaviest = max(words, key=weights.__getitem__)
        if node.history == question.history or len(words) > max(few, _PAIR) or not weights[heaviest]:
            better.append(node.guess)
            continue
        searched = node.history
        seen += len(words)
        if len(words) == _PAIR:
            better.append(heaviest)
            continue
        position = TotalQuestion.of(
            question.variant, history=searched, max_guesses=question.limit, goal=question.goal
        )
        session = TotalSession(position, work.showing(lambda _event: None))
        outcome, stopped_by = session.rank()
        if stopped_by is not None:
            raise StoppedError(stopped_by)
        better += session.strategy(outcome.ranked[0].opener)
    return tuple(better)
