"""The openers of a position in the order of their least costs: the best K, or all, and none missing.

Where this stands: beside `solve`, above `search.total`, below the command line. With a run folder
everything that is settled goes to a ledger (`rank_ledger`) as it comes, and another run begins with it.

**What a later run may take over.** A cost is a fact, and so is that an opener is hopeless. A lower bound
settles an opener as long as it exceeds the K-th least of the costs that are known: as more become known,
that can only fall, so such an opener is never among the best K. The search is told of the best K known by
asking about them again; they cost little, and their costs must come out the same.
"""

from __future__ import annotations

import csv
import io
import time
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import AtLeast, ExactCost, Hopeless
from wordle_cp.errors import UsageError
from wordle_cp.ledger_file import held
from wordle_cp.objective import TOTAL_GUESSES, Objective, places
from wordle_cp.rank_ledger import RankLedger, RankLedgerError
from wordle_cp.search.total import TotalQuestion, TotalSession
from wordle_cp.search.watch import NO_LIMITS, Limits, StoppedError, StopReason, heeding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.engine import BoundProgress, Settled, TotalOutcome, TotalProgress
    from wordle_cp.rules import History
    from wordle_cp.variant import Variant

_ALL: Final = 0  # as the search says it


@dataclass(frozen=True, slots=True)
class RankStatus:
    """A snapshot of a running ranking: of `openers` so many are `settled`, those of earlier runs included.

    They may have to be asked about again until the K-th best is known.
    """

    openers: int
    settled: int
    search: TotalProgress


@dataclass(frozen=True, slots=True)
class RankWatcher:
    """Callbacks of a ranking; each is called from the thread that called `rank`, now and then.

    `search` and `bounds` with a snapshot; `check` with (done, of how many); `cancelled` is asked whether to
    stop.
    """

    search: Callable[[RankStatus], None] = field(default=lambda _status: None)
    bounds: Callable[[BoundProgress], None] = field(default=lambda _progress: None)
    check: Callable[[int, int], None] = field(default=lambda _done, _total: None)
    cancelled: Callable[[], bool] = field(default=lambda: False)


SILENT: Final = RankWatcher()


@dataclass(frozen=True, slots=True)
class RankReport:
    """The ranking, as far as it is known.

    `top` is the number of openers asked for, None for all. `ranked` are the best ones, all that tie with
    the last of them included, by cost and then in the order of the guess list; `others` cost more than all
    of these, each with its exact cost or a lower bound; `hopeless` can't keep the limit. While the ranking
    isn't `complete`, `left` are the openers that may still belong to `ranked`, or whose cost isn't known.
    `before` were settled in earlier runs. The question was about the `openers` alone unless there are none:
    then about every one.
    """

    question: TotalQuestion
    top: int | None
    openers: tuple[str, ...]
    ranked: tuple[ExactCost, ...]
    others: tuple[ExactCost | AtLeast, ...]
    hopeless: tuple[str, ...]
    left: tuple[str, ...]
    before: int
    folder: Path | None
    stopped_by: StopReason | None
    work: int
    seconds: float
    seconds_of_all_runs: float

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
    variant: Variant,
    *,
    top: int | None,
    history: History = (),
    openers: Sequence[str] = (),
    max_guesses: int | None = None,
    objective: Objective = TOTAL_GUESSES,
    folder: Path | None = None,
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    watcher: RankWatcher = SILENT,
    symmetry: bool = True,
) -> RankReport:
    """Find the `top` openers of least cost (None: the cost of every opener), and prove that none is missing.

    `openers` are those to rank, none meaning every allowed one. What is settled is kept in `folder`, if one
    is given, which is made if need be; what earlier runs settled there is taken over. The rest is as for
    `solve`.

    Raises:
        HistoryError, UsageError: the question makes no sense, or the folder belongs to another question or
            is in use. RankLedgerError: its ledger can't be used, or is wrong. OSError: something in it
            can't be read or written.
    """
    started = time.monotonic()
    if top is not None and top < 1:
        message = f"expected a number of openers of 1 or more, found {top}"
        raise UsageError(message)
    asked = tuple(dict.fromkeys(openers))
    question = TotalQuestion.ask(
        variant,
        history=history,
        openers=asked,
        max_guesses=max_guesses,
        objective=objective,
        symmetry=symmetry,
    )
    ranking = _Ranking(question, top, asked, folder, started)
    if folder is None:
        return ranking.run(None, jobs, limits, watcher)
    with held(folder, RankLedger.run), RankLedger(folder / "ledger.sqlite", question) as ledger:
        return ranking.run(ledger, jobs, limits, watcher)


