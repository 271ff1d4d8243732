"""Games that are played in a dialogue: the JSON fields of `play` and `assist`, and what people read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.position.value import PositionValue
from wordle_cp.answers.telling import shipped_lines, words_of
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wordle_cp.answers.position.value import Ends
    from wordle_cp.games.question import Position
    from wordle_cp.games.variant import Variant
    from wordle_cp.play.adversary import WordHost
    from wordle_cp.rules.words import History
    from wordle_cp.work import StopReason

_SHOWN_BEST: Final = 40
_SHOWN_WORDS: Final = 20
_SHOWN_LEFT: Final = 10
_SQUARES: Final = ("\N{BLACK LARGE SQUARE}", "\N{LARGE YELLOW SQUARE}", "\N{LARGE GREEN SQUARE}")
_SQUARES_COLOUR_BLIND: Final = (_SQUARES[0], "\N{LARGE BLUE SQUARE}", "\N{LARGE ORANGE SQUARE}")


class Ending(StrEnum):
    """How a game has ended."""

    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given up"
    """By the player, or the input has ended."""
    STOPPED = "stopped"
    """By Ctrl-C, or the input has ended where a search was stopped, so that something isn't known."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended; `stopped_by` is what stopped the search for a response that is missing."""

    state: Position
    ending: Ending
    stopped_by: StopReason | None = None


def play_fields(played: PlayedGame, host: WordHost | None, seed: int | None) -> dict[str, object]:
    """Return the JSON fields of `play`; `word` is null where an adversary hid none and none was found."""
    state, variant = played.state, played.state.variant
    word = host.word if host is not None else state.history[-1][0] if state.won else None
    return {
        "question": "play",
        "variant": variant.name,
        "mode": variant.mode.value,
        "limit": variant.max_guesses,
        "hidden": len(variant.hidden),
        "adversarial": host is None,
        "seed": seed,
        "word": word,
        "moves": [
            {"guess": guess, "pattern": variant.scoring.format_pattern(pattern)}
            for guess, pattern in state.history
        ],
        "guesses": len(state.history),
        "words_left": len(state.hidden),
        "result": played.ending.value,
        "stopped_by": played.stopped_by,
    }


def end_line(played: PlayedGame, host: WordHost | None) -> str:
    """Return how a game ended, and which word it was."""
    state, ending = played.state, played.ending
    if ending is Ending.WON:
        return f"found with {counted(len(state.history), 'guess', 'guesses')}"
    if host is not None:
        return f"{ending.value}: the hidden {state.variant.scoring.noun} was {host.word.upper()}"
    dots = " ..." if len(state.hidden) > _SHOWN_LEFT else ""
    words = " ".join(word.upper() for word in state.hidden[:_SHOWN_LEFT])
    return f"{ending.value}: {words_of(state.variant, len(state.hidden), '')} left: {words}{dots}"


def share_lines(played: PlayedGame, *, colour_blind: bool, plain: bool = False) -> Iterator[str]:
    """Yield a game as people share it: its guesses of how many, * if the mode binds, and squares.

    Where nothing but `plain` letters can be shown they stand for the squares.
    """
    state, variant = played.state, played.state.variant
    squares = _SQUARES_COLOUR_BLIND if colour_blind else _SQUARES
    found = str(len(state.history)) if played.ending is Ending.WON else "X"
    limit = "" if variant.max_guesses is None else f"/{variant.max_guesses}"
    yield f"wordle-cp {variant.name} {found}{limit}{'*' if variant.mode.binds else ''}"
    for _, pattern in state.history:
        told = "".join(squares[colour] for colour in variant.scoring.tiles(pattern))
        yield variant.scoring.format_pattern(pattern) if plain else told


def assist_fields(
    states: Sequence[Position],
    advice: Mapping[History, PositionValue | StopReason],
    ending: Ending,
    stopped_by: StopReason | None,
) -> dict[str, object]:
    """Return the JSON fields of `assist`, whose game went through `states`.

    Each move has the `advice` that was given before it, or what stopped the search for it.
    """
    start, last = states[0], states[-1]
    variant = start.variant
    return {
        "question": "assist",
        "variant": variant.name,
        "mode": variant.mode.value,
        "limit": variant.max_guesses,
        "after": variant.scoring.format_history(start.history),
        "moves": [
            {
                "guess": after.history[-1][0],
                "pattern": variant.scoring.format_pattern(after.history[-1][1]),
                **_advice_fields(before, advice.get(before.history)),
            }
            for before, after in pairwise(states)
        ],
        "next": None if last.over else _advice_fields(last, advice.get(last.history)),
        "result": ending.value,
        "stopped_by": stopped_by,
    }


def _advice_fields(state: Position, told: PositionValue | StopReason | None) -> dict[str, object]:
    """Return what was advised at `state`; null where it wasn't found out, and what stopped that."""
    advice = told if isinstance(told, PositionValue) else None
    mean = None if advice is None else advice.mean
    return {
        "words_left": len(state.hidden),
        "best": None if advice is None else advice.best[0],
        "equally_good": [] if advice is None or advice.ends is not None else list(advice.best),
        "value": None if mean is None else float(mean),
        "value_fraction": None if mean is None else str(mean),
        **_ends_fields(None if advice is None else advice.ends, len(state.hidden)),
        "stopped_by": None if isinstance(told, PositionValue) else told,
        "missed": None if advice is None else advice.missed,
    }


def _ends_fields(ends: Ends | None, words: int) -> dict[str, object]:
    """Return both ends of a value that isn't known, divided by the number of `words`; null otherwise."""
    low, high = (None, None) if ends is None else (ends.low, ends.high)
    return {
        "value_low": None if low is None else low / words,
        "value_high": None if high is None else high / words,
    }


def advice_lines(advice: PositionValue, variant: Variant) -> Iterator[str]:
    """Yield the best guesses in a game of `variant`, and what they lead to."""
    words = advice.hidden
    first, *others = (guess.upper() for guess in advice.best)
    if advice.mean is not None:
        yield (
            f"best         {first}: {float(advice.mean):.4f} more guesses on average "
            f"({advice.total} over {words_of(variant, len(words), '')})"
        )
    elif advice.missed is not None:
        yield (
            f"best         {first}: not every {variant.scoring.noun} can be found in time; this may miss "
            f"{advice.missed} of {len(words)}, and no guess fewer"
        )
    elif advice.ends is not None:
        low, high = advice.ends.low, advice.ends.high
        assert high is not None, "the strategy's"
        least = "" if low is None else f"{low / len(words):.4f} to "
        yield (
            f"best so far  {first}: {least}{high / len(words):.4f} more guesses on average "
            f"({'' if low is None else f'{low} to '}{high} over {words_of(variant, len(words), '')})"
        )
    if others:
        more = f" and {len(others) - _SHOWN_BEST} more" if len(others) > _SHOWN_BEST else ""
        yield f"equally good {' '.join(others[:_SHOWN_BEST])}{more}"
    yield from shipped_lines(advice.certificate if advice.ends is None else advice.ends.certificate)
    if 1 < len(words) <= _SHOWN_WORDS:
        yield f"{variant.scoring.noun}s left   {' '.join(word.upper() for word in words)}"
