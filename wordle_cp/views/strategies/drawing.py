"""A strategy as a picture of tiles.

The parts, in their order:

How responses are drawn, in colours that differ in brightness too: a black-and-white print shows them.

Tiles carry the letters of their guess. Other responses are written, with their pegs beside them.

A page of plain shapes, drawn once and saved as SVG, HTML, PDF or PNG, alike in all of them.

Lengths are points (1/72 inch), from the upper left corner of the page, y downwards; colours are ``#rrggbb``.
Whatever their order on the page, lines lie below boxes, these below circles, and text on top. The same page
gives the same bytes. SVG and HTML are written here; PDF and PNG are matplotlib's, which is loaded for them
only.

A strategy drawn as a tree from left to right, the first levels of it; wide nodes folded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from html import escape
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import counted
from wordle_cp.rules.letters import capital
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.colours import COLOUR_BLIND, USUAL
from wordle_cp.views.strategies.walk import Branch, branches_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.rules.scoring import Scoring


LETTER_WIDTH: Final = 0.602
"""Width of a letter of the fixed-width font, as a share of its size."""
BLACK: Final = "#000000"
MONO: Final = "DejaVu Sans Mono"
SANS: Final = "DejaVu Sans"
_FONTS: Final = {
    MONO: "'DejaVu Sans Mono', Menlo, Consolas, monospace",
    SANS: "'DejaVu Sans', Verdana, Arial, sans-serif",
}


class Anchor(StrEnum):
    """Which point of a text its place is."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through `points`."""

    points: tuple[tuple[float, float], ...]
    colour: str = BLACK
    width: float = 0.5


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle whose upper left corner is (`x`, `y`); its border, `line` wide, is centred on its sides."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    edge: str | None = None
    line: float = 0.5


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around (`x`, `y`), filled, or a ring that is `line` wide if `fill` is None."""

    x: float
    y: float
    radius: float
    fill: str | None = BLACK
    edge: str | None = None
    line: float = 0.5


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text whose baseline is at `y`."""

    x: float
    y: float
    text: str
    size: float
    colour: str = BLACK
    bold: bool = False
    anchor: Anchor = Anchor.START
    font: str = SANS


Shape = Stroke | Box | Circle | Text


@dataclass(frozen=True, slots=True)
class Page:
    """A page of `width` by `height` points with its `shapes`; `title` is for window and document titles."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def of(self, kind: type[Shape]) -> tuple[Shape, ...]:
        """Return the shapes of one kind, in order."""
        return tuple(shape for shape in self.shapes if isinstance(shape, kind))


def stacked(pages: Sequence[Page]) -> Page:
    """Return `pages` as one, each below the one before."""
    shapes: list[Shape] = []
    top = 0.0
    for page in pages:
        shapes += (moved(shape, 0, top) for shape in page.shapes)
        top += page.height
    return Page(pages[0].title, max(page.width for page in pages), top, tuple(shapes))


def moved(shape: Shape, right: float, down: float) -> Shape:
    """Return `shape` moved by that number of points to the `right` and `down`."""
    if isinstance(shape, Stroke):
        return replace(shape, points=tuple((x + right, y + down) for x, y in shape.points))
    return replace(shape, x=shape.x + right, y=shape.y + down)


def render_svg(pages: Sequence[Page]) -> str:
    """Return `pages` as an SVG image, one below the other."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_svg(stacked(pages))}\n'


def render_inline(page: Page) -> str:
    """Return `page` as an SVG element that has the ground of the page around it, and no title to point at."""
    return _svg(page, "inline", inline=True)


