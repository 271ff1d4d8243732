"""What is typed into the line of a move: a word and colours, or a whole game pasted at once. Pure text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import HistoryError, counted
from wordle_cp.games.notation import parse_game, pattern_of
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import GREY

if TYPE_CHECKING:
    from wordle_cp.rules.words import History

_BETWEEN: Final = ".,;:"
_VARIATION_SELECTOR: Final = "\N{VARIATION SELECTOR-16}"
"""What some systems put after a square; it is no sign of its own."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A move on its way: the letters so far, in lower case, and the colours of as many tiles at most."""

    word: str
    colours: tuple[int, ...]

    @property
    def pattern(self) -> int:
        """The response, where a tile without a colour is grey."""
        return sum(colour * 3**place for place, colour in enumerate(self.colours))

    def coloured(self, place: int) -> int:
        """Return the colour of a tile."""
        return self.colours[place] if place < len(self.colours) else GREY


def read_draft(text: str, length: int) -> Draft:
    """Return the move that `text` begins: `length` letters, then colours (B, Y, G, or 0, 1, 2, or squares).

    What is neither is passed over, so that anything typed is something.
    """
    signs = [sign for sign in text if not sign.isspace() and sign not in _BETWEEN]
    letters = [sign.lower() for sign in signs if sign.isascii() and sign.isalpha()]
    word = "".join(letters[:length])
    if len(word) < length:
        return Draft(word, ())
    seen = 0
    rest: list[str] = []
    for sign in signs:
        if seen < length:
            seen += sign.isascii() and sign.isalpha()
        else:
            rest.append(sign)
    found: list[int] = []
    for sign in rest:
        try:
            found.append(pattern_of(sign, 1))
        except HistoryError:
            continue
    return Draft(word, tuple(found[:length]))


def read_moves(text: str, length: int) -> History:
    """Return the moves that `text`, typed or pasted, says: a word and its colours, or a game with responses.

    A word without any colour is all grey; one that has some must have them all.

    Raises:
        HistoryError: it is neither.
    """
    signs = "".join(sign for sign in text if not sign.isspace() and sign not in _BETWEEN)
    word, colours_typed = signs[:length], signs[length:].replace(_VARIATION_SELECTOR, "")
    if len(colours_typed) <= length:
        if not (len(word) == length and word.isascii() and word.isalpha()):
            message = f"expected a word of {counted(length, 'letter', 'letters')} a to z"
            raise HistoryError(message)
        return ((word.lower(), pattern_of(colours_typed, length) if colours_typed else 0),)
    moves = parse_game(text, length)
    return tuple((move.guess, move.pattern) for move in moves if move.pattern is not None)


def write_draft(draft: Draft) -> str:
    """Return the text that reads as `draft`."""
    return draft.word.upper() + (
        " " + "".join("BYG"[colour] for colour in draft.colours) if draft.colours else ""
    )


def turned(history: History, move: int, place: int) -> History:
    """Return `history` with the next colour on a tile of a move: grey, yellow, green, grey."""
    guess, pattern = history[move]
    colour = WordScoring(len(guess)).tiles(pattern)[place]
    changed = pattern + ((colour + 1) % 3 - colour) * 3**place
    return (*history[:move], (guess, changed), *history[move + 1 :])
