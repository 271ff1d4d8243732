"""From the search to the ledger: stores decisions as they come, and has strategies checked.

Refutations are stored at once, with their nodes; strategies too, as pending. They wait in the ledger, not in
memory, until a writer is free, and become decisions when the checker has accepted them. So what the search
has found is lost neither when a run is stopped nor when its process is killed.
"""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.census.answer import CensusStatus
from wordle_cp.answers.census.decisions import Pending, Possible, Refuted
from wordle_cp.errors import file_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.answers.census.folder import RunFolder
    from wordle_cp.answers.census.ledger import Ledger
    from wordle_cp.answers.census.writers import Writers, Written
    from wordle_cp.engine import OpenerDecision
    from wordle_cp.search.census import DecisionSource
    from wordle_cp.work import Work

_PATIENCE_SECONDS: Final = 1.0
"""For strategies that are being checked when a run is to end."""


class Recorder:
    """Takes decisions from the search and stores them; the `Collector` of a run."""

    def __init__(
        self,
        wanted: int,
        files: RunFolder,
        ledger: Ledger,
        writers: Writers,
        work: Work,
    ) -> None:
        """Prepare for `wanted` openers; time counts from now on."""
        self._wanted = wanted
        self._files = files
        self._ledger = ledger
        self._writers = writers
        self._work = work
        self._accounted = time.monotonic()
        self._worker = f"{socket.gethostname()}:{os.getpid()}"
        self._possible = 0
        self._refuted = 0
        self._waiting: deque[str] = deque()
        """Openers that are pending in the ledger, for a writer to be free."""
        self._fresh: list[OpenerDecision] = []
        self._accepted: list[Possible] = []
        self._storing = False
        """Whether `_fresh` and `_accepted` may be stored already: an interrupt came at the wrong moment."""

    def claim(self, openers: Sequence[str]) -> None:
        """Note in the ledger that threads here have begun with `openers`."""
        self._ledger.claim(openers, self._worker)

    def claim_for(self, openers: Sequence[str], worker: str) -> None:
        """Note in the ledger that `worker` has begun with `openers`."""
        self._ledger.claim(openers, worker)

    def expect(self, pending: Iterable[str]) -> None:
        """Have strategies checked that the ledger holds as `pending`."""
        self._waiting.extend(pending)

    def collect(self, search: DecisionSource | None, *, ended: bool) -> bool:
        """Store what there is, keep the writers busy, and tell whether something is still to be checked."""
        self._accept(patiently=ended)
        if search is not None:
            self._fresh += search.take_decisions()
        self._store(search)
        while self._waiting and self._writers.hungry:
            self._writers.submit(self._ledger.strategy(self._waiting.popleft()))
        self._show(search)
        return bool(self._waiting) or self._writers.backlog > 0

    def abandon(self, search: DecisionSource | None) -> None:
        """Store what there is, and strategies that are checked within a second; the others stay pending."""
        if search is not None:
            self._fresh += search.take_decisions()
        self._store(search)
        self._writers.drop_queue()
        give_up = time.monotonic() + _PATIENCE_SECONDS
        while self._writers.backlog and time.monotonic() < give_up:
            self._accept(patiently=True)
            self._store(search)
            self._show(search)

    def account(self) -> None:
        """Give back the claims, and store the time since the last decision, too."""
        self._ledger.release()
        self._ledger.record((), (), self._spent())

    def _accept(self, *, patiently: bool) -> None:
        """Give the certificates that the checker has accepted their names."""
        for written in self._writers.take(patiently=patiently):
            self._accepted.append(self._named(written))

    def _named(self, written: Written) -> Possible:
        opener = written.task.opener
        path = self._files.strategy(opener)
        with file_errors(path):
            written.temporary.replace(path)
        return Possible(opener, written.sha256, written.total_guesses, written.max_guesses)

    def _store(self, search: DecisionSource | None) -> None:
        """Store `_fresh` and `_accepted`, together with the proof."""
        if self._storing:
            self._drop_stored()
        if not (self._fresh or self._accepted):
            return
        pending: list[Pending] = []
        refuted: list[Refuted] = []
        for decision in self._fresh:
            effort = (decision.nodes_searched > 0, decision.seconds, decision.worker or self._worker)
            if decision.strategy:
                pending.append(Pending(decision.opener, decision.strategy, *effort))
            else:
                assert decision.node is not None, "in normal and hard mode a refutation has a proof"
                refuted.append(Refuted(decision.opener, decision.node, *effort))
        nodes = search.proof_nodes(self._ledger.node_count) if refuted and search is not None else []
        self._storing = True
        self._ledger.record([*self._accepted, *refuted], nodes, self._spent(), pending)
        self._possible += len(self._accepted)
        self._refuted += len(refuted)
        self._waiting.extend(one.opener for one in pending)
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

    def _spent(self) -> float:
        """Return the seconds since the last time."""
        before, self._accounted = self._accounted, time.monotonic()
        return self._accounted - before

    def _show(self, search: DecisionSource | None) -> None:
        unchecked = len(self._waiting) + self._writers.backlog
        progress = None if search is None else search.progress()
        self._work.show(
            CensusStatus(
                self._wanted, self._possible, self._refuted, unchecked, progress, self._work.cancelled()
            )
        )
