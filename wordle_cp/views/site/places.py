"""Strategies and refutations as data that the viewer reads: what a page shows at each place.

A strategy comes whole, a refutation in pieces of `PIECE` steps. A *step* is a node of the certificate; each
is judged by the checker when it is written here, as everywhere (`views.refutations`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.rules.letters import capital, written
from wordle_cp.views.colours import COLOUR_NAMES
from wordle_cp.views.refutations.sentences import (
    ByChildren,
    BySums,
    in_noun,
    tell_argument,
    tell_binding,
    tell_cells,
    tell_claim,
    tell_opener,
    tell_position,
)
from wordle_cp.views.strategies.walk import branches_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.check.common.lists import Progress
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.refutations.opener_bound import OpenerBound
    from wordle_cp.views.refutations.refutation import Explanation
    from wordle_cp.views.refutations.sentences import Argument, ProofPlace
    from wordle_cp.views.strategies.walk import Branch

MOST_STEPS: Final = 100_000
"""Steps of the largest refutation whose steps are shown one by one."""
PIECE: Final = 256
"""Steps in one file."""
_WORDS: Final = 150
_CHILDREN: Final = 40
_EXAMPLES: Final = 6


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


def claim_data(explanation: Explanation) -> dict[str, object]:
    """Return the claim, and which step answers which opener, with its response."""
    scoring = explanation.head.game.scoring
    covering = explanation.covering
    return {
        **position_data(explanation, explanation.start()),
        **({} if covering is None else {"covering": covering}),
        "openers": [
            [number, [[word.upper(), scoring.format_pattern(pattern)] for word, pattern in openers]]
            for number, openers in explanation.openers()
            if openers
        ],
    }


def step_pieces(explanation: Explanation, progress: Progress) -> Iterator[list[dict[str, object]]]:
    """Yield all steps in order, `PIECE` at a time; `progress` hears of each.

    Raises:
        CertificateRejected, CertificateParseError: a step isn't what it says.
    """
    steps: list[dict[str, object]] = []
    for number in range(explanation.claim.nodes):
        place = explanation.start(number)
        argument = explanation.argument(place)
        steps.append(position_data(explanation, place, argument))
        if isinstance(argument, ByChildren):
            for child in argument.children:
                steps[child.node].setdefault("usedBy", number)
        progress(number + 1, explanation.claim.nodes)
    for start in range(0, len(steps), PIECE):
        yield steps[start : start + PIECE]


def position_data(
    explanation: Explanation, place: ProofPlace, argument: Argument | None = None
) -> dict[str, object]:
    """Return a place of the proof as the viewer takes it, a node with its `argument`, not what is empty."""
    noun, lines = explanation.head.game.scoring.noun, [tell_claim(explanation)]
    if argument is not None:
        lines = tell_argument(place, argument, shown=explanation.shown)
    sums = argument.sums if isinstance(argument, BySums) else ()
    weights = list(zip(*(each.weights for each in sums), strict=True))
    fields = {
        "told": in_noun(tell_position(place, explanation.claim.scope), noun),
        "binding": tell_binding(place.binding),
        "words": [word.upper() for word in place.words[:_WORDS]],
        "more": max(0, len(place.words) - _WORDS),
        "weights": [list(row) for row in weights[:_WORDS]],
        "lines": tuple(in_noun(line, noun) for line in lines),
        **_children(argument),
    }
    return {name: value for name, value in fields.items() if value}


def bound_data(bound: OpenerBound) -> dict[str, object]:
    """Return the numbers that add up to what an opener costs at least, as the viewer takes them."""
    return {"told": tell_opener(bound), "lines": list(tell_cells(bound))}


def _children(argument: object) -> dict[str, object]:
    """Return the steps that a rule rests on, each with guesses that it answers."""
    if not isinstance(argument, ByChildren):
        return {}
    children = argument.children
    return {
        "children": [
            [child.node, child.refutes, [word.upper() for word in child.examples[:_EXAMPLES]]]
            for child in children[:_CHILDREN]
        ],
        "moreChildren": max(0, len(children) - _CHILDREN),
    }
