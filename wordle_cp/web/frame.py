"""The frame of every view: header, theme, palette, help, the address, and who asks the pool.

A view is built in `ViewPage.main`. There is no Tailwind: classes are Quasar's and those of `style.css`.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fastapi import Request  # noqa: TC002  FastAPI reads the annotation
from fastapi.responses import RedirectResponse
from nicegui import app, ui

from wordle_cp.data import variant_names
from wordle_cp.errors import WordleCpError
from wordle_cp.games.variant import HiddenKind
from wordle_cp.web.jobs.games import GameChoice, load_game
from wordle_cp.web.links import START, VIEWS, Link, View, parse_link
from wordle_cp.web.uploads import MEGABYTE, uploads
from wordle_cp.web.worker import JobCancelledError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

    from nicegui import Client as NiceguiClient
    from nicegui.elements.upload_files import FileUpload
    from nicegui.events import GenericEventArguments

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.web.pool import Pool


_PRESSED: Final = """(event) => {
  const pressed = event.target.closest("[data-do]");
  if (pressed) emit(pressed.dataset.do);
}"""


def pressable(pressed: Callable[..., Awaitable[None]], content: str = "") -> ui.html:
    """Show HTML; `pressed` is called with the words in `data-do` of what is pressed in it."""

    async def press(event: GenericEventArguments) -> None:
        await pressed(*str(event.args).split(" "))

    return ui.html(content, sanitize=False).on("click", press, js_handler=_PRESSED)


class Asking:
    """What a view asks the pool for, a question at a time, with a line about it and a button that cancels it.

    A newer question takes the place of an older one, of which nothing is shown any more.
    """

    def __init__(self, page: ViewPage, slot: str = "asked") -> None:
        """Show that nothing runs; what is asked for another `slot` goes on beside it."""
        self._page = page
        self._slot = slot
        self._newest: object | None = None
        self.settles = False
        """Whether what runs is only more of the same, which may begin anew."""
        with ui.element("div").classes("buttons"):
            stop = ui.button("Cancel", on_click=lambda: self.idle("cancelled"))
            self._stop = stop.props("outline no-caps").classes("late")
            self._line = ui.label().classes("wcp-faint").props("role=status")
        self.idle()

    @property
    def running(self) -> bool:
        """Whether there is no answer yet."""
        return self._newest is not None

    def tell(self, text: str, *, busy: bool | None = None) -> None:
        """Show what runs, and whether it can be cancelled; None: as before."""
        self._line.set_text(text)
        if busy is not None:
            self._stop.set_visibility(busy)

    def idle(self, text: str = "") -> None:
        """Show that nothing runs, and `text`; what runs is cancelled."""
        if self._newest is not None:
            self._page.pool.cancel(self._line.client.id, self._slot)
        self._newest = None
        self.tell(text, busy=False)

    async def ask(
        self,
        job: str,
        place: ui.element,
        *,
        hear: Callable[[object], None] = lambda _message: None,
        failed: Callable[[WordleCpError], None] = lambda _error: None,
        unasked: bool = False,
        **arguments: Any,  # noqa: ANN401  each job has its own
    ) -> Any:  # noqa: ANN401  see there
        """Return what `job` answers, which tells `hear` of its way; errors are told in `place`.

        None stands for no answer: it `failed`, was cancelled, or something newer was asked. What nobody has
        asked for is `unasked`: it makes room for all else.
        """
        asked = self._newest = object()
        self.settles = unasked
        if not unasked and self._page.pool.full:
            self.tell("waiting for an earlier question to be answered", busy=True)
        answer, told = None, ""
        with problems_into(place):
            try:
                answer = await self._page.run(
                    job,
                    slot=self._slot,
                    background=unasked,
                    hear=lambda message: hear(message) if asked is self._newest else None,
                    **arguments,
                )
            except WordleCpError as error:
                if asked is self._newest:
                    failed(error)
                    raise
            except JobCancelledError:
                told = "stopped, as another question came first"
        if asked is not self._newest:
            return None
        self._newest = None
        self.tell(told, busy=False)
        return answer


_THEMES: Final = {"dark": True, "light": False}
"""Names in the cookie; any other is as the system has it."""
_KEYS: Final = (
    ("Alt+1, Alt+2, ...", "the views, in the order of the header"),
    ("F1, or ? where nothing is typed", "this help"),
    ("Arrows", "in lists: walk; in those of Tree and Proof right goes in, left goes back"),
    ("Enter", "make the move of the row that you type in; Space on a tile changes its colour"),
    ("Backspace in an empty row", "take the last move back"),
    ("Enter in the table of Ask", "take this guess, and find its exact numbers next; on a heading, sort"),
    ("Tab, Enter, Space", "go from part to part; press what has the focus"),
)
_ICONS: Final = (
    ("share", "Copy the address of what is shown", "wcpCopy()"),
    ("palette", "Colours for everybody's eyes, or the usual ones", "wcpPalette()"),
    ("contrast", "Light, dark, or as the system has it", "wcpTheme()"),
)
"""Buttons that the browser itself answers."""


class ViewPage:
    """A view that is open in a tab: its address, and its way to the pool."""

    link: Link
    understood: bool
    """Whether the whole address makes sense; if not, `link` asks about something else than was meant."""

    def __init__(self, view: View, pool: Pool) -> None:
        """Show the header, and where `main` begins, which the view fills, what is wrong with the address."""
        self.view: Final = view
        self.pool: Final = pool
        self._context = ui.context.client
        self._nav: dict[str, ui.link] = {}
        self.on_back: Callable[[], Awaitable[None]] | None = None
        """What is called when the back or forward button has led to another address."""
        theme = self._context.request.cookies.get("wcp-theme")
        dark = ui.dark_mode(value=_THEMES.get(theme or ""))
        # The browser has changed it by itself; but with the next change of the page it would take ours again.
        ui.on("wcp-theme", lambda event: dark.set_value(_THEMES.get(str(event.args))))
        self._build_header()
        self.main: Final = ui.element("div").classes("wcp-main")  # inside of Quasar's main
        with self.main:
            self._problems = ui.element("div").classes("wcp-problems")
        self._context.on_exception(self._tell_bug)
        query = self._context.request.query_params
        names = Counter(name for name, _ in query.multi_items())
        repeated = [name for name, times in names.items() if times > 1]
        self._take(*parse_link(dict(query), known_variants(), view.options, repeated))

    @property
    def game(self) -> GameChoice:
        """The game of the address, as jobs take it."""
        link = self.link
        source = uploads().variants.get(link.variant, link.variant)
        return GameChoice(source, link.mode, link.hidden, link.limit)

    @property
    def variant(self) -> Variant:
        """The variant, as it says itself."""
        return variant_of(self.game.source)

    @property
    def kind_hidden(self) -> HiddenKind:
        """Which words may be hidden in the game of the address."""
        return self.link.hidden or usual_hidden(self.variant)

    async def run(
        self,
        name: str,
        *,
        slot: str = "",
        hear: Callable[[object], object] = lambda _message: None,
        **more: Any,  # noqa: ANN401  see there
    ) -> Any:  # noqa: ANN401  each job returns something else
        """Return what a job returns; see `Pool.run`. A request for the same `slot` cancels the older one.

        `hear` may change what the page shows.

        Raises:
            WordleCpError: as `Pool.run`.
            JobCancelledError: as `Pool.run`; also when the tab has gone.
        """
        if self._context.is_deleted:
            raise JobCancelledError

        def heard(message: object) -> None:
            if not self._context.is_deleted:
                with self._context, _bugs_told(self._context):
                    hear(message)

        return await self.pool.run(self._context.id, slot, name, hear=heard, **more)

    def _tell_bug(self, _error: Exception) -> None:
        """Show that a bug of ours has struck; it is logged."""
        if not self._context.is_deleted:
            with self._problems:
                show_problem("something went wrong in the program: its terminal tells what")

    def go(self, link: Link) -> None:
        """Make `link` the address of this view, if it isn't; the back button leads back."""
        link = replace(link, scoring=known_variants().get(link.variant, link.scoring))
        if link == self.link and self.understood:
            return
        self._take(link, [])
        ui.navigate.history.push(link.url(self.view.name))

    def _take(self, link: Link, wrong: Sequence[str]) -> None:
        """Take an address, show what is `wrong` with it, and let the other views begin there."""
        self.link = link
        self.understood = not wrong
        self._problems.clear()
        note = ""
        if wrong:
            note = "So nothing is answered; choose what you want to see."
        elif link.after and "path" in self.view.options:
            note = f"{self.view.title} doesn't begin at this position, which is kept for the other views."
        with self._problems:
            for problem in wrong:
                show_problem(problem)
            if note:
                ui.label(note).classes("wcp-faint")
        for name, shown in self._nav.items():
            shown.props["href"] = link.in_view().url(name)

    def lead_to(self, addresses: Mapping[str, str]) -> None:
        """Let the header lead to these addresses, by the names of their views."""
        for name, address in addresses.items():
            self._nav[name].props["href"] = address

    async def _went_back(self, query: Mapping[str, str]) -> None:
        texts = {str(name): str(value) for name, value in query.items()}
        self._take(*parse_link(texts, known_variants(), self.view.options))
        if self.on_back is not None:
            await self.on_back()

    def _build_header(self) -> None:
        with ui.header().classes("wcp-header").props("bordered"):
            ui.link("wordle-cp", "/").classes("wcp-brand")
            with ui.element("nav").classes("wcp-views").props('aria-label="Views"'):
                for key, view in enumerate(VIEWS, 1):
                    link = self._nav[view.name] = ui.link(view.title)
                    link.props(f'accesskey={key} title="{view.hint}"')
                    if view is self.view:
                        link.props("aria-current=page")
            ui.space()
            for icon, what, script in _ICONS:
                button = ui.button(icon=icon).props(f'flat round dense aria-label="{what}" title="{what}"')
                button.on("click", js_handler=f"() => {script}")
            with ui.dialog() as help_dialog, ui.card().classes("help"):
                for title, lines in (("Views", [(one.title, one.hint) for one in VIEWS]), ("Keys", _KEYS)):
                    ui.label(title).classes("wcp-subtitle")
                    told = "".join(f"<dt>{name}</dt><dd>{meaning}</dd>" for name, meaning in lines)
                    ui.html(f"<dl>{told}</dl>", sanitize=False)
                ui.button("Close", on_click=help_dialog.close).props("flat no-caps").classes("self-end")
            ui.button(icon="help_outline", on_click=help_dialog.open).props(
                'flat round dense aria-label="Help"'
            )
            ui.on("wcp-help", help_dialog.open)
        ui.on("wcp-back", lambda event: self._went_back(event.args))


