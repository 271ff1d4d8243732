"""The accepted certificates of tests/golden, by what they claim."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ACCEPTED: Final = Path(__file__).resolve().parent / "golden" / "accept"

WITH_STRATEGIES: Final = ("depth possible", "missed between", "missed least", "total between", "total least")
"""Claims whose certificates have strategies of one board."""


def of_words(*claims: str) -> list[Path]:
    """Return the certificates of these claims, such as ``depth possible``, of words with coloured tiles."""
    return sorted(path for path in ACCEPTED.glob("*.cert") if _claim(path) in claims)


def _claim(path: Path) -> str | None:
    """Return the first two words of what a certificate claims; None in a game without tiles."""
    _, claim, *rest = path.read_text(encoding="utf-8").splitlines()
    others = any(line.startswith(("game ", "feedback ")) for line in rest[:3])
    return None if others else " ".join(claim.split()[1:3])
