"""What a strategy is to reach: the options --objective, --weights, --costs and --loss, as a goal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.cli.files import file_option, output_option
from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import Numbers, whole_number
from wordle_cp.errors import UsageError, abridged
from wordle_cp.games.goal import First, Goal

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant

_MOST = 10**12
_PRICE = whole_number(0, _MOST)


def _weight(value: object) -> str:
    """Return the text of a weight; raise a ValueError if it is none."""
    from wordle_cp.games.found.weights import EXPECTED, number_of  # noqa: PLC0415  not needed for a help text

    text = str(value)
    if number_of(text) is None:
        message = f"expected {EXPECTED}, found {abridged(text)}"
        raise ValueError(message)
    return text


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
            about="Minimize all guesses; or first those of the worst word, then all; or the reverse.",
        ),
    ] = First.TOTAL
    weights: Annotated[
        Path | None,
        file_option(
            Section.OBJECTIVE,
            "--weights",
            about="How often words count: a table, CSV or JSON.",
        ),
    ] = None
    missing_weight: Annotated[
        str | None,
        option(
            Section.OBJECTIVE,
            "--missing-weight",
            metavar="W",
            parser=_weight,
            about="What words weigh that --weights lacks.",
        ),
    ] = None
    past_answers: Annotated[
        Path | None,
        file_option(
            Section.OBJECTIVE,
            "--past-answers",
            about="Words that were hidden before, in any form.",
        ),
    ] = None
    repeat_weight: Annotated[
        str | None,
        option(
            Section.OBJECTIVE,
            "--repeat-weight",
            metavar="W",
            parser=_weight,
            about="What past answers weigh, such as 0 or 0.1.",
        ),
    ] = None
    round_weights: Annotated[
        int | None,
        option(
            Section.OBJECTIVE,
            "--round-weights",
            metavar="K",
            parser=whole_number(1, 15),
            about="Round weights; the greatest is 1 with K zeros.",
        ),
    ] = None
    costs: Annotated[
        Numbers[int] | None,
        option(
            Section.OBJECTIVE,
            "--costs",
            metavar="C1,C2,...",
            parser=COSTS,
            about="What it costs to find a word with the first guess from here on, the second ... "
            "--costs 0,0,0,0 --loss 1 counts the words that four guesses miss.",
        ),
    ] = None
    loss: Annotated[
        int | None,
        option(
            Section.OBJECTIVE,
            "--loss",
            metavar="C",
            parser=_PRICE,
            about="What a word costs that isn't found, if any may be.",
        ),
    ] = None

    @property
    def prices(self) -> dict[str, object]:
        """The options that aren't about what comes first, with their values."""
        return {**self._weighing, "--costs": self.costs, "--loss": self.loss}

    @property
    def _weighing(self) -> dict[str, object]:
        """The options about weights, with their values."""
        return {
            "--weights": self.weights,
            "--missing-weight": self.missing_weight,
            "--past-answers": self.past_answers,
            "--repeat-weight": self.repeat_weight,
            "--round-weights": self.round_weights,
        }

    def goal(self, variant: Variant) -> Goal:
        """Return the goal that is meant.

        Raises:
            UsageError: the file of weights is wrong, or the numbers make no sense together.
            FileError: the file can't be read.
        """
        given = [option for option, value in self.prices.items() if value is not None]
        if not given:
            return Goal(first=self.first)
        numbers = () if self.costs is None else self.costs.numbers
        weighed = Goal()
        if any(value is not None for value in self._weighing.values()):
            weighed = Goal.from_files(
                variant.hidden,
                self.weights,
                missing_weight=self.missing_weight,
                round_weights=self.round_weights,
                past_answers=self.past_answers,
                repeat_weight=self.repeat_weight,
                equal=variant.equal,
            )
        try:
            goal = replace(weighed, costs=numbers, loss=self.loss)
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
        if self.past_answers is not None:
            parts.append(f"past-{self.past_answers.stem}-{str(self.repeat_weight).replace('/', 'of')}")
        if self.costs is not None:
            parts.append("costs-" + "-".join(map(str, self.costs.numbers)))
        if self.loss is not None:
            parts.append(f"loss-{self.loss}")
        return "-".join(parts) or None


TreeOption = Annotated[
    Path | None,
    output_option(
        Section.OUTPUT,
        "--tree",
        about="Write the strategy as a certificate, and check it; .gz or .xz compresses it.",
    ),
]
