"""Which of the plain checkers knows the claim of a certificate."""

from __future__ import annotations

import re
from pathlib import Path

from .absurdle import PlainAbsurdle
from .boards import PlainBoards
from .depth import PlainChecker
from .game import PlainGame, Show, text_of
from .missed import PlainAllMiss, PlainMissed
from .packing import PlainPacking
from .total import PlainTotal
from .verdict import MalformedError

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
    return Path(__file__).resolve().parents[2] / "wordlists"


def check_plainly(path: Path, lists: Path | None = None, show: Show | None = None) -> PlainGame:
    """Check the certificate at `path`, with the word lists in the folder `lists`.

    Raises:
        MalformedError: it claims nothing.
        RejectedError: it doesn't prove its claim.
        OSError: it can't be read.
    """
    lines = text_of(path)
    claim = lines[1].removeprefix("claim ") + " " if len(lines) > 1 else ""
    checker = next((one for kind, one in CHECKERS.items() if claim.startswith(kind + " ")), None)
    if checker is None:
        message = f"line 2: expected a claim about one of these: {', '.join(CHECKERS)}"
        raise MalformedError(message)
    if checker is PlainChecker and any(re.match("lemmas ", line) for line in lines):
        checker = PlainAllMiss
    return checker(path, lists or word_lists(), show)
