"""The lines of a certificate about a least total that `certificate.render` doesn't share with others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.claims.total_records import LOST, UNLIMITED, TotalBetween, format_fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_cp.certificate.claims.total_records import FactSet, Lemma, Optimality, TotalClaim
    from wordle_cp.rules.scoring import Scoring


def total_claim_lines(claim: TotalClaim) -> Iterator[str]:
    """Yield the lines of `claim` that follow its history."""
    if claim.within is not None:
        yield f"within {claim.within}"
    if claim.among:
        yield f"among {len(claim.among)}"
        yield from claim.among
    if claim.weights:
        yield f"weights {len(claim.weights)}"
        yield from (f"{word} {weight}" for word, weight in claim.weights)
    if isinstance(claim, TotalBetween):
        (listed,) = claim.openers
        yield f"opener {listed.opener}"
        yield f"covered {claim.hidden_count}"
        yield f"steps {listed.steps}"
    else:
        yield f"openers {len(claim.openers)}"
        for listed in claim.openers:
            yield f"{listed.opener} {listed.total} {listed.steps}"
        yield f"others {claim.others}"
        yield f"covered {claim.hidden_count}"
    yield f"sets {claim.sets}"
    yield f"lemmas {claim.lemmas}"


def total_proof_lines(certificate: Optimality) -> Iterator[str]:
    """Yield the lines of the proof: strategies, sets and lemmas."""
    for steps in certificate.strategies:
        yield from steps
    yield from bound_lines(certificate.sets, certificate.lemmas, certificate.head.game.scoring)


def bound_lines(sets: Iterable[FactSet], lemmas: Iterable[Lemma], scoring: Scoring) -> Iterator[str]:
    """Yield the lines of sets and lemmas."""
    yield from map(_set_line, sets)
    for lemma in lemmas:
        yield _lemma_line(lemma, scoring)


def _set_line(fact_set: FactSet) -> str:
    stated = () if fact_set.most is None else (str(fact_set.most),)
    return " ".join(("set", *stated, *map(format_fact, fact_set.facts)))


def _lemma_line(lemma: Lemma, scoring: Scoring) -> str:
    bound = LOST if lemma.bound is None else lemma.bound
    guesses = UNLIMITED if lemma.guesses is None else lemma.guesses
    history = scoring.format_history(lemma.history)
    return f"lemma {bound} {format_restriction(lemma.restriction)} {guesses} {history}"
