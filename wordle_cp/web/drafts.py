"""What is typed into the line of a move: a word and colours, or a whole game pasted at once. Pure text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import parse_history, parse_response, parse_word
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import GREY

if TYPE_CHECKING:
    from wordle_cp.rules.words import History

_BETWEEN: Final = ".,;:"
_SHOWN_ROW: Final = "\N{LARGE YELLOW SQUARE}" + 4 * "\N{BLACK LARGE SQUARE}"
_SHARED_HEADING: Final = re.compile(r"\s*Wordle\s+[\d.,]+\s+[X\d]+/\d+\*?\s*", re.IGNORECASE)
"""What the game writes above the squares that it shares."""
_SQUARES: Final = re.compile(r"\s*[^\w\s]+\s*")
_WORD_AFTER: Final = re.compile(r"^\s*([^\w\s]+)\s+([^\W\d_]+)\s*$")
"""A row of squares with the word behind it."""


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
    """Return the move that `text` begins: `length` letters, then signs of colours (see `games.notation`).

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
            found.append(parse_response(sign, 1))
        except HistoryError:
            continue
    return Draft(word, tuple(found[:length]))


def lacks_colours(text: str, length: int) -> bool:
    """Tell whether `text` is a word alone."""
    try:
        parse_word(text, length)
    except HistoryError:
        return False
    return True


def read_moves(text: str, length: int) -> History:
    """Return the moves that `text`, typed or pasted, says: a word and its colours, or a game with responses.

    Raises:
        HistoryError: it is neither.
    """
    if len(text.strip()) < length:
        parse_word(text, length)
    return parse_history(shared_game(text), length)


def shared_game(text: str) -> str:
    """Return a game that was shared, as `games.notation` reads it: without its heading, words before squares.

    Raises:
        HistoryError: it has squares alone.
    """
    lines = [line for line in text.splitlines() if not _SHARED_HEADING.fullmatch(line)]
    if any(map(_SQUARES.fullmatch, lines)) and not any(sign.isalpha() for line in lines for sign in line):
        message = f"these are squares alone: write each guess beside its row, such as crate {_SHOWN_ROW}"
        raise HistoryError(message)
    return "\n".join(_WORD_AFTER.sub(r"\2 \1", line) for line in lines)


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
