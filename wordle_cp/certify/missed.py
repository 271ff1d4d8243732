"""The certificate of words missed: a strategy that misses some, and what shows that none misses fewer.

docs/certificates/ ('Claim "missed least"', 'Lemmas instead of nodes') says why that is a proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope, Refutation
from wordle_cp.certificate.claims.missed import MissedLeast, MissedProof
from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
from wordle_cp.certify.records import Asked, game_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import ProvenMissed
    from wordle_cp.games.goal import Missed
    from wordle_cp.games.question import Question, TotalQuestion


def missed_certificate(
    question: TotalQuestion,
    steps: Sequence[str],
    missed: int,
    counted: Missed,
    proof: Sequence[ProvenMissed],
) -> MissedProof:
    """Return the certificate that `missed` words are missed at least, as `steps` do, which are `counted`.

    Guesses count from the position of the `question` on, as in the `proof`.
    """
    played = len(question.history)
    claim = MissedLeast(
        missed=missed,
        history=question.history,
        within=played + counted.within,
        most=None if counted.most is None else played + counted.most,
        among=question.asked,
        hidden_count=len(question.hidden),
        steps=len(steps),
        lemmas=len(proof),
    )
    return MissedProof(Head(game_record(question.variant), claim), tuple(steps), _lemmas(proof))


def all_miss_certificate(question: Question, depth: int, proof: Sequence[ProvenMissed]) -> Refutation:
    """Return the certificate that `depth` guesses aren't enough for the codes of the `question`.

    By the `proof` each of its openers misses one at least.
    """
    claim = DepthImpossible(
        depth=depth,
        history=question.history,
        scope=OpenerScope.ONLY if question.asked else OpenerScope.ALL,
        openers=question.asked,
        hidden_count=len(question.hidden),
        nodes=0,
        lemmas=len(proof),
    )
    return Refutation(Head(game_record(question.variant), claim), (), (), _lemmas(proof))


def _lemmas(proof: Sequence[ProvenMissed]) -> tuple[MissedLemma, ...]:
    return tuple(MissedLemma(each.bound, each.guesses, each.most, each.path) for each in proof)


def asked_missed(question: TotalQuestion, missed: int) -> Asked:
    """Return what a certificate is to claim that `missed` words are missed at least."""
    words = question.goal.missed(question.guesses_left)
    assert words is not None, "the goal counts words missed"
    played = len(question.history)
    return Asked(
        question.position,
        MissedLeast,
        missed=missed,
        within=played + words.within,
        most=None if words.most is None else played + words.most,
        among=question.asked,
    )
