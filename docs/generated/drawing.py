"""The drawing of docs/models.md: the way from a variant to a model, a lemma and a certificate."""

from __future__ import annotations

from typing import Final, NamedTuple

LIGHT: Final = {"back": "#ffffff", "text": "#1f2328", "dim": "#59636e", "line": "#8c959f"}
DARK: Final = {"back": "#0d1117", "text": "#e6edf3", "dim": "#9198a1", "line": "#6e7681"}
"""Colours for light pages and for dark ones, as in the pictures of trees."""
_FILLS: Final = {
    "given": ("#ddf4ff", "#12304a"),
    "model": ("#fff8c5", "#3b3112"),
    "says": ("#dafbe1", "#12361f"),
    "file": ("#fbefff", "#33204a"),
    "judge": ("#ffebe9", "#4a1f1c"),
}
SIZE: Final = (980, 420)
_LINE: Final = 17
"""Pixels from one line of text to the next."""


class Box(NamedTuple):
    """A box: its left upper corner, width and height, kind, and text; ``|`` ends a line; one is bold."""

    x: int
    y: int
    width: int
    height: int
    kind: str
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines of its text."""
        return self.text.split("|")


BOXES: Final = (
    Box(10, 40, 130, 370, "given", "variant.yaml|word lists|mode||and a question:|a position,|guesses left"),
    Box(190, 40, 170, 70, "model", "family-cover|family-chain"),
    Box(190, 130, 170, 70, "model", "weights|chain-weights"),
    Box(190, 220, 170, 70, "model", "strategy-graph|(--by cp-sat)"),
    Box(190, 310, 170, 100, "model", "separating-set|(and wordle-cp fixed)"),
    Box(410, 40, 190, 70, "says", "lemma|the 19 words ?ILLS|need six guesses"),
    Box(410, 130, 190, 70, "says", "whole numbers|BILLS*2 CILLS*1 ...|sum 27, a guess takes 6"),
    Box(410, 220, 190, 70, "says", "states|a guess for each; or lost;|or what it costs at least"),
    Box(
        410,
        310,
        190,
        100,
        "says",
        "whole numbers|for pairs of words:|BAT HAT*1 CAT MAT*1,|no guess splits both",
    ),
    Box(650, 40, 170, 70, "says", "search|a strategy, or a graph|of lost positions"),
    Box(
        650,
        130,
        170,
        280,
        "file",
        "certificate||a strategy: a guess|for each position;|or a proof:||"
        "nodes (weights, chain,|pair, rule),|lemmas of totals,|try, weigh, fail",
    ),
    Box(
        870, 130, 100, 280, "judge", "checker||knows the|rules alone,|adds all up|again||accepted|or rejected"
    ),
)
_ARROWS: Final = (
    *(((140, y), (190, y)) for y in (75, 165, 255, 360)),
    *(((360, y), (410, y)) for y in (75, 165, 255, 360)),
    *(((600, y), (650, y)) for y in (75, 165, 255, 360)),
    ((735, 110), (735, 130)),
    ((820, 270), (870, 270)),
)
_HEADS: Final = ((75, "given"), (275, "model"), (505, "what it says"), (735, "where it goes"), (920, "judge"))


def drawing(*, dark: bool) -> str:
    """Return the drawing as SVG, for dark pages or for light ones."""
    colours = DARK if dark else LIGHT
    width, height = SIZE
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif">'
    )
    tip = (
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        f'<path d="M0,0 L8,4 L0,8 z" fill="{colours["line"]}"/></marker></defs>'
    )
    lines = [
        head,
        tip,
        f'<rect width="{width}" height="{height}" fill="{colours["back"]}"/>',
        *(_text(x, 24, title, colours["dim"]) for x, title in _HEADS),
        *(line for box in BOXES for line in _box(box, colours, dark=dark)),
        *(
            f'<path d="M{x1},{y1} L{x2},{y2}" stroke="{colours["line"]}" stroke-width="2" '
            f'marker-end="url(#tip)"/>'
            for (x1, y1), (x2, y2) in _ARROWS
        ),
        "</svg>",
    ]
    return "\n".join([*lines, ""])


def _box(box: Box, colours: dict[str, str], *, dark: bool) -> list[str]:
    top = box.y + (box.height - _LINE * len(box.lines)) // 2 + 13
    frame = (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="6" '
        f'fill="{_FILLS[box.kind][dark]}" stroke="{colours["line"]}"/>'
    )
    return [
        frame,
        *(
            _text(box.x + box.width // 2, top + _LINE * number, line, colours["text"], bold=not number)
            for number, line in enumerate(box.lines)
            if line
        ),
    ]


def _text(x: int, y: int, text: str, colour: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="13" text-anchor="middle" fill="{colour}"{weight}>{text}</text>'
