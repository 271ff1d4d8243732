"""A run of the census: it goes on where the last one in its folder ended, and says what is known then.

Where this stands: beside `prove`, and like it above `models` (family lemmas), `search` and `certificate`,
below the command line. Decisions flow from the search to the ledger, never the other way round:

- An opener without a strategy is stored with the proof nodes that refute it.
- A strategy is written to a temporary file, the independent checker replays it from there, the file gets its
  name, and only then the opener is stored as possible.
- At the end of a run all refuted openers get one certificate, made of what the ledger holds, and checked;
  after Ctrl-C only if it is small, else a later run writes it.

So whatever kills the process, every decision that is stored has its proof on disk.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from wordle_cp.census.folder import RunFolder, file_sha256
from wordle_cp.census.ledger import Ledger, LedgerError, Possible, RefutationState, Refuted
from wordle_cp.census.report import SILENT, CensusReport, CensusStage, CensusStatus, CensusWatcher
from wordle_cp.census.writers import Task, Writers
from wordle_cp.certificate.records import OpenerScope
from wordle_cp.certificate.refutation import refutation_certificate
from wordle_cp.certificate.write import write_checked
from wordle_cp.lemmas import family_facts
from wordle_cp.resources import word_list_by_hash
from wordle_cp.search.census import CensusQuestion, KnownNodesError, search_census
from wordle_cp.search.depth import check_openers
from wordle_cp.search.watch import NO_LIMITS, Limits, StopReason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.census.writers import Written
    from wordle_cp.engine import DepthSearch, OpenerDecision
    from wordle_cp.rules import History
    from wordle_cp.variant import Variant

_MOST_UNCHECKED: Final = 2000
"""With so many strategies waiting for the checker, further decisions are left in the search for a while."""

_QUICK_NODES: Final = 20_000
"""A larger proof takes minutes to write and check: not what Ctrl-C asks for."""


def run_census(
    variant: Variant,
    depth: int,
    *,
    folder: Path,
    history: History = (),
    openers: Sequence[str] = (),
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    watcher: CensusWatcher = SILENT,
) -> CensusReport:
    """Decide of each of `openers` (none: all) whether `depth` guesses in all suffice after `history` and it.

    What earlier runs in `folder` decided is taken over; the folder is made if need be. `jobs` threads search,
    and up to as many processes check strategies.

    Raises:
        HistoryError, UsageError: the question makes no sense, or the folder belongs to another question or is
            in use.
        LedgerError: its ledger can't be used.
        OSError: something in it can't be read or written.
        CertificateRejected: a proof of our own failed the check: a bug; what is stored stays.
    """
    started = time.monotonic()
    question = CensusQuestion.ask(variant, depth, history)
    check_openers(variant, history, openers)
    wanted = tuple(dict.fromkeys(openers)) or question.openers
    files = RunFolder(folder)
    with files.hold(), _open_ledger(files, question) as ledger:
        lost = _forget_lost(files, ledger)
        before = ledger.decisions()
        left = [opener for opener in wanted if opener not in before]
        stopped_by = _decide(question, left, files, ledger, jobs, limits, watcher) if left else None
        hasty = stopped_by is StopReason.INTERRUPTED and ledger.node_count > _QUICK_NODES
        refutation = None if hasty else _certify_refuted(question, files, ledger, watcher)
        decisions = ledger.decisions()
        found = [decisions[opener] for opener in wanted if opener in decisions]
        undecided = tuple(opener for opener in wanted if opener not in decisions)
        return CensusReport(
            question=question,
            folder=folder,
            possible=tuple(decision for decision in found if isinstance(decision, Possible)),
            refuted=tuple(decision.opener for decision in found if isinstance(decision, Refuted)),
            undecided=undecided,
            before=len(wanted) - len(left),
            lost=lost,
            refutation=refutation,
            stopped_by=stopped_by if undecided else None,
            seconds=time.monotonic() - started,
            seconds_of_all_runs=ledger.seconds,
        )


def _open_ledger(files: RunFolder, question: CensusQuestion) -> Ledger:
    """Return the ledger in the folder, which must not have lost one."""
    if files.lost_ledger():
        message = f"{files.ledger}: the ledger is gone or empty; to begin anew, take another folder"
        raise LedgerError(message)
    ledger = Ledger(files.ledger, question)
    files.note_ledger()
    return ledger


def _forget_lost(files: RunFolder, ledger: Ledger) -> tuple[str, ...]:
    """Take back decisions whose certificate isn't what was accepted; return their openers."""
    lost = tuple(
        decision.opener
        for decision in ledger.decisions().values()
        if isinstance(decision, Possible) and file_sha256(files.strategy(decision.opener)) != decision.sha256
    )
    ledger.forget(lost)
    return lost


def _decide(
    question: CensusQuestion,
    left: Sequence[str],
    files: RunFolder,
    ledger: Ledger,
    jobs: int,
    limits: Limits,
    watcher: CensusWatcher,
) -> StopReason | None:
    """Search the openers that are `left`, and store what comes out; return why some are left undecided."""
    started = time.monotonic()
    watcher.stage(CensusStage.FAMILIES)
    facts = family_facts(
        question.variant,
        question.hidden,
        question.guesses_left,
        progress=watcher.families,
        cancelled=lambda: watcher.cancelled() or limits.struck(started) is not None,
    )
    watcher.stage(CensusStage.SEARCH)
    with Writers(question, files.possible, jobs) as writers, _known_from(ledger):
        recorder = _Recorder(len(left), files, ledger, writers, watcher, started)
        stopped_by = search_census(
            question,
            left,
            recorder,
            known=ledger.nodes(),
            facts=facts,
            jobs=jobs,
            limits=limits.after(started),
            cancelled=watcher.cancelled,
        )
    recorder.account()
    return stopped_by


