"""The line of a view where a certificate is chosen: one that ships, or a file of one's own, dropped there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.data import proof_paths
from wordle_cp.errors import UsageError, abridged
from wordle_cp.games.variant import HiddenKind
from wordle_cp.web.frame import problems_into, show_problem
from wordle_cp.web.links import Link
from wordle_cp.web.uploads import MEGABYTE, not_kept, uploads

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from nicegui.elements.upload_files import FileUpload
    from nicegui.events import UploadEventArguments, ValueChangeEventArguments

    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import Page
    from wordle_cp.web.jobs.certificates import CertificateHead, ShippedCertificate
    from wordle_cp.web.jobs.games import GameChoice

_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9._-]+")
_MOST_NAME: Final = 60


def certificate_file(page: Page, name: str) -> Path:
    """Return the certificate of that name: one that ships, or an upload of this user.

    Raises:
        UsageError: there is none.
    """
    own = uploads().certificates(page.user)
    files = {path.name: path for path in proof_paths()}
    if name not in own and name not in files:
        gone = "what you uploaded is gone some minutes after your last tab"
        message = f"no certificate is called {abridged(name, 100)}; {gone}"
        raise UsageError(message)
    return own.get(name) or files[name]


def ask_link(game: GameChoice, history: History) -> None:
    """Show a link to the view Ask, at the position after `history` of a shipped game."""
    link = Link(str(game.source), game.mode, game.hidden, after=history)
    ui.link("Ask about this position", link.url("ask")).classes("self-start")


class CertificateBar:
    """What chooses; `chosen` is called with a name that `certificate_file` knows.

    `problems` is where a view tells what is wrong with what it shows: whatever comes next clears it.
    """

    def __init__(
        self, page: Page, wanted: Callable[[CertificateHead], int], chosen: Callable[[str], Awaitable[None]]
    ) -> None:
        """Offer the shipped certificates that are `wanted`, and the user's own.

        `wanted` is 0 for what isn't, and largest for what a view shows first of several about one game.
        """
        self._page = page
        self._wanted = wanted
        self._chosen = chosen
        self._names: list[str] = []
        self.first = ""
        """The certificate about the game of the address, empty if none ships or before `fill`."""
        most = uploads().limits.certificate
        with ui.element("div").classes("certificate-bar"):
            self._select = (
                ui.select([], label="Certificate", with_input=True, on_change=self._selected)
                .props('dense outlined options-dense behavior=menu input-debounce=0 aria-label="Certificate"')
                .classes("certificate-select")
            )
            self._upload = (
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
        self.problems.clear()
        self.show(link.option("file"))
        return link

    def show(self, name: str) -> None:
        """Show which one is chosen."""
        own = uploads().certificates(self._page.user)
        options = [*own, *self._names]
        if name and name not in options:
            options.append(name)
        self._select.set_options(options, value=name or None)

    async def _selected(self, event: ValueChangeEventArguments[str | None]) -> None:
        if event.value and event.value != self._page.link.option("file"):
            await self._chosen(event.value)

    def _refused(self) -> None:
        self.problems.clear()
        with self.problems:
            show_problem(str(_too_large()))
        self._tell_still_shown()

    async def _uploaded(self, event: UploadEventArguments) -> None:
        self._upload.reset()
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
        store, user = uploads(), self._page.user
        most = store.limits.certificate
        if file.size() > most:
            raise _too_large()
        name = _NOT_PLAIN.sub("-", file.name)[-_MOST_NAME:].lstrip("._-") or "certificate"
        upload = store.reserve(user, {name: file.size()}, most)
        try:
            await _save(file, upload.path(name))
            await self._page.run("certificates.head", slot="upload", file=upload.path(name))
            return store.name_certificate(user, upload, name)
        except BaseException:
            store.discard(user, upload)
            raise

    def _tell_still_shown(self) -> None:
        shown = self._page.link.option("file")
        if shown:
            with self.problems:
                ui.label(f"What is shown is still {shown}.").classes("wcp-faint")


def _too_large() -> UsageError:
    most = uploads().limits.certificate // MEGABYTE
    return UsageError(f"expected a certificate of at most {most} MB")


def _game_words(link: Link) -> str:
    """Return the game of an address in words."""
    words = [link.variant]
    if link.mode is not None:
        words.append(f"{link.mode} mode")
    if link.hidden is not None:
        words.append("every guess may be hidden" if link.hidden is HiddenKind.BIG else "its hidden list")
    return ", ".join(words)


async def _save(file: FileUpload, path: Path) -> None:
    """Write a file piece by piece, without keeping others from the page.

    Raises:
        UploadError: it can't be written.
    """
    try:
        await file.save(path)
    except OSError as error:
        raise not_kept(error) from error
