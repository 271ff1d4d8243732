"""The answer of `prove --between`, and what both kinds of intervals share on their way.

The cost is a number of guesses, or of words missed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Answering, Rows, distribution_rows
from wordle_cp.answers.shipped import checked_answer
from wordle_cp.answers.telling import (
    certificate_fields,
    certificate_lines,
    distribution_line,
    effort_line,
    kept_line,
    no_upper_lines,
    position_words,
    question_fields,
    reply_fields,
    reply_lines,
    shipped_fields,
    shipped_lines,
    weights_lines,
    within,
    words_of,
)
from wordle_cp.answers.totals.answer import gap_of
from wordle_cp.answers.totals.bracket import write_ends
from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.publish import about
from wordle_cp.engine import Verdict
from wordle_cp.errors import argument, counted
from wordle_cp.files.outputs import prepare
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.strategy_tree import walk
from wordle_cp.search.parted import session_of
from wordle_cp.search.total import Collector, TotalSession
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction
    from pathlib import Path

    from wordle_cp.answers.shipped import Shipped
    from wordle_cp.certify.records import Proof
    from wordle_cp.check import Accepted


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class IntervalAnswer(Answer):
    """Between which numbers the least cost of the question lies, counted from its position on.

    The cost are guesses, or words missed. Each opener costs `low` or more; `low` is None while that isn't
    known, and `weakest` is the first opener of which no more is proven, where guesses are counted. The
    `strategy` costs `high`, which is the `least` of those with its opener unless it was taken from a file, or
    made by a policy (`by_policy`) since finding the least takes too long.
    `hinted` tells that its opener is one that a certificate names which ships. `possible` is False if no
    opener has a strategy in time; `given_up` tells that the search for one took too long. `settled` tells
    that more time wouldn't give a larger `low`. `accepted` is the checker's verdict on the file `out`; it is
    None if none was written, because there was reason to stop before (`stopped_by`), there is no strategy, or
    `out` was there already and is `kept`: it may claim more. `shipped` is the certificate that ships and has
    all this, None if it was worked out.
    """

    question: TotalQuestion
    out: Path
    low: int | None = None
    weakest: str | None = None
    strategy: Strategy | None = None
    least: bool = True
    by_policy: bool = False
    hinted: bool = False
    possible: bool = True
    given_up: bool = False
    settled: bool = False
    kept: bool = False
    accepted: Accepted | None = None
    shipped: Path | None = None

    @property
    def high(self) -> int | None:
        """What the strategy costs."""
        return None if self.strategy is None else self.strategy.cost

    @property
    def gap(self) -> Fraction | None:
        """What part of the upper end lies between both ends; None while one of them isn't known."""
        return gap_of(self.low, self.high)

    @property
    def verdict(self) -> Verdict:
        """Between, undecided, or impossible: no opener has a strategy in time."""
        if self.accepted is not None or self.kept:
            return Verdict.BETWEEN
        return Verdict.UNDECIDED if self.possible else Verdict.IMPOSSIBLE

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted the certificate of both ends."""
        return self.accepted is not None

    @property
    def finished(self) -> bool:
        """Whether there is a certificate, or can't be one."""
        return self.certified or not self.possible

    @property
    def counts_missed(self) -> bool:
        """Whether the cost is a number of words missed, and not one of guesses."""
        return self.question.goal.loss is not None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `prove --between`."""
        question, strategy, openers = self.question, self.strategy, self.question.asked
        what = position_words(question.variant, question.history, openers) + within(question.limit)
        yield f"{self.verdict}: {what}: {self._found()}"
        if self.verdict is Verdict.IMPOSSIBLE:
            yield f"certificate  none: prove with {argument('depth')} proves it"
        yield from weights_lines(question)
        if lower := self._lower():
            each = openers[0].upper() if len(openers) == 1 else "each of these" if openers else "every opener"
            yield f"lower        {each} {lower}"
        if strategy is not None:
            yield f"upper        {strategy.opener.upper()}{self._upper(strategy)}"
            yield from reply_lines(strategy.replies, question.variant.scoring)
            yield distribution_line(strategy.distribution)
        elif (self.given_up or self.stopped_by is not None) and question.goal.loss is None:
            yield from no_upper_lines(question)
        yield from self._file_told(struck)
        yield effort_line(self.seconds)

    def _file_told(self, struck: str) -> Iterator[str]:
        """Yield the lines on what became of the certificate."""
        if self.accepted is not None:
            yield from certificate_lines(self.out, self.accepted)
            yield from shipped_lines(self.shipped, fresh=True)
            if self.stopped_by is not None:
                yield f"stopped by   {struck}{self._more_time()}"
        elif self.kept:
            yield kept_line(self.out)
        elif self.stopped_by is not None:
            yield f"stopped by   {struck}; there is no certificate"
        elif self.possible:
            why = "no strategy was found soon" if self.given_up else "the opener given can't keep the limit"
            yield f"certificate  none: {why}"

    def _found(self) -> str:
        """Return in words what was found, or what was asked for."""
        question = self.question
        words = words_of(question.variant, len(question.hidden))
        if self.counts_missed:
            guesses = counted(len(question.goal.costs), "guess", "guesses")
            asked = f"the least number of {words} not found within {guesses}"
            return asked if self.verdict is Verdict.UNDECIDED else f"{asked} is {self.low} to {self.high}"
        if question.goal.weights:
            words += f" of weight {question.total_weight}"
        if not self.possible:
            return f"no opener finds every one of {words} in time"
        if self.verdict is Verdict.UNDECIDED:
            return f"the least number of guesses over {words}"
        assert self.low is not None and self.high is not None and self.gap is not None, "it has both ends"  # noqa: PT018
        unit = "guesses by weight" if question.goal.weights else "guesses"
        low, high = (end / question.total_weight for end in (self.low, self.high))
        mean = f"{low:.4f} to {high:.4f} on average"
        return f"{self.low} to {self.high} {unit} ({mean}; gap {float(self.gap):.2%}) over {words}"

    def _lower(self) -> str:
        """Return in words what each opener costs; nothing while that isn't known."""
        if self.counts_missed:
            return f"misses {self.low} or more" if self.low else ""
        if not self.possible or self.low is None:
            return ""
        more = "" if self.weakest is None else f"; this run proves no more of {self.weakest.upper()}"
        return f"costs {self.low} or more{more}"

    def _upper(self, strategy: Strategy) -> str:
        """Return in words what the strategy costs."""
        if self.counts_missed:
            return f" misses {strategy.cost}{', the fewest with this opener' if self.least else ''}"
        hint = ", named by a shipped certificate" if self.hinted else ""
        how = f", {'the least with this opener' if self.least else 'the strategy of the file made better'}"
        if self.shipped is not None or self.by_policy:
            how = "" if self.shipped is not None else ", by a policy, made better"
        most = counted(strategy.max_guesses, "guess", "guesses")
        return f"{hint}, {strategy.cost}{how}, {most} at most"

    def _more_time(self) -> str:
        """Return in words what more time may do for ends that are certified."""
        if self.counts_missed:
            return "; more time may raise the lower end"
        return "" if self.high == self.low else "; more time may bring the ends nearer to each other"

    def _json(self) -> dict[str, Any]:
        question, strategy = self.question, self.strategy
        fields = {
            "question": "missed-between" if self.counts_missed else "between",
            "verdict": self.verdict,
            "certified": self.certified,
            "low": self.low,
            "high": self.high,
            **shipped_fields(self.shipped),
            "opener": strategy and strategy.opener,
            "distribution": strategy and strategy.distribution,
            "replies": strategy and reply_fields(strategy.replies, question.variant.scoring),
            **certificate_fields(self.out, self.accepted),
            **question_fields(question),
            "openers": question.asked or None,
        }
        if self.counts_missed:
            return fields | {"guesses": len(question.goal.costs), "settled": self.settled}
        return fields | {
            "possible": False if not self.possible else True if strategy is not None else None,
            "total_weight": question.total_weight,
            "weakest": self.weakest,
            "gap": self.gap,
            "least_of_opener": strategy and self.least,
            "hinted": self.hinted,
            "max_guesses": strategy and strategy.max_guesses,
        }

    def _rows(self) -> Rows:
        return distribution_rows(() if self.strategy is None else self.strategy.distribution)


