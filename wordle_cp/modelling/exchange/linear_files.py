"""MPS and LP, the formats of solvers for mixed integer programs, written by OR-Tools."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wordle_cp.modelling.linear import solver_model

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.modelling.rows import Rows

_SPACES: Final = re.compile(" +")


def mps_lines(rows: Rows, comments: Sequence[str]) -> Iterator[str]:
    """Yield a model as free MPS, without the spaces that line up its columns: these are a third of it."""
    yield from (f"* {comment}".rstrip() for comment in comments)
    lines = solver_model(rows).export_to_mps_string().splitlines()
    yield from (_SPACES.sub(" ", line) for line in lines)


def lp_lines(rows: Rows, comments: Sequence[str]) -> Iterator[str]:
    r"""Yield a model as CPLEX LP."""
    yield from (f"\\ {comment}".rstrip() for comment in comments)
    yield from solver_model(rows).export_to_lp_string().splitlines()
