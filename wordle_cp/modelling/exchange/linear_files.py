"""MPS and LP, the formats of solvers for mixed integer programs, written by OR-Tools.

Both allow few signs in names: brackets become round, and a name that comes twice gets a number behind it.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordle_cp.modelling.rows import Rows

_ROUND: Final = str.maketrans("[]", "()")
_SPACES: Final = re.compile(" +")
_NOT_ALLOWED: Final = re.compile(r"[^A-Za-z0-9_.,()@#$%&!?'`{}~;]")


def mps_lines(rows: Rows, comments: Sequence[str]) -> Iterator[str]:
    """Yield a model as free MPS, without the spaces that line up its columns: these are a third of it."""
    yield from (f"* {comment}".rstrip() for comment in comments)
    lines = _model(rows).export_to_mps_string().splitlines()
    yield from (_SPACES.sub(" ", line) for line in lines)


def lp_lines(rows: Rows, comments: Sequence[str]) -> Iterator[str]:
    r"""Yield a model as CPLEX LP."""
    yield from (f"\\ {comment}".rstrip() for comment in comments)
    yield from _model(rows).export_to_lp_string().splitlines()


def _model(rows: Rows) -> Any:  # noqa: ANN401  its stubs are partial
    model_builder: Any = import_module("ortools.linear_solver.python.model_builder")  # takes a moment
    model = model_builder.Model()
    model.name = rows.name
    variables = [
        model.new_var(column.lower, column.upper, column.whole, name)
        for column, name in zip(rows.columns, legal(one.name for one in rows.columns), strict=True)
    ]
    infinity = float("inf")
    for row, name in zip(rows.rows, legal(one.name for one in rows.rows), strict=True):
        total = model_builder.LinearExpr.weighted_sum(
            [variables[place] for _, place in row.terms], [factor for factor, _ in row.terms]
        )
        model.add_linear_constraint(
            total,
            -infinity if row.least is None else row.least,
            infinity if row.most is None else row.most,
            name,
        )
    if rows.objective is not None:
        goal = model_builder.LinearExpr.weighted_sum(
            [variables[place] for _, place in rows.objective.terms],
            [factor for factor, _ in rows.objective.terms],
        )
        if rows.objective.maximise:
            model.maximize(goal)
        else:
            model.minimize(goal)
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
