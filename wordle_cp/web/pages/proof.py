"""The view Proof: a refutation one step at a time, any guess answered; the checker's verdict on a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import counted
from wordle_cp.web.certificate_view import CertificateView
from wordle_cp.web.frame import problems_into
from wordle_cp.web.pool import Waiting
from wordle_cp.web.worker import JobCancelledError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.web.frame import Page
    from wordle_cp.web.jobs.certificates import CertificateHead, Judged
    from wordle_cp.web.links import Link

_TITLE: Final = "Try to beat a proof"
_HINT: Final = "Guess what you like: the proof answers with a response that leaves you too many words."
_TOTAL: Final = "Why does an opener take so many guesses? These numbers add up to what it costs at least."
_NO_REFUTATION: Final = "This certificate is a strategy: there is nothing to refute."
_NO_VIEW: Final = "There is no view of such a proof yet. You can have it checked here."


class ProofView(CertificateView):
    """What one tab shows: the options `file`, `node` and `path` of the address, or `opener`."""

    def __init__(self, page: Page) -> None:
        """Show it on `page`."""
        super().__init__(page, _TITLE, _HINT, "proof that something is impossible")
        self._fresh = True  # nothing has been asked yet
        self._checking = _Checking(page)
        self._begin()

    @staticmethod
    def _wanted(head: CertificateHead) -> int:
        """Return how much a certificate is wanted here: a refutation the most."""
        return 2 * head.playable or bool(head.openers)

    async def _show_file(self, head: CertificateHead, link: Link) -> None:
        self._checking.take(self._path)
        self._title.text = _TITLE if head.playable else "What a certificate proves"
        self._hint.text = _HINT if head.playable else ""
        if head.playable:
            await self._ask(link)
        elif not head.strategy:
            self._tell("nothing")
            with self._note:
                ui.label(_NO_VIEW)
        else:
            explained = head.openers and head.scoring.feedback.shows_facts
            told = _TOTAL if explained else _NO_REFUTATION if head.possible else _NO_VIEW
            self._refer(told, "tree", link, "Walk through its strategy")
            if explained:
                await self._bound(link.option("opener") or head.openers[0])

    def _hide(self) -> None:
        """Show no proof."""
        super()._hide()
        self._fresh = True
        self._checking.drop()

    async def _ask(self, link: Link, guess: str | None = None) -> None:
        """Show the place of the address; ask `guess` there, if there is one, and go where it leads."""
        asked = {"node": link.number("node"), "after": link.option("path"), "guess": guess}
        fresh, self._fresh = self._fresh and not any(asked.values()), False
        self._busy.text = "reading the proof"
        step = await self._newest(
            "proof.example" if fresh else "proof.step",
            slot="step",
            needs=f"proof {self._path}",
            file=self._path,
            **({} if fresh else asked),
        )
        if step is not None:
            if guess is not None:
                self._page.go(link.with_options(path=".".join(step["moves"])))
            self._tell("proof", step)

    async def _bound(self, opener: str) -> None:
        self._busy.text = "reading the proof"
        bound = await self._newest("proof.opener_bound", slot="step", file=self._path, opener=opener)
        if bound is not None:
            self._tell("bound", bound)

    def _waiting_words(self, waiting: Waiting) -> str:
        if self._checking.running:
            return "waiting for the check; to go on at once, cancel it"
        return super()._waiting_words(waiting)


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
