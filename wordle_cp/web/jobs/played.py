"""What the views Analyse and Play ask for: a game that was played, and one that goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.errors import UsageError
from wordle_cp.games.notation import parse_game, parse_word, rows_alone
from wordle_cp.games.question import Position, hidden_word
from wordle_cp.play.adversary import WordHost
from wordle_cp.play.analysis import Analysis
from wordle_cp.play.analysis import analyse as analyse_game
from wordle_cp.play.games import Ending, PlayedGame, end_line, share_lines
from wordle_cp.play.rows import ExplainedRows, explain_rows
from wordle_cp.web.jobs.games import load_game, of_guess, of_hidden, strange_words
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from wordle_cp.rules.words import History
    from wordle_cp.web.jobs.games import GameChoice
    from wordle_cp.web.worker import Task


def analyse(task: Task, *, choice: GameChoice, game: str, word: str) -> Analysis | ExplainedRows:
    """Return the analysis of the game that the text `game` says; `word` is the hidden one, if it is known.

    Of rows without words it is what they say.

    A word that the lists lack is taken as if they had it, which `task` is told in words; the number of each
    guess is told before it is weighed.

    Raises:
        HistoryError, UsageError: it is no game.
    """
    variant = load_game(choice)
    rows = rows_alone(game, variant)
    if rows:
        hidden_one = hidden_word(variant, word) if word.strip() else None
        return explain_rows(variant, rows, hidden_one, task.work())
    aim = parse_word(word, variant, "the hidden word") if word.strip() else None
    moves = parse_game(game, variant, aim)
    found = {move.guess for move in moves if move.pattern == variant.scoring.win} if aim is None else {aim}
    hidden = tuple(found.difference(variant.hidden))
    played = [(move.guess, move.pattern) for move in moves if move.guess not in hidden]
    sentences = (
        *(of_guess(variant, guess, ", and judged as if it were") for guess in strange_words(variant, played)),
        *(of_hidden(variant, one) for one in hidden),
    )
    if hidden:
        more = (*variant.guesses, *found.difference(variant.guesses))
        variant = variant.model_copy(update={"guesses": more, "hidden": (*variant.hidden, *hidden)})
    if sentences:
        task.tell(" ".join(sentences))
    analysis = analyse_game(
        variant,
        moves,
        any_guess=True,
        work=task.work(),
        tell=task.tell,
        moment=0.0,  # a job that is to stop has no time left
    )
    if analysis.stopped_by is StopReason.INTERRUPTED:
        raise StoppedError(analysis.stopped_by)
    return analysis


@dataclass(frozen=True, slots=True)
class Turn:
    """A game by now: `left` words agree with it; once it is over, how it ended, and what people share."""

    history: History
    left: int
    ending: str = ""
    shared: str = ""


def turn(task: Task, *, choice: GameChoice, seed: int | None, history: History, guess: str = "") -> Turn:
    """Return the game once `guess` is answered, if there is one, by the word that `seed` hides.

    Without a seed the player knows the word, and has given the responses.

    Raises:
        HistoryError, UsageError: the guess can't be made, or the history is none.
    """
    variant = load_game(choice)
    task.demand_time()
    state = Position.start(variant, history)
    host = None if seed is None else WordHost.at_random(variant, seed)
    if guess and host is not None:
        word = parse_word(guess, variant)
        unknown = word not in variant.guesses
        reason = of_guess(variant, word) if unknown else state.refusal(word)
        if reason is not None:
            raise UsageError(reason)
        state = state.after(word, host.respond(state, word))
    if not state.over:
        return Turn(state.history, len(state.hidden))
    played = PlayedGame(state, Ending.WON if state.won else Ending.LOST)
    shared = "\n".join(share_lines(played, colour_blind=False))
    told = end_line(played, host)
    return Turn(state.history, len(state.hidden), told[:1].upper() + told[1:], shared)
