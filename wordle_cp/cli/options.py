"""The options that commands share, and how numbers in them are read.

The parts, in their order:

Numbers as options take them: a message says what was expected, and the reader which option it is.

Options that several commands share, so that they mean the same everywhere.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, Generic, TypeVar

from wordle_cp.answers.answer import Engine
from wordle_cp.cli.groups import Section, option
from wordle_cp.commands.files import variant_name
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import abridged
from wordle_cp.games.notation import as_played
from wordle_cp.games.variant import MAX_GUESSES, HiddenKind, Variant
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


Number = TypeVar("Number", int, float)
_MOST_DIGITS: Final = 18
"""More would be no number of anything here."""
_DIGITS: Final = re.compile(rf"[+-]?[0-9]{{1,{_MOST_DIGITS}}}")
_MANY: Final = re.compile(r"\+?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?")


def whole_number(least: int, most: int | None = None, word: str = "") -> Callable[[object], int]:
    """Return what reads a whole number from `least` to `most`; it raises a ValueError for anything else.

    The message names a `word` that will do as well, which its caller reads.
    """
    bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
    bounds += word and f", or {word}"

    def parse(value: object) -> int:
        text = str(value)
        number = int(text) if _DIGITS.fullmatch(text) else None
        if number is None or number < least or (most is not None and number > most):
            many = most is None and number is None and _MANY.fullmatch(text) is not None
            digits = f" and of {_MOST_DIGITS} digits at most" if many else ""
            message = f"expected a whole number {bounds}{digits}, found {abridged(text)}"
            raise ValueError(message)
        return number

    return parse


@dataclass(frozen=True, slots=True)
class Numbers(Generic[Number]):
    """Numbers with commas between them, as an option takes them."""

    numbers: tuple[Number, ...]

    @classmethod
    def parser(cls, one: Callable[[object], Number]) -> Callable[[object], Numbers[Number]]:
        """Return what reads such numbers, each as `one` does; it raises a ValueError for anything else."""

        def parse(value: object) -> Numbers[Number]:
            if isinstance(value, cls):
                return value
            return cls(tuple(one(part.strip()) for part in str(value).split(",")))

        return parse


def percentage(value: object) -> float:
    """Return the number from 0 to less than 100 that `value` is; raise a ValueError for anything else."""
    text = str(value)
    number = float(text) if _DECIMAL.fullmatch(text) else math.nan
    if not 0 <= number < 100:  # noqa: PLR2004  per cent
        message = f"expected a number of per cent from 0 to less than 100, found {abridged(text)}"
        raise ValueError(message)
    return number


def positive_number(value: object) -> float:
    """Return the number greater than 0 that `value` is; raise a ValueError for anything else."""
    text = str(value)
    number = float(text) if _DECIMAL.fullmatch(text) else math.nan
    if not (math.isfinite(number) and number > 0):
        message = f"expected a number greater than 0, found {abridged(text)}"
        raise ValueError(message)
    return number


_NONE = "none"
_GUESSES = whole_number(1, MAX_GUESSES)
_GUESSES_OR_NONE = whole_number(1, MAX_GUESSES, _NONE)


@dataclass(frozen=True, slots=True)
class GuessLimit:
    """The number of guesses in a game, or None for no limit."""

    guesses: int | None

    @classmethod
    def parse(cls, value: object) -> GuessLimit:
        """Return the limit that `value` says; raise a ValueError for anything else."""
        if isinstance(value, cls):
            return value
        return cls(None) if str(value).lower() == _NONE else cls(_GUESSES_OR_NONE(value))

    @classmethod
    def parse_number(cls, value: object) -> GuessLimit:
        """Return the limit of the number that `value` says; raise a ValueError for anything else."""
        return value if isinstance(value, cls) else cls(_GUESSES(value))


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The game: a variant, and what is to be different in it."""

    variant: Annotated[
        str,
        option(
            Section.GAME,
            "--variant",
            metavar="NAME|FILE",
            parser=variant_name,
            about="The game: one that ships (variants list shows them), or a file of yours.",
        ),
    ] = DEFAULT_VARIANT
    mode: Annotated[
        Mode | None,
        option(Section.GAME, "--mode", about="Which guesses are allowed. Default: the variant's."),
    ] = None
    hidden: Annotated[
        HiddenKind | None,
        option(
            Section.GAME,
            "--hidden",
            about="Which words may be hidden: the list, or every guess (big). Default: the variant's.",
        ),
    ] = None
    max_guesses: Annotated[
        GuessLimit | None,
        option(
            Section.GAME,
            "--max-guesses",
            metavar="G|none",
            parser=GuessLimit.parse,
            about="Guesses in a game, those of --after included; none for no limit. Default: the variant's.",
        ),
    ] = None

    def arguments(self) -> Iterator[str]:
        """Yield the options that ask for the same game."""
        if self.variant != DEFAULT_VARIANT:
            yield from ("--variant", self.variant)
        if self.mode is not None:
            yield from ("--mode", self.mode.value)
        if self.hidden is not None:
            yield from ("--hidden", self.hidden.value)
        if self.max_guesses is not None:
            limit = self.max_guesses.guesses
            yield from ("--max-guesses", _NONE if limit is None else str(limit))

    def load(self, *, codes: bool = False, played: str | None = None) -> Variant:
        """Return the variant that is meant; one of `codes` only if that will do.

        Without --mode the star of a game that was `played` and shared means hard mode.

        Raises:
            As `Variant.load`.
        """
        limit = self.max_guesses
        variant = Variant.load(
            self.variant,
            mode=self.mode,
            hidden=self.hidden,
            max_guesses=None if limit is None else limit.guesses,
            codes=codes,
        )
        if self.mode is None:
            variant = as_played(variant, played)
        if limit is not None and limit.guesses is None:
            return variant.model_copy(update={"max_guesses": None})
        return variant


@dataclass(frozen=True, slots=True)
class LimitedGameOptions(GameOptions):
    """The same for commands where a game has a limit."""

    max_guesses: Annotated[
        GuessLimit | None,
        option(
            Section.GAME,
            "--max-guesses",
            metavar="G",
            parser=GuessLimit.parse_number,
            about="Guesses in a game. Default: the variant's.",
        ),
    ] = None


ClusterOption = Annotated[
    str | None,
    option(
        Section.RARE,
        "--cluster",
        metavar="tcp://HOST:PORT",
        about="Share the openers out to the workers of a Dask scheduler (extra 'cluster').",
    ),
]
LettersOption = Annotated[
    str | None,
    option(
        Section.GAME,
        "--letters",
        about="The letters of the words, with spaces between them, for example 'a b c ch'.",
    ),
]
EqualOption = Annotated[
    str | None,
    option(
        Section.GAME,
        "--equal",
        metavar="accents|C,C...",
        about="Letters that are one letter, for example accents, or 'aáà,cç'.",
    ),
]
SymmetryOption = Annotated[
    bool,
    option(
        Section.RARE,
        "--symmetry",
        "--no-symmetry",
        about="Codes whose colours or pegs are merely swapped are equally good openers: search "
        "one of them (default), or each.",
    ),
]
ByOption = Annotated[
    Engine,
    option(
        Section.RARE,
        "--by",
        about="The search, or models.",
    ),
]
QuietOption = Annotated[
    bool, option(Section.OUTPUT, "--quiet", about="Print the result only: no progress, no messages.")
]
JsonOption = Annotated[bool, option(Section.OUTPUT, "--json", about="Print the result as one JSON object.")]
