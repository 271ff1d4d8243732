"""Rows of tiles that are typed into.

The parts, in their order:

What is typed into the line of a move: a word and its response, or a whole game pasted. Pure text.

The board of tiles: a game's moves, whose colours change with a click, and a line to type the next one.

A move is typed as a word and its colours (`salet bybbb`, or `salet01000`), or pasted with a whole game. Where
a response isn't a tile for each letter it stands beside the word, and is typed: `angel 4`.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import (
    described_response,
    parse_history,
    parse_response,
    parse_word,
    without_heading,
)
from wordle_cp.games.typed import readings_in
from wordle_cp.rules.letters import PLAIN, capital
from wordle_cp.rules.scoring import Scoring, WordScoring
from wordle_cp.rules.words import GREY
from wordle_cp.views.colours import COLOUR_NAMES
from wordle_cp.web.frame import problems_into
from wordle_cp.web.markup import PLAIN_TILE, direction, response_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import ViewPage


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


_USUAL_LENGTH: Final = 5
_EXAMPLES: Final = {3: "bat bgg", 4: "bird bbgg", 5: "salet bybbb", 6: "planet bybbbg"}


def tile(letter: str, name: str) -> ui.element:
    """Show one tile that can't be clicked, in the colour of that name."""
    with ui.element("span").classes(f"tile {name}") as element:
        ui.label(capital(letter))
    return element.props(f"""role=img aria-label='{escape(f"{capital(letter)} {name}", quote=True)}'""")


def tile_row(guess: str, pattern: int, scoring: Scoring) -> ui.element:
    """Show a move that can't be changed."""
    with ui.element("span").classes("tile-row").props(f"dir={direction(guess)}") as row:
        _untouched(guess, pattern, scoring)
    return row


def _untouched(guess: str, pattern: int, scoring: Scoring) -> None:
    """Show the letters of a move, and beside them a response that isn't tiles."""
    response = response_of(pattern, scoring)
    for letter, name in zip(guess, response.letters, strict=True):
        tile(letter, name)
    if response.text:
        ui.label(response.text).classes("response")
        with ui.element("span").classes("pegs").props("aria-hidden=true"):
            for name in response.pegs:
                ui.element("span").classes(f"peg {name}")


