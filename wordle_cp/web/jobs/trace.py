"""What the view Trace asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.answers.totals.solve import solve
from wordle_cp.games.question import TotalQuestion
from wordle_cp.views.traces.game import parse_techniques
from wordle_cp.views.traces.page import trace_page
from wordle_cp.views.traces.record import check_traceable, trace_of_report
from wordle_cp.web.jobs.games import load_game
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from wordle_cp.rules.words import History
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker import Task

_MOST_EVENTS = 20_000
"""The page of a trace goes to the browser whole."""


@dataclass(frozen=True, slots=True)
class TracedSearch:
    """A search as a page of its own, and its numbers; `total` is None if no strategy keeps the limit."""

    page: str
    total: int | None
    best: str | None
    nodes: int
    guesses: int


def trace(task: Task, *, choice: GameChoice, history: History, techniques: str) -> TracedSearch:
    """Return the search for the least total after `history` with the techniques that a text names.

    Raises:
        HistoryError, UsageError: the question makes no sense, or the game or its trace is too large.
        StoppedError: there was reason to stop first.
    """
    used = parse_techniques(techniques)
    variant = load_game(choice)
    question = TotalQuestion.of(variant, history=history)
    check_traceable(question)
    work = task.work()
    report = solve(question, work=work)
    if report.stopped_by is not None:
        raise StoppedError(report.stopped_by)
    found = trace_of_report(report, used, work, _MOST_EVENTS)
    return TracedSearch(trace_page(found), found.total, found.best_word, found.nodes, found.guesses)
