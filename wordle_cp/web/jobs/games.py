"""The games that a process of the pool has loaded, the last few of them; words that they lack.

Lists of games grow, so a word that they lack is taken as if they had it, and the page says so. But a hidden
word that no list has and that looks like one of theirs is a slip of the keys: then it asks which is meant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.data import in_word_lists, variant_hiding, variant_names
from wordle_cp.errors import UsageError, VariantError
from wordle_cp.games.given import game_of
from wordle_cp.games.variant import HiddenKind, Variant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.web.worker import Task

_KEPT: Final = len(variant_names()) + 16
"""Games: all that ship, and some more."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Which game: `source` is a shipped variant's name or a YAML file of an upload; the rest as in a link."""

    source: str | Path
    mode: Mode | None = None
    hidden: HiddenKind | None = None
    limit: int | str | None = None


@lru_cache(maxsize=_KEPT)
def load_game(choice: GameChoice) -> Variant:
    """Return the game that is meant.

    Raises:
        As `Variant.load`.
    """
    folder = choice.source.parent if isinstance(choice.source, Path) else None
    try:
        variant = Variant.load(
            choice.source,
            mode=choice.mode,
            hidden=choice.hidden,
            confined=folder is not None,
        )
    except VariantError as error:
        if folder is None:
            raise
        raise _without_folder(error, folder) from error
    return game_of(variant, max_guesses=choice.limit)


def check_variant(task: Task, *, file: Path) -> Variant:
    """Return the variant in `file`, an upload.

    Raises:
        VariantError: it is none.
    """
    try:
        return load_game(GameChoice(file))
    finally:
        task.demand_time()


def shipped_game(guesses_hash: str, hidden_hash: str, mode: Mode, scoring: Scoring) -> GameChoice | None:
    """Return the game of a shipped variant with these word lists, in this mode; None if there is none."""
    found = _shipped_games().get((guesses_hash, hidden_hash, scoring))
    return None if found is None else GameChoice(found[0], mode, found[1])


@lru_cache(maxsize=1)
def _shipped_games() -> dict[tuple[str, str, Scoring], tuple[str, HiddenKind | None]]:
    """Return the shipped games, by the digests of their lists; of those with the same lists the first one.

    To load them takes seconds.
    """
    games: dict[tuple[str, str, Scoring], tuple[str, HiddenKind | None]] = {}
    for name in variant_names():
        variant = load_game(GameChoice(name))  # its words are the same in every mode
        for hidden, digest in ((None, variant.hidden_hash), (HiddenKind.BIG, variant.guesses_hash)):
            games.setdefault((variant.guesses_hash, digest, variant.scoring), (name, hidden))
    return games


def _without_folder(error: VariantError, folder: Path) -> VariantError:
    """Return `error` with the names of files alone: where uploads are kept is nobody's business."""
    return VariantError(
        [
            replace(
                problem,
                file=problem.file.replace(f"{folder}/", ""),
                expected=problem.expected.replace(f"{folder}/", ""),
            )
            for problem in error.problems
        ]
    )


def strange_words(variant: Variant, history: Iterable[tuple[str, object]]) -> tuple[str, ...]:
    """Return what was played that isn't in the list of guesses, each once."""
    known = frozenset(variant.guesses)
    strange = (guess for guess, _ in history if guess not in known and len(guess) == variant.length)
    return tuple(dict.fromkeys(strange))


def of_guess(variant: Variant, guess: str, consequence: str = "") -> str:
    """Return what to say of `guess`, which the list lacks, and what becomes of it."""
    hint = variant.meant(guess) or "."
    return f"{guess.upper()} is not among the guesses of this game{consequence}{hint}"


def of_hidden(variant: Variant, word: str) -> str:
    """Return what to say of `word`, which isn't in the list of hidden words, but is taken as if it were.

    Raises:
        UsageError: no list has it, and that of hidden words has one like it.
    """
    if word not in variant.guesses and not in_word_lists(word):
        hint = variant.meant(word, hidden=True)
        if hint:
            message = f"{word.upper()} can't be the hidden word: no list of words has it{hint}"
            raise UsageError(message)
    other = variant_hiding(word, variant.hidden_hash)
    hint = f"; the game {other} hides it." if other else "."
    return f"{word.upper()} is not among the hidden words of this game, and judged as if it were{hint}"
