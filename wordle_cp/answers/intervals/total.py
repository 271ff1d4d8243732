"""An interval in which the least total lies, where the least total itself is out of reach.

Where this stands: beside `solve`, above `search.bounds` and `search.total`, below the command line. No search
of all openers is made:

1. Counting patterns proves of each opener that it costs so much at the least (docs/average-search.md). The
   least of these numbers is the lower end.
2. The search finds the exact total of one opener, and a strategy that takes just so many: the upper end. Or
   a certificate has a strategy, which is made better where that is easy (`better_strategy`).
3. Both together are a certificate, 'Claim "total between"' of docs/certificates/, which the independent
   checker has to accept.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.answers.intervals.better import better_strategy
from wordle_cp.answers.intervals.promising import TOGETHER, promising_strategy
from wordle_cp.answers.shipped_claims import hinted_openers
from wordle_cp.answers.totals.certify import prepare
from wordle_cp.answers.totals.proof import asked_between, demand_room, has_lower_bounds
from wordle_cp.answers.totals.replay import Strategy, replay
from wordle_cp.certificate.base.records import MAX_NUMBER
from wordle_cp.certificate.parts.bounds import MAX_SETS
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.total import between_certificate
from wordle_cp.check import AcceptedStrategy, check_strategies
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import UsageError, counted
from wordle_cp.rules.modes import Mode
from wordle_cp.search.bounds import prove_counted
from wordle_cp.search.total import limit_is_tight
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.engine import BoundParts
    from wordle_cp.games.question import TotalQuestion


@dataclass(frozen=True, slots=True)
class BetweenReport:
    """Between which numbers the least cost of the question lies, counted from its position on.

    Each opener costs `low` or more;
    `low` is None while that isn't known, and `weakest` is the first opener of which no more is proven. The
    `strategy` costs `high`, which is the `least` of those with its opener unless it was taken from a file.
    `hinted` tells that its opener is one that a certificate names which ships.
    `possible` is False if no opener has a strategy in time. `accepted` is the checker's verdict on the file
    `out`; it is None if there is no file, because there was reason to stop before (`stopped_by`) or there is
    no strategy.
    """

    question: TotalQuestion
    low: int | None
    weakest: str | None
    strategy: Strategy | None
    least: bool
    hinted: bool
    possible: bool
    accepted: Accepted | None
    out: Path
    stopped_by: StopReason | None
    seconds: float

    @property
    def high(self) -> int | None:
        """What the strategy costs."""
        return None if self.strategy is None else self.strategy.cost


def prove_between(
    question: TotalQuestion,
    out: Path,
    *,
    strategy: str | None = None,
    strategy_file: Path | None = None,
    fresh: bool = False,
    work: Work = UNLIMITED,
) -> BetweenReport:
    """Prove an interval in which the least total of `question` lies; write it to `out`.

    The strategy begins with `strategy`, which must be one of its openers; by default with the best one of a
    few that look promising, or, if the limit is tight, with one that a shipped certificate of this game
    names for as few guesses (not if `fresh`). Where these have no strategy in time, others follow. With
    `strategy_file`, a certificate of this game that has a strategy (one that begins with `strategy`, if
    that is given), this one is taken, and made better. Of a goal the weights can be minded.

    Raises:
        UsageError: no lower bounds have proofs: in ultrahard mode, for codes, and for costs that aren't
            totals of guesses, or are too large; or the strategy isn't one of the question and its limit.
        FileError: `out` can't be written. ProofTooLongError: the proof has too many sets.
        CertificateParseError, CertificateRejected: the strategy's certificate is malformed or isn't true.
    """
    first = () if strategy is None else (strategy,)
    variant, asked = question.variant, question.asked
    question.position.demand_allowed(first)
    provable = variant.codes is None and variant.mode is not Mode.ULTRAHARD
    if not provable or not question.goal.counts_guesses:
        found = "a game of codes" if variant.codes else "costs" if provable else "ultrahard mode"
        message = f"an interval is one of totals of guesses, for words in normal or hard mode; found {found}"
        raise UsageError(message)
    if not has_lower_bounds(question):
        message = (
            f"expected weights with which no total exceeds {MAX_NUMBER}, the most that a certificate has "
            f"room for, found {question.total_weight} in all"
        )
        raise UsageError(message)
    if strategy is not None and asked and strategy not in asked:
        message = f"expected a strategy that begins with one of the openers, found {strategy!r}"
        raise UsageError(message)
    taken = None if strategy_file is None else _taken(question, strategy_file, strategy)
    prepare(out)
    run = _Run(question, taken or first, out, work)
    try:
        run.answer(fresh=fresh)
    except StoppedError as stopped:
        return run.report(stopped.reason)
    return run.report(None)


def _taken(question: TotalQuestion, path: Path, opener: str | None) -> AcceptedStrategy:
    """Return the strategy in the certificate at `path`, which must do for the question: `prove_between`."""
    accepted = check_strategies(path, word_list_by_hash, opener)
    game, claim = accepted.certificate.head.game, accepted.certificate.claim
    variant = question.variant
    own = (variant.guesses_hash, variant.hidden_hash, variant.mode, question.history)
    if (game.guesses.sha256, game.hidden.sha256, game.mode, claim.history) != own:
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


class _Run:
    """A question on its way; what is known so far survives being stopped."""

    def __init__(
        self,
        question: TotalQuestion,
        first: tuple[str, ...] | AcceptedStrategy,
        out: Path,
        work: Work,
    ) -> None:
        self._question = question
        self._first = () if isinstance(first, AcceptedStrategy) else first  # its opener, if it was said
        self._taken = first if isinstance(first, AcceptedStrategy) else None
        self._out = out
        self._work = work
        self._started = time.monotonic()
        self._low: int | None = None
        self._weakest: str | None = None
        self._hinted = False
        self._possible = True
        self._strategy: Strategy | None = None
        self._accepted: Accepted | None = None

    def answer(self, *, fresh: bool) -> None:
        """Find both ends, and write the certificate; raise StoppedError if there is reason to stop."""
        question, spoken_of = self._question, self._question.openers
        self._work.stage("proving the lower bounds")
        self._low, self._weakest, proof = prove_counted(
            question,
            spoken_of,
            guesses_left=question.guesses_left,
            work=self._work,
        )
        if self._low is None:
            self._possible = False
            return
        demand_room(proof[0], MAX_SETS, "sets")
        hinted = () if fresh or self._first or self._taken else self._hinted_openers(spoken_of)
        if self._taken is not None:
            self._improve_strategy(self._taken)
        else:
            self._strategy = promising_strategy(
                question,
                self._first or spoken_of,
                hinted=hinted,
                together=1 if limit_is_tight(question) else TOGETHER,
                work=self._work,
            )
        if self._strategy is None:
            self._possible = bool(self._first)  # of one opener alone was it asked
            return
        self._hinted = self._strategy.opener in hinted
        self._certify(proof)

    def _hinted_openers(self, spoken_of: Sequence[str]) -> tuple[str, ...]:
        """Return openers that are known to keep a limit that few openers keep."""
        question = self._question
        if question.limit is None or question.history or not limit_is_tight(question):
            return ()
        allowed = frozenset(spoken_of)
        named = hinted_openers(question.variant, question.limit)
        return tuple(dict.fromkeys(opener for opener in named if opener in allowed))

    def _improve_strategy(self, taken: AcceptedStrategy) -> None:
        """Make the strategy that was given better."""
        self._work.stage("strategy")
        steps = better_strategy(self._question, taken.certificate.steps, work=self._work)
        self._strategy = replay(self._question, steps)

    def _certify(self, proof: BoundParts) -> None:
        """Write the certificate, once it is checked."""
        assert self._low is not None, "the lower end comes first"
        assert self._strategy is not None, "then the upper end"
        certificate = between_certificate(
            self._question,
            self._low,
            (self._strategy.opener, self._strategy.cost, self._strategy.steps),
            proof,
            guesses_left=self._question.guesses_left,
        )
        asked = asked_between(self._question, self._low, self._strategy.cost)
        self._accepted = write_checked(self._out, certificate, asked, self._work)

    def report(self, stopped_by: StopReason | None) -> BetweenReport:
        """Return what is known."""
        return BetweenReport(
            question=self._question,
            low=self._low,
            weakest=self._weakest,
            strategy=self._strategy,
            least=self._taken is None,
            hinted=self._hinted,
            possible=self._possible,
            accepted=self._accepted,
            out=self._out,
            stopped_by=stopped_by,
            seconds=time.monotonic() - self._started,
        )
