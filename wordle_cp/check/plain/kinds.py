"""Which of the plain checkers, knows the claim of a certificate."""

import re
from pathlib import Path

from .absurdle import PlainAbsurdle
from .boards import PlainBoards
from .depth import PlainChecker
from .game import PlainGame, inflated
from .missed import PlainAllMiss, PlainMissed
from .packing import PlainPacking
from .total import PlainTotal

WORD_LISTS = Path(__file__).resolve().parents[2] / "wordlists"
_CHECKERS: dict[bytes, type[PlainGame]] = {
    b"total": PlainTotal,
    b"missed": PlainMissed,
    b"boards": PlainBoards,
    b"absurdle": PlainAbsurdle,
}


def check_plainly(path: Path) -> None:
    """Run the plain checker that knows the claim; it raises a ValueError if it doesn't accept the file."""
    text = inflated(path.read_bytes())
    kind = text[:50].removeprefix(b"wordle-cp certificate 1\nclaim ").partition(b" ")[0]
    by_lemmas = kind == b"depth" and re.search(rb"^lemmas ", text, re.MULTILINE)
    if text[:50].startswith(b"wordle-cp certificate 1\nclaim missed between"):
        PlainPacking(path, WORD_LISTS)
        return
    checker = PlainAllMiss if by_lemmas else _CHECKERS.get(kind, PlainChecker)
    checker(path, WORD_LISTS)
