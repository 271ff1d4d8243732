"""The view Proof: a refutation one step at a time, any guess answered; the checker's verdict on a file."""

from __future__ import annotations

import random
from html import escape
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import counted
from wordle_cp.views.refutations.arguments import ByChildren
from wordle_cp.web.certificate_view import CertificateView, ask_link
from wordle_cp.web.frame import problems_into
from wordle_cp.web.markup import line_html, tiles_html, words_html
from wordle_cp.web.moves import UP, Moves
from wordle_cp.web.pages.opener_bound import OpenerBoundCard
from wordle_cp.web.pool import Waiting
from wordle_cp.web.worker import JobCancelledError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.views.refutations.shown import ShownPosition
    from wordle_cp.web.frame import Page
    from wordle_cp.web.jobs.certificates import CertificateHead, Judged
    from wordle_cp.web.jobs.proof import ShownStep
    from wordle_cp.web.links import Link

_SHOWN_WORDS: Final = 150
_SHOWN_CHILDREN: Final = 20
_SUGGESTED: Final = 12
_TITLE: Final = "Try to beat a proof"
_HINT: Final = "Guess what you like: the proof answers with a response that leaves you too many words."
_EXAMPLE: Final = "An example. Your own guess takes its place:"
_TOTAL: Final = "Why does an opener take so many guesses? These numbers add up to what it costs at least."
_NO_REFUTATION: Final = "This certificate is a strategy: there is nothing to refute."
_NO_VIEW: Final = "There is no view of such a proof yet. You can have it checked here."


