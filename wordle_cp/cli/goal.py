"""What a strategy is to reach: the options --objective, --weights, --costs and --loss, as a goal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.cli.files import file_option
from wordle_cp.cli.numbers import Numbers, whole_number
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import First, Goal, read_weights

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant

_MOST = 10**12
_PRICE = whole_number(0, _MOST)


COSTS = Numbers.parser(_PRICE)
"""Reads what each guess costs, the first one's first."""


@dataclass(frozen=True, slots=True)
class GoalOptions:
    """What comes first, how often words count, what guesses cost, and a word that isn't found."""

    first: Annotated[
        First,
        typer.Option(
            "--objective",
            help="The least total; the least of the strategies with the least worst case; or the least worst "
            "case of those with the least total.",
        ),
    ] = First.TOTAL
    weights: Annotated[
        Path | None,
        file_option(
            "--weights",
            metavar="FILE.csv",
            about="Lines word,weight with whole numbers, one for each hidden word: how often each counts.",
        ),
    ] = None
    costs: Annotated[
        Numbers[int] | None,
        typer.Option(
            "--costs",
            metavar="C1,C2,...",
            parser=COSTS,
            help="What finding a word with the first guess from here costs, with the second, and so on. "
            "With --costs 0,0,0,0 --loss 1 the words are counted that four guesses miss.",
        ),
    ] = None
    loss: Annotated[
        int | None,
        typer.Option(
            "--loss",
            metavar="C",
            parser=_PRICE,
            help="What a word costs that isn't found in time; without it every word must be found.",
        ),
    ] = None

    @property
    def prices(self) -> dict[str, object]:
        """The options that aren't about what comes first, with their values."""
        return {"--weights": self.weights, "--costs": self.costs, "--loss": self.loss}

    def goal(self, variant: Variant) -> Goal:
        """Return the goal that is meant.

        Raises:
            UsageError: the file of weights is wrong, or the numbers make no sense together.
            FileError: the file can't be read.
        """
        given = [option for option, value in self.prices.items() if value is not None]
        if not given:
            return Goal(first=self.first)
        pairs = {} if self.weights is None else read_weights(self.weights, variant.hidden)
        numbers = () if self.costs is None else self.costs.numbers
        try:
            goal = Goal(costs=numbers, loss=self.loss, weights=tuple(pairs.items()))
            goal.check_size(variant.hidden)
        except UsageError as error:
            message = f"{', '.join(given)}: {error}"
            raise UsageError(message) from error
        return replace(goal, first=self.first)

    @property
    def label(self) -> str | None:
        """What a file name says about the goal; None about the plain one."""
        parts = []
        if self.first is not First.TOTAL:
            parts.append(self.first.value)
        if self.weights is not None:
            parts.append(f"weights-{self.weights.stem}")
        if self.costs is not None:
            parts.append("costs-" + "-".join(map(str, self.costs.numbers)))
        if self.loss is not None:
            parts.append(f"loss-{self.loss}")
        return "-".join(parts) or None


TreeOption = Annotated[
    Path | None,
    file_option(
        "--tree",
        about="Write the strategy as a certificate, compressed if it ends in .gz or .xz, and check it.",
    ),
]
