"""Options of the average question: what a strategy costs, and how many guesses it may take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.cli.files import file_name
from wordle_cp.cli.numbers import whole_number
from wordle_cp.errors import UsageError, abridged
from wordle_cp.games.goal import First, Goal, read_weights
from wordle_cp.games.variant import MAX_GUESSES, HiddenKind, Variant

if TYPE_CHECKING:
    from wordle_cp.rules.modes import Mode

_MOST = 10**12
_NONE = "none"
_GUESSES = whole_number(1, MAX_GUESSES)
_PRICE = whole_number(0, _MOST)


@dataclass(frozen=True, slots=True)
class GuessLimit:
    """The number of guesses in a game, or None for no limit."""

    guesses: int | None

    @classmethod
    def parse(cls, value: object) -> GuessLimit:
        """Return the limit that `value` says; raise a ValueError for anything else."""
        if isinstance(value, cls):
            return value
        return cls(None) if str(value) == _NONE else cls(_GUESSES(value))


@dataclass(frozen=True, slots=True)
class Costs:
    """What each guess costs, the first one's first."""

    numbers: tuple[int, ...]

    @classmethod
    def parse(cls, value: object) -> Costs:
        """Return the costs that `value`, numbers with commas, says; raise a ValueError for anything else."""
        if isinstance(value, cls):
            return value
        return cls(tuple(_PRICE(part.strip()) for part in str(value).split(",")))


GuessLimitOption = Annotated[
    GuessLimit | None,
    typer.Option(
        "--max-guesses",
        metavar="G|none",
        parser=GuessLimit.parse,
        help="Guesses in a game, those of --after included; none for no limit. Default: the variant's.",
    ),
]
FirstOption = Annotated[
    First,
    typer.Option(
        "--objective",
        help="The least total; the least of the strategies with the least worst case; or the least worst "
        "case of those with the least total.",
    ),
]
WeightsOption = Annotated[
    Path | None,
    typer.Option(
        "--weights",
        parser=file_name,
        metavar="FILE.csv",
        help="Lines word,weight with whole numbers, one for each hidden word: how often each counts.",
    ),
]
CostsOption = Annotated[
    Costs | None,
    typer.Option(
        "--costs",
        metavar="C1,C2,...",
        parser=Costs.parse,
        help="What finding a word with the first guess from here costs, with the second, and so on. "
        "With --costs 0,0,0,0 --loss 1 the words are counted that four guesses miss.",
    ),
]
TreeOption = Annotated[
    Path | None,
    typer.Option(
        "--tree",
        parser=file_name,
        metavar="FILE",
        help="Write the strategy as a certificate, compressed if it ends in .gz or .xz, and check it.",
    ),
]
LossOption = Annotated[
    int | None,
    typer.Option(
        "--loss",
        metavar="C",
        parser=_PRICE,
        help="What a word costs that isn't found in time; without it every word must be found.",
    ),
]


def limited_variant(
    source: str,
    mode: Mode | None,
    hidden: HiddenKind | None,
    limit: GuessLimit | None,
    *,
    codes: bool = False,
) -> Variant:
    """Return the variant that the options mean, with its limit on the guesses; `codes`: one of codes will do.

    Raises:
        As `Variant.load`.
    """
    variant = Variant.load(
        source,
        mode=mode,
        hidden=hidden,
        max_guesses=None if limit is None else limit.guesses,
        codes=codes,
    )
    if limit is not None and limit.guesses is None:
        return variant.model_copy(update={"max_guesses": None})
    return variant


def goal_of(
    first: First, weights: Path | None, costs: Costs | None, loss: int | None, variant: Variant
) -> Goal:
    """Return the goal that the options mean.

    Raises:
        UsageError: the file of weights is wrong, or the numbers make no sense together.
        FileError: the file can't be read.
    """
    plain = Goal(first=first)
    if weights is None and costs is None and loss is None:
        return plain
    pairs = {} if weights is None else read_weights(weights, variant.hidden)
    numbers = () if costs is None else costs.numbers
    try:
        goal = Goal(costs=numbers, loss=loss, weights=tuple(pairs.items()))
        goal.check_size(variant.hidden)
    except UsageError as error:
        given = [
            option
            for option, value in (("--weights", weights), ("--costs", costs), ("--loss", loss))
            if value is not None
        ]
        message = f"{', '.join(given)}: {error}"
        raise UsageError(message) from error
    return replace(goal, first=first)


def goal_label(first: First, weights: Path | None, costs: Costs | None, loss: int | None) -> str | None:
    """Return what a file name says about the goal; None about the plain one."""
    parts = []
    if first is not First.TOTAL:
        parts.append(first.value)
    if weights is not None:
        parts.append(f"weights-{weights.stem}")
    if costs is not None:
        parts.append("costs-" + "-".join(map(str, costs.numbers)))
    if loss is not None:
        parts.append(f"loss-{loss}")
    return "-".join(parts) or None


def top_number(value: object) -> int:
    """Return the number of openers that `value` says; raise a ValueError for anything else."""
    text = str(value)
    if text == "0":
        message = f"expected a whole number of 1 or more, found {abridged(text)}; --all ranks every opener"
        raise ValueError(message)
    return whole_number(1)(value)
