"""Intervals in which the least cost lies, where that itself is out of reach: of guesses, or of words missed.

The parts, in their order:

The answer of `prove --between`, and what both kinds of intervals share on their way.

An interval in which the least total lies. No search of all openers is made:

1. Counting patterns proves a lower bound of what each opener costs (docs/average-search.md). The least of
   these bounds is the lower end; or lemmas prove one that was asked for.
2. The search finds the exact total of one opener, and a strategy with this total: the upper end. Or
   a certificate has a strategy, which is made better where that is easy (`better_strategy`). Where all this
   takes too long, a policy has one (`answers.totals.bracket`).
3. Both together are a certificate, 'Claim "total between"' of docs/certificates/, which the independent
   checker has to accept. Where there is reason to stop before, it is made of what is known then, or of what
   takes a moment.

An interval in which the least number of words missed lies, where a proof of that number is too long:

1. The search finds how many words the best strategy of one opener misses: the upper end.
2. As long as there is time, lemmas about cells are found (`search.missed`), by which every opener misses
   four words, eight and so on: the lower end. They are those of normal mode, for three guesses or four. For
   more guesses, and where they don't reach the upper end in their part of the time or in hard mode, disjoint
   sets of words are found for every opener that can't all be found in time (`search.missed`). For one guess
   or two, counting tells it.
3. The proof of all sets that are needed is made smaller, and both ends are a certificate, 'Claim "missed
   between"' of docs/certificates/, which the independent checker has to accept.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Answering, Rows, distribution_rows
from wordle_cp.answers.shipped import checked_answer, hinted_openers, shipped_interval, shipped_missed
from wordle_cp.answers.totals.answer import gap_of
from wordle_cp.answers.totals.bracket import QUICK, Bracket, write_ends
from wordle_cp.answers.totals.lower_bounds import demand_lower_bounds, proof_of_each
from wordle_cp.answers.totals.narrowing import none_keeps_the_limit
from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.certify.checked import checked_strategy
from wordle_cp.certify.depth import PackedNodes, packed_nodes, packing_certificate
from wordle_cp.certify.publish import about
from wordle_cp.certify.records import asked_cost
from wordle_cp.check import AcceptedStrategy, check_strategies
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import FalseBoundError, Verdict
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.files.outputs import prepare
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.strategy_tree import walk
from wordle_cp.search.missed import CellLemma, CellLemmas, InfeasibleSet, Packer
from wordle_cp.search.parted import session_of
from wordle_cp.search.parts import has_checker_room, is_large, least_by_number
from wordle_cp.search.total import Collector, TotalSession, limit_is_tight
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

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
        what = telling.position_words(question.variant, question.history, openers)
        what += telling.within(question.limit)
        yield f"{self.verdict}: {what}: {self._found()}"
        if self.verdict is Verdict.IMPOSSIBLE:
            yield f"certificate  none: prove with {argument('depth')} proves it"
        yield from telling.weights_lines(question)
        if lower := self._lower():
            each = openers[0].upper() if len(openers) == 1 else "each of these" if openers else "every opener"
            yield f"lower        {each} {lower}"
        if strategy is not None:
            yield f"upper        {strategy.opener.upper()}{self._upper(strategy)}"
            yield from telling.reply_lines(strategy.replies, question.variant.scoring)
            yield telling.distribution_line(strategy.distribution)
        elif (self.given_up or self.stopped_by is not None) and question.goal.loss is None:
            yield from telling.no_upper_lines(question)
        yield from self._file_told(struck)
        yield telling.effort_line(self.seconds)

    def _file_told(self, struck: str) -> Iterator[str]:
        """Yield the lines on what became of the certificate."""
        if self.accepted is not None:
            yield from telling.certificate_lines(self.out, self.accepted)
            yield from telling.shipped_lines(self.shipped, fresh=True)
            if self.stopped_by is not None:
                yield f"stopped by   {struck}{self._more_time()}"
        elif self.kept:
            yield telling.kept_line(self.out)
        elif self.stopped_by is not None:
            yield f"stopped by   {struck}; there is no certificate"
        elif self.possible:
            why = "no strategy was found soon" if self.given_up else "the opener given can't keep the limit"
            yield f"certificate  none: {why}"

    def _found(self) -> str:
        """Return in words what was found, or what was asked for."""
        question = self.question
        words = telling.words_of(question.variant, len(question.hidden))
        if self.counts_missed:
            guesses = counted(len(question.goal.costs), "guess", "guesses")
            asked = f"the least number of {words} not found within {guesses}"
            found = f"{self.low} to {self.high}" if self.low != self.high else f"{self.high}"
            return asked if self.verdict is Verdict.UNDECIDED else f"{asked} is {found}"
        if question.goal.weights:
            words += f" of weight {question.total_weight}"
        if not self.possible:
            return f"no opener finds every one of {words} in time"
        if self.verdict is Verdict.UNDECIDED:
            return f"the least number of guesses over {words}"
        assert self.low is not None and self.high is not None and self.gap is not None, "it has both ends"  # noqa: PT018
        unit = "guesses by weight" if question.goal.weights else "guesses"
        low, high = (end / question.total_weight for end in (self.low, self.high))
        if self.low == self.high:
            return f"{self.low} {unit} ({low:.4f} on average; both ends meet) over {words}"
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
            **telling.shipped_fields(self.shipped),
            "opener": strategy and strategy.opener,
            "distribution": strategy and strategy.distribution,
            "replies": strategy and telling.reply_fields(strategy.replies, question.variant.scoring),
            **telling.certificate_fields(self.out, self.accepted),
            **telling.question_fields(question),
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
"""A search takes seconds for this number of hidden words or fewer, even if all guesses may be hidden."""
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

        The openers are taken in groups of `together`, those `hinted` first, then by promise, until one of a
        group has a strategy in time: then the best of that group's is reported. After `seconds`, if given,
        that is given up; then None is reported, too. The `session` is that of the question, if there is one.
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


NEEDS: Final = Needs("an interval of totals", only_facts=True, counts_guesses=True)


def prove_between(
    question: TotalQuestion,
    out: Path,
    *,
    strategy: str | AcceptedStrategy | None = None,
    low: int | None = None,
    fresh: bool = False,
    work: Work = UNLIMITED,
) -> IntervalAnswer:
    """Prove an interval in which the least total of `question` lies; see `commands.searches.prove_between`.

    Where a certificate ships that answers the question, it is checked and written to `out`, unless `fresh` or
    a strategy is given. By default the strategy begins with the best of a few openers that look promising,
    or, if the limit is tight, with one that a shipped certificate names for as few guesses (not if `fresh`).
    Where these have no strategy in time, others follow. The lower end is what counting proves; a larger one,
    `low`, is proven by lemmas, which can take hours: where a limit strikes before, it is the former.

    Raises:
        UsageError: no lower bounds have proofs, the strategy isn't one of the question and its limit, or
            `low` isn't true, or can't be proven as the game is too large.
        ProofTooLongError: the proof has too many sets or lemmas.
    """
    first = (strategy,) if isinstance(strategy, str) else ()
    variant, asked = question.variant, question.asked
    question.position.demand_allowed(first)
    NEEDS.demand(variant, question.goal)
    demand_lower_bounds(question)
    if asked and not {*first} <= {*asked}:
        message = f"expected a strategy that begins with one of the openers, found {strategy!r}"
        raise UsageError(message)
    if low is not None and (is_large(question) or not has_checker_room(question)):
        message = f"{argument('low')}: {variant.name} has too many guesses and hidden words for lemmas"
        raise UsageError(message)
    left = work.seconds_left
    searching = work if left is None else work.at_most(left - min(_RESERVED_SECONDS, _RESERVED_SHARE * left))
    begun = first if strategy is None or isinstance(strategy, str) else strategy
    run = _TotalInterval(question, out, searching)
    report = run.answered(lambda: run.find(begun, low, fresh=fresh))
    if report.stopped_by is None or report.accepted is not None or report.kept or not report.possible:
        return report
    return run.finished(report, begun, work)


def strategy_in(path: Path, question: TotalQuestion, opener: str | None) -> AcceptedStrategy:
    """Return the strategy in the certificate at `path` that begins with `opener`, None: the first one.

    Raises:
        UsageError: it is of another game, mode or history, keeps no limit of the question, or its opener is
            none of the question's.
        FileError, CertificateParseError, CertificateRejected: as for `check_strategies`.
    """
    accepted = check_strategies(path, word_list_by_hash, opener)
    game, claim = accepted.certificate.head.game, accepted.certificate.claim
    variant = question.variant
    own = (variant.guesses_hash, variant.hidden_hash, variant.mode, variant.scoring, question.history)
    if (game.guesses.sha256, game.hidden.sha256, game.mode, game.scoring, claim.history) != own:
        message = f"{path}: expected a strategy for this game, its mode and its history, found one for others"
        raise UsageError(message)
    if question.limit is not None and claim.max_guesses > question.limit:
        limit = counted(question.limit, "guess", "guesses")
        message = f"{path}: expected a strategy that takes {limit} at most, found {claim.max_guesses}"
        raise UsageError(message)
    first = accepted.certificate.steps[0] if accepted.certificate.steps else question.hidden[0]
    if question.asked and first not in question.asked:
        message = f"{path}: expected a strategy that begins with one of the openers, found {first!r}"
        raise UsageError(message)
    return accepted


_PATIENCE_SECONDS: Final = 600.0
"""How long a least strategy is looked for; of a time limit half of what is left. Then a policy has to do."""
_ENDING_SECONDS: Final = 3.0
"""How long a policy may seek a strategy that keeps the limit, once there is reason to stop."""
_COUNTING_SECONDS: Final = 2.0
"""How long single facts may be counted then."""
_RESERVED_SECONDS: Final = 3.0
_RESERVED_SHARE: Final = 0.4
"""What of a time limit is kept for that, and for the certificate and its check: the less of the two."""
_LATE_SECONDS: Final = 1.5
"""How long after the limit all that may take; then there is no certificate."""


class _TotalInterval(Interval):
    """The interval on its way."""

    _bracket: Bracket | None = None

    def find(self, first: tuple[str, ...] | AcceptedStrategy, low: int | None, *, fresh: bool) -> None:
        """Find both ends, and write the certificate; the strategy begins with `first`, or is made of it.

        The lower end is `low`, or what counting proves if that is more.
        """
        question = self.report.question
        shipped = None if fresh or first else shipped_interval(question)
        if shipped is not None and shipped.ends[0] >= (low or 0) and self.take_shipped(shipped):
            return
        session = session_of(question, self.work)
        opener = () if isinstance(first, AcceptedStrategy) else first
        bracket = self._bracket = Bracket(session, question.guesses_left, opener or None)
        self._count(bracket, sets=question.variant.scoring.feedback.shows_facts)
        if bracket.proven is None:
            return
        if isinstance(first, AcceptedStrategy):
            self.work.stage("strategy")
            bracket.take(better_strategy(question, first.certificate.steps, work=self.work))
            self.report = replace(self.report, strategy=bracket.strategy, least=False)
        else:
            bracket.strategy = self._least_strategy(first, session, fresh=fresh)
            if bracket.strategy is None and self.paused:
                self._policy_strategy(bracket, self.work)
        if bracket.strategy is None:
            possible = bool(first)  # of one opener alone was it asked
            if self.paused and not first:
                left = self.work.seconds_left
                patience = _PATIENCE_SECONDS if left is None else left / 2
                possible = not none_keeps_the_limit(question, self.work, patience)
            self.report = replace(self.report, possible=possible, given_up=possible and self.paused)
            return
        if low is not None and low > bracket.proven:
            self._prove(low, bracket, bracket.strategy)
        self.certify(bracket.between())

    def _least_strategy(
        self, first: tuple[str, ...], session: TotalSession, *, fresh: bool
    ) -> Strategy | None:
        """Report a strategy of least cost for its opener, unless that takes too long."""
        question, left = self.report.question, self.work.seconds_left
        if question.variant.codes is not None and not has_checker_room(question):
            self.paused = True  # no least strategy was ever found for a game of codes as large as this one
            return None
        return self.find_strategy(
            first or question.openers,
            hinted=() if fresh or first else _hinted_openers(question),
            together=1 if limit_is_tight(question) else TOGETHER,
            session=session,
            seconds=_PATIENCE_SECONDS if left is None else min(_PATIENCE_SECONDS, left / 2),
        )

    def _prove(self, low: int, bracket: Bracket, strategy: Strategy) -> None:
        """Report that no opener costs less than `low`, as lemmas prove."""
        self.work.stage("proving the lower bounds")
        message = f"{argument('low')}: expected a number that each opener reaches, found {low}"
        if strategy.cost < low:
            message += f", and {strategy.opener.upper()} takes {strategy.cost}"
            raise UsageError(message)
        try:
            bracket.prove(low, proof_of_each(self.report.question, low, strategy, self.work))
        except FalseBoundError as error:
            raise UsageError(message) from error
        self.report = replace(self.report, low=low, weakest=None)

    def finished(
        self, report: IntervalAnswer, first: tuple[str, ...] | AcceptedStrategy, asked: Work
    ) -> IntervalAnswer:
        """Return the `report` of work that was stopped, with both ends and their certificate.

        What is missing for that is made now, with as little work as can be, and soon after the limit of the
        work that was `asked` for.
        """
        self.report = report
        left, work = asked.seconds_left, self.work.ending()
        work = self.work = work if left is None else work.at_most(left + _LATE_SECONDS)
        question = report.question
        opener = () if isinstance(first, AcceptedStrategy) else first
        with suppress(StoppedError):
            bracket = self._bracket
            if bracket is None:
                bracket = Bracket(session_of(question, work), question.guesses_left, opener or None)
            if bracket.proven is None:
                self._count_soon(bracket)
            if bracket.strategy is None and isinstance(first, AcceptedStrategy):
                bracket.take(first.certificate.steps)
                self.report = replace(self.report, strategy=bracket.strategy, least=False)
            elif bracket.strategy is None:
                seconds = max(_ENDING_SECONDS, 4 * bracket.session.policy_seconds)
                self._policy_strategy(bracket, work.at_most(seconds), quick=True)
            if bracket.proven is not None and bracket.strategy is not None:
                self.certify(bracket.between())
        return replace(self.report, seconds=time.monotonic() - self._started)

    def _count_soon(self, bracket: Bracket) -> None:
        """Report what single facts prove of every opener, or, if that takes long, the number of responses."""
        question, work = self.report.question, self.work
        if not question.goal.weights:
            self.work = work.at_most(_COUNTING_SECONDS)
        try:
            self._count(bracket, sets=False)
        except StoppedError as stopped:
            if question.goal.weights or stopped.reason is not StopReason.TIME:
                raise  # numbers of responses say nothing of weights; and who stops it again wants an end
            bracket.prove(least_by_number(question), ((), ()), question.openers[0])
            self.report = replace(self.report, low=bracket.proven, weakest=bracket.weakest)
        finally:
            self.work = work

    def _count(self, bracket: Bracket, *, sets: bool) -> None:
        """Report what counting patterns proves of every opener, with sets of facts or with single ones."""
        bracket.count(self.work, sets=sets)
        self.report = replace(
            self.report, low=bracket.proven, weakest=bracket.weakest, possible=not bracket.hopeless
        )

    def _policy_strategy(self, bracket: Bracket, work: Work, *, quick: bool = False) -> None:
        """Report the strategy of a policy, made better within some of the time, if it found one."""
        work.stage("strategy")
        bracket.improve(work, efforts=QUICK)
        if not quick:
            left = work.seconds_left
            bracket.improve(work.at_most(_PATIENCE_SECONDS if left is None else left / 4))
        self.report = replace(self.report, strategy=bracket.strategy, least=False, by_policy=True)


def _hinted_openers(question: TotalQuestion) -> tuple[str, ...]:
    """Return openers that are known to keep a limit that few openers keep."""
    if question.limit is None or question.history or not limit_is_tight(question):
        return ()
    allowed = frozenset(question.openers)
    named = hinted_openers(question.variant, question.limit)
    return tuple(dict.fromkeys(opener for opener in named if opener in allowed))


MISSED_NEEDS: Final = Needs("an interval of words missed", tiles=True, only_facts=True)
_COUNTED_AHEAD: Final = 4
"""Guesses up to which counting proves lemmas about cells: two are left then after the next one."""
_FEW_PAIRS: Final = 2**14
"""Pairs of a guess and a hidden word up to which all openers are asked."""
_FIRST_LOW: Final = 4
"""What lemmas are to prove first; disjoint sets are quicker where it is less."""
_BY_LEMMAS: Final = 0.6
"""How much of the time for the lower end goes to lemmas, if it is limited; sets may prove more later."""
_SEARCHED: Final = 0.5
"""Share of the time after which no more sets are looked for."""
_REPAIRS: Final = 5
"""How often sets are added where a smaller proof has made some openers lack one."""


def prove_missed_between(
    question: TotalQuestion,
    out: Path,
    *,
    strategy: str | None = None,
    fresh: bool = False,
    work: Work = UNLIMITED,
) -> IntervalAnswer:
    """Prove an interval for the words that can't be found in time; write it to `out`.

    The goal of the `question` says with how many more guesses, or its limit if that leaves fewer. The lower
    end is raised until no more sets are found, a limit strikes, or half of the time is over. In the other
    half what is known is written and checked. If that isn't enough, there is no certificate, and the numbers
    rest on the search. The rest is as for `prove_between`.
    """
    variant, asked = question.variant, question.asked
    MISSED_NEEDS.demand(variant)
    if strategy is not None and asked and strategy not in asked:
        message = f"expected a strategy that begins with one of the openers, found {strategy!r}"
        raise UsageError(message)
    within = question.guesses_left
    assert within is not None, "costs end"
    unlimited = TotalQuestion.of(
        variant.model_copy(update={"max_guesses": None}),
        history=question.history,
        openers=asked or (None if strategy is None else (strategy,)),
        goal=replace(question.goal, costs=question.goal.costs[:within]),
    ).about(asked)  # without openers, of all: the strategy alone begins with that one
    run = _MissedInterval(unlimited, out, work)
    return run.answered(lambda: run.find(strategy, fresh=fresh))


class _ByLemmas(NamedTuple):
    """A lower end and its lemmas; `exact` tells that nothing else would prove more."""

    low: int = 0
    lemmas: tuple[CellLemma, ...] = ()
    exact: bool = False


class _MissedInterval(Interval):
    """The interval on its way."""

    def find(self, opener: str | None, *, fresh: bool) -> StopReason | None:
        """Find both ends, and write the certificate; return why the lower one isn't raised any more."""
        known = None if fresh or opener is not None else shipped_missed(self.report.question)
        if self.take_shipped(known):
            return None
        searching = self.work.share(_SEARCHED)
        self.report = replace(self.report, low=0)
        question = self.report.question
        within = len(question.goal.costs)
        openers = question.openers if opener is None else (opener,)
        few = len(openers) * len(question.hidden) <= _FEW_PAIRS
        strategy = self.find_strategy(openers, together=len(openers) if few else TOGETHER)
        assert strategy is not None, "words may be missed"
        self.work.stage("proving the lower bounds")
        packer = Packer(question.position, within, question.asked)

        def poll() -> None:
            low = packer.least + 1
            text = f"{len(packer.sets)} sets; {packer.served(low)} openers miss {low}"
            self.work.stage(f"lower end: {text}")
            packer.hurry()

        found, stopped_by = self._by_lemmas(packer, within, strategy.cost, searching.share(_BY_LEMMAS))
        low, proof = found.low, PackedNodes((), ())
        if low < strategy.cost and not found.exact and not searching.must_stop():
            _, stopped = watched(
                lambda: _raise(packer, strategy.cost), packer.pause, poll=poll, work=searching
            )
            stopped_by = stopped or stopped_by
        self.report = replace(self.report, low=low, settled=stopped_by is None)
        if packer.least > low:
            found = _ByLemmas()
            low, proof = self._proof(packer, within, min(packer.least, strategy.cost))
        self.report = replace(self.report, low=low)
        ends, in_all = (low, strategy.cost), len(question.history) + within
        asked = asked_cost(question, "between", question.guesses_left, low=low, high=strategy.cost)
        packing = packing_certificate(question, ends, strategy.steps, proof, found.lemmas, within=in_all)
        self.certify((packing, asked))
        return stopped_by

    def _by_lemmas(
        self, packer: Packer, within: int, high: int, work: Work
    ) -> tuple[_ByLemmas, StopReason | None]:
        """Return the lower end that lemmas about cells prove, and why it isn't raised any more."""
        question = self.report.question
        if packer.by_counting or within > _COUNTED_AHEAD:
            return _ByLemmas(), None
        cells = CellLemmas(question.variant, question.hidden, packer.by_promise, within)

        def poll() -> None:
            low = cells.least + 1
            text = f"{len(cells.lemmas)} lemmas; {cells.served(low)} openers miss {low}"
            self.work.stage(f"lower end: {text}")

        reached, stopped_by = watched(lambda: _raise_cells(cells, high), cells.stop, poll=poll, work=work)
        low = min(cells.least, high)
        exact = stopped_by is None and (reached == high or not question.variant.mode.binds)
        return _ByLemmas(low, tuple(cells.needed(low)), exact), stopped_by

    def _proof(self, packer: Packer, within: int, low: int) -> tuple[int, PackedNodes]:
        """Return a small proof of the lower end `low`, which is lowered where it is none.

        Smaller sets are taken by more openers, and may keep others out; so an opener may lack one at last.
        More are added then, which take nothing from any opener.
        """
        if low == 0 or packer.by_counting:
            return low, PackedNodes((), ())
        self.work.stage("refuting one guess less")
        chosen = packer.needed(low)
        for repair in range(_REPAIRS + 1):
            sets = [lost.node for lost in chosen]
            nodes = packer.proof_nodes()
            proof = packed_nodes(self.report.question.position, within, nodes, sets, self.work)
            taken = packer.packed(InfeasibleSet(*stated) for stated in proof.stated())
            lacking = packer.lacking(taken, low)
            if not lacking or repair == _REPAIRS:
                break
            known = len(packer.sets)
            for opener in lacking:
                while taken.count[opener] < low and packer.add_for(opener, low, taken):
                    pass
            if len(packer.sets) == known:
                break
            chosen += packer.sets[known:]
        return packer.least_of(taken), proof


def _raise_cells(cells: CellLemmas, high: int) -> int:
    """Raise the lower end, to twice as much each time, as far as the upper end `high`; return it.

    Lemmas that suffice for a low end are of little use for higher ones, so the first one isn't 1.
    """
    low, reached = 0, 0
    while reached == low < high and not cells.stopped:
        low = min(high, max(_FIRST_LOW, 2 * low))
        reached = cells.raise_least(low)
    return reached


def _raise(packer: Packer, high: int) -> None:
    """Raise the lower end one by one, as far as the upper end `high`."""
    while (low := packer.least) < high and not packer.by_counting:
        if not packer.raise_least(low + 1):
            return
