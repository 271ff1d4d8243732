"""OPB, the format of the pseudo-Boolean competitions (Roussel and Manquinho, 2016).

Its variables are called x1, x2, ...: comments say which is which, and the name of each constraint stands in a
comment above it. A row with two bounds becomes two constraints, or one with ``=``; ``<=`` doesn't exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordle_cp.modelling.rows import Constraint, Rows, Terms


def opb_lines(rows: Rows, comments: Sequence[str]) -> Iterator[str]:
    """Yield a model of 0-1 variables and whole numbers as OPB."""
    constraints = [(row, *one) for row in rows.rows for one in _constraints(row)]
    yield f"* #variable= {len(rows.columns)} #constraint= {len(constraints)}"
    yield from (f"* {comment}".rstrip() for comment in comments)
    yield from (f"* x{number} = {column.name}" for number, column in enumerate(rows.columns, 1))
    if rows.objective is not None:
        yield f"min: {_sum(rows.objective.terms, -1 if rows.objective.maximise else 1)} ;"
    named: Constraint | None = None
    for row, sign, relation, bound in constraints:
        if row is not named:
            yield f"* {row.name}"
            named = row
        yield f"{_sum(row.terms, sign)} {relation} {sign * bound:d} ;"


def _constraints(row: Constraint) -> Iterable[tuple[int, str, int]]:
    """Yield sign, relation and bound of the constraints that a row stands for."""
    if row.least is not None and row.least == row.most:
        yield 1, "=", int(row.least)
        return
    if row.least is not None:
        yield 1, ">=", int(row.least)
    if row.most is not None:
        yield -1, ">=", int(row.most)


def _sum(terms: Terms, sign: int) -> str:
    return " ".join(f"{sign * int(factor):+d} x{place + 1}" for factor, place in terms) or "0 x1"
