"""MiniZinc, for people to read and for its solvers: 0-1 variables are Booleans, and clauses implications."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.modelling.rows import Constraint, Rows, Terms, Variable

_FEW: Final = 4
"""The most literals that are written with signs between them; more become an array."""


def minizinc_lines(rows: Rows, comments: Sequence[str]) -> Iterator[str]:
    """Yield a model as MiniZinc; names that aren't letters and digits stand in quotes."""
    yield from (f"% {comment}".rstrip() for comment in comments)
    yield ""
    for column in rows.columns:
        yield f"var {_type(column)}: '{column.name}';"
    yield ""
    for row in rows.rows:
        yield f'constraint :: "{row.name}" {_constraint(row, rows.columns)};'
    yield ""
    if rows.objective is None:
        yield "solve satisfy;"
    else:
        goal = "maximize" if rows.objective.maximise else "minimize"
        yield f"solve {goal} {_sum(rows.objective.terms, rows.columns)};"


def _type(column: Variable) -> str:
    if column.boolean:
        return "bool"
    if column.whole:
        return f"{column.lower}..{column.upper}"
    return f"{float(column.lower)}..{float(column.upper)}"


def _constraint(row: Constraint, columns: Sequence[Variable]) -> str:
    if all(columns[place].boolean and factor in {1, -1} for factor, place in row.terms):
        negated = sum(factor < 0 for factor, _ in row.terms)
        if row.most is None and row.least == 1 - negated:
            return _clause(row.terms, columns)
    total = _sum(row.terms, columns)
    if row.least == row.most:
        return f"{total} = {row.least}"
    sides = [
        f"{total} {sign} {bound}"
        for sign, bound in ((">=", row.least), ("<=", row.most))
        if bound is not None
    ]
    return " /\\ ".join(sides) or "true"


def _clause(terms: Terms, columns: Sequence[Variable]) -> str:
    """Return a clause as an implication: all that it negates implies one of the others."""
    true = [f"'{columns[place].name}'" for factor, place in terms if factor > 0]
    false = [f"'{columns[place].name}'" for factor, place in terms if factor < 0]
    one = _joined(true, " \\/ ", "exists")
    every = _joined(false, " /\\ ", "forall")
    if not false:
        return one
    return f"{every} -> {one}" if true else f"not {every}"


def _joined(literals: Sequence[str], sign: str, function: str) -> str:
    if not literals:
        return "false"
    if len(literals) == 1:
        return literals[0]
    return f"({sign.join(literals)})" if len(literals) <= _FEW else f"{function}([{', '.join(literals)}])"


def _sum(terms: Terms, columns: Sequence[Variable]) -> str:
    parts = [
        name if factor == 1 else f"{factor} * {name}"
        for factor, name in ((factor, f"'{columns[place].name}'") for factor, place in terms)
    ]
    return f"sum([{', '.join(parts)}])"
