"""What a census tells: how far it is while it runs, and what it found out."""

from __future__ import annotations

import os
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Rows
from wordle_cp.answers.telling import (
    clock,
    effort_line,
    listed_openers,
    position_fields,
    position_words,
    some,
    words_of,
)
from wordle_cp.errors import counted, within

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.engine import DepthProgress
    from wordle_cp.search.census import CensusQuestion


@dataclass(frozen=True, slots=True)
class Possible:
    """An opener with a strategy; `sha256` is that of its certificate, as a file."""

    opener: str
    sha256: str
    total_guesses: int
    max_guesses: int


CSV_HEADER: Final = "opener,verdict,max_guesses,total_guesses\n"
_SHOWN_OPENERS: Final = 60


@dataclass(frozen=True, slots=True)
class CensusStatus:
    """A snapshot of a running census, in openers: of `wanted` so many are `possible` and so many `refuted`.

    `unchecked` more have a strategy that is still to be checked; `search` is what the search says, or None
    while what an earlier run found is checked. The run is `ending` once somebody has asked for it.
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
            f"{position_words(question.variant, question.history)}: {self._which()} find every one of "
            f"{words_of(question.variant, len(question.hidden))} "
            f"within {counted(question.depth, 'guess', 'guesses')}?"
        )
        openers = sorted(found.opener for found in self.possible)
        yield f"possible     {listed_openers(openers, _SHOWN_OPENERS)}"
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
        before = some(self.before, "opener decided before", "openers decided before")
        in_all = f"{clock(self.seconds_of_all_runs)} in all runs"
        yield effort_line(self.seconds, f"{in_all}{before and f'; {before}'}")

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
            **position_fields(question.variant, question.history),
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
