"""The certificate of words missed: a strategy that misses so many, and what shows that none misses fewer.

Where this stands: beside `optimality`, above `certificate.write`; `solve` asks it, with what `search.bounds`
has proven. docs/certificates.md ('Claim "missed least"') says why that is a proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.missed_records import MissedLeast, MissedLemma, Shortfall
from wordle_cp.certificate.records import Head
from wordle_cp.certificate.write import game_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import ProvenMissed
    from wordle_cp.objective import Missed
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
    return Shortfall(
        Head(game_record(question.variant), claim),
        tuple(steps),
        tuple(MissedLemma(each.bound, each.guesses, each.most, each.path) for each in proof),
    )
