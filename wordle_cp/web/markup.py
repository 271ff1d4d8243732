"""Long lists as text of HTML: one element for the server, however many lines; pure."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import capital
from wordle_cp.views.colours import COLOUR_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.rules.scoring import Scoring

PLAIN_TILE: Final = "plain"
"""The class of a letter that has no colour."""


def tiles_html(guess: str, pattern: int, scoring: Scoring) -> str:
    """Return a guess as small tiles, and its response; those who listen hear once what they say."""
    response = response_of(pattern, scoring)
    tiles = "".join(
        f'<span class="tile small {name}">{escape(capital(letter))}</span>'
        for letter, name in zip(guess, response.letters, strict=True)
    )
    if response.text:
        pegs = "".join(f'<span class="peg {name}"></span>' for name in response.pegs)
        tiles += f'<span class="response">{escape(response.text)}</span><span class="pegs">{pegs}</span>'
    label = escape(f"{guess.upper()} {response.told}")
    way = direction(guess)
    return f'<span class="tile-row" dir="{way}" role="img" aria-label="{label}">{tiles}</span>'


@dataclass(frozen=True, slots=True)
class Response:
    """What a response looks like: the class of each letter; its text and pegs, where they stand beside."""

    letters: tuple[str, ...]
    text: str
    pegs: tuple[str, ...]
    told: str


def response_of(pattern: int, scoring: Scoring) -> Response:
    """Return what a response looks like: coloured letters, or a text with pegs beside them."""
    names = tuple(COLOUR_NAMES[colour] for colour in scoring.tiles(pattern))
    if scoring.feedback.tiled:
        return Response(names, "", (), " ".join(names))
    text = scoring.format_pattern(pattern)
    return Response((PLAIN_TILE,) * scoring.length, text, names, text)


def direction(word: str) -> str:
    """Return in which direction a word is written, as HTML has it: rtl in scripts such as Hebrew."""
    return "rtl" if any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in str(word)) else "ltr"


def words_html(words: Iterable[str]) -> str:
    """Return words as chips."""
    chips = (f'<li class="word" dir="{direction(word)}">{escape(word.upper())}</li>' for word in words)
    return f'<ul class="words">{"".join(chips)}</ul>'


def bars_html(distribution: Sequence[int], noun: str) -> str:
    """Return a distribution as bars with a heading: how many words or codes guess 1, 2 ... finds."""
    most = max(distribution, default=0) or 1
    first = next((number for number, words in enumerate(distribution) if words), 0)
    rows = "".join(
        f'<span class="bar-name">{number}</span>'
        f'<span class="bar"><span style="width:{100 * words / most:.1f}%"></span></span><span>{words}</span>'
        for number, words in enumerate(distribution[first:], first + 1)
    )
    told = f"{noun}s found with each guess"
    title = f'<div class="bars-title">{told.capitalize()}</div>'
    return f'{title}<div class="bars" role="img" aria-label="{told}">{rows}</div>'
