"""Linear programs, as OR-Tools has them, and GLOP, which solves them: a hint in floating point, no proof.

GLOP has one thread and no randomness, so a program has one answer. Whoever uses it rounds what comes back to
integers and checks those exactly (`weights`).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.modelling.rows import Constraint, Objective, Rows, Variable, rows_of_model

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.rows import Terms

_ROUND: Final = str.maketrans("[]", "()")
_NOT_ALLOWED: Final = re.compile(r"[^A-Za-z0-9_.,()@#$%&!?'`{}~;]")


def linear_program(
    name: str,
    objective: NDArray[np.float64],
    upper: NDArray[np.float64],
    matrix: NDArray[np.float64],
    at_most: NDArray[np.float64],
    variables: Sequence[str] = (),
    names: str = "row",
) -> Rows:
    """Return a program: maximise ``objective @ x`` where ``matrix @ x <= at_most`` and ``0 <= x <= upper``.

    `objective` and `upper` have shape (v,), `matrix` has shape (r, v), `at_most` shape (r,). `variables` are
    the names of x, `names` those of the rows, without their number.
    """
    columns = tuple(
        Variable(variables[place] if variables else f"x[{place}]", 0, most, whole=False)
        for place, most in enumerate(upper.tolist())
    )
    rows = tuple(
        Constraint(f"{names}[{place}]", _nonzero(row), most=_exact(most))
        for place, (row, most) in enumerate(zip(matrix.tolist(), at_most.tolist(), strict=True))
    )
    return Rows(name, columns, rows, Objective(_nonzero(objective.tolist()), maximise=True))


def _nonzero(coefficients: Sequence[float]) -> Terms:
    return tuple((_exact(one), place) for place, one in enumerate(coefficients) if one)


def _exact(number: float) -> float:
    """Return a whole number as an int, so that it is written without a point."""
    return int(number) if number == int(number) else number


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best value of a linear program, an x that has it, and what a unit more in each row would gain."""

    value: float
    x: tuple[float, ...]
    prices: tuple[float, ...]


def optimum(model: Rows | cp_model.CpModel) -> Optimum | None:
    """Solve the linear relaxation of a model, or return None if GLOP finds that it has no solution."""
    found = _solved(model if isinstance(model, Rows) else rows_of_model(model), math.inf)
    return None if isinstance(found, str) else found


def _solved(rows: Rows, seconds: float) -> Optimum | str | None:
    """Return a solution, or "infeasible"; None if it takes more than `seconds`."""
    model_builder: Any = import_module("ortools.linear_solver.python.model_builder")
    model, solver = solver_model(rows, whole=False), model_builder.Solver("glop")
    if seconds < math.inf:
        solver.set_time_limit_in_seconds(seconds)
    status = solver.solve(model)
    if status != model_builder.SolveStatus.OPTIMAL:
        return "infeasible" if status == model_builder.SolveStatus.INFEASIBLE else None
    return Optimum(
        solver.objective_value,
        tuple(map(solver.value, model.get_variables())),
        tuple(map(solver.dual_value, model.get_linear_constraints())),
    )


def relaxed(rows: Rows, seconds: float) -> float | str | None:
    """Return what the linear relaxation of a model says, None if GLOP takes more than so many seconds.

    That is the value of its objective. A model without one that has a row `guesses` is asked for the least
    left side of that row; of another model it is said whether the relaxation is feasible or infeasible.
    """
    goal = rows.objective
    if goal is None:
        bounds = {row.name: row for row in rows.rows}
        if "guesses" in bounds:
            goal = Objective(bounds.pop("guesses").terms, maximise=False)
        rows = replace(rows, rows=tuple(bounds.values()), objective=goal)
    found = _solved(rows, seconds)
    if not isinstance(found, Optimum):
        return found
    return "feasible" if goal is None else round(found.value, 6)


def solver_model(rows: Rows, *, whole: bool = True) -> Any:  # noqa: ANN401  its stubs are partial
    """Return `rows` as a model of OR-Tools' `model_builder`; not `whole`, its linear relaxation.

    It allows few signs in names: brackets become round, and a name that comes twice gets a number behind it.
    """
    model_builder: Any = import_module("ortools.linear_solver.python.model_builder")  # takes a moment
    model = model_builder.Model()
    model.name = rows.name
    variables = [
        model.new_var(column.lower, column.upper, whole and column.whole, name)
        for column, name in zip(rows.columns, legal(one.name for one in rows.columns), strict=True)
    ]

    def total(terms: Terms) -> Any:  # noqa: ANN401
        return model_builder.LinearExpr.weighted_sum(
            [variables[place] for _, place in terms], [factor for factor, _ in terms]
        )

    infinity = float("inf")
    for row, name in zip(rows.rows, legal(one.name for one in rows.rows), strict=True):
        least = -infinity if row.least is None else row.least
        most = infinity if row.most is None else row.most
        model.add_linear_constraint(total(row.terms), least, most, name)
    if rows.objective is not None:
        goal = total(rows.objective.terms)
        _ = model.maximize(goal) if rows.objective.maximise else model.minimize(goal)
    return model


def legal(names: Iterable[str]) -> Iterator[str]:
    """Yield the names as both formats allow them, each once."""
    seen: set[str] = set()
    for name in names:
        allowed = _NOT_ALLOWED.sub("_", name.translate(_ROUND))
        unique, number = allowed, 1
        while unique in seen:
            number += 1
            unique = f"{allowed}.{number}"
        seen.add(unique)
        yield unique
