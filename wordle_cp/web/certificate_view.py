"""What views of one certificate share: the line where it is chosen, its claim, and the address of a place."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nicegui import ui

from wordle_cp.data import certificate_path, proof_paths
from wordle_cp.errors import UsageError, abridged
from wordle_cp.games.variant import HiddenKind
from wordle_cp.views.whole_pages import data
from wordle_cp.web.frame import forget_when_sent, problems_into, show_problem
from wordle_cp.web.uploads import MEGABYTE, save, uploads

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from nicegui.elements.upload_files import FileUpload
    from nicegui.events import UploadEventArguments, ValueChangeEventArguments

    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.jobs.certificates import CertificateHead, ShippedCertificate
    from wordle_cp.web.links import Link

_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9._-]+")
_MOST_NAME: Final = 60


def certificate_file(name: str) -> Path:
    """Return the certificate of that name: one that ships, or an upload.

    Raises:
        UsageError: there is none.
    """
    own = uploads().certificates
    files = {path.name: path for path in proof_paths()}
    if name not in own and name not in files:
        with suppress(UsageError):  # a name alone
            return certificate_path(name if name.startswith("shipped:") else f"shipped:{name}")
        message = f"no certificate is called {abridged(name, 100)}; uploads end with the server"
        raise UsageError(message)
    return own.get(name) or files[name]


def _address_name(name: str) -> str:
    """Return what addresses call the certificate `name`: a proof that ships by the name of its file."""
    if name not in uploads().certificates:
        with suppress(UsageError):
            return certificate_file(name).name
    return name


class CertificateBar:
    """What chooses; `chosen` is called with a name that `certificate_file` knows.

    `problems` is where a view tells what is wrong with what it shows: whatever comes next clears it.
    """

    def __init__(
        self,
        page: ViewPage,
        wanted: Callable[[CertificateHead], int],
        chosen: Callable[[str], Awaitable[None]],
    ) -> None:
        """Offer the shipped certificates that are `wanted`, and uploads.

        `wanted` is 0 for what isn't, and largest for what a view shows first of several about one game.
        """
        self._page = page
        self._wanted = wanted
        self._chosen = chosen
        self._titles: dict[str, str] = {}  # of all that ship
        self._names: list[str] = []  # those that are wanted
        self.first = ""
        """The certificate about the game of the address, empty if none ships or before `fill`."""
        most = uploads().limits.certificate
        self.fold: Final = ui.expansion(" ").classes("game-fold").props("dense")
        with self.fold, ui.element("div").classes("certificate-bar"):
            self._select = (
                ui.select([], label="Certificate", with_input=True, on_change=self._selected)
                .props('dense outlined options-dense behavior=menu input-debounce=0 aria-label="Certificate"')
                .classes("certificate-select")
            )
            forget_when_sent(
                ui.upload(
                    label="or drop a certificate here",
                    auto_upload=True,
                    max_file_size=most,
                    on_upload=self._uploaded,
                    on_rejected=self._refused,
                )
                .props('flat bordered accept="*/*"')
                .classes("certificate-upload")
            )
        self.problems: Final = ui.element("div").props("aria-live=polite")

    async def fill(self) -> None:
        """Fetch what ships."""
        with problems_into(self.problems):
            shipped: dict[str, ShippedCertificate] = await self._page.run(
                "certificates.shipped", slot="shipped", choice=self._page.game
            )
            wanted = {name: self._wanted(one.head) for name, one in shipped.items()}
            self._titles = {name: one.head.title for name, one in shipped.items()}
            self._names = [name for name in shipped if wanted[name]]
            about = [name for name in self._names if shipped[name].about]
            self.first = max(about, key=wanted.__getitem__, default="")
            self.show(self._page.link.option("file"))

    def tell_none(self, what: str) -> None:
        """Say that no certificate of the kind `what` ships for the game of the address."""
        link = self._page.link
        ui.label(f"No {what} ships for {_game_words(link)}. Choose a certificate, or drop one of your own.")
        ui.link("Ask about this game", link.in_view().url("ask")).classes("self-start")

    def take(self, link: Link) -> Link:
        """Show which certificate `link` names; return it with the first one if it names none."""
        if not link.option("file"):
            link = self._page.link = link.with_options(file=self.first)
        if link.option("file"):
            link = self._page.link = link.with_options(file=_address_name(link.option("file")))
        self.problems.clear()
        self.show(link.option("file"))
        return link

    def show(self, name: str) -> None:
        """Show which one is chosen."""
        own = uploads().certificates
        options = {one: one for one in own} | {one: self._titles[one] for one in self._names}
        if name:
            options.setdefault(name, self._titles.get(name, name))
        self._select.set_options(options, value=name or None)
        self.fold.text = options.get(name, "Choose a certificate")

    async def _selected(self, event: ValueChangeEventArguments[str | None]) -> None:
        if event.value and event.value != self._page.link.option("file"):
            await self._chosen(event.value)

    def _refused(self) -> None:
        self.problems.clear()
        with self.problems:
            most = uploads().limits.certificate // MEGABYTE
            show_problem(f"expected a certificate of at most {most} MB")
        self._tell_still_shown()

    async def _uploaded(self, event: UploadEventArguments) -> None:
        self.problems.clear()
        key = ""
        with problems_into(self.problems):
            key = await self._take(event.file)
        if not key:
            self._tell_still_shown()
            return
        if key != f"my-{event.file.name}":
            ui.notify(f"taken in as {key}")
        await self._chosen(key)

    async def _take(self, file: FileUpload) -> str:
        """Keep an upload if it begins like a certificate; return what addresses call it."""
        store = uploads()
        name = _NOT_PLAIN.sub("-", file.name)[-_MOST_NAME:].lstrip("._-") or "certificate"
        upload = store.reserve({name: file.size()}, store.limits.certificate)
        try:
            await save(file, upload / name)
            await self._page.run("certificates.head", slot="upload", file=upload / name)
            return store.name_certificate(upload, name)
        except BaseException:
            store.discard(upload)
            raise

    def _tell_still_shown(self) -> None:
        shown = self._page.link.option("file")
        if shown:
            with self.problems:
                ui.label(f"What is shown is still {shown}.").classes("wcp-faint")


class CertificateView(ABC):
    """What one tab shows: the options `file`, `opener` and `path` of the address, and those of the view."""

    def __init__(self, page: ViewPage, heading: str, hint: str, kind: str) -> None:
        """Show what chooses a certificate, and its claim; `kind` says what is missing if none ships."""
        self._page = page
        self._title = ui.label(heading).classes("wcp-title").props("role=heading aria-level=1")
        self._hint = ui.label(hint)
        self._kind = kind
        self._file = ""  # the certificate that is shown, or was to be
        self._path = Path()  # where it is
        self._bar = CertificateBar(page, self._wanted, self._open)
        with self._bar.fold:
            self._claim = ui.label().classes("claim wcp-faint")
        self._note = ui.element("div").classes("answer")
        self._busy = ui.label().classes("wcp-faint").props("aria-live=polite")
        ui.element("section").classes("shown-certificate").props(f'aria-label="{page.view.title}"')
        self._asked: object | None = None  # the newest request, of which a line tells

    def _begin(self) -> None:
        """Show what the address says, once the view is built."""
        self._page.on_back(self._show)
        ui.on("wcp-place", lambda event: self._placed(event.args))
        ui.timer(0, self._fill, once=True)

    async def _fill(self) -> None:
        await self._bar.fill()
        await self._show(self._page.link)

    async def _open(self, name: str) -> None:
        await self._visit(self._page.link.with_options(file=name, node="", opener="", path=""))

    async def _placed(self, place: Mapping[str, object]) -> None:
        """Go where the viewer leads to: a place of what is shown, or what comes of a guess there."""
        told = {name: str(value) for name, value in place.items()}
        link = self._page.link
        self._bar.problems.clear()
        if told.get("guess"):
            with problems_into(self._bar.problems):
                await self._ask(link, told["guess"])
            return
        opener = told.get("opener") or link.option("opener")
        await self._visit(
            link.with_options(opener=opener, path=told.get("after", ""), node=told.get("step", ""))
        )

    async def _visit(self, link: Link) -> None:
        self._page.go(link)
        await self._show(link)

    async def _show(self, link: Link) -> None:
        """Show what `link` says, another certificate maybe."""
        if not self._page.understood:
            self._hide()
            return
        link = self._bar.take(link)
        name = link.option("file")
        self._note.clear()
        if name != self._file:
            self._hide()
        self._file = name
        with problems_into(self._bar.problems):
            if not name:
                self._bar.fold.open()
                with self._note:
                    self._bar.tell_none(self._kind)
                return
            self._path = certificate_file(name)
            head: CertificateHead = await self._page.run("certificates.head", slot="head", file=self._path)
            self._claim.text = f"Claimed: {head.claim}"
            self._bar.fold.text = head.title
            await self._show_file(head, link)

    def _hide(self) -> None:
        """Show no certificate."""
        self._claim.text = ""
        self._note.clear()
        self._tell("nothing")

    async def _run(self, job: str, **arguments: Any) -> Any:  # noqa: ANN401  each job has its own
        """Return what `job` answers about the certificate; a line tells of it until then."""
        asked = self._asked = object()

        def heard(message: object) -> None:
            if isinstance(message, tuple):
                self._busy.text = f"reading the proof: {message[0]} of {message[1]} parts"

        try:
            return await self._page.run(job, slot="shown", hear=heard, file=self._path, **arguments)
        finally:
            if asked is self._asked:
                self._busy.text = ""

    @staticmethod
    def _tell(what: str, *values: object) -> None:
        """Have the viewer show something: wcpCertificate in certificate.js says what there is."""
        ui.run_javascript(f"wcpCertificate.{what}({', '.join(map(data, values))})")

    def _refer(self, told: str, view: str, link: Link, label: str) -> None:
        """Tell what this certificate is, and show a link to the other `view`, which shows it."""
        with self._note:
            ui.label(told)
            ui.link(label, link.in_view().with_options(file=link.option("file")).url(view))

    @staticmethod
    @abstractmethod
    def _wanted(head: CertificateHead) -> int:
        """Return how much a certificate is wanted here; 0 is not at all."""

    async def _ask(self, link: Link, guess: str) -> None:
        """Ask `guess` at the place of the address."""
        raise NotImplementedError

    @abstractmethod
    async def _show_file(self, head: CertificateHead, link: Link) -> None:
        """Show the place of the certificate in `_path` that `link` says."""


def _game_words(link: Link) -> str:
    """Return the game of an address in words."""
    words = [link.variant]
    if link.mode is not None:
        words.append(f"{link.mode} mode")
    if link.hidden is not None:
        words.append("every guess may be hidden" if link.hidden is HiddenKind.BIG else "its hidden list")
    return ", ".join(words)
