"""Rows of tiles that are typed into: a game's moves, whose colours change with a click, and the next one.

A move is typed as a word and its colours (`salet bybbb`, or `salet01000`), or pasted with a whole game. Where
a response isn't a tile for each letter it stands beside the word, and is typed: `angel 4`.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import SIGNS, described_response, parse_history, parse_word
from wordle_cp.games.typed import EqualScoring
from wordle_cp.rules.letters import capital
from wordle_cp.rules.scoring import CodeScoring, Scoring, WordScoring
from wordle_cp.views.colours import COLOUR_NAMES
from wordle_cp.views.whole_pages import data
from wordle_cp.web.frame import pressable
from wordle_cp.web.markup import (
    button,
    direction,
    few_responses,
    keys_html,
    letters_of,
    response_html,
    tile_html,
    tiles_html,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from nicegui.events import GenericEventArguments

    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import ViewPage


def read_moves(text: str, scoring: Scoring) -> History:
    """Return the moves that `text`, typed or pasted, says: a word and its response, or a game of several.

    Raises:
        HistoryError: it is neither.
    """
    if len(text.strip()) < scoring.length:
        parse_word(text, scoring)
    return parse_history(text, scoring)


def turned(history: History, move: int, place: int) -> History:
    """Return `history` with the next colour on a tile of a move: grey, yellow, green, grey."""
    guess, pattern = history[move]
    colour = WordScoring(len(guess)).tiles(pattern)[place]
    changed = pattern + ((colour + 1) % 3 - colour) * 3**place
    return (*history[:move], (guess, changed), *history[move + 1 :])


_EXAMPLES: Final = {3: "bat bgg", 4: "bird bbgg", 5: "salet bybbb", 6: "planet bybbbg"}
_ALL_GREY: Final = "{}, all grey? Click the tiles to colour them, then press Enter."


class TileBoard:
    """The moves of a game of `page` as tiles, a row for the next one, and keys coloured by what is known.

    `changed` is called with the new history; `show` another one where the game may have changed. The next row
    is drawn by `board.js`, which sends whole moves.
    """

    def __init__(
        self,
        page: ViewPage,
        changed: Callable[[History], Awaitable[None]],
        guessed: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """Show the moves of the address, and a row to type in.

        With `guessed`, which is called with a word, somebody else gives the responses: no move is changed.
        """
        self._guessed = guessed
        self._page = page
        self._history: History = ()
        self._changed = changed
        self._wrong = ""
        with ui.element("div").classes("board"):
            self._rows = pressable(self._press).classes("board-rows")
            self._next = (
                ui.html("", sanitize=False)
                .classes("board-next")
                .on("move", self._enter, js_handler="(event) => emit(event.detail)")
                .on("undo", self._undo, js_handler="() => emit()")
            )
            self._keys = ui.html("", sanitize=False).classes("keys")
            self._keys.props('role=group aria-label="Keys"')
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
        self._keys.set_content(keys_html(self._scoring, self._known(), responses=self._guessed is None))
        self._next.set_content(self._entry())

    def take_no_more(self, why: str) -> None:
        """Take no move after those that are shown, until they change; `why` is what is wrong with them."""
        self._wrong = why

    def end(self) -> None:
        """Take no move, and offer none: the game is over."""
        self._wrong = "the game is over"
        self._open(yes=False)

    def _open(self, *, yes: bool) -> None:
        for part in (self._next, self._keys):
            part.set_visibility(yes)

    def type_word(self, word: str) -> None:
        """Put a word into the row of the next move, all grey where responses are tiles, to be coloured.

        Who calls may be the handler of a board that is gone, so the tab is that of this one.
        """
        self._next.client.run_javascript(f"wcpBoard.put({data(word)})")

    def refuse(self, text: str, problem: str = "") -> None:
        """Put `text` back into the row of the next move, if nothing stands there, and say its `problem`."""
        self._next.client.run_javascript(f"wcpBoard.refuse({data(text)}, {data(problem)})")

    def _entry(self) -> str:
        """Return the row of the next move, with what `board.js` has to know of the game to draw it."""
        scoring, variant = self._scoring, self._page.variant
        tiled, codes = scoring.feedback.tiled, isinstance(scoring, CodeScoring)
        what = "" if self._guessed else "colours" if tiled else "response"
        usual = scoring == WordScoring(scoring.length)
        guess, word = variant.guesses[0], variant.hidden[-1]
        response = scoring.format_pattern(scoring.score(guess, word)).lower()
        example = _EXAMPLES.get(scoring.length, "") if usual else f"{guess} {response}"
        told = f"Type the response behind {{}}: {described_response(scoring)}."
        classes = scoring.equal.classes if isinstance(scoring, EqualScoring) else ()
        alike = {letter: one[0] for one in classes for letter in one}
        letters = {**dict.fromkeys(letters_of(scoring)), **alike}
        game = {
            "length": scoring.length,
            "tiled": tiled and bool(what),
            "codes": codes,
            "letters": sorted(
                ([one, capital(to or one)] for one, to in letters.items()), key=lambda one: -len(one[0])
            ),
            "signs": {sign: "BYG".index(tile) for sign, tile in SIGNS.items()},
            "answers": {
                scoring.format_pattern(pattern).lower(): response_html(pattern, scoring)
                for pattern in few_responses(scoring)
            },
            "hint": what and (_ALL_GREY if tiled else told),
        }
        beside = f" and {what}: {example}".removesuffix(": ") if what else ""
        label = f"Next guess and its {what}" if what else "Next guess"
        enter = button("Add" if what else "Guess", "enter", "chip main-button")
        return (
            '<div class="board-row board-draft" role="group" aria-label="Next move" dir="auto"></div>'
            '<div class="board-entry"><input class="chip board-input" autocomplete="off" '
            'autocapitalize="off" spellcheck="false" dir="auto" '
            f'placeholder="{escape(scoring.noun + beside)}" '
            f'aria-label="{label}" data-game="{escape(json.dumps(game))}">{enter}</div>'
            '<div class="board-note" aria-live="polite"></div>'
        )

    def _row(self, number: int, guess: str, pattern: int) -> str:
        """Return a move that can be changed and taken back."""
        scoring = self._scoring
        tiles, cut = tiles_html(guess, pattern, scoring, "mid"), ""
        if self._guessed is None:
            if scoring.feedback.tiled:
                tiles = _tiles(guess, scoring.tiles(pattern), scoring, number)
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

    async def _press(self, what: str, number: str, place: str = "") -> None:
        """Change a tile of a move, or take moves back."""
        if what == "turn":
            await self._changed(turned(self._history, int(number), int(place)))
        else:
            await self._changed(self._history[: int(number)])

    async def _undo(self) -> None:
        if self._history and self._guessed is None:
            await self._changed(self._history[:-1])

    async def _enter(self, event: GenericEventArguments) -> None:
        text, word, moves = str(event.args or ""), "", self._history
        problem = "" if text.strip() else f"type a {self._scoring.noun} first"
        if self._wrong:
            problem = f"take back or change a move first: {self._wrong}"
        if not problem:
            try:
                if self._guessed is None:
                    moves = (*moves, *read_moves(text, self._scoring))
                else:
                    word = parse_word(text, self._scoring)
            except HistoryError as error:
                problem = str(error)
        if problem:
            self.refuse(text, problem)
        else:
            await (self._changed(moves) if self._guessed is None else self._guessed(word))
        self._next.client.run_javascript("wcpBoard.answered()")


def _tiles(word: str, colours: Sequence[int], scoring: Scoring, move: int) -> str:
    """Return the tiles of a move, whose colours change when they are pressed."""
    tiles = []
    for place, (letter, colour) in enumerate(zip(word, colours, strict=True)):
        name = COLOUR_NAMES[colour]
        label = f"move {move + 1}, tile {place + 1}: {capital(letter)} {name}, click for the next colour"
        tiles.append(tile_html(letter, name, scoring, f"turn {move} {place}", label))
    return f'<span class="tiles mid">{"".join(tiles)}</span>'
