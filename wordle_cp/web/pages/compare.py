"""The view Compare: policies and openers side by side, played out over every hidden word."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nicegui import ui

from wordle_cp.answers.telling import first_names
from wordle_cp.experiments.compare import Played
from wordle_cp.views.charts.charts import NothingToDrawError, comparison_chart
from wordle_cp.views.charts.files import inline
from wordle_cp.web.frame import Asking, problems_into, show_problem
from wordle_cp.web.game_bar import GameBar
from wordle_cp.web.jobs.compare import (
    DEFAULT_PAIRS,
    MOST_PAIRS,
    POLICY_NAMES,
    Pair,
    PairPlaying,
    Seeking,
    parse_pairs,
    write_pairs,
)
from wordle_cp.web.links import Link
from wordle_cp.web.markup import table_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.shipped import ShippedTotal
    from wordle_cp.experiments.compare import Comparison
    from wordle_cp.web.frame import ViewPage

_COLUMNS: Final = ("policy", "opener", "total", "mean", "most", "above optimum", "late", "distribution")
_MEANINGS: Final = {
    "total, mean, most": "guesses over all hidden words, on average, and for the word that takes the most",
    "above optimum": "how many more guesses in all than best play after this opener takes; an "
    "upper limit, with 'at most', where only the best play of all is known and the switch above is off",
    "late": "words that are found, but with more guesses than the game allows",
    "distribution": "how many words are found with the first guess, the second and so on",
}
_HINT: Final = (
    "Rules of thumb, played out over every hidden word. A guess divides the words left into groups, by their "
    "responses. knuth wants the largest group small, irving the average one, kooi as many groups as can be, "
    "neuwirth groups of even size. With a 2 they look two guesses ahead; -first and -last say which one of "
    "equally good guesses they take."
)
_EXAMPLE: Final = (Pair("knuth", "salet"), Pair("neuwirth", "salet"))
"""With an opener whose optimum ships."""


@dataclass(slots=True)
class _Row:
    """The widgets of one pair."""

    policy: ui.select
    opener: ui.input

    def read(self) -> Pair:
        """Return the pair that is chosen."""
        return Pair(str(self.policy.value), (self.opener.value or "").strip().lower())


class CompareView:
    """What one tab shows."""

    def __init__(self, page: ViewPage) -> None:
        """Show it on `page`."""
        self._page = page
        self._rows: list[_Row] = []
        ui.label(_HINT).classes("wcp-faint")
        self._bar = GameBar(page, self._game_changed)
        self._list = ui.element("div").classes("answer").props('role=list aria-label="What is compared"')
        with ui.element("div").classes("buttons"):
            self._add = ui.button("Add", icon="add", on_click=self._add_pair).props("flat no-caps")
            self._optimum = ui.switch("Seek the optimum of each opener (may take minutes)")
            self._start = ui.button("Compare", on_click=self._ask).props("unelevated no-caps")
        self._asking = Asking(page)
        self._answer = ui.element("section").classes("answer").props('aria-label="Result"')
        page.on_back(self._show)
        self._read_link()
        ui.timer(0, self._run, once=True)

    def _read_link(self) -> None:
        """Show the pairs of the address, or an example."""
        link = self._page.link
        pairs, problems = parse_pairs(link.option("play"))
        self._answer.clear()
        with self._answer:
            for problem in problems:
                show_problem(problem)
        self._optimum.value = link.option("optimum") == "yes"
        usual = self._page.link.in_view() == Link(after=link.after)
        self._show_pairs(pairs or (_EXAMPLE if usual else DEFAULT_PAIRS))

    def _show_pairs(self, pairs: Sequence[Pair]) -> None:
        """Show `pairs`; what is shown already keeps the focus."""
        if [row.read() for row in self._rows] == [*pairs]:
            return
        self._list.clear()
        self._rows.clear()
        for pair in pairs:
            self._show_pair(pair)
        self._add.set_enabled(len(self._rows) < MOST_PAIRS)

    def _show_pair(self, pair: Pair) -> None:
        number = len(self._rows) + 1
        with self._list, ui.element("div").classes("pair").props("role=listitem"):
            policy = (
                ui.select(list(POLICY_NAMES), value=pair.policy, label=f"policy {number}")
                .props("dense outlined options-dense")
                .classes("pair-policy")
            )
            opener = (
                ui.input(f"opener {number}", value=pair.opener.upper(), placeholder="its own")
                .props("dense outlined stack-label autocomplete=off spellcheck=false maxlength=32")
                .classes("pair-opener")
                .on("keydown.enter", self._ask)
            )
            ui.button(icon="close", on_click=lambda: self._remove(number)).props(
                f'flat round dense size=sm aria-label="Remove pair {number}"'
            )
        self._rows.append(_Row(policy, opener))

    def _add_pair(self) -> None:
        self._show_pairs([*(row.read() for row in self._rows), DEFAULT_PAIRS[0]])

    def _remove(self, number: int) -> None:
        if self._asking.running:  # the rows that play are others from now on
            self._asking.cancel()
        pairs = [row.read() for row in self._rows]
        del pairs[number - 1]
        self._show_pairs(pairs or DEFAULT_PAIRS[:1])

    async def _game_changed(self) -> None:
        self._answer.clear()
        if self._page.link.option("play"):
            self._asking.idle()
        else:
            await self._show(self._page.link)

    async def _show(self, _link: Link) -> None:
        self._asking.idle()
        self._bar.show()
        self._read_link()
        await self._run()

    async def _ask(self) -> None:
        pairs = tuple(dict.fromkeys(row.read() for row in self._rows))
        link = self._page.link.with_options(
            play=write_pairs(pairs), optimum="yes" if self._optimum.value else ""
        )
        self._page.go(link)
        self._read_link()
        await self._run()

    async def _run(self) -> None:
        """Play out what is shown, an example if nobody has chosen it, and show what comes of it."""
        if not self._page.understood:
            return
        example = not self._page.link.option("play")
        if not example:
            self._asking.tell("starting", busy=True)
        played: dict[tuple[str, str], Played] = {}
        with self._answer:
            if example:
                ui.label("An example. What you compare takes its place:").classes("wcp-faint")
            table = ui.html("", sanitize=False)
            below = ui.element("div").classes("answer")

        def hear(message: object) -> None:
            if isinstance(message, Played):  # once more, if an example has made room for others
                played[message.policy, message.opener] = message
                table.set_content(_table(tuple(played.values())))
            if not example:
                self._asking.tell(_describe(message, len(played), len(self._rows)))

        report: Comparison | None = await self._asking.ask(
            "compare.compare",
            below,
            hear=hear,
            unasked=example,
            choice=self._page.game,
            pairs=tuple(row.read() for row in self._rows),
            optimum=bool(self._optimum.value),
        )
        if report is not None:
            stopped = f"stopped by the {report.stopped_by}"
            self._asking.tell(f"done in {report.seconds:.1f} s" if report.stopped_by is None else stopped)
            table.set_content(_table(report.played, report.least))
            with below:
                self._show_report(report)

    def _show_report(self, report: Comparison) -> None:
        variant = report.variant
        for column, meaning in _MEANINGS.items():
            ui.label(f"{column}: {meaning}.").classes("soft")
        if report.least is not None:
            best = first_names(report.least.best)
            mean = report.least.total / len(variant.hidden)
            limit = variant.max_guesses
            within = "" if limit is None else f", if each word must be found within {limit}"
            ui.label(
                f"The fewest guesses are {report.least.total} ({mean:.4f} on average), with {best}{within}. "
                f"Proven by {report.least.path.name}, a shipped proof, not checked again."
            )
        try:
            chart = comparison_chart(report, partly=True)
        except NothingToDrawError:
            return
        ui.label(chart.title).classes("wcp-subtitle").props("role=heading aria-level=2")
        ui.html(inline(chart), sanitize=False).classes("chart").props(
            f'role=img aria-label="{chart.title}; the table has the numbers"'
        )
        if report.duels:
            told = table_html(
                "Duels: on how many hidden words the first is faster than the second",
                ("first", "second", "faster", "slower", "as fast"),
                [
                    (_name(duel.first), _name(duel.second), duel.wins, duel.losses, duel.draws)
                    for duel in report.duels
                ],
            )
            ui.html(told, sanitize=False)
        stem = f"{variant.name}-{variant.mode}-policies"
        with ui.element("div").classes("buttons"):
            for kind in ("json", "csv", "svg", "png"):
                ui.button(
                    kind.upper(), icon="download", on_click=lambda kind=kind: self._save(report, stem, kind)
                ).props("flat no-caps")

    async def _save(self, report: Comparison, stem: str, kind: str) -> None:
        """Give the answer as a file."""
        if kind == "json":
            contents = json.dumps(report.to_json(), indent=2).encode()
        elif kind == "csv":
            contents = report.to_csv().encode()
        else:
            contents = b""
            with problems_into(self._answer):
                contents = await self._page.run("compare.picture", slot="picture", report=report, kind=kind)
        if contents:
            ui.download.content(contents, f"{stem}.{kind}")


def _describe(message: object, done: int, pairs: int) -> str:
    """Return what to say about progress."""
    if isinstance(message, Seeking):
        return f"seeking optima: {message.done} of {message.openers}, {message.guesses} guesses examined"
    words = f", {message.found} of {message.words} words" if isinstance(message, PairPlaying) else ""
    return f"{done} of {pairs} played out{words}"


def _name(played: Played) -> str:
    return f"{played.policy} {played.opener.upper()}"


def _above(one: Played, least: ShippedTotal | None) -> str:
    """Return how far above the optimum a policy is, as far as that is known."""
    if one.excess is not None:
        return f"{one.excess:+}"
    return "not known" if least is None else f"at most {one.total_guesses - least.total:+}"


def _table(played: Sequence[Played], least: ShippedTotal | None = None) -> str:
    best = {one.opener: one.best for one in played if one.best is not None}
    rows = [
        (
            one.policy,
            one.opener.upper() + (" (its own)" if one.own_opener else ""),
            one.total_guesses,
            f"{float(one.mean):.4f}",
            one.max_guesses,
            _above(one, least),
            one.late,
            " ".join(map(str, one.figures.distribution)),
        )
        for one in played
    ]
    rows += [
        (
            "best play",
            opener.upper(),
            found.total_guesses,
            f"{found.total_guesses / found.hidden_count:.4f}",
            len(found.distribution),
            "+0",
            0,
            " ".join(map(str, found.distribution)),
        )
        for opener, found in best.items()
    ]
    return table_html("Guesses over all hidden words", _COLUMNS, rows, cards=True)
