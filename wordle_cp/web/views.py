"""The views of the page, in the order of its header; each is a class `<title>View` of `pages`.

Those whose form is made of a command are a `StudyView`.

Beside them stand the view where visitors begin, and Codes, which lists the games of codes with their proofs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wordle_cp.web.studies import STUDIES


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
    options: frozenset[str] = frozenset()
    anywhere: bool = False


_PLACE: Final = frozenset({"file", "opener", "path"})

START: Final = View("", "Start", "0", "ways in")
CODES: Final = View("codes", "Codes", "9", "Mastermind, Bulls and Cows")
VIEWS: Final = (
    View("ask", "Ask", "1", "the best guess, and how every other would do", frozenset({"goal", "within"})),
    View("analyse", "Analyse", "2", "the skill and luck of each move", frozenset({"game", "word", "star"})),
    View("play", "Play", "3", "find a hidden word, or have yours found", frozenset({"kind", "seed"})),
    View("proof", "Proof", "4", "try to beat a proof", _PLACE | {"node"}, anywhere=True),
    View("tree", "Tree", "5", "a strategy, response by response", _PLACE, anywhere=True),
    View(
        "compare",
        "Compare",
        "6",
        "rules of thumb side by side",
        frozenset(STUDIES["compare"].asks),
        anywhere=True,
    ),
    View("trace", "Trace", "7", "every step of a search", frozenset(STUDIES["trace"].asks)),
)
