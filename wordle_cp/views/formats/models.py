"""Models as files for other solvers: the question and what is known about it stand in comments at the top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError
from wordle_cp.modelling.exchange.comments import question_comments
from wordle_cp.modelling.exchange.formats import ModelFormat, model_lines
from wordle_cp.modelling.exchange.veripb import proof_lines
from wordle_cp.values import member
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.answers.models.solve import ModelAnswer
    from wordle_cp.modelling.formulation import Formulation, Instance, ModelQuestion

_OFTEN: Final = 1024
"""The limits are looked at each time that this number of lines has been made."""


def export_model(
    formulation: Formulation,
    question: ModelQuestion,
    as_format: ModelFormat | str,
    work: Work = UNLIMITED,
    *,
    known: ModelAnswer | None = None,
) -> str:
    """Return the instance of `question` in a format, `known` being what solving it said.

    Variables and constraints keep their names, as far as the format allows.

    Raises:
        UsageError: the model can't be asked the question or has no instance of it, or the format can't say
            what the model says.
        StoppedError: there was reason to stop.
    """
    chosen = member(ModelFormat, as_format, "a format")
    instance = _instance(formulation, question, work)
    lines: list[str] = []
    comments = list(question_comments(formulation, question, [*_status(known)]))
    for line in model_lines(instance, chosen, comments, work.demand_time):
        lines.append(line)
        if not len(lines) % _OFTEN:
            work.demand_time()
    return "\n".join([*lines, ""])


def export_proof(formulation: Formulation, question: ModelQuestion, work: Work = UNLIMITED) -> str:
    """Return a proof for VeriPB that the instance, as OPB, has no solution; errors as for `export_model`."""
    return "\n".join([*proof_lines(_instance(formulation, question, work).rows(work.demand_time)), ""])


def _instance(formulation: Formulation, question: ModelQuestion, work: Work) -> Instance:
    formulation.demand(question)
    work.demand_time()
    work.stage("building the model")
    instance = formulation.build(question, work)
    if instance.restricted:
        message = f"{formulation.name} {instance.restricted}"
        raise UsageError(message)
    return instance


def _status(known: ModelAnswer | None) -> Iterator[str]:
    """Yield what solving the model said, as comments."""
    if known is None:
        yield "status      not asked"
        return
    certified = ", certified" if known.accepted is not None else ""
    yield f"status      {known.status}{certified}"
    objective = None if known.found is None else known.found.objective
    if objective is not None:
        yield f"objective   {objective}"
