"""The line that says which game a view is about; it opens, and everything about the game can be chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import counted
from wordle_cp.games.variant import HiddenKind
from wordle_cp.rules.modes import Mode
from wordle_cp.web.frame import forget_when_sent, known_variants, problems_into, show_problem
from wordle_cp.web.jobs.games import game_facts
from wordle_cp.web.links import LinkLimit
from wordle_cp.web.uploads import MEGABYTE, UploadError, uploads
from wordle_cp.web.views import CODES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from nicegui.elements.upload_files import FileUpload
    from nicegui.events import MultiUploadEventArguments

    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.jobs.games import GameFacts, VariantCheck
    from wordle_cp.web.links import Link

_MOST_SHOWN: Final = 12
_NONE: Final = "none"
_YAML: Final = (".yaml", ".yml")
_HIDDEN: Final = {HiddenKind.LIST: "the hidden list", HiddenKind.BIG: "every guess"}


class GameBar:
    """The game in the address of `page` in one line, which opens; `changed` is called for another game.

    What a view adds to `settings` is folded with the rest, and `show` takes words for the line about it.
    """

    def __init__(self, page: ViewPage, changed: Callable[[], Awaitable[None]]) -> None:
        """Show the line."""
        self._page = page
        self._changed = changed
        self._setting = False
        self._more = ""
        with ui.expansion(" ").classes("game-fold").props("dense") as self._fold:
            self.settings = ui.element("div").classes("game-bar").props('role=group aria-label="Game"')
            with self.settings:
                self._variant = self._select("game")
                self._mode = self._select("mode")
                self._hidden = self._select("hidden words")
                self._limit = self._select("guesses")
            with ui.element("div").classes("buttons"):
                ui.button("Own variant", icon="upload_file", on_click=self._open).props("flat no-caps dense")
                ui.link(f"{CODES.hint} ...", f"/{CODES.name}")
        self._dialog = _OwnVariant(page, self._take)
        self.show()

    def show(self, more: str = "") -> None:
        """Show what the address says; `more` is what the line tells of other settings."""
        self._more = more
        facts, link = self._page.facts, self._page.link
        self._setting = True
        hidden = link.hidden or (HiddenKind.BIG if facts.big else HiddenKind.LIST)
        mode = link.mode or facts.mode
        limit = str(link.limit or LinkLimit(facts.max_guesses))
        names = {name: _title(name) for name in known_variants()}
        self._variant.set_options(names, value=link.variant)
        self._mode.set_options([one.value for one in facts.scoring.feedback.modes], value=mode.value)
        kinds = [kind for kind in HiddenKind if kind in {hidden, HiddenKind.BIG} or not facts.big]
        self._hidden.set_options({kind.value: _HIDDEN[kind] for kind in kinds}, value=hidden.value)
        limits = {str(number): str(number) for number in range(1, _MOST_SHOWN + 1)}
        self._limit.set_options({**limits, limit: limit, _NONE: "no limit"}, value=limit)
        told = [facts.title, f"{mode.value} mode"]
        if hidden is HiddenKind.BIG:
            told.append("every guess may be hidden")
        if link.limit is not None:
            most = link.limit.guesses
            told.append("no limit" if most is None else f"within {counted(most, 'guess', 'guesses')}")
        self._fold.text = ", ".join([*told, *filter(None, [more])])
        self._setting = False

    def _select(self, label: str) -> ui.select:
        return (
            ui.select({}, label=label, on_change=self._choose)
            .props("dense outlined options-dense")
            .classes("game-choice")
        )

    async def _choose(self) -> None:
        if self._setting:
            return
        link = self._chosen(self._page.facts)
        if link != self._page.link:  # the handler may run after `show` has ended
            await self._go(link)

    def _chosen(self, facts: GameFacts) -> Link:
        """Return the address with what is chosen, where the variant says otherwise.

        Another variant begins without moves.
        """
        link = self._page.link
        if self._variant.value != link.variant:
            return replace(link, variant=self._variant.value, after=())
        mode, hidden = Mode(self._mode.value), HiddenKind(self._hidden.value)
        limit = LinkLimit(None if self._limit.value == _NONE else int(self._limit.value))
        return replace(
            link,
            mode=None if mode is facts.mode else mode,
            hidden=None if (hidden is HiddenKind.BIG) is facts.big else hidden,
            limit=None if limit.guesses == facts.max_guesses else limit,
        )

    async def _go(self, link: Link) -> None:
        self._page.go(link)
        self.show(self._more)
        await self._changed()

    def _open(self) -> None:
        self._dialog.open()

    async def _take(self, variant: str) -> None:
        await self._go(replace(self._page.link, variant=variant, hidden=None, after=()))


def _title(name: str) -> str:
    """Return what a variant is called: its title, if it ships."""
    return name if name in uploads().variants else game_facts(name).title


class _OwnVariant:
    """The dialog that takes a variant in; `taken` is called with what addresses call it."""

    def __init__(self, page: ViewPage, taken: Callable[[str], Awaitable[None]]) -> None:
        self._page = page
        self._taken = taken
        limits = uploads().limits
        with ui.dialog() as self._dialog, ui.card().classes("own-variant"):
            ui.label("Your own variant").classes("text-h6")
            ui.label(
                f"A YAML file, and the text files with words that it names: {limits.variant // MEGABYTE} MB "
                "at most. They stay here until the server ends."
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
            forget_when_sent(self._upload)
            self._told = ui.element("div").classes("own-told").props("aria-live=polite")
            with ui.element("div").classes("own-buttons"):
                ui.button("Choose files").props("unelevated no-caps").on(
                    "click", js_handler=f"() => runMethod({self._upload.id}, 'pickFiles', [])"
                )
                ui.button("Close", on_click=self._dialog.close).props("flat no-caps")

    def open(self) -> None:
        """Open the dialog."""
        self._told.clear()
        self._dialog.open()

    async def _uploaded(self, event: MultiUploadEventArguments) -> None:
        self._told.clear()
        with problems_into(self._told):
            await self._check(event.files)

    async def _check(self, files: Sequence[FileUpload]) -> None:
        """Keep the files if they are a variant."""
        store = uploads()
        main = [file.name for file in files if file.name.endswith(_YAML)]
        if len(main) != 1:
            message = f"expected one file that ends in .yaml, found {len(main)}"
            raise UploadError(message)
        async with store.keeping({file.name: file for file in files}, store.limits.variant) as upload:
            check: VariantCheck = await self._page.run(
                "games.check_variant", slot="upload", file=upload / main[0]
            )
            if check.facts is None:
                store.discard(upload)
                more = [f"and {counted(check.more, 'more problem', 'more problems')}"] if check.more else []
                for problem in (*check.problems, *more):
                    with self._told:
                        show_problem(problem)
                return
            key = store.name_variant(check.name, upload, main[0], check.facts)
        self._dialog.close()
        ui.notify(
            f"{key}: {counted(check.guesses, 'guess', 'guesses')}, "
            f"{counted(check.hidden, 'hidden word', 'hidden words')}"
        )
        await self._taken(key)
