"""A census from the question to the answer.

The parts, in their order:

What a census tells: how far it is while it runs, and what it found out.

From the search to the ledger: stores decisions as they come, and has strategies checked.

Refutations are stored at once, with their nodes; strategies too, as pending. They wait in the ledger, not in
memory, until a writer is free, and become decisions when the checker has accepted them. So what the search
has found is lost neither when a run is stopped nor when its process is killed.

A run of the census: it goes on where the last one in its folder ended, and says what is known then.

Decisions flow from the search to the ledger, never the other way round:

- An opener without a strategy is stored with the proof nodes that refute it.
- A strategy is stored as pending, written to a temporary file, the independent checker replays it from there,
  the file gets its name, and only then the opener is stored as possible. What is pending at the end of a run
  the next one checks before it searches.
- At the end of a run all refuted openers get one certificate, made of what the ledger holds, and checked;
  after Ctrl-C only if it is small, and after a limit not at all: then a later run writes it.

So whatever kills the process, every decision that is stored has its proof on disk, and what was found and
stored isn't searched again.
"""

from __future__ import annotations

import os
import time
from collections import deque
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Rows
from wordle_cp.answers.census.ledger import CensusLedger, Possible, RunFolder, Writers, file_sha256
from wordle_cp.answers.shipped import name_answer, shipped_decision
from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.certify.depth import refutation_certificate
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import asked_impossible, asked_possible
from wordle_cp.check import check_file
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected, counted, file_errors, within
from wordle_cp.games.question import Question
from wordle_cp.runs.ledgers import LedgerError
from wordle_cp.search.census import CensusQuestion, KnownNodesError, search_census
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.answers.census.ledger import Decision
    from wordle_cp.certify.records import Asked
    from wordle_cp.check import Progress
    from wordle_cp.engine import DepthProgress, DepthSearch, OpenerDecision
    from wordle_cp.runs.cluster.coordinator import CensusCoordinator

    Source: TypeAlias = DepthSearch | CensusCoordinator
    """What decides openers."""


CSV_HEADER: Final = "opener,verdict,max_guesses,total_guesses\n"
_SHOWN_OPENERS: Final = 60