class ProofView(CertificateView):
    """What one tab shows: the options `file`, `node` and `path` of the address, or `opener`."""

    def __init__(self, page: Page) -> None:
        """Show it on `page`."""
        super().__init__(page, _TITLE, _HINT, "proof that something is impossible")
        self._step: ShownStep | None = None
        self._fresh = True  # nothing has been asked yet
        self._busy = ui.label().classes("wcp-faint").props("aria-live=polite")
        with ui.element("section").classes("proof").props('aria-label="Proof"') as self._proof:
            self._example = ui.label().classes("wcp-faint")
            self._trail = Moves("What was asked, and what refuted it", self._go)
            with ui.element("div").classes("ask-line") as self._asking:
                self._guess = (
                    ui.input("your guess", on_change=self._suggest)
                    .props("dense outlined autocomplete=off autocapitalize=off spellcheck=false")
                    .classes("ask-guess")
                    .on("keydown.enter", self._entered)
                    .mark("proof-guess")
                )
                ui.button("Guess", on_click=self._entered).props("unelevated no-caps").mark("proof-ask")
                ui.button("Random guess", icon="casino", on_click=self._random).props("flat no-caps").mark(
                    "proof-random"
                )
                self._suggestions = Moves("Guesses that begin so", self._ask)
            self._card = ui.element("div").classes("node-card").props("aria-live=polite")
            self._children_title = ui.label("The earlier steps, and guesses that each answers:")
            self._children_title.classes("wcp-faint")
            self._children = Moves("Earlier steps, and guesses that each answers", self._ask, kind="claims")
        self._proof.set_visibility(False)
        self._bound = OpenerBoundCard(page, self._bound_of)
        self._checking = _Checking(page)
        self._begin()

    @staticmethod
    def _wanted(head: CertificateHead) -> int:
        """Return how much a certificate is wanted here: a refutation the most."""
        return 2 * head.playable or bool(head.openers)

    async def _bound_of(self, opener: str) -> None:
        await self._visit(self._page.link.with_options(opener=opener))

    async def _show_file(self, head: CertificateHead, link: Link) -> None:
        self._checking.take(self._path)
        self._bound.hide()
        playable = head.playable
        self._title.text = _TITLE if playable else "What a certificate proves"
        self._hint.text = _HINT if playable else ""
        if playable:
            await self._fetch(None)
            return
        self._proof.set_visibility(False)
        if not head.strategy:
            with self._note:
                ui.label(_NO_VIEW)
            return
        explained = head.openers and head.scoring.feedback.shows_facts
        told = _TOTAL if explained else _NO_REFUTATION if head.possible else _NO_VIEW
        self._refer(told, "tree", link, "Walk through its strategy")
        if explained:
            await self._bound.show(self._path, head.openers, link.option("opener"))

    def _hide(self) -> None:
        """Show no proof."""
        super()._hide()
        self._step = None
        self._fresh = True
        self._proof.set_visibility(False)
        self._bound.hide()
        self._checking.drop()

    async def _fetch(self, guess: str | None) -> None:
        """Show the place of the address; ask `guess` there, if there is one, and go where it leads."""
        link = self._page.link
        asked = {"node": link.number("node"), "after": link.option("path"), "guess": guess}
        fresh, self._fresh = self._fresh and not any(asked.values()), False
        self._busy.text = "reading the proof"
        step: ShownStep | None = await self._newest(
            "proof.example" if fresh else "proof.step",
            self._busy,
            self._hear,
            slot="step",
            needs=f"proof {self._path}",
            file=self._path,
            **({} if fresh else asked),
        )
        if step is None:
            return
        self._step = step
        self._example.text = _EXAMPLE if fresh and step.replies else ""
        self._proof.set_visibility(True)
        if guess is not None:
            self._page.go(self._after(len(step.replies)))
        self._tell(step)

    def _hear(self, message: object) -> None:
        if isinstance(message, Waiting) and self._checking.running:
            self._busy.text = "waiting for the check; to go on at once, cancel it"
        elif isinstance(message, tuple):
            self._busy.text = f"reading the proof: {message[0]} of {message[1]} steps"

    async def _entered(self) -> None:
        guess = (self._guess.value or "").strip().lower()
        if guess:
            await self._ask(guess)

    async def _random(self) -> None:
        if self._step is not None and self._step.allowed:
            await self._ask(random.choice(self._step.allowed))  # noqa: S311  not for secrets

    async def _ask(self, guess: str) -> None:
        if guess == UP:
            return
        self._bar.problems.clear()
        with problems_into(self._bar.problems):
            await self._fetch(guess)

    async def _go(self, where: str) -> None:
        """Go back to a place on the way."""
        if self._step is not None:
            number = len(self._step.replies) - 1 if where == UP else int(where)
            if number >= 0:
                await self._visit(self._after(number))

    def _after(self, number: int) -> Link:
        """Return the address of the place after so many guesses."""
        assert self._step is not None, "asked for what is shown"
        return self._at(tuple((reply.guess, reply.pattern) for reply in self._step.replies[:number]))

    def _suggest(self) -> None:
        allowed = () if self._step is None else self._step.allowed
        typed = (self._guess.value or "").strip().lower()
        found = [guess for guess in allowed if typed and guess.startswith(typed)]
        self._suggestions.show([self._guess_line(guess) for guess in found[:_SUGGESTED]])

    @staticmethod
    def _guess_line(guess: str) -> str:
        return line_html(guess, "#", (guess.upper(),), label=f"ask {guess.upper()}")

    def _tell(self, step: ShownStep) -> None:
        self._guess.value = ""
        self._suggestions.show([])
        lines = [
            line_html("0", self._after(0).url("proof"), ("<b>The claim</b>",), label="back to the claim")
        ]
        for number, reply in enumerate(step.replies, 1):
            cells = (tiles_html(reply.guess, reply.pattern, step.scoring), escape(reply.why))
            lines.append(
                line_html(
                    str(number),
                    self._after(number).url("proof"),
                    cells,
                    label=f"{reply.guess.upper()}: {reply.why}",
                )
            )
        self._trail.show(lines if step.replies else [])
        self._card.clear()
        self._asking.set_visibility(step.position is not None and step.position.guesses_left > 0)
        self._children.show([])
        self._children_title.set_visibility(False)
        with self._card:
            if step.position is None:
                ui.label("No guess is left: the proof has won.").classes("node-title")
                again = ui.button("Try again", on_click=lambda: self._go("0"))
                again.props("unelevated no-caps").classes("self-start")
                return
            self._tell_position(step, step.position)
            if step.game is not None and step.replies:
                moves = tuple((reply.guess, reply.pattern) for reply in step.replies)
                ask_link(step.game, (*step.before, *moves))

    def _tell_position(self, step: ShownStep, position: ShownPosition) -> None:
        ui.label(position.told).classes("node-title")
        if position.binding:
            ui.label(position.binding)
        if position.node is None:
            ui.label(f"The proof has {counted(step.nodes, 'step', 'steps')}. Ask about any guess.")
        else:
            enough = "These words alone are too many:"
            if position.possible is not None:
                could = counted(position.possible, "word is", "words are")
                enough = f"{could} left. These alone are too many:"
            ui.label(enough).classes("wcp-faint")
        if position.node is not None or len(position.words) <= _SHOWN_WORDS:
            notes = ["/".join(map(str, weights)) for weights in position.weights]
            ui.html(words_html(position.words[:_SHOWN_WORDS], notes)).classes("words-left")
            if len(position.words) > _SHOWN_WORDS:
                ui.label(f"and {len(position.words) - _SHOWN_WORDS} more").classes("wcp-faint")
        for line in position.lines:
            ui.label(line)
        if isinstance(position.argument, ByChildren):
            self._tell_children(position.argument)

    def _tell_children(self, argument: ByChildren) -> None:
        lines: list[str] = []
        for child in argument.children[:_SHOWN_CHILDREN]:
            if child.examples:
                refutes = counted(child.refutes, "guess", "guesses")
                cells = (
                    f"step {child.node}",
                    refutes,
                    " ".join(example.upper() for example in child.examples[:4]),
                )
                label = f"ask {child.examples[0].upper()}: step {child.node} answers it and others"
                href = self._page.link.with_options(node=str(child.node), path="").url("proof")
                lines.append(line_html(child.examples[0], href, cells, label=label))
        self._children.show(lines)
        self._children_title.set_visibility(bool(lines))


