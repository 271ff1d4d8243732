"""The line that says which game a view is about; it opens, and everything about the game can be chosen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import VariantError, counted
from wordle_cp.games.given import NO_LIMIT
from wordle_cp.games.variant import HiddenKind
from wordle_cp.rules.modes import Mode
from wordle_cp.web.frame import (
    known_variants,
    problems_into,
    show_problem,
    upload_box,
    usual_hidden,
    variant_of,
)
from wordle_cp.web.links import CODES
from wordle_cp.web.uploads import UploadError, uploads

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from nicegui.elements.upload_files import FileUpload

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.links import Link

_MOST_SHOWN: Final = 12
_YAML: Final = (".yaml", ".yml")
_HIDDEN: Final = {HiddenKind.LIST: "the hidden list", HiddenKind.BIG: "every guess"}
SHOWN_PROBLEMS: Final = 200
"""Lines of problems of one variant that are listed; the others are counted."""


def choice_of(label: str, options: dict[str, str], chosen: Callable[[], Awaitable[None]]) -> ui.select:
    """Show what chooses one of `options`; `chosen` is called then."""
    choice = ui.select(options, label=label, on_change=chosen)
    return choice.props("dense outlined options-dense").classes("game-choice")


class GameView(ABC):
    """A view about a game: what its address says is shown, and shown again when it changes.

    The game stands in one line, which opens; what a view adds to `_settings` is folded with the rest.
    """

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        self._page = page
        self._setting = False
        self._more = ""
        with ui.expansion(" ").classes("game-fold").props("dense") as self._fold:
            self._settings = ui.element("div").classes("game-bar").props('role=group aria-label="Game"')
            with self._settings:
                labels = ("game", "mode", "hidden words", "guesses")
                self._variant, self._mode, self._hidden, self._limit = (
                    choice_of(label, {}, self._choose_game) for label in labels
                )
            with ui.element("div").classes("game-bar"):
                ui.link(f"{CODES.hint} ...", f"/{CODES.name}")
                self._refused = upload_box(
                    "or drop a variant of your own: a YAML file, and the word lists that it names",
                    uploads().limits.variant,
                    self._take_variant,
                )
        self._show_game()
        self._build()
        page.on_back = self._show
        ui.timer(0, self._show, once=True)

    @abstractmethod
    def _build(self) -> None:
        """Make the parts of the view."""

    @abstractmethod
    async def _show(self) -> None:
        """Show what the address says."""

    async def _changed(self) -> None:
        """Show another game, which was chosen."""
        await self._show()

    async def _go(self, link: Link) -> None:
        self._page.go(link)
        await self._show()

    async def _moved(self, history: History) -> None:
        await self._go(replace(self._page.link, after=history))

    @property
    def _noun(self) -> str:
        """What is guessed."""
        return self._page.variant.scoring.noun

    def _show_game(self, more: str = "") -> None:
        """Show what the address says; `more` is what the line tells of other settings."""
        self._more = more
        variant, link, hidden = self._page.variant, self._page.link, self._page.kind_hidden
        self._setting = True
        mode = link.mode or variant.mode
        limit = str(link.limit or variant.max_guesses or NO_LIMIT)
        own = uploads().variants
        names = {name: name if name in own else variant_of(name).title for name in known_variants()}
        self._variant.set_options(names, value=link.variant)
        self._mode.set_options([one.value for one in variant.scoring.feedback.modes], value=mode.value)
        usual = usual_hidden(variant)
        self._hidden.set_options(
            {kind.value: _HIDDEN[kind] for kind in {usual, hidden, HiddenKind.BIG}}, value=hidden.value
        )
        limits = {str(number): str(number) for number in range(1, _MOST_SHOWN + 1)}
        self._limit.set_options({**limits, limit: limit, NO_LIMIT: "no limit"}, value=limit)
        told = [variant.title, f"{mode.value} mode"]
        if hidden is HiddenKind.BIG:
            told.append("every guess may be hidden")
        if isinstance(link.limit, int):
            told.append(f"within {counted(link.limit, 'guess', 'guesses')}")
        elif link.limit is not None:
            told.append("no limit")
        self._fold.text = ", ".join([*told, *filter(None, [more])])
        self._setting = False

    async def _choose_game(self) -> None:
        if self._setting:
            return
        link = self._chosen_game(self._page.variant)
        if link != self._page.link:  # the handler may run after `_show_game` has ended
            await self._play(link)

    def _chosen_game(self, variant: Variant) -> Link:
        """Return the address with what is chosen, where the variant says otherwise.

        Another variant begins without moves.
        """
        link = self._page.link
        if self._variant.value != link.variant:
            return replace(link, variant=self._variant.value, after=())
        mode, hidden, limit = Mode(self._mode.value), HiddenKind(self._hidden.value), self._limit.value
        return replace(
            link,
            mode=None if mode is variant.mode else mode,
            hidden=None if hidden is usual_hidden(variant) else hidden,
            limit=None
            if limit == str(variant.max_guesses or NO_LIMIT)
            else limit
            if limit == NO_LIMIT
            else int(limit),
        )

    async def _play(self, link: Link) -> None:
        self._page.go(link)
        self._show_game(self._more)
        await self._changed()

    async def _take_variant(self, files: Sequence[FileUpload]) -> None:
        """Keep files that were sent if they are a variant, and go to its game."""
        store, key = uploads(), ""
        self._refused.clear()
        with problems_into(self._refused):
            main = [file.name for file in files if file.name.endswith(_YAML)]
            if len(main) != 1:
                message = f"expected one file that ends in .yaml, found {len(main)}"
                raise UploadError(message)
            async with store.keeping(files, store.limits.variant) as upload:
                file = upload / main[0]
                try:
                    variant: Variant = await self._page.run("games.check_variant", slot="upload", file=file)
                except VariantError as error:
                    store.discard(upload)
                    lines = list(error.lines())
                    more = len(lines) - SHOWN_PROBLEMS
                    told = [f"and {counted(more, 'more problem', 'more problems')}"] if more > 0 else []
                    with self._refused:
                        for line in [*lines[:SHOWN_PROBLEMS], *told]:
                            show_problem(line)
                    return
                store.loaded[file] = variant
                key = store.name(store.variants, variant.name, file)
        if key:
            guesses = counted(len(variant.guesses), "guess", "guesses")
            ui.notify(f"{key}: {guesses}, {counted(len(variant.hidden), 'hidden word', 'hidden words')}")
            await self._play(replace(self._page.link, variant=key, hidden=None, after=()))
