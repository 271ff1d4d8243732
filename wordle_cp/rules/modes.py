"""Modes of the game: which guesses it allows after a history.

Standard library only; like `words`, the oracle for every faster implementation.

A mode is a list of demands. Each judges a guess by one past guess and its response, and the mode allows what
no demand forbids. Who asks what a mode means asks for a property, each of which follows from the demands;
nobody asks for a mode by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Never, Self

from wordle_cp.errors import ChoiceError
from wordle_cp.rules.letters import capital
from wordle_cp.rules.words import GREEN, GREY, colours, format_pattern, pattern_of, shown_counts

if TYPE_CHECKING:
    from wordle_cp.rules.words import History

_COLOUR_NAMES: Final = ("grey", "yellow", "green")
_COUNT_WORDS: Final = ("no", "one", "two", "three", "four", "five")

Demand = Callable[[str, str, int], str | None]
"""Of a guess, a past guess and its pattern: why it forbids the guess, or None. See `broken_fact`."""


def broken_fact(guess: str, past: str, pattern: int) -> str | None:
    """Return what `guess` lacks of what the coloured tiles of `past` with `pattern` show; None if nothing."""
    tiles = zip(guess, past, colours(pattern, len(past)), strict=True)
    for position, (letter, past_letter, colour) in enumerate(tiles, start=1):
        if colour == GREEN and letter != past_letter:
            return f"the green {capital(past_letter)} of {past.upper()} must stay in position {position}"
    for letter, shown in shown_counts(past, pattern).items():
        if guess.count(letter) >= shown:
            continue
        if shown == 1:
            return f"the yellow {capital(letter)} of {past.upper()} must be used again"
        return (
            f"the {_counted(shown, letter)} that {past.upper()} shows must be used again, "
            f"here is {_counted(guess.count(letter), letter)}"
        )
    return None


def broken_response(guess: str, past: str, pattern: int) -> str | None:
    """Return why `guess`, which lacks no fact, can't be hidden if `past` got `pattern`; None if it can.

    A word has a given pattern exactly if the tiles are green where the letters agree and only there, and it
    has as many of each letter as are shown (at least as many if none of that letter is grey); the rest, which
    of several equal letters are yellow and which grey, depends on the pattern alone.
    """
    if pattern_of(past, guess) == pattern:
        return None
    shown = shown_counts(past, pattern)
    tiles = zip(guess, past, colours(pattern, len(past)), strict=True)
    for position, (letter, past_letter, colour) in enumerate(tiles, start=1):
        tile = f"the {_COLOUR_NAMES[colour]} {capital(past_letter)} of {past.upper()}"
        most = shown.get(past_letter, 0)
        if colour == GREY and guess.count(past_letter) > most:
            limit = f"at most {_counted(most, past_letter)}" if most else f"no {capital(past_letter)}"
            return f"{tile} says that there is {limit}"
        if colour != GREEN and letter == past_letter:
            return f"{tile} says that there is no {capital(letter)} in position {position}"
    return f"no word gives {past.upper()} the pattern {format_pattern(pattern, len(past))}"


class Mode(StrEnum):
    """Which guesses the game allows after a history; see `is_allowed`."""

    # A row is a name, as files have it, and its demands.
    NORMAL = "normal"
    HARD = "hard", broken_fact
    ULTRAHARD = "ultrahard", broken_fact, broken_response

    _value_: str
    demands: tuple[Demand, ...]

    def __new__(cls, value: str, *demands: Demand) -> Self:
        """Make a row of the table."""
        mode = str.__new__(cls, value)
        mode._value_ = value
        mode.demands = demands
        return mode

    @classmethod
    def _missing_(cls, value: object) -> Never:
        """Raise ChoiceError: no mode has this name."""
        what = "a mode"
        raise ChoiceError(what, [*cls], value)

    @property
    def binds(self) -> bool:
        """Whether past responses forbid guesses."""
        return bool(self.demands)

    @property
    def facts(self) -> bool:
        """Whether a guess must have what coloured tiles have shown, as `words.Restriction` says."""
        return broken_fact in self.demands

    @property
    def responses(self) -> bool:
        """Whether a guess must be one that can be hidden: it explains every response so far."""
        return broken_response in self.demands

    @property
    def only_facts(self) -> bool:
        """Whether nothing but facts, if anything, forbids guesses."""
        return {*self.demands} <= {broken_fact}

    @property
    def weaker(self) -> Mode:
        """The mode that has of these demands that for facts, if any: what is impossible there is so here.

        As it allows each guess that this one allows, its strategies are a superset: a depth that it can't
        guarantee can't be guaranteed here, and its least total is a lower bound of that here.
        """
        return Mode.HARD if self.facts else LOOSEST


LOOSEST: Final = Mode.NORMAL
"""The mode that demands nothing: each strategy of another mode is one of this mode."""


def is_allowed(guess: str, history: History, mode: Mode) -> bool:
    """Tell whether `mode` allows `guess` after `history` (whether it is in the guess list is another matter).

    - normal: always.
    - hard: greens stay, and there are at least as many of each letter as greens and yellows of any one past
      guess show; greys restrict nothing, and a guess may be repeated.
    - ultrahard: the guess can still be the hidden word, as far as the patterns tell.
    """
    return explain_not_allowed(guess, history, mode) is None


def explain_not_allowed(guess: str, history: History, mode: Mode) -> str | None:
    """Return None if `mode` allows `guess` after `history`, otherwise one sentence that says why not.

    The sentence names the letter and the oldest past guess that forbids it, such as
    ``PANEL: the green E of CRATE must stay in position 5``.
    """
    for past, pattern in history:
        for demand in mode.demands:
            reason = demand(guess, past, pattern)
            if reason is not None:
                return f"{guess.upper()}: {reason}"
    return None


def _counted(count: int, letter: str) -> str:
    """A count of a letter in words: ``one L``, ``two Ls``."""
    number = _COUNT_WORDS[count] if count < len(_COUNT_WORDS) else str(count)
    return f"{number} {capital(letter)}" + ("" if count == 1 else "s")
