"""Views whose form is made of a command (`web.studies`), with the answer as text, table, chart or page."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import ui

from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import UsageError
from wordle_cp.views.charts.files import inline
from wordle_cp.web.frame import Asking, problems_into
from wordle_cp.web.game_bar import GameView
from wordle_cp.web.links import Link
from wordle_cp.web.studies import STUDIES
from wordle_cp.web.tiles import TileBoard

if TYPE_CHECKING:
    from wordle_cp.web.frame import ViewPage
    from wordle_cp.web.jobs.study import Shown


class StudyView(GameView):
    """What one tab shows."""

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        self._study = study = STUDIES[page.view.name]
        self._example = Link(study.game or DEFAULT_VARIANT)
        if page.link == Link() and page.understood:
            page.link = self._example
        ui.label(study.hint).classes("wcp-faint")
        super().__init__(page)

    def _build(self) -> None:
        study, page = self._study, self._page
        self._board = None if page.view.anywhere else TileBoard(page, self._moved)
        with ui.element("div").classes("game-bar"):
            self._fields = {keyword: self._field(keyword) for keyword in study.asks}
        with ui.element("div").classes("buttons"):
            ui.button(study.button, on_click=self._enter).props("unelevated no-caps")
        self._asking = Asking(page)
        self._answer = ui.element("section").classes("answer").props('aria-label="Result"')
        with ui.expansion("What the words mean").classes("wcp-faint"):
            for name, meaning in study.notes.items():
                ui.label(f"{name}: {meaning}")

    def _field(self, keyword: str) -> Any:  # noqa: ANN401  they have a value, of several kinds
        """Show what takes the value of a keyword."""
        study, label = self._study, self._study.asks[keyword]
        if keyword in study.choices:
            return (
                ui.select(list(study.choices[keyword]), multiple=True, label=label)
                .props("dense outlined options-dense")
                .classes("game-choice wide")
            )
        if study.kinds()[keyword].is_flag:
            return ui.switch(label)
        return (
            ui.input(label)
            .props("dense outlined autocomplete=off spellcheck=false")
            .classes("game-choice wide")
            .on("keydown.enter", self._enter)
        )

    @property
    def _options(self) -> dict[str, str]:
        """What the address asks, and what is usual where it asks nothing."""
        link, study = self._page.link, self._study
        asked = {keyword: link.option(keyword) for keyword in study.asks}
        if any(asked.values()):
            return asked
        return {**study.usual, **(study.example if link == self._example else {})}

    async def _show(self) -> None:
        """Show what the address asks, and answer it."""
        self._bar.show()
        if self._board is not None:
            self._board.show(self._page.link.after)
        for keyword, widget in self._fields.items():
            text = self._options.get(keyword, "")
            if keyword in self._study.choices:
                widget.value = []
                with suppress(UsageError):  # the answer tells it
                    widget.value = self._study.chosen(keyword, text or "none")
            else:
                widget.value = text == "yes" if isinstance(widget, ui.switch) else text
        await self._ask()

    async def _changed(self) -> None:
        self._asking.idle()
        self._answer.clear()
        if self._board is not None:
            self._board.show(self._page.link.after)

    async def _enter(self) -> None:
        """Ask what the form says."""
        texts = {keyword: _text(widget.value) for keyword, widget in self._fields.items()}
        await self._go(self._page.link.with_options(**texts))

    async def _ask(self) -> None:
        """Answer the address, or an example that nobody has asked for."""
        self._answer.clear()
        self._asking.idle()
        asked = any(map(self._page.link.option, self._study.asks))
        if not self._page.understood or not (asked or self._page.link == self._example):
            return
        with self._answer:
            if not asked:
                ui.label("An example. What you ask takes its place:").classes("wcp-faint")
        if asked:
            self._asking.tell("starting", busy=True)
        shown: Shown | None = await self._asking.ask(
            self._study.job,
            self._answer,
            hear=lambda told: self._asking.tell(str(told)),
            unasked=not asked,
            choice=self._page.game,
            history=self._page.link.after,
            view=self._page.view.name,
            options=self._options,
        )
        if shown is not None:
            self._asking.tell(shown.ended)
            with self._answer:
                self._tell(shown)

    def _tell(self, shown: Shown) -> None:
        """Show an answer; a whole page in a frame that may run its script, and nothing else."""
        ui.label(shown.heading).classes("answer-value").props("role=heading aria-level=2")
        if shown.page:
            ui.label(shown.text).classes("wcp-faint")
            frame = ui.element("iframe").classes("trace-frame")
            frame.props('title="The search, step by step" sandbox=allow-scripts')
            frame.props["srcdoc"] = shown.page
            return
        ui.html(shown.table, sanitize=False)
        if shown.chart is not None:
            ui.html(inline(shown.chart), sanitize=False).classes("chart").props(
                f'role=img aria-label="{shown.chart.title}; the table has the numbers"'
            )
        with ui.expansion("As the command prints it"):
            ui.label(shown.text).classes("printed")
        with ui.element("div").classes("buttons"):
            for kind in (*shown.files, *(("svg", "png") if shown.chart else ())):
                save = partial(self._save, shown, kind)
                ui.button(kind.upper(), icon="download", on_click=save).props("flat no-caps")

    async def _save(self, shown: Shown, kind: str) -> None:
        """Give the answer as a file."""
        contents = shown.files.get(kind)
        with problems_into(self._answer):
            contents = contents or await self._page.run("study.drawing", chart=shown.chart, kind=kind)
        if contents:
            ui.download.content(contents, f"{self._page.link.variant}-{self._page.view.name}.{kind}")


def _text(value: object) -> str:
    """Return what is chosen as an address has it."""
    if isinstance(value, list):
        return ",".join(value) or "none"
    return "yes" if value is True else str(value or "").strip()
