"""A strategy as a list of lists in HTML, each response to be opened: for a screen too narrow for a tree."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import counted
from wordle_cp.rules.letters import capital
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.views.strategies.drawing import more_text
from wordle_cp.views.strategies.tiles import Palette, look_style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.views.strategies.branches import Branch
    from wordle_cp.views.strategies.drawing import Folded

_CLASSES: Final = {GREY: "b", YELLOW: "y", GREEN: "g"}
_MEANINGS: Final = ((GREY, "not in the word"), (YELLOW, "elsewhere"), (GREEN, "in place"))
_HOW: Final = (
    "Find the response that you got: beside it stands your next guess. Bold: may be the hidden word."
)
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
"""


def outline_style(palette: Palette) -> str:
    """Return the style of `outline`, as CSS."""
    looks = "".join(f".tiles .{name} {{ {look_style(palette, tile)} }}\n" for tile, name in _CLASSES.items())
    return _STYLE + looks


def outline(tree: Folded, title: str, *, opened: int) -> str:
    """Return `tree` as HTML; of its levels the first `opened` are open at first."""
    keys = " ".join(
        f'<span class="key"><span class="tiles"><i class="{_CLASSES[tile]}"></i></span> {meaning}</span>'
        for tile, meaning in _MEANINGS
    )
    head = (
        f"<h1>{escape(tree.branch.guess.upper())}</h1>\n<p>{escape(title)}</p>\n<p>{keys}</p>\n<p>{_HOW}</p>"
    )
    return "\n".join((f'<main class="outline">\n{head}', *_list(tree, opened), "</main>"))


def _list(node: Folded, opened: int) -> Iterator[str]:
    """Yield the lines of what follows `node`."""
    if not node.children and not node.more_responses:
        return
    yield "<ul>"
    for child in node.children:
        line = _line(child.branch)
        if child.children or child.more_responses:
            yield f"<li><details{' open' if opened > 1 else ''}><summary>{line}</summary>"
            yield from _list(child, opened - 1)
            yield "</details></li>"
        else:
            yield f'<li class="none">{line}</li>'
    if node.more_responses:
        yield f'<li class="none">{more_text(node)}</li>'
    yield "</ul>"


def _line(branch: Branch) -> str:
    """Return a response, the guess after it, and how many words are left if there are several."""
    guess, pattern = branch.history[-1]
    tiles = WordScoring(len(guess)).tiles(pattern)
    shown = "".join(
        f'<i class="{_CLASSES[tile]}">{escape(capital(letter))}</i>'
        for tile, letter in zip(tiles, guess, strict=True)
    )
    words = len(branch.hidden_set)
    left = "" if words == 1 else f"<span>{counted(words, 'word', 'words')}</span>"
    wins = " wins" if branch.wins else ""
    after = f'<span class="guess{wins}">{escape(branch.guess.upper())}</span>'
    return f'<span class="tiles">{shown}</span>{after}{left}'
