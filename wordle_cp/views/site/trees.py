"""A strategy as data that a page of the site reads: its nodes, and how guesses and responses look."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wordle_cp.rules.letters import capital, written
from wordle_cp.views.colours import COLOUR_NAMES
from wordle_cp.views.strategies.walk import branches_of

if TYPE_CHECKING:
    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.strategies.walk import Branch


def tree_data(strategy: CheckedStrategy) -> dict[str, object]:
    """Return the tree of `strategy`.

    A node is a list: the number of its guess, that of the response before it (None at the root), whether the
    guess may be the hidden word, and its children. `start` has the moves that the strategy begins after.
    """
    table = MoveNumbers(strategy.scoring)
    start = [[table.guess(guess), table.response(pattern)] for guess, pattern in strategy.claim.history]
    nodes = _nodes(branches_of(strategy), table)
    return {"noun": strategy.scoring.noun, "start": start, "root": nodes, **table.fields()}


def _nodes(root: Branch, table: MoveNumbers) -> list[Any]:
    """Return the node of `root` and all below it; a loop, as a strategy may be deeper than Python calls."""
    first = _node(root, table, None)
    stack = [(root, first)]
    while stack:
        branch, node = stack.pop()
        for child in branch.children:
            made = _node(child, table, child.pattern)
            node[3].append(made)
            stack.append((child, made))
    return first


def _node(branch: Branch, table: MoveNumbers, pattern: int | None) -> list[Any]:
    response = None if pattern is None else table.response(pattern)
    return [table.guess(branch.guess), response, int(branch.wins), []]


@dataclass(slots=True)
class MoveNumbers:
    """Guesses and responses by numbers, in the order in which they were first met."""

    scoring: Scoring
    guesses: dict[str, int] = field(default_factory=dict)
    responses: dict[int, int] = field(default_factory=dict)

    def guess(self, word: str) -> int:
        """Return the number of a guess."""
        return self.guesses.setdefault(word, len(self.guesses))

    def response(self, pattern: int) -> int:
        """Return the number of a response."""
        return self.responses.setdefault(pattern, len(self.responses))

    def fields(self) -> dict[str, object]:
        """Return how all of them are written in an address, and how they are shown."""
        scoring = self.scoring
        return {
            "guesses": [[written(word), [capital(letter) for letter in word]] for word in self.guesses],
            "responses": [
                [scoring.format_pattern(pattern), [COLOUR_NAMES[tile] for tile in scoring.tiles(pattern)]]
                for pattern in self.responses
            ],
            "tiled": scoring.feedback.tiled,
        }
