"""`wordle-cp assist`: the best guess for a game that is played elsewhere, response by response."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Final

from wordle_cp.answers.position.value import PositionValue, advise
from wordle_cp.answers.telling import words_of
from wordle_cp.cli.dialogue import (
    ColourBlindOption,
    Dialogue,
    asks_for_help,
    end_beside_responses,
    ends,
    guess_question,
)
from wordle_cp.cli.output import ExitCode, print_json
from wordle_cp.cli.running import Worked
from wordle_cp.commands.options import asked
from wordle_cp.commands.shared import GAME, After, HiddenOption, MaxGuesses, ModeOption, variant_of
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import HistoryError, UsageError
from wordle_cp.games.given import history_of
from wordle_cp.games.notation import (
    Move,
    described_response,
    parse_history,
    parse_response,
    parse_word,
)
from wordle_cp.games.question import Position
from wordle_cp.play.games import Ending, assist_fields
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History

_BACK: Final = "-"


@asked
def assist(
    *,
    history: After = None,
    game: Annotated[str, GAME] = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuesses = None,
    colour_blind: ColourBlindOption = False,
    options: Worked,
    as_json: bool = False,
) -> ExitCode:
    """Get the best guesses for a game that you play elsewhere, after each response.

    Type your guess (Enter takes the best one), then the response: letters (B grey, Y yellow, G green), digits
    (0, 1, 2) or coloured squares; in other games what help shows. Both on one line will do, or a whole game.
    - takes a move back, ! ends. No guess is better than those shown. Ctrl-C ends a search that takes too
    long, and Enter repeats it.

    Examples:
        wordle-cp assist --variant nyt-2022-02-15
        wordle-cp assist --mode hard --after salet.bybbb
    """
    played = history if isinstance(history, str) else None
    variant = variant_of(game, mode=mode, hidden=hidden, max_guesses=max_guesses, played=played)
    state = Position.start(variant, history_of(variant, history))
    if state.over:
        message = "--after: the game is over"
        raise UsageError(message)
    dialogue = Dialogue(options, as_json=as_json, colour_blind=colour_blind)
    assisted = _Assisted(state, dialogue)
    ending = assisted.play()
    dialogue.say("found" if ending is Ending.WON else ending.value)
    if as_json:
        print_json(assisted.fields(ending))
    return ExitCode.UNDECIDED if ending is Ending.STOPPED else ExitCode.DONE


class _Assisted:
    """A game that is played elsewhere."""

    def __init__(self, state: Position, dialogue: Dialogue) -> None:
        self._dialogue = dialogue
        self._states = [state]
        self._end = end_beside_responses(state.variant)
        self._advice: dict[History, PositionValue | StopReason] = {}  # or what stopped the search for it
        self._stopped_by: StopReason | None = None

    def play(self) -> Ending:
        """Advise until the game ends, or the player does."""
        dialogue = self._dialogue
        dialogue.explain(
            f"your guess, then its response; {_BACK} takes a move back, {self._end} ends, help explains"
        )
        ending: Ending | None = None
        try:
            while ending is None and not self._states[-1].over:
                advice = self._advise(self._states[-1])
                answer = dialogue.ask(f"your guess{_enter(advice)}: ")
                if answer is None or ends(answer, self._states[-1].variant, self._end):
                    ending = self._given_up(answer)
                elif answer == _BACK:
                    self._take_back()
                elif asks_for_help(answer, self._states[-1].variant):
                    self._help(advice)
                elif not answer and advice is None:
                    del self._advice[self._states[-1].history]  # so that it is searched for again
                else:
                    ending = self._move(answer, advice)
        except KeyboardInterrupt:
            dialogue.say("")
            self._stopped_by = StopReason.INTERRUPTED
            return Ending.STOPPED
        return ending or (Ending.WON if self._states[-1].won else Ending.LOST)

    def _advise(self, state: Position) -> PositionValue | None:
        """Tell the best guesses, searched for once; None where the search was stopped."""
        dialogue, history = self._dialogue, state.history
        dialogue.say(f"{guess_question(state)}, {words_of(state.variant, len(state.hidden), '')} left")
        if history not in self._advice:
            try:
                with dialogue.searching() as work:
                    self._advice[history] = advise(state.variant, history, work)
            except StoppedError as stopped:
                self._advice[history] = stopped.reason
        advice = self._advice[history]
        if isinstance(advice, StopReason):
            dialogue.say(f"best         not known, as {dialogue.stopped(advice)}")
            return None
        dialogue.tell_advice(advice, state.variant)
        return advice

    def _given_up(self, answer: str | None) -> Ending:
        """Return how `answer` ends the game; None is the end of the input, too early if advice is missing."""
        advice = self._advice[self._states[-1].history]
        if answer is not None or not isinstance(advice, StopReason):
            return Ending.GIVEN_UP
        self._stopped_by = advice
        return Ending.STOPPED

    def _move(self, answer: str, advice: PositionValue | None) -> Ending | None:
        """Make the move that `answer` begins, asking for what it lacks; return an ending if that ends it.

        What is wrong is reported, and asked for again.
        """
        dialogue, state = self._dialogue, self._states[-1]
        try:
            moves = self._moves(answer, advice)
            if moves[0].pattern is not None:
                self._play(moves)
                return None
        except HistoryError as error:
            dialogue.say(str(error))
            return None
        guess = moves[0].guess
        reason = state.refusal(guess)
        if reason is not None:
            dialogue.say(reason)
            return None
        while True:
            text = dialogue.ask(f"response to {guess.upper()}: ")
            if text is None or ends(text, state.variant, self._end):
                return self._given_up(text)
            if text == _BACK:
                return None
            if asks_for_help(text):
                self._help(advice)
                continue
            try:
                self._play([Move(guess, parse_response(text, state.variant))])
            except HistoryError as error:
                dialogue.say(str(error))
                continue
            return None

    def _moves(self, answer: str, advice: PositionValue | None) -> Sequence[Move]:
        """Return what `answer` says: a guess, a response to the best one, or guesses with responses.

        Raises:
            HistoryError: it says none of these.
        """
        variant = self._states[-1].variant
        best = () if advice is None else advice.best
        if not answer and best:
            return [Move(best[0], None)]
        with suppress(HistoryError):
            guess = parse_word(answer, variant)
            if guess in variant.guesses or not best:
                return [Move(guess, None)]
        if best:
            with suppress(HistoryError):
                return [Move(best[0], parse_response(answer, variant))]
            with suppress(HistoryError):
                return [Move(parse_word(answer, variant), None)]  # the caller refuses that guess
        return [Move(guess, pattern) for guess, pattern in parse_history(answer, variant)]

    def _play(self, moves: Sequence[Move]) -> None:
        """Make `moves`, all or none of them, and show them; HistoryError if one can't be made."""
        states = [self._states[-1]]
        for move in moves:
            assert move.pattern is not None, "a move without its response"
            states.append(states[-1].after(move.guess, move.pattern))
        for state in states[1:]:
            self._states.append(state)
            self._dialogue.show(state)

    def _help(self, advice: PositionValue | None) -> None:
        """Say what can be typed."""
        state, dialogue = self._states[-1], self._dialogue
        best = "searches again" if advice is None else f"takes {advice.best[0].upper()}"
        dialogue.say(f"a guess      {state.variant.scoring.a_word}; then you are asked for its response")
        dialogue.say(
            f"a response   {described_response(state.variant)}; on its own it is that to the best guess"
        )
        dialogue.say(f"a game       guesses, each with its response behind it{_example(state.variant)}")
        dialogue.say(f"Enter        {best}")
        dialogue.say(f"{_BACK}            takes a move back")
        dialogue.say(f"{self._end:<12} ends")

    def _take_back(self) -> None:
        if len(self._states) > 1:
            self._states.pop()
        else:
            self._dialogue.say("there is no move to take back")

    def fields(self, ending: Ending) -> dict[str, object]:
        """Return the JSON fields of the game."""
        return assist_fields(self._states, self._advice, ending, self._stopped_by)


def _example(variant: Variant) -> str:
    """Return an example of a game: the first guess, and what it gets if the last hidden word is hidden."""
    scoring, guess = variant.scoring, variant.guesses[0]
    return f", such as {guess} {scoring.format_pattern(scoring.score(guess, variant.hidden[-1])).lower()}"


def _enter(advice: PositionValue | None) -> str:
    """Return what Enter alone stands for."""
    return f" (Enter: {'search again' if advice is None else advice.best[0].upper()})"
