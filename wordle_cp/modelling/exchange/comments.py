"""What stands at the top of a model's file: the question, and the lists it is about."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING

from wordle_cp.errors import counted, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.modelling.formulation import Formulation, ModelQuestion


def question_comments(
    formulation: Formulation, question: ModelQuestion, known: Sequence[str]
) -> Iterator[str]:
    """Yield the comments about an instance of the question, with what is `known` of the status."""
    position, left = question.position, question.guesses_left
    variant, history = position.variant, position.history
    after = f" after {variant.scoring.format_history(history)}" if history else ""
    guesses = f", {counted(left, 'guess', 'guesses')} left" if left is not None else ""
    if question.count is not None:
        guesses = f", {counted(question.count, 'fixed guess', 'fixed guesses')}"
    yield f"{formulation.name}: {formulation.statement.question}"
    yield f"question    {one_line(f'{variant.name}, {variant.mode} mode{after}')}{guesses}"
    for what, words, name, digest in (
        ("guesses", variant.guesses, variant.guesses_name, variant.guesses_hash),
        ("hidden", variant.hidden, variant.hidden_name, variant.hidden_hash),
    ):
        yield f"{what:<12}{len(words)} of {one_line(name)}, SHA-256 {digest}"
    yield f"words left  {' '.join(question.words)}"
    yield from known
    yield f"infeasible  would mean: {formulation.none(question)}"
    yield f"made by     wordle-cp {metadata.version('wordle-cp')}"
