"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from wordle_cp.errors import UsageError
from wordle_cp.resources import DEFAULT_VARIANT
from wordle_cp.rules import Mode
from wordle_cp.variant import MAX_GUESSES, HiddenKind

__all__ = [
    "DEFAULT_VARIANT",
    "HiddenOption",
    "JobsOption",
    "JsonOption",
    "MaxGuessesOption",
    "MaxMemoryOption",
    "ModeOption",
    "QuietOption",
    "TimeLimitOption",
    "VariantOption",
]


def _positive(value: float | None) -> float | None:
    """Reject what a floating-point option accepts but no limit can be, such as zero or infinity."""
    if value is not None and not (math.isfinite(value) and value > 0):
        message = f"expected a limit greater than 0, found {value}"
        raise UsageError(message)
    return value


VariantOption = Annotated[
    str, typer.Option("--variant", metavar="NAME|FILE", help="A shipped variant or a variant file.")
]
ModeOption = Annotated[
    Mode | None, typer.Option("--mode", help="Which guesses are allowed; default: the variant's.")
]
HiddenOption = Annotated[
    HiddenKind | None,
    typer.Option(
        "--hidden", help="Which words may be hidden: the list or every guess; default: the variant's."
    ),
]
MaxGuessesOption = Annotated[
    int | None,
    typer.Option(
        "--max-guesses",
        metavar="G",
        min=1,
        max=MAX_GUESSES,
        help="Guesses in a game; default: the variant's.",
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, max=256, help="Threads; default: one for each processor."),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", callback=_positive, help="Stop undecided after so long."),
]
MaxMemoryOption = Annotated[
    float | None,
    typer.Option(
        "--max-memory", metavar="GB", callback=_positive, help="Stop undecided above so much memory."
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress and no messages, only the result.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
