"""A census from the question to the answer.

The parts, in their order:

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

import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.census.answer import CensusAnswer, CensusStatus, Possible
from wordle_cp.answers.census.ledger import CensusLedger, RunFolder, Writers, file_sha256
from wordle_cp.answers.shipped import name_answer, shipped_decision
from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.certify.depth import refutation_certificate
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import asked_impossible, asked_possible
from wordle_cp.check import check_file
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected, file_errors
from wordle_cp.games.question import Question
from wordle_cp.runs.ledgers import LedgerError
from wordle_cp.search.census import CensusQuestion, KnownNodesError, search_census
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.answers.census.ledger import Decision
    from wordle_cp.certify.records import Asked
    from wordle_cp.check import Progress
    from wordle_cp.engine import DepthSearch, OpenerDecision
    from wordle_cp.runs.cluster.coordinator import CensusCoordinator

    Source = DepthSearch | CensusCoordinator
    """What decides openers."""


_PATIENCE_SECONDS: Final = 1.0
"""For strategies that are being checked when a run is to end."""
_STRATEGIES_PER_WRITER: Final = 4
"""For fewer openers than so many a process more doesn't pay."""


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

    def claim(self, openers: Sequence[str], worker: str = "") -> None:
        """Note in the ledger that `worker`, by default this process, has begun with `openers`."""
        self._ledger.claim(openers, worker)

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
            recorder.claim(openers)
            found = search_census(question, openers, recorder.collect, known=ledger.nodes(), work=work)
            return recorder.finish(*found)
        from wordle_cp.runs.cluster.coordinator import CensusCoordinator  # noqa: PLC0415  the checker loads with it

        nodes, told = ledger.nodes(), (recorder.claim, recorder.collect)
        with CensusCoordinator(cluster, question, openers, *told, nodes, work) as coordinator:
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
