"""Both ends of a least cost, where there was reason to stop before it was known.

What is missing for both ends is made now: it takes a moment. The strategy is the best one known: that of the
best opener that the search has settled, or that of a policy, which gets as much effort here as it would get
if nothing had been searched. So more time never ends with a worse strategy.

A file that is wanted gets the certificate of both ends, where there is one, and else that of the strategy. It
is never put over a file that may claim more.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.totals.bracket import QUICK, Bracket
from wordle_cp.engine import ExactCost
from wordle_cp.games.goal import First
from wordle_cp.search.parted import session_of
from wordle_cp.search.parts import is_large
from wordle_cp.work import StoppedError, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.provenance import Keeping

_MANY_WORDS: Final = 4000
"""Of more words counting takes longer than a moment."""
MOMENT_SECONDS: Final = 3.0
"""How long both ends may take where there was reason to stop before they were known."""
LARGE_SECONDS: Final = 30.0
"""The same of a large game (`search.parts`), of which nothing is to be had in a moment; see `searching`."""
_LARGE_SHARE: Final = 0.4
_LATE_SECONDS: Final = 1.5
"""How long after a limit of time all that may take for a large game."""


def searching(question: TotalQuestion, work: Work) -> Work:
    """Return the `work` without what both ends of a large game may take of its time."""
    left = work.seconds_left
    if left is None or not is_large(question):
        return work
    return work.at_most(left - min(LARGE_SECONDS, _LARGE_SHARE * left))


class Ends:
    """The report of a question that was stopped, on its way to both ends."""

    def __init__(self, report: SolveAnswer, bracket: Bracket | None, keeping: Keeping, work: Work) -> None:
        """Take the `report`, the `bracket` if there is one already, and where the answer is `keeping`."""
        self._report = report
        self._bracket = bracket
        self._keeping = keeping
        self._left = work.seconds_left
        self._work = work.ending()

    def found(self) -> SolveAnswer:
        """Return the report with both ends, as far as a moment is enough for them."""
        with suppress(StoppedError):
            self._find()
        return self._report

    def _find(self) -> None:
        """Find both ends, and write their certificate."""
        report = self._report
        question, left = report.question, report.guesses_left
        large = is_large(question)
        if large and self._left is not None:
            self._work = self._work.at_most(self._left + _LATE_SECONDS)
        moment = self._work.at_most(LARGE_SECONDS if large else MOMENT_SECONDS)
        self._report = replace(report, low=question.least_by_levels(left))
        bracket = self._bracket or Bracket(session_of(question, moment), left)
        if report.cost is not None and (bracket.high is None or report.cost < bracket.high):
            bracket.take_opener(report.best[0], moment.at_most(MOMENT_SECONDS / 2))
        if not large or bracket.strategy is None:
            bracket.improve(moment.at_most(LARGE_SECONDS if large else MOMENT_SECONDS / 2), efforts=1)
        if large or self._keeping.out is not None or len(question.hidden) <= _MANY_WORDS:
            with suppress(StoppedError):
                bracket.count(moment, sets=False)
        if not large:
            bracket.improve(moment, efforts=QUICK)
        self._report = replace(self._report, low=bracket.low, strategy=bracket.strategy)
        self._note_meeting()
        if self._keeping.out is not None and bracket.strategy is not None:
            self._certify(bracket, self._keeping.out)

    def _note_meeting(self) -> None:
        """Note that the least cost is known if both ends meet: a strategy is there that costs no more."""
        report = self._report
        if report.high is None or report.high != report.low or report.strategy is None:
            return
        if report.question.goal.first is First.TOTAL_THEN_WORST:
            return  # a strategy that costs as little may have a lower worst case
        if report.cost != report.high:
            opener, outcome = report.strategy.opener, report.outcome
            ranked = ExactCost(opener, report.high), *outcome.ranked
            left = tuple(one for one in outcome.left if one != opener)
            report = replace(report, best=(opener,), outcome=replace(outcome, ranked=ranked, left=left))
        self._report = replace(report, exact=True, cost=report.high)

    def _certify(self, bracket: Bracket, out: Path) -> None:
        """Write the certificate to `out`, or, unless it is that of an optimum, beside it by another name."""
        from wordle_cp.answers.totals.certificates import proof_of_strategy  # noqa: PLC0415  it takes a moment to load
        from wordle_cp.certify.publish import write_checked  # noqa: PLC0415
        from wordle_cp.certify.replacing import claims_no_more  # noqa: PLC0415
        from wordle_cp.files.outputs import is_free  # noqa: PLC0415

        report, strategy, names = self._report, bracket.strategy, self._keeping.names
        assert strategy is not None, "it was found"
        proof = bracket.certificate()
        least = bracket.proven == strategy.cost
        if names is not None and not least:
            out = out.with_name(names.strategy if proof is None else names.between)
        certificate, asked = proof or proof_of_strategy(report.question, strategy, report.guesses_left)
        if not is_free(out, claims_no_more(certificate.head)):
            self._report = replace(report, kept=out)
            return
        accepted = write_checked(out, certificate, asked, self._work)
        ends = None if bracket.proven is None else (bracket.proven, strategy.cost)
        self._report = replace(
            report, tree=out, accepted=accepted, proven_ends=ends, lower_bound_checked=least and report.exact
        )
