"""From a question to a checked answer: lemmas, search, certificate, check.

Where this stands: above `models` (family lemmas), `search` (the verdict) and `certificate` (the file), below
the command line, which only parses and prints. The order is always the same:

1. `models` settles the endgame families of the question; their facts go to the search as cutoffs.
2. `search` decides the question.
3. The strategy, or the proof that there is none, is written as a certificate under a temporary name, the
   independent checker judges the file, and only an accepted file gets its name.

In games of codes a proof by lemmas of words missed may come before the end of the search (`codes`).

In ultrahard mode the search of hard mode comes first, and what it makes impossible has its proof. For what
only ultrahard mode makes impossible one is written from the verdict (`certificate.ultrahard`). The one
exception: if that proof is given up, or has too many nodes, the search's verdict is told without a
certificate.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.depth.codes import LostCodes
from wordle_cp.answers.replies import Replies, largest_replies
from wordle_cp.answers.shipped_claims import shipped_certificates
from wordle_cp.certificate.claims.depth_records import DepthPossible, OpenerScope
from wordle_cp.certify.asked import Asked, asked_impossible
from wordle_cp.certify.depth import refutation_certificate
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import depth_certificate
from wordle_cp.certify.ultrahard import ProofTooLargeError, ultrahard_certificate
from wordle_cp.engine import Verdict
from wordle_cp.files.leftovers import remove_leftovers
from wordle_cp.files.write import check_target
from wordle_cp.games.strategy_tree import walk
from wordle_cp.models.family_facts import family_facts
from wordle_cp.rules.modes import Mode
from wordle_cp.search.depth import check_openers, hidden_after, openers_asked
from wordle_cp.search.ultrahard import DecidedBy, by_hard_rules, decide_depth
from wordle_cp.work import NO_LIMITS, Limits, StoppedError, heeding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from wordle_cp.certificate.claims.depth_records import Certificate, Refutation
    from wordle_cp.check import Accepted
    from wordle_cp.engine import BoundProgress, DepthProgress
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History
    from wordle_cp.search.depth import DepthResult


class Stage(StrEnum):
    """What `prove_depth` is doing."""

    FAMILIES = "families"
    SEARCH = "search"
    COUNTING = "counting words missed"
    PROOF = "writing the proof"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Watcher:
    """Callbacks of a long run; each is called from the thread that called `prove_depth`, now and then.

    `stage` when a stage begins; `families`, `proof` and `check` with (done, of how many); `search` with a
    snapshot; `counting` with one of lemmas of words missed; `cancelled` is asked whether to stop.
    """

    stage: Callable[[Stage], None] = field(default=lambda _stage: None)
    families: Callable[[int, int], None] = field(default=lambda _done, _total: None)
    search: Callable[[DepthProgress], None] = field(default=lambda _progress: None)
    counting: Callable[[BoundProgress], None] = field(default=lambda _progress: None)
    proof: Callable[[int, int], None] = field(default=lambda _done, _total: None)
    check: Callable[[int, int], None] = field(default=lambda _done, _total: None)
    cancelled: Callable[[], bool] = field(default=lambda: False)


SILENT: Final = Watcher()


@dataclass(frozen=True, slots=True)
class DepthReport:
    """What `prove_depth` found out.

    The question was about the `openers` alone, unless there are none: then about every opener.
    `lemmas` counts the family facts given to the search; `hinted` are the openers that shipped certificates
    named and that were tried first; `accepted` is the checker's verdict on `certificate`; both are None if
    the verdict is undecided, or the proof of what ultrahard mode alone makes impossible was given up.
    `replies` are the second guesses of the strategy in the largest cells. `by_lemmas` is whether lemmas of
    words missed decided, and not the search.
    """

    depth: int
    history: History
    openers: tuple[str, ...]
    result: DepthResult
    lemmas: int
    hinted: tuple[str, ...]
    certificate: Path | None
    accepted: Accepted | None
    replies: Replies
    seconds: float
    by_lemmas: bool = False

    @property
    def verdict(self) -> Verdict:
        """The verdict; it has been checked if there is a certificate."""
        return self.result.verdict


def prove_depth(
    variant: Variant,
    depth: int,
    *,
    out: Path,
    history: History = (),
    openers: Sequence[str] | None = None,
    fresh: bool = False,
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    watcher: Watcher = SILENT,
    symmetry: bool = True,
) -> DepthReport:
    """Decide whether every hidden word that agrees with `history` can be found within `depth` guesses in all.

    `openers` restricts the next guess (None: every allowed one). Without them, openers that shipped
    certificates of the same game name are tried first, unless `fresh`. Of openers that are equally good
    for reasons of `symmetry` (in games of codes) one is looked at, unless that is switched off. The
    certificate is written to `out` and checked; temporary files that killed runs left there are removed.

    Raises:
        HistoryError, UsageError: the question makes no sense; nothing was searched.
        FileError: `out` can't be written.
        CertificateRejected: our own certificate failed the check: a bug; `out` is left as it was.
    """
    started = time.monotonic()
    hidden = hidden_after(variant, history)
    asked = openers_asked(openers)
    check_openers(variant, history, asked)
    remove_leftovers(out.parent)
    check_target(out)
    watcher.stage(Stage.FAMILIES)
    facts = family_facts(
        by_hard_rules(variant),
        hidden,
        depth - len(history),
        progress=watcher.families,
        cancelled=lambda: watcher.cancelled() or limits.struck(started) is not None,
    )
    hinted = () if fresh or asked or history else tuple(hinted_openers(variant, depth))

    def search(limits: Limits) -> DecidedBy:
        return decide_depth(
            variant,
            depth,
            history=history,
            openers=asked,
            first=hinted,
            facts=facts,
            jobs=jobs,
            limits=limits,
            progress=watcher.search,
            cancelled=watcher.cancelled,
            symmetry=symmetry,
        )

    decided, refutation = _decided(
        LostCodes(variant, depth, history, hidden, asked), search, limits, started, watcher, symmetry=symmetry
    )
    result = decided.result
    accepted: Accepted | None = None
    try:
        stoppable = _heeding(watcher, limits, started)
        certificate = refutation or _certificate(variant, depth, history, asked, decided, jobs, stoppable)
        if certificate is not None:
            watcher.stage(Stage.CHECK)
            processes = limits.processes(jobs)
            claimed = _claimed(variant, depth, history, asked, result)
            accepted = write_checked(out, certificate, claimed, stoppable.check, processes)
    except StoppedError as stopped:  # a verdict that nobody has checked isn't told
        if result.verdict is Verdict.POSSIBLE or decided.mode is not Mode.ULTRAHARD:
            undecided = replace(result.outcome, verdict=Verdict.UNDECIDED)
            result = replace(result, outcome=undecided, stopped_by=stopped.reason)
    return DepthReport(
        depth=depth,
        history=history,
        openers=asked,
        result=result,
        lemmas=len(facts),
        hinted=hinted,
        certificate=out if accepted else None,
        accepted=accepted,
        replies=largest_replies(
            walk(result.outcome.strategy, hidden, history, scoring=variant.scoring), history
        )
        if result.verdict is Verdict.POSSIBLE
        else Replies(),
        seconds=time.monotonic() - started,
        by_lemmas=refutation is not None,
    )


def _decided(
    codes: LostCodes,
    search: Callable[[Limits], DecidedBy],
    limits: Limits,
    started: float,
    watcher: Watcher,
    *,
    symmetry: bool,
) -> tuple[DecidedBy, Refutation | None]:
    """Return what the `search` says, or in games of codes lemmas of words missed, with their certificate.

    Such lemmas rest on symmetry, so without it there are none.
    """
    if not (symmetry and codes.may_take_long):
        watcher.stage(Stage.SEARCH)
        return search(limits.after(started)), None
    result, refutation = codes.decide(
        lambda limits: search(limits).result,
        limits,
        started,
        searching=lambda: watcher.stage(Stage.SEARCH),
        counting=lambda: watcher.stage(Stage.COUNTING),
        progress=watcher.counting,
        cancelled=watcher.cancelled,
    )
    return DecidedBy(result, codes.variant.mode), refutation


def _heeding(watcher: Watcher, limits: Limits, started: float) -> Watcher:
    """Return `watcher` with callbacks that raise `StoppedError` when there is reason to stop.

    What asked to stop while the search could still decide has been served by that.
    """
    cancelled = None if watcher.cancelled() else watcher.cancelled
    return replace(
        watcher,
        proof=heeding(watcher.proof, limits, started, cancelled),
        check=heeding(watcher.check, limits, started, cancelled),
    )


def _certificate(
    variant: Variant,
    depth: int,
    history: History,
    openers: tuple[str, ...],
    decided: DecidedBy,
    jobs: int,
    watcher: Watcher,
) -> Certificate | Refutation | None:
    """Return the certificate of what the search found, if it found anything that it can prove."""
    result = decided.result
    if result.verdict is Verdict.POSSIBLE:
        opener = result.outcome.opener if openers else None
        return depth_certificate(variant, depth, result.outcome.strategy, history=history, opener=opener)
    if result.verdict is not Verdict.IMPOSSIBLE:
        return None
    watcher.stage(Stage.PROOF)
    if decided.mode is not Mode.ULTRAHARD:
        return refutation_certificate(
            variant,
            depth,
            result.proof,
            result.outcome.kids,
            history=history,
            scope=OpenerScope.ONLY if openers else OpenerScope.ALL,
            openers=openers,
            jobs=jobs,
            progress=watcher.proof,
        )
    with suppress(ProofTooLargeError):
        return ultrahard_certificate(
            variant,
            depth,
            history=history,
            openers=openers,
            progress=watcher.proof,
        )
    return None


def _claimed(
    variant: Variant, depth: int, history: History, openers: tuple[str, ...], result: DepthResult
) -> Asked:
    """Return what a certificate of the `result` is to claim, about `openers` alone unless there are none."""
    if result.verdict is Verdict.POSSIBLE:
        opener = result.outcome.opener if openers else None
        return Asked(variant, history, DepthPossible, depth=depth, opener=opener)
    return asked_impossible(variant, depth, history, openers)


def hinted_openers(variant: Variant, depth: int) -> Iterator[str]:
    """Yield the first guesses of shipped certificates of this game whose claim is as strong or stronger."""
    seen: set[str] = set()
    for _, reader in shipped_certificates(variant):
        claim = reader.head.claim
        if not isinstance(claim, DepthPossible) or claim.history or claim.depth > depth:
            continue
        opener = next(reader.steps(), None)
        if opener is not None and opener not in seen:
            seen.add(opener)
            yield opener
