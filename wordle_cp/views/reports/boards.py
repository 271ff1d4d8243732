"""What `boards` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.boards.history import format_played
from wordle_cp.errors import counted
from wordle_cp.views.reports.certificates import shipped_fields, shipped_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.answers.boards.report import BoardsReport


def boards_fields(report: BoardsReport, out: Path | None) -> dict[str, object]:
    """Return the JSON fields of `boards`."""
    return {
        "variant": report.variant.name,
        "boards": report.boards,
        "hidden": len(report.variant.hidden),
        "mode": report.variant.mode,
        "after": format_played(report.played),
        "deals": report.deals,
        "exact": report.exact,
        "total_lower": report.total[0],
        "total_upper": report.total[1],
        "mean_lower": report.mean[0],
        "mean_upper": report.mean[1],
        "worst_lower": report.worst[0],
        "worst_upper": report.worst[1],
        "openers": None if report.openers is None else list(report.openers),
        "fixed": list(report.fixed),
        "one_board": report.one_board,
        "certified": None
        if report.certified is None
        else {
            "total_lower": report.certified.total[0],
            "total_upper": report.certified.total[1],
            "worst_lower": report.certified.worst[0],
            "worst_upper": report.certified.worst[1],
            "file": None if out is None else str(out),
            **shipped_fields(report.shipped),
        },
        "stopped_by": report.stopped_by,
        "seconds": round(report.seconds, 3),
    }


def boards_lines(report: BoardsReport, out: Path | None, struck: str) -> Iterator[str]:
    """Yield the report of `boards` for people."""
    (least, most), (lower, upper) = report.total, report.mean
    yield (
        f"{report.variant.name}: {counted(report.boards, 'board', 'boards')}, "
        f"{counted(len(report.variant.hidden), 'hidden word', 'hidden words')}, "
        f"{counted(report.deals, 'deal', 'deals')}"
        + (f" left after {format_played(report.played)}" if report.played else "")
        + (f", {report.variant.mode} mode" if report.variant.mode.binds else "")
    )
    one, more = ("more guess", "more guesses") if report.played else ("guess", "guesses")
    if least == most:
        yield f"total        exact: {counted(least, one, more)} over all deals, {lower:.4f} on average"
    else:
        yield f"total        between {least} and {most} {more}, {lower:.4f} and {upper:.4f} on average"
    least, most = report.worst
    if least == most:
        yield f"worst case   exact: {counted(least, 'guess', 'guesses')}"
    else:
        yield f"worst case   between {least} and {most} guesses"
    refutation = _refutation(report)
    if refutation is not None:
        said = f"so {refutation.name} says of one board, a shipped proof, not checked again"
        yield f"at least     {counted(least, 'guess', 'guesses')} at the worst: {said}"
    if report.openers is not None:
        yield f"openers      {report.openers[0].upper()}; for the worst case {report.openers[1].upper()}"
    if report.by_chains:
        first = "".join(f"{guess.upper()}, then " for guess in report.fixed)
        yield f"at most      by {first}words that agree with one board after the other"
    elif report.fixed:
        first = ", ".join(guess.upper() for guess in report.fixed)
        yield f"at most      by {first}, then one board after the other"
    if report.one_board is not None:
        guesses = counted(report.one_board, "guess", "guesses")
        yield f"at least     as one board takes {guesses} over its words"
    yield _certified(report, out)
    yield from shipped_lines(report.shipped)
    if report.stopped_by is not None:
        yield f"stopped      by {struck}: bounds may be better without it"


def _refutation(report: BoardsReport) -> Path | None:
    """Return the certificate on which the lower bound of the worst case rests, if no other one has it."""
    certified = report.certified is not None and report.certified.worst[0] == report.worst[0]
    return None if certified else report.refutation


def _certified(report: BoardsReport, out: Path | None) -> str:
    """Return what the checker has accepted."""
    claim = report.certified
    if claim is None:
        return "certified    nothing of it" + ("" if out is None else f"; {out} isn't written")
    file = "" if out is None else f"; {out}"
    if (claim.total, claim.worst) == (report.total, report.worst):
        return f"certified    all of it, by the independent checker{file}"
    (least, most), deals = claim.total, report.deals
    worst = f"{claim.worst[0]} to {claim.worst[1]} at the worst"
    return f"certified    {least / deals:.4f} to {most / deals:.4f} on average, {worst}{file}"
