"""`wordle-cp play`: a game against the machine, which has hidden a word, or never does."""

from __future__ import annotations

import random
import shlex
from typing import TYPE_CHECKING, Annotated, Final

from wordle_cp.answers.position.value import advise
from wordle_cp.answers.telling import may_be_guessed, words_of
from wordle_cp.cli.dialogue import (
    GIVE_UP,
    ColourBlindOption,
    Dialogue,
    asks_for_help,
    ends,
    guess_question,
)
from wordle_cp.cli.output import ExitCode, print_json
from wordle_cp.cli.running import Worked
from wordle_cp.commands.options import Option, Section, asked, option_name
from wordle_cp.commands.shared import GAME, HiddenOption, MaxGuesses, ModeOption, variant_of, whole
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import HistoryError, UsageError
from wordle_cp.games.notation import parse_word
from wordle_cp.games.question import Position, hidden_word
from wordle_cp.play.adversary import Adversary, WordHost
from wordle_cp.play.games import Ending, PlayedGame, end_line, play_fields, share_lines
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.variant import Variant

_MOST_SEED: Final = 2**32 - 1
_HINT: Final = "?"

_Word = Annotated[str | None, Option(Section.GAME, "Hide this word.", "W")]
_Seed = Annotated[
    int | None,
    Option(
        Section.GAME,
        "Hide a word that this number chooses: the same number, the same word.",
        "N",
        whole(0, _MOST_SEED),
    ),
]
_Adversarial = Annotated[
    bool,
    Option(Section.GAME, "Hide no word: each response is the worst one for you."),
]


@asked
def play(
    *,
    word: _Word = None,
    seed: _Seed = None,
    adversarial: _Adversarial = False,
    game: Annotated[str, GAME] = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuesses = None,
    colour_blind: ColourBlindOption = False,
    options: Worked,
    as_json: bool = False,
) -> ExitCode:
    """Play a game: find the word or code that the program has hidden.

    Type a guess, and press Enter. ? shows the best guess, ! gives up, help explains. Guesses can also be
    piped in, one a line. At the end you see the game as squares, to share, and the command that analyses it.

    Examples:
        wordle-cp play --mode hard
        wordle-cp play --adversarial --colour-blind
    """
    if sum((word is not None, seed is not None, adversarial)) > 1:
        message = "give only one of --word, --seed and --adversarial"
        raise UsageError(message)
    changes = {"mode": mode, "hidden": hidden, "max_guesses": max_guesses}
    variant = variant_of(game, **changes)
    host: WordHost | None = None
    if word is not None:
        host = WordHost(hidden_word(variant, word))
    elif not adversarial:
        seed = random.SystemRandom().randint(0, _MOST_SEED) if seed is None else seed
        host = WordHost.at_random(variant, seed)
    dialogue = Dialogue(options, as_json=as_json, colour_blind=colour_blind)
    played = _played(variant, host, dialogue)
    dialogue.say(end_line(played, host))
    typed = {"game": None if game == DEFAULT_VARIANT else game, **changes}
    options_of = [part for name, value in typed.items() if value for part in (option_name(name), str(value))]
    for line in _afterwards(played, options_of, colour_blind=colour_blind, plain=dialogue.plain):
        dialogue.explain(line)
    if as_json:
        print_json(play_fields(played, host, seed))
    return ExitCode.UNDECIDED if played.ending is Ending.STOPPED else ExitCode.DONE


def _played(variant: Variant, host: WordHost | None, dialogue: Dialogue) -> PlayedGame:
    """Play a game with the player at the other end of `dialogue`; without a host an adversary responds."""
    state, stopped_by = Position.start(variant), None
    count = words_of(variant, len(state.hidden), "")
    what = (
        f"none of {count} is hidden, responses are the worst ones"
        if host is None
        else f"one of {count} is hidden"
    )
    dialogue.explain(f"{variant.name}, {variant.mode.value} mode: {what}")
    dialogue.explain(f"{_HINT} tells the best guess, {GIVE_UP} gives up, help explains")
    try:
        while not state.over:
            answer = dialogue.ask(f"{guess_question(state)}: ")
            if answer is not None and ends(answer, variant):
                return PlayedGame(state, Ending.GIVEN_UP, stopped_by)
            if answer is None:
                ending = Ending.GIVEN_UP if stopped_by is None else Ending.STOPPED
                return PlayedGame(state, ending, stopped_by)
            if answer == _HINT:
                _hint(state, dialogue)
                continue
            if asks_for_help(answer, variant):
                _help(variant, dialogue)
                continue
            try:
                guess = parse_word(answer, variant, f"guess {len(state.history) + 1}")
            except HistoryError as error:
                dialogue.say(str(error))
                continue
            reason = state.refusal(guess)
            if reason is None:
                state, stopped_by = _after(state, guess, host, dialogue)
            else:
                dialogue.say(reason)
    except KeyboardInterrupt:
        dialogue.say("")
        return PlayedGame(state, Ending.STOPPED, StopReason.INTERRUPTED)
    return PlayedGame(state, Ending.WON if state.won else Ending.LOST)


def _after(
    state: Position, guess: str, host: WordHost | None, dialogue: Dialogue
) -> tuple[Position, StopReason | None]:
    """Return the game after `guess`, which is allowed; as it was, and why, if the search was stopped."""
    try:
        if host is not None:
            pattern = host.respond(state, guess)
        else:
            with dialogue.searching() as work:
                pattern = Adversary(work).respond(state, guess)
    except StoppedError as stopped:
        dialogue.say(f"{dialogue.stopped(stopped.reason)}: {guess.upper()} has no response, guess again")
        return state, stopped.reason
    state = state.after(guess, pattern)
    dialogue.show(state)
    return state, None


def _help(variant: Variant, dialogue: Dialogue) -> None:
    """Say what can be typed, and what the responses mean."""
    dialogue.say(f"a guess      {variant.scoring.a_word}; {may_be_guessed(variant)}")
    dialogue.say(f"a response   {variant.scoring.feedback.title}")
    if variant.scoring.feedback.tiled:
        dialogue.say("             green (G): in place, yellow (Y): elsewhere, grey (B): not in the word")
    dialogue.say(f"{_HINT}            the best guess")
    dialogue.say(f"{GIVE_UP}            give up, and see what was hidden")


def _afterwards(
    played: PlayedGame, typed: Sequence[str], *, colour_blind: bool, plain: bool
) -> Iterator[str]:
    """Yield what a game of the options `typed` is good for once it is over: squares, and its analysis."""
    state = played.state
    if state.history:
        yield ""
        yield from share_lines(played, colour_blind=colour_blind, plain=plain)
        yield ""
        moves = state.variant.scoring.format_history(state.history).lower()
        yield f"analysis: {shlex.join(['wordle-cp', 'analyse', moves, *typed])}"


def _hint(state: Position, dialogue: Dialogue) -> None:
    """Tell the best guesses, unless Ctrl-C or a limit ends the search for them."""
    try:
        with dialogue.searching() as work:
            advice = advise(state.variant, state.history, work)
    except StoppedError as stopped:
        dialogue.say(f"{dialogue.stopped(stopped.reason)}: the best guess isn't known")
        return
    dialogue.tell_advice(advice, state.variant)
