"""Rows of tiles that are typed into.

The parts, in their order:

What is typed into the line of a move: a word and its response, or a whole game pasted. Pure text.

The board of tiles: a game's moves, whose colours change with a click, and a line to type the next one.

A move is typed as a word and its colours (`salet bybbb`, or `salet01000`), or pasted with a whole game. Where
a response isn't a tile for each letter it stands beside the word, and is typed: `angel 4`.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
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
from wordle_cp.games.typed import EqualScoring, readings_in
from wordle_cp.rules.letters import PLAIN, capital
from wordle_cp.rules.scoring import CodeScoring, Scoring, WordScoring
from wordle_cp.rules.words import GREY
from wordle_cp.views.colours import COLOUR_NAMES
from wordle_cp.web.frame import pressable, problems_into
from wordle_cp.web.markup import (
    PLAIN_TILE,
    button,
    direction,
    keys_html,
    response_html,
    tile_html,
    tiles_html,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from nicegui.events import GenericEventArguments

    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import ViewPage


_BETWEEN: Final = ".,;:"


@dataclass(frozen=True, slots=True)
class Draft:
    """A move on its way: the letters so far, in lower case, and the colours of as many tiles at most.

    `response` is the response where it isn't a tile for each letter, None if there is none yet.
    """

    word: str
    colours: tuple[int, ...] = ()
    response: int | None = None

    def coloured(self, place: int) -> int:
        """Return the colour of a tile."""
        return self.colours[place] if place < len(self.colours) else GREY


def read_draft(text: str, scoring: Scoring) -> Draft:
    """Return the move that `text` begins: a word of a game, then its response (see `games.notation`).

    What is neither is passed over, so that anything typed is something.
    """
    if isinstance(scoring, EqualScoring):
        text = scoring.equal.folded(text)
    length = scoring.length
    if isinstance(scoring, WordScoring) and scoring.alphabet == PLAIN:  # nothing else can be confused with it
        signs = [sign for sign in without_heading(text) if not sign.isspace() and sign not in _BETWEEN]
        ends = [place for place, sign in enumerate(signs, 1) if sign.isascii() and sign.isalpha()][:length]
        word = "".join(signs[end - 1].lower() for end in ends)
        rest = "".join(signs[ends[-1] :]) if ends else ""
    else:
        first, _, rest = text.strip().partition(" ")
        word = max((_begun(reading, scoring) for reading in readings_in(first, scoring)), key=len)
    if len(word) < length:
        return Draft(word)
    if not scoring.feedback.tiled:
        with suppress(HistoryError):
            return Draft(word, response=parse_response(rest, scoring))
        return Draft(word)
    found: list[int] = []
    for sign in rest:
        with suppress(HistoryError):
            found.append(parse_response(sign, 1))
    return Draft(word, tuple(found[:length]))


def _begun(text: str, scoring: Scoring) -> str:
    """Return the longest beginning of a word, or a code, that `text` is."""
    whole = scoring.word(text)
    if whole is not None or not isinstance(scoring, WordScoring):
        return whole or text[: scoring.length - 1]
    lengths = range(scoring.length - 1, 0, -1)
    return next(filter(None, (scoring.alphabet.word_of_length(text, length) for length in lengths)), "")


def read_moves(text: str, scoring: Scoring) -> History:
    """Return the moves that `text`, typed or pasted, says: a word and its response, or a game of several.

    A word alone is none: no moves.

    Raises:
        HistoryError: it is neither.
    """
    try:
        parse_word(text, scoring)
    except HistoryError:
        if len(text.strip()) < scoring.length:
            raise
        return parse_history(text, scoring)
    return ()


def write_draft(draft: Draft) -> str:
    """Return the text that reads as `draft`, whose response is tiles."""
    return f"{draft.word.upper()} {''.join('BYG'[colour] for colour in draft.colours)}".rstrip()


def turned(history: History, move: int, place: int) -> History:
    """Return `history` with the next colour on a tile of a move: grey, yellow, green, grey."""
    guess, pattern = history[move]
    colour = WordScoring(len(guess)).tiles(pattern)[place]
    changed = pattern + ((colour + 1) % 3 - colour) * 3**place
    return (*history[:move], (guess, changed), *history[move + 1 :])


_EXAMPLES: Final = {3: "bat bgg", 4: "bird bbgg", 5: "salet bybbb", 6: "planet bybbbg"}
_WHEN_EMPTY: Final = "(event) => { if (!event.target.value) emit(); }"


class TileBoard:
    """The moves of a game of `page` as tiles, a line for the next one, and keys coloured by what is known.

    `changed` is called with the new history; `show` another one where the game may have changed.
    """

    def __init__(
        self,
        page: ViewPage,
        changed: Callable[[History], Awaitable[None]],
        guessed: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """Show the moves of the address, and a line to type in.

        With `guessed`, which is called with a word, somebody else gives the responses: no move is changed.
        """
        self._guessed = guessed
        self._page = page
        self._history: History = ()
        self._changed = changed
        self._text = ""  # what the line says, as far as it is known here
        self._wrong = ""
        with ui.element("div").classes("board"):
            self._rows = pressable(self._press).classes("board-rows")
            self._next = pressable(self._press)
            with ui.element("div").classes("board-entry") as self._entry:
                self._input = (
                    ui.input(placeholder="word and colours")
                    .props(
                        "dense outlined clearable autofocus autocomplete=off autocapitalize=off dir=auto "
                        "spellcheck=false"
                    )
                    .classes("board-input")
                    .on("update:value", self._typed, [None])
                    .on("keydown.enter", self._enter)
                    .on("keydown.backspace", self._undo, js_handler=_WHEN_EMPTY)
                )
                ui.button("Guess" if guessed else "Add", on_click=self._enter).props("unelevated no-caps")
            self._problems = ui.element("div").props("aria-live=polite")
            self._keys = pressable(self._press).classes("keys").props('role=group aria-label="Keys"')
        self.show(page.link.after)

    @property
    def _scoring(self) -> Scoring:
        """What words and responses are."""
        return self._page.variant.scoring

    def show(self, history: History) -> None:
        """Show another history.

        What stays as it was isn't made anew: a click on an element that has just been replaced is lost.
        """
        self._history = history
        self._wrong = ""
        self._open(yes=True)
        rows = "".join(self._row(number, *move) for number, move in enumerate(history))
        self._rows.set_content(f'<div class="board-rows" role="list" aria-label="Moves">{rows}</div>')
        scoring, variant = self._scoring, self._page.variant
        what = "" if self._guessed else "colours" if scoring.feedback.tiled else "response"
        guess, word = variant.guesses[0], variant.hidden[-1]
        usual = scoring == WordScoring(scoring.length)
        response = scoring.format_pattern(scoring.score(guess, word)).lower()
        example = _EXAMPLES.get(scoring.length, "") if usual else f"{guess} {response}"
        beside = f" and {what}: {example}".removesuffix(": ") if what else ""
        self._input.props["placeholder"] = f"{scoring.noun}{beside}"
        self._input.props["aria-label"] = f"Next guess and its {what}" if what else "Next guess"
        self._keys.set_content(keys_html(scoring, self._known(), responses=self._guessed is None))
        self._draw()

    def take_no_more(self, why: str) -> None:
        """Take no move after those that are shown, until they change; `why` is what is wrong with them."""
        self._wrong = why

    def end(self) -> None:
        """Take no move, and offer none: the game is over."""
        self._wrong = "the game is over"
        self._open(yes=False)

    def _open(self, *, yes: bool) -> None:
        for part in (self._next, self._entry, self._keys):
            part.set_visibility(yes)

    def type_word(self, word: str) -> None:
        """Put a word into the line of the next move, all grey where responses are tiles, to be coloured."""
        told = f"Type the response behind {word.upper()}: {described_response(self._scoring)}."
        text = f"{word.upper()} "
        if self._scoring.feedback.tiled:
            told = f"{word.upper()}, all grey? Click the tiles to colour them, then press Enter."
            text = write_draft(Draft(word, (GREY,) * len(word)))
        self._write(text)
        with self._problems:
            ui.label(told)
        self._input.run_method("focus")

    def _write(self, text: str) -> None:
        """Put `text` into the line, unless something else has been typed there by the time it arrives.

        A value of the element would take its place: at once, and once more with NiceGUI's `updateValue`.
        """
        known, self._text = self._text, text
        ui.run_javascript(f"wcpWrite({self._input.id}, {json.dumps(known)}, {json.dumps(text)})")
        self._draw()

    def _typed(self, event: GenericEventArguments) -> None:
        """Show what is typed by now."""
        self._text = event.args or ""
        self._draw()

    def _draw(self) -> None:
        """Show the line of the next move as tiles, and nothing that was wrong with it before."""
        draft, scoring, beside = read_draft(self._text, self._scoring), self._scoring, ""
        if scoring.feedback.tiled and len(draft.word) == scoring.length:
            colours = tuple(map(draft.coloured, range(scoring.length)))
            tiles = _tiles(draft.word, colours, scoring, "next move", "draft")
        else:
            codes = isinstance(scoring, CodeScoring)
            tiles = "".join(
                tile_html(
                    letter,
                    PLAIN_TILE if letter else "empty",
                    scoring,
                    f"peg {place}" if codes else "",
                    f"peg {place + 1}: {letter or 'empty'}, click for the next colour",
                )
                for place, letter in enumerate([*draft.word, *[""] * (scoring.length - len(draft.word))])
            )
            tiles = f'<span class="tiles mid">{tiles}</span>'
            beside = response_html(draft.response, scoring)
        self._next.set_content(
            f'<div class="board-row" role="group" aria-label="Next move" dir="{direction(draft.word)}">'
            f"{tiles}{beside}</div>"
        )
        self._problems.clear()

    def _row(self, number: int, guess: str, pattern: int) -> str:
        """Return a move that can be changed and taken back."""
        scoring = self._scoring
        tiles, cut = tiles_html(guess, pattern, scoring, "mid"), ""
        if self._guessed is None:
            if scoring.feedback.tiled:
                colours = scoring.tiles(pattern)
                tiles = _tiles(guess, colours, scoring, f"move {number + 1}", f"turn {number}")
            name = f"Take back {guess.upper()} and what follows"
            cut = button("\N{MULTIPLICATION SIGN}", f"cut {number}", "cut", name)
        return f'<div class="board-row" role="listitem" dir="{direction(guess)}">{tiles}{cut}</div>'

    def _known(self) -> dict[str, str]:
        """Return the best colour that each letter has shown, by its name."""
        known: dict[str, int] = {}
        scoring = self._scoring
        for guess, pattern in self._history if scoring.feedback.tiled else ():
            for letter, colour in zip(guess, scoring.tiles(pattern), strict=True):
                known[letter] = max(known.get(letter, colour), colour)
        return {letter: COLOUR_NAMES[colour] for letter, colour in known.items()}

    async def _press(self, what: str, *where: str) -> None:
        """Do what a tile or a key says."""
        draft, scoring = read_draft(self._text, self._scoring), self._scoring
        match what, *where:
            case "turn", number, place:
                await self._changed(turned(self._history, int(number), int(place)))
            case "cut", number:
                await self._changed(self._history[: int(number)])
            case "draft", place:
                colours = [draft.coloured(other) for other in range(len(draft.word))]
                colours[int(place)] = (colours[int(place)] + 1) % 3
                self._write(write_draft(Draft(draft.word, tuple(colours))))
            case "peg", place if isinstance(scoring, CodeScoring):
                signs = scoring.signs
                code = draft.word.ljust(int(place), signs[0])
                old = code[int(place) : int(place) + 1]
                new = signs[(signs.index(old) + 1) % len(signs)] if old else signs[0]
                self._write(f"{code[: int(place)]}{new}{code[int(place) + 1 :]}")
            case "key", letter if len(draft.word) < scoring.length:
                self._write(f"{self._text}{capital(letter)}")
            case ("erase",):
                self._write(draft.word[:-1].upper())
            case "answer", text if len(draft.word) == scoring.length:
                self._write(f"{draft.word.upper()} {text}")
                await self._enter()
            case ("enter",):
                await self._enter()

    async def _undo(self) -> None:
        if self._history and self._guessed is None:
            await self._changed(self._history[:-1])

    async def _enter(self) -> None:
        self._problems.clear()
        with problems_into(self._problems):
            if self._wrong:
                message = f"take back or change a move first: {self._wrong}"
                raise HistoryError(message)
            if not self._text.strip():
                message = f"type a {self._scoring.noun} first"
                raise HistoryError(message)
            if self._guessed is not None:
                word = parse_word(self._text, self._scoring)
                self._write("")
                await self._guessed(word)
                return
            moves = read_moves(self._text, self._scoring)
            if moves:
                self._write("")
                await self._changed((*self._history, *moves))
            else:
                self.type_word(read_draft(self._text, self._scoring).word)


def _tiles(word: str, colours: tuple[int, ...], scoring: Scoring, where: str, do: str) -> str:
    """Return tiles whose colours change when they are pressed."""
    tiles = []
    for place, (letter, colour) in enumerate(zip(word, colours, strict=True)):
        name = COLOUR_NAMES[colour]
        label = f"{where}, tile {place + 1}: {capital(letter)} {name}, click for the next colour"
        tiles.append(tile_html(letter, name, scoring, f"{do} {place}", label))
    return f'<span class="tiles mid">{"".join(tiles)}</span>'
