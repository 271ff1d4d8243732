"""The endgame families of a position, and how many guesses each needs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Answering, Rows
from wordle_cp.answers.family_table import TABLE_SETTINGS, family_table
from wordle_cp.answers.telling import column
from wordle_cp.errors import counted
from wordle_cp.games.needs import Needs
from wordle_cp.work import UNLIMITED, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.family_table import FamilyDepth
    from wordle_cp.games.question import Position


NEEDS: Final = Needs("a list of families", tiles=True)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FamiliesAnswer(Answer):
    """The families of `min_size` hidden words or more at a `position`; do `depth` more guesses suffice?

    Rows: the families.
    """

    position: Position
    depth: int | None = None
    min_size: int
    table: tuple[FamilyDepth, ...] = ()

    @property
    def bounds(self) -> bool:
        """Whether some families have bounds only."""
        return any(one.lower < one.upper for one in self.table)

    @property
    def finished(self) -> bool:
        """Whether nothing is open that the models could settle: ultrahard mode has bounds only."""
        return self.stopped_by is None and not (self.bounds and self.position.variant.mode.only_facts)

    def told(self, struck: str) -> Iterator[str]:
        """Yield the families, hardest first; with a depth only those that it doesn't suffice for."""
        table, depth = self.table, self.depth
        shown = [family for family in table if depth is None or family.lower > depth]
        shown = sorted(shown, key=lambda family: (-family.lower, -len(family.words), family.pattern))
        heading, *patterns = column("pattern", (family.pattern for family in shown))
        if shown:
            yield f"{heading}  {'size':>4}  {'least depth':<13}letters"
        for pattern, family in zip(patterns, shown, strict=True):
            yield f"{pattern}  {len(family.words):>4}  {_needs(family):<13}{' '.join(family.open_letters)}"
        needed = Counter(_needs(family) for family in table)
        summary = ", ".join(f"{counted(needed[least], 'needs', 'need')} {least}" for least in sorted(needed))
        families = f"{counted(len(table), 'family', 'families')} of {self.min_size} words or more"
        yield families + (f": {summary}" if summary else "")
        if depth is not None:
            within = counted(depth, "more guess", "more guesses")
            yield f"{len(shown)} of them can't be solved within {within}"
        if self.stopped_by is not None:
            yield f"stopped by {struck}: bounds where the least depth isn't known"

    def _json(self) -> dict[str, Any]:
        position, variant = self.position, self.position.variant
        return {
            "variant": variant.name,
            "mode": variant.mode,
            "hidden": len(position.hidden),
            "after": variant.scoring.format_history(position.history),
            "depth": self.depth,
            "families": self._rows(),
        }

    def _rows(self) -> Rows:
        rows: Rows = []
        for family in self.table:
            row: dict[str, object] = {
                "pattern": family.pattern,
                "size": len(family.words),
                "least_depth": family.least_depth,
                "lower": family.lower,
                "upper": family.upper,
            }
            if self.depth is not None:
                decided = family.lower > self.depth or family.upper <= self.depth
                row["solvable"] = family.upper <= self.depth if decided else None
            rows.append(row)
        return rows


def _needs(family: FamilyDepth) -> str:
    return f"{family.lower}" if family.lower == family.upper else f"{family.lower} to {family.upper}"


def families(
    position: Position, depth: int | None = None, *, min_size: int = 6, work: Work = UNLIMITED
) -> FamiliesAnswer:
    """Find how many guesses the families of `min_size` hidden words or more at a `position` need.

    With a `depth` the answer says of each whether so many more guesses suffice. In ultrahard mode, or where
    there is reason to stop, some have bounds only.

    Raises:
        UsageError: see `family_table`.
    """
    NEEDS.demand(position.variant)
    about = FamiliesAnswer(position=position, depth=depth, min_size=min_size)
    answering = Answering(about, work)

    def steps() -> StopReason | None:
        variant, hidden, history = position.variant, position.hidden, position.history
        settings = replace(TABLE_SETTINGS, work=work)
        table = family_table(
            variant.guesses, hidden, variant.mode, history=history, min_size=min_size, settings=settings
        )
        answering.report = replace(about, table=table)
        return work.reason_to_stop() if answering.report.bounds else None

    return answering.answered(steps)
