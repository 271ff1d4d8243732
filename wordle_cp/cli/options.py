"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from wordle_cp.cli.numbers import whole_number
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.games.variant import MAX_GUESSES, HiddenKind, Variant
from wordle_cp.rules.modes import Mode

_NONE = "none"
_GUESSES = whole_number(1, MAX_GUESSES)


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

    @classmethod
    def parse_number(cls, value: object) -> GuessLimit:
        """Return the limit of the number that `value` says; raise a ValueError for anything else."""
        return value if isinstance(value, cls) else cls(_GUESSES(value))


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The game: a variant, and what is to be different in it."""

    variant: Annotated[
        str, typer.Option("--variant", metavar="NAME|FILE", help="A shipped variant or a variant file.")
    ] = DEFAULT_VARIANT
    mode: Annotated[
        Mode | None, typer.Option("--mode", help="Which guesses are allowed; default: the variant's.")
    ] = None
    hidden: Annotated[
        HiddenKind | None,
        typer.Option(
            "--hidden",
            help="Which words may be hidden: the list or every guess; default: the variant's.",
        ),
    ] = None
    max_guesses: Annotated[
        GuessLimit | None,
        typer.Option(
            "--max-guesses",
            metavar="G|none",
            parser=GuessLimit.parse,
            help="Guesses in a game, those of --after included; none for no limit. Default: the variant's.",
        ),
    ] = None

    def load(self, *, codes: bool = False, boards: bool = False) -> Variant:
        """Return the variant that is meant; one of `codes`, or of several `boards`, only if that will do.

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
            boards=boards,
        )
        if limit is not None and limit.guesses is None:
            return variant.model_copy(update={"max_guesses": None})
        return variant


@dataclass(frozen=True, slots=True)
class LimitedGameOptions(GameOptions):
    """The same for commands where a game has a limit."""

    max_guesses: Annotated[
        GuessLimit | None,
        typer.Option(
            "--max-guesses",
            metavar="G",
            parser=GuessLimit.parse_number,
            help="Guesses in a game; default: the variant's.",
        ),
    ] = None


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
