"""Which of the plain checkers knows the claim of a certificate."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .verdict import MalformedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .game import PlainGame, Show

CHECKERS = {
    "depth": ("depth", "PlainChecker"),
    "total": ("total", "PlainTotal"),
    "missed least": ("missed", "PlainMissed"),
    "missed between": ("packing", "PlainPacking"),
    "absurdle": ("absurdle", "PlainAbsurdle"),
    "fixed": ("fixed", "PlainFixed"),
}
"""Module and class by what stands behind `claim`; a module is imported when somebody asks for it."""
LEMMAS = "missed", "PlainAllMiss"
"""The same for claims about depth that lemmas prove, instead of a strategy or of nodes."""


def word_lists() -> Path:
    """Return the folder of the word lists that come with this program."""
    return Path(__file__).resolve().parent.parent.parent / "wordlists"


def check_plainly(
    lines: Sequence[str],
    lists: Path | None = None,
    show: Show | None = None,
    begin: Callable[[], None] | None = None,
) -> PlainGame:
    """Check the certificate with these `lines`; the other arguments are those of `PlainGame`.

    Raises:
        MalformedError: it claims nothing.
        RejectedError: it doesn't prove its claim.
        OSError: a word list can't be read.
    """
    if not lines or not lines[0].startswith("wordle-cp certificate "):
        message = "line 1: expected a certificate, which begins with 'wordle-cp certificate'"
        raise MalformedError(message)
    claim = lines[1].removeprefix("claim ") + " " if len(lines) > 1 else ""
    if claim.startswith("boards "):
        message = "line 2: claims about several boards were read up to version 0.1.0"
        raise MalformedError(message)
    named = next((one for kind, one in CHECKERS.items() if claim.startswith(kind + " ")), None)
    if named is None:
        message = f"line 2: expected a claim about one of these: {', '.join(CHECKERS)}"
        raise MalformedError(message)
    if named == CHECKERS["depth"] and _behind_covered(lines).startswith("lemmas "):
        named = LEMMAS
    module, name = named
    checker: type[PlainGame] = getattr(import_module(f".{module}", __package__), name)
    return checker(lines, lists or word_lists(), show, begin)


def _behind_covered(lines: Sequence[str]) -> str:
    """Return the line behind `covered`; no word is read as one, as words have no spaces."""
    places = (place for place, line in enumerate(lines) if line.startswith("covered "))
    behind = next(places, len(lines)) + 1
    return lines[behind] if behind < len(lines) else ""
