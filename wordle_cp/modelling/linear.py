"""The one wrapper around GLOP, the linear solver: a hint in floating point, never a proof.

GLOP has one thread and no randomness, so a program has one answer. Whoever uses it rounds what comes back to
integers and checks those exactly (`weights`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class LinearProgram:
    """Maximise ``objective @ x`` subject to ``rows @ x <= at_most`` and ``0 <= x <= upper``.

    `objective` and `upper` have shape (v,), `rows` has shape (r, v), `at_most` shape (r,). `name` is that of
    the model; `variables` and `names`, of the rows, are there where somebody looks at it.
    """

    objective: NDArray[np.float64]
    upper: NDArray[np.float64]
    rows: NDArray[np.float64]
    at_most: NDArray[np.float64]
    name: str = ""
    variables: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Optimum:
    """An optimal x, shape (v,), and the price of each row, shape (r,): what a unit more in it would gain."""

    x: tuple[float, ...]
    prices: tuple[float, ...]


def optimum(program: LinearProgram) -> Optimum | None:
    """Return an optimal x and the prices of the rows, or None if GLOP found none.

    OR-Tools is loaded here and not with the module: that takes 0.2 s.
    """
    from ortools.linear_solver import pywraplp  # noqa: PLC0415

    solver = pywraplp.Solver.CreateSolver("GLOP")
    infinity = solver.infinity()
    variables = [solver.NumVar(0.0, upper, "") for upper in program.upper.tolist()]
    constraints: list[pywraplp.Constraint] = []
    for row, bound in zip(program.rows, program.at_most.tolist(), strict=True):
        constraint = solver.Constraint(-infinity, bound)
        for place in row.nonzero()[0].tolist():
            constraint.SetCoefficient(variables[place], float(row[place]))
        constraints.append(constraint)
    goal = solver.Objective()
    for variable, coefficient in zip(variables, program.objective.tolist(), strict=True):
        goal.SetCoefficient(variable, coefficient)
    goal.SetMaximization()
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None
    return Optimum(
        tuple(float(variable.solution_value()) for variable in variables),
        tuple(float(constraint.dual_value()) for constraint in constraints),
    )
