"""The view Analyse: a game that was played, and the skill and the luck of each of its moves."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from html import escape
from math import log
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.answers.telling import first_names, game_words, words_of
from wordle_cp.games.notation import STARRED, is_starred, shared_games, without_heading
from wordle_cp.play.analysis import (
    SCALE,
    Inaccuracy,
    Luck,
    inaccuracy_grade,
    inaccuracy_words,
    luck_grade,
    luck_words,
)
from wordle_cp.play.rows import NEXT, ExplainedRows
from wordle_cp.web.frame import Asking, show_problem
from wordle_cp.web.game_bar import GameView
from wordle_cp.web.links import Link
from wordle_cp.web.markup import tiles_html, word_html

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.games.variant import Variant
    from wordle_cp.play.analysis import Analysis, MoveAnalysis
    from wordle_cp.rules.words import History

_EXAMPLE: Final = "crate.ybbbb.lions.bbybg.focus.ggggg"
_WITH_EXAMPLE: Final = ("original", "nyt-2022-02-15", "nyt-2023-07-01")
"""Games whose example is judged in a moment: their best first guesses ship."""
_NO_GAME: Final = f"write your game first, with a response behind each guess, such as {_EXAMPLE}"
_TINY: Final = Fraction(1, 200)
"""What is less, and not 0, would be rounded to 0.00."""
_KINDS: Final = {
    Inaccuracy.PERFECT: "good",
    Inaccuracy.GOOD: "good",
    Inaccuracy.SLIP: "fair",
    Inaccuracy.MISTAKE: "bad",
    Luck.LUCKY: "good",
    Luck.USUAL: "none",
    Luck.UNLUCKY: "bad",
}
"""The classes of chips."""
_AS_TYPED: Final = "autocomplete=off spellcheck=false"
_BETWEEN: Final = "~"
"""What stands between several games in an address."""


class AnalyseView(GameView):
    """What one tab shows."""

    def _build(self) -> None:
        with ui.element("div").classes("explorer"):
            with ui.element("div").classes("answer"):
                self._game = ui.textarea(label="Your game: guesses and responses").classes("game-text")
                self._game.props(
                    f'placeholder="{_EXAMPLE}" outlined autogrow {_AS_TYPED} aria-label="The game"'
                )
                with ui.element("div").classes("buttons"):
                    self._word = ui.input().classes("game-choice")
                    self._word.props(f"dense outlined {_AS_TYPED}").on("keydown.enter", self._enter)
                    ui.button("Analyse", on_click=self._enter).props("unelevated no-caps")
                self._asking = Asking(self._page)
                self._missing = ui.element("div").props("aria-live=polite")
                self._note = ui.label().classes("wcp-faint")
            self._told = ui.element("section").classes("answer")
            self._told.props('aria-label="Analysis" aria-live=polite')

    async def _enter(self) -> None:
        written = [one for part in (self._game.value or "").split(_BETWEEN) for one in shared_games(part)]
        game = _BETWEEN.join(".".join(without_heading(one).split()) for one in written)
        if not game:
            self._missing.clear()
            with self._missing:
                show_problem(_NO_GAME)
            self._game.run_method("focus")
            return
        link = self._page.link
        mode = None if link.option("star") else link.mode  # the star of the last game was its own
        starred = mode is None and is_starred(written[0])
        link = replace(link, after=(), mode=STARRED if starred else mode)
        word = (self._word.value or "").strip()
        await self._go(link.with_options(game=game, word=word, star="yes" if starred else ""))

    async def _show(self) -> None:
        """Show what the address says: its game, or the moves that another view has led here with."""
        link = self._page.link
        self._show_game()
        game = link.option("game") or link.write(link.after)
        self._game.value = game.replace(_BETWEEN, f"\n{_BETWEEN}\n")
        self._word.value = link.option("word")
        self._word.props(f'label="hidden {self._noun}, if not found"')
        await self._changed()

    def _hear(self, message: object) -> None:
        if isinstance(message, str):
            self._note.text = message
        else:
            self._asking.tell(f"weighing guess {message}; the first one takes the longest")

    async def _changed(self) -> None:
        """Analyse the game that is shown; without one an example, until there is one of the visitor's."""
        self._told.clear()
        self._missing.clear()
        self._note.text = ""
        self._asking.idle()
        game = (self._game.value or "").strip()
        link = self._page.link
        usual = replace(link.in_view(), after=()) == Link(link.variant) and link.variant in _WITH_EXAMPLE
        if not self._page.understood or not (game or usual):
            return
        with self._told:
            if not game:
                ui.label("An example. Your own game takes its place:").classes("wcp-faint")
            waiting = ui.label("reading the game").classes("wcp-faint")
        if game:
            self._asking.tell("reading the game", busy=True)
        games = [one.strip() for one in (game or _EXAMPLE).split(_BETWEEN)]
        for number, one in enumerate(games, 1):
            analysis: Analysis | ExplainedRows | None = await self._asking.ask(
                "played.analyse",
                self._told,
                hear=self._hear,
                unasked=not game,
                choice=self._page.game,
                game=one,
                word=self._word.value or "",
            )
            if analysis is None and self._asking.running:  # something newer was asked
                return
            waiting.set_visibility(False)
            with self._told:
                if games[1:]:
                    ui.label(f"Game {number} of {len(games)}").classes("wcp-faint")
                if isinstance(analysis, ExplainedRows):
                    self._tell_rows(analysis)
                elif analysis is not None:
                    self._tell(analysis)

    def _tell(self, analysis: Analysis) -> None:
        """Show an analysis: the verdict, then each move."""
        ui.label(analysis.summary).classes("verdict").props("role=heading aria-level=2")
        ui.label(f"{analysis.totals_told()}; {game_words(analysis.variant)}.").classes("wcp-faint")
        history: History = ()
        with ui.element("div").classes("moves").props('role=list aria-label="Moves"'):
            for move in analysis.moves:
                self._tell_move(move, history, analysis)
                if move.pattern is not None:
                    history = (*history, (move.guess, move.pattern))
        last = analysis.moves[-1].after
        if last is not None and last.mean is not None:
            ui.label(f"Next: {first_names(last.best)}, {float(last.mean):.2f} more guesses on average.")
            self._ask_link("Ask about what is left", history)
        if analysis.unwinnable:
            ui.label("Without a limit on the guesses there are numbers for these guesses, too.")
        if analysis.stopped_by is not None:
            ui.label(f"Stopped by the {analysis.stopped_by}: what is unknown wasn't settled.")
        ui.label(SCALE).classes("soft")

    def _tell_rows(self, rows: ExplainedRows) -> None:
        """Show what rows without words say."""
        ui.label(f"Hidden {self._noun}: {rows.hidden_told}").classes("answer-value")
        ui.label(rows.game_told).classes("wcp-faint")
        with ui.element("div").classes("moves").props('role=list aria-label="Rows"'):
            for row in rows.rows:
                with ui.element("div").classes("move").props("role=listitem"):
                    blank = " " * rows.variant.length
                    ui.html(tiles_html(blank, row.pattern, rows.variant.scoring, "mid"), sanitize=False)
                    with ui.element("div"):
                        for line in rows.row_told(row):
                            ui.label(line)
        ui.label(NEXT).classes("wcp-faint")

    def _tell_move(self, move: MoveAnalysis, history: History, analysis: Analysis) -> None:
        """Show a move with a chip for its skill and one for its luck, the words left, and what was best."""
        variant, scoring = analysis.variant, analysis.variant.scoring
        chips = chip_html(inaccuracy_grade, move.inaccuracy, inaccuracy_words(move, variant))
        row = tiles_html(move.guess, move.pattern, scoring, "mid")
        if move.pattern is not None:
            chips += chip_html(luck_grade, move.luck, luck_words(move))
        with ui.element("div").classes("move").props("role=listitem"):
            ui.html(row, sanitize=False)
            ui.html(f'<span class="chips">{chips}</span>', sanitize=False)
            ui.html(_left(move, analysis.moves[0].words, variant), sanitize=False).classes("wide")
            with ui.element("div").classes("buttons wide"):
                if move.best is not None and move.best != move.guess:
                    best = word_html(move.best, scoring)
                    ui.html(f'<span class="soft">Best: </span>{best}', sanitize=False)
                self._ask_link(f"Ask about the position before {move.guess.upper()}", history)

    def _ask_link(self, what: str, history: History) -> None:
        link = replace(self._page.link.in_view(), after=history)
        ui.link("Ask", link.url("ask")).props(f'aria-label="{what}" title="{what}"')


def chip_html(grade: Callable[[Fraction], Inaccuracy | Luck], number: Fraction | None, told: str) -> str:
    """Return a chip with a word and a number; what is known exactly comes on hover, focus and tap."""
    kind, shown, exactly = "none", "not known", ""
    if number is not None:
        word = grade(number)
        size = "under 0.01" if 0 < abs(number) < _TINY else f"{float(number):.2f}"
        kind, shown, exactly = _KINDS[word], f"{word} {size}", f" Exactly {number}."
    return (
        f'<button type="button" class="grade {kind}" data-tip="{escape(told.strip())}.{exactly}" title="">'
        f"{shown}</button>"
    )


def _left(move: MoveAnalysis, most: int, variant: Variant) -> str:
    """Return how many words were left, before the move and after it, as a bar: its length is a logarithm."""
    after = 1 if move.won else move.words_after
    words = move.words if after is None else after
    told, share = words_of(variant, move.words, ""), log(words + 1) / log(most + 1)
    if after not in {None, move.words}:
        told = f"{told}, then {after}"
    return (
        f'<div class="left"><span class="bar"><span style="width:{100 * share:.1f}%"></span></span>'
        f'<span class="soft">{escape(told)}</span></div>'
    )