class TileBoard:
    """Tiles of a history of the game of `page`; `changed` is called with the new history.

    What words and responses are is the game's, which a process has to say once: call `learn_game` when the
    game may be another one. What is typed before is read when they are known.
    """

    def __init__(self, page: ViewPage, changed: Callable[[History], Awaitable[None]]) -> None:
        """Show the moves of the address, and a line to type in."""
        self._page = page
        self._history: History = ()
        self._changed = changed
        self._draft = Draft("", ())
        self._drawn: tuple[Draft, Scoring] | None = None
        self._keyed: tuple[str, ...] = ()
        self._wrong = ""
        with ui.element("div").classes("board"):
            self._rows = ui.element("div").classes("board-rows").props('role=list aria-label="Moves"')
            with ui.element("div").classes("board-entry"):
                self._preview = ui.element("span").classes("tile-row").props('aria-label="Next move"')
                self._input = (
                    ui.input(placeholder="word and colours", on_change=self._typed)
                    .props(
                        "dense outlined clearable autofocus autocomplete=off autocapitalize=off dir=auto "
                        'spellcheck=false aria-label="Next guess and its colours"'
                    )
                    .classes("board-input")
                    .on("keydown.enter", self._enter)
                )
                ui.button("Add", on_click=self._enter).props("unelevated no-caps").mark("add-move")
            self._keys = ui.element("div").classes("board-keys").props('role=group aria-label="Letters"')
            self._problems = ui.element("div").classes("board-problems").props("aria-live=polite")
        self.show(page.link.after)

    @property
    def _scoring(self) -> Scoring:
        """What words and responses are: as the game says, or words as long as the moves until it is known."""
        moves = len(self._history[0][0]) if self._history else _USUAL_LENGTH
        known = self._page.known_facts
        return WordScoring(moves) if known is None else known.scoring

    async def learn_game(self) -> None:
        """Find out how many letters a word has, and show as many tiles.

        Raises:
            As `ViewPage.facts`.
        """
        await self._page.facts()
        self._typed()

    def show(self, history: History) -> None:
        """Show another history.

        What stays as it was isn't made anew: a click on an element that has just been replaced is lost.
        """
        if history != self._history:
            self._history = history
            self._rows.clear()
            with self._rows:
                for number, (guess, pattern) in enumerate(history):
                    self._row(number, guess, pattern)
        self._wrong = ""
        self._typed()

    def take_no_more(self, why: str) -> None:
        """Take no move after those that are shown, until they change; `why` is what is wrong with them."""
        self._wrong = why

    def type_word(self, word: str) -> None:
        """Put a word into the line of the next move, and the focus on it."""
        self._input.value = f"{word.upper()} "
        self._input.run_method("focus")

    def _row(self, number: int, guess: str, pattern: int) -> None:
        with ui.element("div").classes("board-row").props(f"role=listitem dir={direction(guess)}"):
            scoring = self._page.link.scoring_of(((guess, pattern),))
            if scoring.feedback.tiled:
                for place, (letter, colour) in enumerate(zip(guess, scoring.tiles(pattern), strict=True)):
                    self._button(letter, colour, f"move {number + 1}", place).on(
                        "click", lambda _, number=number, place=place: self._turn(number, place)
                    )
            else:
                _untouched(guess, pattern, scoring)
            ui.button(icon="close", on_click=lambda _, number=number: self._cut(number)).props(
                f'flat round dense size=sm aria-label="Take back {guess.upper()} and what follows"'
            )

    def _button(self, letter: str, colour: int, where: str, place: int) -> ui.element:
        name = COLOUR_NAMES[colour]
        with ui.element("button").classes(f"tile {name}") as button:
            ui.label(capital(letter))
        label = f"{where}, tile {place + 1}: {capital(letter) or 'empty'} {name}, click for the next colour"
        return button.props(f"""type=button aria-label='{escape(label, quote=True)}'""")

    def _show_draft(self) -> None:
        draft, scoring = self._draft, self._scoring
        if (draft, scoring) == self._drawn:
            return
        self._drawn = (draft, scoring)
        self._preview.clear()
        self._preview.props(f"dir={direction(draft.word)}")
        with self._preview:
            if draft.response is not None:
                _untouched(draft.word, draft.response, scoring)
                return
            for place in range(scoring.length):
                letter = draft.word[place] if place < len(draft.word) else ""
                if letter and scoring.feedback.tiled:
                    self._button(letter, draft.coloured(place), "next move", place).on(
                        "click", lambda _, place=place: self._turn_draft(place)
                    )
                elif letter:
                    tile(letter, PLAIN_TILE)
                else:
                    ui.element("span").classes("tile empty")

    def _ask_response(self, text: str, scoring: Scoring) -> None:
        """Show a word as all grey, and let the visitor say so; or ask for a response that isn't tiles."""
        word = read_draft(text, scoring).word
        if scoring.feedback.tiled:
            self._input.value = write_draft(Draft(word, (GREY,) * scoring.length))
            asked = f"{word.upper()}, all grey? Click the tiles to colour them, then press Enter again."
        else:
            self._input.value = f"{word.upper()} "
            asked = f"Type the response behind {word.upper()}: {described_response(scoring)}."
        self._typed()
        with self._problems:
            ui.label(asked)

    def _typed(self) -> None:
        scoring, facts = self._scoring, self._page.known_facts
        what = "colours" if scoring.feedback.tiled else "response"
        usual = scoring == WordScoring(scoring.length)
        example = _EXAMPLES.get(scoring.length, "") if usual else facts.example if facts else ""
        self._input.props["placeholder"] = f"{scoring.noun} and {what}" + (f": {example}" if example else "")
        self._input.props["aria-label"] = f"Next guess and its {what}"
        self._draft = read_draft(self._input.value or "", scoring)
        self._show_keys(scoring)
        self._problems.clear()
        self._show_draft()

    def _show_keys(self, scoring: Scoring) -> None:
        """Show a key for each letter, where some aren't on every keyboard."""
        letters = keys_of(scoring)
        if letters == self._keyed:
            return
        self._keyed = letters
        self._keys.clear()
        with self._keys:
            for letter in letters:
                shown = capital(letter)
                ui.button(shown, on_click=lambda _, shown=shown: self._press(shown)).props(
                    "outline dense no-caps"
                )

    def _press(self, letter: str) -> None:
        """Put a letter behind what is typed."""
        self._input.value = f"{self._input.value or ''}{letter}"
        self._input.run_method("focus")

    def _turn_draft(self, place: int) -> None:
        draft = self._draft
        tiles = [draft.coloured(other) for other in range(len(draft.word))]
        tiles[place] = (tiles[place] + 1) % 3
        self._draft = Draft(draft.word, tuple(tiles))
        if len(draft.word) == self._scoring.length:
            self._input.value = write_draft(self._draft)
        self._show_draft()

    async def _turn(self, number: int, place: int) -> None:
        await self._changed(turned(self._history, number, place))

    async def _cut(self, number: int) -> None:
        await self._changed(self._history[:number])

    async def _enter(self) -> None:
        self._problems.clear()
        moves: History = ()
        with problems_into(self._problems):
            if self._wrong:
                message = f"take back or change a move first: {self._wrong}"
                raise HistoryError(message)
            scoring = (await self._page.facts()).scoring
            text = self._input.value or ""
            if lacks_response(text, scoring):
                self._ask_response(text, scoring)
                return
            moves = read_moves(text, scoring)
        if moves:
            self._input.value = ""
            self._draft = Draft("", ())
            await self._changed((*self._history, *moves))
