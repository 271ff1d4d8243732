"""The line of a view where a certificate is chosen: one that ships, or a file of one's own, dropped there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import UsageError, abridged
from wordle_cp.resources import proof_paths
from wordle_cp.web.frame import problems_into
from wordle_cp.web.links import Link
from wordle_cp.web.uploads import MEGABYTE, UploadError, uploads

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from nicegui.elements.upload_files import FileUpload
    from nicegui.events import UploadEventArguments, ValueChangeEventArguments

    from wordle_cp.rules import History
    from wordle_cp.web.frame import Page
    from wordle_cp.web.jobs.certificates import CertificateHead
    from wordle_cp.web.jobs.games import GameChoice

_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9._-]+")
_MOST_NAME: Final = 80


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
    """What chooses; `chosen` is called with a name that `certificate_file` knows."""

    def __init__(
        self, page: Page, wanted: Callable[[CertificateHead], bool], chosen: Callable[[str], Awaitable[None]]
    ) -> None:
        """Offer the shipped certificates that are `wanted`, and the user's own."""
        self._page = page
        self._wanted = wanted
        self._chosen = chosen
        self._names: list[str] = []
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
        self._told = ui.element("div").props("aria-live=polite")

    async def fill(self) -> None:
        """Fetch what ships."""
        with problems_into(self._told):
            heads: dict[str, CertificateHead] = await self._page.run("certificates.shipped", slot="shipped")
            self._names = [name for name, head in heads.items() if self._wanted(head)]
            self.show(self._page.link.option("file"))

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
        self._told.clear()
        most = uploads().limits.certificate // MEGABYTE
        with problems_into(self._told):
            message = f"expected a certificate of at most {most} MB"
            raise UsageError(message)

    async def _uploaded(self, event: UploadEventArguments) -> None:
        self._upload.reset()
        self._told.clear()
        with problems_into(self._told):
            store, user = uploads(), self._page.user
            most = store.limits.certificate
            if event.file.size() > most:
                message = f"expected a certificate of at most {most // MEGABYTE} MB"
                raise UsageError(message)
            name = _NOT_PLAIN.sub("-", event.file.name)[-_MOST_NAME:].lstrip(".-") or "certificate"
            upload = store.reserve(user, {name: event.file.size()}, most)
            try:
                await _save(event.file, upload.path(name))
                await self._page.run("certificates.head", slot="upload", file=upload.path(name))
                key = store.name_certificate(user, upload, name)
            except BaseException:
                store.discard(user, upload)
                raise
            await self._chosen(key)


async def _save(file: FileUpload, path: Path) -> None:
    """Write a file piece by piece, without keeping others from the page.

    Raises:
        UploadError: it can't be written.
    """
    try:
        await file.save(path)
    except OSError as error:
        message = f"the upload can't be kept: {error.strerror or 'it could not be written'}"
        raise UploadError(message) from error
