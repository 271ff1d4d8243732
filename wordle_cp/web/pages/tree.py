"""The view Tree: a strategy of a certificate, node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import UsageError, abridged, counted
from wordle_cp.values import meant
from wordle_cp.views.strategies.walk import ChildFilter, ChildOrder
from wordle_cp.web.certificate_view import CertificateView, ask_link
from wordle_cp.web.frame import problems_into
from wordle_cp.web.links import whole_number
from wordle_cp.web.markup import bars_html, line_html, tiles_html, words_html
from wordle_cp.web.moves import UP, Moves

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import Page
    from wordle_cp.web.jobs.certificates import CertificateHead
    from wordle_cp.web.jobs.tree import ShownNode
    from wordle_cp.web.links import Link

_HINT: Final = "What to guess first, and after each response what to guess next. Choose a response to go on."
_SHOWN_WORDS: Final = 120
_INTO: Final = ">"
"""Before the response of a child, where a line leads to it: a number alone is a node of the way."""
_ALL_WORDS: Final = 20_000


class TreeView(CertificateView):
    """What one tab shows: the options `file`, `opener` and `path` of the address."""

    def __init__(self, page: Page) -> None:
        """Show it on `page`."""
        super().__init__(page, "Walk through a strategy", _HINT, "certificate of a strategy")
        self._shown: ShownNode | None = None
        self._most_words = _SHOWN_WORDS
        self._busy = ui.label().classes("wcp-faint").props("aria-live=polite")
        with ui.element("div").classes("explorer") as self._explorer:
            with ui.element("section").classes("explorer-node").props('aria-label="Node"'):
                self._openers = (
                    ui.select([], label="Opener", on_change=self._opener_chosen)
                    .props("dense outlined options-dense")
                    .classes("opener-select")
                )
                self._way = Moves("The way from the start", self._go)
                self._node = ui.element("div").classes("node-card").props("aria-live=polite")
            with ui.element("section").classes("explorer-children").props('aria-label="Responses"'):
                self._build_filters()
                self._count = ui.label().classes("wcp-faint")
                self._children = Moves("Responses: arrows walk, right goes in, left goes back", self._go)
        self._explorer.set_visibility(False)
        self._begin()

    @staticmethod
    def _wanted(head: CertificateHead) -> int:
        """Return how much a certificate is wanted here: one that lists openers the most."""
        return head.strategy and 1 + bool(head.openers)

    def _build_filters(self) -> None:
        with ui.element("div").classes("filters"):
            self._search = _field("find a word").on("keydown.enter", self._find).mark("find-word")
            self._order = ui.toggle(
                {ChildOrder.RESPONSE: "by response", ChildOrder.SIZE: "by size"},
                value=ChildOrder.RESPONSE,
                on_change=self._filter,
            ).props("dense unelevated no-caps padding='0.3rem 0.7rem'")
        with (
            ui.expansion("Show some responses only").classes("game-fold").props("dense"),
            ui.element("div").classes("filters"),
        ):
            self._pattern = _field("response: G?B", self._filter).mark("filter-pattern")
            self._word = _field("guess or word left", self._filter).mark("filter-word")
            self._least = (
                _field("words at least", self._filter).props("inputmode=numeric").mark("filter-least")
            )

    async def _opener_chosen(self) -> None:
        opener = self._openers.value
        if opener and opener != (self._page.link.option("opener") or self._openers.options[0]):
            await self._visit(self._page.link.with_options(opener=opener, path=""))

    async def _show(self, link: Link) -> None:
        """Show what `link` says, another certificate maybe, without filters."""
        for field in (self._pattern, self._word, self._least):
            field.value = ""
        await super()._show(link)

    async def _show_file(self, head: CertificateHead, link: Link) -> None:
        openers = list(head.openers)
        self._openers.set_visibility(len(openers) > 1)
        if openers:
            self._openers.set_options(openers, value=link.option("opener") or openers[0])
        if not head.impossible:
            await self._ask()
            return
        told = "This certificate proves an impossibility, so it has no strategy."
        self._refer(told, "proof", link, "Look at the proof")

    def _hide(self) -> None:
        """Show no strategy."""
        super()._hide()
        self._shown = None
        self._explorer.set_visibility(False)

    async def _ask(self) -> None:
        """Fetch the node and show it."""
        link = self._page.link
        wanted = ChildFilter(
            pattern=self._pattern.value or "",
            word=self._word.value or "",
            least=self._least_words(),
        )
        self._busy.text = "checking the strategy" if self._shown is None else ""
        shown: ShownNode | None = await self._newest(
            "tree.node",
            self._busy,
            lambda _message: None,
            slot="node",
            needs=f"tree {self._path}",
            file=self._path,
            opener=link.option("opener") or None,
            after=link.option("path"),
            wanted=wanted,
            order=self._order.value,
        )
        if shown is not None:
            self._shown = shown
            self._most_words = _SHOWN_WORDS
            self._tell(shown)

    def _least_words(self) -> int:
        """Return how many words children are to have at least."""
        text = (self._least.value or "").strip()
        number = whole_number(text, _ALL_WORDS) if text else 1
        if number is None:
            expected = f"expected a number from 0 to {_ALL_WORDS}, found {abridged(text)}"
            message = f"{self._least.props['label']}: {expected}"
            raise UsageError(message)
        return number

    async def _filter(self) -> None:
        if self._shown is not None:
            self._bar.problems.clear()
            with problems_into(self._bar.problems):
                await self._ask()

    async def _find(self) -> None:
        word = (self._search.value or "").strip()
        if not word:
            return
        self._bar.problems.clear()
        with problems_into(self._bar.problems):
            link = self._page.link
            history: History = await self._page.run(
                "tree.find",
                slot="find",
                needs=f"tree {self._path}",
                file=self._path,
                opener=link.option("opener") or None,
                word=word,
            )
            self._search.value = ""
            await self._visit(self._at(history))

    async def _go(self, where: str) -> None:
        """Go to a child (its response), to a node of the way (its number), or back."""
        shown = self._shown
        if shown is None:
            return
        history = shown.node.history
        if where == UP:
            if len(history) == len(shown.start):
                return
            history = history[:-1]
        elif where.isdigit():
            history = history[: int(where)]
        else:
            told = shown.scoring.format_pattern
            pattern = next(c.pattern for c in shown.children if told(c.pattern) == where[1:])
            history = (*history, (shown.node.guess, pattern))
        await self._visit(self._at(history))
        self._children.focus(otherwise=self._way)

    def _tell(self, shown: ShownNode) -> None:
        self._claim.text = shown.claim
        noun = shown.scoring.noun
        self._search.props["label"] = f"find a {noun}"
        self._word.props["label"] = f"guess or {noun} left"
        self._least.props["label"] = f"{noun}s at least"
        self._explorer.set_visibility(True)
        self._tell_path(shown)
        self._node.clear()
        with self._node:
            self._tell_node(shown)
        self._tell_children(shown)

    def _tell_path(self, shown: ShownNode) -> None:
        history, start, noun = shown.node.history, len(shown.start), shown.scoring.noun
        lines = [tiles_html(*move, shown.scoring) for move in shown.start]
        for number, step in enumerate(shown.path, start):
            words = counted(step.hidden_count, noun, f"{noun}s")
            cells = (tiles_html(*history[number], shown.scoring), f"of {words}")
            label = f"back to {step.guess.upper()}, {words} left"
            lines.append(line_html(str(number), self._href(history[:number]), cells, label=label))
        self._way.show(lines)

    def _href(self, history: History) -> str:
        return self._at(history).url(self._page.view.name)

    def _tell_node(self, shown: ShownNode) -> None:
        node = shown.node
        noun = shown.scoring.noun
        words = counted(len(node.hidden_set), noun, f"{noun}s")
        with ui.element("h2").classes("node-guess"):
            ui.label(node.guess.upper())
            wins = f"can be the {noun}" if node.wins else f"can't be the {noun}"
            ui.label(f"guess {len(node.history) + 1}, {wins}").classes("wcp-faint")
        ui.label(
            f"{words} left: {node.total} guesses in all, {node.mean:.4f} on average, {node.worst} at most"
        )
        ui.html(bars_html(node.distribution, noun))
        if not node.responses:
            ui.label("The game is over here.").classes("wcp-faint")
        self._words = ui.html(self._words_html()).classes("words-left")
        if len(node.hidden_set) > self._most_words:
            more = ui.button(f"all {words}").props("flat dense no-caps")
            more.on_click(lambda: self._show_all_words(more))
        if shown.game is not None:
            ask_link(shown.game, node.history)

    def _words_html(self) -> str:
        assert self._shown is not None, "called for what is shown"
        return words_html(self._shown.node.hidden_set[: self._most_words])

    def _show_all_words(self, button: ui.button) -> None:
        self._most_words = _ALL_WORDS
        self._words.set_content(self._words_html())
        button.delete()

    def _tell_children(self, shown: ShownNode) -> None:
        history, node, noun = shown.node.history, shown.node, shown.scoring.noun
        total = counted(node.responses, "response", "responses")
        some = len(shown.children)
        self._count.text = total if some == node.responses else f"{some} of {total}"
        word = (self._word.value or "").strip()
        if not some and word:
            self._count.text += f"; none leads to {abridged(word)}{meant(word, node.hidden_set)}"
        self._count.set_visibility(node.responses > 0)
        lines: list[str] = []
        for child in shown.children:
            response = shown.scoring.format_pattern(child.pattern)
            words = counted(child.hidden_count, noun, f"{noun}s")
            below = f"{child.total} guesses, {child.worst} at most"
            cells = (
                tiles_html(node.guess, child.pattern, shown.scoring),
                words,
                f"<b>{child.guess.upper()}</b>",
                f'<span class="wcp-faint">{below if child.responses else f"guess {child.worst}"}</span>',
            )
            label = f"{response}: {words}, then {child.guess.upper()}"
            move = (node.guess, child.pattern)
            lines.append(line_html(_INTO + response, self._href((*history, move)), cells, label=label))
        self._children.show(lines)


def _field(label: str, changed: Callable[[], Awaitable[None]] | None = None) -> ui.input:
    """Show a short line to type in; `changed` is called once somebody stops typing."""
    field = ui.input(label, on_change=changed).classes("filter")
    field.props("dense outlined autocomplete=off autocapitalize=off spellcheck=false")
    return field.props("debounce=250") if changed else field
