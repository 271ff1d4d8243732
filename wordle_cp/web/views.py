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


_GROUP: Final = (
    "Group",
    "the words that give a guess the same response. A guess with many small ones tells much.",
)

START: Final = View(
    "",
    "Start",
    "0",
    "ways in",
    (
        ("The row", "type a guess, and click its tiles."),
        ("The doors", "each leads to something that works at once."),
    ),
)

CODES: Final = View(
    "codes",
    "Codes",
    "9",
    "Mastermind, Bulls and Cows",
    (("The list", "what is proven about each game of codes."),),
)

VIEWS: Final = (
    View(
        "ask",
        "Ask",
        "1",
        "the best guess, and how every other one would do",
        (
            ("Tiles", "your guesses and their responses. Click a tile to change its colour."),
            ("Words left", "a click puts one into the next row. Those with a frame are best guesses, too."),
            ("Table", "exact numbers come first; below them are lower bounds of the search, with ≥."),
            _GROUP,
        ),
        frozenset({"goal", "within"}),
    ),
    View(
        "analyse",
        "Analyse",
        "2",
        "the skill and the luck of each move of a game",
        (
            ("Inaccuracy", "how many more guesses than the best guess this one costs on average. 0 is best."),
            ("Luck", "how many guesses the response saved, compared with the average. Minus is bad luck."),
        ),
        frozenset({"game", "word", "star"}),
    ),
    View(
        "play",
        "Play",
        "3",
        "find a hidden word, or have yours found",
        (
            ("Find the hidden word", "the program has chosen one at random."),
            ("Nothing is hidden", "each response is the worst one for you, as in Absurdle."),
            ("I think of a word", "the best strategy guesses, and you colour the tiles."),
        ),
        frozenset({"kind", "seed"}),
    ),
    View(
        "proof",
        "Proof",
        "4",
        "try to beat a proof, one guess at a time",
        (
            ("The game", "you guess; the proof picks the response that leaves you too many words."),
            ("Why?", "a numbered step of the proof: its words are too many for the guesses left."),
            ("Check", "the checker recomputes every step of the file. It trusts nothing that the file says."),
            _GROUP,
        ),
        frozenset({"file", "node", "opener", "path"}),
        anywhere=True,
    ),
    View(
        "tree",
        "Tree",
        "5",
        "a strategy, response by response",
        (
            ("Card", "what to guess here, and how many words are found with each guess."),
            ("Responses", "how many words each leaves, and the next guess. Choose one to go on."),
        ),
        frozenset({"file", "opener", "path"}),
        anywhere=True,
    ),
    View(
        "compare",
        "Compare",
        "6",
        "rules of thumb side by side, over every hidden word",
        (
            ("Policy", "a rule of thumb that picks each guess, such as: leave the smallest largest group."),
            ("Total, mean", "guesses over all hidden words, and on average."),
            ("Optimum", "the least total that any strategy has, where a proof of it ships."),
            _GROUP,
        ),
        frozenset({"play", "optimum"}),
        anywhere=True,
    ),
    View(
        "trace",
        "Trace",
        "7",
        "every step of the search of a small position",
        (
            ("Step", "what the search does next: looks at a set of words, tries a guess, or drops it."),
            ("Bound", "a number that the total can't be below. A guess whose bound is too large is dropped."),
        ),
        frozenset({"techniques"}),
    ),
)
