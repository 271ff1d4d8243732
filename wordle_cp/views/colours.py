"""The colours of tiles on a screen, (tile, letter): as in the game, or such that all can tell them apart."""

from __future__ import annotations

from typing import Final

from wordle_cp.rules.words import GREEN, GREY, YELLOW

Pair = tuple[str, str]

USUAL: Final[dict[int, Pair]] = {
    GREY: ("#3a3a3c", "white"),
    YELLOW: ("#b59f3b", "black"),
    GREEN: ("#467a41", "white"),
}
COLOUR_BLIND: Final[dict[int, Pair]] = {
    GREY: ("#3a3a3c", "white"),
    YELLOW: ("#85c0f9", "black"),
    GREEN: ("#f5793a", "black"),
}
"""Blue and orange, as the game's own high-contrast mode has them."""
COLOUR_NAMES: Final = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}
