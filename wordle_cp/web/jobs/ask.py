"""What the view Ask asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.position_value import PositionValue, Work, advise
from wordle_cp.web.jobs.games import load_game

if TYPE_CHECKING:
    from wordle_cp.engine import TotalProgress
    from wordle_cp.rules import History
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker_process import Task


def warm(task: Task, *, choice: GameChoice) -> None:
    """Load `choice` and the modules that positions need."""
    load_game(choice)
    task.demand_time()


def position(task: Task, *, choice: GameChoice, history: History) -> PositionValue:
    """Return the value of a position."""

    def show(progress: TotalProgress) -> None:
        task.show((progress.done, progress.openers))

    work = Work(1, task.limits, show, task.cancelled, task.started)
    return advise(load_game(choice), history, work).value
