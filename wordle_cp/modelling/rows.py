"""Rows: a model as linear constraints over bounded variables, whatever solver it was written for.

Formulations are written for CP-SAT or as linear programs; what counts their constraints, or takes them to
another solver (`modelling.exchange`), reads rows.

A literal is x or 1 - x, for x in {0, 1}. With l_1, ..., l_n literals, and e_1, ..., e_m those that enforce a
constraint, the rows for CP-SAT's constraints are

    bool_or:        l_1 + ... + l_n + (1 - e_1) + ... + (1 - e_m) >= 1
    bool_and:       the same with n = 1, a row for each of the literals
    at_most_one:    l_1 + ... + l_n <= 1,  exactly_one: = 1
    linear:         lo <= a x <= hi

Each has the same solutions over whole numbers as the constraint it stands for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.errors import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ortools.sat.python import cp_model

_NO_BOUND: Final = 2**62
"""CP-SAT writes a side without a bound as a number beyond this."""

_OFTEN: Final = 1024
"""The limits are looked at each time that this number of constraints has been read."""

Terms = tuple[tuple[float, int], ...]
"""Coefficients, none of them 0, each with the place of its variable; a variable comes once."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; `whole` says that it takes whole numbers only."""

    name: str
    lower: float
    upper: float
    whole: bool

    __repr__ = brief()

    @property
    def boolean(self) -> bool:
        """Whether it is 0 or 1."""
        return self.whole and (self.lower, self.upper) == (0, 1)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint ``least <= terms <= most``; None is no bound."""

    name: str
    terms: Terms
    least: float | None = None
    most: float | None = None

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Objective:
    """What is to be as small as possible, or as large with `maximise`."""

    terms: Terms
    maximise: bool

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Rows:
    """A model of linear constraints; without an objective it asks for a solution, whichever."""

    name: str
    columns: tuple[Variable, ...]
    rows: tuple[Constraint, ...]
    objective: Objective | None = None

    __repr__ = brief()

    @property
    def whole(self) -> bool:
        """Whether each variable is 0 or 1, and each number of a row is whole."""
        numbers = (
            number for row in self.rows for number in (row.least, row.most, *(a for a, _ in row.terms))
        )
        return all(column.boolean for column in self.columns) and all(
            number is None or number == int(number) for number in numbers
        )

    @property
    def nonzeros(self) -> int:
        """How many coefficients there are, those of the objective left out."""
        return sum(len(row.terms) for row in self.rows)


def by_name(parts: Iterable[Variable | Constraint]) -> dict[str, int]:
    """Return how many there are of each name, what stands in brackets left out."""
    return dict(Counter(part.name.partition("[")[0] for part in parts))


def rows_of_model(model: cp_model.CpModel, heed: Callable[[], None] = lambda: None) -> Rows:
    """Return a model for CP-SAT as rows, which have its names.

    `heed` is called now and then, and what it raises ends that.

    Raises:
        ValueError: it has a constraint that none of our models has, such as all_different.
    """
    proto: Any = model.proto
    columns = tuple(
        Variable(one.name, *_ends(list(one.domain)), whole=True)  # its own lists can't be read from the end
        for one in proto.variables
    )
    rows: list[Constraint] = []
    for number, one in enumerate(proto.constraints):
        if not number % _OFTEN:
            heed()
        rows += _rows(one)
    return Rows(model.name, columns, tuple(rows), _objective(proto))


def _ends(domain: list[int]) -> tuple[int, int]:
    """Return the least and the greatest value of a domain without gaps."""
    if len(domain) != 2:  # noqa: PLR2004  one interval
        message = f"expected values without gaps, found {domain}"
        raise ValueError(message)
    return domain[0], domain[1]


def _objective(proto: Any) -> Objective | None:  # noqa: ANN401  CP-SAT's own record, as below
    if not proto.has_objective():
        return None
    objective = proto.objective
    maximise = objective.scaling_factor < 0
    sign = -1 if maximise else 1
    if objective.offset or abs(objective.scaling_factor) != 1:
        message = f"model {proto.name}: expected an objective without offset and scale"
        raise ValueError(message)
    terms = zip(objective.coeffs, objective.vars, strict=True)
    return Objective(tuple((sign * factor, place) for factor, place in terms), maximise)


def _rows(one: Any) -> Iterator[Constraint]:  # noqa: ANN401
    """Yield the rows of a constraint of CP-SAT."""
    enforced = list(one.enforcement_literal)
    unless = [-1 - literal for literal in enforced]
    if one.has_bool_or():
        yield _literals(one.name, [*one.bool_or.literals, *unless], least=1)
    elif one.has_bool_and():
        literals = list(one.bool_and.literals)
        for number, literal in enumerate(literals):
            name = one.name if len(literals) == 1 else f"{one.name}.{number}"
            yield _literals(name, [literal, *unless], least=1)
    elif one.has_at_most_one() and not enforced:
        yield _literals(one.name, one.at_most_one.literals, most=1)
    elif one.has_exactly_one() and not enforced:
        yield _literals(one.name, one.exactly_one.literals, least=1, most=1)
    elif one.has_linear() and len(one.linear.domain) == 2 and not enforced:  # noqa: PLR2004  one interval
        factors, (least, most) = zip(one.linear.coeffs, one.linear.vars, strict=True), one.linear.domain
        yield Constraint(
            one.name,
            tuple((factor, place) for factor, place in factors if factor),
            None if least < -_NO_BOUND else least,
            None if most > _NO_BOUND else most,
        )
    else:
        message = f"constraint {one.name!r} has no linear form here"
        raise ValueError(message)


def _literals(
    name: str, literals: Iterable[int], *, least: int | None = None, most: int | None = None
) -> Constraint:
    """Return the row that bounds how many of the `literals` are true; equal ones count each time."""
    factors: Counter[int] = Counter()
    constant = 0
    for literal in literals:
        factors[literal if literal >= 0 else -1 - literal] += 1 if literal >= 0 else -1
        constant += literal < 0
    terms = tuple((factor, place) for place, factor in factors.items() if factor)
    return Constraint(
        name,
        terms,
        None if least is None else least - constant,
        None if most is None else most - constant,
    )
