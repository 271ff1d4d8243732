"""Which of the plain checkers knows the claim of a certificate."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from .absurdle import PlainAbsurdle
from .boards import PlainBoards
from .depth import PlainChecker
from .missed import PlainAllMiss, PlainMissed
from .packing import PlainPacking
from .total import PlainTotal
from .verdict import MalformedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .game import PlainGame, Show

CHECKERS: dict[str, type[PlainGame]] = {
    "depth": PlainChecker,
    "total": PlainTotal,
    "missed least": PlainMissed,
    "missed between": PlainPacking,
    "boards": PlainBoards,
    "absurdle": PlainAbsurdle,
}
"""By what stands behind `claim`."""


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
    claim = lines[1].removeprefix("claim ") + " " if len(lines) > 1 else ""
    checker = next((one for kind, one in CHECKERS.items() if claim.startswith(kind + " ")), None)
    if checker is None:
        message = f"line 2: expected a claim about one of these: {', '.join(CHECKERS)}"
        raise MalformedError(message)
    if checker is PlainChecker and any(re.match("lemmas ", line) for line in lines):
        checker = PlainAllMiss
    return checker(lines, lists or word_lists(), show, begin)