def render_html(pages: Sequence[Page], outline: str, outline_style: str) -> str:
    """Return `pages` as an HTML file that needs nothing else; printed they have their own size.

    On a screen too narrow for them `outline` stands in their place, HTML with `outline_style`.
    """
    page = pages[0]
    width, height = _number(page.width), _number(page.height)
    style = (
        f"@page {{ size: {width}pt {height}pt; margin: 0 }}\n"
        "body { margin: 0; background: #fff; color: #1b1b1f }\n"
        f"svg {{ display: block; margin: 0 auto; width: 100%; max-width: {_number(2 * page.width)}pt; "
        "height: auto }\n"
        ".outline { display: none }\n"
        # A bit less than the page, so that rounding never asks for another one.
        f"@media print {{ svg {{ width: {int(page.width)}pt; height: {int(page.height)}pt }} "
        "svg + svg { break-before: page } }\n"
        "@media screen and (max-width: 48rem) { svg { display: none } .outline { display: block } }\n"
        "@media screen and (max-width: 48rem) and (prefers-color-scheme: dark) "
        "{ :root { color-scheme: dark } body { background: #17171a; color: #ececf0 } }"
        f"{outline_style}"
    )
    images = "\n".join(_svg(one, f"p{number}") for number, one in enumerate(pages, 1))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(page.title)}</title>\n<style>\n{style}\n</style>\n</head>\n<body>\n"
        f"{images}\n{outline}\n</body>\n</html>\n"
    )


def _svg(page: Page, prefix: str = "c", *, inline: bool = False) -> str:
    """Return `page` as an SVG element; each look of a shape is a class, as thousands of shapes share few.

    The names of classes begin with `prefix`: they hold for the whole document.
    """
    width, height = _number(page.width), _number(page.height)
    size = f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"'
    title = escape(page.title)
    classes: dict[str, str] = {}
    elements: list[str] = []
    for kind, render in _RENDERERS:
        for shape in page.of(kind):
            look, element = render(shape)
            name = classes.setdefault(look, f"{prefix}-{len(classes)}")
            elements.append(element.replace(" ", f' class="{name}" ', 1))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"'
            + (f' aria-label="{title}">' if inline else f">\n<title>{title}</title>"),
            "<style>",
            *(f".{name} {{ {look} }}" for look, name in classes.items()),
            "</style>",
            "" if inline else f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *elements,
            "</svg>",
        )
    )


def _number(value: float) -> str:
    """Return `value` with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _numbers(**values: float) -> str:
    """Return numbers as XML attributes."""
    return " ".join(f'{name}="{_number(value)}"' for name, value in values.items())


def _look(fill: str | None, edge: str | None, line: float) -> str:
    """Return how a shape is filled and bordered, as CSS."""
    border = "" if edge is None else f"; stroke: {edge}; stroke-width: {_number(line)}px"
    return f"fill: {fill or 'none'}{border}"


def _line(shape: Shape) -> tuple[str, str]:
    assert isinstance(shape, Stroke)
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
    return _look(None, shape.colour, shape.width), f'<polyline points="{points}"/>'


def _box(shape: Shape) -> tuple[str, str]:
    assert isinstance(shape, Box)
    place = _numbers(x=shape.x, y=shape.y, width=shape.width, height=shape.height)
    return _look(shape.fill, shape.edge, shape.line), f"<rect {place}/>"


def _circle(shape: Shape) -> tuple[str, str]:
    assert isinstance(shape, Circle)
    place = _numbers(cx=shape.x, cy=shape.y, r=shape.radius)
    return _look(shape.fill, shape.edge, shape.line), f"<circle {place}/>"


def _text(shape: Shape) -> tuple[str, str]:
    assert isinstance(shape, Text)
    weight = "bold" if shape.bold else "normal"
    look = (
        f"font: {weight} {_number(shape.size)}px {_FONTS[shape.font]}; text-anchor: {shape.anchor}; "
        f"fill: {shape.colour}"
    )
    place = _numbers(x=shape.x, y=shape.y)
    if shape.font == MONO:  # whatever font is there in its place, words keep their width
        place += " " + _numbers(textLength=LETTER_WIDTH * shape.size * len(shape.text))
    return look, f"<text {place}>{escape(shape.text)}</text>"


_RENDERERS: Final[tuple[tuple[type[Shape], Callable[[Shape], tuple[str, str]]], ...]] = (
    (Stroke, _line),
    (Box, _box),
    (Circle, _circle),
    (Text, _text),
)
"""What gives the look and the element of a shape, in the order in which they lie on each other."""


GAP: Final = 0.1
"""Space between tiles, as a share of their size."""
_WHITE: Final = "#ffffff"


class Palette(StrEnum):
    """Colours of tiles."""

    STANDARD = "standard"
    """Grey, yellow, green."""
    COLOUR_BLIND = "colour-blind"
    """Grey, light blue, orange, as in the game's own high contrast mode."""
    PRINT = "print"
    """White, white with a dot, black."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What a tile looks like: its colours, that of a letter on it, and that of its mark, if it has one."""

    fill: str
    edge: str
    letter: str
    mark: str | None = None


