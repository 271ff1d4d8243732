"""A part of proofs: lemmas about words missed; docs/certificates/ has the grammar and the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.claim import ProofPart
from wordle_cp.certificate.base.field_texts import LOST, UNLIMITED, lemma_fields, number_or_none, text_or
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_WORDS
from wordle_cp.errors import brief

if TYPE_CHECKING:
    from wordle_cp.certificate.base.fields import Records
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class MissedLemma:
    """Of certain words `bound` or more are missed, counted from their state on.

    The state: the hidden words that agree with the claim's history and with `history`. A word is missed that
    isn't found within `guesses` more guesses; within `most` more ones (None: in the end) all of the words
    must be found. `bound` is None if no strategy does that.
    """

    bound: int | None
    guesses: int
    most: int | None
    history: History

    __repr__ = brief()


def parse_missed_lemma(records: Records, scoring: Scoring) -> MissedLemma:
    """Return the lemma on the next line."""
    expected = "a line 'missed ...': a number of words, two numbers of guesses and a history"
    bound, guesses, most, history = lemma_fields(records, "missed", expected, scoring)
    return MissedLemma(
        bound=number_or_none(records, bound, LOST, MAX_WORDS),
        guesses=records.number(guesses, 0, MAX_DEPTH),
        most=number_or_none(records, most, UNLIMITED, MAX_DEPTH),
        history=history,
    )


def _missed_lemma_line(lemma: MissedLemma, scoring: Scoring) -> str:
    bound, most = text_or(lemma.bound, LOST), text_or(lemma.most, UNLIMITED)
    return f"missed {bound} {lemma.guesses} {most} {scoring.write_history(lemma.history)}"


MISSED_LEMMAS: Final[ProofPart[MissedLemma]] = ProofPart(
    lambda records, head, _number: parse_missed_lemma(records, head.game.scoring),
    lambda lemma, game: _missed_lemma_line(lemma, game.scoring),
)
