"""What `census` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.telling import (
    effort_line,
    ending_fields,
    listed_openers,
    position_fields,
    position_words,
    some,
    words_of,
)
from wordle_cp.errors import counted
from wordle_cp.views.reports.progress import clock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.answers.census.report import CensusReport

_SHOWN_OPENERS: Final = 60


def census_fields(report: CensusReport, out: Path | None = None) -> dict[str, object]:
    """Return the JSON fields of `census`."""
    question = report.question
    return {
        "question": "census",
        "depth": question.depth,
        "possible": sorted(found.opener for found in report.possible),
        "impossible": len(report.refuted),
        "undecided": len(report.undecided),
        "unchecked": len(report.unchecked),
        "checked": report.checked,
        "believed_since": report.believed_since,
        "certificates": str(report.folder),
        "refutation": None if report.refutation is None else str(report.refutation),
        "table": None if out is None else str(out),
        **position_fields(question.variant, question.history),
        "openers": None if report.openers is None else list(report.openers),
        "hidden": len(question.hidden),
        "decided_before": report.before,
        "lost_certificates": sorted(report.lost),
        "lost_refutation": report.lost_refutation,
        **ending_fields(report),
        "seconds_of_all_runs": round(report.seconds_of_all_runs, 3),
    }


def census_lines(report: CensusReport, out: Path | None, struck: str) -> Iterator[str]:
    """Yield the report of `census` for people."""
    question = report.question
    state = "census" if report.done else "unfinished census"
    yield (
        f"{state}: {position_words(question.variant, question.history)}: {_which(report)} find every one of "
        f"{words_of(question.variant, len(question.hidden))} "
        f"within {counted(question.depth, 'guess', 'guesses')}?"
    )
    openers = sorted(found.opener for found in report.possible)
    yield f"possible     {listed_openers(openers, _SHOWN_OPENERS)}"
    yield f"refuted      {counted(len(report.refuted), 'opener', 'openers')}"
    if report.undecided:
        found = f", {len(report.unchecked)} with a strategy still to be checked" if report.unchecked else ""
        yield f"undecided    {counted(len(report.undecided), 'opener', 'openers')}{found}"
    if report.stopped_by is not None:
        yield f"stopped by   {struck}; the same command goes on from here"
    if lost := len(report.lost) + report.lost_refutation:
        yield f"lost         {counted(lost, 'certificate', 'certificates')} since the last run"
    if report.checked:
        yield f"certificates {report.folder}{os.sep}, checked"
    elif report.certified:
        yield (
            f"certificates {report.folder}{os.sep}, checked on {report.believed_since} by this folder's "
            "ledger; `wordle-cp check FILE` checks one now"
        )
    elif not report.possible and not report.refuted:
        yield f"certificates {report.folder}{os.sep}, none yet"
    else:
        how = "checked" if report.believed_since is None else "not checked in this run"
        yield (
            f"certificates {report.folder}{os.sep}, those of the strategies {how}; a run that isn't "
            "stopped writes that of the refutations"
        )
    if out is not None:
        yield f"table        {out}"
    before = some(report.before, "opener decided before", "openers decided before")
    in_all = f"{clock(report.seconds_of_all_runs)} in all runs"
    yield effort_line(report.seconds, f"{in_all}{before and f'; {before}'}")


def _which(report: CensusReport) -> str:
    """Return the subject of the question."""
    if report.openers is None:
        return "which openers"
    return (
        f"does {report.openers[0].upper()}"
        if len(report.openers) == 1
        else f"which of {len(report.openers)} openers"
    )