_LOOKS: Final = {
    Palette.STANDARD: {
        GREY: _Look("#e4e4e6", "#a0a0a4", "#4a4a4e"),
        YELLOW: _Look(USUAL[YELLOW][0], "#b08600", BLACK, "#5c4600"),
        GREEN: _Look(USUAL[GREEN][0], "#14572a", _WHITE),
    },
    Palette.COLOUR_BLIND: {
        GREY: _Look("#e8e8ea", "#a0a0a4", "#4a4a4e"),
        YELLOW: _Look(COLOUR_BLIND[YELLOW][0], "#3f7db8", BLACK, "#0b3d6b"),
        GREEN: _Look(COLOUR_BLIND[GREEN][0], "#8a3500", _WHITE),
    },
    Palette.PRINT: {
        GREY: _Look(_WHITE, "#8c8c90", "#4a4a4e"),
        YELLOW: _Look(_WHITE, BLACK, BLACK, BLACK),
        GREEN: _Look(BLACK, BLACK, _WHITE),
    },
}


def look_style(palette: Palette, tile: int) -> str:
    """Return the look of `tile` with a letter on it, as CSS."""
    look = _LOOKS[palette][tile]
    ring = "; border-radius: 50%" if palette is Palette.PRINT and tile == YELLOW else ""
    return f"background: {look.fill}; border-color: {look.edge}; color: {look.letter}{ring}"


def row_width(tiles: int, size: float) -> float:
    """Return the width of a row of tiles, of which there are `count`."""
    return size * (tiles + GAP * max(tiles - 1, 0))


def tile_row(
    x: float, y: float, size: float, row: tuple[int, ...], palette: Palette, letters: str = ""
) -> Iterator[Shape]:
    """Yield the tiles of `row` (colours), their upper left corner at (`x`, `y`), with `letters` or marks.

    Yellow tiles have a dot, or a ring around their letter in black and white; so do not only colours tell.
    """
    for place, colour in enumerate(row):
        look = _LOOKS[palette][colour]
        left = x + place * size * (1 + GAP)
        yield Box(left, y, size, size, look.fill, look.edge, size * 0.06)
        middle = (left + size / 2, y + size / 2)
        if letters:
            if colour == YELLOW and palette is Palette.PRINT:
                yield Circle(*middle, size * 0.43, fill=None, edge=look.edge, line=size * 0.06)
            yield Text(
                middle[0],
                y + size * 0.76,
                capital(letters[place]),
                size * 0.72,
                look.letter,
                bold=True,
                anchor=Anchor.MIDDLE,
                font=MONO,
            )
        elif look.mark is not None:
            yield Circle(*middle, size * 0.2, fill=look.mark)


