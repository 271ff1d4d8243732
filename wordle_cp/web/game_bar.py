"""The line in which a view's game is chosen: a variant, shipped or one's own, mode, hidden words, guesses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import counted
from wordle_cp.games.variant import HiddenKind
from wordle_cp.rules.modes import Mode
from wordle_cp.web.frame import known_variants, problems_into, show_problem
from wordle_cp.web.links import GuessLimit
from wordle_cp.web.uploads import MEGABYTE, UploadError, uploads

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from nicegui.elements.upload_files import FileUpload
    from nicegui.events import MultiUploadEventArguments

    from wordle_cp.web.frame import Page
    from wordle_cp.web.jobs.uploads import VariantCheck
    from wordle_cp.web.links import Link

_USUAL: Final = ""
"""What the variant says."""
_AS_IT_IS: Final = "the variant's"
_MOST_SHOWN: Final = 12
_NONE: Final = "none"
_YAML: Final = (".yaml", ".yml")


class GameBar:
    """Selectors of the game in the address of `page`; `changed` is called when another has been chosen."""

    def __init__(self, page: Page, changed: Callable[[], Awaitable[None]]) -> None:
        """Show the selectors."""
        self._page = page
        self._changed = changed
        self._setting = False
        with ui.element("div").classes("game-bar").props('role=group aria-label="Game"'):
            self._variant = self._select("variant")
            self._mode = self._select("mode")
            self._hidden = self._select("hidden words")
            self._limit = self._select("guesses")
            ui.button("Own variant", icon="upload_file", on_click=self._open).props("flat no-caps dense")
        self._dialog = _OwnVariant(page, self._take)
        self.show()

    def show(self) -> None:
        """Show what the address says."""
        link = self._page.link
        self._setting = True
        names = {name: name for name in known_variants(self._page.user)}
        self._variant.set_options(names, value=link.variant)
        self._mode.set_options(
            {_USUAL: _AS_IT_IS, **{mode.value: mode.value for mode in Mode}},
            value=_USUAL if link.mode is None else link.mode.value,
        )
        self._hidden.set_options(
            {_USUAL: _AS_IT_IS, "list": "its hidden list", "big": "every guess"},
            value=_USUAL if link.hidden is None else link.hidden.value,
        )
        limit = _USUAL if link.limit is None else str(link.limit)
        numbers = {str(number): str(number) for number in range(1, _MOST_SHOWN + 1)}
        self._limit.set_options(
            {
                _USUAL: _AS_IT_IS,
                **numbers,
                limit: limit or _AS_IT_IS,
                _NONE: "no limit",
            },
            value=limit,
        )
        self._setting = False

    def _select(self, label: str) -> ui.select:
        return (
            ui.select({}, label=label, on_change=self._choose)
            .props("dense outlined options-dense")
            .classes("game-choice")
        )

    async def _choose(self) -> None:
        link = self._chosen()
        if not self._setting and link != self._page.link:  # the handler may run after `show` has ended
            await self._go(link)

    def _chosen(self) -> Link:
        """Return the address with what is chosen; another variant begins without moves."""
        link = self._page.link
        mode, hidden, limit = self._mode.value, self._hidden.value, self._limit.value
        return replace(
            link,
            variant=self._variant.value,
            mode=Mode(mode) if mode else None,
            hidden=HiddenKind(hidden) if hidden else None,
            limit=GuessLimit(None if limit == _NONE else int(limit)) if limit else None,
            after=link.after if self._variant.value == link.variant else (),
        )

    async def _go(self, link: Link) -> None:
        self._page.go(link)
        self.show()
        await self._changed()

    def _open(self) -> None:
        self._dialog.open()

    async def _take(self, variant: str) -> None:
        await self._go(replace(self._page.link, variant=variant, hidden=None, after=()))


class _OwnVariant:
    """The dialog that takes a variant in; `taken` is called with what addresses call it."""

    def __init__(self, page: Page, taken: Callable[[str], Awaitable[None]]) -> None:
        self._page = page
        self._taken = taken
        limits = uploads().limits
        with ui.dialog() as self._dialog, ui.card().classes("own-variant"):
            ui.label("Your own variant").classes("text-h6")
            ui.label(
                f"A YAML file, and the text files with words that it names: {limits.variant // MEGABYTE} MB "
                "at most. They stay here until some minutes after your last tab is closed, and nobody else "
                "can use them."
            )
            self._upload = (
                ui.upload(
                    multiple=True,
                    auto_upload=True,
                    label="Drop the files here",
                    on_multi_upload=self._uploaded,
                )
                .props("flat bordered")
                .classes("own-upload")
            )
            self._told = ui.element("div").classes("own-told").props("aria-live=polite")
            with ui.element("div").classes("own-buttons"):
                ui.button("Choose files").props("unelevated no-caps").on(
                    "click", js_handler=f"() => runMethod({self._upload.id}, 'pickFiles', [])"
                )
                ui.button("Close", on_click=self._dialog.close).props("flat no-caps")

    def open(self) -> None:
        """Open the dialog."""
        self._told.clear()
        self._upload.reset()
        self._dialog.open()

    async def _uploaded(self, event: MultiUploadEventArguments) -> None:
        self._upload.reset()
        self._told.clear()
        with problems_into(self._told):
            await self._check(event.files)

    async def _check(self, files: Sequence[FileUpload]) -> None:
        """Keep the files if they are a variant."""
        store, user = uploads(), self._page.user
        main = [file.name for file in files if file.name.endswith(_YAML)]
        if len(main) != 1:
            message = f"expected one file that ends in .yaml, found {len(main)}"
            raise UploadError(message)
        most = store.limits.variant
        if sum(file.size() for file in files) > most:
            message = f"expected at most {most // MEGABYTE} MB in all"
            raise UploadError(message)
        contents = {file.name: await file.read() for file in files}
        upload = store.keep(user, contents, most)
        key = ""
        try:
            check: VariantCheck = await self._page.run(
                "uploads.check_variant", slot="upload", file=upload.path(main[0])
            )
            if not check.problems:
                key = store.name_variant(user, check.name, upload, main[0])
        finally:
            if not key:
                store.discard(user, upload)
        if check.problems:
            more = [f"and {counted(check.more, 'more problem', 'more problems')}"] if check.more else []
            self._tell([*check.problems, *more])
            return
        self._dialog.close()
        ui.notify(
            f"{key}: {counted(check.guesses, 'guess', 'guesses')}, "
            f"{counted(check.hidden, 'hidden word', 'hidden words')}"
        )
        await self._taken(key)

    def _tell(self, problems: Sequence[str]) -> None:
        with self._told:
            for problem in problems:
                show_problem(problem)
