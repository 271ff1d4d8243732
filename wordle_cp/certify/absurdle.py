"""Certificates of the fewest guesses that beat Absurdle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.absurdle import AbsurdleLeast, AbsurdleProof
from wordle_cp.certify.asked import Asked
from wordle_cp.certify.records import game_record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_cp.games.question import Position


def absurdle_certificate(position: Position, guesses: Iterable[str]) -> tuple[AbsurdleProof, Asked]:
    """Return the certificate that `guesses` win after the history, and no fewer; and what it is to claim."""
    winning = tuple(guesses)
    claim = AbsurdleLeast(len(winning), position.history, len(position.hidden))
    proof = AbsurdleProof(Head(game_record(position.variant), claim), winning)
    return proof, Asked(position, AbsurdleLeast, fewest=len(winning))
