"""Words that a model says can't all be found, as a refutation: of cuts, or of what the search finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.parts.nodes import NodeKind, RefutationNode
from wordle_cp.certify.depth import named_cases, refutation, refutation_certificate
from wordle_cp.engine import Verdict
from wordle_cp.errors import WrongAnswerError, argument, counted
from wordle_cp.rules.words import Restriction
from wordle_cp.search.depth import search_depth
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.parts.nodes import ChainCases
    from wordle_cp.certify.records import Asked
    from wordle_cp.games.question import Question
    from wordle_cp.modelling.cuts import Cut
    from wordle_cp.work import Work


def search_refutation(question: Question, depth: int, work: Work) -> tuple[Refutation, Asked]:
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


def lost_certificate(
    question: Question, depth: int, cuts: Iterable[Cut], heed: Callable[[], None] = lambda: None
) -> tuple[Refutation, Asked]:
    """Return the certificate that `depth` guesses aren't enough, as the `cuts` forbid each next guess.

    A cut whose words may all be hidden forbids all of them. With one guess left, or none, no cuts are needed.
    The checker judges them. What `heed`, called meanwhile, raises ends that.
    """
    numbers: dict[RefutationNode, int] = {}
    known: dict[Cut, int] = {}

    def add(cut: Cut) -> int:
        if cut not in known:
            heed()
            node = _node(cut, tuple(sorted({add(below) for below in cut.below})))
            known[cut] = numbers.setdefault(node, len(numbers))
        return known[cut]

    root = {add(cut) for cut in cuts}
    return refutation(question, depth, [*numbers], root)


def _node(cut: Cut, children: tuple[int, ...]) -> RefutationNode:
    """Return the node of a cut: a rule over `children`, or weights, cases or pairs of its words."""
    binding, kind, words = cut.binding, NodeKind.PAIR, cut.words
    weights: tuple[int, ...] = ()
    cases: ChainCases = ()
    if children:
        kind, words = NodeKind.RULE, ()
    elif cut.chain is not None and cut.left > 1:
        kind, cases = NodeKind.CHAIN, named_cases(cut.chain.cases, cut.chain.pieces)
    elif cut.weights and cut.left > 1:
        kind, heavy = NodeKind.WEIGHTS, [pair for pair in zip(words, cut.weights, strict=True) if pair[1]]
        words, weights = tuple(word for word, _ in heavy), tuple(weight for _, weight in heavy)
    nothing = Restriction.of((), binding.scoring.length)
    bound = nothing if binding.responses else binding.facts
    return RefutationNode(kind, cut.left, bound, words, weights, children, cases, binding.responses)
