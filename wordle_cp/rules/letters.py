"""Letters and words of any alphabet, and how a text is split into letters.

Standard library only. A letter is one Unicode letter or, where a game says so, several of them (a digraph);
or a sign: a digit, an emoji, an apostrophe, or anything else that can be seen. Words of letters a to z are
plain texts. Any other word is a `Word`: for people and files a text, for the rules the sequence of its
letters. A response says which letters are equal, so it doesn't matter what letters look like.

What texts become: Unicode's normal form NFC, and lower case as `str.lower` has it (so a capital sigma at the
end of a word becomes a final one, and an I becomes an i, never an i without a dot). Upper case is for people
alone, and a letter keeps its form where it couldn't be told apart in upper case, such as ß or ς.

A text is split from the left, each time by the longest letter that fits. Where the letters of a word are
others, a hyphen says where one ends: with a, c, ch and h, ``cha`` is ch, a and ``c-ha`` is c, h, a. A word
has one text, with hyphens where they are needed; a reader takes them wherever a letter could go across.

Certificates have signs of their own between words. So a game with a sign among its letters writes words there
letter by letter, and what isn't one Unicode letter stands in brackets, `letter_text`: ``(1)(0)(0)(0)(7)``.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, Self, SupportsIndex, overload

from wordle_cp.errors import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

MOST_LETTERS: Final = 1 << 15
"""Most letters of an alphabet."""
MOST_CHARACTERS: Final = 16
"""Most characters of a letter."""
HYPHEN: Final = "-"
"""What stands between two letters of a word that would be taken for others without it."""
_SEEN: Final = frozenset("LMNPS")
"""Categories of characters that letters are made of: letters, marks, numbers, punctuation, symbols."""
_JOINERS: Final = frozenset(map(chr, (0x200C, 0x200D, *range(0xE0020, 0xE0080))))
"""What joins characters to one letter and can't be seen itself, as in emoji and in Indic scripts."""
_ESCAPED: Final = frozenset("()<>.*,/-") | _JOINERS
"""Characters that certificates need themselves, or can't show: `letter_text` gives their numbers."""
_BRACKETS: Final = frozenset("()<>")
_IN_BRACKETS: Final = re.compile(r"\(((?:[^()<>]|<[0-9a-f]+>)+)\)|([^()])")
_NUMBER: Final = re.compile("<([0-9a-f]+)>")


class Word(str):
    """A word: a text, and the sequence of its letters, each of which may have several characters.

    It equals its text, and prints, sorts and hashes like it; its length, its items, and what is counted or
    looked for in it are letters.
    """

    __slots__ = ("letters", "spelt")

    letters: tuple[str, ...]
    spelt: bool
    """Whether certificates write it letter by letter, since its game has a sign among its letters."""

    def __new__(cls, letters: Iterable[str], text: str | None = None, *, spelt: bool = False) -> Self:
        """Join the letters, unless `text` is what the word is written as; see `Alphabet.join`."""
        parts = tuple(letters)
        word = super().__new__(cls, "".join(parts) if text is None else text)
        word.letters = parts
        word.spelt = spelt
        return word

    def __reduce__(self) -> tuple[Callable[..., Word], tuple[tuple[str, ...], str, bool]]:
        """Pickle the letters, the text, and how it is written."""
        return _word, (self.letters, str(self), self.spelt)

    def __len__(self) -> int:
        """Return the number of letters."""
        return len(self.letters)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the letters."""
        return iter(self.letters)

    def __contains__(self, letter: object) -> bool:
        """Tell whether `letter` is one of the letters."""
        return letter in self.letters

    @overload
    def __getitem__(self, key: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, key: slice) -> str: ...
    def __getitem__(self, key: SupportsIndex | slice) -> str:
        """Return a letter, or the word of some of them."""
        if isinstance(key, slice):
            return Word(self.letters[key], spelt=self.spelt)
        return self.letters[key]

    def count(self, letter: str, *_: object) -> int:
        """Return how often the letter occurs."""
        return self.letters.count(letter)

    def lower(self) -> Word:
        """Return the word, which is in lower case."""
        return self

    def upper(self) -> str:
        """Return the text in upper case, for people."""
        text, place, parts = str(self), 0, []
        for letter in self.letters:
            start = text.index(letter, place)  # behind a hyphen or a bracket
            parts += [text[place:start], capital(letter)]
            place = start + len(letter)
        return "".join([*parts, text[place:]])

    def index(self, letter: str, *_: object) -> int:
        """Return the first place of the letter, from 0; ValueError if it doesn't occur."""
        return self.letters.index(letter)


def _word(letters: tuple[str, ...], text: str, spelt: bool) -> Word:  # noqa: FBT001  for pickle
    return Word(letters, text, spelt=spelt)