def known_variants() -> dict[str, Scoring]:
    """Return what addresses may call variants, those that ship and uploads, and their scorings."""
    sources: dict[str, str | Path] = {**{name: name for name in variant_names()}, **uploads().variants}
    return {name: variant_of(source).scoring for name, source in sources.items()}


def variant_of(source: str | Path) -> Variant:
    """Return a variant as it says itself, one that ships or an upload."""
    return uploads().loaded[source] if isinstance(source, Path) else load_game(GameChoice(source))


def usual_hidden(variant: Variant) -> HiddenKind:
    """Return which words a variant says may be hidden."""
    return HiddenKind.BIG if variant.hidden_hash == variant.guesses_hash else HiddenKind.LIST


def add_view(view: View, pool: Pool, build: Callable[[ViewPage], object]) -> None:
    """Add `view`, whose contents `build` makes, to the page."""

    @ui.page(f"/{view.name}", title=f"{view.title} - wordle-cp")
    def show(request: Request) -> RedirectResponse | None:
        query = request.url.query
        if query and view is START:  # addresses of earlier versions
            return RedirectResponse(f"/{VIEWS[0].name}?{query}")
        page = ViewPage(view, pool)
        with page.main:
            if view is not START:
                ui.label(view.title).classes("wcp-title").props("role=heading aria-level=1")
            build(page)
        return None


