"""The certificate of a least total: strategies that reach it, and what shows that nothing is better.

Where this stands: beside `refutation`, above `certificate.write`; `solve` and `rank` ask it, with what
`search.bounds` has proven. docs/certificates.md ('Claim "total least"') says why that is a proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.records import Head
from wordle_cp.certificate.total_records import (
    Fact,
    FactKind,
    FactSet,
    Lemma,
    OpenerTotal,
    Optimality,
    TotalLeast,
    format_fact,
)
from wordle_cp.certificate.write import game_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import LetterFact, ProvenLemma, ProvenSet
    from wordle_cp.search.total import TotalQuestion


def optimality_certificate(
    question: TotalQuestion,
    listed: Sequence[tuple[str, int, Sequence[str]]],
    others: int,
    proof: tuple[Sequence[ProvenSet], Sequence[ProvenLemma]],
    *,
    guesses_left: int | None,
    among: Sequence[str] = (),
) -> Optimality:
    """Return the certificate that the openers `listed` cost just so much, and all others `others` or more.

    `listed` has opener, cost and strategy of each, the best first; costs count from the position of the
    `question` on, which leaves `guesses_left` guesses (None: however many), as in `others` and in the `proof`
    of these bounds. If the claim is about some openers only, they are `among`. Where there is no other
    opener, `others` is the last cost.
    """
    played = len(question.history)
    before = played * question.total_weight
    weights = question.objective.weights_of(question.hidden) if question.objective.weights else ()
    sets, lemmas = proof
    claim = TotalLeast(
        history=question.history,
        within=None if guesses_left is None else played + guesses_left,
        among=tuple(among),
        openers=tuple(OpenerTotal(opener, before + cost, len(steps)) for opener, cost, steps in listed),
        others=before + others,
        hidden_count=len(question.hidden),
        sets=len(sets),
        lemmas=len(lemmas),
        weights=tuple(zip(question.hidden, weights, strict=True)) if weights else (),
    )
    return Optimality(
        Head(game_record(question.variant), claim),
        tuple(tuple(steps) for _, _, steps in listed),
        # In order, neighbours are alike, which makes the file smaller.
        tuple(sorted(map(_fact_set, sets), key=lambda each: [format_fact(fact) for fact in each.facts])),
        tuple(Lemma(each.bound, each.restriction, each.guesses, each.path) for each in lemmas),
    )


def _fact_set(proven: ProvenSet) -> FactSet:
    return FactSet(proven.most, tuple(sorted(map(_fact, proven.facts), key=format_fact)))


def _fact(fact: LetterFact) -> Fact:
    if fact.position is None:
        return Fact(fact.letter, FactKind.ABSENT, 0)
    return Fact(fact.letter, FactKind.PLACED if fact.placed else FactKind.ELSEWHERE, fact.position + 1)
