"""The view Ask: a position, the best guess, and how every other one would do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.answers.position.guess_values import BestGuesses, Cells, GuessColumn, GuessTable
from wordle_cp.engine import TotalProgress
from wordle_cp.errors import counted
from wordle_cp.games.goal import First
from wordle_cp.games.variant import HiddenKind
from wordle_cp.web.frame import Asking
from wordle_cp.web.game_bar import GameView, choice_of
from wordle_cp.web.guess_list import GuessList
from wordle_cp.web.jobs.ask import PositionChoice
from wordle_cp.web.links import GOALS, MISSED, MOST_WITHIN
from wordle_cp.web.markup import bars_html, button, word_html, words_html
from wordle_cp.web.tiles import TileBoard

if TYPE_CHECKING:
    from wordle_cp.engine import ExactCost
    from wordle_cp.errors import WordleCpError
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

_LEFT_SHOWN: Final = 600
_FEW: Final = 60
_NEVER: Final = "No strategy finds every word in time: ask for the fewest words missed."


class AskView(GameView):
    """What one tab shows."""

    def _build(self) -> None:
        self._table: GuessTable | None = None
        self._answer: BestGuesses | None = None  # what is known by now
        self._found: ExactCost | None = None  # the best guess so far, and its cost
        self._reading = False  # while the address is shown, what changes isn't the user's doing
        with self._settings:
            self._goal = choice_of("goal", GOALS, self._chosen)
            self._within = (
                ui.number(label="within guesses from here", min=1, max=MOST_WITHIN, precision=0)
                .props("dense outlined debounce=400")
                .classes("game-choice")
                .on_value_change(self._chosen)
            )
        with ui.element("div").classes("explorer"):
            with ui.element("div").classes("answer"):
                self._board = TileBoard(self._page, self._moved)
            with ui.element("div").classes("answer"):
                self._note = ui.label().classes("wcp-faint")
                self._told = ui.element("section").classes("answer")
                self._told.props('aria-label="Answer" aria-live=polite')
                self._asking = Asking(self._page)
        self._guesses = GuessList(self._take)

    def _choice(self) -> PositionChoice:
        link = self._page.link
        goal = link.option("goal", First.TOTAL.value)
        return PositionChoice(self._page.game, link.after, goal, link.number("within"))

    async def _chosen(self) -> None:
        if self._reading:
            return
        missed = self._goal.value == MISSED
        within = str(int(self._within.value)) if missed and self._within.value else ""
        goal = "" if self._goal.value == First.TOTAL else str(self._goal.value)
        link = self._page.link.with_options(goal=goal, within=within)
        if link != self._page.link:
            await self._go(link)

    async def _show(self) -> None:
        self._reading, choice = True, self._choice()
        self._show_game("" if choice.goal == First.TOTAL else GOALS[choice.goal])
        self._goal.value, self._within.value = choice.goal, choice.within
        self._within.set_visibility(choice.goal == MISSED)
        self._board.show(choice.history)
        self._reading = False
        self._table = self._answer = self._found = None
        self._note.text = ""
        self._told.clear()
        self._guesses.clear()
        self._asking.idle()
        if not self._page.understood:
            return
        ending = self._ending(choice.history)
        if ending:
            if await self._asking.ask("ask.found", self._told, choice=choice):
                self._tell_ending(ending)
            return
        self._asking.tell("looking at every guess")
        answer: BestGuesses | None = await self._asking.ask(
            "ask.position", self._told, hear=self._hear, failed=self._no_more, choice=choice
        )
        if answer is not None:
            self._learn(answer)
            if answer.cost is not None:
                await self._settle(choice, answer)

    def _ending(self, history: History) -> str:
        """Return how the game has ended, if it has; empty if it goes on."""
        made = counted(len(history), "guess", "guesses")
        if _is_won(history, self._page.link.scoring):
            return f"You have found {history[-1][0].upper()} with {made}"
        most = self._page.link.limit or self._page.variant.max_guesses
        return f"The game is over: it has {made}" if most == len(history) else ""

    def _tell_ending(self, ending: str) -> None:
        """Say how the game has ended, and offer to judge it, and to begin anew."""
        self._board.end()
        link = self._page.link.in_view()
        with self._told:
            ui.label(ending).classes("verdict")
            with ui.element("div").classes("buttons"):
                judge = ui.button("Judge this game", on_click=lambda: ui.navigate.to(link.url("analyse")))
                judge.props("unelevated no-caps")
                again = ui.button("New game", on_click=lambda: self._moved(()))
                again.props("outline no-caps")

    def _no_more(self, error: WordleCpError) -> None:
        """Take no more moves; where no hidden word agrees, offer more of them."""
        self._board.take_no_more(str(error))
        link = self._page.link
        found = any(pattern == link.scoring.win for _, pattern in link.after)
        if link.after and not found and self._page.kind_hidden is not HiddenKind.BIG:
            with self._told:
                big = replace(link, hidden=HiddenKind.BIG)
                ui.link("Let every guess be the hidden word", big.url(self._page.view.name))

    def _hear(self, message: object) -> None:
        """Take in what a job tells on its way."""
        if isinstance(message, str):
            self._note.text = message
        elif isinstance(message, Cells):
            self._learn(GuessTable(message))
            if self._answer is None:
                self._asking.tell("searching for the best guess", busy=True)
        elif isinstance(message, BestGuesses):
            self._learn(message)
        elif isinstance(message, tuple) and self._table is not None:
            self._table.learn(message)
            self._guesses.changed()
            self._tell_exact()
        elif isinstance(message, TotalProgress) and self._answer is None:
            self._asking.tell(f"searching: {message.done} of {message.openers} guesses", busy=True)
            if message.best != self._found:
                self._found = message.best
                self._tell()

    def _learn(self, news: GuessTable | BestGuesses) -> None:
        """Show what is known by now: of all guesses, of the best, or both."""
        if isinstance(news, GuessTable):
            self._table = news
        else:
            self._answer = news
        if self._table is not None:
            if self._answer is not None:
                self._table.learn_answer(self._answer)
            self._guesses.show(self._table, self._answer, missed=self._choice().goal == MISSED)
        self._tell()

    async def _take(self, guess: str) -> None:
        """Have the exact numbers of a guess found before others."""
        answer = self._answer
        if answer is not None and answer.cost is not None and self._asking.settles:
            await self._settle(self._choice(), answer, guess)

    async def _settle(self, choice: PositionChoice, answer: BestGuesses, wanted: str = "") -> None:
        """Have the exact numbers of all guesses found, the `wanted` one first, unless somebody waits."""
        table = self._table
        if table is None:
            return
        self._tell_exact()
        self._asking.settles = True
        stopped: str | None = await self._asking.ask(
            "ask.settle_guesses",
            self._told,
            hear=self._hear,
            unasked=True,
            needs=f"settle {choice}",
            choice=choice,
            guesses=sorted(table.unsettled(), key=lambda guess: guess != wanted),
            within=answer.worst if answer.goal.first is First.WORST_THEN_TOTAL else None,
        )
        if stopped is None:
            return
        self._guesses.refresh()
        if answer.by is GuessColumn.WORST and not stopped:
            self._answer = replace(answer, best=table.best(GuessColumn.WORST), all_best=True)
            self._tell()
        self._value.text = self._sentence(answer)
        self._asking.tell(
            f"stopped by the {stopped}: a click on a guess finds its exact numbers"
            if stopped
            else "all numbers are exact"
        )

    def _tell_exact(self) -> None:
        """Tell how many numbers are exact by now."""
        if self._table is not None:
            guesses = len(self._table.cells.guesses)
            known = guesses - self._table.open_numbers
            self._asking.tell(f"Exact for {known:,} of {guesses:,} guesses so far")

    def _words(self, number: int) -> str:
        """Return a `number` of words, or of codes, as text: ``8 words``."""
        return counted(number, self._noun, f"{self._noun}s")

    def _tell(self) -> None:
        """Show what is known by now: the best guess, what it is worth, and the words left."""
        answer, table = self._answer, self._table
        hidden = answer.hidden if answer else table.cells.hidden if table else ()
        self._told.clear()
        with self._told:
            if answer is None and table is not None:
                name, guess = "Being searched; a good guess:", (table.unsettled() or table.cells.guesses)[0]
                told, best = "", self._found
                if best is not None:
                    name, guess = "Being searched; the best guess so far:", best.opener
                    missed, cost = self._choice().goal == MISSED, best.cost
                    told = f"{self._words(cost)} missed" if missed else counted(cost, "guess", "guesses")
                ui.html(self._hero(name, guess), sanitize=False).classes("hero")
                ui.label(told and f"{told} in all.").classes("answer-value")
            elif answer is not None:
                if answer.best:
                    name = "Best guess" if answer.all_best or len(answer.best) > 1 else "A best guess"
                    ui.html(self._hero(name, answer.best[0]), sanitize=False).classes("hero")
                self._value = ui.label(self._sentence(answer)).classes("answer-value")
                self._tell_alike(answer)
                source = f" The number is that of {answer.certificate}, a shipped proof, not checked again."
                ui.label(_exactly(answer) + (source if answer.certificate else "")).classes(
                    "wcp-faint exact-value"
                )
                if answer.distribution:
                    ui.html(bars_html(answer.distribution, self._noun), sanitize=False)
            self._tell_left(hidden, answer.best if answer else ())

    def _hero(self, name: str, guess: str) -> str:
        """Return the best guess as large tiles, with a button that puts it into the next row."""
        told = f"make the guess {guess.upper()}"
        return (
            f'<div class="wcp-faint" role="heading" aria-level="2">{name}</div><div class="row">'
            f"{word_html(guess, self._page.variant.scoring, size='big')}"
            f"{button('I played this', f'word {guess}', 'chip main-button', told)}</div>"
        )

    def _tell_alike(self, answer: BestGuesses) -> None:
        """Offer the other best guesses: a few at once, many in a line that opens."""
        others = answer.best[1:]
        if others:
            fold = ui.expansion(f"{len(others)} like it").props("dense") if len(others) > 4 else None  # noqa: PLR2004
            with fold or ui.element("div").classes("buttons"):
                if fold is None:
                    ui.label("As good:").classes("wcp-faint")
                ui.html(words_html(others[:_LEFT_SHOWN], set(others) & set(answer.hidden)), sanitize=False)

    def _tell_left(self, hidden: tuple[str, ...], best: tuple[str, ...]) -> None:
        """Show the words left: a few at once, the best ones marked, many in a line that opens."""
        told = f"{self._words(len(hidden))} left"
        if len(hidden) <= _FEW:
            ui.label(told).classes("wcp-subtitle").props("role=heading aria-level=2")
        with ui.expansion(told).props("dense") if len(hidden) > _FEW else ui.element("div"):
            ui.html(words_html(hidden[:_LEFT_SHOWN], best), sanitize=False)
            if len(hidden) > _LEFT_SHOWN:
                ui.label(f"and {len(hidden) - _LEFT_SHOWN} more").classes("wcp-faint")

    def _sentence(self, answer: BestGuesses) -> str:
        """Return what a player wants to know of the best guess."""
        if answer.cost is None:
            return _NEVER
        if not answer.goal.counts_guesses:
            missed = f"Best play misses {answer.cost} of {self._words(len(answer.hidden))}."
            return missed if answer.cost else f"No {self._noun} is missed."
        if answer.mean is None:
            return f"{counted(answer.cost, 'guess', 'guesses')} at most, this one included."
        more = "more " if self._page.link.after else ""
        worst = "" if answer.worst is None else f" This strategy takes {answer.worst} {more}at most."
        told = f"{float(answer.mean):.2f} {more}guesses on average"
        noun = self._noun
        if answer.best[0] in answer.hidden:
            return f"{told}; it may be the {noun} itself.{worst}"
        return f"{told}; it can't be the {noun} itself.{worst}{self._best_possible(answer)}"

    def _best_possible(self, answer: BestGuesses) -> str:
        """Return the best of the guesses that may be the word itself, as soon as it is known."""
        table, words = self._table, frozenset(answer.hidden)
        if table is None:
            return ""
        order = (guess for guess in table.sorted_rows("cost") if guess in words)
        rows = [table.row(guess).cost for guess in order]
        known = [cost.value for cost in rows if cost.value is not None]
        if not known or not rows[0].exact or rows[0].value != min(known):
            return ""
        return f" Best that can: {rows[0].guess.upper()}, {min(known) / len(words):.2f}."


def _is_won(history: History, scoring: Scoring) -> bool:
    """Tell whether the last guess is the first one that is all green, and all responses agree with it."""
    if not history:
        return False
    word, last = history[-1]
    return (
        last == scoring.win
        and all(pattern != scoring.win for _, pattern in history[:-1])
        and scoring.is_consistent(word, history[:-1])
    )


def _exactly(answer: BestGuesses) -> str:
    """Return the exact numbers behind the sentence."""
    if answer.mean is None or answer.cost is None or not answer.goal.counts_guesses:
        return ""
    there = "" if answer.all_best else " There may be more best guesses."
    return f"{float(answer.mean):.4f} guesses on average, {answer.cost} in all.{there}"
