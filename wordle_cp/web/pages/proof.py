"""The view Proof: a refutation one step at a time, any guess answered; the checker's verdict on a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.web.certificate_view import CertificateView
from wordle_cp.web.frame import Asking

if TYPE_CHECKING:
    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.jobs.certificates import CertificateHead, Judged
    from wordle_cp.web.links import Link

_HINT: Final = "Try to beat a proof. Guess what you like: its response leaves you too many words."
_TOTAL: Final = "Why does an opener take so many guesses? These numbers add up to what it costs at least."
_NO_REFUTATION: Final = "This certificate is a strategy: there is nothing to refute."
_NO_VIEW: Final = "There is no view of such a proof yet. You can have it checked here."


class ProofView(CertificateView):
    """What one tab shows: the options `file`, `node` and `path` of the address, or `opener`."""

    first = "original-normal-depth-4.cert.xz"
    kind = "proof that something is impossible"

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        super().__init__(page, _HINT)
        self._fresh = True  # nothing has been asked yet
        with ui.element("div").classes("buttons checking").props("aria-live=polite"):
            ui.button("Check the whole certificate", on_click=self._check).props("outline no-caps")
            self._checking = Asking(page)

    @staticmethod
    def _wanted(head: CertificateHead) -> int:
        """Return how much a certificate is wanted here: a refutation the most."""
        return 2 * head.playable or bool(head.openers)

    async def _show_file(self, head: CertificateHead, link: Link) -> None:
        self._hint.text = _HINT if head.playable else ""
        if head.playable:
            await self._ask(link)
        elif not head.strategy:
            self._busy.text = ""
            with self._note:
                ui.label(_NO_VIEW)
        else:
            explained = head.openers and head.scoring.feedback.shows_facts
            told = _TOTAL if explained else _NO_REFUTATION if head.possible else _NO_VIEW
            self._refer(told, "tree", link, "Walk through its strategy")
            if explained:
                opener = link.option("opener") or head.openers[0]
                self._tell("bound", await self._run("proof.opener_bound", "reading the proof", opener=opener))

    def _hide(self) -> None:
        """Show no proof."""
        super()._hide()
        self._fresh = True
        self._checking.idle()

    async def _ask(self, link: Link, guess: str | None = None) -> None:
        """Show the place of the address; ask `guess` there, if there is one, and go where it leads."""
        asked = {"node": link.number("node"), "after": link.option("path"), "guess": guess}
        fresh, self._fresh = self._fresh and not any(asked.values()), False
        job = "proof.example" if fresh else "proof.step"
        step = await self._run(
            job, "reading the proof", needs=f"proof {self._path}", **({} if fresh else asked)
        )
        if guess is not None:
            self._page.go(link.with_options(path=".".join(step["moves"])))
        self._tell("proof", step)

    async def _check(self) -> None:
        """Have the whole certificate checked."""
        self._checking.tell("checking", busy=True)

        def hear(done: object) -> None:
            if isinstance(done, tuple):
                self._checking.tell("{} of {}".format(*done))

        verdict: Judged | None = await self._checking.ask(
            "certificates.check", self._problems, hear=hear, file=self._path
        )
        if verdict is not None:
            accepted = f"accepted: {verdict.claim}"
            self._checking.tell(f"rejected: {verdict.rejected}" if verdict.rejected else accepted)
