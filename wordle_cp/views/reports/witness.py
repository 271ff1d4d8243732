"""What `witness` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.answers.models.witness import WitnessReport


_SHOWN: Final = 40
"""Most words of a witness that people see."""


def witness_fields(report: WitnessReport) -> dict[str, object]:
    """Return the JSON fields of `witness`."""
    question = report.question
    return {
        "verdict": _verdict(report),
        **position_fields(question.position.variant, question.position.history),
        "hidden": len(question.words),
        "guesses_left": question.guesses_left,
        "low": None if report.solvable else report.low,
        "high": None if report.words is None else len(report.words),
        "witness": None if report.words is None else list(report.words),
        **certificate_fields(report.certificate, report.accepted),
        **shipped_fields(report.shipped),
        **ending_fields(report),
    }


def witness_lines(report: WitnessReport, struck: str) -> Iterator[str]:
    """Yield the report of `witness` for people."""
    question = report.question
    position = question.position
    yield f"{_verdict(report)}: {position_words(position.variant, position.history)}: {_found(report)}"
    if report.words is not None:
        yield f"witness      {_shown(report.words)}"
    if report.accepted is not None:
        yield certified_line(report.accepted, report.certificate)
        yield from shipped_lines(report.shipped)
    if report.stopped_by is not None:
        yield f"stopped by   {struck}"
    rest = "that they can" if report.solvable else f"that any {report.low - 1} can"
    if report.words is not None and report.accepted is None:
        rest = f"that the witness can't, and {rest}"
    yield f"uncertified  {rest}, by the native search and CP-SAT"
    yield effort_line(report.seconds)


def _verdict(report: WitnessReport) -> str:
    if report.solvable:
        return "possible"
    return "exact" if report.exact else "undecided"


def _shown(words: Sequence[str]) -> str:
    """Return words in capitals, the first ones if there are many."""
    more = f" and {len(words) - _SHOWN} more (--json has them)" if len(words) > _SHOWN else ""
    return " ".join(words[:_SHOWN]).upper() + more


def _found(report: WitnessReport) -> str:
    """Return what is known, in words."""
    question = report.question
    words = len(question.words)
    more = "more " if question.position.history else ""
    within = f"within {counted(question.left, f'{more}guess', f'{more}guesses')}"
    if report.solvable:
        return f"{'the one hidden word' if words == 1 else f'all {words} hidden words'} can be found {within}"
    if report.words is None:
        fewer = f"any {report.low - 1} of {words} hidden words can all be found {within}"
        return f"{fewer}; this run found no words that can't"
    known = f"{len(report.words)} of {words} hidden words can't all be found {within}"
    if report.exact:
        return f"{known}; any {report.low - 1} can"
    return (
        f"{known}; any {report.low - 1} can, and this run leaves open {report.low} to {len(report.words) - 1}"
    )