def written(word: str) -> str:
    """Return `word` as certificates write it."""
    if isinstance(word, Word) and word.spelt:
        return "".join(map(letter_text, word.letters))
    return str(word)


@lru_cache(maxsize=1024)
def capital(letter: str) -> str:
    """Return `letter` in upper case if that tells it from others, otherwise as it is."""
    letter = str(letter)  # not a word of one letter
    upper = letter.upper()
    return upper if upper.lower() == letter and len(upper) == len(letter) else letter


def normal(text: str) -> str:
    """Return what `text` becomes: NFC and lower case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).lower())


def is_letter(text: str) -> bool:
    """Tell whether `text` can be a letter: what can be seen, with marks and joiners; normal.

    Joiners are characters without a form of their own, as in emoji. A mark alone is no letter. One of several
    characters has no bracket: it could look like the name of another letter, see `letter_text`.
    """
    kinds = [unicodedata.category(character)[0] for character in text]
    return (
        0 < len(text) <= MOST_CHARACTERS
        and kinds[0] in _SEEN - {"M"}
        and all(kind in _SEEN or one in _JOINERS for kind, one in zip(kinds, text, strict=True))
        and normal(text) == text
        and (len(text) == 1 or not _BRACKETS & set(text))
    )


@lru_cache(maxsize=1 << 12)
def is_sign(letter: str) -> bool:
    """Tell whether a letter is a sign: anything else than Unicode letters with their marks."""
    return not {unicodedata.category(character)[0] for character in letter} <= {"L", "M"}


@dataclass(frozen=True)
class Alphabet:
    """The letters of a game, and how texts are split into them."""

    letters: tuple[str, ...]

    __repr__ = brief()

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.letters), default=1)

    def _next(self, text: str, place: int) -> str | None:
        """Return the longest letter that begins at `place`, or None."""
        for size in range(self._longest, 0, -1):
            if (letter := text[place : place + size]) in self._known:
                return letter
        return None

    @cached_property
    def _cuts(self) -> frozenset[tuple[str, str]]:
        """Each letter of several characters, cut in two between any of them."""
        return frozenset(
            (letter[:size], letter[size:]) for letter in self.letters for size in range(1, len(letter))
        )

    @cached_property
    def plain(self) -> bool:
        """Whether all letters are among a to z, so that words are plain texts."""
        return all(len(letter) == 1 and letter in ascii_lowercase for letter in self.letters)

    @cached_property
    def described(self) -> str:
        """What the letters are, for messages."""
        if self == PLAIN:
            return "a to z"
        shown = " ".join(self.letters[:40])
        return f"of {shown}{' ...' if len(self.letters) > 40 else ''}"  # noqa: PLR2004  what fits a line

    @cached_property
    def has_long_letters(self) -> bool:
        """Whether a letter has several characters, so that hyphens may be needed."""
        return any(len(letter) > 1 for letter in self.letters)

    @cached_property
    def spelt(self) -> bool:
        """Whether a letter is a sign, so that certificates write words letter by letter."""
        return any(map(is_sign, self.letters))

    @cached_property
    def confuses_hyphens(self) -> bool:
        """Whether a letter has a hyphen though letters have several characters: then words are unclear."""
        return self.has_long_letters and any(HYPHEN in letter for letter in self.letters)

    @cached_property
    def characters(self) -> frozenset[str]:
        """The characters that letters have."""
        return frozenset().union(*self.letters)

    def split(self, text: str) -> tuple[str, ...] | None:
        """Return the letters of `text`, which is normal, or None where it has something else in it."""
        letters: list[str] = []
        place = 0
        while place < len(text):
            if text[place] == HYPHEN and place and self._may_part(text, place):
                place += 1
            letter = self._next(text, place)
            if letter is None:
                return None
            letters.append(letter)
            place += len(letter)
        return tuple(letters)

    def _may_part(self, text: str, place: int) -> bool:
        """Tell whether a letter could go across the hyphen at `place` if there were no hyphens."""
        if not self.has_long_letters:
            return False
        before, after = (part.replace(HYPHEN, "") for part in (text[:place], text[place + 1 :]))
        return any(
            (before[-head:], after[:tail]) in self._cuts
            for head in range(1, min(self._longest, len(before) + 1))
            for tail in range(1, min(self._longest - head, len(after)) + 1)
        )

    def join(self, letters: Sequence[str]) -> str:
        """Return the one text of the word of these letters, with hyphens where `split` needs them."""
        text = ""
        for letter in reversed(letters):
            parted = self._next(letter + text, 0) not in {letter, None}
            text = f"{letter}{HYPHEN}{text}" if parted else letter + text
        return text

    def word(self, text: str) -> str | None:
        """Return the word that `text`, which is normal, says; None if it says none."""
        if self.plain:
            return text if text and set(text) <= set(self.letters) else None
        plain = str(text)
        letters = self.split(plain)
        if not letters:
            return None
        parted = self.has_long_letters and HYPHEN in plain
        return Word(letters, self.join(letters) if parted else plain, spelt=self.spelt)

    def word_of(self, letters: Sequence[str]) -> str:
        """Return the word of these letters."""
        return "".join(letters) if self.plain else Word(letters, self.join(letters), spelt=self.spelt)

    def read(self, text: str) -> str | None:
        """Return the word that a certificate writes as `text`, see `written`; None if it is none."""
        if not self.spelt:
            word = self.word(text)
            return word if word == text else None
        letters = letters_written(text)
        return self.word_of(letters) if letters and self._known.issuperset(letters) else None

    def word_of_length(self, text: str, length: int) -> str | None:
        """Return the word of `length` letters that `text` says, as in a list or else as in a certificate."""
        word = self.word(text)
        if self.spelt and (word is None or len(word) != length):
            word = self.read(text)
        return word if word is not None and len(word) == length else None

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.letters)

    def readings(self, text: str, length: int) -> list[str]:
        """Return how words of `length` letters that `text` could be are written: two if there are more.

        Hyphens of `text` stay ends of letters. Each word has a hyphen wherever one may stand, so that it has
        no other reading.
        """
        reach = [0] * len(text) + [1]  # bit k: the rest from here on can be k letters
        for place in range(len(text) - 1, -1, -1):
            for end in self._ends(text, place):
                reach[place] |= reach[end] << (text[place] != HYPHEN)
        found: list[str] = []

        def read(place: int, letters: tuple[str, ...]) -> None:
            more = length - len(letters)
            if len(found) == 2 or more < 0 or not reach[place] >> more & 1:  # noqa: PLR2004
                return
            if place == len(text):
                found.append(self.parted(letters))
                return
            for end in self._ends(text, place):
                read(end, letters if text[place] == HYPHEN else (*letters, text[place:end]))

        read(0, ())
        return found

    def _ends(self, text: str, place: int) -> list[int]:
        """Return where a letter, or hyphen, that begins at `place` can end, the last place first."""
        if text[place] == HYPHEN:
            return [place + 1]
        last = min(place + self._longest, len(text))
        return [end for end in range(last, place, -1) if text[place:end] in self._known]

    def parted(self, letters: Iterable[str]) -> str:
        """Return the word of `letters` with a hyphen between two wherever one may stand."""
        letters = tuple(letters)
        whole, parts, place = "".join(letters), [], 0
        for letter in letters:
            if place and self._may_part(f"{whole[:place]}{HYPHEN}{whole[place:]}", place):
                parts.append(HYPHEN)
            parts.append(letter)
            place += len(letter)
        return "".join(parts)


PLAIN: Final = Alphabet(tuple(ascii_lowercase))
"""The letters a to z."""


def alphabet_of(words: Iterable[str]) -> Alphabet:
    """Return the alphabet of `words`: a to z if they have no other letters, else those that they have."""
    met = {letter for word in words for letter in word}
    return PLAIN if met <= set(PLAIN.letters) else Alphabet(tuple(sorted(met)))


def is_plain(words: Iterable[str]) -> bool:
    """Tell whether all `words` are plain texts."""
    return not any(isinstance(word, Word) for word in words)


@lru_cache(maxsize=1 << 12)
def letter_text(letter: str) -> str:
    """Return `letter` as it is written where letters follow each other.

    In brackets, ``(ch)`` or ``(7)``, if it isn't one Unicode letter. There a few characters have their
    numbers instead, in hexadecimal digits: ``(<2e>)`` is a dot.
    """
    letter = str(letter)  # not a word of one letter
    if len(letter) == 1 and not is_sign(letter):
        return letter
    return f"({''.join(f'<{ord(one):x}>' if one in _ESCAPED else one for one in letter)})"


def letters_written(text: str) -> tuple[str, ...] | None:
    """Return the letters that `text` is, written one behind the other as `letter_text` does; None if not."""
    letters = tuple(
        _NUMBER.sub(_numbered, several) if several else one for several, one in _IN_BRACKETS.findall(text)
    )
    return letters if "".join(map(letter_text, letters)) == text else None


def _numbered(found: re.Match[str]) -> str:
    """Return the character of a number in angle brackets, which stay if there is none."""
    number = int(found[1][:6], 16)
    return chr(number) if number <= sys.maxunicode else found[0]


def numbered(words: Sequence[str]) -> tuple[dict[str, int], list[int]]:
    """Return a number for each letter of `words`, and those of all letters in order, word by word."""
    numbers: dict[str, int] = {}
    flat = [numbers.setdefault(letter, len(numbers)) for word in words for letter in word]
    return numbers, flat
