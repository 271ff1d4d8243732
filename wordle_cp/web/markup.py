"""Long lists as text of HTML: one element for the server, however many lines; pure.

What a line leads to is in its ``data-go``; `listen` of `moves` tells when somebody goes there.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from wordle_cp.rules.letters import capital
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.views.colours import COLOUR_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def tiles_html(guess: str, pattern: int) -> str:
    """Return small tiles; what they say is reported once, for those who listen."""
    names = [COLOUR_NAMES[colour] for colour in WordScoring(len(guess)).tiles(pattern)]
    tiles = "".join(
        f'<span class="tile small {name}">{escape(capital(letter))}</span>'
        for letter, name in zip(guess, names, strict=True)
    )
    label = escape(f"{guess.upper()} {' '.join(names)}")
    return f'<span class="tile-row" role="img" aria-label="{label}">{tiles}</span>'


def words_html(words: Iterable[str], notes: Sequence[str] = ()) -> str:
    """Return words as chips, each with its note if there are any."""
    chips: list[str] = []
    for place, word in enumerate(words):
        note = f" <b>{escape(notes[place])}</b>" if notes else ""
        chips.append(f'<li class="word">{escape(word.upper())}{note}</li>')
    return f'<ul class="words">{"".join(chips)}</ul>'


def line_html(goes: str, href: str, cells: Iterable[str], *, label: str) -> str:
    """Return a line that leads to `goes`, an address of its own for who opens it elsewhere.

    `cells` are HTML, `label` is text for those who listen.
    """
    inside = "".join(f'<span class="cell">{cell}</span>' for cell in cells)
    return (
        f'<a class="line" data-go="{escape(goes)}" href="{escape(href)}" aria-label="{escape(label)}">'
        f"{inside}</a>"
    )


def bars_html(distribution: Sequence[int]) -> str:
    """Return a distribution as bars with a heading: how many words are found with guess 1, 2, and so on."""
    most = max(distribution, default=0) or 1
    first = next((number for number, words in enumerate(distribution) if words), 0)
    rows = "".join(
        f'<span class="bar-name">{number}</span>'
        f'<span class="bar"><span style="width:{100 * words / most:.1f}%"></span></span><span>{words}</span>'
        for number, words in enumerate(distribution[first:], first + 1)
    )
    title = '<div class="bars-title">Words found with each guess</div>'
    return f'{title}<div class="bars" role="img" aria-label="words found with each guess">{rows}</div>'
