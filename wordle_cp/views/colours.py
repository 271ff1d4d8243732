"""The one palette: colours of tiles, (tile, letter), as in the game or such that all can tell them apart."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from wordle_cp.rules.words import GREEN, GREY, YELLOW

Pair = tuple[str, str]

USUAL: Final[dict[int, Pair]] = {
    GREY: ("#6c6c72", "white"),
    YELLOW: ("#f2c230", "black"),
    GREEN: ("#237a3b", "white"),
}
COLOUR_BLIND: Final[dict[int, Pair]] = {
    GREY: ("#6c6c72", "white"),
    YELLOW: ("#85c0f9", "black"),
    GREEN: ("#c2500a", "white"),
}
"""Blue and orange, as the game's own high-contrast mode has them."""
COLOUR_NAMES: Final = {GREY: "grey", YELLOW: "yellow", GREEN: "green"}
ACCENT: Final = "#0072B2"
"""Of links, buttons and bars."""


def look() -> str:
    """Return the stylesheet that page, site and traces share: named colours and sizes, tiles and bars."""
    rules = [f":root{{--accent:{ACCENT}}}"]
    for selector, palette in ((":root", USUAL), (":root.colour-blind", COLOUR_BLIND)):
        variables = "".join(
            f"--tile-{COLOUR_NAMES[colour]}:{tile};--ink-{COLOUR_NAMES[colour]}:{letter};"
            for colour, (tile, letter) in palette.items()
        )
        rules.append(f"{selector}{{{variables}}}")
    return "\n".join([*rules, (files("wordle_cp.views") / "look.css").read_text(encoding="utf-8")])