def certify(
    report: RankReport,
    out: Path,
    *,
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    watcher: RankWatcher = SILENT,
) -> Accepted:
    """Write to `out` a certificate of a complete ranking of the best openers, once the checker accepts it.

    It says that the openers ranked have these totals, and that every other one costs more or can't keep the
    limit.

    Raises:
        UsageError: the ranking isn't complete or ranks no opener, or there are no proofs of such bounds.
        OSError: `out` can't be written. StoppedError: there was reason to stop; `out` is left as it was.
        CertificateRejected: our own certificate failed the check: a bug; `out` is left as it was.
    """
    from wordle_cp.certificate.write import write_checked  # noqa: PLC0415  they take a moment to load
    from wordle_cp.resources import word_list_by_hash  # noqa: PLC0415
    from wordle_cp.total_proof import ProofRun, has_lower_bounds, total_proof  # noqa: PLC0415

    started = time.monotonic()
    question = report.question
    if not report.complete or not report.ranked:
        message = "only a complete ranking that ranks an opener has a certificate"
        raise UsageError(message)
    if not has_lower_bounds(question):
        message = "lower bounds have proofs for totals of guesses in normal and hard mode only"
        raise UsageError(message)
    session = TotalSession(question, jobs=jobs, limits=limits, cancelled=watcher.cancelled)
    certificate = total_proof(
        session,
        report.ranked,
        openers=report.openers,
        guesses_left=question.guesses_left,
        run=ProofRun(jobs, limits.after(started), watcher.bounds, watcher.cancelled),
    )
    check = heeding(watcher.check, limits, started, watcher.cancelled)
    return write_checked(out, certificate, word_list_by_hash, check)


