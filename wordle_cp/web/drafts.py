"""What is typed into the line of a move: a word and its response, or a whole game pasted. Pure text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import parse_history, parse_response, parse_word, without_heading
from wordle_cp.games.typed import readings_in
from wordle_cp.rules.letters import PLAIN
from wordle_cp.rules.scoring import Scoring, WordScoring
from wordle_cp.rules.words import GREY

if TYPE_CHECKING:
    from wordle_cp.rules.words import History

_BETWEEN: Final = ".,;:"
MOST_KEYS: Final = 64
"""Of more letters nobody looks for one among keys."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A move on its way: the letters so far, in lower case, and the colours of as many tiles at most.

    `response` is the response where it isn't a tile for each letter, None if there is none yet.
    """

    word: str
    colours: tuple[int, ...]
    response: int | None = None

    @property
    def pattern(self) -> int:
        """The response, where a tile without a colour is grey."""
        return sum(colour * 3**place for place, colour in enumerate(self.colours))

    def coloured(self, place: int) -> int:
        """Return the colour of a tile."""
        return self.colours[place] if place < len(self.colours) else GREY


def read_draft(text: str, game: int | Scoring) -> Draft:
    """Return the move that `text` begins: a word of `game`, then its response (see `games.notation`).

    What is neither is passed over, so that anything typed is something. A game is a number of letters, or
    how guesses are answered.
    """
    scoring = WordScoring(game) if isinstance(game, int) else game
    if isinstance(scoring, WordScoring) and scoring.alphabet == PLAIN:
        return _of_plain_letters(text, scoring)
    word, _, rest = text.strip().partition(" ")
    found = max((_begun(reading, scoring) for reading in readings_in(word, scoring)), key=len)
    return _answered(found, rest, scoring) if len(found) == scoring.length else Draft(found, ())


def _of_plain_letters(text: str, scoring: Scoring) -> Draft:
    """Return what `read_draft` does of words of letters a to z, with which nothing else can be confused."""
    length = scoring.length
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
    return _answered(word, "".join(rest), scoring)


def _begun(text: str, scoring: Scoring) -> str:
    """Return the longest beginning of a word, or a code, that `text` is."""
    whole = scoring.word(text)
    if whole is not None or not isinstance(scoring, WordScoring):
        return whole or text[: scoring.length - 1]
    lengths = range(scoring.length - 1, 0, -1)
    return next(filter(None, (scoring.alphabet.word_of_length(text, length) for length in lengths)), "")


def _answered(word: str, rest: str, scoring: Scoring) -> Draft:
    """Return a whole word with the response that `rest` is, or begins."""
    if not scoring.feedback.tiled:
        try:
            return Draft(word, (), parse_response(rest, scoring))
        except HistoryError:
            return Draft(word, ())
    found: list[int] = []
    for sign in rest:
        try:
            found.append(parse_response(sign, 1))
        except HistoryError:
            continue
    return Draft(word, tuple(found[: scoring.length]))


def keys_of(scoring: Scoring) -> tuple[str, ...]:
    """Return the letters to offer as keys, where some aren't on every keyboard; none where there are many."""
    letters = scoring.alphabet.letters if isinstance(scoring, WordScoring) else ()
    return () if len(letters) > MOST_KEYS or all(map(str.isascii, letters)) else letters


def lacks_response(text: str, game: int | Scoring) -> bool:
    """Tell whether `text` is a word alone."""
    try:
        parse_word(text, game)
    except HistoryError:
        return False
    return True


def read_moves(text: str, game: int | Scoring) -> History:
    """Return the moves that `text`, typed or pasted, says: a word and its response, or a game of several.

    Raises:
        HistoryError: it is neither.
    """
    if len(text.strip()) < (game if isinstance(game, int) else game.length):
        parse_word(text, game)
    return parse_history(text, game)


def write_draft(draft: Draft) -> str:
    """Return the text that reads as `draft`, whose response is tiles."""
    return draft.word.upper() + (
        " " + "".join("BYG"[colour] for colour in draft.colours) if draft.colours else ""
    )


def turned(history: History, move: int, place: int) -> History:
    """Return `history` with the next colour on a tile of a move: grey, yellow, green, grey."""
    guess, pattern = history[move]
    colour = WordScoring(len(guess)).tiles(pattern)[place]
    changed = pattern + ((colour + 1) % 3 - colour) * 3**place
    return (*history[:move], (guess, changed), *history[move + 1 :])
