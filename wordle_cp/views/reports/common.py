"""How reports list openers: how many they are, and the first of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Sequence


def listed_openers(openers: Sequence[str], shown: int = 10) -> str:
    """Return how many `openers` there are, with at most so many of them: ``3 openers: BOOTH CIGAR SALET``."""
    number = counted(len(openers), "opener", "openers")
    if not openers:
        return number
    dots = " ..." if len(openers) > shown else ""
    return f"{number}: {' '.join(opener.upper() for opener in openers[:shown])}{dots}"
