"""The certificate of words missed: a strategy that misses so many, and what shows that none misses fewer.

Where this stands: beside `total`, above `publish`; `solve` and `answers.depth.codes` ask it, with what
`search.bounds` has proven. docs/certificates.md ('Claim "missed least"', 'Lemmas instead of nodes') says why
that is a proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.records import Head
from wordle_cp.certificate.claims.depth_records import DepthImpossible, OpenerScope, Refutation
from wordle_cp.certificate.claims.missed_records import MissedLeast, MissedLemma, Shortfall
from wordle_cp.certify.records import game_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import ProvenMissed
    from wordle_cp.games.objective import Missed
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History
    from wordle_cp.search.total import TotalQuestion


def shortfall_certificate(
    question: TotalQuestion,
    steps: Sequence[str],
    missed: int,
    counted: Missed,
    proof: Sequence[ProvenMissed],
    *,
    among: Sequence[str] = (),
) -> Shortfall:
    """Return the certificate that `missed` words are missed at the least, as `steps` do, which are `counted`.

    Guesses count from the position of the `question` on, as in the `proof`. If the claim is about some
    openers only, they are `among`.
    """
    played = len(question.history)
    claim = MissedLeast(
        missed=missed,
        history=question.history,
        within=played + counted.within,
        most=None if counted.most is None else played + counted.most,
        among=tuple(among),
        hidden_count=len(question.hidden),
        steps=len(steps),
        lemmas=len(proof),
    )
    return Shortfall(Head(game_record(question.variant), claim), tuple(steps), _lemmas(proof))


def all_miss_certificate(
    variant: Variant,
    depth: int,
    history: History,
    openers: Sequence[str],
    hidden: Sequence[str],
    proof: Sequence[ProvenMissed],
) -> Refutation:
    """Return the certificate that `depth` guesses aren't enough for the `hidden` codes after `history`.

    By the `proof` each of the `openers`, or whatever opener if there are none, misses one at least.
    """
    claim = DepthImpossible(
        depth=depth,
        history=history,
        scope=OpenerScope.ONLY if openers else OpenerScope.ALL,
        openers=tuple(openers),
        hidden_count=len(hidden),
        nodes=0,
        lemmas=len(proof),
    )
    return Refutation(Head(game_record(variant), claim), (), (), _lemmas(proof))


def _lemmas(proof: Sequence[ProvenMissed]) -> tuple[MissedLemma, ...]:
    return tuple(MissedLemma(each.bound, each.guesses, each.most, each.path) for each in proof)
