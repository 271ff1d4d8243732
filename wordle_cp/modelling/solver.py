"""The one wrapper around OR-Tools: CP-SAT, and GLOP for linear programs.

Every CP-SAT model in this package goes through `decide`: is there a solution, and which is best?
What comes back is one of three types, never an integer code: `Feasible` with a witness, `Infeasible`, or
`Unknown` if a limit struck first.

What GLOP says is a hint in floating point, no proof (`optimum`). It has one thread and no randomness, so a
program has one answer. Whoever uses it rounds what comes back to integers and checks those exactly.
"""

from __future__ import annotations

import math
import re
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from wordle_cp.errors import UsageError, argument
from wordle_cp.modelling.rows import Constraint, Objective, Rows, Variable, rows_of_model
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.rows import Terms

Witness = TypeVar("Witness")

MOST_LITERALS: Final = 10_000_000
"""To build more in all constraints would take minutes, and gigabytes."""

_STOPPING_SECONDS: Final = 0.01
_POLL_SECONDS: Final = 0.05
_ROUND: Final = str.maketrans("[]", "()")
_NOT_ALLOWED: Final = re.compile(r"[^A-Za-z0-9_.,()@#$%&!?'`{}~;]")


@dataclass(frozen=True, slots=True)
class Incumbent:
    """An event: the objective of the best solution so far, None before the first, and what bounds it."""

    value: int | None
    bound: int

    def __str__(self) -> str:
        """Return how far the solver has come, in words."""
        return f"{'no solution yet' if self.value is None else f'incumbent {self.value}'}, bound {self.bound}"


@dataclass(frozen=True, slots=True)
class SolverSettings:
    """How CP-SAT may run.

    With one worker and a `work_limit`, in CP-SAT's deterministic time, roughly seconds, the outcome is a
    function of the model and the seed. None is no limit. The limits of `work` hold, too, also while a model
    is being built, and it hears of each `Incumbent`. `log` gets CP-SAT's own log, a message a line, on a
    thread of the solver's.

    The defaults beyond limits were measured on the family models: `linearization_level=2` (the LP relaxation
    of a cover is nearly tight) without probing closes ?ILLS in 0.1 s, the solver's own defaults not in 30 s.
    """

    workers: int = 1
    seed: int = 0
    work_limit: float | None = None
    linearization_level: int = 2
    probing_level: int = 0
    log: Callable[[str], None] | None = None
    work: Work = UNLIMITED

    @classmethod
    def of(cls, work: Work, *, seed: int = 0, log: Callable[[str], None] | None = None) -> SolverSettings:
        """Return the settings for `work`, with a worker for each of its threads."""
        return cls(workers=work.jobs, seed=seed, log=log, work=work)


@dataclass(frozen=True, slots=True)
class Feasible(Generic[Witness]):
    """The answer is yes, and `witness` shows it."""

    witness: Witness


@dataclass(frozen=True, slots=True)
class Infeasible:
    """The answer is no: the search was exhaustive."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A limit struck before there was an answer; `best` is how far the solver had come with an objective."""

    best: Incumbent | None = None


Outcome = Feasible[Witness] | Infeasible | Unknown


class Values(Protocol):
    """A solution, as a solver has it."""

    def boolean_value(self, expression: cp_model.LiteralT) -> bool:
        """Return whether a variable is 1."""


def new_model(name: str, literals: int = 0) -> cp_model.CpModel:
    """Return an empty model; `literals` says how many its constraints will have, 0 if that is left open.

    OR-Tools is loaded here and not with the module: that takes 0.4 s, and many tables need no solver.

    Raises:
        UsageError: the model would be too large.
    """
    if literals > MOST_LITERALS:
        message = (
            f"{name.replace('_', '-')} would have more than {MOST_LITERALS // 10**6} million literals: give "
            f"fewer words with {argument('history')} or {argument('words')}, or a smaller "
            f"{argument('depth')}, or ask prove"
        )
        raise UsageError(message)
    from ortools.sat.python import cp_model  # noqa: PLC0415

    model = cp_model.CpModel()
    model.name = name
    return model


def decide(
    model: cp_model.CpModel,
    read_witness: Callable[[cp_model.CpSolver], Witness],
    settings: SolverSettings,
) -> Outcome[Witness]:
    """Tell whether `model` has a solution; `read_witness` extracts it from the solver.

    With an objective it is a best one, and `Unknown` if it isn't proven best. An interrupt (Ctrl-C) stops the
    solver and raises KeyboardInterrupt, so that it can't pass for a limit.

    Raises:
        ValueError: the model is malformed, which is a bug of the formulation.
    """
    from ortools.sat.python import cp_model  # noqa: PLC0415  as above

    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = settings.workers
    parameters.random_seed = settings.seed
    parameters.linearization_level = settings.linearization_level
    parameters.cp_model_probing_level = settings.probing_level
    if settings.workers > 1:
        parameters.merge_text_format(
            f'extra_subsolvers: "as_one" subsolver_params {{ name: "as_one" '
            f"linearization_level: {settings.linearization_level} "
            f"cp_model_probing_level: {settings.probing_level} }}"
        )
    parameters.catch_sigint_signal = False
    if settings.work_limit is not None:
        parameters.max_deterministic_time = settings.work_limit
    if settings.log is not None:
        parameters.log_search_progress = True
        parameters.log_to_stdout = False
        solver.log_callback = settings.log
    status, best = _solve(solver, model, settings)
    if status == cp_model.OPTIMAL or (status == cp_model.FEASIBLE and not model.has_objective()):
        return Feasible(read_witness(solver))
    if status == cp_model.INFEASIBLE:
        return Infeasible()
    if status == cp_model.MODEL_INVALID:
        message = f"model {model.name!r}: {model.validate()}"
        raise ValueError(message)
    return Unknown(best)


def chosen(solver: Values, variables: Sequence[cp_model.IntVar]) -> tuple[int, ...]:
    """Return the places of the variables that are 1."""
    return tuple(place for place, variable in enumerate(variables) if solver.boolean_value(variable))


def _solve(
    solver: cp_model.CpSolver, model: cp_model.CpModel, settings: SolverSettings
) -> tuple[cp_model.CpSolverStatus, Incumbent | None]:
    """Solve in a thread of its own: the calling one stays open to signals, and stops the search in time.

    The solver's own limit heeds the clock on the wall, which may be set; this one doesn't.
    """
    from ortools.sat.python import cp_model  # noqa: PLC0415  as above

    known: list[Incumbent] = []

    class Watch(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            known.append(Incumbent(round(self.objective_value), round(self.best_objective_bound)))

    watch = None
    if model.has_objective():
        watch = Watch()
        solver.best_bound_callback = lambda bound: known.append(
            Incumbent(known[-1].value if known else None, round(bound))
        )
    shown = 0
    with ThreadPoolExecutor(max_workers=1) as pool:
        running = pool.submit(solver.solve, model, watch)
        try:
            while not settings.work.must_stop():
                if wait([running], _POLL_SECONDS).done:
                    break
                if len(known) > shown:
                    shown = len(known)
                    settings.work.show(known[-1])
        finally:
            while not running.done():  # before the solver has begun, there is nothing to stop
                solver.stop_search()
                wait([running], _STOPPING_SECONDS)
        return running.result(), known[-1] if known else None


# ---------- linear programs
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
    """Return what the linear relaxation of a model says, None if GLOP takes more than `seconds` for it.

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
