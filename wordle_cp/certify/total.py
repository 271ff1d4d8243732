"""Certificates about a least total: strategies that reach it, and what shows that nothing is better.

docs/certificates/ ('Claim "total least"', 'Claim "total between"') says why that is a proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.total import OpenerTotal, Optimality, TotalBetween, TotalLeast
from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactKind, FactSet, Lemma, format_fact
from wordle_cp.certify.records import Asked, game_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.certificate.claims.total import TotalClaim
    from wordle_cp.engine import BoundParts, LetterFact, ProvenSet
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.rules.words import History


def optimality_certificate(
    question: TotalQuestion,
    listed: Sequence[tuple[str, int, Sequence[str]]],
    others: int,
    proof: BoundParts,
    *,
    guesses_left: int | None,
) -> Optimality:
    """Return the certificate that the openers `listed` cost just so much, and all others `others` or more.

    `listed` has opener, cost and strategy of each, the best first; costs count from the position of the
    `question` on, which leaves `guesses_left` guesses (None: however many), as in `others` and in the `proof`
    of these bounds. Where there is no other opener, `others` is the last cost.
    """
    before = _before(question)
    claim = TotalLeast(
        openers=tuple(OpenerTotal(opener, before + cost, len(steps)) for opener, cost, steps in listed),
        others=before + others,
        **_scope(question, guesses_left, proof),
    )
    return _optimality(question, claim, [steps for _, _, steps in listed], proof)


def between_certificate(
    question: TotalQuestion,
    low: int,
    strategy: tuple[str, int, Sequence[str]],
    proof: BoundParts,
    *,
    guesses_left: int | None,
) -> Optimality:
    """Return the certificate that every opener costs `low` or more, and one strategy so much.

    `strategy` has its opener, its cost and its steps; for the rest see `optimality_certificate`.
    """
    opener, cost, steps = strategy
    before = _before(question)
    claim = TotalBetween(
        openers=(OpenerTotal(opener, before + cost, len(steps)),),
        others=before + low,
        **_scope(question, guesses_left, proof),
    )
    return _optimality(question, claim, [steps], proof)


class _Scope(TypedDict):
    """What the claims have in common, beside the openers and their bounds."""

    history: History
    within: int | None
    among: tuple[str, ...]
    hidden_count: int
    sets: int
    lemmas: int
    weights: tuple[tuple[str, int], ...]


def _scope(question: TotalQuestion, guesses_left: int | None, proof: BoundParts) -> _Scope:
    weights = question.goal.weights_of(question.hidden) if question.goal.weights else ()
    sets, lemmas = proof
    return {
        "history": question.history,
        "within": None if guesses_left is None else len(question.history) + guesses_left,
        "among": question.asked,
        "hidden_count": len(question.hidden),
        "sets": len(sets),
        "lemmas": len(lemmas),
        "weights": tuple(zip(question.hidden, weights, strict=True)) if weights else (),
    }


def _before(question: TotalQuestion) -> int:
    """Return what the guesses of the history cost."""
    return len(question.history) * question.total_weight


def _optimality(
    question: TotalQuestion, claim: TotalClaim, strategies: Sequence[Sequence[str]], proof: BoundParts
) -> Optimality:
    """Return the certificate of `claim`."""
    proven, lemmas = proof
    # To count what a set says takes little longer than to check it; with weights it takes far longer.
    sets = [described_set(each, stated=bool(claim.weights)) for each in proven]
    return Optimality(
        Head(game_record(question.variant), claim),
        tuple(map(tuple, strategies)),
        # In order, neighbours are alike, which makes the file smaller.
        tuple(sorted(sets, key=lambda each: [format_fact(fact) for fact in each.facts])),
        tuple(Lemma(each.bound, each.restriction, each.guesses, each.path) for each in lemmas),
    )


def described_set(proven: ProvenSet, *, stated: bool) -> FactSet:
    """Return a set as certificates have it, with its number if that is to be `stated`."""
    return FactSet(proven.most if stated else None, tuple(sorted(map(_fact, proven.facts), key=format_fact)))


def _fact(fact: LetterFact) -> Fact:
    if fact.position is None:
        return Fact(fact.letter, FactKind.ABSENT, 0)
    return Fact(fact.letter, FactKind.PLACED if fact.placed else FactKind.ELSEWHERE, fact.position + 1)


def asked_total(question: TotalQuestion, guesses_left: int | None, **numbers: object) -> Asked:
    """Return what a certificate of the least total is to claim: of the question, and these `numbers`."""
    return Asked(question.position, TotalLeast, **numbers, **_asked_scope(question, guesses_left))


def asked_interval(question: TotalQuestion, guesses_left: int | None, low: int, high: int) -> Asked:
    """Return what is to be claimed: that least total is `low` to `high`, from the start of the game.

    After the history `guesses_left` guesses are left (None: however many).
    """
    scope = _asked_scope(question, guesses_left)
    return Asked(question.position, TotalBetween, others=low, reached=high, **scope)


def _asked_scope(question: TotalQuestion, guesses_left: int | None) -> dict[str, object]:
    """Return of which openers, limit and weights a claim about the least total is to speak."""
    weights = question.goal.weights_of(question.hidden) if question.goal.weights else ()
    return {
        "within": None if guesses_left is None else len(question.history) + guesses_left,
        "among": question.asked,
        "weights": tuple(zip(question.hidden, weights, strict=bool(weights))),
    }
