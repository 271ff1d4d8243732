"""The second proof of the aim total-then-worst: with one guess less no strategy reaches the least total.

Where this stands: above `total_proof` and `answers.depth.minimax`; `prove_optimal` asks it. The first
certificate says which openers reach the least total, and a strategy in it keeps to the least worst case. A
strategy of the least total begins with one of them: so it is enough to prove that each of these costs more
within one guess less, or that one guess less isn't enough for any of them. (A smaller limit leaves fewer
strategies, so no other opener gets better.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.answers.depth.minimax import LeastWorst, refutation_of, refuted_within
from wordle_cp.answers.totals.proof import asked_least, total_proof
from wordle_cp.certify.asked import Asked, asked_impossible
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.claims.total import Optimality
    from wordle_cp.search.total import TotalSession
    from wordle_cp.work import Work


@dataclass(frozen=True, slots=True)
class SmallerWorst:
    """A certificate, not checked yet, that certain openers cost `cost` within fewer guesses; `asked` is that.

    None for `cost`: it says that some word isn't found in time.
    """

    certificate: Optimality | Refutation
    asked: Asked
    cost: int | None


def proof_of_fewer(
    session: TotalSession,
    openers: Sequence[str],
    *,
    guesses_left: int,
    least: int,
    work: Work,
) -> SmallerWorst:
    """Prove that `openers` cost more than `least` within `guesses_left` guesses, or can't keep that limit.

    This must be so, in normal or hard mode.

    Raises:
        StoppedError: there was reason to stop. ProofTooLongError: the proof is too long for a certificate.
    """
    question = session.question.about(openers)
    outcome, stopped_by = session.rank(openers=openers, guesses_left=guesses_left)
    if stopped_by is not None:
        raise StoppedError(stopped_by)
    if outcome.ranked:
        cost = outcome.ranked[0].cost
        assert cost > least, "one guess less doesn't do for the least cost"
        best = [found for found in outcome.ranked if found.cost == cost]
        certificate = total_proof(session, question, best, guesses_left=guesses_left, work=work)
        return SmallerWorst(certificate, asked_least(question, best, guesses_left), cost)
    refuted = refuted_within(question, guesses_left, work)
    worst = LeastWorst(guesses_left + 1, refuted)
    refutation = refutation_of(question, worst, work)
    assert refutation is not None, "the search has just shown it, and it isn't ultrahard mode"
    depth = len(question.history) + guesses_left
    return SmallerWorst(refutation, asked_impossible(question, depth), None)
