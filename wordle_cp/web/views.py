"""The views of the page, in the order of its header; each is a class `<title>View` of `pages`.

Beside them stand the view where visitors begin, and Codes, which lists the games of codes with their proofs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from wordle_cp.commands.shared import whole
from wordle_cp.web.links import GOALS, MOST_WITHIN, PLAYS, Reader, one_of

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class View:
    """A view: its `name` is its address and its module, `key` with Alt opens it.

    `options` are the names in its addresses besides those of a game and a position, with what reads them.
    Some views are about a whole game, `anywhere` in it: the position in their addresses is for the links to
    the other views.
    """

    name: str
    title: str
    key: str
    hint: str
    options: Mapping[str, Reader] = field(default_factory=dict)
    anywhere: bool = False


MOST_SEED: Final = 2**32 - 1
_MOST_NODE: Final = 10**9
_YES: Final = one_of(["yes"])
_PLACE: Final = dict.fromkeys(("file", "opener", "path"), str)

START: Final = View("", "Start", "0", "ways in")
CODES: Final = View("codes", "Codes", "9", "Mastermind, Bulls and Cows")
VIEWS: Final = (
    View(
        "ask",
        "Ask",
        "1",
        "the best guess, and how every other would do",
        {"goal": one_of(GOALS), "within": whole(0, MOST_WITHIN)},
    ),
    View(
        "analyse", "Analyse", "2", "the skill and luck of each move", {"game": str, "word": str, "star": _YES}
    ),
    View(
        "play",
        "Play",
        "3",
        "find a hidden word, or have yours found",
        {"kind": one_of(PLAYS), "seed": whole(0, MOST_SEED)},
    ),
    View(
        "proof", "Proof", "4", "try to beat a proof", _PLACE | {"node": whole(0, _MOST_NODE)}, anywhere=True
    ),
    View("tree", "Tree", "5", "a strategy, response by response", _PLACE, anywhere=True),
)
