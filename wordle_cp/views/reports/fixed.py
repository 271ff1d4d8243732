"""What `fixed` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.telling import (
    certificate_fields,
    certified_line,
    effort_line,
    ending_fields,
    position_fields,
    position_words,
    shipped_fields,
    shipped_lines,
)
from wordle_cp.certificate.claims.fixed import are_enough, words_left
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.models.fixed import Checked, FixedReport


def fixed_fields(report: FixedReport) -> dict[str, object]:
    """Return the JSON fields of `fixed`."""
    position = report.position
    return {
        "verdict": _verdict(report),
        **position_fields(position.variant, position.history),
        "hidden": len(position.hidden),
        "leave": report.leave,
        "start": list(report.start),
        "count": report.count,
        "low": report.low,
        "high": None if report.guesses is None else len(report.guesses),
        "guesses": None if report.guesses is None else list(report.guesses),
        "possible": _checked(report.possible),
        "impossible": _checked(report.impossible),
        **ending_fields(report),
    }


def fixed_lines(report: FixedReport, struck: str) -> Iterator[str]:
    """Yield the report of `fixed` for people."""
    position = report.position
    yield f"{_verdict(report)}: {position_words(position.variant, position.history)}: {_found(report)}"
    if report.guesses:
        yield f"guesses      {' '.join(report.guesses).upper()}"
    for checked in (report.possible, report.impossible):
        if checked is not None:
            size = checked.accepted.head.claim.size
            yield certified_line(checked.accepted, checked.certificate, size)
            yield from shipped_lines(checked.shipped)
    if report.stopped_by is not None:
        yield f"stopped by   {struck}"
    yield effort_line(report.seconds)


def _checked(checked: Checked | None) -> dict[str, object]:
    if checked is None:
        return {**certificate_fields(None, None), **shipped_fields(None)}
    return {**certificate_fields(checked.certificate, checked.accepted), **shipped_fields(checked.shipped)}


def _verdict(report: FixedReport) -> str:
    if not report.settled:
        return "undecided"
    if report.count is None:
        least = report.impossible is not None or report.guesses == report.start
        return "proven" if report.possible is not None and least else "exact"
    return "possible" if report.guesses is not None else "impossible"


def _found(report: FixedReport) -> str:
    """Return what is known, in words."""
    left = words_left(report.leave, report.position.variant.scoring.noun)
    further = "further " if report.position.history else ""
    names = f"{further}fixed guess", f"{further}fixed guesses"
    high = None if report.guesses is None else len(report.guesses)
    if report.count is not None:
        number = counted(report.count, *names)
        if not report.settled:
            return f"it is open whether {number} {are_enough(report.count, enough=True)} to leave {left}"
        return f"{number} {are_enough(report.count, enough=high is not None)} to leave {left}"
    if high is None:
        least = counted(report.low, *names)
        return f"it takes {least} or more to leave {left}"
    found = f"{counted(high, *names)} {are_enough(high, enough=True)} to leave {left}"
    if report.settled:
        return found if high == len(report.start) else f"{found}, and no fewer are"
    return f"{found}; whether {_open(report.low, high - 1)} are enough is open"


def _open(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
