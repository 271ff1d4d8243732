"""From a question to a checked answer: lemmas, search, certificate, check.

Where this stands: above `models` (family lemmas), `search` (the verdict) and `certificate` (the file), below
the command line, which only parses and prints. The order is always the same:

1. `models` settles the endgame families of the question; their facts go to the search as cutoffs.
2. `search` decides the question.
3. If the verdict is "possible", the strategy is written as a certificate under a temporary name, the
   independent checker replays it from the file, and only an accepted file gets its name.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.format import open_certificate
from wordle_cp.certificate.strategy import walk
from wordle_cp.certificate.write import check_target, depth_certificate, write_checked
from wordle_cp.engine import FamilyFact, Verdict
from wordle_cp.models.family_table import family_table
from wordle_cp.resources import proof_paths, word_list_by_hash
from wordle_cp.rules import Mode, format_history
from wordle_cp.search.depth import NO_LIMITS, Limits, check_openers, hidden_after, search_depth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.engine import DepthProgress
    from wordle_cp.rules import History
    from wordle_cp.search.depth import DepthResult
    from wordle_cp.variant import Variant

_SMALLEST_FAMILY: Final = 6
"""Smaller families are left to the search, which decides them, and every live part of the others, itself."""


class Stage(StrEnum):
    """What `prove_depth` is doing."""

    FAMILIES = "families"
    SEARCH = "search"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Watcher:
    """Callbacks of a long run; each is called from the thread that called `prove_depth`, now and then.

    `stage` when a stage begins; `families` and `check` with (done, of how many); `search` with a snapshot;
    `cancelled` is asked whether to stop.
    """

    stage: Callable[[Stage], None] = field(default=lambda _stage: None)
    families: Callable[[int, int], None] = field(default=lambda _done, _total: None)
    search: Callable[[DepthProgress], None] = field(default=lambda _progress: None)
    check: Callable[[int, int], None] = field(default=lambda _done, _total: None)
    cancelled: Callable[[], bool] = field(default=lambda: False)


SILENT: Final = Watcher()


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A second guess of a strategy: what to do after one response to its first guess."""

    history: History
    hidden_count: int
    guess: str


@dataclass(frozen=True, slots=True)
class DepthReport:
    """What `prove_depth` found out.

    `lemmas` counts the family facts given to the search; `hinted` are the openers that shipped certificates
    named and that were tried first; `accepted` is the checker's verdict on `certificate`, and both are None
    unless the verdict is possible. `first_moves` lists the largest cells of the strategy's first guess.
    """

    depth: int
    history: History
    result: DepthResult
    lemmas: int
    hinted: tuple[str, ...]
    certificate: Path | None
    accepted: Accepted | None
    first_moves: tuple[FirstMove, ...]
    seconds: float

    @property
    def verdict(self) -> Verdict:
        """The verdict; a possible one has been checked."""
        return self.result.verdict