@contextmanager
def _known_from(ledger: Ledger) -> Iterator[None]:
    """Blame the ledger if its proof nodes make no sense."""
    try:
        yield
    except KnownNodesError as error:
        message = f"{ledger.path}: the ledger is damaged: {error}"
        raise LedgerError(message) from error


class _Recorder:
    """Takes decisions from the search and stores them; the `Collector` of a run."""

    def __init__(
        self,
        wanted: int,
        files: RunFolder,
        ledger: Ledger,
        writers: Writers,
        watcher: CensusWatcher,
        started: float,
    ) -> None:
        self._wanted = wanted
        self._files = files
        self._ledger = ledger
        self._writers = writers
        self._watcher = watcher
        self._accounted = started
        self._possible = 0
        self._refuted = 0

    def collect(self, search: DepthSearch, *, ended: bool) -> bool:
        """Store what there is, unless too much waits for the checker; tell whether there is more to do."""
        written = self._writers.take(patiently=ended)
        fresh = search.take_decisions() if self._writers.backlog < _MOST_UNCHECKED else []
        for decision in fresh:
            if decision.strategy:
                self._writers.submit(Task(decision.opener, decision.strategy, decision.nodes_searched))
        self._store(search, written, fresh)
        self._show(search)
        return self._writers.backlog > 0

    def abandon(self, search: DepthSearch) -> None:
        """Store what needs no check, and the strategies that are being checked."""
        self._store(search, [], search.take_decisions())
        self._writers.drop_queue()
        while self._writers.backlog:
            self._store(search, self._writers.take(patiently=True), [])
            self._show(search)

    def _store(
        self, search: DepthSearch, written: Sequence[Written], fresh: Sequence[OpenerDecision]
    ) -> None:
        """Store strategies that the checker has accepted, and the refutations among `fresh` decisions."""
        possible = [self._named(one) for one in written]
        refuted: list[Refuted] = []
        for decision in fresh:
            if not decision.strategy:
                assert decision.node is not None, "in normal and hard mode a refutation has a proof"
                refuted.append(Refuted(decision.opener, decision.node, decision.nodes_searched))
        if possible or refuted:
            nodes = search.proof_nodes(self._ledger.node_count) if refuted else []
            self._ledger.record([*possible, *refuted], nodes, self._spent())
            self._possible += len(possible)
            self._refuted += len(refuted)

    def _named(self, written: Written) -> Possible:
        """Give an accepted certificate its name."""
        opener = written.task.opener
        written.temporary.replace(self._files.strategy(opener))
        return Possible(opener, written.sha256, written.total_guesses, written.max_guesses, written.task.work)

    def account(self) -> None:
        """Store the time since the last decision, too."""
        self._ledger.record((), (), self._spent())

    def _spent(self) -> float:
        """Return the seconds since the last time."""
        before, self._accounted = self._accounted, time.monotonic()
        return self._accounted - before

    def _show(self, search: DepthSearch) -> None:
        self._watcher.search(
            CensusStatus(
                self._wanted, self._possible, self._refuted, self._writers.backlog, search.progress()
            )
        )


class _Abandoned(Exception):  # noqa: N818  no error: the user doesn't want to wait
    """The refutation certificate is left for the next run."""


def _certify_refuted(
    question: CensusQuestion, files: RunFolder, ledger: Ledger, watcher: CensusWatcher
) -> Path | None:
    """Write one certificate for all refuted openers, unless the folder has it already; return its path.

    Ctrl-C leaves it for the next run.
    """
    decisions = ledger.decisions()
    refuted = {
        decision.opener: decision.node for decision in decisions.values() if isinstance(decision, Refuted)
    }
    if not refuted:
        return None
    undecided = len(question.openers) - len(decisions)
    known = ledger.refutation
    if known == RefutationState(file_sha256(files.refuted) or "", len(refuted), undecided):
        return files.refuted
    scope, listed = OpenerScope.ONLY, tuple(opener for opener in question.openers if opener in refuted)
    if undecided == 0:
        listed = tuple(opener for opener in question.openers if opener not in refuted)
        scope = OpenerScope.EXCEPT if listed else OpenerScope.ALL
    watcher.stage(CensusStage.REFUTATION)
    impatient_already = watcher.cancelled()

    def proof(done: int, total: int) -> None:
        watcher.proof(done, total)
        abandon()

    def check(done: int, total: int) -> None:
        watcher.check(done, total)
        abandon()

    def abandon() -> None:
        if watcher.cancelled() and not impatient_already:
            raise _Abandoned

    try:
        refutation = refutation_certificate(
            question.variant,
            question.depth,
            ledger.nodes(),
            sorted(set(refuted.values())),
            history=question.history,
            scope=scope,
            openers=listed,
            progress=proof,
        )
        write_checked(files.refuted, refutation, word_list_by_hash, check)
    except (_Abandoned, KeyboardInterrupt):
        return None
    sha256 = file_sha256(files.refuted)
    assert sha256 is not None, "written a moment ago"
    ledger.note_refutation(RefutationState(sha256, len(refuted), undecided))
    return files.refuted
