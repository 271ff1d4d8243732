"""DIMACS CNF, the format of SAT solvers. Comments say which number is which variable.

A row that is a clause goes over as it is. One that bounds how many of n literals are true gets the sequential
counter of Sinz ("Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005). For at most k
of them, with s[i, j] true if at least j of the first i are,

    l_i => s[i, 1];   s[i-1, j] => s[i, j];   l_i and s[i-1, j-1] => s[i, j];   not (l_i and s[i-1, k])

and for at least k of them the other way round, with s[i, j] true only if at least j of the first i are,

    s[n, k];   s[i, j] => s[i-1, j] or l_i;   s[i, j] => s[i-1, j] or s[i-1, j-1]

where s[i, 0] is true, and s[i, j] is false for j > i. These clauses have a solution for given l_1, ..., l_n
iff at most k of them are true, or at least k. Both have some 2 n k clauses. At least k are true iff at most
n - k of their negations are, so each row is written with the smaller of these numbers. With k = 1 and few
literals all pairs are fewer clauses.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, argument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordle_cp.modelling.rows import Constraint, Rows

_FEW: Final = 5
"""The most literals that get all pairs."""

_OFTEN: Final = 1024
"""The limits are looked at each time that this number of rows has been encoded."""

Clause = list[int]
"""Literals, as DIMACS numbers them: from 1 on, negative if they are negated."""


def cnf_lines(rows: Rows, comments: Sequence[str], heed: Callable[[], None] = lambda: None) -> Iterator[str]:
    """Yield a model of 0-1 variables as DIMACS CNF; what `heed`, called now and then, raises ends that.

    Raises:
        UsageError: it has an objective, or a row that weighs its variables.
    """
    if rows.objective is not None:
        message = f"cnf has no objective, and {rows.name} has one: give {_others()}"
        raise UsageError(message)
    encoding = _Encoding(len(rows.columns))
    for number, row in enumerate(rows.rows):
        if not number % _OFTEN:
            heed()
        encoding.add(row)
    yield from (f"c {comment}".rstrip() for comment in comments)
    yield from (f"c {number} = {column.name}" for number, column in enumerate(rows.columns, 1))
    yield f"c the others, from {len(rows.columns) + 1} on, count true literals"
    yield f"p cnf {encoding.variables} {len(encoding.clauses)}"
    for name, clause in encoding.clauses:
        if name:
            yield f"c {name}"
        yield " ".join(map(str, [*clause, 0]))


def _others() -> str:
    return f"{argument('as_format')} opb, mps, lp or mzn"


class _Encoding:
    """Clauses, each with the name of its row if it is the first one of it; and the number of variables."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[tuple[str, Clause]] = []

    def add(self, row: Constraint) -> None:
        """Add the clauses of a row."""
        if any(factor not in {1, -1} for factor, _ in row.terms):
            message = f"cnf has no weights, and {row.name} has some: give {_others()}"
            raise UsageError(message)
        literals = [int(factor) * (place + 1) for factor, place in row.terms]
        negated = sum(literal < 0 for literal in literals)
        name = row.name
        for clause in self._clauses(literals, row, negated):
            self.clauses.append((name, clause))
            name = ""

    def _clauses(self, literals: Sequence[int], row: Constraint, negated: int) -> Iterator[Clause]:
        """Yield the clauses; a row counts literals with -1 for a negated one, so `negated` more are true."""
        if row.least is not None:
            yield from self._at_least(int(row.least) + negated, literals)
        if row.most is not None:
            most = int(row.most) + negated
            yield from self._at_least(len(literals) - most, [-literal for literal in literals])

    def _at_least(self, least: int, literals: Sequence[int]) -> Iterator[Clause]:
        """Yield the clauses that say that at least `least` of the `literals` are true."""
        most = len(literals) - least  # of the negations
        if least <= 0:
            return
        if most < 0:
            yield []
        elif most == 0:
            yield from ([literal] for literal in literals)
        elif least == 1:
            yield list(literals)
        elif most == 1 and len(literals) <= _FEW:
            yield from ([one, other] for one, other in combinations(literals, 2))
        elif most <= least:
            yield from self._counter(most, [-literal for literal in literals])
        else:
            yield from self._counter_below(least, literals)

    def _counter(self, most: int, literals: Sequence[int]) -> Iterator[Clause]:
        """Yield the clauses of the counter that says that at most `most` of the `literals` are true."""
        before: list[int] = []
        for number, literal in enumerate(literals):
            if before:
                yield [-literal, -before[most - 1]]
            if number == len(literals) - 1:
                return
            now = [self._new() for _ in range(most)]
            yield [-literal, now[0]]
            for place in range(most):
                if before:
                    yield [-before[place], now[place]]
                    if place:
                        yield [-literal, -before[place - 1], now[place]]
                elif place:
                    yield [-now[place]]
            before = now

    def _counter_below(self, least: int, literals: Sequence[int]) -> Iterator[Clause]:
        """Yield the clauses of the counter that says that at least `least` of the `literals` are true."""
        before: list[int] = []  # s[i - 1, 1], s[i - 1, 2], ...
        for number, literal in enumerate(literals, 1):
            now: list[int] = []
            for place in range(min(number, least)):
                now.append(self._new())
                same = before[place : place + 1]
                yield [-now[-1], *same, literal]
                if place:
                    yield [-now[-1], *same, before[place - 1]]
            before = now
        yield [before[least - 1]]

    def _new(self) -> int:
        self.variables += 1
        return self.variables
