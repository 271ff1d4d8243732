"""The openers of a position in the order of their least costs: the best K, or all, and none missing.

Where this stands: beside `solve`, above `search.total`, below the command line. With a run folder
everything that is settled goes to a ledger (`runs.opener_units`) as it comes, and another run begins with it.

What a later run may take over says `runs.ranking_state`.
"""

from __future__ import annotations

import csv
import io
import time
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import Hopeless, OpenerResult, TotalProgress
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import places
from wordle_cp.runs.provenance import UNKEPT, Keeping
from wordle_cp.runs.ranking_state import KnownOpeners, held_for_ranking, ledger_in
from wordle_cp.search.total import TotalSession, limit_is_tight
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.engine import AtLeast, ExactCost, Settled, TotalOutcome
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.opener_units import RankLedger

_ALL: Final = 0  # as the search says it
_SHOWN_ROWS: Final = 40


@dataclass(frozen=True, slots=True)
class RankStatus:
    """A snapshot of a running ranking: of `openers` so many are `settled`, those of earlier runs included.

    They may have to be asked about again until the K-th best is known.
    """

    openers: int
    settled: int
    search: TotalProgress


@dataclass(frozen=True, slots=True)
class RankReport:
    """The ranking, as far as it is known.

    `top` is the number of openers asked for, None for all. `ranked` are the best ones, all that tie with
    the last of them included, by cost and then in the order of the guess list; `others` cost more than all
    of these, each with its exact cost or a lower bound; `hopeless` can't keep the limit. While the ranking
    isn't `complete`, `left` are the openers that may still belong to `ranked`, or whose cost isn't known.
    `before` were settled in earlier runs. With a run folder the checker has replayed strategies of these
    costs of `replayed` of those of `ranked` that a report shows.
    """

    question: TotalQuestion
    top: int | None
    ranked: tuple[ExactCost, ...]
    others: tuple[ExactCost | AtLeast, ...]
    hopeless: tuple[str, ...]
    left: tuple[str, ...]
    before: int
    keeping: Keeping
    stopped_by: StopReason | None
    work: int
    seconds: float
    seconds_of_all_runs: float
    replayed: int = 0

    @property
    def complete(self) -> bool:
        """Whether it is proven that no opener is missing in `ranked`."""
        return not self.left

    def mean(self, found: ExactCost) -> Fraction:
        """Return the cost of a hidden word on average."""
        return Fraction(found.cost, self.question.total_weight)

    def places(self) -> tuple[int, ...]:
        """Return the place of each of `ranked`: equal costs share the first one's."""
        return places([found.cost for found in self.ranked])


def rank(
    question: TotalQuestion, top: int | None, *, keeping: Keeping = UNKEPT, work: Work = UNLIMITED
) -> RankReport:
    """Find the `top` openers of least cost (None: the cost of every opener), and prove that none is missing.

    What is settled is kept in the run's folder, if there is one, which is made if need be; what earlier runs
    settled there is taken over. Where there is a cluster its workers search, in place of threads here.

    Raises:
        UsageError: `top` is less than 1, or the folder belongs to another question or is in use.
            RankLedgerError: its ledger can't be used, or is wrong. FileError: something in it can't be read
            or written. ClusterError: the scheduler can't be reached, or its workers are of no use.
    """
    if top is not None and top < 1:
        message = f"expected a number of openers of 1 or more, found {top}"
        raise UsageError(message)
    with ExitStack() as stack:
        if keeping.folder is not None:
            stack.enter_context(held_for_ranking(keeping.folder))
        ledger = stack.enter_context(ledger_in(keeping.folder, question))
        return _Ranking(question, top, keeping, work).run(ledger)


def certify(report: RankReport, out: Path, work: Work = UNLIMITED) -> Accepted:
    """Write to `out` a certificate of a complete ranking of the best openers, once the checker accepts it.

    It says that the openers ranked have these totals, and that every other one costs more or can't keep the
    limit.

    Raises:
        UsageError: the ranking isn't complete or ranks no opener, or there are no proofs of such bounds.
        FileError: `out` can't be written. StoppedError: there was reason to stop; `out` is left as it was.
        CertificateRejected: our own certificate failed the check: a bug; `out` is left as it was.
    """
    from wordle_cp.answers.totals.proof import asked_least, has_lower_bounds, total_proof  # noqa: PLC0415
    from wordle_cp.certify.publish import write_checked  # noqa: PLC0415  they take a moment to load

    question = report.question
    if not report.complete or not report.ranked:
        message = "only a complete ranking that ranks an opener has a certificate"
        raise UsageError(message)
    if not has_lower_bounds(question):
        message = "lower bounds have proofs for totals of guesses in normal and hard mode only"
        raise UsageError(message)
    work.stage("proving the lower bounds")
    session = TotalSession(question, work)
    with report.keeping.doubted():
        certificate = total_proof(
            session,
            question,
            report.ranked,
            guesses_left=question.guesses_left,
            work=work,
        )
    asked = asked_least(question, report.ranked, question.guesses_left)
    return write_checked(out, certificate, asked, work)


