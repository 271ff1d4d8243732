"""Rankings of openers, the best first or the worst.

The parts, in their order:

The openers of a position in the order of their least costs: the best K, or all, and none missing.

With a run folder everything that is settled goes to a ledger (`runs.ledgers`) as it comes, and another
run begins with it.

What a later run may take over says `runs.ranking_state`.

The openers of the greatest least totals: the worst K, and none missing.

An opener's total is that of the best strategy that begins with it, as for `rank`: a bad opener, and then the
best play. That no other opener belongs among the worst is shown by strategies: each of the others has one
that costs less than the last of those ranked. Openers that can't keep the limit have no total; they stand
apart.

Normal mode and totals of guesses only.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.rankings.common import Ranking, demand_some, searched, shown_at_most
from wordle_cp.answers.telling import certificate_fields, certificate_lines, some
from wordle_cp.answers.totals.narrowing import none_keeps_the_limit, settle
from wordle_cp.certify.publish import about
from wordle_cp.engine import (
    AtLeast,
    AtMost,
    ExactCost,
    OpenerResult,
    RefutedOpener,
    TotalProgress,
    TotalSearch,
)
from wordle_cp.errors import UsageError, counted
from wordle_cp.files.outputs import prepare
from wordle_cp.games.needs import Needs
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.provenance import UNKEPT, Keeping
from wordle_cp.runs.ranking_state import KnownOpeners, held_for_ranking, known_openers
from wordle_cp.search.parted import session_of
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.games.question import TotalQuestion


@dataclass(frozen=True, slots=True)
class RankStatus:
    """A snapshot of a running ranking: of `openers` so many are `settled`, those of earlier runs included.

    They may have to be asked about again until the K-th best is known.
    """

    openers: int
    settled: int
    search: TotalProgress


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RankAnswer(Ranking[ExactCost]):
    """The best openers, as far as they are known.

    `others` cost more than all of those `ranked`, each with its exact cost or a lower bound. While the
    ranking isn't `complete`, `left` are the openers that may still belong to `ranked`, or whose cost isn't
    known. `before` were settled in earlier runs. With a run folder the checker has replayed strategies of
    these costs of `replayed` of those of `ranked` that are shown. `accepted` is the checker's verdict on the
    `certificate` of a complete ranking, if one was wanted.
    """

    left: tuple[str, ...]
    others: tuple[ExactCost | AtLeast, ...]
    refuted: tuple[str, ...]
    before: int
    keeping: Keeping
    seconds_of_all_runs: float
    replayed: int
    certificate: Path | None = None
    accepted: Accepted | None = None

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted the certificate of the ranking."""
        return self.accepted is not None

    def name(self, found: ExactCost) -> str:
        """Return the opener."""
        return found.opener

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `rank`, and what became of the certificate."""
        yield from Ranking.told(self, struck)
        stopped = self.complete and self.stopped_by is not None
        yield from certificate_lines(self.certificate, self.accepted, struck if stopped else None)

    def _wanted(self) -> tuple[str, str]:
        number = len(self.question.openers)
        openers = counted(number, "opener", "openers")
        whole = self.top is None or self.top >= number
        return f"all {openers}" if whole else f"the best {self.top} of {openers}", openers

    def _others(self) -> str:
        if not self.others:
            return ""
        exact = sum(isinstance(found, ExactCost) for found in self.others)
        known = f", {exact} of them by a known amount" if exact else ""
        return f"{counted(len(self.others), 'opener costs', 'openers cost')} more{known}"

    def _run_told(self) -> Iterator[str]:
        if self.keeping.folder is None:
            return
        before = some(self.before, "opener settled before", "openers settled before")
        yield f"run          {self.keeping.folder}{before and f'; {before}'}"
        yield (
            f"checked      {counted(self.replayed, 'strategy', 'strategies')} that reach these totals; "
            "that none is less, and what is said of other openers, rests on the search and on this folder"
        )

    def _unranked(self) -> tuple[str, ...]:
        return self.refuted if self.top is None else ()

    def _found(self) -> dict[str, Any]:
        return {
            "others": len(self.others),
            "openers_hopeless": len(self.refuted),
            "left": self.left,
            "total_weight": self.question.total_weight,
            "asked": self.question.asked or None,
            "settled_before": self.before,
            "replayed": self.replayed,
            "run": self.keeping.folder,
            "seconds_of_all_runs": round(self.seconds_of_all_runs, 3),
            **certificate_fields(self.certificate, self.accepted),
        }


def rank(
    question: TotalQuestion,
    top: int | None,
    *,
    certificate: Path | None = None,
    keeping: Keeping = UNKEPT,
    work: Work = UNLIMITED,
) -> RankAnswer:
    """Find the `top` openers of least cost (None: the cost of every opener), and prove that none is missing.

    If the ranking is complete, a proof of that is written to `certificate`, if that is given, and checked.
    What is settled is kept in the run's folder, if there is one, which is made if need be; what earlier runs
    settled there is taken over. Where there is a cluster its workers search, in place of threads here.

    Raises:
        UsageError: `top` is less than 1, the folder belongs to another question or is in use, or there are no
            certificates of such a ranking.
            LedgerError: its ledger can't be used, or is wrong. FileError: something in it can't be read
            or written. ClusterError: the scheduler can't be reached, or its workers are of no use.
    """
    demand_some(top)
    if certificate is not None:
        from wordle_cp.answers.totals.lower_bounds import demand_lower_bounds  # noqa: PLC0415

        if top is None:
            message = "a certificate is about the best openers; give top, a number"
            raise UsageError(message)
        demand_lower_bounds(question)
        prepare(certificate, about(question.position, "total"))
    with ExitStack() as stack:
        if keeping.folder is not None:
            stack.enter_context(held_for_ranking(keeping.folder))
        known = stack.enter_context(known_openers(keeping.folder, question, top))
        found = _ranked(known, keeping, work)
    if certificate is None or not found.complete or not found.ranked:
        return found
    try:
        return replace(found, certificate=certificate, accepted=certify(found, certificate, work))
    except StoppedError as stopped:
        return replace(found, certificate=certificate, stopped_by=stopped.reason)


def _ranked(known: KnownOpeners, keeping: Keeping, work: Work) -> RankAnswer:
    """Settle what isn't `known`; return what is known then."""
    started = time.monotonic()
    question, left = known.question, known.left
    before = len(question.openers) - len(left)
    stopped_by: StopReason | None = None
    examined, begun = 0, left

    def seen(progress: TotalProgress) -> RankStatus:
        new = sum(opener in known for opener in begun)
        return RankStatus(len(question.openers), before + new, progress)

    known.seen = seen
    try:
        if left and known.top is not None:
            from wordle_cp.answers.shipped import name_answer, shipped_least  # noqa: PLC0415

            name_answer(shipped_least(question, known.top), work)
        if left and none_keeps_the_limit(question, work):
            known.take([OpenerResult(RefutedOpener(opener)) for opener in left])
        examined, stopped_by = settle(known, keeping.cluster, work)
    except StoppedError as stopped:
        stopped_by = stopped.reason
    replayed = 0
    if keeping.folder is not None:
        for found in known.ranked[: shown_at_most(known.top)]:
            if work.must_stop():
                break
            replayed += known.replay(found.opener)
    left = known.left
    rest = [found.settled for found in known.rest(left)]
    seconds = time.monotonic() - started
    return RankAnswer(
        question=question,
        top=known.top,
        before=before,
        keeping=keeping,
        stopped_by=stopped_by if left else None,
        work=examined,
        seconds=seconds,
        seconds_of_all_runs=seconds if known.seconds is None else known.seconds,
        replayed=replayed,
        ranked=known.ranked,
        others=tuple(found for found in rest if not isinstance(found, RefutedOpener)),
        refuted=tuple(found.opener for found in rest if isinstance(found, RefutedOpener)),
        left=left,
    )


