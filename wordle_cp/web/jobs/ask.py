"""What the view Ask asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.position.guess_records import Wanted
from wordle_cp.answers.position.guess_values import PositionQuestion, Settling, best_answer, count_cells
from wordle_cp.engine import TotalProgress
from wordle_cp.web.jobs.games import load_game
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.position.guess_records import Answer, Fact
    from wordle_cp.rules.words import History
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.task import Task
    from wordle_cp.work import Work


_MOST_SETTLINGS: Final = 2


@dataclass(frozen=True, slots=True)
class PositionChoice:
    """A position of a game and what is wanted, as the address of the view says."""

    game: GameChoice
    history: History
    goal: Wanted = Wanted.TOTAL
    within: int | None = None

    def question(self) -> PositionQuestion:
        """Return the same with the words of the game.

        Raises:
            As `load_game`.
        """
        return PositionQuestion(load_game(self.game), self.history, self.goal, self.within)


@dataclass(frozen=True, slots=True)
class Searching:
    """How far a search is, in guesses; `best` is the least cost so far."""

    done: int
    guesses: int
    best: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What has been found out about some guesses."""

    facts: tuple[Fact, ...]


_settlings: dict[tuple[PositionChoice, int | None], Settling] = {}


def warm(task: Task, *, choice: GameChoice) -> None:
    """Load a game and all that a position needs, by asking about one."""
    variant = load_game(choice)
    task.demand_time()
    question = PositionQuestion(variant, ((variant.guesses[0], 0),))
    count_cells(question)


def position(task: Task, *, choice: PositionChoice) -> Answer:
    """Tell the cells of each guess, then return the best."""
    question = choice.question()
    task.tell(count_cells(question, task.demand_time))
    return best_answer(question, _work(task))


def settle_guesses(
    task: Task, *, choice: PositionChoice, guesses: Sequence[str], within: int | None
) -> StopReason | None:
    """Tell `Facts` about `guesses`; return why some are missing, if a limit has struck.

    The last few positions stay, with all that was learnt about them.
    """
    key = (choice, within)
    settling = _settlings.pop(key, None) or Settling(choice.question(), within=within)
    _settlings[key] = settling
    while len(_settlings) > _MOST_SETTLINGS:
        del _settlings[next(iter(_settlings))]
    try:
        settling.settle(guesses, lambda facts: task.tell(Facts(facts)) if facts else None, _work(task))
    except StoppedError as stopped:
        if stopped.reason is StopReason.INTERRUPTED:
            raise
        return stopped.reason
    return None


def _work(task: Task) -> Work:
    """Return how the search runs, and tells how far it is."""

    def show(event: object) -> None:
        if isinstance(event, TotalProgress):
            best = None if event.best is None else f"{event.best.opener.upper()} {event.best.cost}"
            task.show(Searching(event.done, event.openers, best))

    return task.work(show)
