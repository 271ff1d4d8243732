"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from typing import Annotated

import typer

from wordle_cp.cli.numbers import positive_number, whole_number
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.games.variant import MAX_GUESSES, HiddenKind
from wordle_cp.rules.modes import Mode

__all__ = [
    "DEFAULT_VARIANT",
    "ClusterOption",
    "HiddenOption",
    "JobsOption",
    "JsonOption",
    "MaxGuessesOption",
    "MaxMemoryOption",
    "ModeOption",
    "QuietOption",
    "SymmetryOption",
    "TimeLimitOption",
    "VariantOption",
]


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
        parser=whole_number(1, MAX_GUESSES),
        help="Guesses in a game; default: the variant's.",
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="N", parser=whole_number(1, 256), help="Threads; default: one for each processor."
    ),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit", metavar="SECONDS", parser=positive_number, help="Stop undecided after so long."
    ),
]
MaxMemoryOption = Annotated[
    float | None,
    typer.Option(
        "--max-memory", metavar="GB", parser=positive_number, help="Stop undecided above so much memory."
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="tcp://HOST:PORT",
        help="Spread the openers over the workers of this Dask scheduler (extra 'cluster').",
    ),
]
SymmetryOption = Annotated[
    bool,
    typer.Option(
        "--symmetry/--no-symmetry",
        help="In games of codes, look at one opener of those that are alike; without it, at each.",
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", help="No progress and no messages, only the result.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
