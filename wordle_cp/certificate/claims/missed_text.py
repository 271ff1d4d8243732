"""The claim and the proof of words missed as text, read and written.

The grammar is in docs/certificates.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.parts import claim_history, history_of
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NUMBER, MAX_WORDS
from wordle_cp.certificate.claims.missed_records import MissedLeast, MissedLemma
from wordle_cp.certificate.claims.total_records import LOST, MAX_LEMMA_PAIRS, MAX_LEMMAS, UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.certificate.claims.missed_records import Shortfall
    from wordle_cp.rules.scoring import Scoring


def parse_missed_least(records: Records, scoring: Scoring, missed: Field) -> MissedLeast:
    """Return the claim, from its history on; `missed` is the number that its own record has."""
    least = records.number(missed, 0, MAX_WORDS)
    history = claim_history(records, scoring)
    within = records.number(records.record("within"), 1, MAX_DEPTH)
    most = records.optional("most")
    among = records.optional("among")
    limit = None if most is None else records.number(most, within, MAX_DEPTH)
    count = 0 if among is None else records.number(among, 1, MAX_WORDS)
    return MissedLeast(
        missed=least,
        history=history,
        within=within,
        most=limit,
        among=tuple(records.word(scoring) for _ in range(count)),
        hidden_count=records.number(records.record("covered"), 1, MAX_WORDS),
        steps=records.number(records.record("steps"), 0, MAX_NUMBER),
        lemmas=records.number(records.record("lemmas"), 0, MAX_LEMMAS),
    )


def parse_missed_lemma(records: Records, scoring: Scoring) -> MissedLemma:
    """Return the lemma on the next line."""
    expected = "a line 'missed ...': a number of words, two numbers of guesses and a history"
    keyword, bound, guesses, most, rest = records.split(records.line(expected), 5, expected)
    if keyword.text != "missed":
        raise records.field_error(keyword, expected)
    history = history_of(records, rest, scoring)
    if len(history) > MAX_LEMMA_PAIRS:
        raise records.field_error(rest, f"at most {MAX_LEMMA_PAIRS} words with patterns")
    return MissedLemma(
        bound=None if bound.text == LOST else records.number(bound, 1, MAX_WORDS),
        guesses=records.number(guesses, 0, MAX_DEPTH),
        most=None if most.text == UNLIMITED else records.number(most, 1, MAX_DEPTH),
        history=history,
    )


def missed_claim_lines(claim: MissedLeast) -> Iterator[str]:
    """Yield the lines of `claim` that follow its history."""
    yield f"within {claim.within}"
    if claim.most is not None:
        yield f"most {claim.most}"
    if claim.among:
        yield f"among {len(claim.among)}"
        yield from claim.among
    yield f"covered {claim.hidden_count}"
    yield f"steps {claim.steps}"
    yield f"lemmas {claim.lemmas}"


def missed_proof_lines(certificate: Shortfall) -> Iterator[str]:
    """Yield the lines of the proof: the strategy and lemmas."""
    yield from certificate.steps
    yield from missed_lemma_lines(certificate.lemmas, certificate.head.game.scoring)


def missed_lemma_lines(lemmas: Iterable[MissedLemma], scoring: Scoring) -> Iterator[str]:
    """Yield the lines of `lemmas`."""
    for lemma in lemmas:
        bound = LOST if lemma.bound is None else lemma.bound
        most = UNLIMITED if lemma.most is None else lemma.most
        yield f"missed {bound} {lemma.guesses} {most} {scoring.format_history(lemma.history)}"
