"""A model looked at: its mathematics, and how large it is for a question.

Nothing is solved here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Rows, Told
from wordle_cp.answers.telling import effort_line, position_fields, position_words
from wordle_cp.errors import brief, counted
from wordle_cp.models.formulation import Depth
from wordle_cp.models.registry import FORMULATIONS
from wordle_cp.models.statement import Section
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wordle_cp.models.formulation import Formulation, ModelQuestion
    from wordle_cp.models.statement import Statement

_LABEL: Final = 12


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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ShownModel(Answer):
    """A model, and for a `question` the `size` of its instance, None where a limit struck first."""

    formulation: Formulation
    question: ModelQuestion | None = None
    size: ModelSize | None = None

    def told(self, struck: str) -> Iterator[str]:
        """Yield what the docstring of the model says, and below it the size of the instance."""
        statement = self.formulation.statement
        yield f"{self.formulation.name}: {statement.question}"
        yield from _statement_told(statement)
        if self.question is None:
            return
        yield ""
        yield f"instance     {asked_words(self.question)}"
        if self.size is None:
            yield f"stopped by   {struck}, while the model was being built"
            return
        if self.size.reduced:
            yield f"reduced      {'; '.join(self.size.reduced)}"
        yield f"variables    {_families(self.size.variables)}"
        yield f"constraints  {_families(self.size.constraints)}"
        yield f"non-zeros    {self.size.nonzeros}"
        yield effort_line(self.seconds)

    def _json(self) -> dict[str, Any]:
        statement, size = self.formulation.statement, self.size
        return {
            **_model_fields(self.formulation),
            "sections": [
                {"label": part.label, "text": part.text}
                for part in statement.parts
                if isinstance(part, Section)
            ],
            "prose": statement.prose,
            **({} if self.question is None else asked_fields(self.question)),
            "size": None
            if size is None
            else {
                "variables": sum(size.variables.values()),
                "constraints": sum(size.constraints.values()),
                "nonzeros": size.nonzeros,
                "variables_of": size.variables,
                "constraints_of": size.constraints,
                "reduced": size.reduced,
            },
        }


class ModelList(Told):
    """All models. Rows: the same fields as in JSON."""

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield a line for each model, and one above them."""
        yield f"{'name':<18}{'words':<7}{'modes':<24}what it asks"
        for one in FORMULATIONS.values():
            words = "any" if one.most_words is None else f"{one.most_words}"
            yield f"{one.name:<18}{words:<7}{', '.join(one.modes):<24}{one.statement.question}"

    def _json(self) -> dict[str, Any]:
        return {"models": self._rows()}

    def _rows(self) -> Rows:
        return [_model_fields(one) for one in FORMULATIONS.values()]


def _model_fields(formulation: Formulation) -> dict[str, object]:
    return {
        "name": formulation.name,
        "asks": formulation.statement.question,
        "needs_depth": formulation.depth is Depth.NEEDED,
        "most_words": formulation.most_words,
        "modes": formulation.modes,
    }


def asked_fields(question: ModelQuestion) -> dict[str, object]:
    """Return the JSON fields that tell the question."""
    position = question.position
    return {
        **position_fields(position.variant, position.history),
        "hidden": len(question.words),
        "guesses_left": question.guesses_left,
        "count": question.count,
    }


def asked_words(question: ModelQuestion) -> str:
    """Return the question in words."""
    position = question.position
    words = counted(len(question.words), "hidden word", "hidden words")
    left = question.guesses_left
    within = "" if left is None else f", {counted(left, 'guess', 'guesses')} left"
    if question.count is not None:
        within = f", {counted(question.count, 'fixed guess', 'fixed guesses')}"
    return f"{position_words(position.variant, position.history)}: {words}{within}"


def _families(families: Mapping[str, int]) -> str:
    """Return how many there are in all, and of each name."""
    listed = ", ".join(f"{name} {count}" for name, count in families.items())
    return f"{sum(families.values())}" + (f": {listed}" if listed else "")


def _statement_told(statement: Statement) -> Iterator[str]:
    """Yield sections and prose, in their order; prose is set apart by empty lines."""
    before: Section | str | None = None
    for part in statement.parts:
        if isinstance(part, str):
            yield ""
            yield from part.split("\n")
        else:
            if not isinstance(before, Section):
                yield ""
            for number, line in enumerate(part.lines):
                yield f"{part.label if not number else '':<{_LABEL}}{line}".rstrip()
        before = part


def show_model(
    formulation: Formulation, question: ModelQuestion | None = None, work: Work = UNLIMITED
) -> ShownModel:
    """Return what `formulation` says, and how large its instance of `question` is.

    Raises:
        UsageError: the model can't be asked the question, or has no instance of it.
    """
    started = time.monotonic()
    if question is None:
        return ShownModel(formulation=formulation)
    formulation.demand(question)
    size: ModelSize | None = None
    stopped_by: StopReason | None = None
    try:
        size = _size(formulation, question, work)
    except StoppedError as error:
        stopped_by = error.reason
    return ShownModel(
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
