"""The two builds of the compiled module, and how words get into them.

The narrow one takes words of up to five letters a to z, and codes: a response is a byte. The wide one takes
words of up to twelve letters of any alphabet: the responses to a guess that occur are numbered. They have the
same classes, and one source (native/base/limits.hpp).
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from wordle_cp import _native
from wordle_cp.errors import UsageError
from wordle_cp.rules.letters import Word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from wordle_cp.rules.scoring import CodeScoring

    Patterns = NDArray[np.unsignedinteger[Any]]
    """Patterns, of 8 bits, or of 32 for longer words."""


class Library(Protocol):
    """What both builds have."""

    FIRST_LETTER: int
    LETTERS: int
    MOST_LETTERS: int
    MAX_LENGTH: int
    BoundProof: type[_native.BoundProof]
    DepthSearch: type[_native.DepthSearch]
    Game: type[_native.Game]
    PairSearch: type[_native.PairSearch]
    ProofCompaction: type[_native.ProofCompaction]
    MissedProof: type[_native.MissedProof]
    Stopped: type[Exception]
    TooLong: type[Exception]
    TooMany: type[ValueError]
    TotalSearch: type[_native.TotalSearch]
    UltrahardTable: type[_native.UltrahardTable]
    kernel_names: Callable[[], list[str]]
    score_matrix: Callable[[Sequence[str], Sequence[str]], Patterns]
    select_kernels: Callable[[str], bool]


NARROW: Final = cast("Library", _native)
MAX_LETTERS: Final = _native.MAX_LENGTH
"""Longest word of the narrow build, and longest code."""


def is_wide(words: Iterable[str]) -> bool:
    """Tell whether `words`, all of one length, are for the wide build."""
    return any(isinstance(word, Word) or len(word) > MAX_LETTERS for word in words)


@cache
def wide() -> Library:
    """Return the wide build, which `make prove` leaves out; kernels are as in the narrow one, if it has them.

    Raises:
        UsageError: it isn't there.
    """
    try:
        from wordle_cp import _native_wide  # noqa: PLC0415  most games don't need it
    except ImportError as error:
        message = f"words of more than {MAX_LETTERS} letters, or not of a to z alone, need more compiled code"
        message += ": run make wide"
        raise UsageError(message) from error
    if not _native_wide.select_kernels(_native.kernel_name()):
        _native_wide.select_kernels(_native_wide.kernel_names()[-1])
    return cast("Library", _native_wide)


class Letters:
    """The letters of a game as the compiled module has them: characters from its first letter on."""

    def __init__(self, words: Sequence[str], codes: CodeScoring | None = None) -> None:
        """Number the letters of `words`, or the colours of `codes`.

        Where only some letters can have facts, these are the letters that most words have.

        Raises:
            ValueError: there are too many of them.
        """
        self.wide: Final = codes is None and is_wide(words)
        build = wide() if self.wide else NARROW
        if codes is not None:
            if codes.length > MAX_LETTERS or codes.colours > build.LETTERS:
                message = f"at most {MAX_LETTERS} pegs and {build.LETTERS} colours can be searched"
                raise ValueError(message)
            alphabet: Iterable[str] = codes.signs
        elif self.wide:
            alphabet = sorted({letter for word in words for letter in word})
            if len(alphabet) > build.LETTERS:
                words_with = Counter(letter for word in words for letter in {*word})
                alphabet.sort(key=words_with.__getitem__, reverse=True)
        else:
            alphabet = ascii_lowercase
        self.alphabet: Final = tuple(alphabet)
        if len(self.alphabet) > build.MOST_LETTERS:
            message = f"at most {build.MOST_LETTERS} different letters can be searched, these words have "
            message += str(len(self.alphabet))
            raise ValueError(message)
        signs = (chr(build.FIRST_LETTER + number) for number in range(len(self.alphabet)))
        self._signs: Final[Mapping[str, str]] = dict(zip(self.alphabet, signs, strict=True))
        self._plain: Final = codes is None and not self.wide
        self._letters_each: Final = max(build.LETTERS, len(self.alphabet))
        self._places: Final = build.MAX_LENGTH * self._letters_each
        self._with_facts: Final = build.LETTERS
        self._placed_facts: Final = build.MAX_LENGTH * build.LETTERS

    def native(self, words: Sequence[str]) -> list[str]:
        """Return `words` in the characters of the compiled module."""
        if self._plain:
            return list(words)
        return ["".join(map(self._signs.__getitem__, word)) for word in words]

    def green_slot(self, place: int, letter: str) -> int:
        """Return what says that `letter` stands at `place`, from 0 (native/base/bits.hpp)."""
        slot: int = place * self._letters_each + self.alphabet.index(letter)
        return slot

    def count_slot(self, letter: str, least: int) -> int:
        """Return what says that `letter` occurs at `least` times."""
        slot: int = self._places + (least - 1) * self._letters_each + self.alphabet.index(letter)
        return slot

    def meaning(self, slot: int) -> tuple[int | None, int, str]:
        """Return place, least count and letter of a slot; one of place (None) and count (0) is missing."""
        green = slot < self._places
        number, letter = divmod(slot if green else slot - self._places, self._letters_each)
        return (number if green else None, 0 if green else number + 1, self.alphabet[letter])

    def fact(self, number: int) -> tuple[str, int | None, bool]:
        """Return letter, place (None: it is absent) and whether it stands there (game/facts.hpp)."""
        if number < self._with_facts:
            return self.alphabet[number], None, False
        placed = number < self._with_facts + self._placed_facts
        first = self._with_facts + (0 if placed else self._placed_facts)
        place, letter = divmod(number - first, self._with_facts)
        return self.alphabet[letter], place, placed