TOGETHER: Final = 8
"""Openers that are looked at together where one takes little time."""
FEW_WORDS: Final = 1500
"""Positions of so many hidden words are searched within seconds, even if all guesses may be hidden."""
_PAIR: Final = 2  # words: one after the other, the one that weighs more first


class Interval(Answering[IntervalAnswer]):
    """An interval on its way."""

    def __init__(self, question: TotalQuestion, out: Path, work: Work) -> None:
        """Ask the `question`; UsageError or FileError if `out` can't be written, see `prepare`."""
        report = IntervalAnswer(question=question, out=out)
        prepare(out, about(question.position, "missed" if report.counts_missed else "total"))
        super().__init__(report, work)
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
        accepted = None if shipped is None else checked_answer(shipped, question.position, self.work, out)
        if shipped is None or accepted is None:
            return False
        (low, high), path = shipped.ends, shipped.path
        strategy = replay(question, checked_strategy(path).certificate.steps)
        assert strategy.cost == high, "the checker has counted it"
        self.report = replace(
            self.report, low=low, strategy=strategy, accepted=accepted, shipped=path, least=False
        )
        return True

    def certify(self, proof: Proof) -> None:
        """Write the certificate of both ends, once it is checked, unless the file there may claim more."""
        accepted = write_ends(self.report.out, proof, self.work)
        self.report = replace(self.report, accepted=accepted, kept=accepted is None)


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
