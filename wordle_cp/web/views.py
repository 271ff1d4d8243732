"""The views of the page, in the order of its header; each is a class `<title>View` in a module of `pages`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class View:
    """A view: its `name` is its address and its module, `key` with Alt opens it.

    `options` are the names in its addresses besides those of a game and a position. Some views are about a
    whole game, `anywhere` in it: the position in their addresses is for the links to the other views.
    """

    name: str
    title: str
    key: str
    hint: str
    options: frozenset[str]
    anywhere: bool = False


VIEWS: Final = (
    View(
        "ask",
        "Ask",
        "1",
        "the exact value of a position, and how every guess would do",
        frozenset({"goal", "within"}),
    ),
    View(
        "tree", "Tree", "2", "a strategy, node by node", frozenset({"file", "opener", "path"}), anywhere=True
    ),
    View(
        "proof",
        "Proof",
        "3",
        "why no strategy exists, one step at a time",
        frozenset({"file", "node", "opener", "path"}),
        anywhere=True,
    ),
    View(
        "analyse",
        "Analyse",
        "4",
        "the skill and the luck of each move of a game",
        frozenset({"game", "word"}),
    ),
    View(
        "compare",
        "Compare",
        "5",
        "policies and openers side by side, over every hidden word",
        frozenset({"play", "optimum"}),
        anywhere=True,
    ),
    View(
        "trace",
        "Trace",
        "6",
        "every step of the search of a small position",
        frozenset({"techniques"}),
    ),
)
