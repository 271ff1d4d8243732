"""A response, or a page, as an image that stands in the text of another page: a notebook, say."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import GREY
from wordle_cp.views.strategies.canvas import Page, Shape, render_svg
from wordle_cp.views.strategies.tiles import Palette, Responses, row_width, tile_row

if TYPE_CHECKING:
    from wordle_cp.rules.scoring import Scoring

_EDGE: Final = 1.0
"""Room for the borders of the tiles."""


def response_image(guess: str, pattern: int, scoring: Scoring | None = None, size: float = 14) -> str:
    """Return `guess` with its response `pattern` as an HTML image, tiles of `size` points.

    `scoring` says what a response is; by default the coloured tiles of Wordle.
    """
    game = scoring or WordScoring(len(guess))
    responses, x, shapes = Responses(game), _EDGE, list[Shape]()
    if not responses.tiled:
        shapes += tile_row(x, _EDGE, size, (GREY,) * len(guess), Palette.STANDARD, guess)
        x += row_width(len(guess), size) + size / 2
    shapes += responses.drawn(x, _EDGE, size, (guess, pattern))
    name = f"{guess.upper()} {game.format_pattern(pattern)}"
    return page_image(Page(name, x + responses.width(size) + _EDGE, size + 2 * _EDGE, tuple(shapes)))


def page_image(page: Page) -> str:
    """Return `page` as an HTML image of its own size, no part of the page around it."""
    data = b64encode(render_svg((page,)).encode()).decode()
    return (
        f'<img alt="{escape(page.title)}" style="display: inline; margin: 0; vertical-align: middle; '
        f'max-width: 100%" src="data:image/svg+xml;base64,{data}">'
    )