class _Ranking:
    """A ranking on its way."""

    def __init__(
        self,
        question: TotalQuestion,
        top: int | None,
        keeping: Keeping,
        work: Work,
    ) -> None:
        self._question = question
        self._top = top
        self._keeping = keeping
        self._work = work
        self._wanted = question.openers
        self._started = time.monotonic()

    def run(self, ledger: RankLedger | None) -> RankReport:
        """Settle what `ledger`, if there is one, doesn't know; return what is known then."""
        known = KnownOpeners(self._question, self._wanted, self._top, ledger, self._started)
        left = known.left
        before = len(self._wanted) - len(left)
        stopped_by: StopReason | None = None
        work = 0
        if left:
            try:
                if self._limit_refuted():
                    known.take([OpenerResult(Hopeless(opener)) for opener in left], "")
                else:
                    stopped_by, work = self._search(known, left)
            except StoppedError as stopped:
                stopped_by = stopped.reason
        known.end()
        replayed = 0
        if ledger is not None:
            for found in known.ranked[: shown_at_most(self._top)]:
                if self._work.must_stop():
                    break
                replayed += known.replay(found.opener)
        rest = [found.settled for found in known.rest]
        seconds = time.monotonic() - self._started
        return RankReport(
            question=self._question,
            top=self._top,
            before=before,
            keeping=self._keeping,
            stopped_by=stopped_by if known.left else None,
            work=work,
            seconds=seconds,
            seconds_of_all_runs=seconds if ledger is None else ledger.seconds,
            replayed=replayed,
            ranked=known.ranked,
            others=tuple(found for found in rest if not isinstance(found, Hopeless)),
            hopeless=tuple(found.opener for found in rest if isinstance(found, Hopeless)),
            left=known.left,
        )

    def _limit_refuted(self) -> bool:
        """Ask first whether any opener keeps the limit, where that is tight; tell whether none does."""
        if self._question.asked or not limit_is_tight(self._question):
            return False
        from wordle_cp.answers.depth.minimax import limit_refuted  # noqa: PLC0415  the models take a moment to load

        return limit_refuted(self._question, self._work)

    def _search(self, known: KnownOpeners, left: Sequence[str]) -> tuple[StopReason | None, int]:
        """Settle the openers that are `left`; return why some are left still, and the work it took."""
        fixed = len(self._wanted) - len(left)

        def show(event: object) -> None:
            if isinstance(event, TotalProgress):
                new = sum(1 for opener in left if opener in known)
                event = RankStatus(len(self._wanted), fixed + new, event)
            self._work.show(event)

        openers = () if len(left) == len(self._question.position.allowed) else known.asked
        top = _ALL if self._top is None else self._top
        work = self._work.showing(show)
        if self._keeping.cluster is None:
            session = TotalSession(self._question, work)
            outcome, stopped_by = session.rank(openers=openers, top=top, collector=known)
        else:
            from wordle_cp.runs.cluster.ranking import ClusterSession  # noqa: PLC0415  the checker loads with it

            with ClusterSession(self._keeping.cluster, self._question, work) as spread:
                outcome, stopped_by = spread.rank(openers=openers, top=top, collector=known)
        known.take([OpenerResult(found) for found in _settled(outcome) if found.opener not in known], "")
        if stopped_by is None and known.left:
            message = f"the search ended, and {known.left[0]!r} isn't settled"
            raise AssertionError(message)
        return stopped_by, outcome.work


def _settled(outcome: TotalOutcome) -> tuple[Settled, ...]:
    """Return all that `outcome` says about openers."""
    return (*outcome.ranked, *outcome.others, *map(Hopeless, outcome.hopeless))


def shown_at_most(wanted: int | None) -> int:
    """Return how many openers a report for people shows, of so many `wanted` (None: all)."""
    return max(wanted or 0, _SHOWN_ROWS)


def render_csv(report: RankReport) -> str:
    """Return the ranking as CSV, a line an opener; those that can't keep the limit come last.

    Costs that are no numbers of guesses are called costs.
    """
    guesses = report.question.goal.counts_guesses
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ("rank", "opener", *(("mean_guesses", "total_guesses") if guesses else ("mean_cost", "cost")))
    )
    for place, found in zip(report.places(), report.ranked, strict=True):
        writer.writerow((place, found.opener, f"{float(report.mean(found)):.4f}", found.cost))
    if report.top is None:
        writer.writerows(("", opener, "", "") for opener in report.hopeless)
    return text.getvalue()
