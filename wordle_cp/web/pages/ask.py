"""The view Ask: a position, its exact value, and how every guess would do."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.answers.position.guess_values import BestGuesses, Cells, GuessColumn, GuessTable
from wordle_cp.errors import HistoryError, counted
from wordle_cp.games.goal import First
from wordle_cp.games.variant import HiddenKind
from wordle_cp.web.frame import StatusLine, problems_into
from wordle_cp.web.game_bar import GameBar
from wordle_cp.web.guess_list import GuessList
from wordle_cp.web.jobs.ask import FoundValues, PositionChoice, Searching
from wordle_cp.web.jobs.strange import Strange
from wordle_cp.web.links import GOALS, MISSED, MOST_WITHIN
from wordle_cp.web.markup import bars_html, words_html
from wordle_cp.web.pool import JobPreemptedError
from wordle_cp.web.tiles import TileBoard
from wordle_cp.web.worker import JobCancelledError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.links import Link
    from wordle_cp.work import StopReason

_SLOT: Final = "position"
_WORDS_SHOWN: Final = 60
_LEFT_SHOWN: Final = 600
_FEW: Final = 40
_CANCELLED: Final = "cancelled; what is shown stands"


class AskView:
    """What one tab shows."""

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        self._page = page
        self._table: GuessTable | None = None
        self._answer: BestGuesses | None = None
        self._answered: PositionChoice | None = None  # what that answers; the address may be ahead of it
        self._known: BestGuesses | None = None  # what is shown, until the answer is there
        self._heeded: PositionChoice | None = None  # whose messages are shown; None once it was cancelled
        self._reading = False  # while the address is shown, what changes isn't the user's doing
        ui.label("Find the best guess").classes("wcp-title").props("role=heading aria-level=1")
        self._bar = GameBar(page, self._ask)
        with self._bar.settings:
            self._goal = (
                ui.select(GOALS, label="goal", on_change=self._chosen)
                .props("dense outlined options-dense")
                .classes("game-choice")
            )
            self._within = (
                ui.number(label="within guesses from here", min=1, max=MOST_WITHIN, precision=0)
                .props("dense outlined debounce=400")
                .classes("game-choice")
                .on_value_change(self._chosen)
            )
        with ui.element("div").classes("explorer"):
            with ui.element("div").classes("answer"):
                self._board = TileBoard(page, self._moved)
                self._note = ui.label().classes("wcp-faint")
                self._told = ui.element("section").classes("answer")
                self._told.props('aria-label="Answer" aria-live=polite')
                with ui.element("div").classes("buttons"):
                    self._status = StatusLine(self._cancel)
            self._guesses = GuessList(self._settle_first)
        self._read_link()
        page.on_back(self._show)
        ui.timer(0, self._ask, once=True)

    def _choice(self) -> PositionChoice:
        link = self._page.link
        goal = link.option("goal", First.TOTAL.value)
        return PositionChoice(self._page.game, link.after, goal, link.number("within"))

    def _read_link(self) -> None:
        """Show what the address says."""
        self._reading = True
        choice = self._choice()
        self._bar.show("" if choice.goal == First.TOTAL else GOALS[choice.goal])
        self._goal.value = choice.goal
        self._within.value = choice.within
        self._within.set_visibility(choice.goal == MISSED)
        self._board.show(choice.history)
        self._reading = False

    async def _moved(self, history: History) -> None:
        self._page.go(replace(self._page.link, after=history))
        await self._show(self._page.link)

    async def _chosen(self) -> None:
        if self._reading:
            return
        missed = self._goal.value == MISSED
        within = str(int(self._within.value)) if missed and self._within.value else ""
        goal = "" if self._goal.value == First.TOTAL else str(self._goal.value)
        link = self._page.link.with_options(goal=goal, within=within)
        if link != self._page.link:
            self._page.go(link)
            await self._show(link)

    async def _show(self, _link: Link) -> None:
        self._read_link()
        await self._ask()

    def _cancel(self) -> None:
        self._page.cancel(_SLOT)
        self._heeded = None
        self._status.idle(_CANCELLED)

    async def _ask(self) -> None:
        """Ask about the position of the address."""
        self._table = self._answer = self._known = None
        self._note.text = ""
        self._told.clear()
        self._guesses.clear()
        self._board.show(self._page.link.after)
        if not self._page.understood:
            self._page.cancel(_SLOT)
            self._heeded = None
            self._status.idle()
            return
        self._status.idle("looking at every guess")
        choice = self._heeded = self._choice()
        with problems_into(self._told):
            await self._board.learn_game()
            if choice is not self._heeded:
                return
            ending = self._ending(choice.history)
            if ending:
                await self._page.run("ask.found", slot=_SLOT, choice=choice)
                if choice is self._heeded:
                    self._tell_ending(ending)
                return
            try:
                answer: BestGuesses = await self._page.run(
                    "ask.position",
                    slot=_SLOT,
                    hear=lambda message: self._hear(choice, message),
                    choice=choice,
                )
            except HistoryError as error:
                if choice is self._heeded:
                    self._board.take_no_more(str(error))
                    self._offer_more_words(choice)
                raise
            if choice is self._heeded:
                await self._take(choice, answer)
        if choice is self._heeded and self._answer is None:
            self._status.idle()

    def _ending(self, history: History) -> str:
        """Return how the game has ended, if it has; empty if it goes on."""
        made = counted(len(history), "guess", "guesses")
        if _is_won(history, self._page.link.scoring_of(history)):
            return f"You have found {history[-1][0].upper()} with {made}"
        facts, limit = self._page.known_facts, self._page.link.limit
        most = limit.guesses if limit else facts.max_guesses if facts else None
        return f"The game is over: it has {made}" if most == len(history) else ""

    def _tell_ending(self, ending: str) -> None:
        """Say how the game has ended, and offer to judge it."""
        self._board.take_no_more("the game is over")
        self._status.idle()
        with self._told:
            ui.label(ending).classes("answer-value")
            ui.link("Judge this game", self._page.link.in_view().url("analyse"))

    async def _take(self, choice: PositionChoice, answer: BestGuesses) -> None:
        """Show the answer to `choice`, and have the other guesses weighed."""
        self._answer, self._answered = answer, choice
        self._learn(answer)
        await self._settle(())

    def _learn(self, news: GuessTable | BestGuesses) -> None:
        """Show what is known by now: of all guesses, of the best, or both."""
        if isinstance(news, GuessTable):
            self._table = news
        else:
            self._known = news
        table, known = self._table, self._known
        if table is not None:
            if known is not None:
                table.learn_answer(known)
            self._guesses.show(table, known)
        if known is not None:
            self._tell(known)
        elif table is not None:
            self._tell_cells(table)

    def _tell_cells(self, table: GuessTable) -> None:
        """Show what counting says, until the best guess is known."""
        self._told.clear()
        with self._told:
            ui.label(f"{self._words(len(table.cells.hidden))} left").classes("answer-value")
            likely = table.unsettled()[:1] or table.cells.guesses[:1]
            ui.label(f"The best guess is being searched. {likely[0].upper()} is a good one.")
            self._tell_words(table.cells.hidden)

    def _offer_more_words(self, choice: PositionChoice) -> None:
        """Where no hidden word agrees, offer a link to the game in which every guess may be hidden."""
        facts = self._page.known_facts
        win = self._page.link.scoring_of(choice.history).win
        found = any(pattern == win for _, pattern in choice.history)
        if found:  # a word that doesn't agree with the rest, whatever may be hidden
            return
        if choice.history and not (choice.game.hidden is HiddenKind.BIG or (facts and facts.big)):
            link = replace(self._page.link, hidden=HiddenKind.BIG)
            with self._told:
                ui.link("Let every guess be the hidden word", link.url(self._page.view.name))

    def _hear(self, choice: PositionChoice, message: object) -> None:
        """Take in what a job tells, if it is about the position shown and wasn't cancelled."""
        if choice is not self._heeded:
            return
        if isinstance(message, Strange):
            self._note.text = " ".join(message.sentences)
        elif isinstance(message, Cells):
            self._learn(GuessTable(message))
            if self._known is None:
                self._status.busy("searching for the best guess")
        elif isinstance(message, BestGuesses):
            self._learn(message)
        elif isinstance(message, FoundValues) and self._table is not None:
            self._table.learn(message.values)
            self._guesses.changed()
            self._status.tell(_exact_words(self._table))
        elif isinstance(message, Searching) and self._answer is None:
            best = "" if message.best is None else f", best {message.best}"
            self._status.busy(f"searching: {message.done} of {message.guesses} guesses{best}")

    async def _settle_first(self, guess: str) -> None:
        if self._answer is not None:
            await self._settle((guess,))

    async def _settle(self, first: Sequence[str]) -> None:
        """Have the exact numbers of all guesses found, those of `first` before the others."""
        table, answer, answered = self._table, self._answer, self._answered
        if table is None or answer is None or answered is None or answer.cost is None:
            self._heeded = None
            self._status.idle()
            return
        choice = self._heeded = replace(answered)  # its own, so that earlier messages aren't heeded
        with problems_into(self._told):
            stopped = await self._settled(choice, table, answer, first)
            if choice is not self._heeded:
                return
            self._guesses.refresh()
            if answer.by is GuessColumn.WORST and stopped is None:
                self._tell(replace(answer, best=table.best(GuessColumn.WORST), all_best=True))
            self._status.idle(
                "all numbers are exact"
                if stopped is None
                else f"stopped by the {stopped}: a click on a guess finds its exact numbers"
            )

    async def _settled(
        self, choice: PositionChoice, table: GuessTable, answer: BestGuesses, first: Sequence[str]
    ) -> StopReason | None:
        """Have `table` learn all exact numbers, making room for others; return what stopped it."""
        while choice is self._heeded:
            left = table.unsettled()
            wanted = set(first)
            guesses = sorted(left, key=lambda guess: guess not in wanted)
            self._status.idle(_exact_words(table))
            with suppress(JobPreemptedError):
                stopped: StopReason | None = await self._page.run(
                    "ask.settle_guesses",
                    slot=_SLOT,
                    hear=lambda message: self._hear(choice, message),
                    needs=f"settle {choice}",
                    background=True,
                    choice=choice,
                    guesses=guesses,
                    within=answer.worst if answer.goal.first is First.WORST_THEN_TOTAL else None,
                )
                return stopped
        raise JobCancelledError

    def _words(self, number: int) -> str:
        """Return so many words, or codes."""
        return counted(number, self._noun, f"{self._noun}s")

    @property
    def _noun(self) -> str:
        """What is hidden: a word, or a code."""
        facts = self._page.known_facts
        return "word" if facts is None else facts.scoring.noun

    def _tell_words(self, hidden: Sequence[str]) -> None:
        """Show the words left: a few at once, many in a line that opens."""
        shown = ui.element("div")
        if len(hidden) > _FEW:
            shown = ui.expansion(f"The {self._words(len(hidden))} left").props("dense")
        with shown:
            ui.html(words_html(hidden[:_LEFT_SHOWN])).classes("words-left")
            _more(len(hidden), _LEFT_SHOWN)

    def _tell(self, answer: BestGuesses) -> None:
        """Show the answer."""
        self._told.clear()
        words = self._words(len(answer.hidden))
        with self._told:
            if answer.best:
                with ui.element("div").classes("best-guesses"):
                    ui.label(_best_words(answer)).classes("wcp-faint")
                    for guess in answer.best[:_WORDS_SHOWN]:
                        mark = " possible" if guess in answer.hidden else ""
                        ui.button(
                            guess.upper(), on_click=lambda guess=guess: self._board.type_word(guess)
                        ).props(f'outline no-caps dense aria-label="make the guess {guess.upper()}"').classes(
                            "best" + mark
                        )
                    _more(len(answer.best))
            ui.label(_headline(answer)).classes("answer-value")
            source = (
                f"; the number is that of {answer.certificate}, a shipped proof, not checked again"
                if answer.certificate
                else ""
            )
            ui.label(f"{words} left{source}").classes("wcp-faint")
            if answer.distribution:
                ui.html(bars_html(answer.distribution, self._noun))
            self._tell_words(answer.hidden)


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


