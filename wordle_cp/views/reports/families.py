"""What `families` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.answers.answering import Report
from wordle_cp.answers.telling import column, ending_fields
from wordle_cp.errors import counted
from wordle_cp.models.family_table import FamilyBound, FamilyDepth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.games.question import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class FamiliesReport(Report):
    """The families of `min_size` hidden words or more at a `position`; do `depth` more guesses suffice?"""

    position: Position
    depth: int | None
    min_size: int
    table: tuple[FamilyDepth | FamilyBound, ...]


def families_fields(report: FamiliesReport) -> dict[str, object]:
    """Return the JSON fields of `families`."""
    position, variant = report.position, report.position.variant
    return {
        "variant": variant.name,
        "mode": variant.mode.value,
        "hidden": len(position.hidden),
        "after": variant.scoring.format_history(position.history),
        "depth": report.depth,
        "families": [_family_fields(family, report.depth) for family in report.table],
        **ending_fields(report),
    }


def families_lines(report: FamiliesReport, struck: str) -> Iterator[str]:
    """Yield the families, hardest first; with a depth only those that it doesn't suffice for."""
    table, depth = report.table, report.depth
    shown = [family for family in table if depth is None or family.lower > depth]
    shown = sorted(shown, key=lambda family: (-family.lower, -len(family.words), family.pattern))
    heading, *patterns = column("pattern", (family.pattern for family in shown))
    if shown:
        yield f"{heading}  {'size':>4}  {'least depth':<13}letters"
    for pattern, family in zip(patterns, shown, strict=True):
        letters = " ".join(family.open_letters)
        yield f"{pattern}  {len(family.words):>4}  {_needs(family):<13}{letters}"
    needed = Counter(_needs(family) for family in table)
    summary = ", ".join(f"{counted(needed[least], 'needs', 'need')} {least}" for least in sorted(needed))
    families = f"{counted(len(table), 'family', 'families')} of {report.min_size} words or more"
    yield families + (f": {summary}" if summary else "")
    if depth is not None:
        guesses = counted(depth, "more guess", "more guesses")
        yield f"{len(shown)} of them can't be solved within {guesses}"
    if report.stopped_by is not None:
        yield f"stopped by {struck}: bounds where the least depth isn't known"


def _family_fields(family: FamilyDepth | FamilyBound, depth: int | None) -> dict[str, object]:
    fields: dict[str, object] = {
        "pattern": family.pattern,
        "size": len(family.words),
        "least_depth": family.least_depth if isinstance(family, FamilyDepth) else None,
        "lower": family.lower,
        "upper": family.upper,
    }
    if depth is not None:
        decided = family.lower > depth or family.upper <= depth
        fields["solvable"] = family.upper <= depth if decided else None
    return fields


def _needs(family: FamilyDepth | FamilyBound) -> str:
    return str(family.least_depth) if isinstance(family, FamilyDepth) else f"{family.lower} to {family.upper}"
