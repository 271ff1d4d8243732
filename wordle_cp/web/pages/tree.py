"""The view Tree: a strategy of a certificate, node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.errors import UsageError, abridged, counted
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.views.strategies.walk import ChildFilter, ChildOrder
from wordle_cp.web.certificate_bar import CertificateBar, ask_link, certificate_file
from wordle_cp.web.frame import problems_into
from wordle_cp.web.links import whole_number
from wordle_cp.web.markup import bars_html, line_html, tiles_html, words_html
from wordle_cp.web.moves import UP, Moves
from wordle_cp.web.workers import Waiting

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordle_cp.rules.words import History
    from wordle_cp.web.frame import Page
    from wordle_cp.web.jobs.certificates import CertificateHead
    from wordle_cp.web.jobs.tree import ShownNode
    from wordle_cp.web.links import Link

_SHOWN_WORDS: Final = 120
_ALL_WORDS: Final = 20_000


class TreeView:
    """What one tab shows: the options `file`, `opener` and `path` of the address."""

    def __init__(self, page: Page) -> None:
        """Show it on `page`."""
        self._page = page
        self._shown: ShownNode | None = None
        self._file = ""  # the certificate that is shown, or was to be
        self._most_words = _SHOWN_WORDS
        self._asked: object | None = None  # the newest request; older ones show nothing any more
        self._bar = CertificateBar(page, _wanted, self._open)
        self._claim = ui.label().classes("wcp-faint claim")
        self._note = ui.element("div").classes("answer")
        self._busy = ui.label().classes("wcp-faint").props("aria-live=polite")
        with ui.element("div").classes("explorer") as self._explorer:
            with ui.element("section").classes("explorer-node").props('aria-label="Node"'):
                self._openers = (
                    ui.select([], label="Opener", on_change=self._opener_chosen)
                    .props("dense outlined options-dense")
                    .classes("opener-select")
                )
                self._path = Moves("The way from the start", self._go)
                self._node = ui.element("div").classes("node-card").props("aria-live=polite")
            with ui.element("section").classes("explorer-children").props('aria-label="Responses"'):
                self._build_filters()
                self._count = ui.label().classes("wcp-faint")
                self._children = Moves("Responses: arrows walk, right goes in, left goes back", self._go)
        self._explorer.set_visibility(False)
        page.on_back(self._show)
        ui.timer(0, self._begin, once=True)

    def _build_filters(self) -> None:
        with ui.element("div").classes("filters"):
            self._search = _field("find a word").on("keydown.enter", self._find).mark("find-word")
            self._pattern = _field("response: G?B", self._filter).mark("filter-pattern")
            self._word = _field("guess or word left", self._filter).mark("filter-word")
            self._least = (
                _field("words at least", self._filter).props("inputmode=numeric").mark("filter-least")
            )
            self._order = ui.toggle(
                {ChildOrder.RESPONSE: "by response", ChildOrder.SIZE: "by size"},
                value=ChildOrder.RESPONSE,
                on_change=self._filter,
            ).props("dense unelevated no-caps")

    async def _begin(self) -> None:
        await self._bar.fill()
        await self._show(self._page.link)

    async def _open(self, name: str) -> None:
        await self._visit(self._page.link.with_options(file=name, opener="", path=""))

    async def _opener_chosen(self) -> None:
        opener = self._openers.value
        if opener and opener != (self._page.link.option("opener") or self._openers.options[0]):
            await self._visit(self._page.link.with_options(opener=opener, path=""))

    async def _visit(self, link: Link) -> None:
        self._page.go(link)
        await self._show(link)

    async def _show(self, link: Link) -> None:
        """Show what `link` says, another certificate maybe, without filters."""
        if not self._page.understood:
            self._hide()
            return
        link = self._bar.take(link)
        name = link.option("file")
        for field in (self._pattern, self._word, self._least):
            field.value = ""
        if name != self._file:
            self._hide()
        self._file = name
        with problems_into(self._bar.problems):
            if not name:
                with self._note:
                    self._bar.tell_none("certificate of a strategy")
                return
            head: CertificateHead = await self._page.run(
                "certificates.head", slot="head", file=certificate_file(self._page, name)
            )
            openers = list(head.openers)
            self._openers.set_visibility(len(openers) > 1)
            if openers:
                self._openers.set_options(openers, value=link.option("opener") or openers[0])
            if head.impossible:
                self._tell_impossible(head, link)
                return
            await self._ask()

    def _hide(self) -> None:
        """Show no strategy."""
        self._shown = None
        self._claim.text = ""
        self._note.clear()
        self._explorer.set_visibility(False)

    def _tell_impossible(self, head: CertificateHead, link: Link) -> None:
        self._hide()
        self._claim.text = head.claim
        with self._note:
            ui.label("This certificate proves an impossibility, so it has no strategy.")
            ui.link("Look at the proof", link.in_view().with_options(file=link.option("file")).url("proof"))

    async def _ask(self) -> None:
        """Fetch the node and show it."""
        link = self._page.link
        wanted = ChildFilter(
            pattern=self._pattern.value or "",
            word=self._word.value or "",
            least=self._least_words(),
        )
        file = certificate_file(self._page, link.option("file"))
        asked = self._asked = object()
        self._busy.text = "checking the strategy" if self._shown is None else ""

        def hear(message: object) -> None:
            if asked is self._asked and isinstance(message, Waiting) and message.ahead:
                self._busy.text = f"{counted(message.ahead, 'request comes', 'requests come')} first"

        try:
            shown: ShownNode = await self._page.run(
                "tree.node",
                slot="node",
                hear=hear,
                needs=f"tree {file}",
                file=file,
                opener=link.option("opener") or None,
                after=link.option("path"),
                wanted=wanted,
                order=self._order.value,
            )
        finally:
            if asked is self._asked:
                self._busy.text = ""
        if asked is not self._asked:
            return
        self._shown = shown
        self._most_words = _SHOWN_WORDS
        self._tell(shown)

    def _least_words(self) -> int:
        """Return how many words children are to have at least."""
        text = (self._least.value or "").strip()
        number = whole_number(text, _ALL_WORDS) if text else 1
        if number is None:
            message = f"words at least: expected a number from 0 to {_ALL_WORDS}, found {abridged(text)}"
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
            file = certificate_file(self._page, link.option("file"))
            history: History = await self._page.run(
                "tree.find",
                slot="find",
                needs=f"tree {file}",
                file=file,
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
            pattern = next(
                c.pattern for c in shown.children if self._scoring.format_pattern(c.pattern) == where
            )
            history = (*history, (shown.node.guess, pattern))
        await self._visit(self._at(history))
        self._children.focus(otherwise=self._path)

    @property
    def _scoring(self) -> WordScoring:
        assert self._shown is not None, "asked for what is shown"
        return WordScoring(len(self._shown.node.guess))

    def _at(self, history: History) -> Link:
        """Return the address of the node after `history`."""
        length = len(history[0][0]) if history else 0
        return self._page.link.with_options(path=WordScoring(length).format_history(history).lower())

    def _tell(self, shown: ShownNode) -> None:
        self._claim.text = shown.claim
        self._explorer.set_visibility(True)
        self._tell_path(shown)
        self._node.clear()
        with self._node:
            self._tell_node(shown)
        self._tell_children(shown)

    def _tell_path(self, shown: ShownNode) -> None:
        history, start = shown.node.history, len(shown.start)
        lines = [tiles_html(*move) for move in shown.start]
        for number, step in enumerate(shown.path, start):
            words = counted(step.hidden_count, "word", "words")
            cells = (tiles_html(*history[number]), f"of {words}")
            label = f"back to {step.guess.upper()}, {words} left"
            lines.append(line_html(str(number), self._href(history[:number]), cells, label=label))
        self._path.show(lines)

    def _href(self, history: History) -> str:
        return self._at(history).url(self._page.view.name)

    def _tell_node(self, shown: ShownNode) -> None:
        node = shown.node
        words = counted(len(node.hidden_set), "word", "words")
        with ui.element("h1").classes("node-guess"):
            ui.label(node.guess.upper())
            wins = "can be the word" if node.wins else "can't be the word"
            ui.label(f"guess {len(node.history) + 1}, {wins}").classes("wcp-faint")
        ui.label(
            f"{words} left: {node.total} guesses in all, {node.mean:.4f} on average, {node.worst} at most"
        )
        ui.html(bars_html(node.distribution))
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
        history, node = shown.node.history, shown.node
        total = counted(node.responses, "response", "responses")
        some = len(shown.children)
        self._count.text = total if some == node.responses else f"{some} of {total}"
        self._count.set_visibility(node.responses > 0)
        lines: list[str] = []
        for child in shown.children:
            response = self._scoring.format_pattern(child.pattern)
            words = counted(child.hidden_count, "word", "words")
            below = f"{child.total} guesses, {child.worst} at most"
            cells = (
                tiles_html(node.guess, child.pattern),
                words,
                f"<b>{child.guess.upper()}</b>",
                f'<span class="wcp-faint">{below if child.responses else f"guess {child.worst}"}</span>',
            )
            label = f"{response}: {words}, then {child.guess.upper()}"
            move = (node.guess, child.pattern)
            lines.append(line_html(response, self._href((*history, move)), cells, label=label))
        self._children.show(lines)


def _wanted(head: CertificateHead) -> int:
    """Return how much a certificate is wanted here: one that lists openers the most."""
    return 0 if head.impossible else 1 + bool(head.openers)


def _field(label: str, changed: Callable[[], Awaitable[None]] | None = None) -> ui.input:
    """Show a short line to type in; `changed` is called once somebody stops typing."""
    field = ui.input(label, on_change=changed).classes("filter")
    field.props("dense outlined autocomplete=off autocapitalize=off spellcheck=false")
    return field.props("debounce=250") if changed else field