class _Ranking:
    """A ranking on its way: what is known about each opener, here and in the ledger."""

    def __init__(
        self,
        question: TotalQuestion,
        top: int | None,
        asked: tuple[str, ...],
        folder: Path | None,
        started: float,
    ) -> None:
        self._question = question
        self._top = top
        self._asked = asked
        self._folder = folder
        self._wanted = asked or question.openers
        self._started = started
        self._accounted = started
        self._known: dict[str, Settled] = {}
        self._ledger: RankLedger | None = None

    def run(self, ledger: RankLedger | None, jobs: int, limits: Limits, watcher: RankWatcher) -> RankReport:
        """Settle what `ledger`, if there is one, doesn't know; return what is known then."""
        self._ledger = ledger
        if ledger is not None:
            self._known = ledger.settled()
        left = self._left()
        before = len(self._wanted) - len(left)
        stopped_by: StopReason | None = None
        work = 0
        if left:
            try:
                stopped_by, work = self._search(left, jobs, limits, watcher)
            except StoppedError as stopped:
                stopped_by = stopped.reason
        if ledger is not None:
            ledger.record((), self._spent())
        return self._report(before, stopped_by, work)

    def _search(
        self, left: Sequence[str], jobs: int, limits: Limits, watcher: RankWatcher
    ) -> tuple[StopReason | None, int]:
        """Settle the openers that are `left`; return why some are left still, and the work it took."""
        fixed = len(self._wanted) - len(left)
        waiting = frozenset(left)

        def show(progress: TotalProgress) -> None:
            new = sum(1 for opener in waiting if opener in self._known) if self._known else 0
            watcher.search(RankStatus(len(self._wanted), fixed + new, progress))

        session = TotalSession(
            self._question,
            jobs=jobs,
            limits=limits.after(self._started),
            progress=show,
            cancelled=watcher.cancelled,
        )
        again = {found.opener for found in self._ranked()} if self._top is not None else set()
        everything = len(left) == len(self._question.openers)
        outcome, stopped_by = session.rank(
            openers=() if everything else [word for word in self._wanted if word in waiting or word in again],
            top=_ALL if self._top is None else self._top,
            collect=self._learn,
        )
        self._learn(_settled(outcome))
        if stopped_by is None and self._left():
            message = f"the search ended, and {self._left()[0]!r} isn't settled"
            raise AssertionError(message)
        return stopped_by, outcome.work

    def _learn(self, settled: Iterable[Settled]) -> None:
        """Take over what is new, first into the ledger."""
        news = [found for found in settled if self._is_new(found)]
        if news and self._ledger is not None:
            self._ledger.record(news, self._spent())
        self._known.update((found.opener, found) for found in news)

    def _is_new(self, found: Settled) -> bool:
        """Tell whether `found` says more than what is known.

        Raises:
            RankLedgerError: it contradicts what an earlier run left.
        """
        known = self._known.get(found.opener)
        if known is None or known == found:
            return known is None
        if isinstance(found, AtLeast):
            if isinstance(known, ExactCost) and known.cost < found.cost:
                raise self._contradiction(found.opener)
            return isinstance(known, AtLeast) and known.cost < found.cost
        if not isinstance(known, AtLeast) or (isinstance(found, ExactCost) and found.cost < known.cost):
            raise self._contradiction(found.opener)
        return True

    def _contradiction(self, opener: str) -> Exception:
        message = f"two searches disagree about {opener!r}"
        if self._ledger is None:
            return AssertionError(message)
        return RankLedgerError(f"{self._ledger.path}: {message}; to begin anew, take another folder")

    def _left(self) -> tuple[str, ...]:
        """Return the openers that aren't settled."""
        threshold = self._threshold()
        return tuple(word for word in self._wanted if not _is_settled(self._known.get(word), threshold))

    def _exact(self) -> list[ExactCost]:
        """Return the openers asked for whose costs are known, the least first."""
        known = (self._known.get(word) for word in self._wanted)
        return sorted((found for found in known if isinstance(found, ExactCost)), key=lambda f: f.cost)

    def _threshold(self) -> int | None:
        """Return the cost that none of the others must be proven to reach; None if each must be exact."""
        if self._top is None:
            return None
        exact = self._exact()
        return exact[self._top - 1].cost if len(exact) >= self._top else None

    def _ranked(self) -> tuple[ExactCost, ...]:
        """Return the best of those whose costs are known."""
        threshold = self._threshold()
        order = {word: index for index, word in enumerate(self._question.variant.guesses)}
        ranked = [found for found in self._exact() if threshold is None or found.cost <= threshold]
        return tuple(sorted(ranked, key=lambda found: (found.cost, order[found.opener])))

    def _report(self, before: int, stopped_by: StopReason | None, work: int) -> RankReport:
        """Return what is known."""
        ranked, left = self._ranked(), self._left()
        listed = frozenset(found.opener for found in ranked) | frozenset(left)
        rest = [self._known[word] for word in self._wanted if word not in listed]
        seconds = time.monotonic() - self._started
        return RankReport(
            question=self._question,
            top=self._top,
            openers=self._asked,
            ranked=ranked,
            others=tuple(found for found in rest if not isinstance(found, Hopeless)),
            hopeless=tuple(found.opener for found in rest if isinstance(found, Hopeless)),
            left=left,
            before=before,
            folder=self._folder,
            stopped_by=stopped_by if left else None,
            work=work,
            seconds=seconds,
            seconds_of_all_runs=seconds if self._ledger is None else self._ledger.seconds,
        )

    def _spent(self) -> float:
        """Return the seconds since the last time."""
        before, self._accounted = self._accounted, time.monotonic()
        return self._accounted - before


def _is_settled(known: Settled | None, threshold: int | None) -> bool:
    """Tell whether nothing more need be known about an opener; see `_Ranking._threshold`."""
    if isinstance(known, AtLeast):
        return threshold is not None and known.cost > threshold
    return known is not None


def _settled(outcome: TotalOutcome) -> tuple[Settled, ...]:
    """Return all that `outcome` says about openers."""
    return (*outcome.ranked, *outcome.others, *map(Hopeless, outcome.hopeless))


def render_csv(report: RankReport) -> str:
    """Return the ranking as CSV, a line an opener; those that can't keep the limit come last.

    Costs that are no numbers of guesses are called costs.
    """
    guesses = report.question.objective.counts_guesses
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
