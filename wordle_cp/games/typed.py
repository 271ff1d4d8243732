"""Words as somebody types them: in either case, and composed as the keyboard has it.

Unicode has more than one way to write some words. A keyboard sends the syllable U+AC00 where the letters of a
game may be the jamo U+1100 and U+1161, of which it is composed; others send letters and accents apart. A word
of the game is meant if one of these ways has it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from wordle_cp.rules.letters import normal
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.rules.scoring import Scoring


def readings(text: str, letters: Iterable[str] = ()) -> tuple[str, ...]:
    """Return what `text` may stand for: as it is, composed, in lower case, and taken apart.

    What is taken apart is composed again where it is one of the `letters` of a game.
    """
    lower = text.lower()
    apart = unicodedata.normalize("NFD", lower)
    composed = {unicodedata.normalize("NFD", letter): letter for letter in letters}
    several = sorted((parts for parts in composed if len(parts) > 1), key=len, reverse=True)
    if several:
        apart = re.sub("|".join(map(re.escape, several)), lambda found: composed[found[0]], apart)
    return tuple(dict.fromkeys((text, normal(text), lower, apart)))


def readings_in(text: str, scoring: Scoring) -> tuple[str, ...]:
    """Return what `text` may stand for in a game."""
    return readings(text, scoring.alphabet.letters if isinstance(scoring, WordScoring) else ())


def typed_word(text: str, scoring: Scoring) -> str | None:
    """Return the word of the game that `text` means; None if it means none."""
    found = (scoring.word(reading) for reading in readings_in(text, scoring))
    return next((word for word in found if word is not None), None)


def word_or_text(text: str, scoring: Scoring) -> str:
    """Return the word of the game that `text` means, otherwise `text`, composed and in lower case."""
    return typed_word(text, scoring) or normal(text)
