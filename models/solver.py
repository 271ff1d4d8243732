"""The one wrapper around CP-SAT: workers, seed, limits and logging; a status becomes a type here.

Every model in this package asks a yes-or-no question and goes through `decide`. What comes back is one of
three types, never an integer code: `Feasible` with a witness, `Infeasible`, or `Unknown` if a limit struck
first.
"""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from ortools.sat.python import cp_model

Witness = TypeVar("Witness")

_LOGGER = logging.getLogger(__name__)


class SolverLog(Enum):
    """What becomes of CP-SAT's own log."""

    SILENT = "silent"
    DEBUG = "debug"
    """To the logger of this module, level DEBUG, a message a line; standard output stays untouched."""


@dataclass(frozen=True, slots=True)
class SolverSettings:
    """How CP-SAT may run.

    With one worker and a `work_limit` the outcome is a function of the model and the seed. A `time_limit` is
    in seconds of wall-clock time, so that with it `Unknown` may come and go from run to run. `work_limit` is
    in CP-SAT's deterministic time, roughly seconds too. None is no limit.

    The defaults beyond limits were measured on the family models: `linearization_level=2` (the LP relaxation
    of a cover is nearly tight) without probing closes ?ILLS in 0.1 s, the solver's own defaults not in 30 s.
    """

    workers: int = 1
    seed: int = 0
    time_limit: float | None = None
    work_limit: float | None = None
    linearization_level: int = 2
    probing_level: int = 0
    log: SolverLog = SolverLog.SILENT


@dataclass(frozen=True, slots=True)
class Feasible(Generic[Witness]):
    """The answer is yes, and `witness` shows it."""

    witness: Witness


@dataclass(frozen=True, slots=True)
class Infeasible:
    """The answer is no: the search was exhaustive."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A limit struck before there was an answer; `seconds` of wall-clock time were spent."""

    seconds: float


Outcome = Feasible[Witness] | Infeasible | Unknown


def new_model(name: str) -> cp_model.CpModel:
    """Return an empty model.

    OR-Tools is loaded here and not with the module: that takes 0.4 s, and many tables need no solver.
    """
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

    The model has no objective. An interrupt (Ctrl-C) stops the solver and raises KeyboardInterrupt, so that
    it can't pass for a limit.

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
    parameters.catch_sigint_signal = False
    if settings.time_limit is not None:
        parameters.max_time_in_seconds = settings.time_limit
    if settings.work_limit is not None:
        parameters.max_deterministic_time = settings.work_limit
    if settings.log is SolverLog.DEBUG:
        parameters.log_search_progress = True
        parameters.log_to_stdout = False
        solver.log_callback = _LOGGER.debug
    status = _solve(solver, model)
    if status in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return Feasible(read_witness(solver))
    if status == cp_model.INFEASIBLE:
        return Infeasible()
    if status == cp_model.MODEL_INVALID:
        message = f"model {model.name!r}: {model.validate()}"
        raise ValueError(message)
    return Unknown(solver.wall_time)


def _solve(solver: cp_model.CpSolver, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
    """Solve in a thread of its own: the calling one stays open to signals, and can stop the search."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        running = pool.submit(solver.solve, model)
        try:
            return running.result()
        except BaseException:
            solver.stop_search()
            raise