class _Checking:
    """The line where the whole certificate is checked: a button, progress, the verdict."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._file: object = None
        self._running: object | None = None  # the newest check; older ones show nothing any more
        with ui.element("div").classes("checking").props("aria-live=polite"):
            self._start = ui.button("Check the whole certificate", on_click=self._check)
            self._start.props("outline no-caps").mark("check-whole")
            self._start.disable()  # until there is a file
            self._cancel = ui.button("Cancel", on_click=lambda: page.cancel("check")).props("flat no-caps")
            self._bar = ui.linear_progress(show_value=False).classes("check-progress")
            self._told = ui.label()
            self._problems = ui.element("div")
        self._show_running()

    def drop(self) -> None:
        """Have nothing to check."""
        self.take(None)
        self._start.disable()

    def take(self, file: object) -> None:
        """Take the file that is to be checked if somebody asks for it."""
        if file != self._file:
            self._page.cancel("check")
            self._running = None
            self._show_running()
            self._file = file
            self._start.enable()
            self._told.text = ""
            self._problems.clear()

    @property
    def running(self) -> bool:
        """Whether a check is on its way."""
        return self._running is not None

    def _show_running(self) -> None:
        on = self.running
        self._start.set_visibility(not on)
        self._cancel.set_visibility(on)
        self._bar.set_visibility(on)
        self._bar.value = 0

    async def _check(self) -> None:
        self._told.text = ""
        self._problems.clear()
        running = self._running = object()
        self._show_running()

        def hear(message: object) -> None:
            if running is self._running:
                self._hear(message)

        told = ""
        try:
            with problems_into(self._problems):
                told = await self._verdict(hear)
        finally:
            if running is self._running:
                self._running = None
                self._show_running()
                self._told.text = told

    async def _verdict(self, hear: Callable[[object], None]) -> str:
        """Return what the checker says of the file."""
        try:
            verdict: Judged = await self._page.run(
                "certificates.check", slot="check", hear=hear, file=self._file
            )
        except JobCancelledError:
            return "cancelled"
        return f"rejected: {verdict.rejected}" if verdict.rejected else f"accepted: {verdict.claim}"

    def _hear(self, message: object) -> None:
        if isinstance(message, Waiting):
            first = counted(message.ahead, "request comes", "requests come")
            self._told.text = f"{first} first" if message.ahead else ""
        elif isinstance(message, tuple):
            done, total = message
            self._bar.value = done / max(total, 1)
            self._told.text = f"{done} of {total}"