@dataclass(frozen=True, slots=True)
class Responses:
    """How the responses of a game are drawn: as its feedback writes them, in the colours of a palette."""

    scoring: Scoring
    palette: Palette = Palette.STANDARD

    @property
    def tiled(self) -> bool:
        """Whether a response is a tile for each letter."""
        return self.scoring.feedback.tiled

    @property
    def meanings(self) -> tuple[tuple[tuple[int, ...], str], ...]:
        """What a reader must know: tiles, or none, and what they mean."""
        if self.tiled:
            return MEANINGS
        return (((), f"a response is {self.scoring.feedback.title}"),)

    def width(self, size: float, *, alone: bool = False) -> float:
        """Return the width of a response in tiles of `size`; `alone`: as `drawn` says."""
        if self.tiled:
            return row_width(self.scoring.length, size)
        written = row_width(self._signs, size)
        return written if alone else written + _PEG * size + row_width(self.scoring.length, _PEG * size)

    def drawn(
        self, x: float, y: float, size: float, response: tuple[str, int], *, alone: bool = False
    ) -> Iterator[Shape]:
        """Yield the shapes of a `response`, a guess and its pattern, their upper left corner at (`x`, `y`).

        `alone`: without the letters of the guess on the tiles, or without pegs.
        """
        guess, pattern = response
        row = self.scoring.tiles(pattern)
        if self.tiled:
            yield from tile_row(x, y, size, row, self.palette, "" if alone else guess)
            return
        text = self.scoring.format_pattern(pattern)
        yield from tile_row(x, y, size, (GREY,) * len(text), self.palette, text)
        if not alone:
            yield from _pegs(x + row_width(self._signs, size) + _PEG * size, y, size, row, self.palette)

    @property
    def _signs(self) -> int:
        """How many signs a response has at most."""
        return self.scoring.feedback.width(self.scoring.length) or len(str(self.scoring.length))


_PEG: Final = 0.5
"""Size of a peg, as a share of that of a tile."""
MEANINGS: Final = (((GREY,), "not in the word"), ((YELLOW,), "elsewhere"), ((GREEN,), "in place"))
"""What each tile means."""


def _pegs(x: float, y: float, size: float, row: tuple[int, ...], palette: Palette) -> Iterator[Shape]:
    """Yield a peg for each colour of `row`, beside signs on tiles of `size`; a yellow one has a dot."""
    for place, colour in enumerate(row):
        look = _LOOKS[palette][colour]
        middle = (x + _PEG * size * (place * (1 + GAP) + 0.5), y + size / 2)
        yield Circle(*middle, _PEG * size / 2, fill=look.fill, edge=look.edge, line=size * 0.06)
        if look.mark is not None:
            yield Circle(*middle, size * 0.1, fill=look.mark)


_ROW: Final = 21.0
_TILE: Final = 12.0
_GUESS: Final = 12.0
_NOTE: Final = 9.0
_MARGIN: Final = 24.0
_HEAD: Final = 66.0
"""Height of the lines above the tree."""
_NOTE_LETTER: Final = 0.57 * _NOTE
"""Width of a letter of the notes, on average, with some room."""
_BEND: Final = 26.0
"""From a node's text to its responses."""
_FAINT: Final = "#5f5f66"
_CONNECTOR: Final = "#9a9aa2"


@dataclass(frozen=True, slots=True)
class Folded:
    """A node of the drawing: those of its `children` that are shown, the largest first.

    `more_responses` others with `more_words` hidden words below are not; what is below the last level isn't
    counted there.
    """

    branch: Branch
    children: tuple[Folded, ...]
    more_responses: int
    more_words: int

    def rows(self) -> int:
        """Return how many rows the node and all below it take."""
        own = sum(child.rows() for child in self.children) + (self.more_responses > 0)
        return max(1, own)

    def branches(self) -> Iterator[Branch]:
        """Yield the nodes that are shown, each before its children."""
        yield self.branch
        for child in self.children:
            yield from child.branches()

    def depth(self) -> int:
        """Return the number of levels."""
        return 1 + max((child.depth() for child in self.children), default=0)


def folded(strategy: CheckedStrategy, levels: int = 2, widest: int | None = None) -> Folded:
    """Return the first `levels` guesses of `strategy`, at most `widest` responses of each node.

    A single response is never folded: its row would be taken anyway.
    """
    few = 20 if levels <= 2 else 8  # noqa: PLR2004  so that a page holds them
    return _folded(branches_of(strategy), levels, widest or few)


