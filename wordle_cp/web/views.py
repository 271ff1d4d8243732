"""The views of the page, in the order of its header; each is a class `<title>View` in a module of `pages`.

Beside them stand the view where visitors begin, and the one that points players of codes to the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class View:
    """A view: its `name` is its address and its module, `key` with Alt opens it.

    `options` are the names in its addresses besides those of a game and a position. Some views are about a
    whole game, `anywhere` in it: the position in their addresses is for the links to the other views. `seen`
    are pairs for the help: a thing that is seen, and what it means.
    """

    name: str
    title: str
    key: str
    hint: str
    seen: tuple[tuple[str, str], ...]
    options: frozenset[str] = frozenset()
    anywhere: bool = False


_CELL: Final = (
    "Cell",
    "the words that give a guess the same response. A guess with many small cells tells much.",
)

START: Final = View(
    "",
    "Start",
    "0",
    "three ways in",
    (
        ("The three doors", "each leads to something that works at once; nothing has to be set up first."),
        ("The line above", "all that the page can do. The name at its left leads back here."),
    ),
)

CODES: Final = View(
    "codes",
    "Codes",
    "9",
    "Mastermind, Bulls and Cows",
    (("The table", "what is proven about each game of codes, and how to ask more in a terminal."),),
)

VIEWS: Final = (
    View(
        "ask",
        "Ask",
        "1",
        "the exact value of a position, and how every guess would do",
        (
            ("Tiles", "your guesses and their responses. Click a tile to change its colour."),
            ("Guesses expected", "how many more guesses the word takes on average, if you play best."),
            ("Bars", "how many of the words left are found with each guess, if you play best."),
            (
                "Table",
                "every guess. Exact numbers come first; below them are lower bounds of the search, with ≥.",
            ),
            _CELL,
        ),
        frozenset({"goal", "within"}),
    ),
    View(
        "tree",
        "Tree",
        "2",
        "a strategy, node by node",
        (
            (
                "Strategy",
                "what to guess first, and after each response, until every word is found.",
            ),
            ("Left", "the guess here, and how many words are found with each guess."),
            ("Right", "the possible responses: how many words each leaves, and the next guess."),
        ),
        frozenset({"file", "opener", "path"}),
        anywhere=True,
    ),
    View(
        "proof",
        "Proof",
        "3",
        "why no strategy exists, one step at a time",
        (
            ("Claim", "so many words can't all be found within so many guesses, whatever you play."),
            ("The game", "you guess; the proof picks the response that leaves you too many words."),
            ("Step", "one numbered claim of the proof: its words are too many for the guesses left."),
            ("Check", "the checker recomputes every step of the file. It trusts nothing that the file says."),
            _CELL,
        ),
        frozenset({"file", "node", "opener", "path"}),
        anywhere=True,
    ),
    View(
        "analyse",
        "Analyse",
        "4",
        "the skill and the luck of each move of a game",
        (
            ("Inaccuracy", "how many more guesses than the best guess this one costs on average. 0 is best."),
            (
                "Luck",
                "how many guesses fewer the response left than responses do on average; minus is bad luck.",
            ),
        ),
        frozenset({"game", "word", "star"}),
    ),
    View(
        "compare",
        "Compare",
        "5",
        "policies and openers side by side, over every hidden word",
        (
            ("Policy", "a rule of thumb that picks each guess, such as: leave the smallest largest cell."),
            ("Total, mean", "guesses over all hidden words, and on average."),
            ("Optimum", "the least total that any strategy has, where a proof of it ships."),
            _CELL,
        ),
        frozenset({"play", "optimum"}),
        anywhere=True,
    ),
    View(
        "trace",
        "Trace",
        "6",
        "every step of the search of a small position",
        (
            ("Step", "what the search does next: looks at a set of words, tries a guess, or drops it."),
            ("Bound", "a number that the total can't be below. A guess whose bound is too large is dropped."),
        ),
        frozenset({"techniques"}),
    ),
)
