"""The formats that a model can be written in; OR-Tools writes MPS and LP.

All of them but CP-SAT's own are made of `rows`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, argument
from wordle_cp.modelling.exchange.clauses import cnf_lines
from wordle_cp.modelling.exchange.minizinc import minizinc_lines
from wordle_cp.modelling.exchange.pseudo_boolean import opb_lines
from wordle_cp.modelling.rows import Rows
from wordle_cp.modelling.solver import solver_model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordle_cp.modelling.formulation import Instance

_SPACES: Final = re.compile(" +")


class ModelFormat(StrEnum):
    """What a model is written as."""

    PROTO = "proto"
    """CP-SAT's own text."""
    MPS = "mps"
    LP = "lp"
    OPB = "opb"
    """Pseudo-Boolean constraints."""
    MZN = "mzn"
    """MiniZinc."""
    CNF = "cnf"
    """DIMACS."""


def mps_lines(rows: Rows, comments: Sequence[str]) -> Iterator[str]:
    """Yield a model as free MPS, without the spaces that line up its columns: these are a third of it."""
    yield from (f"* {comment}".rstrip() for comment in comments)
    lines = solver_model(rows).export_to_mps_string().splitlines()
    yield from (_SPACES.sub(" ", line) for line in lines)


def lp_lines(rows: Rows, comments: Sequence[str]) -> Iterator[str]:
    r"""Yield a model as CPLEX LP."""
    yield from (f"\\ {comment}".rstrip() for comment in comments)
    yield from solver_model(rows).export_to_lp_string().splitlines()


_LINES: Final[dict[ModelFormat, Callable[[Rows, Sequence[str]], Iterator[str]]]] = {
    ModelFormat.MPS: mps_lines,
    ModelFormat.LP: lp_lines,
    ModelFormat.OPB: opb_lines,
    ModelFormat.MZN: minizinc_lines,
}
_OF_ZERO_AND_ONE: Final = frozenset({ModelFormat.OPB, ModelFormat.CNF})


def model_lines(
    instance: Instance,
    as_format: ModelFormat,
    comments: Sequence[str],
    heed: Callable[[], None] = lambda: None,
) -> Iterator[str]:
    """Yield `instance` in a format, with `comments`, a line each, at its top.

    `heed` is called before the first line, now and then, and what it raises ends that.

    Raises:
        UsageError: the format can't say what the model says; it names others that can.
    """
    if as_format is ModelFormat.PROTO:
        if isinstance(instance.model, Rows):
            others = f"give {argument('as_format')} mps or lp"
            message = f"proto is for CP-SAT, and {instance.model.name} is a linear program: {others}"
            raise UsageError(message)
        yield from (f"# {comment}".rstrip() for comment in comments)
        yield from str(instance.model.proto).splitlines()
        return
    rows = instance.rows(heed)
    if as_format in _OF_ZERO_AND_ONE and not rows.whole:
        message = (
            f"{as_format} is for variables that are 0 or 1, and {rows.name} has others: "
            f"give {argument('as_format')} mps, lp or mzn"
        )
        raise UsageError(message)
    lines = (
        cnf_lines(rows, comments, heed) if as_format is ModelFormat.CNF else _LINES[as_format](rows, comments)
    )
    yield from lines
