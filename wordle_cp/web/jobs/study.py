"""What the views ask for whose form is made of a command; see `web.studies`."""

from __future__ import annotations

import csv
import io
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.totals.solve import solve
from wordle_cp.engine import TotalProgress
from wordle_cp.errors import counted
from wordle_cp.games.question import TotalQuestion
from wordle_cp.views.charts import charts
from wordle_cp.views.charts.files import picture
from wordle_cp.views.traces.game import parse_techniques
from wordle_cp.views.traces.page import trace_page
from wordle_cp.views.traces.record import check_traceable, trace_of_report
from wordle_cp.web.jobs.games import load_game
from wordle_cp.web.markup import table_html
from wordle_cp.web.studies import STUDIES
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordle_cp.answers.answer import Answer
    from wordle_cp.rules.words import History
    from wordle_cp.views.charts.drawn import Chart
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker import Task

_MOST_EVENTS: Final = 20_000
"""The page of a trace goes to the browser whole."""
_ROWS: Final = 200
_NUMBERED: Final = re.compile(r"(.*)_[0-9]+")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of an answer: a heading, its text as the command prints it, and what else there is.

    That is a table as HTML, a `chart`, a whole `page`, and `files` to be saved, by their endings. `ended`
    says how the work ended.
    """

    heading: str
    text: str
    ended: str = ""
    table: str = ""
    chart: Chart | None = None
    page: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)


def answer(
    task: Task, *, choice: GameChoice, history: History, view: str, options: Mapping[str, str]
) -> Shown:
    """Return what the command of `view` answers, about a whole game.

    Raises:
        WordleCpError: as the command.
    """
    del history
    study = STUDIES[view]

    def show(event: object) -> None:
        if isinstance(event, TotalProgress):
            task.show(f"seeking optima: {event.done} of {event.openers}, {event.work} guesses examined")
        elif type(event).__str__ is not object.__str__:
            task.show(str(event))

    return _shown(
        study.function(load_game(choice), **study.given(options), work=task.work(show)), study.chart
    )


def _shown(answer: Answer, chart: str) -> Shown:
    """Return an answer as it is shown, with the chart of that name."""
    heading, *lines = str(answer).splitlines()
    rows = list(csv.DictReader(io.StringIO(answer.to_csv())))
    files = {"json": json.dumps(answer.to_json(), indent=2).encode(), "csv": answer.to_csv().encode()}
    drawn = None
    with suppress(charts.NothingToDrawError):
        drawn = getattr(charts, chart)(answer)
    return Shown(
        heading[:1].upper() + heading[1:],
        "\n".join(lines),
        f"done in {answer.seconds:.1f} s" if answer.finished else f"stopped by the {answer.stopped_by}",
        _table(rows[:_ROWS]) if rows else "",
        drawn,
        files=files,
    )


def drawing(task: Task, *, chart: Chart, kind: str) -> bytes:
    """Return a chart as the bytes of a file; `kind` is png or svg.

    Raises:
        UsageError: what draws it isn't installed.
    """
    task.demand_time()
    return picture(chart, kind)


def _table(rows: list[dict[str, str]]) -> str:
    """Return rows as a table; of columns that are numbered one after the other, one column."""
    columns = [list(names) for _, names in groupby(rows[0], lambda name: _NUMBERED.sub(r"\1_", name))]
    heads = [names[0].replace("_", " ") + (", 2 ..." if names[1:] else "") for names in columns]
    cells = ([" ".join(_cell(row[name]) for name in names) for names in columns] for row in rows)
    return table_html("The numbers", heads, cells, cards=True)


def _cell(text: str) -> str:
    """Return a cell for people: numbers with four decimals."""
    with suppress(ValueError):
        return f"{float(text):.4f}" if "." in text else text
    return text


def trace(
    task: Task, *, choice: GameChoice, history: History, view: str, options: Mapping[str, str]
) -> Shown:
    """Return the search for the least total after `history` with the techniques of the `options`.

    Raises:
        HistoryError, UsageError: the question makes no sense, or the game or its trace is too large.
        StoppedError: there was reason to stop first.
    """
    used = parse_techniques(str(STUDIES[view].given(options)["techniques"]))
    question = TotalQuestion.of(load_game(choice), history=history)
    check_traceable(question)
    work = task.work()
    report = solve(question, work=work)
    if report.stopped_by is not None:
        raise StoppedError(report.stopped_by)
    found = trace_of_report(report, used, work, _MOST_EVENTS)
    heading = "No strategy finds every word in time"
    if found.best_word is not None:
        heading = f"{found.total} guesses with {found.best_word.upper()}"
    nodes, guesses = counted(found.nodes, "set", "sets"), counted(found.guesses, "guess", "guesses")
    return Shown(heading, f"{nodes} of words looked at, {guesses} tried", page=trace_page(found))
