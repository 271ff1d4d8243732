"""Games as people write them: words with their responses, or words alone.

Where this stands: above `rules`, below everything that takes a game from somebody. A game is written as parts
with dots, commas, blanks or line ends between them, in one of two ways:

- a response after each word: ``crate.ybbbb.lions.bbybg.focus.ggggg``. The last word may lack its response.
- words alone, the hidden word last: ``crate.lions.focus``; or with the hidden word told apart, if the game
  didn't find it. The responses follow from it.

A response is one sign a letter: B, Y, G in either case, 0, 1, 2 for the same, or the coloured squares that
the game lets people share, those for the colour-blind included.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import HistoryError, abridged, counted
from wordle_cp.rules.letters import PLAIN, Alphabet, normal
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Sequence

_SQUARES: Final = {
    "\N{BLACK LARGE SQUARE}": "B",
    "\N{WHITE LARGE SQUARE}": "B",
    "\N{LARGE YELLOW SQUARE}": "Y",
    "\N{LARGE BLUE SQUARE}": "Y",
    "\N{LARGE GREEN SQUARE}": "G",
    "\N{LARGE ORANGE SQUARE}": "G",
}
_COLOURS: Final = {**_SQUARES, **dict(zip("012BYG", "BYG" * 2, strict=True))}
_NOT_IN_WORDS: Final = _COLOURS.keys() - set("BYG")
_VARIATION_SELECTOR: Final = "\N{VARIATION SELECTOR-16}"
"""What some systems put after a square; it is no sign of its own."""
_PART: Final = re.compile(r"[^\s.,;:]+")


@dataclass(frozen=True, slots=True)
class Move:
    """A guess and its response; None if that isn't known."""

    guess: str
    pattern: int | None


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a text: the how manieth it is and where it begins, both counted from 1."""

    number: int
    column: int
    text: str

    def error(self, message: str) -> HistoryError:
        """Return the error that says what is wrong with this part, and where it is."""
        return HistoryError(f"part {self.number} of the game, at character {self.column}: {message}")


def parse_game(
    text: str, length: int, hidden: str | None = None, *, alphabet: Alphabet = PLAIN
) -> tuple[Move, ...]:
    """Return the moves of the game that `text` says, of words of `length` letters, in lower case.

    `hidden`, in either case, is the hidden word of a game of words alone, all of which are guesses then;
    without it the last one is the hidden word. A text has responses if its second part, its fourth and so on,
    or one of them, looks like one. Whether the words are in a list isn't looked at.

    Raises:
        HistoryError: there is no word, or a part isn't what it should be; it says which one, and where. Or
            `hidden` isn't a word of `length` letters.
    """
    game = WordScoring(length, alphabet)
    told = None if hidden is None else game.word(normal(hidden))
    if hidden is not None and told is None:
        message = f"the hidden word: {_expected_word(hidden, game)}"
        raise HistoryError(message)
    parts = [
        _Part(number, match.start() + 1, match.group())
        for number, match in enumerate(_PART.finditer(text), start=1)
    ]
    if not parts:
        message = "expected a game such as crate.ybbbb.lions.bbybg, found nothing"
        raise HistoryError(message)
    if not _has_responses([part.text for part in parts]):
        words = [_word(part, game) for part in parts]
        aim = told or words[-1]
        return tuple(Move(word, game.score(word, aim)) for word in words)
    if hidden is not None:
        message = "expected words alone beside the hidden word, found responses"
        raise parts[1].error(message)
    return tuple(
        Move(_word(word, game), None if response is None else _response(response, length))
        for word, response in zip_longest(parts[::2], parts[1::2])
    )


def pattern_of(text: str, length: int) -> int:
    """Return the pattern that `text` says in letters, digits or squares, one for each of `length` tiles.

    Raises:
        HistoryError: it says none.
    """
    signs = text.upper().replace(_VARIATION_SELECTOR, "")
    if len(signs) != length or any(sign not in _COLOURS for sign in signs):
        tiles = counted(length, "sign", "signs")
        message = (
            f"response {abridged(text)}: expected {tiles}, each B or 0 (grey), Y or 1 (yellow), "
            f"G or 2 (green), or a coloured square"
        )
        raise HistoryError(message)
    return WordScoring(length).parse_pattern("".join(_COLOURS[sign] for sign in signs))


def _has_responses(parts: Sequence[str]) -> bool:
    """Tell whether a response after each word is meant; words alone have no digits and squares."""
    seconds = [set(part.upper().replace(_VARIATION_SELECTOR, "")) for part in parts[1::2]]
    return any(second <= _COLOURS.keys() or second & _NOT_IN_WORDS for second in seconds)


def _word(part: _Part, game: WordScoring) -> str:
    """Return the word that `part` must be, in lower case."""
    word = game.word(normal(part.text))
    if word is None:
        raise part.error(_expected_word(part.text, game))
    return word


def _expected_word(text: str, game: WordScoring) -> str:
    """Return what is wrong with `text`, which is no word of the game."""
    return f"expected {game.a_word}, found {abridged(text)}"


def _response(part: _Part, length: int) -> int:
    """Return the pattern that `part` must be."""
    try:
        return pattern_of(part.text, length)
    except HistoryError as error:
        raise part.error(str(error)) from None
