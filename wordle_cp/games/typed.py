"""Words as somebody types them: in either case, and composed as the keyboard has it.

Unicode has more than one way to write some words. A keyboard sends the syllable U+AC00 where the letters of a
game may be the jamo U+1100 and U+1161, of which it is composed; others send letters and accents apart. A word
of the game is meant if one of these ways has it. Letters that are `Equal` mean the first of their class.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import normal
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.rules.scoring import Scoring


@dataclass(frozen=True)
class Equal:
    """Letters that are one letter for a game: those of each of the `classes`, which is written as its first.

    With `accents` a letter with marks is the one without them, unless it is of a class, or among `own`. Of
    the lists `merged` words became equal to others.
    """

    classes: tuple[tuple[str, ...], ...] = ()
    accents: bool = False
    own: frozenset[str] = frozenset()
    merged: int = 0

    def __str__(self) -> str:
        """Return it as variant files have it, the classes with commas between them."""
        shown = [" ".join(one) if max(map(len, one)) > 1 else "".join(one) for one in self.classes]
        return ", ".join([*("accents",) * self.accents, *shown])

    @cached_property
    def _first(self) -> dict[str, str]:
        return {letter: one[0] for one in self.classes for letter in one}

    @cached_property
    def _kept(self) -> re.Pattern[str]:
        kept = sorted({*self._first, *self.own}, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, kept)) or r"(?!)")

    def folded(self, text: str) -> str:
        """Return `text`, composed and in lower case, in the first letters of its classes."""
        text, end = normal(text), 0
        parts: list[str] = []
        for found in self._kept.finditer(text):
            parts += [self._without_marks(text[end : found.start()]), self._first.get(found[0], found[0])]
            end = found.end()
        return unicodedata.normalize("NFC", "".join([*parts, self._without_marks(text[end:])]))

    def _without_marks(self, text: str) -> str:
        if not self.accents or text.isascii():
            return text
        apart = unicodedata.normalize("NFD", text)
        plain = "".join(sign for sign in apart if unicodedata.category(sign) != "Mn")
        return self._kept.sub(
            lambda found: self._first.get(found[0], found[0]), unicodedata.normalize("NFC", plain)
        )


NO_EQUAL: Final = Equal()
"""Each letter is one of its own."""


@dataclass(frozen=True, eq=False, repr=False)
class EqualScoring(WordScoring):
    """The scoring of a game in which letters are `equal`: words are folded, so what is typed must be, too."""

    equal: Equal = NO_EQUAL

    def __eq__(self, other: object) -> bool:
        """Tell whether guesses are answered alike."""
        return isinstance(other, WordScoring) and all(
            getattr(self, one.name) == getattr(other, one.name) for one in fields(WordScoring)
        )

    __hash__ = WordScoring.__hash__


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
    found = readings(text, scoring.alphabet.letters if isinstance(scoring, WordScoring) else ())
    return (*found, scoring.equal.folded(text)) if isinstance(scoring, EqualScoring) else found


def typed_word(text: str, scoring: Scoring) -> str | None:
    """Return the word of the game that `text` means; None if it means none."""
    found = (scoring.word(reading) for reading in readings_in(text, scoring))
    return next((word for word in found if word is not None), None)


def word_or_text(text: str, scoring: Scoring) -> str:
    """Return the word of the game that `text` means, otherwise `text`, composed and in lower case."""
    return typed_word(text, scoring) or normal(
        readings_in(text, scoring)[-1] if isinstance(scoring, EqualScoring) else text
    )
