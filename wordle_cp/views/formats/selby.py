"""A strategy as Alex Selby's text, the format in which the best strategies were published.

One line a hidden word, the path from the root: ``guess PATTERN1 guess PATTERN2 ... GGGGGd``, where the
number behind a pattern counts the guesses so far. Lines follow the order of their patterns, letter by letter,
with B < G < Y unless another order is asked for. In the full style every line is whole; in the hollow style
what a line shares with the line above is blanked, columns kept::

    salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                    BGYYB3 pygmy GGGGG4

Source: github.com/alex1770/wordle, the files ``*.tree``. `certify.foreign` reads it back.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import permutations
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_cp.games.strategy_tree import StrategyNode
    from wordle_cp.rules.words import History

DEFAULT_ORDER: Final = "BGY"
ORDERS: Final = tuple("".join(each) for each in permutations(DEFAULT_ORDER))
"""How colours may compare in the order of the lines; the source's program has an option for it, too."""


class Style(StrEnum):
    """Whether a line repeats what it shares with the line above."""

    HOLLOW = "hollow"
    FULL = "full"


def render_strategy(
    nodes: Iterable[StrategyNode], length: int, style: Style, order: str = DEFAULT_ORDER
) -> Iterator[str]:
    """Yield the lines, without newlines, of a strategy text; `nodes` come from `games.strategy_tree.walk`.

    With a history before the first node every line begins with it, as the source's own files do. `order`
    says how the colours of a pattern compare: one of `ORDERS`.
    """
    scoring = WordScoring(length)
    green = scoring.win
    paths = [(*node.history, (node.guess, green)) for node in nodes if node.cells[-1][0] == green]
    places = str.maketrans({colour: str(place) for place, colour in enumerate(order)})
    paths.sort(key=lambda path: [scoring.format_pattern(pattern).translate(places) for _, pattern in path])
    previous: History = ()
    for path in paths:
        moves = [
            f"{guess} {scoring.format_pattern(pattern)}{i}"
            for i, (guess, pattern) in enumerate(path, start=1)
        ]
        text = " ".join(moves)
        if style is Style.HOLLOW and previous:
            shared = next(i for i, (a, b) in enumerate(zip(path, previous, strict=False)) if a != b)
            blanks = sum(len(move) + 1 for move in moves[:shared]) + len(str(path[shared][0])) + 1
            text = " " * blanks + text[blanks:]
        yield text
        previous = path
