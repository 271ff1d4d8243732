"""Proofs for VeriPB that a model in OPB has no solution: one line of cutting planes.

Where the linear relaxation has no solution, some of its constraints, each multiplied by a whole number and
added up, ask for more than variables of 0 and 1 can give. GLOP says which, in floating point: by the prices
of a program in which constraints may lack something, and as little as possible. Here these are made whole,
and added up. The format is that of version 2.0 (Gocht and Nordström, 2021).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError
from wordle_cp.modelling.rows import Constraint, Objective, Variable
from wordle_cp.modelling.solver import optimum

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.modelling.rows import Rows

_MOST_FACTOR: Final = 500


def proof_lines(rows: Rows) -> Iterator[str]:
    """Yield the proof that `rows`, as `opb_lines` writes them, have no solution.

    Raises:
        UsageError: their linear relaxation has one, or no whole numbers were found.
    """
    constraints = [one for row in rows.rows for one in _at_least(row)]
    factors = _factors(rows, constraints)
    if factors is None:
        message = (
            f"no proof in one line was found for {rows.name}: perhaps its linear relaxation has a solution"
        )
        raise UsageError(message)
    first, *others = (f"{number} {factor} *" for number, factor in enumerate(factors, 1) if factor)
    yield "pseudo-Boolean proof version 2.0"
    yield f"f {len(constraints)}"
    yield f"pol {first}{''.join(f' {other} +' for other in others)}"
    yield "output NONE"
    yield f"conclusion UNSAT : {len(constraints) + 1}"
    yield "end pseudo-Boolean proof"


def _at_least(row: Constraint) -> Iterator[Constraint]:
    """Yield a row as the constraints with >= that a reader of OPB makes of it: two, if it is an equation."""
    if row.least is not None:
        yield replace(row, most=None)
    if row.most is not None:
        yield replace(
            row, terms=tuple((-factor, place) for factor, place in row.terms), least=-row.most, most=None
        )


def _factors(rows: Rows, constraints: Sequence[Constraint]) -> list[int] | None:
    """Return whole numbers with which the constraints add up to a contradiction, if some are found."""
    lack = len(rows.columns)
    program = replace(
        rows,
        columns=(*rows.columns, Variable("lack", 0, float("inf"), whole=False)),
        rows=tuple(replace(one, terms=(*one.terms, (1, lack))) for one in constraints),
        objective=Objective(((1, lack),), maximise=False),
    )
    found = optimum(program)
    assert found is not None, "enough may be lacking"
    most = max(found.prices, default=0.0)
    for factor in range(1, _MOST_FACTOR if most > 0 else 0):
        factors = [max(round(factor * price / most), 0) for price in found.prices]
        if _contradict(constraints, factors):
            return factors
    return None


def _contradict(constraints: Sequence[Constraint], factors: Sequence[int]) -> bool:
    """Tell whether the constraints, by these factors, ask for more than variables of 0 and 1 give."""
    total: dict[int, int] = {}
    least = 0
    for one, factor in zip(constraints, factors, strict=True):
        assert one.least is not None, "they are made so"
        least += factor * int(one.least)
        for coefficient, place in one.terms if factor else ():
            total[place] = total.get(place, 0) + factor * int(coefficient)
    return sum(coefficient for coefficient in total.values() if coefficient > 0) < least
