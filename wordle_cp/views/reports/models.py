"""What `model` shows: a list, a model's mathematics, its size, and what it says of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.telling import (
    certificate_fields,
    certified_line,
    effort_line,
    ending_fields,
    position_fields,
    position_words,
)
from wordle_cp.errors import counted
from wordle_cp.models.formulation import Depth
from wordle_cp.models.statement import Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wordle_cp.answers.models.show import ModelSize, ShowReport
    from wordle_cp.answers.models.solve import ModelReport
    from wordle_cp.models.formulation import Formulation, ModelQuestion
    from wordle_cp.models.solver import Incumbent
    from wordle_cp.models.statement import Statement

_LABEL = 12


def model_fields(formulation: Formulation) -> dict[str, object]:
    """Return the JSON fields of a model."""
    statement = formulation.statement
    return {
        "name": formulation.name,
        "asks": statement.question,
        "needs_depth": formulation.depth is Depth.NEEDED,
        "most_words": formulation.most_words,
        "modes": [mode.value for mode in formulation.modes],
    }


def list_lines(formulations: Iterable[Formulation]) -> Iterator[str]:
    """Yield a line for each model, and one above them."""
    yield f"{'name':<18}{'words':<7}{'modes':<24}what it asks"
    for one in formulations:
        words = "any" if one.most_words is None else f"{one.most_words}"
        modes = ", ".join(one.modes)
        yield f"{one.name:<18}{words:<7}{modes:<24}{one.statement.question}"


def show_fields(report: ShowReport) -> dict[str, object]:
    """Return the JSON fields of `model show`."""
    statement = report.formulation.statement
    return {
        **model_fields(report.formulation),
        "sections": [
            {"label": part.label, "text": part.text} for part in statement.parts if isinstance(part, Section)
        ],
        "prose": list(statement.prose),
        **({} if report.question is None else _asked_fields(report.question)),
        "size": None if report.size is None else _size_fields(report.size),
        **ending_fields(report),
    }


def _size_fields(size: ModelSize) -> dict[str, object]:
    return {
        "variables": sum(size.variables.values()),
        "constraints": sum(size.constraints.values()),
        "nonzeros": size.nonzeros,
        "variables_of": size.variables,
        "constraints_of": size.constraints,
        "reduced": list(size.reduced),
    }


def show_lines(report: ShowReport, struck: str) -> Iterator[str]:
    """Yield what the docstring of a model says, and below the size of its instance."""
    yield f"{report.formulation.name}: {report.formulation.statement.question}"
    yield from _statement_lines(report.formulation.statement)
    if report.question is None:
        return
    yield ""
    yield f"instance     {_asked(report.question)}"
    if report.size is None:
        yield f"stopped by   {struck}, while the model was being built"
        return
    size = report.size
    if size.reduced:
        yield f"reduced      {'; '.join(size.reduced)}"
    yield f"variables    {_families(size.variables)}"
    yield f"constraints  {_families(size.constraints)}"
    yield f"non-zeros    {size.nonzeros}"
    yield effort_line(report.seconds)


def _families(families: Mapping[str, int]) -> str:
    """Return how many there are in all, and of each name."""
    listed = ", ".join(f"{name} {count}" for name, count in families.items())
    return f"{sum(families.values())}" + (f": {listed}" if listed else "")


def _statement_lines(statement: Statement) -> Iterator[str]:
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


def _asked(question: ModelQuestion) -> str:
    """Return the question in words."""
    position = question.position
    words = counted(len(question.words), "hidden word", "hidden words")
    left = question.guesses_left
    within = "" if left is None else f", {counted(left, 'guess', 'guesses')} left"
    if question.count is not None:
        within = f", {counted(question.count, 'fixed guess', 'fixed guesses')}"
    return f"{position_words(position.variant, position.history)}: {words}{within}"


def _asked_fields(question: ModelQuestion) -> dict[str, object]:
    position = question.position
    return {
        **position_fields(position.variant, position.history),
        "hidden": len(question.words),
        "guesses_left": question.guesses_left,
        "count": question.count,
    }


def solve_fields(report: ModelReport) -> dict[str, object]:
    """Return the JSON fields of `model solve`."""
    found = report.found
    return {
        "model": report.formulation.name,
        **_asked_fields(report.question),
        "status": report.status.value,
        "answer": _answer(report),
        **({} if found is None else {"solution": dict(found.values)}),
        "incumbent": None if report.best is None else report.best.value,
        "bound": None if report.best is None else report.best.bound,
        **certificate_fields(report.certificate, report.accepted),
        "uncertified": _not_certified(report) or None,
        **ending_fields(report),
    }


def solve_lines(report: ModelReport, struck: str) -> Iterator[str]:
    """Yield the report of `model solve` for people."""
    yield f"{report.status.value}: {report.formulation.name}, {_asked(report.question)}"
    answer = _answer(report)
    if answer:
        yield f"answer       {answer}"
    if report.stopped_by is not None:
        missing = "there was an answer" if report.status == "unknown" else "a certificate was accepted"
        yield f"stopped by   {struck}, before {missing}"
    if report.best is not None:
        yield f"so far       {describe_incumbent(report.best)}"
    if report.accepted is not None:
        yield certified_line(report.accepted, report.certificate)
    rest = _not_certified(report)
    if rest:
        yield f"uncertified  {rest}, by {report.formulation.by}"
    yield effort_line(report.seconds)


def _answer(report: ModelReport) -> str | None:
    """Return what the solver's status means, in one line."""
    if report.found is not None:
        return report.found.answer
    if report.status == "infeasible":
        return report.formulation.none(report.question)
    if report.stopped_by is None:
        return report.formulation.unknown
    return None


def _not_certified(report: ModelReport) -> str:
    """Return what of the answer rests on the solver's word."""
    if report.status == "infeasible":
        return "that there is no solution" if report.accepted is None else ""
    if report.found is None:
        return ""
    if report.accepted is None:
        return "all of it"
    return report.found.beyond


def describe_incumbent(best: Incumbent) -> str:
    """Return how far a solver has come, in words."""
    incumbent = "no solution yet" if best.value is None else f"incumbent {best.value}"
    return f"{incumbent}, bound {best.bound}"
