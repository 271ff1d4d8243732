"""An interval in which the least number of words missed lies, where a proof of that number is too long.

Where this stands: beside `between`, above `search.packing` and `search.total`, below the command line.

1. The search finds how many words the best strategy of one opener misses: the upper end.
2. For one number after the other, as long as there is time, disjoint sets of words are found for every opener
   that can't all be found in time (`search.packing`): the lower end. For one guess or two, counting tells it.
3. The proof of all sets that are needed is made smaller, and both ends are a certificate, 'Claim "missed
   between"' of docs/certificates/, which the independent checker has to accept.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.intervals.promising import TOGETHER, promising_strategy
from wordle_cp.answers.totals.certify import prepare
from wordle_cp.certify.packing import PackedNodes, asked_missed_between, packed_nodes, packing_certificate
from wordle_cp.certify.publish import write_checked
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.models.family_facts import family_facts
from wordle_cp.rules.modes import Mode
from wordle_cp.search.packing import LostSet, Packer
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Position

_FEW_PAIRS: Final = 2**14
"""Pairs of a guess and a hidden word up to which all openers are asked."""
_SEARCHED: Final = 0.5
"""Share of the time after which no more sets are looked for."""
_REPAIRS: Final = 5
"""How often sets are added where a smaller proof has made some openers lack one."""


@dataclass(frozen=True, slots=True)
class MissedReport:
    """Between which numbers the least number of words missed lies.

    `low` is 0 while nothing is known. The `strategy` is the best one of its opener. `settled` tells that more
    time wouldn't give a larger `low`. `accepted` is the checker's verdict on the file `out`; it is None if
    there is no file, because there was reason to stop before (`stopped_by`).
    """

    question: TotalQuestion
    within: int
    low: int
    strategy: Strategy | None
    settled: bool
    accepted: Accepted | None
    out: Path
    stopped_by: StopReason | None
    seconds: float

    @property
    def high(self) -> int | None:
        """What the strategy misses."""
        return None if self.strategy is None else self.strategy.cost


def prove_missed_between(
    position: Position,
    within: int,
    out: Path,
    *,
    strategy: str | None = None,
    most: int | None = None,
    work: Work = UNLIMITED,
) -> MissedReport:
    """Prove an interval for the words that can't be found with `within` more guesses; write it to `out`.

    The strategy begins with `strategy`, by default with the best one of a few that look promising. The lower
    end is raised until no more sets are found, it is `most`, a limit strikes, or half of the time is over. In
    the other half what is known is written and checked. If that isn't enough, there is no certificate, and
    the numbers rest on the search.

    Raises:
        UsageError: the question makes no sense; also in ultrahard mode, and for codes.
        FileError: `out` can't be written. CertificateRejected: our own certificate failed the check: a bug.
    """
    variant = position.variant
    if variant.codes is not None or variant.mode is Mode.ULTRAHARD:
        message = "an interval of words missed is for words in normal or hard mode"
        raise UsageError(message)
    question = TotalQuestion.of(
        variant.model_copy(update={"max_guesses": None}),
        history=position.history,
        openers=None if strategy is None else (strategy,),
        goal=Goal.missing(within),
    ).about(())  # of all openers: the strategy alone begins with that one
    prepare(out)
    run = _Run(question, within, out, work)
    stopped_by: StopReason | None = None
    try:
        stopped_by = run.answer(strategy, most)
    except StoppedError as stopped:
        stopped_by = stopped.reason
    return run.report(stopped_by)


class _Run:
    """A question on its way."""

    def __init__(
        self,
        question: TotalQuestion,
        within: int,
        out: Path,
        work: Work,
    ) -> None:
        self._question = question
        self._within = within
        self._out = out
        self._work = work
        self._searching = work.share(_SEARCHED)
        self._started = time.monotonic()
        self._low = 0
        self._settled = False
        self._strategy: Strategy | None = None
        self._accepted: Accepted | None = None

    def answer(self, opener: str | None, most: int | None) -> StopReason | None:
        """Find both ends, and write the certificate; return why more isn't looked for."""
        high = self._find_strategy(opener)
        question = self._question
        self._work.stage("proving the lower bounds")
        packer = Packer(
            question.variant,
            question.history,
            question.hidden,
            self._within,
            family_facts(question.variant, question.hidden, self._within, self._work),
        )
        aim = high if most is None else min(high, most)

        def poll() -> None:
            low = self._low + 1
            text = f"{len(packer.sets)} sets; {packer.served(low)} openers miss {low}"
            self._work.stage(f"lower end: {text}")
            packer.hurry()

        _, stopped_by = watched(
            lambda: self._raise(packer, aim),
            packer.pause,
            poll=poll,
            work=self._searching,
        )
        self._low = min(packer.least, high)
        self._settled = stopped_by is None
        self._certify(packer, high)
        return stopped_by

    def _raise(self, packer: Packer, aim: int) -> None:
        """Raise the lower end one by one, as far as `aim`."""
        while (low := packer.least) < aim and not packer.by_counting:
            self._low = low
            if not packer.raise_least(low + 1):
                return

    def _find_strategy(self, opener: str | None) -> int:
        """Find the strategy, and return how many words it misses."""
        question = self._question
        openers = (opener,) if opener is not None else question.openers
        few = len(openers) * len(question.hidden) <= _FEW_PAIRS
        self._strategy = promising_strategy(
            question,
            openers,
            together=len(openers) if few else TOGETHER,
            work=self._work,
        )
        assert self._strategy is not None, "words may be missed"
        return self._strategy.cost

    def _certify(self, packer: Packer, high: int) -> None:
        """Write the certificate, once it is checked."""
        assert self._strategy is not None, "it comes first"
        question = self._question
        proof = self._proof(packer)
        certificate = packing_certificate(
            question.position,
            (self._low, high),
            self._strategy.steps,
            proof,
            within=len(question.history) + self._within,
        )
        within = len(question.history) + self._within
        asked = asked_missed_between(question.position, (self._low, high), within)
        self._accepted = write_checked(self._out, certificate, asked, self._work)

    def _proof(self, packer: Packer) -> PackedNodes:
        """Return a small proof of the lower end, which is lowered where it is none.

        Smaller sets are taken by more openers, and may keep others out; so an opener may lack one at last.
        More are added then, which take nothing from any opener.
        """
        if self._low == 0 or packer.by_counting:
            return PackedNodes((), ())
        self._work.stage("refuting one guess less")
        question = self._question
        chosen = packer.needed(self._low)
        for repair in range(_REPAIRS + 1):
            sets = [lost.node for lost in chosen]
            nodes = packer.proof_nodes()
            proof = packed_nodes(question.position, self._within, nodes, sets, self._work)
            taken = packer.packed(LostSet(*stated) for stated in proof.stated())
            lacking = packer.lacking(taken, self._low)
            if not lacking or repair == _REPAIRS:
                break
            known = len(packer.sets)
            for opener in lacking:
                while taken.count[opener] < self._low and packer.add_for(opener, self._low, taken):
                    pass
            if len(packer.sets) == known:
                break
            chosen += packer.sets[known:]
        self._low = packer.least_of(taken)
        return proof

    def report(self, stopped_by: StopReason | None) -> MissedReport:
        """Return what is known."""
        return MissedReport(
            question=self._question,
            within=self._within,
            low=self._low,
            strategy=self._strategy,
            settled=self._settled,
            accepted=self._accepted,
            out=self._out,
            stopped_by=stopped_by,
            seconds=time.monotonic() - self._started,
        )
