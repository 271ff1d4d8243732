"""The view Play: find a hidden word, or let the best strategy find yours."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from nicegui import ui

from wordle_cp.errors import counted
from wordle_cp.web.frame import Asking, pressable
from wordle_cp.web.game_bar import GameView
from wordle_cp.web.jobs.ask import PositionChoice
from wordle_cp.web.links import MOST_SEED, PLAYS
from wordle_cp.web.markup import button
from wordle_cp.web.tiles import TileBoard

if TYPE_CHECKING:
    from wordle_cp.answers.position.guess_values import BestGuesses
    from wordle_cp.web.jobs.played import Turn

_HIDDEN, _YOURS = PLAYS


class PlayView(GameView):
    """What one tab shows: the options `kind`, what is played, and `seed`, which hides the word."""

    def _build(self) -> None:
        self._about: object = None  # what the board is for
        self._kinds = pressable(self._again).classes("chips").props('role=group aria-label="What is played"')
        with ui.element("div").classes("explorer"):
            self._boards = ui.element("div").classes("answer")
            with ui.element("div").classes("answer"):
                self._told = (
                    ui.element("section").classes("answer").props('aria-label="The game" aria-live=polite')
                )
                self._asking = Asking(self._page)

    @property
    def _kind(self) -> str:
        return self._page.link.option("kind", _HIDDEN)

    async def _changed(self) -> None:
        await self._again()

    async def _again(self, kind: str = "") -> None:
        """Begin a new game, of the `kind` that is chosen now or of another one."""
        kind = kind or self._kind
        hidden = kind == _HIDDEN
        link = replace(self._page.link, after=())
        await self._go(link.with_options(kind="" if hidden else kind, seed=_seed() if hidden else ""))

    async def _show(self) -> None:
        """Show the game of the address; without a seed one is chosen, which the address has from then on."""
        page = self._page
        if page.understood and self._kind == _HIDDEN and page.link.number("seed") is None:
            page.link = replace(page.link, after=()).with_options(seed=_seed())
            ui.navigate.history.replace(page.link.url(page.view.name))
        link = page.link
        self._asking.idle()
        noun = self._noun if page.understood else "word"
        kinds = (
            button(told.format(noun), kind, "chip best" if kind == self._kind else "chip")
            for kind, told in PLAYS.items()
        )
        self._kinds.set_content("".join(kinds))
        self._show_game()
        self._told.clear()
        yours = self._kind == _YOURS
        about = (yours, page.game) if page.understood else None
        if about != self._about:  # else what is being typed stays
            self._about = about
            self._boards.clear()
            if about:
                with self._boards:
                    self._board = TileBoard(page, self._moved, None if yours else self._turn)
        if not about:
            return
        self._board.show(link.after)
        if yours and (not link.after or link.after[-1][1] != link.scoring.win):
            await self._find()
        else:
            await self._turn()

    async def _turn(self, guess: str = "") -> None:
        """Have `guess` answered, and show how the game stands."""
        link = self._page.link
        self._told.clear()
        if guess:
            self._asking.tell("choosing the response", busy=True)
        turn: Turn | None = await self._asking.ask(
            "played.turn",
            self._told,
            failed=lambda _error: self._board.refuse(guess.upper()),
            choice=self._page.game,
            seed=link.number("seed") if self._kind == _HIDDEN else None,
            history=link.after,
            guess=guess,
        )
        if turn is None:
            return
        if turn.history != link.after:
            await self._moved(turn.history)
            return
        with self._told:
            if turn.ending:
                self._board.end()
                ui.label("Found!" if self._kind == _YOURS else turn.ending).classes("verdict")
                self._offer(turn)
            else:
                noun = self._noun
                told = f"{counted(turn.left, f'{noun} agrees', f'{noun}s agree')} with this."
                if not turn.history:
                    told = f"{counted(turn.left, noun, f'{noun}s')} may be hidden."
                ui.label(told).classes("answer-value")
                ui.link("Help me: ask about this", self._page.link.in_view().url("ask"))

    def _offer(self, turn: Turn) -> None:
        """Offer what comes after a game."""
        with ui.element("div").classes("buttons"):
            ui.button("Play again", on_click=self._again).props("unelevated no-caps")
            judge = self._page.link.in_view().url("analyse")
            ui.button("Judge this game", on_click=lambda: ui.navigate.to(judge)).props("outline no-caps")
            ui.button("Copy the result", on_click=lambda: ui.clipboard.write(turn.shared)).props(
                "flat no-caps"
            )

    async def _find(self) -> None:
        """Put the best guess into the next row, to be coloured."""
        link = self._page.link
        self._asking.tell("looking for the best guess", busy=True)
        answer: BestGuesses | None = await self._asking.ask(
            "ask.position",
            self._told,
            failed=lambda error: self._board.take_no_more(str(error)),
            choice=PositionChoice(self._page.game, link.after),
        )
        if answer is None or not answer.best:
            return
        self._board.type_word(answer.best[0])
        with self._told:
            told = (
                f"Think of a {self._noun}, and keep it."
                if not link.after
                else f"{counted(len(answer.hidden), 'is', 'are')} left."
            )
            ui.label(f"{told} I guess {answer.best[0].upper()}.").classes("answer-value")


def _seed() -> str:
    return str(random.SystemRandom().randint(1, MOST_SEED))