def certify(report: RankAnswer, out: Path, work: Work = UNLIMITED) -> Accepted:
    """Write to `out` a certificate of a complete ranking of the best openers, once the checker accepts it.

    It says that the openers ranked have these totals, and that every other one costs more or can't keep the
    limit.

    Raises:
        UsageError: the ranking isn't complete or ranks no opener, or there are no proofs of such bounds.
        FileError: `out` can't be written. StoppedError: there was reason to stop; `out` is left as it was.
        CertificateRejected: our own certificate failed the check: a bug; `out` is left as it was.
    """
    from wordle_cp.answers.totals.lower_bounds import demand_lower_bounds, total_proof  # noqa: PLC0415
    from wordle_cp.certify.publish import write_checked  # noqa: PLC0415  they take a moment to load

    question = report.question
    if not report.complete or not report.ranked:
        message = "only a complete ranking that ranks an opener has a certificate"
        raise UsageError(message)
    demand_lower_bounds(question)
    work.stage("proving the lower bounds")
    session = session_of(question, work)
    with report.keeping.doubted():
        proof = total_proof(session, question, report.ranked, guesses_left=question.guesses_left, work=work)
    return write_checked(out, *proof, work)


NEEDS: Final = Needs("a ranking of the worst openers", tiles=True, unbound=True)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WorstAnswer(Ranking[ExactCost]):
    """The worst openers, the greatest cost first, as far as they are known.

    `others` openers have strategies that cost less.
    """

    left: tuple[str, ...]
    others: tuple[AtMost, ...] = ()
    refuted: tuple[str, ...] = ()

    def name(self, found: ExactCost) -> str:
        """Return the opener."""
        return found.opener

    def _wanted(self) -> tuple[str, str]:
        openers = counted(len(self.question.openers), "opener", "openers")
        return f"the worst {self.top} of {openers}", openers

    def _others(self) -> str:
        costs = counted(len(self.others), "opener costs", "openers cost")
        return f"{costs} less: each has a strategy that does" if self.others else ""

    def _unranked(self) -> tuple[str, ...]:
        return self.refuted

    def _asked(self) -> dict[str, Any]:
        return {"worst": self.top}

    def _found(self) -> dict[str, Any]:
        return {"others": len(self.others), "openers_hopeless": self.refuted, "left": self.left}


def rank_worst(question: TotalQuestion, top: int, work: Work = UNLIMITED) -> WorstAnswer:
    """Find the `top` openers of the greatest least total of the `question`, and show that none is missing.

    Costs count from the position on.

    Raises:
        UsageError: another mode than normal, a game of codes, or `top` is less than 1.
    """
    variant = question.variant
    demand_some(top)
    NEEDS.demand(variant)
    about = WorstAnswer(question=question, top=top, left=question.openers)
    return searched(about, lambda game: TotalSearch(game, Mode.NORMAL, jobs=work.jobs, worst=True), work)
