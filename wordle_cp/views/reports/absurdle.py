"""What `absurdle` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.telling import position_fields, position_words
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.answers.absurdle.run import AbsurdleReport
    from wordle_cp.games.question import Position
    from wordle_cp.work import StopReason


def absurdle_fields(report: AbsurdleReport, out: Path | None) -> dict[str, object]:
    """Return the JSON fields of `absurdle`."""
    scoring = report.variant.scoring
    return {
        **position_fields(report.variant, report.history),
        "hidden": report.hidden_count,
        "fewest": report.fewest,
        "lower": report.lower,
        "upper": len(report.moves),
        "moves": [
            {
                "guess": move.guess,
                "pattern": scoring.format_pattern(move.pattern),
                "words_left": move.words_left,
            }
            for move in report.moves
        ],
        "checked": True,
        "lower_by": "certificate" if report.certified else "search",
        "certificate": str(out) if report.certified and out is not None else None,
        "most_cells": report.most_cells,
        "positions": report.positions,
        "stopped_by": report.stopped_by,
        "seconds": round(report.seconds, 3),
    }


def absurdle_lines(report: AbsurdleReport, out: Path | None, struck: str) -> Iterator[str]:
    """Yield the report of `absurdle` for people."""
    scoring = report.variant.scoring
    upper = len(report.moves)
    more = "more " if report.history else ""
    found = (
        f"{counted(upper, f'{more}guess', f'{more}guesses')}, and no fewer"
        if report.fewest is not None
        else f"between {report.lower} and {upper} {more}guesses; {struck} struck"
    )
    yield f"{position_words(report.variant, report.history)}: Absurdle is beaten in {found}"
    for number, move in enumerate(report.moves, len(report.history) + 1):
        last = number == len(report.history) + upper
        left = "found" if last else f"{counted(move.words_left, 'word', 'words')} left"
        yield f"{number:>5}  {move.guess.upper()} {scoring.format_pattern(move.pattern)}  {left}"
    positions = counted(report.positions, "position", "positions")
    by_search = f"{positions}, {counted(report.most_cells, 'cell', 'cells')} of a guess at most"
    if report.certified:
        yield "certified    all of it, by the independent checker" + ("" if out is None else f"; {out}")
        yield f"searched     {by_search}"
        return
    yield "checked      the guesses, by playing them again with the plain rules"
    yield f"by search    that fewer than {report.lower} won't do: {by_search}"
    if report.fewest is not None:
        reason = (
            "the checker would have too much to look at" if report.stopped_by is None else f"{struck} struck"
        )
        yield f"certified    nothing: {reason}"
    if out is not None:
        yield f"not written  {out}"


def stopped_fields(position: Position, reason: StopReason) -> dict[str, object]:
    """Return the JSON fields where the search was stopped before it had a game that wins."""
    return position_fields(position.variant, position.history) | {
        "hidden": len(position.hidden),
        "fewest": None,
        "lower": _lower(position),
        "upper": None,
        "stopped_by": reason,
    }


def stopped_line(position: Position, struck: str) -> str:
    """Return the report of `absurdle` for people there."""
    more = "more " if position.history else ""
    guesses = counted(_lower(position), f"{more}guess", f"{more}guesses")
    known = f"Absurdle is beaten in at least {guesses}; {struck} struck before a game that wins was known"
    return f"{position_words(position.variant, position.history)}: {known}"


def _lower(position: Position) -> int:
    """Return how many guesses it takes at least: the last one is the one word left."""
    return min(len(position.hidden), 2)
