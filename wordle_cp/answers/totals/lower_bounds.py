"""From openers whose least totals are known to a certificate, with the proof that no other is as good.

`search.bounds` proves the bounds, and `certify.total` puts everything together. This module takes a moment to
load, so it is imported only where a certificate is wanted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.field_texts import MAX_LEMMAS
from wordle_cp.certificate.base.records import MAX_NUMBER
from wordle_cp.certificate.parts.sets_and_lemmas import MAX_SETS
from wordle_cp.certify.records import asked_cost
from wordle_cp.certify.total import missed_certificate, total_certificate
from wordle_cp.errors import ProofTooLongError, UsageError, argument
from wordle_cp.games.found.weights import digits_within
from wordle_cp.games.needs import Needs
from wordle_cp.rules.symmetry import representatives
from wordle_cp.search.bounds import prove_bounds, prove_missed
from wordle_cp.search.parts import has_checker_room

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.certify.records import Proof
    from wordle_cp.engine import BoundParts, ExactCost
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.search.total import TotalSession
    from wordle_cp.work import Work


TOTALS: Final = Needs("a proof of lower bounds", only_facts=True, counts_guesses=True)
MISSED: Final = Needs("a proof of the least number of words missed", unbound=True)


def has_lower_bounds(question: TotalQuestion) -> bool:
    """Tell whether lower bounds of `question` have proofs.

    Totals of guesses in normal and hard mode do, of words or codes, with weights, too, unless the total could
    be more than a certificate has room for.
    """
    return _no_lower_bounds(question) is None


def demand_lower_bounds(question: TotalQuestion) -> None:
    """Raise UsageError unless lower bounds of `question` have proofs."""
    reason = _no_lower_bounds(question)
    if reason is not None:
        raise UsageError(reason)


def _no_lower_bounds(question: TotalQuestion) -> str | None:
    goal, tiles = question.goal, question.variant.scoring.feedback.shows_facts
    refusal = TOTALS.refusal(question.variant, goal)
    longest = len(question.history) + len(question.hidden) + 1
    if refusal is None and goal.weights and question.total_weight * longest > MAX_NUMBER:
        return (
            f"expected weights with which no total exceeds {MAX_NUMBER}, the most that a certificate has "
            f"room for, found {question.total_weight} in all; {_smaller(question, MAX_NUMBER // longest)}"
        )
    if refusal is None and goal.weights and not (tiles or has_checker_room(question)):
        return f"{TOTALS.answer} with weights needs fewer words: the checker has no room for their patterns"
    return refusal


def _smaller(question: TotalQuestion, most: int) -> str:
    """Return what would make the weights add up to `most` at most."""
    weights = question.goal.weights_of(question.hidden)
    digits = digits_within({str(number): Fraction(one) for number, one in enumerate(weights)}, most)
    return f"{argument('round_weights')} {digits} would do" if digits else "there are too many words"


def counts_missed(question: TotalQuestion) -> bool:
    """Tell whether the cost of `question` is a number of words missed whose lower bounds have proofs."""
    return MISSED.supports(question.variant.mode) and question.goal.missed(question.guesses_left) is not None


def total_proof(
    session: TotalSession,
    question: TotalQuestion,
    ranked: Sequence[ExactCost],
    *,
    guesses_left: int | None,
    work: Work,
    worst: Mapping[str, int] | None = None,
) -> Proof:
    """Return the certificate that the openers `ranked`, the best first, have just these costs, and no others.

    Every other opener of the question costs more than the last of them, or can't keep the limit
    of `guesses_left`: this must be so. `worst` says how many guesses the strategies of some openers take at
    most, which must do for their costs. The certificate isn't checked yet. In a game of codes it has one
    opener of each class of those that are equally good for a reason of symmetry. Where one hidden word is
    left it has that one alone.

    Raises:
        StoppedError: there was reason to stop. ProofTooLongError: the proof is too long for a certificate.
    """
    if len(question.hidden) == 1:  # a strategy is that word, and has no way to say that it comes later
        ranked = ranked[:1]
    spoken_of, limits = question.openers, worst or {}
    first = _first_of_its_class(question, [*(found.opener for found in ranked), *spoken_of])
    costs = {found.opener: found.cost for found in ranked if first[found.opener] == found.opener}
    others = [opener for opener in spoken_of if first[opener] == opener and opener not in costs]
    last = max(costs.values())
    listed = [
        (opener, cost, session.strategy(opener, guesses_left=limits.get(opener, guesses_left)))
        for opener, cost in costs.items()
    ]
    targets = [*costs.items(), *((opener, last + 1) for opener in others)]
    parts = _short_proof(question, targets, guesses_left, work)
    bound, before = last + bool(others), question.spent
    exact = {opener: before + cost for opener, cost in costs.items()}
    asked = asked_cost(
        question,
        "least",
        guesses_left,
        exact=exact,
        least=before + ranked[0].cost,
        others=before + bound,
    )
    return total_certificate("least", question, listed, bound, parts, guesses_left=guesses_left), asked


def proof_of_each(question: TotalQuestion, low: int, strategy: Strategy, work: Work) -> BoundParts:
    """Return a proof that each opener, that of the `strategy`, too, costs `low` or more, or is too slow.

    They count from the position on. In a game of codes it speaks of one opener of each class.

    Raises:
        FalseBoundError: an opener costs less. StoppedError: there was reason to stop.
        ProofTooLongError: the proof is too long for a certificate.
    """
    first = _first_of_its_class(question, [strategy.opener, *question.openers])
    targets = [(opener, low) for opener in question.openers if first[opener] == opener]
    return _short_proof(question, targets, question.guesses_left, work)


def _short_proof(
    question: TotalQuestion, targets: Sequence[tuple[str, int]], guesses_left: int | None, work: Work
) -> BoundParts:
    """Return what `prove_bounds` does; raise ProofTooLongError if a certificate has no room for it."""
    proof = prove_bounds(question, targets, guesses_left=guesses_left, work=work)
    for parts, most, name in zip(proof, (MAX_SETS, MAX_LEMMAS), ("sets", "lemmas"), strict=True):
        demand_room(parts, most, name)
    return proof


def missed_proof(question: TotalQuestion, steps: Sequence[str], missed: int, work: Work) -> Proof:
    """Return the certificate that `missed` words are missed at least, as the strategy `steps` does.

    The goal of the `question` counts words missed. The certificate isn't checked yet.

    Raises:
        StoppedError: there was reason to stop. ProofTooLongError: the proof is too long for a certificate.
    """
    counted = question.goal.missed(question.guesses_left)
    assert counted is not None, "the goal counts words missed"
    spoken_of = question.openers
    first = _first_of_its_class(question, spoken_of)
    proof = prove_missed(
        question,
        [opener for opener in spoken_of if first[opener] == opener],
        missed,
        every=bool(question.asked),
        missed=counted,
        work=work,
    )
    demand_room(proof, MAX_LEMMAS, "lemmas")
    asked = asked_cost(question, "least", question.guesses_left, missed=missed)
    return missed_certificate(question, steps, missed, counted, proof), asked


def demand_room(parts: Sequence[object], most: int, name: str) -> None:
    """Raise ProofTooLongError if there are more `parts` than a certificate may have."""
    if len(parts) > most:
        message = f"the proof has {len(parts)} {name}, and a certificate {most} at most"
        raise ProofTooLongError(message)


def _first_of_its_class(question: TotalQuestion, openers: Sequence[str]) -> dict[str, str]:
    """Return for each of the `openers` the first one that is as good for a reason of symmetry, or itself."""
    if not question.symmetric:
        return {opener: opener for opener in openers}
    return representatives([guess for guess, _ in question.history], openers)
