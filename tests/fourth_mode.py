"""A fourth row in the table of modes: hard mode that forbids grey letters, too. No search knows it.

Natively only a build for tests has it, and one more: see `GREENS` and tests/native_modes.py.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.modes import Demand, Mode, broken_fact
from wordle_cp.rules.words import GREEN, colours, shown_counts

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME: Final = "greyless"
GREENS: Final = "greens"
"""A mode in which a green letter must stay (`green_moved`), and nothing else binds."""


def grey_again(guess: str, past: str, pattern: int) -> str | None:
    """Return which letter `guess` has more often than `past`, with a grey one, has shown; None if none."""
    shown = shown_counts(past, pattern)
    for letter in past:
        if past.count(letter) > shown.get(letter, 0) and guess.count(letter) > shown.get(letter, 0):
            return f"the grey {letter.upper()} of {past.upper()} must not be used again"
    return None


def green_moved(guess: str, past: str, pattern: int) -> str | None:
    """Return which green letter of `past` isn't in its place in `guess`; None if all are."""
    for letter, green, colour in zip(guess, past, colours(pattern, len(past)), strict=True):
        if colour == GREEN and letter != green:
            return f"the green {green.upper()} of {past.upper()} must stay"
    return None


@contextmanager
def fourth_mode(name: str = NAME, *demands: Demand) -> Iterator[Mode]:
    """Add the mode to the table, as its class does with each of its own rows, and remove it at the end.

    Other `demands` make another mode.
    """
    key = name.upper()
    mode: Mode = Mode._new_member_(Mode, name, *(demands or (broken_fact, grey_again)))  # type: ignore[attr-defined]
    mode._name_, mode.__objclass__ = key, Mode  # type: ignore[attr-defined]
    Mode._member_map_[key] = Mode._value2member_map_[name] = mode
    Mode._member_names_.append(key)
    try:
        yield mode
    finally:
        del Mode._member_map_[key], Mode._value2member_map_[name]
        Mode._member_names_.remove(key)
