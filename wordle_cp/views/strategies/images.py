"""A response, or a page, as an image that stands in the text of another page: a notebook, say."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.scoring import WordScoring
from wordle_cp.views.strategies.canvas import Page, render_svg
from wordle_cp.views.strategies.tiles import Palette, response_row, row_width

if TYPE_CHECKING:
    from wordle_cp.views.strategies.canvas import Shape

_EDGE: Final = 1.0
"""Room for the borders of the tiles."""


def response_image(guess: str, pattern: int, palette: Palette = Palette.STANDARD, size: float = 14) -> str:
    """Return `guess` in the colours of `pattern` as an HTML image, tiles of `size` points."""
    shapes: tuple[Shape, ...] = tuple(
        response_row(_EDGE, _EDGE, size, (guess, pattern), palette, letters=True)
    )
    name = f"{guess.upper()} {WordScoring(len(guess)).format_pattern(pattern)}"
    return page_image(Page(name, row_width(len(guess), size) + 2 * _EDGE, size + 2 * _EDGE, shapes))


def page_image(page: Page) -> str:
    """Return `page` as an HTML image of its own size, no part of the page around it."""
    data = b64encode(render_svg((page,)).encode()).decode()
    return (
        f'<img alt="{escape(page.title)}" style="display: inline; margin: 0; vertical-align: middle; '
        f'max-width: 100%" src="data:image/svg+xml;base64,{data}">'
    )
