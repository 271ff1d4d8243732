"""The game of a command, as the command line says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from wordle_cp.commands.options import Made
from wordle_cp.commands.shared import GAME, HiddenOption, MaxGuesses, ModeOption, variant_of
from wordle_cp.data import DEFAULT_VARIANT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.games.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenGame:
    """A variant, and what is to be different in it."""

    game: Annotated[str, GAME] = DEFAULT_VARIANT
    mode: ModeOption = None
    hidden: HiddenOption = None
    max_guesses: MaxGuesses = None

    def arguments(self) -> Iterator[str]:
        """Yield the options that ask for the same game."""
        if self.game != DEFAULT_VARIANT:
            yield from ("--variant", self.game)
        for name, value in (
            ("--mode", self.mode),
            ("--hidden", self.hidden),
            ("--max-guesses", self.max_guesses),
        ):
            if value is not None:
                yield from (name, str(value))

    def load(self, played: str | None = None) -> Variant:
        """Return the variant; without --mode the star of a game that was `played` means hard mode."""
        changes = {"mode": self.mode, "hidden": self.hidden, "max_guesses": self.max_guesses}
        return variant_of(self.game, **changes, played=played)


Chosen = Annotated[ChosenGame, Made(ChosenGame)]
