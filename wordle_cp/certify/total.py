"""Certificates about a least total, or words missed: strategies, and what shows that nothing is better.

docs/certificates/ ('Claim "total least"', 'Claim "total between"', 'Claim "missed least"') says why that is a
proof. This module loads in a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.missed import MissedLeast, MissedProof
from wordle_cp.certificate.claims.total import OpenerTotal, Optimality, TotalBetween, TotalLeast
from wordle_cp.certificate.parts.sets_and_lemmas import FactSet, format_fact
from wordle_cp.certify.records import game_record

if TYPE_CHECKING:
    from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
    from wordle_cp.engine import BoundParts
    from wordle_cp.games.goal import Missed
    from wordle_cp.games.question import TotalQuestion


Listed = tuple[str, int, Sequence[str]]
"""An opener, what it costs, and its strategy."""


def total_certificate(
    verdict: str,
    question: TotalQuestion,
    listed: Sequence[Listed],
    others: int,
    parts: BoundParts,
    *,
    guesses_left: int | None,
) -> Optimality:
    """Return the certificate that the openers `listed` cost just so much, and all others `others` or more.

    The best comes first. Where there is no other opener, `others` is the last cost. If the `verdict`
    is ``between``, and not ``least``, one opener is listed, whose strategy costs so much, and every opener
    costs `others` or more.

    Costs count from the position of the `question` on, which leaves `guesses_left` guesses (None: however
    many), as in `others` and in the `parts` that prove these bounds.
    """
    before, history = question.spent, question.history
    weights = question.goal.weights_of(question.hidden) if question.goal.weights else ()
    proven, lemmas = parts
    kind = TotalBetween if verdict == "between" else TotalLeast
    claim = kind(
        openers=tuple(OpenerTotal(opener, before + cost, len(steps)) for opener, cost, steps in listed),
        others=before + others,
        history=history,
        within=None if guesses_left is None else len(history) + guesses_left,
        among=question.asked,
        weights=tuple(zip(question.hidden, weights, strict=bool(weights))),
        hidden_count=len(question.hidden),
        sets=len(proven),
        lemmas=len(lemmas),
    )
    # To count what a set says takes little longer than to check it; with weights it takes far longer.
    sets = proven if weights else tuple(FactSet(None, each.facts) for each in proven)
    return Optimality(
        Head(game_record(question.variant), claim),
        tuple(tuple(steps) for _, _, steps in listed),
        # In order, neighbours are alike, which makes the file smaller.
        tuple(sorted(sets, key=lambda each: [format_fact(fact) for fact in each.facts])),
        lemmas,
    )


def missed_certificate(
    question: TotalQuestion,
    steps: Sequence[str],
    missed: int,
    counted: Missed,
    proof: Sequence[MissedLemma],
) -> MissedProof:
    """Return the certificate that `missed` words are missed at least, as `steps` do, which are `counted`.

    Guesses count from the position of the `question` on, as in the `proof`.
    """
    played, most = len(question.history), counted.most
    claim = MissedLeast(
        missed=missed,
        history=question.history,
        within=played + counted.within,
        most=None if most is None else played + most,
        among=question.asked,
        hidden_count=len(question.hidden),
        steps=len(steps),
        lemmas=len(proof),
    )
    return MissedProof(Head(game_record(question.variant), claim), tuple(steps), tuple(proof))
