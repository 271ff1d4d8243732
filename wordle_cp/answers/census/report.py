"""What a census reports: its progress while it runs, its result, and the result as a table."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.answering import Report
from wordle_cp.errors import brief

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.census.decisions import Possible
    from wordle_cp.engine import DepthProgress
    from wordle_cp.search.census import CensusQuestion

CSV_HEADER: Final = "opener,verdict,max_guesses,total_guesses\n"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CensusReport(Report):
    """What is known at the end of a run, about the openers that it was asked for, each list in their order.

    `before` of them were decided before the run began; `lost` are those whose certificate had disappeared
    from the folder since, which counted as undecided again; `lost_refutation` tells that the certificate of
    the refuted ones had. `unchecked` are those of the undecided ones that
    have a strategy already, which the next run checks first. `refutation` is the certificate of every refuted
    opener, also of those not asked for, or None: there is none to write, or it is left for another run.
    `believed_since` is None if the checker has accepted each of these files in this very run. Otherwise that
    would have taken too long, and it is the day on which the folder's ledger says that the last one of them
    was accepted. `stopped_by` says why the run isn't `done`.
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

    __repr__ = brief("question", "possible", "refuted", "undecided", "checked")

    @property
    def decided(self) -> bool:
        """Whether every opener asked for is decided, though perhaps without its certificate (`checked`)."""
        return not self.undecided

    @property
    def openers(self) -> tuple[str, ...] | None:
        """The openers that were asked for, sorted; None if all were."""
        asked = sorted((*(found.opener for found in self.possible), *self.refuted, *self.undecided))
        return None if len(asked) == len(self.question.openers) else tuple(asked)

    @property
    def checked(self) -> bool:
        """Whether something is decided, and this run's checker has accepted a certificate of all that is."""
        return self.certified and self.believed_since is None

    @property
    def certified(self) -> bool:
        """Whether something is decided, and all that is has a certificate, checked in this run or before."""
        return bool(self.possible or self.refuted) and (self.refutation is not None or not self.refuted)

    @property
    def done(self) -> bool:
        """Whether nothing is left for another run."""
        return self.decided and self.certified


def render_csv(report: CensusReport) -> str:
    """Return the result as CSV, a line an opener, sorted; numbers for the possible ones only."""
    rows: list[tuple[str, ...]] = [
        (found.opener, "possible", str(found.max_guesses), str(found.total_guesses))
        for found in report.possible
    ]
    rows += [(opener, "impossible", "", "") for opener in report.refuted]
    rows += [(opener, "undecided", "", "") for opener in report.undecided]
    text = io.StringIO(CSV_HEADER)
    text.seek(0, io.SEEK_END)
    csv.writer(text, lineterminator="\n").writerows(sorted(rows))
    return text.getvalue()
