"""The steps of a refutation as data that a page of the site reads, in pieces of so many steps.

A *step* is a node of the certificate; each is judged by the checker when it is written here, as everywhere
(`views.refutations`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.check.common.lists import Progress
    from wordle_cp.views.refutations.opener_bound import OpenerBound
    from wordle_cp.views.refutations.refutation import Explanation
    from wordle_cp.views.refutations.sentences import Argument, ProofPlace

MOST_STEPS: Final = 100_000
"""Steps of the largest refutation whose steps are shown one by one."""
PIECE: Final = 256
"""Steps in one file."""
_WORDS: Final = 150
_CHILDREN: Final = 40
_EXAMPLES: Final = 6


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
