"""The views of the page, in the order of its header; each is a module of `pages` with a `register`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class View:
    """A view: its `name` is its address and its module, `key` with Alt opens it."""

    name: str
    title: str
    key: str
    hint: str


VIEWS: Final = (
    View("ask", "Ask", "1", "the exact value of a position, and what every guess makes of it"),
    View("tree", "Tree", "2", "a strategy, node by node"),
    View("proof", "Proof", "3", "why no strategy exists, one step at a time"),
    View("analyse", "Analyse", "4", "the skill and the luck of each move of a game"),
    View("compare", "Compare", "5", "policies and openers side by side, over every hidden word"),
    View("trace", "Trace", "6", "every step of the search of a small position"),
)
