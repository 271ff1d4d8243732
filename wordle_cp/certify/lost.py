"""Words that a model says can't all be found, as a refutation: of one node, or as the search finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.parts.nodes import NodeKind, RefutationNode
from wordle_cp.certify.depth import impossible_claim, named_cases, refutation_certificate
from wordle_cp.certify.records import game_record
from wordle_cp.engine import Verdict
from wordle_cp.errors import WrongAnswerError, counted
from wordle_cp.models.formulation import Chain
from wordle_cp.rules.words import Restriction
from wordle_cp.search.depth import search_depth
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from wordle_cp.games.question import Question
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
            f"and the search finds a strategy; prove --depth {depth} has it checked"
        )
        raise WrongAnswerError(message)
    return refutation_certificate(question, depth, result.proof, result.outcome.refuting, work=work)


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
