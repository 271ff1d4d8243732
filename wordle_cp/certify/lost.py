"""Words that a model says can't all be found, as a refutation: a node, cuts, or what the search finds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.parts.nodes import NodeKind, RefutationNode
from wordle_cp.certify.depth import impossible_claim, in_order, named_cases, refutation_certificate
from wordle_cp.certify.records import game_record
from wordle_cp.engine import Verdict
from wordle_cp.errors import WrongAnswerError, argument, counted
from wordle_cp.modelling.cuts import CutRule
from wordle_cp.models.weights import Chain
from wordle_cp.rules.words import Restriction
from wordle_cp.search.depth import search_depth
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.question import Question
    from wordle_cp.modelling.cuts import Cut
    from wordle_cp.work import Work


def search_refutation(question: Question, depth: int, work: Work) -> Refutation:
    """Return the certificate that `depth` guesses aren't enough, as a model says; the search finds a proof.

    Raises:
        StoppedError: there was reason to stop.
        WrongAnswerError: the search finds a strategy.
    """
    work.stage("looking for a refutation")
    result = search_depth(question, depth, work=work)
    if result.verdict is Verdict.UNDECIDED:
        raise StoppedError(result.stopped_by or StopReason.INTERRUPTED)
    if result.verdict is not Verdict.IMPOSSIBLE:
        message = (
            f"the model says that {counted(depth, 'guess', 'guesses')} aren't enough, "
            f"and the search finds a strategy; prove {argument('depth')} {depth} has it checked"
        )
        raise WrongAnswerError(message)
    return refutation_certificate(question, depth, result.proof, result.refuting, work=work)


def lost_certificate(question: Question, depth: int, by: tuple[int, ...] | Chain) -> Refutation:
    """Return the certificate that the hidden words of `question` can't all be found within `depth` guesses.

    `by` are weights, one a hidden word, or a chain, for the guesses that are left after the history. The
    checker judges them.
    """
    variant, history = question.variant, question.history
    nothing = Restriction.of((), variant.length)
    bound = Restriction.of(history, variant.length) if variant.mode.facts else nothing
    responses = variant.mode.responses and bool(history)
    node = _leaf(nothing if responses else bound, question.hidden, depth - len(history), by)
    if responses:
        node = replace(node, conditions=tuple(sorted(set(history))))
    return Refutation(Head(game_record(variant), impossible_claim(question, depth, 1)), (node,), (0,))


def cuts_refutation(question: Question, depth: int, cuts: Sequence[Cut]) -> Refutation:
    """Return the certificate that `depth` guesses aren't enough, as the `cuts` forbid each next guess.

    With one guess left, or none, no cuts are needed. The checker judges them.
    """
    numbers: dict[RefutationNode, int] = {}

    def add(cut: Cut) -> int:
        if isinstance(cut.by, CutRule):
            children = tuple(sorted({add(child) for child in cut.by.cuts}))
            node = RefutationNode(NodeKind.RULE, cut.left, cut.binding, (), (), children)
        else:
            node = _leaf(cut.binding, cut.words, cut.left, cut.by)
        return numbers.setdefault(node, len(numbers))

    root = {add(cut) for cut in cuts}
    nodes, places = in_order([*numbers])
    claim = impossible_claim(question, depth, len(nodes))
    return Refutation(
        Head(game_record(question.variant), claim), nodes, tuple(sorted(places[number] for number in root))
    )


def _leaf(
    bound: Restriction, words: tuple[str, ...], left: int, by: tuple[int, ...] | Chain
) -> RefutationNode:
    """Return the node that `words` are lost with `left` guesses, by weights, a chain, or pairs."""
    if left == 1 or not by:
        return RefutationNode(NodeKind.PAIR, left, bound, words, (), ())
    if isinstance(by, Chain):
        return RefutationNode(NodeKind.CHAIN, left, bound, words, (), (), named_cases(by.cases, by.pieces))
    heavy = [(word, weight) for word, weight in zip(words, by, strict=True) if weight]
    named, weights = tuple(word for word, _ in heavy), tuple(weight for _, weight in heavy)
    return RefutationNode(NodeKind.WEIGHTS, left, bound, named, weights, ())
