"""The view Analyse: a game that was played, and the skill and the luck of each of its moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.answers.telling import first_names, game_words
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.games.notation import STARRED, is_starred, parse_history, shared_games, without_heading
from wordle_cp.play.analysis import inaccuracy_words, luck_words
from wordle_cp.play.rows import NEXT, ExplainedRows
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.views.charts.charts import NothingToDrawError, analysis_chart
from wordle_cp.views.charts.files import inline
from wordle_cp.web.frame import StatusLine, problems_into, show_problem
from wordle_cp.web.game_bar import GameBar
from wordle_cp.web.jobs.analyse import Weighing
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.jobs.strange import Strange
from wordle_cp.web.links import Link
from wordle_cp.web.tiles import tile_row

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant
    from wordle_cp.play.analysis import Analysis, MoveAnalysis
    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import ViewPage

_SLOT: Final = "game"
_LENGTH: Final = 5
_EXAMPLE: Final = "crate.ybbbb.lions.bbybg.focus.ggggg"
_OF_EXAMPLE: Final = GameChoice(DEFAULT_VARIANT)
_NO_GAME: Final = f"write your game first, with a response behind each guess, such as {_EXAMPLE}"
_MEANINGS: Final = (
    "Inaccuracy: how many more guesses you need on average than with a best guess. 0 is perfect.",
    "Luck: how many guesses the response saved you, compared with the average. Below 0 is bad luck.",
)


class AnalyseView:
    """What one tab shows."""

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        self._page = page
        self._heeded: object | None = None  # whose messages are shown
        ui.label("Analyse a game").classes("wcp-title").props("role=heading aria-level=1")
        self._bar = GameBar(page, self._ask)
        with ui.element("div").classes("explorer narrow-left"):
            with ui.element("div").classes("answer"):
                self._build_form()
            self._told = (
                ui.element("section").classes("answer").props('aria-label="Analysis" aria-live=polite')
            )
        self._read_link()
        page.on_back(self._show)
        ui.timer(0, self._ask, once=True)

    def _build_form(self) -> None:
        """Show where a game is written, and what is made of it."""
        self._game = (
            ui.textarea(label="Your game: guesses and responses")
            .props(
                f'outlined autogrow autocomplete=off spellcheck=false placeholder="{_EXAMPLE}" '
                'aria-label="The game"'
            )
            .classes("game-text")
        )
        with ui.element("div").classes("buttons"):
            self._word = (
                ui.input(label="hidden word, if not found")
                .props("dense outlined autocomplete=off spellcheck=false")
                .classes("game-choice")
                .on("keydown.enter", self._enter)
            )
            ui.button("Analyse", on_click=self._enter).props("unelevated no-caps")
            self._status = StatusLine(self._cancel)
        self._missing = ui.element("div").props("aria-live=polite")
        self._note = ui.label().classes("wcp-faint")
        for meaning in _MEANINGS:
            ui.label(meaning).classes("wcp-faint")

    def _read_link(self) -> None:
        """Show what the address says: its game, or the moves that another view has led here with."""
        link = self._page.link
        moves = link.write(link.after)
        self._bar.show()
        self._game.value = link.option("game") or moves
        self._word.value = link.option("word")

    async def _enter(self) -> None:
        written, *others = shared_games(self._game.value or "")
        game = ".".join(without_heading(written).split())
        if not game:
            self._missing.clear()
            with self._missing:
                show_problem(_NO_GAME)
            self._game.run_method("focus")
            return
        link = self._page.link
        mode = None if link.option("star") else link.mode  # the star of the last game was its own
        starred = mode is None and is_starred(written)
        link = replace(link, after=(), mode=STARRED if starred else mode)
        word = (self._word.value or "").strip()
        self._page.go(link.with_options(game=game, word=word, star="yes" if starred else ""))
        self._read_link()
        await self._ask()
        if others:
            self._note.text = f"This is the first of {len(others) + 1} games: paste one after the other."

    async def _show(self, _link: Link) -> None:
        self._read_link()
        await self._ask()

    def _cancel(self) -> None:
        self._page.cancel(_SLOT)
        self._heeded = None
        self._status.idle("cancelled")

    def _hear(self, heeded: object, message: object) -> None:
        if heeded is not self._heeded:
            return  # cancelled, or done, or asked again
        if isinstance(message, Strange):
            self._note.text = " ".join(message.sentences)
        elif isinstance(message, Weighing):
            self._status.tell(f"weighing guess {message.guess}; the first one takes the longest")

    async def _ask(self) -> None:
        """Analyse the game that is shown, if there is one."""
        self._told.clear()
        self._missing.clear()
        self._note.text = ""
        self._page.cancel(_SLOT)
        self._status.idle()
        heeded = self._heeded = object()
        game = self._game.value or ""
        if not self._page.understood:
            return
        if not game.strip():
            await self._show_example(heeded)
            return
        self._status.busy("reading the game")
        with problems_into(self._told):
            analysis: Analysis | ExplainedRows = await self._page.run(
                "analyse.analyse",
                slot=_SLOT,
                hear=lambda message: self._hear(heeded, message),
                choice=self._page.game,
                game=game,
                word=self._word.value or "",
            )
            if heeded is self._heeded:
                if isinstance(analysis, ExplainedRows):
                    self._tell_rows(analysis)
                else:
                    self._tell(analysis)
        if heeded is self._heeded:
            self._heeded = None
            self._status.idle()

    async def _show_example(self, heeded: object) -> None:
        """Show a game of somebody else, analysed, until there is one of the visitor's."""
        with self._told:
            ui.label("An example. Your own game takes its place:").classes("wcp-faint")
            waiting = ui.element("div").classes("board")
            with waiting:
                for guess, pattern in parse_history(_EXAMPLE, _LENGTH):
                    tile_row(guess, pattern, WordScoring(_LENGTH))
        with problems_into(self._told):
            analysis: Analysis = await self._page.run_unasked(
                "analyse.analyse", slot=_SLOT, choice=_OF_EXAMPLE, game=_EXAMPLE, word=""
            )
            if heeded is self._heeded:
                waiting.delete()
                self._tell(analysis)

    def _tell(self, analysis: Analysis) -> None:
        """Show an analysis."""
        with self._told:
            ui.label(analysis.totals_told()).classes("answer-value")
            ui.label(game_words(analysis.variant)).classes("wcp-faint")
            history: History = ()
            with ui.element("div").classes("moves-told").props('role=list aria-label="Moves"'):
                for move in analysis.moves:
                    self._tell_move(move, history, analysis.variant)
                    if move.pattern is not None:
                        history = (*history, (move.guess, move.pattern))
            last = analysis.moves[-1].after
            if last is not None and last.mean is not None:
                ui.label(f"Next: {first_names(last.best)}, {float(last.mean):.4f} more guesses on average.")
                self._ask_link("Ask about what is left", history)
            if analysis.unwinnable:
                ui.label("Without a limit on the guesses there are numbers for these guesses, too.")
            if analysis.stopped_by is not None:
                ui.label(f"Stopped by the {analysis.stopped_by}: what is unknown wasn't settled.")
            self._tell_chart(analysis)

    def _tell_rows(self, rows: ExplainedRows) -> None:
        """Show what rows without words say."""
        with self._told:
            ui.label(rows.hidden_told).classes("answer-value")
            ui.label(rows.game_told).classes("wcp-faint")
            with ui.element("div").classes("moves-told").props('role=list aria-label="Rows"'):
                for row in rows.rows:
                    with ui.element("div").classes("move-told").props("role=listitem"):
                        tile_row(" " * rows.variant.length, row.pattern, rows.variant.scoring)
                        with ui.element("div").classes("move-said"):
                            for line in rows.row_told(row):
                                ui.label(line)
            ui.label(NEXT).classes("wcp-faint")

    def _tell_move(self, move: MoveAnalysis, history: History, variant: Variant) -> None:
        with ui.element("div").classes("move-told").props("role=listitem"):
            if move.pattern is None:
                ui.label(move.guess.upper()).classes("node-title")
            else:
                tile_row(move.guess, move.pattern, variant.scoring)
            with ui.element("div").classes("move-said"):
                ui.label(f"inaccuracy {inaccuracy_words(move, variant).strip()}")
                if move.pattern is not None:
                    ui.label(f"luck {luck_words(move).strip()}")
            self._ask_link(f"Ask about the position before {move.guess.upper()}", history)

    def _ask_link(self, what: str, history: History) -> None:
        link = replace(self._page.link.in_view(), after=history)
        if not (self._game.value or "").strip():
            link = Link(after=history)  # of the example
        ui.link("Ask", link.url("ask")).props(f'aria-label="{what}" title="{what}"')

    def _tell_chart(self, analysis: Analysis) -> None:
        try:
            chart = analysis_chart(analysis)
        except NothingToDrawError:
            return
        ui.html(inline(chart), sanitize=False).classes("chart").props(
            f'role=img aria-label="{chart.title}; the numbers are above"'
        )