def _exact_words(table: GuessTable) -> str:
    """Return what to tell while the numbers of the guesses aren't all known."""
    guesses = len(table.cells.guesses)
    return f"Exact for {guesses - table.open_numbers:,} of {guesses:,} guesses so far"


def _more(number: int, shown: int = _WORDS_SHOWN) -> None:
    if number > shown:
        ui.label(f"and {number - shown} more").classes("wcp-faint")


def _best_words(answer: BestGuesses) -> str:
    """Return what stands before the best guesses."""
    number = len(answer.best)
    if not answer.all_best:
        known = "A best guess" if number == 1 else f"{number} best guesses"
        return f"{known}; there may be more:"
    return "Best guess:" if number == 1 else f"The {number} best guesses:"


def _headline(answer: BestGuesses) -> str:
    """Return the value of the position in a line."""
    worst = "" if answer.worst is None else f", {counted(answer.worst, 'guess', 'guesses')} at most"
    if answer.cost is None:
        return "No strategy finds every word in time: ask for the fewest words missed."
    if not answer.goal.counts_guesses:
        return (
            f"{counted(answer.cost, 'word is', 'words are')} missed at least"
            if answer.cost
            else "No word is missed"
        )
    if answer.by is GuessColumn.WORST:
        return f"{counted(answer.cost, 'guess', 'guesses')} at most, this one included"
    mean = answer.mean
    assert mean is not None, "there is a cost"
    return f"{float(mean):.4f} guesses on average, {answer.cost} in all{worst}"
