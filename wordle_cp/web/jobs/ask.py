"""What the view Ask asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.position.guess_values import (
    BestGuesses,
    GuessColumn,
    Settling,
    best_answer,
    count_cells,
    shipped_answer,
)
from wordle_cp.answers.shipped import shipped_total
from wordle_cp.data import in_word_lists
from wordle_cp.engine import TotalProgress
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import TOTAL_GUESSES, First, Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.web.jobs.certificates import open_walk
from wordle_cp.web.jobs.games import load_game, of_guess, strange_words
from wordle_cp.web.links import MISSED, MOST_WITHIN, WORST
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.rules.words import History
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker import Task
    from wordle_cp.work import Work


_MOST_SETTLINGS: Final = 2


@dataclass(frozen=True, slots=True)
class PositionChoice:
    """A position of a game and the name of a goal, one of `links.GOALS`, as the address of the view says.

    `within` is how many guesses more there are for MISSED; None stands for what the game leaves.
    """

    game: GameChoice
    history: History
    goal: str = First.TOTAL.value
    within: int | None = None

    @property
    def by(self) -> GuessColumn:
        """The number that makes a guess good."""
        return GuessColumn.WORST if self.goal == WORST else GuessColumn.COST

    def question(self) -> TotalQuestion:
        """Return the same with the words of the game, to which all belong that were played.

        Raises:
            As `load_game` and `TotalQuestion.of`; UsageError also without a number for MISSED.
        """
        variant = load_game(self.game)
        strange = strange_words(variant, self.history)
        if strange:
            variant = variant.model_copy(update={"guesses": tuple(sorted({*variant.guesses, *strange}))})
        if self.goal == MISSED:
            goal = Goal.missing(_within(TotalQuestion.of(variant, history=self.history), self.within))
        else:
            goal = Goal(first=First.TOTAL if self.goal == WORST else First(self.goal))
        return TotalQuestion.of(variant, history=self.history, goal=goal)


def _within(question: TotalQuestion, number: int | None) -> int:
    """Return within how many guesses a word is found in time; UsageError if that makes no sense."""
    within = question.guesses_left if number is None else number
    if within is None:
        name = question.variant.name
        message = f"{name} has no limit of guesses: say within how many a word is found in time"
        raise UsageError(message)
    most = question.guesses_left or MOST_WITHIN
    if not 1 <= within <= most:
        message = f"expected a number of guesses from 1 to {most}, as the position leaves, found {within}"
        raise UsageError(message)
    return within


_settlings: dict[tuple[PositionChoice, int | None], Settling] = {}


def warm(task: Task, *, choice: GameChoice) -> None:
    """Load a game and all that a position needs, by asking about one."""
    variant = load_game(choice)
    task.demand_time()
    shipped = shipped_answer(TotalQuestion.of(variant))
    opener = variant.guesses[0] if shipped is None else shipped.best[0]
    question = TotalQuestion.of(variant, history=((opener, 0),))
    count_cells(question)
    _known(task, question)


def found(task: Task, *, choice: PositionChoice) -> bool:
    """Return that the word with which a game ends is one: of its guesses, or of any list that ships.

    Raises:
        UsageError: it isn't.
    """
    variant, guess = load_game(choice.game), choice.history[-1][0]
    task.demand_time()
    if guess not in variant.guesses and not in_word_lists(guess):
        raise UsageError(of_guess(variant, guess))
    return True


def position(task: Task, *, choice: PositionChoice) -> BestGuesses:
    """Return the best after all that is known at once: what ships, and the cells of each guess."""
    variant = load_game(choice.game)
    strange = strange_words(variant, choice.history)
    if strange:
        consequence = ", but what its response says counts"
        task.tell(" ".join(of_guess(variant, guess, consequence) for guess in strange))
    question, by = choice.question(), choice.by
    known = shipped_answer(question) if by is GuessColumn.COST else None
    if known is not None:
        task.tell(known)
    task.tell(count_cells(question, task.work()))
    if known is None:
        known = _known(task, question) if by is GuessColumn.COST else None
        if known is not None:
            task.tell(known)
        return best_answer(question, by, _work(task))
    return known


def _known(task: Task, question: TotalQuestion) -> BestGuesses | None:
    """Return what a best strategy that ships says of a position on its way: all but the other best guesses.

    The best strategy after an opener goes on with a best one after each response.
    """
    history, variant = question.history, question.variant
    shipped = shipped_total(variant, question.limit) if question.goal == TOTAL_GUESSES else None
    if shipped is None or not history or history[0][0] not in shipped.best:
        return None
    try:
        with open_walk(task, shipped.path, history[0][0]) as walk:
            node = walk.node(history)
    except UsageError:  # the strategy doesn't lead there
        return None
    made, words = len(history), len(node.hidden_set)
    return BestGuesses(
        question.goal,
        GuessColumn.COST,
        node.hidden_set,
        node.total - made * words,
        node.worst - made,
        (node.guess,),
        all_best=words == 1,
        distribution=node.distribution[made:],
        bounds=(),
        refuted=(),
        certificate=shipped.path.name,
    )


def settle_guesses(task: Task, *, choice: PositionChoice, guesses: Sequence[str], within: int | None) -> str:
    """Tell the values of `guesses` as they are found; return the limit because of which some are missing.

    The last few positions stay, with all that was learnt about them.
    """
    key = (choice, within)
    settling = _settlings.pop(key, None) or Settling(choice.question(), within=within)
    _settlings[key] = settling
    while len(_settlings) > _MOST_SETTLINGS:
        del _settlings[next(iter(_settlings))]
    try:
        settling.settle(guesses, lambda values: task.tell(values) if values else None, _work(task))
    except StoppedError as stopped:
        if stopped.reason is StopReason.INTERRUPTED:
            raise
        return stopped.reason
    return ""


def _work(task: Task) -> Work:
    """Return how the search runs, and tells how far it is."""
    return task.work(lambda event: task.show(event) if isinstance(event, TotalProgress) else None)
