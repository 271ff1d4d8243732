"""A page of plain shapes, drawn once and saved as SVG, HTML, PDF or PNG, alike in all of them.

Lengths are points (1/72 inch), from the upper left corner of the page, y downwards; colours are ``#rrggbb``.
Whatever their order on the page, lines lie below boxes, these below circles, and text on top. The same page
gives the same bytes. SVG and HTML are written here; PDF and PNG are matplotlib's, which is loaded for them
only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
        shapes += (_lowered(shape, top) for shape in page.shapes)
        top += page.height
    return Page(pages[0].title, max(page.width for page in pages), top, tuple(shapes))


def _lowered(shape: Shape, by: float) -> Shape:
    if isinstance(shape, Stroke):
        return replace(shape, points=tuple((x, y + by) for x, y in shape.points))
    return replace(shape, y=shape.y + by)


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
