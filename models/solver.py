"""The one wrapper around CP-SAT: workers, seed, limits and logging; a status becomes a type here.

Every CP-SAT model in this package goes through `decide` (is there a solution?) or `optimize` (a best one).
What comes back is one of three types, never an integer code: `Feasible` with a witness, `Infeasible`, or
`Unknown` if a limit struck first. Linear programs have a wrapper of their own, `linear`.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from ortools.sat.python import cp_model

Witness = TypeVar("Witness")

_LOGGER = logging.getLogger(__name__)
_STOPPING_SECONDS: Final = 0.01


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


class Budget:
    """The time limit of one question that takes several models; the work limit holds for each of them."""

    def __init__(self, settings: SolverSettings) -> None:
        """Start the clock."""
        self._settings = settings
        self._started = time.monotonic()

    def left(self) -> SolverSettings | None:
        """Return the settings with the time that is left, or None if there is none."""
        limit = self._settings.time_limit
        if limit is None:
            return self._settings
        limit -= time.monotonic() - self._started
        return replace(self._settings, time_limit=limit) if limit > 0 else None

    def spent(self) -> Unknown:
        """Return the outcome of a question that a limit ended."""
        return Unknown(time.monotonic() - self._started)


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

    return _outcome(model, read_witness, settings, {cp_model.OPTIMAL, cp_model.FEASIBLE})


def optimize(
    model: cp_model.CpModel,
    read_witness: Callable[[cp_model.CpSolver], Witness],
    settings: SolverSettings,
) -> Outcome[Witness]:
    """Return a best solution of `model`, which has an objective; one not proven best is `Unknown`.

    Otherwise as `decide`.
    """
    from ortools.sat.python import cp_model  # noqa: PLC0415  as above

    return _outcome(model, read_witness, settings, {cp_model.OPTIMAL})


def _outcome(
    model: cp_model.CpModel,
    read_witness: Callable[[cp_model.CpSolver], Witness],
    settings: SolverSettings,
    answers: set[cp_model.CpSolverStatus],
) -> Outcome[Witness]:
    from ortools.sat.python import cp_model  # noqa: PLC0415  as above

    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = settings.workers
    parameters.random_seed = settings.seed
    parameters.linearization_level = settings.linearization_level
    parameters.cp_model_probing_level = settings.probing_level
    parameters.catch_sigint_signal = False
    if settings.work_limit is not None:
        parameters.max_deterministic_time = settings.work_limit
    if settings.log is SolverLog.DEBUG:
        parameters.log_search_progress = True
        parameters.log_to_stdout = False
        solver.log_callback = _LOGGER.debug
    started = time.monotonic()
    status = _solve(solver, model, settings.time_limit)
    if status in answers:
        return Feasible(read_witness(solver))
    if status == cp_model.INFEASIBLE:
        return Infeasible()
    if status == cp_model.MODEL_INVALID:
        message = f"model {model.name!r}: {model.validate()}"
        raise ValueError(message)
    return Unknown(time.monotonic() - started)


def _solve(
    solver: cp_model.CpSolver, model: cp_model.CpModel, seconds: float | None
) -> cp_model.CpSolverStatus:
    """Solve in a thread of its own: the calling one stays open to signals, and stops the search in time.

    The solver's own limit heeds the clock on the wall, which may be set; this one doesn't.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        running = pool.submit(solver.solve, model)
        try:
            wait([running], seconds)
        finally:
            while not running.done():  # before the solver has begun, there is nothing to stop
                solver.stop_search()
                wait([running], _STOPPING_SECONDS)
        return running.result()
