"""The one wrapper around a SAT solver: CaDiCaL, a program of its own, on a model as CNF.

Where this stands: beside `solver` (CP-SAT) and `linear` (linear programs). A status becomes a type here, and
an infeasible model comes with its proof, DRAT as text, which `drat` has checked.

The proof comes through a pipe. So where this process is killed nothing is left behind: CaDiCaL ends as soon
as nobody reads what it writes.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from wordle_cp.errors import (
    CertificateRejected,
    SolverEndedError,
    UsageError,
    WrongAnswerError,
    brief,
    file_errors,
)
from wordle_cp.models.drat import check_refutation, clauses_of
from wordle_cp.models.exchange.clauses import cnf_lines
from wordle_cp.models.rows import rows_of_model
from wordle_cp.models.solver import Feasible, Infeasible
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ortools.sat.python import cp_model

    from wordle_cp.models.solver import Values
    from wordle_cp.work import Work

PROGRAM: Final = "cadical"
SOLVER: Final = "CaDiCaL"
"""What people call it."""
_SATISFIABLE: Final = 10
_UNSATISFIABLE: Final = 20
_POLL_SECONDS: Final = 0.05
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Formula:
    """A model as DIMACS CNF, and how many variables and clauses it has."""

    text: str
    variables: int
    clauses: int

    __repr__ = brief("variables", "clauses")


@dataclass(frozen=True, slots=True)
class Refutation(Infeasible):
    """There is no solution, as a checked `proof` says: DRAT as text, with so many `lemmas`."""

    proof: bytes
    lemmas: int

    __repr__ = brief("lemmas")


class _Assignment:
    """A solution, as `solver.Values` are asked for it: the numbers of the variables that are 1."""

    def __init__(self, true: frozenset[int]) -> None:
        self._true = true

    def boolean_value(self, expression: cp_model.LiteralT) -> bool:
        """Return whether a variable is 1; in the formula they are numbered from 1 on."""
        return int(expression.index) + 1 in self._true  # type: ignore[union-attr]


def demand_solver() -> str:
    """Return the program.

    Raises:
        UsageError: it isn't installed.
    """
    found = shutil.which(PROGRAM)
    if found is None:
        message = f"--by sat needs {SOLVER}: install Debian's package {PROGRAM}, or leave --by out"
        raise UsageError(message)
    return found


def formula_of(model: cp_model.CpModel, comments: Sequence[str], work: Work) -> Formula:
    """Return a model of 0-1 variables as CNF, with `comments` at its top.

    Raises:
        StoppedError: a limit struck.
    """
    lines = list(cnf_lines(rows_of_model(model, work.demand_time), comments, work.demand_time))
    header = next(line for line in lines if line.startswith("p cnf "))
    variables, clauses = map(int, header.split()[2:])
    return Formula("\n".join([*lines, ""]), variables, clauses)


def decide_formula(formula: Formula, work: Work) -> Feasible[Values] | Refutation:
    """Tell whether a formula has a solution: the solution, or a proof that was checked.

    Raises:
        UsageError: there is no such program.
        StoppedError: a limit struck.
        SolverEndedError: the program ended without an answer.
        WrongAnswerError: its solution, or its proof, isn't one.
    """
    program = demand_solver()
    temporary = file_errors(Path(tempfile.gettempdir()))
    with temporary, tempfile.TemporaryFile() as proof, tempfile.TemporaryFile() as answer:
        work.stage("solving the formula")
        code = _run(program, formula, proof, answer, work)
        clauses = clauses_of(formula.text.splitlines())
        if code == _SATISFIABLE:
            true = _true_of(answer)
            met = (any((literal > 0) == (abs(literal) in true) for literal in clause) for clause in clauses)
            if not all(met):
                raise _wrong(program, "values that are no solution")
            return Feasible(_Assignment(true))
        if code != _UNSATISFIABLE:
            message = (
                f"{program} ended with {code}, and without an answer: it was killed, or memory was short"
            )
            raise SolverEndedError(message)
        work.stage("checking the proof of the formula")
        proof.seek(0)
        lines = (line.decode("ascii", "replace") for line in proof)
        try:
            lemmas = check_refutation(clauses, lines, work.demand_time)
        except CertificateRejected as error:
            raise _wrong(program, f"a DRAT proof that proves nothing ({error})") from error
        proof.seek(0)
        return Refutation(proof.read(), lemmas)


def _wrong(program: str, what: str) -> WrongAnswerError:
    """Return the error that the program answered with something false."""
    return WrongAnswerError(f"{program} gave {what}: install another version of {SOLVER}, or leave --by out")


def _run(program: str, formula: Formula, proof: IO[bytes], answer: IO[bytes], work: Work) -> int:
    """Have the program write its `answer` and its `proof`; return what it ends with."""
    reading, writing = os.pipe()
    with (
        tempfile.TemporaryFile() as asked,
        os.fdopen(reading, "rb") as written,
        ThreadPoolExecutor(1) as pool,
    ):
        try:
            asked.write(formula.text.encode())
            asked.seek(0)
            process = subprocess.Popen(  # noqa: S603  no shell
                [program, "-q", "--no-binary", "-", f"/dev/fd/{writing}"],
                stdin=asked,
                stdout=answer,
                stderr=subprocess.DEVNULL,
                pass_fds=(writing,),
                process_group=0,
            )
        finally:
            os.close(writing)
        try:
            memory = work.limits.memory_bytes
            if memory is not None:
                resource.prlimit(process.pid, resource.RLIMIT_AS, (int(memory), int(memory)))
            copied = pool.submit(shutil.copyfileobj, written, proof, _CHUNK)
            while True:
                work.demand_time()
                if copied.done():
                    copied.result()
                with suppress(subprocess.TimeoutExpired):
                    code = process.wait(_POLL_SECONDS)
                    break
            copied.result()
        finally:
            process.kill()
            process.wait()
    if memory is not None and code not in {_SATISFIABLE, _UNSATISFIABLE}:
        raise StoppedError(StopReason.MEMORY)
    return code


def _true_of(answer: IO[bytes]) -> frozenset[int]:
    """Return the variables that are true, by their numbers: lines with v list literals."""
    answer.seek(0)
    words = (word for line in answer if line.startswith(b"v ") for word in line.split()[1:])
    return frozenset(int(word) for word in words if word.isdigit())
