"""The views Tree and Proof: a certificate, and a place in its strategy or its refutation."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nicegui import ui

from wordle_cp.data import certificate_path, proof_paths
from wordle_cp.errors import UsageError, abridged
from wordle_cp.games.variant import HiddenKind
from wordle_cp.views.whole_pages import data
from wordle_cp.web.frame import Asking, problems_into, upload_box
from wordle_cp.web.jobs import certificates
from wordle_cp.web.links import Link
from wordle_cp.web.uploads import uploads
from wordle_cp.web.worker import Task

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nicegui.elements.upload_files import FileUpload
    from nicegui.events import ValueChangeEventArguments

    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.jobs.certificates import CertificateHead

_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9._-]+")
_MOST_NAME: Final = 60
_FIRST: Final = {
    "tree": "original-normal-optimal-within-6.cert.xz",
    "proof": "original-normal-depth-4.cert.xz",
}
"""What each view shows where the address names neither a certificate nor a game."""
_HINTS: Final = {
    "tree": "What to guess first, and after each response what to guess next: choose one.",
    "proof": "Try to beat a proof. Whatever you guess, its response leaves too many possibilities.",
}
_KINDS: Final = {"tree": "certificate of a strategy", "proof": "proof that something is impossible"}
_NO_STRATEGY: Final = "This certificate has no strategy."
_TOTAL: Final = "Why does an opener take so many guesses? These numbers add up to what it costs at least."
_NO_GAME: Final = "No proof to play against ships for this game: here is one about the first Wordle."
_NO_VIEW: Final = "There is no view of such a proof. You can have it checked here."


def certificate_file(name: str) -> Path:
    """Return the certificate of that name: one that ships, or an upload.

    Raises:
        UsageError: there is none.
    """
    own = uploads().certificates.get(name)
    with suppress(UsageError):
        return own or certificate_path(f"shipped:{name.removeprefix('shipped:')}")
    message = f"no certificate is called {abridged(name, 100)}; uploads end with the server"
    raise UsageError(message)


class CertificatesView:
    """What one tab shows: the options `file`, `opener` and `path` of the address, in Proof also `node`."""

    def __init__(self, page: ViewPage) -> None:
        """Show on `page` what chooses a certificate, and its claim, which its first lines say."""
        self._page = page
        self._view = page.view.name
        self._file = ""  # the certificate that is shown, or was to be
        self._path = Path()  # where it is
        self._shown: object = None  # the strategy that the viewer has
        self._fresh = True  # nothing has been asked yet
        self._shipped: dict[str, CertificateHead] = {}
        self._hint = ui.label(_HINTS[self._view]).classes("wcp-faint desk-only")
        self._claim = ui.label().classes("answer-value claim")
        self._asking = Asking(page, "shown")
        self._problems = ui.element("div").props("aria-live=polite")
        self._note = ui.element("div").classes("answer")
        ui.element("section").classes("shown answer").props(f'aria-label="{page.view.title}"')
        self._build_bar()
        with ui.element("div").classes("buttons checking").props("aria-live=polite"):
            ui.button("Check the whole certificate", on_click=self._check).props("outline no-caps")
            self._checking = Asking(page, "check")
        if page.understood and page.link == Link():
            page.link = page.link.with_options(file=_FIRST[self._view])
        with suppress(UsageError):  # it is told as soon as the page is there
            path = certificate_file(page.link.option("file"))
            if page.understood and path in proof_paths():
                self._claim.text = certificates.head(Task(), file=path).title
                self._asking.tell("reading it")
        page.on_back = self._show
        ui.on("wcp-place", lambda event: self._placed(event.args))
        if page.link.option("file"):
            ui.timer(0, self._show, once=True)
        elif page.understood:
            self._asking.tell("looking for a certificate of this game")
        ui.timer(0, self._fill, once=True)

    def _build_bar(self) -> None:
        """Show what chooses another certificate, in a line that opens."""
        self._fold = ui.expansion("Another certificate").classes("game-fold").props("dense")
        with self._fold, ui.element("div").classes("game-bar"):
            self._select = (
                ui.select([], label="Certificate", with_input=True, on_change=self._selected)
                .props('dense outlined options-dense behavior=menu input-debounce=0 aria-label="Certificate"')
                .classes("game-choice wide")
            )
            self._refused = upload_box(
                "or drop a certificate here", uploads().limits.certificate, self._uploaded
            )

    def _wanted(self, head: CertificateHead) -> int:
        """Return how much a certificate is wanted here, 0 for not at all.

        In Tree one that lists openers is wanted the most, in Proof one that answers guesses.
        """
        if self._view == "tree":
            return head.strategy + bool(head.openers)
        return 2 * head.playable or head.explained

    async def _fill(self) -> None:
        """Fetch what ships; show one that is about the game, if the address names none."""
        with problems_into(self._problems):
            game = self._page.game
            self._shipped = await asyncio.to_thread(partial(certificates.shipped, Task(), choice=game))
        if self._page.link.option("file"):
            self._offer(self._page.link.option("file"))
        else:
            await self._show()

    def _offer(self, chosen: str) -> None:
        """Offer the certificates that this view can show; the `chosen` one is shown."""
        wanted = {name: one.title for name, one in self._shipped.items() if self._wanted(one)}
        options = {one: one for one in uploads().certificates} | wanted
        if chosen:
            options.setdefault(chosen, chosen)
        self._select.set_options(options, value=chosen or None)

    async def _open(self, name: str) -> None:
        await self._visit(self._page.link.with_options(file=name, node="", opener="", path=""))

    async def _selected(self, event: ValueChangeEventArguments[str | None]) -> None:
        if event.value and event.value != self._page.link.option("file"):
            await self._open(event.value)

    async def _uploaded(self, files: Sequence[FileUpload]) -> None:
        """Keep an upload if it begins like a certificate, and show it."""
        store, key = uploads(), ""
        name = _NOT_PLAIN.sub("-", files[0].name)[-_MOST_NAME:].lstrip("._-") or "certificate"
        self._refused.clear()
        with problems_into(self._refused):
            async with store.keeping(files[:1], store.limits.certificate, name) as upload:
                await self._page.run("certificates.head", slot="upload", file=upload / name)
                key = store.name(store.certificates, name, upload / name)
        if key:
            await self._open(key)

    async def _placed(self, place: Mapping[str, object]) -> None:
        """Go where the viewer leads to: a place of what is shown, or what comes of a guess there."""
        told = {name: str(value) for name, value in place.items()}
        link = self._page.link
        if told.get("guess"):
            self._problems.clear()
            await self._ask(link, told["guess"])
            return
        opener = told.get("opener") or link.option("opener")
        await self._visit(
            link.with_options(opener=opener, path=told.get("after", ""), node=told.get("step", ""))
        )

    async def _visit(self, link: Link) -> None:
        self._page.go(link)
        await self._show()

    async def _show(self) -> None:
        """Show what the address says, another certificate maybe."""
        link = self._page.link
        if not self._page.understood:
            self._hide()
            return
        self._problems.clear()
        self._note.clear()
        about = {one: self._wanted(head) for one, head in self._shipped.items() if head.about}
        name = link.option("file") or max(filter(about.get, about), key=about.__getitem__, default="")
        chosen = self._shipped.get(name)
        bound = ""
        if self._view == "proof" and not link.option("file") and chosen and not chosen.playable:
            bound, name = link.with_options(file=name).url("proof"), _FIRST["proof"]
        if name != self._file:
            self._hide()
        self._file = name
        with problems_into(self._problems):
            if bound:
                with self._note:
                    ui.label(_NO_GAME)
                    ui.link("Why no strategy of this game does better on average", bound)
            if not name:
                self._offer("")
                self._tell_none()
                return
            self._path = certificate_file(name)
            if name not in uploads().certificates:
                name = self._path.name
            link = self._page.link = link.with_options(file=name)
            self._offer(name)
            if self._path in proof_paths():
                head = certificates.head(Task(), file=self._path)
            else:
                head = await self._page.run("certificates.head", slot="head", file=self._path)
            self._claim.text = head.title
            self._hint.set_visibility(head.strategy if self._view == "tree" else head.playable)
            await self._show_file(head, link)

    async def _show_file(self, head: CertificateHead, link: Link) -> None:
        """Show the place of the certificate in `_path` that `link` says."""
        opener = link.option("opener")
        if self._view == "tree" and head.strategy:
            place = {"opener": opener, "after": link.option("path")}
            if self._shown == (self._path, opener):
                self._asking.idle()
                self._tell("place", place)
                return
            arguments: dict[str, Any] = {"needs": f"tree {self._path}", "opener": opener or None}
            tree = await self._run("certificates.tree", "checking the strategy", **arguments)
            if tree is not None:
                self._shown = (self._path, opener)
                self._tell("tree", tree, head.openers or [("", "")], place)
        elif self._view == "proof" and head.playable:
            await self._ask(link)
        elif self._view == "tree":
            self._refer(_NO_STRATEGY, "proof", "Look at the proof")
        else:
            self._refer(
                _TOTAL if head.explained else _NO_VIEW, "tree", "Walk through its strategy" * head.strategy
            )
            if head.explained:
                opener = opener or head.openers[0][0]
                bound = await self._run("certificates.opener_bound", "reading the proof", opener=opener)
                if bound is not None:
                    self._tell("bound", bound)

    def _tell_none(self) -> None:
        """Say that no certificate of this kind ships for the game of the address."""
        link = self._page.link
        words = [link.variant]
        if link.mode is not None:
            words.append(f"{link.mode} mode")
        if link.hidden is not None:
            words.append("every guess may be hidden" if link.hidden is HiddenKind.BIG else "its hidden list")
        told = f"No {_KINDS[self._view]} ships for {', '.join(words)}."
        self._fold.open()
        self._refer(f"{told} Choose a certificate, or drop one of your own.", "ask", "Ask about this game")

    def _hide(self) -> None:
        """Show no certificate."""
        self._claim.text = ""
        self._shown = None
        self._fresh = True
        self._checking.idle()
        self._asking.idle()
        self._note.clear()
        self._tell("nothing")

    async def _run(self, job: str, told: str, asking: Asking | None = None, **arguments: Any) -> Any:  # noqa: ANN401  each job has its own
        """Return what `job` answers about the certificate, None for no answer; a line tells of it."""
        asking = asking or self._asking

        def hear(message: object) -> None:
            if isinstance(message, tuple):
                asking.tell("{}: {} of {} parts".format(told, *message))

        asking.tell(told, busy=True)
        return await asking.ask(job, self._problems, hear=hear, file=self._path, **arguments)

    @staticmethod
    def _tell(what: str, *values: object) -> None:
        """Have the viewer show something: wcpCertificate in certificate.js says what there is."""
        ui.run_javascript(f"wcpCertificate.{what}({', '.join(map(data, values))})")

    def _refer(self, told: str, view: str, label: str) -> None:
        """Say something of this certificate, and show a link about it to another `view`."""
        self._asking.idle()
        link = self._page.link
        with self._note:
            ui.label(told)
            if label:
                ui.link(label, link.in_view().with_options(file=link.option("file")).url(view))

    async def _ask(self, link: Link, guess: str | None = None) -> None:
        """Show the place of the address; ask `guess` there, if there is one, and go where it leads."""
        asked: dict[str, Any] = {"node": link.number("node"), "after": link.option("path"), "guess": guess}
        asked["example"], self._fresh = self._fresh and not any(asked.values()), False
        needs = f"proof {self._path}"
        step = await self._run("certificates.step", "reading the proof", needs=needs, **asked)
        if step is None:
            return
        if guess is not None:
            self._page.go(link.with_options(path=".".join(step["moves"])))
        self._tell("proof", step)

    async def _check(self) -> None:
        """Have the whole certificate checked."""
        verdict: str | None = await self._run("certificates.check", "checking", self._checking)
        if verdict is not None:
            self._checking.tell(verdict)
