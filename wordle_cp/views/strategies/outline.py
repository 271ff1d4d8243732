"""A strategy as a list of lists in HTML, each response to be opened: for a screen too narrow for a tree."""

from __future__ import annotations

from html import escape
from itertools import repeat
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import counted
from wordle_cp.rules.letters import capital
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.strategies.drawing import Palette, Responses, look_style, more_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.strategies.drawing import Folded
    from wordle_cp.views.strategies.walk import Branch


_CLASSES: Final = {GREY: "b", YELLOW: "y", GREEN: "g"}
_HOW: Final = "Find the response that you got: beside it stands your next guess. Bold: may be the hidden"
_STYLE: Final = """
.outline { margin: 0 auto; padding: 1rem; max-width: 40rem; font: 1rem/1.5 system-ui, sans-serif; }
.outline h1 { margin: 0; font-size: 1.3rem; }
.outline p { margin: .25rem 0 .75rem; }
.outline ul { list-style: none; margin: 0; padding: 0; }
.outline ul ul { margin-left: .6rem; padding-left: .8rem; border-left: 2px solid #8a8f98; }
.outline .key { display: inline-block; margin-right: .75rem; }
.outline summary { cursor: pointer; }
.outline li { padding: .3rem 0; }
.outline li > span, .outline summary > span { vertical-align: middle; }
.outline .guess { margin: 0 .5rem; font: 1.05rem ui-monospace, monospace; }
.outline .wins { font-weight: bold; }
.outline .none { padding-left: 1.1rem; }
.tiles { display: inline-flex; gap: 2px; }
.tiles i { box-sizing: border-box; width: 1.45em; height: 1.45em; text-align: center;
  font: bold .85rem/1.4em ui-monospace, monospace; border: 1px solid; border-radius: 2px; }
.tiles .peg { width: .8em; height: .8em; align-self: center; border-radius: 50%; }
"""


def outline_style(palette: Palette) -> str:
    """Return the style of `outline`, as CSS."""
    looks = "".join(f".tiles .{name} {{ {look_style(palette, tile)} }}\n" for tile, name in _CLASSES.items())
    return _STYLE + looks


def outline(tree: Folded, title: str, scoring: Scoring, *, opened: int) -> str:
    """Return `tree` as HTML, with responses of `scoring`; of its levels the first `opened` are open."""
    keys = " ".join(
        f'<span class="key"><span class="tiles">{_tiles(row)}</span> {escape(meaning)}</span>'
        for row, meaning in Responses(scoring).meanings
    )
    head = (
        f"<h1>{escape(tree.branch.guess.upper())}</h1>\n<p>{escape(title)}</p>\n<p>{keys}</p>\n"
        f"<p>{_HOW} {scoring.noun}.</p>"
    )
    return "\n".join((f'<main class="outline">\n{head}', *_list(tree, scoring, opened), "</main>"))


def _list(node: Folded, scoring: Scoring, opened: int) -> Iterator[str]:
    """Yield the lines of what follows `node`."""
    if not node.children and not node.more_responses:
        return
    yield "<ul>"
    for child in node.children:
        line = _line(child.branch, scoring)
        if child.children or child.more_responses:
            yield f"<li><details{' open' if opened > 1 else ''}><summary>{line}</summary>"
            yield from _list(child, scoring, opened - 1)
            yield "</details></li>"
        else:
            yield f'<li class="none">{line}</li>'
    if node.more_responses:
        yield f'<li class="none">{more_text(node, scoring.noun)}</li>'
    yield "</ul>"


def _line(branch: Branch, scoring: Scoring) -> str:
    """Return a response, the guess after it, and how many words are left if there are several."""
    guess, pattern = branch.history[-1]
    row = scoring.tiles(pattern)
    if scoring.feedback.tiled:
        shown = _tiles(row, map(capital, guess))
    else:
        text = scoring.format_pattern(pattern)
        shown = _tiles((GREY,) * len(text), text) + _tiles(row, kind=" peg")
    words = len(branch.hidden_set)
    left = "" if words == 1 else f"<span>{counted(words, scoring.noun, f'{scoring.noun}s')}</span>"
    wins = " wins" if branch.wins else ""
    after = f'<span class="guess{wins}">{escape(branch.guess.upper())}</span>'
    return f'<span class="tiles">{shown}</span>{after}{left}'


def _tiles(row: tuple[int, ...], signs: Iterable[str] = (), *, kind: str = "") -> str:
    """Return a tile, or another `kind` of sign, for each colour of `row`, with `signs` on them."""
    return "".join(
        f'<i class="{_CLASSES[colour]}{kind}">{escape(sign)}</i>'
        for colour, sign in zip(row, signs or repeat(""), strict=False)
    )