def prove_depth(
    variant: Variant,
    depth: int,
    *,
    out: Path,
    history: History = (),
    openers: Sequence[str] = (),
    fresh: bool = False,
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    watcher: Watcher = SILENT,
) -> DepthReport:
    """Decide whether every hidden word that agrees with `history` can be found within `depth` guesses in all.

    `openers` restricts the next guess (none: every allowed one). Without them, openers that shipped
    certificates of the same game name are tried first, unless `fresh`. A strategy is written to `out` and
    checked.

    Raises:
        HistoryError, UsageError: the question makes no sense; nothing was searched.
        OSError: `out` can't be written.
        CertificateRejected: our own strategy failed the check: a bug; `out` is left as it was.
    """
    started = time.monotonic()
    hidden = hidden_after(variant, history)
    check_openers(variant, history, openers)
    check_target(out)
    watcher.stage(Stage.FAMILIES)
    facts = _family_facts(
        variant,
        hidden,
        depth - len(history),
        watcher,
        lambda: watcher.cancelled() or limits.struck(started) is not None,
    )
    hinted = () if fresh or openers or history else tuple(hinted_openers(variant, depth))
    watcher.stage(Stage.SEARCH)
    spent = time.monotonic() - started
    result = search_depth(
        variant,
        depth,
        history=history,
        openers=openers,
        first=hinted,
        facts=facts,
        jobs=jobs,
        limits=Limits(
            None if limits.seconds is None else max(limits.seconds - spent, 0.0), limits.memory_bytes
        ),
        progress=watcher.search,
        cancelled=watcher.cancelled,
    )
    accepted: Accepted | None = None
    if result.verdict is Verdict.POSSIBLE:
        watcher.stage(Stage.CHECK)
        certificate = depth_certificate(
            variant,
            depth,
            result.outcome.strategy,
            history=history,
            opener=result.outcome.opener if openers else None,
        )
        accepted = write_checked(out, certificate, word_list_by_hash, watcher.check)
    return DepthReport(
        depth=depth,
        history=history,
        result=result,
        lemmas=len(facts),
        hinted=hinted,
        certificate=out if accepted else None,
        accepted=accepted,
        first_moves=_first_moves(result.outcome.strategy, hidden, history) if accepted else (),
        seconds=time.monotonic() - started,
    )


def certificate_name(variant: Variant, depth: int, history: History = (), opener: str | None = None) -> str:
    """Return the file name that `prove` gives a certificate unless told otherwise."""
    parts = [variant.name, variant.mode.value]
    if variant.hidden == variant.guesses:
        parts.append("hidden-big")
    parts.append(f"depth-{depth}")
    if history:
        parts.append("after-" + format_history(history, variant.length).lower().replace(".", "-"))
    if opener is not None:
        parts.append(opener)
    return re.sub(r"[^A-Za-z0-9._-]+", "-", "-".join(parts)) + ".cert.gz"


def hinted_openers(variant: Variant, depth: int) -> Iterator[str]:
    """Yield the first guesses of shipped certificates of this game whose claim is as strong or stronger."""
    seen: set[str] = set()
    for path in proof_paths():
        with open_certificate(path) as reader:
            game, claim = reader.head.game, reader.head.claim
            same_game = (game.guesses.sha256, game.hidden.sha256, game.mode) == (
                variant.guesses_hash,
                variant.hidden_hash,
                variant.mode,
            )
            if not same_game or claim.history or claim.depth > depth:
                continue
            opener = next(reader.steps(), None)
        if opener is not None and opener not in seen:
            seen.add(opener)
            yield opener


def _family_facts(
    variant: Variant,
    hidden: Sequence[str],
    left: int,
    watcher: Watcher,
    cancelled: Callable[[], bool],
) -> tuple[FamilyFact, ...]:
    """Return what the models prove about the families of `hidden` that matters with `left` guesses left."""
    if left <= 2 or variant.mode is Mode.ULTRAHARD:  # noqa: PLR2004  the search settles those at once
        return ()
    table = family_table(
        variant.guesses,
        hidden,
        variant.mode,
        min_size=max(_SMALLEST_FAMILY, left),
        progress=watcher.families,
        decide_depth=left - 1,
        cancelled=cancelled,
    )
    facts: list[FamilyFact] = []
    for family in table:
        facts.append(FamilyFact(family.pattern, family.lower - 1, solvable=False))
        facts.append(FamilyFact(family.pattern, family.upper, solvable=True))
    return tuple(fact for fact in facts if 1 < fact.guesses <= left)


def _first_moves(
    strategy: Sequence[str], hidden: Sequence[str], history: History, most: int = 5
) -> tuple[FirstMove, ...]:
    """Return the next guesses after the responses to the first one, those of the largest cells."""
    level = len(history) + 1
    nodes = [node for node in walk(strategy, hidden, history) if len(node.history) == level]
    nodes.sort(key=lambda node: -len(node.hidden_set))
    return tuple(FirstMove(node.history, len(node.hidden_set), node.guess) for node in nodes[:most])
