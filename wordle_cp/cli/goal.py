"""What a strategy is to reach: the options --objective, --weights, --costs and --loss, as a goal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.cli.files import file_option
from wordle_cp.cli.numbers import Numbers, whole_number
from wordle_cp.cli.sections import Section, option
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
        option(
            Section.OBJECTIVE,
            "--objective",
            about="Minimize the guesses in all (total); or first the most guesses that any word "
            "takes, then those in all; or the other way round.",
        ),
    ] = First.TOTAL
    weights: Annotated[
        Path | None,
        file_option(
            Section.OBJECTIVE,
            "--weights",
            metavar="FILE.csv",
            about="How often each hidden word counts: a file with lines word,weight in whole numbers.",
        ),
    ] = None
    costs: Annotated[
        Numbers[int] | None,
        option(
            Section.OBJECTIVE,
            "--costs",
            metavar="C1,C2,...",
            parser=COSTS,
            about="What it costs to find a word with the first guess from here on, with the second, "
            "and so on. --costs 0,0,0,0 --loss 1 counts the words that four guesses miss.",
        ),
    ] = None
    loss: Annotated[
        int | None,
        option(
            Section.OBJECTIVE,
            "--loss",
            metavar="C",
            parser=_PRICE,
            about="What it costs not to find a word. Without it, every word must be found.",
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
        Section.OUTPUT,
        "--tree",
        about="Write the strategy as a certificate, and check it; .gz or .xz compresses it.",
    ),
]