def unfolded(strategy: CheckedStrategy, levels: int) -> Folded:
    """Return the first `levels` guesses of `strategy` with all responses, in their order."""
    return _folded(branches_of(strategy), levels, None)


def _folded(branch: Branch, levels: int, widest: int | None) -> Folded:
    shown = branch.children if levels > 1 else ()
    hidden: Sequence[Branch] = ()
    if widest is not None:
        ordered = sorted(shown, key=lambda child: -len(child.hidden_set))
        most = widest if len(ordered) > widest + 1 else len(ordered)
        shown, hidden = tuple(ordered[:most]), ordered[most:]
    return Folded(
        branch,
        tuple(_folded(child, levels - 1, widest) for child in shown),
        len(hidden),
        sum(len(child.hidden_set) for child in hidden),
    )


def _note(branch: Branch, noun: str) -> str:
    """Return what is known of a node, in short; `noun` is what is guessed."""
    words = counted(branch.hidden_count, noun, f"{noun}s")
    return words if branch.hidden_count == 1 else f"{words}, {branch.total} guesses, {branch.worst} at most"


def more_text(node: Folded, noun: str) -> str:
    """Return how much of `node` is folded; `noun` is what is guessed."""
    words = counted(node.more_words, noun, f"{noun}s")
    return f"and {node.more_responses} more responses, {words}"


def headline(strategy: CheckedStrategy) -> str:
    """Return the strategy, its game and its figures in one line."""
    game, claim = strategy.certificate.head.game, strategy.claim
    after = f" after {game.scoring.format_history(claim.history)}" if claim.history else ""
    mean, noun = claim.total_guesses / claim.hidden_count, game.scoring.noun
    return (
        f"{strategy.opener.upper()}, {game.name}, {game.mode} mode{after}: "
        f"{counted(claim.hidden_count, f'hidden {noun}', f'hidden {noun}s')}, {claim.total_guesses} guesses "
        f"({mean:.4f} on average), {claim.max_guesses} at most"
    )