def upload_box(label: str, most: int, taken: Callable[[Sequence[FileUpload]], Awaitable[None]]) -> ui.element:
    """Show where files of `most` bytes are dropped, which are `taken`; return the place for what is wrong.

    The browser empties the list of files by itself when everything has been sent: a `reset` that the server
    sends may come after its answer, and cuts off what was chosen meanwhile.
    """

    def refuse() -> None:
        problems.clear()
        with problems:
            show_problem(f"expected at most {most / MEGABYTE:g} MB")

    upload = ui.upload(
        label=label,
        multiple=True,
        auto_upload=True,
        on_multi_upload=lambda event: taken(event.files),
        on_rejected=refuse,
    )
    upload.props('flat bordered accept="*/*"').classes("upload")
    # All files or none: `max-total-size` refuses the files behind the limit, and sends those before it.
    upload.props[":filter"] = f"files => files.reduce((sum, one) => sum + one.size, 0) > {most} ? [] : files"
    upload.on("finish", js_handler=f"() => runMethod({upload.id}, 'reset', [])")
    problems = ui.element("div").classes("wcp-problems").props("aria-live=polite")
    return problems


def show_problem(problem: str) -> None:
    """Show a line about something that isn't as it should be."""
    with ui.element("div").classes("wcp-problem").props("role=alert"):
        ui.label(problem)


@contextmanager
def problems_into(place: ui.element) -> Iterator[None]:
    """Show errors of what runs inside as a line in `place`; what was cancelled just ends.

    A bug of ours is reported, too, and ends nothing: the caller goes on to show that nothing runs any more.
    """
    with _bugs_told(place.client):
        try:
            yield
        except WordleCpError as error:
            with place:
                show_problem(str(error))
        except JobCancelledError:
            pass


@contextmanager
def _bugs_told(client: NiceguiClient) -> Iterator[None]:
    """Log an error that nobody expects, and have the page of `client` tell that there was one."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  see above
        with client:
            app.handle_exception(error)
