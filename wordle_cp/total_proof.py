"""From openers whose least totals are known to a certificate, with the proof that no other is as good.

Where this stands: below `solve` and `rank`, which know the totals and the bounds; above `search.bounds`,
which proves bounds, and `certificate.optimality`, which puts everything together. It is imported where a
certificate is wanted only, since it takes a moment to load.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordle_cp.certificate.optimality import optimality_certificate
from wordle_cp.certificate.total_records import MAX_LEMMAS, MAX_SETS
from wordle_cp.errors import UsageError
from wordle_cp.objective import TOTAL_GUESSES
from wordle_cp.rules import Mode
from wordle_cp.search.bounds import prove_bounds
from wordle_cp.search.watch import NO_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.certificate.format import Optimality
    from wordle_cp.engine import BoundProgress, ExactCost
    from wordle_cp.search.total import TotalQuestion, TotalSession


@dataclass(frozen=True, slots=True)
class ProofRun:
    """How the proofs are to be found: on so many threads, within limits that hold from now on, watched."""

    jobs: int = 1
    limits: Limits = NO_LIMITS
    progress: Callable[[BoundProgress], None] = field(default=lambda _progress: None)
    cancelled: Callable[[], bool] = field(default=lambda: False)


def has_lower_bounds(question: TotalQuestion) -> bool:
    """Tell whether lower bounds of `question` have proofs.

    Totals of guesses in normal and hard mode do, where words are guessed: the proofs speak of letters.
    """
    words_guessed = question.variant.codes is None
    return (
        words_guessed and question.objective == TOTAL_GUESSES and question.variant.mode is not Mode.ULTRAHARD
    )


def total_proof(
    session: TotalSession,
    ranked: Sequence[ExactCost],
    *,
    openers: Sequence[str],
    guesses_left: int | None,
    run: ProofRun,
) -> Optimality:
    """Return the certificate that the openers `ranked`, the best first, have just these costs, and no others.

    Every other opener of `openers` (none: of all) costs more than the last of them, or can't keep the limit
    of `guesses_left`: this must be so. The certificate isn't checked yet.

    Raises:
        StoppedError: there was reason to stop. UsageError: the proof is too long for a certificate.
    """
    question = session.question
    costs = {found.opener: found.cost for found in ranked}
    more = ranked[-1].cost + 1
    listed = [
        (found.opener, found.cost, session.strategy(found.opener, guesses_left=guesses_left))
        for found in ranked
    ]
    proof = prove_bounds(
        question,
        [(opener, costs.get(opener, more)) for opener in openers or question.openers],
        guesses_left=guesses_left,
        jobs=run.jobs,
        limits=run.limits,
        progress=run.progress,
        cancelled=run.cancelled,
    )
    for parts, most, name in zip(proof, (MAX_SETS, MAX_LEMMAS), ("sets", "lemmas"), strict=True):
        if len(parts) > most:
            message = f"the proof has {len(parts)} {name}, and a certificate {most} at most"
            raise UsageError(message)
    return optimality_certificate(question, listed, more, proof, guesses_left=guesses_left, among=openers)