@dataclass(frozen=True, slots=True)
class CensusStatus:
    """A snapshot of a running census: of the `wanted` openers, how many are `possible`, how many `refuted`.

    Another `unchecked` have a strategy that is still to be checked; `search` is what the search says, or None
    while what an earlier run found is checked. The run is `ending` once somebody has asked it to end.
    """

    wanted: int
    possible: int
    refuted: int
    unchecked: int
    search: DepthProgress | None
    ending: bool = False

    @property
    def decided(self) -> int:
        """Openers that are decided and stored."""
        return self.possible + self.refuted


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CensusAnswer(Answer):
    """What is known at the end of a run, about the openers that it was asked for, each list in their order.

    `before` of them were decided before the run began; `lost` are those whose certificate had disappeared
    from the folder since, which counted as undecided again; `lost_refutation` tells that the certificate of
    the refuted ones had. `unchecked` are those of the undecided ones that have a strategy already, which the
    next run checks first. `refutation` is the certificate of every refuted opener, also of those not asked
    for, or None: there is none to write, or it is left for another run. `believed_since` is None if the
    checker has accepted each of these files in this very run. Otherwise that would have taken too long, and
    it is the day on which the folder's ledger says that the last one of them was accepted. `stopped_by` says
    why the run isn't `finished`. `table` is the file that the rows are written to.
    Rows: the openers, sorted, with verdicts; numbers for possible ones.
    """

    question: CensusQuestion
    folder: Path
    possible: tuple[Possible, ...]
    refuted: tuple[str, ...]
    undecided: tuple[str, ...]
    unchecked: tuple[str, ...]
    before: int
    lost: tuple[str, ...]
    lost_refutation: bool
    refutation: Path | None
    believed_since: str | None
    seconds_of_all_runs: float
    table: Path | None = None

    def __repr__(self) -> str:
        """Return the question, and how many openers do what it asks."""
        left = f", {len(self.undecided)} undecided" if self.undecided else ""
        return within(f"<{next(self.told(''))} {len(self.possible)} do, {len(self.refuted)} don't{left}>")

    @property
    def openers(self) -> tuple[str, ...] | None:
        """The openers that were asked for, sorted; None if all were."""
        asked = sorted((*(found.opener for found in self.possible), *self.refuted, *self.undecided))
        return None if len(asked) == len(self.question.openers) else tuple(asked)

    @property
    def checked(self) -> bool:
        """Whether something is decided, and this run's checker has accepted a certificate of all that is."""
        return self.has_certificates and self.believed_since is None

    @property
    def has_certificates(self) -> bool:
        """Whether something is decided, and all that is has a certificate, checked in this run or before."""
        return bool(self.possible or self.refuted) and (self.refutation is not None or not self.refuted)

    @property
    def decided(self) -> bool:
        """Whether every opener asked for is decided, though perhaps without its certificate (`checked`)."""
        return not self.undecided

    @property
    def finished(self) -> bool:
        """Whether nothing is left for another run."""
        return self.decided and self.has_certificates

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `census`."""
        question = self.question
        yield (
            f"{'census' if self.finished else 'unfinished census'}: "
            f"{telling.position_words(question.variant, question.history)}: {self._which()} "
            f"find every one of {telling.words_of(question.variant, len(question.hidden))} "
            f"within {counted(question.depth, 'guess', 'guesses')}?"
        )
        openers = sorted(found.opener for found in self.possible)
        yield f"possible     {telling.listed_openers(openers, _SHOWN_OPENERS)}"
        yield f"refuted      {counted(len(self.refuted), 'opener', 'openers')}"
        if self.undecided:
            found = f", {len(self.unchecked)} with a strategy still to be checked" if self.unchecked else ""
            yield f"undecided    {counted(len(self.undecided), 'opener', 'openers')}{found}"
        if self.stopped_by is not None:
            yield f"stopped by   {struck}; the same command goes on from here"
        if lost := len(self.lost) + self.lost_refutation:
            yield f"lost         {counted(lost, 'certificate', 'certificates')} since the last run"
        yield f"certificates {self.folder}{os.sep}, {self._how_checked()}"
        if self.table is not None:
            yield f"table        {self.table}"
        before = telling.some(self.before, "opener decided before", "openers decided before")
        in_all = f"{telling.clock(self.seconds_of_all_runs)} in all runs"
        yield telling.effort_line(self.seconds, f"{in_all}{before and f'; {before}'}")

    def _which(self) -> str:
        """Return the subject of the question."""
        if self.openers is None:
            return "which openers"
        if len(self.openers) == 1:
            return f"does {self.openers[0].upper()}"
        return f"which of {len(self.openers)} openers"

    def _how_checked(self) -> str:
        """Return what is known of the certificates."""
        if self.checked:
            return "checked"
        if self.has_certificates:
            return (
                f"checked on {self.believed_since} by this folder's ledger; "
                "`wordle-cp check FILE` checks one now"
            )
        if not self.possible and not self.refuted:
            return "none yet"
        how = "checked" if self.believed_since is None else "not checked in this run"
        return f"those of the strategies {how}; a run that isn't stopped writes that of the refutations"

    def _json(self) -> dict[str, Any]:
        question = self.question
        return {
            "question": "census",
            "depth": question.depth,
            "possible": sorted(found.opener for found in self.possible),
            "impossible": len(self.refuted),
            "undecided": len(self.undecided),
            "unchecked": len(self.unchecked),
            "checked": self.checked,
            "believed_since": self.believed_since,
            "certificates": self.folder,
            "refutation": self.refutation,
            "table": self.table,
            **telling.position_fields(question.variant, question.history),
            "openers": self.openers,
            "hidden": len(question.hidden),
            "decided_before": self.before,
            "lost_certificates": sorted(self.lost),
            "lost_refutation": self.lost_refutation,
            "seconds_of_all_runs": round(self.seconds_of_all_runs, 3),
        }

    def _rows(self) -> Rows:
        none = {"max_guesses": None, "total_guesses": None}
        rows: Rows = [
            {
                "opener": found.opener,
                "verdict": "possible",
                "max_guesses": found.max_guesses,
                "total_guesses": found.total_guesses,
            }
            for found in self.possible
        ]
        rows += [{"opener": opener, "verdict": "impossible", **none} for opener in self.refuted]
        rows += [{"opener": opener, "verdict": "undecided", **none} for opener in self.undecided]
        return sorted(rows, key=itemgetter("opener"))


_PATIENCE_SECONDS: Final = 1.0
"""How long a run that is to end waits for strategies that are being checked."""
_STRATEGIES_PER_WRITER: Final = 4
"""One more writing process pays for each group of this number of openers."""


class Recorder:
    """Takes decisions from the search, of this process or on a cluster, and stores them."""

    def __init__(
        self,
        wanted: int,
        files: RunFolder,
        ledger: CensusLedger,
        writers: Writers,
        work: Work,
    ) -> None:
        """Prepare for `wanted` openers."""
        self._wanted = wanted
        self._files = files
        self._ledger = ledger
        self._writers = writers
        self._work = work
        self._possible = 0
        self._refuted = 0
        self._waiting: deque[str] = deque()
        """Openers that are pending in the ledger, for a writer to be free."""
        self._fresh: list[OpenerDecision] = []
        self._accepted: list[Possible] = []
        self._storing = False
        """Whether `_fresh` and `_accepted` may be stored already: an interrupt came at the wrong moment."""

    def expect(self, pending: Iterable[str]) -> None:
        """Have strategies checked that the ledger holds as `pending`."""
        self._waiting.extend(pending)

    def collect(self, search: Source | None, *, ended: bool = False) -> bool:
        """Store what there is, keep the writers busy, and tell whether something is still to be checked.

        Once the search has `ended` it may wait a moment for a writer.
        """
        self._accept(patiently=ended)
        if search is not None:
            self._fresh += search.take_decisions()
        self._store(search)
        while self._waiting and self._writers.hungry:
            opener = self._waiting.popleft()
            self._writers.submit(opener, self._ledger.strategy(opener))
        self._show(search)
        return bool(self._waiting) or self._writers.backlog > 0

    def finish(self, search: Source | None, stopped_by: StopReason | None) -> StopReason | None:
        """Have checked what is still to be, unless there is reason to stop; return why something is left.

        Strategies that aren't checked then, within a second, stay pending.
        """
        stopped_by = stopped_by or self._work.reason_to_stop()
        try:
            while stopped_by is None and self.collect(search, ended=True):
                stopped_by = self._work.reason_to_stop()
        except KeyboardInterrupt:
            stopped_by = StopReason.INTERRUPTED
        if stopped_by is not None:
            if search is not None:
                self._fresh += search.take_decisions()
            self._store(search)
            self._writers.drop_queue()
            give_up = time.monotonic() + _PATIENCE_SECONDS
            while self._writers.backlog and time.monotonic() < give_up:
                self._accept(patiently=True)
                self._store(search)
                self._show(search)
        return stopped_by

    def _accept(self, *, patiently: bool) -> None:
        """Give the certificates that the checker has accepted their names."""
        for written in self._writers.take(patiently=patiently):
            path = self._files.strategy(written.possible.opener)
            with file_errors(path):
                written.temporary.replace(path)
            self._accepted.append(written.possible)

    def _store(self, search: Source | None) -> None:
        """Store `_fresh` and `_accepted`, together with the proof."""
        if self._storing:
            self._drop_stored()
        if not (self._fresh or self._accepted):
            return
        pending = [one.opener for one in self._fresh if one.node is None]
        refuted = len(self._fresh) - len(pending)
        nodes = search.proof_nodes(self._ledger.node_count) if refuted and search is not None else []
        self._storing = True
        self._ledger.record(self._accepted, self._fresh, nodes)
        self._possible += len(self._accepted)
        self._refuted += refuted
        self._waiting.extend(pending)
        self._fresh.clear()
        self._accepted.clear()
        self._storing = False

    def _drop_stored(self) -> None:
        """Forget what an interrupted `_store` did store."""
        decided = self._ledger.decisions().keys()
        known = decided | set(self._ledger.pending())
        self._fresh = [decision for decision in self._fresh if decision.opener not in known]
        self._accepted = [possible for possible in self._accepted if possible.opener not in decided]
        self._storing = False

    def _show(self, search: Source | None) -> None:
        unchecked = len(self._waiting) + self._writers.backlog
        progress = None if search is None else search.progress()
        self._work.show(
            CensusStatus(
                self._wanted, self._possible, self._refuted, unchecked, progress, self._work.cancelled()
            )
        )


_QUICK_NODES: Final = 20_000
"""A larger proof takes minutes to write and check: that isn't what Ctrl-C asks for, nor a second look."""
_QUICK_WORDS: Final = 500_000
"""To replay strategies of more hidden words in all takes minutes, too."""


