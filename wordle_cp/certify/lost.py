"""Words that a model says can't all be found, as a refutation of one node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.parts.nodes import NodeKind, RefutationNode
from wordle_cp.certify.depth import impossible_claim, named_cases
from wordle_cp.certify.records import game_record
from wordle_cp.models.formulation import Chain
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from wordle_cp.games.question import Question


def lost_certificate(question: Question, depth: int, by: tuple[int, ...] | Chain) -> Refutation:
    """Return the certificate that the hidden words of `question` can't all be found within `depth` guesses.

    `by` are weights, one a hidden word, or a chain, for the guesses that are left after the history. The
    checker judges them.
    """
    variant, history, words = question.variant, question.history, question.hidden
    left = depth - len(history)
    nothing = Restriction.of((), variant.length)
    bound = Restriction.of(history, variant.length) if variant.mode.facts else nothing
    responses = variant.mode.responses and bool(history)
    conditions = tuple(sorted(set(history))) if responses else ()
    bound = nothing if responses else bound
    if left == 1:
        node = RefutationNode(NodeKind.PAIR, left, bound, words, (), (), conditions=conditions)
    elif isinstance(by, Chain):
        cases = named_cases(by.cases, by.pieces)
        node = RefutationNode(NodeKind.CHAIN, left, bound, words, (), (), cases)
    else:
        heavy = [(word, weight) for word, weight in zip(words, by, strict=True) if weight]
        node = RefutationNode(
            NodeKind.WEIGHTS,
            left,
            bound,
            tuple(word for word, _ in heavy),
            tuple(weight for _, weight in heavy),
            (),
            conditions=conditions,
        )
    return Refutation(Head(game_record(variant), impossible_claim(question, depth, 1)), (node,), (0,))
