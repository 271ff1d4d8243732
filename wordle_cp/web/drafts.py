"""What is typed into the line of a move: a word and colours, or a whole game pasted at once. Pure text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import parse_history, parse_response, parse_word, without_heading
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import GREY

if TYPE_CHECKING:
    from wordle_cp.rules.words import History

_BETWEEN: Final = ".,;:"


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
    signs = [sign for sign in without_heading(text) if not sign.isspace() and sign not in _BETWEEN]
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
    return parse_history(text, length)


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