def render_dot(strategy: CheckedStrategy, tree: Folded) -> str:
    """Return `tree` in the DOT language; folded responses are one node without a border."""
    lines = [
        "digraph strategy {",
        f'  graph [rankdir=LR, label="{_quoted(headline(strategy))}", labelloc=t];',
        '  node [shape=box, fontname="monospace"];',
        '  edge [fontname="monospace"];',
    ]
    number, scoring = 0, strategy.scoring
    stack: list[tuple[Folded, int | None]] = [(tree, None)]
    while stack:
        node, parent = stack.pop()
        branch = node.branch
        label = f"{_quoted(branch.guess.upper())}\\n{_note(branch, scoring.noun)}"
        tip = f'tooltip="{_quoted(scoring.format_history(branch.history))}"'
        lines.append(f'  {number} [label="{label}", {tip}, peripheries={2 if branch.wins else 1}];')
        if parent is not None:
            pattern = branch.history[-1][1]
            lines.append(f'  {parent} -> {number} [label="{scoring.format_pattern(pattern)}"];')
        here, number = number, number + 1
        if node.more_responses:
            lines.append(f'  {number} [label="{more_text(node, scoring.noun)}", shape=plaintext];')
            lines.append(f"  {here} -> {number} [style=dashed];")
            number += 1
        stack.extend((child, here) for child in reversed(node.children))
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """Return `text` as it may stand between the quotes of a DOT string."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def draw_tree(strategy: CheckedStrategy, tree: Folded, palette: Palette = Palette.STANDARD) -> Page:
    """Return `tree` as a page: at each response its tiles, the next guess, and what is below."""
    scoring = strategy.scoring
    responses, length = Responses(scoring, palette), scoring.length
    notes = _NOTE_LETTER * max(len(_note(branch, scoring.noun)) for branch in tree.branches())
    offset = responses.width(_TILE) + 8
    plan = _Plan(responses, notes, offset, _BEND + offset + _note_offset(length) + notes)
    title = headline(strategy)
    name, _, figures = title.rpartition(": ")
    shapes: list[Shape] = [
        Text(_MARGIN, _MARGIN + 6, name, 12, bold=True),
        Text(_MARGIN, _MARGIN + 20, figures, 10),
    ]
    x = _MARGIN
    for row, meaning in responses.meanings:
        shapes += tile_row(x, _MARGIN + 29, 9, row, palette)
        shapes.append(Text(x + 13 * len(row), _MARGIN + 36.5, meaning, _NOTE, _FAINT))
        x += 26 + _NOTE_LETTER * len(meaning)
    legend = f"bold: may be the hidden {scoring.noun}; guesses count from the first"
    shapes.append(Text(_MARGIN, _MARGIN + 49, legend, _NOTE, _FAINT))
    shapes += _node(tree, _MARGIN - offset, _MARGIN + _HEAD, plan, first=True)
    width = 2 * _MARGIN + tree.depth() * plan.step - _BEND - offset - plan.notes
    heads = (8.4 * len(name), 5.9 * len(figures), x - _MARGIN, _NOTE_LETTER * len(legend))
    least = 2 * _MARGIN + max(heads)
    height = 2 * _MARGIN + _HEAD + tree.rows() * _ROW
    return Page(title, max(width, least), height, tuple(shapes))


@dataclass(frozen=True, slots=True)
class _Plan:
    """What all nodes of a drawing share.

    How their responses are drawn, how wide their notes are, how far a guess stands from where its response
    begins, and how far apart the levels are.
    """

    responses: Responses
    notes: float
    offset: float
    step: float

    def note(self, branch: Branch) -> str:
        """Return what is known of a node."""
        return _note(branch, self.responses.scoring.noun)


def _note_offset(length: int) -> float:
    """Return how far the note stands from where the guess begins."""
    return LETTER_WIDTH * _GUESS * length + 6


def _node(node: Folded, x: float, top: float, plan: _Plan, *, first: bool = False) -> Iterator[Shape]:
    """Yield the shapes of `node` and all below it, in rows from `top`; its response begins at `x`."""
    branch = node.branch
    length = len(branch.guess)
    middle = _middle(node, top)
    text = x + plan.offset
    end = text + _note_offset(length)
    yield Text(text, middle + 4.2, branch.guess.upper(), _GUESS, bold=branch.wins, font=MONO)
    if not first:  # the title has the figures of the first guess
        yield Text(end, middle + 3.2, plan.note(branch), _NOTE, _FAINT)
    start = end + (0 if first else plan.notes)
    bend, row, left = start + _BEND * 0.4, top, x + plan.step - (plan.notes if first else 0)
    if node.children or node.more_responses:
        yield Stroke(((start - 4, middle), (bend, middle)), _CONNECTOR, 0.8)
    joints: list[float] = [middle]
    for child in node.children:
        joints.append(_middle(child, row))
        yield Stroke(((bend, joints[-1]), (left - 3, joints[-1])), _CONNECTOR, 0.8)
        response = child.branch.history[-1]
        yield from plan.responses.drawn(left, joints[-1] - _TILE / 2, _TILE, response)
        yield from _node(child, left, row, plan)
        row += child.rows() * _ROW
    if node.more_responses:
        joints.append(row + _ROW / 2)
        yield Stroke(((bend, joints[-1]), (left - 3, joints[-1])), _CONNECTOR, 0.8)
        more = more_text(node, plan.responses.scoring.noun)
        yield Text(left, joints[-1] + 3.2, more, _NOTE + 1, _FAINT)
    if len(joints) > 1:
        yield Stroke(((bend, min(joints)), (bend, max(joints))), _CONNECTOR, 0.8)


def _middle(node: Folded, top: float) -> float:
    """Return the height of `node`, whose rows begin at `top`: halfway between its first and its last row."""
    return top + node.rows() * _ROW / 2
