"""What the view Analyse asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.games.notation import parse_game
from wordle_cp.games.state import hidden_word
from wordle_cp.play.analysis import Analysis
from wordle_cp.play.analysis import analyse as analyse_game
from wordle_cp.web.drafts import shared_game
from wordle_cp.web.jobs.games import load_game
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.task import Task


@dataclass(frozen=True, slots=True)
class Weighing:
    """The guess of that number, counted from 1, is weighed now."""

    guess: int


def analyse(task: Task, *, choice: GameChoice, game: str, word: str) -> Analysis:
    """Return the analysis of the game that the text `game` says; `word` is the hidden one, if it is known.

    Raises:
        HistoryError, UsageError: it is no game.
    """
    variant = load_game(choice)
    moves = parse_game(shared_game(game), variant, hidden_word(variant, word) if word else None)
    analysis = analyse_game(
        variant,
        moves,
        work=task.work(),
        tell=lambda number: task.tell(Weighing(number)),
    )
    if analysis.stopped_by is StopReason.INTERRUPTED:
        raise StoppedError(analysis.stopped_by)
    return analysis
