"""A model looked at: its mathematics, and how large it is for a question.

Nothing is solved here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.answers.answering import Report
from wordle_cp.errors import brief
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from wordle_cp.models.formulation import Formulation, ModelQuestion


@dataclass(frozen=True, slots=True)
class ModelSize:
    """How large a model is: variables and constraints by their names, and coefficients that aren't 0.

    `reduced` says in words what was left out or merged.
    """

    variables: dict[str, int]
    constraints: dict[str, int]
    nonzeros: int
    reduced: tuple[str, ...]

    __repr__ = brief()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowReport(Report):
    """A model, and for a `question` the `size` of its instance, None where a limit struck first."""

    formulation: Formulation
    question: ModelQuestion | None = None
    size: ModelSize | None = None

    __repr__ = brief("formulation", "question", "size")


def show_model(
    formulation: Formulation, question: ModelQuestion | None = None, work: Work = UNLIMITED
) -> ShowReport:
    """Return what `formulation` says, and how large its instance of `question` is.

    Raises:
        UsageError: the model can't be asked the question, or has no instance of it.
    """
    started = time.monotonic()
    if question is None:
        return ShowReport(formulation=formulation)
    formulation.demand(question)
    size: ModelSize | None = None
    stopped_by: StopReason | None = None
    try:
        size = _size(formulation, question, work)
    except StoppedError as error:
        stopped_by = error.reason
    return ShowReport(
        formulation=formulation,
        question=question,
        size=size,
        stopped_by=stopped_by,
        seconds=time.monotonic() - started,
    )


def _size(formulation: Formulation, question: ModelQuestion, work: Work) -> ModelSize:
    work.stage("building the model")
    instance = formulation.build(question, work)
    work.demand_time()
    rows = instance.rows(work.demand_time)
    return ModelSize(
        rows.families_of_variables, rows.families_of_constraints, rows.nonzeros, instance.reduced
    )
