"""Words of a game that its lists lack: what to say of them.

Lists of games grow, so a word that they lack is taken as if they had it, and the page says so. But a hidden
word that no list has and that looks like one of theirs is a slip of the keys: then it asks which is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.data import in_word_lists, variant_hiding
from wordle_cp.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.games.variant import Variant


@dataclass(frozen=True, slots=True)
class Strange:
    """Words that the lists of a game lack: what to say of them, a sentence for each."""

    sentences: tuple[str, ...]


def strange_words(variant: Variant, history: Iterable[tuple[str, object]]) -> tuple[str, ...]:
    """Return what was played that isn't in the list of guesses, each once."""
    known = frozenset(variant.guesses)
    strange = (guess for guess, _ in history if guess not in known and len(guess) == variant.length)
    return tuple(dict.fromkeys(strange))


def of_guess(variant: Variant, guess: str, consequence: str) -> str:
    """Return what to say of `guess`, which the list lacks, and what becomes of it."""
    hint = variant.meant(guess) or "."
    return f"{guess.upper()} is not among the guesses of this game, {consequence}{hint}"


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