def run_census(
    asked: Question, depth: int, folder: Path, *, cluster: str | None = None, work: Work = UNLIMITED
) -> CensusAnswer:
    """Decide of each opener that is asked about whether `depth` guesses in all suffice; see `census`.

    Threads search, and up to as many processes check strategies. Given the address of a Dask scheduler in
    `cluster` its workers search, in place of threads here; what they find is judged before it is stored.

    Raises:
        ClusterError: the cluster can't be reached, or can't work on the question.
        LedgerError: its ledger can't be used, or what it holds as proven isn't.
        CheckerEndedError: a process that checks has ended.
    """
    started = time.monotonic()
    question = CensusQuestion(asked.position, depth=depth)
    wanted = asked.openers
    files = RunFolder(folder)
    with files.opened(question) as ledger:
        lost, lost_refutation = _forget_lost(files, ledger)
        before = ledger.decisions()
        left = [opener for opener in wanted if opener not in before]
        if left:
            name_answer(shipped_decision(asked, depth, each=True), work)
        stopped_by = _decide(question, left, files, ledger, work, cluster) if left else None
        refutation: Path | None = None
        believed = bool(before)
        if stopped_by is not StopReason.INTERRUPTED or ledger.node_count <= _QUICK_NODES:
            try:
                refutation = _certify_refuted(question, files, ledger, work)
                believed = not _check_again(question, files, ledger, before, work)
            except StoppedError as stopped:  # the certificate is left for another run
                stopped_by = stopped_by or stopped.reason
        decisions = ledger.decisions()
        pending = frozenset(ledger.pending())
        found = {opener: decisions[opener] for opener in wanted if opener in decisions}
        undecided = tuple(opener for opener in wanted if opener not in decisions)
        report = CensusAnswer(
            question=question,
            folder=folder,
            possible=tuple(one for one in found.values() if isinstance(one, Possible)),
            refuted=tuple(opener for opener, one in found.items() if not isinstance(one, Possible)),
            undecided=undecided,
            unchecked=tuple(opener for opener in undecided if opener in pending),
            before=len(wanted) - len(left),
            lost=lost,
            lost_refutation=lost_refutation,
            refutation=refutation,
            believed_since=ledger.latest if believed else None,
            stopped_by=stopped_by,
            seconds=time.monotonic() - started,
            seconds_of_all_runs=ledger.seconds,
        )
        return replace(report, stopped_by=None) if report.finished else report


