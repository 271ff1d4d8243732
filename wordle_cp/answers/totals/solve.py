"""The average question: the least cost of a position, the guesses that reach it, and a strategy that does.

Where this stands: above `search.total` (exact costs and proven bounds), `answers.depth.minimax` and
`certificate`, below the command line. The order is always the same:

1. For the goal worst-then-total the least worst case is settled first; it becomes the limit.
2. The search settles every opener: an exact cost, a lower bound above the least cost, or that the limit
   can't be kept. So the best openers are all known, and that no other is as good.
3. The strategy of the first best opener is replayed with the readable rules; it must cost what was claimed.
4. For the goal total-then-worst the best openers alone are asked again with one guess less than that strategy
   takes at most, until the cost is no longer the least. (A strategy of least cost under a smaller limit is
   one under the larger limit, so it begins with one of them.)
5. If a file is wanted (`certify`), it is a certificate that the independent checker has to accept: for
   `solve` that of the strategy; for `prove_optimal` that of the least cost itself, with the proofs of all
   lower bounds, where there are such proofs (`proof.has_lower_bounds`). For the goal worst-then-total
   it gets a second file beside it: the refutation that one guess less isn't enough. For the goal
   total-then-worst, too, where there are such proofs: that with one guess less the best openers cost more
   (`smaller_worst`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_cp.answers.totals.certify import Certifying, prepare
from wordle_cp.answers.totals.run import SolveRun
from wordle_cp.runs.provenance import Keeping
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.totals.report import SolveReport
    from wordle_cp.games.question import TotalQuestion


def solve(question: TotalQuestion, tree: Path | None = None, work: Work = UNLIMITED) -> SolveReport:
    """Find the least cost of the strategies that `question` is about, and all openers that reach it.

    Costs count from its position on. The strategy is written to `tree`, if that is given, as a certificate,
    and checked.

    Raises:
        FileError: `tree` can't be written.
        CertificateRejected: our own certificate failed the check: a bug; `tree` is left as it was.
    """
    return _answer(question, Keeping(tree), work, bounds=False)


def _answer(question: TotalQuestion, keeping: Keeping, work: Work, *, bounds: bool) -> SolveReport:
    """Answer `solve` or, with `bounds`, `prove_optimal`."""
    if keeping.out is not None:
        prepare(keeping.out)
    run = SolveRun(question, keeping, work, bounds=bounds)
    if keeping.folder is None:
        return _answered(run, keeping, work, bounds=bounds)
    from wordle_cp.runs.ranking_state import held_for_ranking  # noqa: PLC0415  see `certify`

    with held_for_ranking(keeping.folder):
        return _answered(run, keeping, work, bounds=bounds)


def _answered(run: SolveRun, keeping: Keeping, work: Work, *, bounds: bool) -> SolveReport:
    """Settle the question, and write the certificate that is wanted."""
    stopped_by: StopReason | None = None
    try:
        run.settle()
    except StoppedError as stopped:
        stopped_by = stopped.reason
    found = run.answer
    if keeping.out is None or found is None:
        return run.report(stopped_by)
    certifying = Certifying(found, keeping, work)
    try:
        certifying.certify(keeping.out, bounds=bounds)
    except StoppedError as stopped:  # what was found stands, and has no certificate
        return replace(run.report(None, certifying), stopped_by=stopped.reason)
    return run.report(stopped_by, certifying, keeping.out)


def prove_optimal(question: TotalQuestion, keeping: Keeping, work: Work = UNLIMITED) -> SolveReport:
    """Prove which openers are best: `solve` with a checked certificate of the whole answer, at `keeping.out`.

    It has a strategy of each best opener, and the proof that no other opener costs as little. Where words
    missed are counted (see `proof.counts_missed`) it has a strategy, and the proof that none misses
    fewer. Where there are no such proofs (see `proof.has_lower_bounds`) it has a strategy alone: it
    shows that the cost can be reached, and that no strategy costs less is the result of an exhaustive search.

    What is settled about openers is kept in the run's folder, if there is one, which is made if need be; what
    earlier runs settled there is taken over, those of `rank` about the same question, too. Where there is a
    cluster its workers settle openers; strategies and proofs are found by threads here.

    Raises:
        As `solve`, and as `answers.rankings.best.rank` for the folder and the cluster.
    """
    return _answer(question, keeping, work, bounds=True)
