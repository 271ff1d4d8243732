"""Cells become words: freed of signs around them, in lower case, in the normal form NFC; and counts of it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from wordle_cp.games.found.table import AROUND, INVISIBLE, bare, is_word, usual
from wordle_cp.games.words import clusters
from wordle_cp.rules.letters import is_letter, normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.rules.letters import Alphabet

    Read = tuple[str, str, tuple[str, ...]]

_TURKISH: Final = str.maketrans({"I": "ı", "İ": "i"})  # noqa: RUF001  they are letters of their own there
_TURKISH_LETTERS: Final = frozenset("ıİ")
_SHOWN: Final = 3
_is_letter: Final = lru_cache(maxsize=4096)(is_letter)


_CAPITALS: Final = "capitals into lower case"
_TURKISH_CAPITALS: Final = "capitals into Turkish lower case, I into ı"  # noqa: RUF001
_COMPOSED: Final = "marks joined to letters (NFC)"
_BARED: Final = "signs around words away"
_USUAL: Final = "letters into their usual forms"
CHANGES: Final = (_CAPITALS, _TURKISH_CAPITALS, _COMPOSED, _BARED, _USUAL)
"""What can happen to words that are kept."""
TWICE: Final = "duplicates"
_LENGTHS: Final = "words of other lengths"
NO_WORDS: Final = "texts that are no words"
_READINGS: Final = "words with several readings"
_SCRIPTS: Final = "words with Latin and Cyrillic letters"
REASONS: Final = (TWICE, _LENGTHS, NO_WORDS, _READINGS, _SCRIPTS)
"""Why texts are left out."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened to `count` texts, with the first three of them."""

    what: str
    count: int
    first: tuple[str, ...]


@dataclass(slots=True)
class Account:
    """What happens to texts, counted, with the first three of each kind."""

    counts: Counter[str] = field(default_factory=Counter)
    first: dict[str, list[str]] = field(default_factory=dict)

    def add(self, what: str, text: str) -> None:
        """Count one more."""
        self.counts[what] += 1
        shown = self.first.setdefault(what, [])
        if len(shown) < _SHOWN and text not in shown:
            shown.append(text)

    def happened(self, *kinds: str) -> tuple[Happened, ...]:
        """Return what has happened, of these `kinds`."""
        return tuple(
            Happened(what, self.counts[what], tuple(self.first[what])) for what in kinds if self.counts[what]
        )


class Cleaner:
    """Makes words of cells, all in one way."""

    def __init__(self, alphabet: Alphabet | None, cells: Iterable[str]) -> None:
        """Read words of `alphabet`, or of any letters; `cells` are all that there will be."""
        self.alphabet = alphabet
        letters = set(chain.from_iterable(cells))
        self.turkish = bool(letters & _TURKISH_LETTERS)

    def words(self, cells: Iterable[str]) -> list[Read]:
        """Return for each cell that isn't empty the cell, what it means in lower case, and its letters.

        Without letters it is no word.
        """
        return [read for cell in cells if (read := self._read(cell))[1]]

    def _read(self, cell: str) -> Read:
        if cell.isascii() and cell.isalpha() and self.alphabet is None and not self.turkish:
            lower = cell.lower()  # most cells: the same as below, and quicker
            return cell, lower, tuple(lower)
        whole = self._lower(cell.strip())
        if self.alphabet is not None and (letters := self.alphabet.split(whole)):
            return cell, whole, letters  # signs around it may be letters
        lower = self._lower(bare(cell))
        return cell, lower, self.split(lower)

    def _lower(self, text: str) -> str:
        return normal(text.translate(_TURKISH) if self.turkish else text)

    def split(self, text: str) -> tuple[str, ...]:
        """Return the letters of `text`, which is in lower case; none if it is no word."""
        if self.alphabet is not None:
            return self.alphabet.split(text) or ()
        if not is_word(text):
            return ()
        if text.isalpha():
            return tuple(text)
        return tuple(clusters(text))


def kept_words(
    words: Sequence[Read],
    length: int,
    cleaner: Cleaner,
    account: Account,
) -> dict[str, None]:
    """Return the words of that length, each once; counts what happens to the others, and to them."""
    kept: dict[str, None] = {}
    alphabet = cleaner.alphabet
    for cell, lower, letters in words:
        word = lower
        if alphabet is not None and alphabet.has_long_letters:
            ways = alphabet.readings(lower, length) if letters else []
            if len(ways) > 1:
                account.add(_READINGS, lower)
                continue
            if ways:
                letters = alphabet.split(ways[0]) or letters  # noqa: PLW2901
                word = alphabet.join(letters)
        if not letters or not all(map(_is_letter, letters)):
            account.add(NO_WORDS, cell)
        elif alphabet is None and _mixes_scripts(word):
            account.add(_SCRIPTS, word)
        elif len(letters) != length:
            account.add(_LENGTHS, lower)
        elif word in kept:
            account.add(TWICE, word)
        else:
            kept[word] = None
            _account_of(cell, lower, account, turkish=cleaner.turkish)
    return kept


def _mixes_scripts(word: str) -> bool:
    """Tell whether letters of two scripts that look alike are in one word."""
    return not word.isascii() and {*map(_script, word)} >= {"LATIN", "CYRILLIC"}


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _account_of(cell: str, lower: str, account: Account, *, turkish: bool) -> None:
    """Count what has made the word `lower` of `cell`."""
    if cell == lower:
        return
    whole = normal(cell.strip()) == lower
    inside = cell.strip() if whole else cell.translate(INVISIBLE).strip(AROUND)
    if inside != cell.strip():
        account.add(_BARED, cell.strip())
    plain = inside if whole else usual(inside)
    if plain != inside:
        account.add(_USUAL, inside)
    composed = unicodedata.normalize("NFC", plain)
    if composed != plain:
        account.add(_COMPOSED, composed)
    if composed != lower:
        account.add(_TURKISH_CAPITALS if turkish else _CAPITALS, composed)