def _forget_lost(files: RunFolder, ledger: CensusLedger) -> tuple[tuple[str, ...], bool]:
    """Forget certificates that aren't what was accepted, and take back what is possible by them.

    Return the openers of these, and whether the certificate of the refuted openers is another one.
    """
    lost = tuple(
        decision.opener
        for decision in ledger.decisions().values()
        if isinstance(decision, Possible) and file_sha256(files.strategy(decision.opener)) != decision.sha256
    )
    known = ledger.refutation
    lost_refutation = bool(known) and file_sha256(files.refuted) != known.partition(" ")[0]
    ledger.forget(lost, refutation=lost_refutation)
    return lost, lost_refutation


def _decide(
    question: CensusQuestion,
    left: Sequence[str],
    files: RunFolder,
    ledger: CensusLedger,
    work: Work,
    cluster: str | None,
) -> StopReason | None:
    """Decide the openers that are `left`, and store what comes out; return why some are left undecided."""
    wanted = frozenset(left)
    found = [opener for opener in ledger.pending() if opener in wanted]
    pending = frozenset(found)
    unknown = [opener for opener in left if opener not in pending]
    most = min(work.jobs, 1 + len(left) // _STRATEGIES_PER_WRITER)
    with Writers(question, files.possible, most) as writers:
        recorder = Recorder(len(left), files, ledger, writers, work)
        stopped_by = None
        if found:
            work.stage("checking strategies of the last run")
            recorder.expect(found)
            try:
                stopped_by = recorder.finish(None, None)
            except (CertificateRejected, CertificateParseError, ValueError) as error:
                raise _false(ledger, "a strategy", error) from error
        if unknown and stopped_by is None:
            stopped_by = _search(question, unknown, ledger, recorder, work, cluster)
    return stopped_by


def _search(
    question: CensusQuestion,
    openers: Sequence[str],
    ledger: CensusLedger,
    recorder: Recorder,
    work: Work,
    cluster: str | None,
) -> StopReason | None:
    """Search `openers`, and store what comes out; return why some are left undecided."""
    work.stage("search")
    try:
        if cluster is None:
            found = search_census(question, openers, recorder.collect, known=ledger.nodes(), work=work)
            return recorder.finish(*found)
        from wordle_cp.runs.cluster.coordinator import CensusCoordinator  # noqa: PLC0415  the checker loads with it

        known = ledger.nodes()
        with CensusCoordinator(cluster, question, openers, recorder.collect, known, work) as coordinator:
            return recorder.finish(coordinator, coordinator.settle())
    except KnownNodesError as error:
        message = f"{ledger.path}: the ledger is damaged: {error}"
        raise LedgerError(message) from error


def _false(ledger: CensusLedger, what: str, error: Exception) -> LedgerError:
    """Return the error that the ledger holds as proven what the checker doesn't accept."""
    calls = f"the checker rejects {what}, which this ledger calls proven"
    message = f"{ledger.path}: {calls}: {error}; to begin anew, take another folder"
    return LedgerError(message)


def _check_again(
    question: CensusQuestion,
    files: RunFolder,
    ledger: CensusLedger,
    before: Mapping[str, Decision],
    work: Work,
) -> bool:
    """Check the strategies that earlier runs left, unless that takes long; tell whether all are checked.

    The refutation has been checked by `_certify_refuted`, if it is small.

    Raises:
        StoppedError: there was reason to stop.
        LedgerError: a file isn't what the ledger says that the checker accepted.
    """
    found = [decision for decision in before.values() if isinstance(decision, Possible)]
    if len(found) * len(question.hidden) > _QUICK_WORDS:
        return False
    heed = work.going_on().heeding()
    for decision in found:
        asked = asked_possible(
            question.position,
            question.depth,
            decision.opener,
            total_guesses=decision.total_guesses,
            max_guesses=decision.max_guesses,
        )
        _demand_true(files.strategy(decision.opener), asked, ledger, heed)
    return ledger.node_count <= _QUICK_NODES or len(found) == len(before)


def _demand_true(path: Path, asked: Asked, ledger: CensusLedger, progress: Progress) -> None:
    """Raise LedgerError unless the checker accepts the file at `path`, and it answers what was `asked`."""
    try:
        asked.demand_answer(check_file(path, word_list_by_hash, progress))
    except (CertificateRejected, CertificateParseError) as error:
        raise _false(ledger, str(path), error) from error


def _certify_refuted(
    question: CensusQuestion,
    files: RunFolder,
    ledger: CensusLedger,
    work: Work,
) -> Path | None:
    """Write one certificate for all refuted openers, unless the folder has it already; return its path.

    None if there are none.

    Raises:
        StoppedError: a limit has struck, or Ctrl-C was pressed since this began.
        LedgerError: what the ledger holds is no proof.
    """
    again = " again" if work.cancelled() else ""
    work = work.going_on()
    decisions = ledger.decisions()
    refuted = {opener: one for opener, one in decisions.items() if not isinstance(one, Possible)}
    if not refuted:
        return None
    undecided = len(question.openers) - len(decisions)
    counts = f"{len(refuted)} {undecided}"
    scope, listed = OpenerScope.ONLY, tuple(opener for opener in question.openers if opener in refuted)
    if undecided == 0:
        listed = tuple(opener for opener in question.openers if opener not in refuted)
        scope = OpenerScope.EXCEPT if listed else OpenerScope.ALL
    asked = asked_impossible(Question(question.position, listed), question.depth, scope)
    if ledger.refutation == f"{file_sha256(files.refuted)} {counts}":
        if ledger.node_count <= _QUICK_NODES:
            _demand_true(files.refuted, asked, ledger, work.heeding("checking the refutations"))
        return files.refuted
    work.stage(f"writing the refutations (Ctrl-C{again} leaves them for the next run)")
    work.demand_time()
    try:
        refutation = refutation_certificate(
            Question(question.position, listed),
            question.depth,
            ledger.nodes(),
            sorted(set(refuted.values())),
            scope=scope,
            work=work,
        )
        write_checked(files.refuted, refutation, asked, work, lambda _: True)  # the folder is the run's own
    except KeyboardInterrupt:
        raise StoppedError(StopReason.INTERRUPTED) from None
    except (CertificateRejected, CertificateParseError, ValueError) as error:
        raise _false(ledger, "a refutation", error) from error
    ledger.note_refutation(f"{file_sha256(files.refuted)} {counts}")
    return files.refuted
