"""The games that a worker process has loaded: the last few stay, with all their words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wordle_cp.variant import Variant

if TYPE_CHECKING:
    from wordle_cp.rules import Mode
    from wordle_cp.variant import HiddenKind
    from wordle_cp.web.links import GuessLimit

_KEPT: Final = 16


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Which game: `source` is a shipped variant's name or the file of an upload; None is what it says."""

    source: str
    mode: Mode | None = None
    hidden: HiddenKind | None = None
    limit: GuessLimit | None = None


@lru_cache(maxsize=_KEPT)
def load_game(choice: GameChoice) -> Variant:
    """Return the game that is meant.

    Raises:
        As `Variant.load`.
    """
    limit = choice.limit
    variant = Variant.load(
        choice.source,
        mode=choice.mode,
        hidden=choice.hidden,
        max_guesses=None if limit is None else limit.guesses,
    )
    if limit is not None and limit.guesses is None:
        return variant.model_copy(update={"max_guesses": None})
    return variant
