"""What the view Play asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.errors import UsageError
from wordle_cp.games.notation import parse_word
from wordle_cp.games.question import Position
from wordle_cp.play.adversary import Adversary, WordHost
from wordle_cp.play.games import Ending, PlayedGame, end_line, share_lines
from wordle_cp.web.jobs.games import load_game

if TYPE_CHECKING:
    from wordle_cp.rules.words import History
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker import Task


@dataclass(frozen=True, slots=True)
class Turn:
    """A game by now: `left` words agree with it; once it is over, how it ended, and what people share."""

    history: History
    left: int
    ending: str = ""
    shared: str = ""


def turn(task: Task, *, choice: GameChoice, seed: int | None, history: History, guess: str = "") -> Turn:
    """Return the game once `guess` is answered, if there is one, by the word that `seed` hides.

    Without a seed nothing is hidden, and each response is the worst one for the player.

    Raises:
        HistoryError, UsageError: the guess can't be made, or the history is none.
    """
    variant = load_game(choice)
    task.demand_time()
    state = Position.start(variant, history)
    host = None if seed is None else WordHost.at_random(variant, seed)
    if guess:
        word = parse_word(guess, variant)
        reason = state.refusal(word)
        if reason is not None:
            raise UsageError(reason)
        state = state.after(word, (host or Adversary(task.work())).respond(state, word))
    if not state.over:
        return Turn(state.history, len(state.hidden))
    played = PlayedGame(state, Ending.WON if state.won else Ending.LOST)
    shared = "\n".join(share_lines(played, colour_blind=False))
    told = end_line(played, host)
    return Turn(state.history, len(state.hidden), told[:1].upper() + told[1:], shared)
