"""Certificates of guesses that are fixed in advance: that they are enough, or too few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.fixed import FixedGuesses, FixedImpossible, FixedPossible, FixedRefutation
from wordle_cp.certify.asked import Asked
from wordle_cp.certify.records import game_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.question import Position
    from wordle_cp.models.fixed_guesses import Refuted


def fixed_certificate(
    position: Position, guesses: Sequence[str], *, leave: int, start: tuple[str, ...] = ()
) -> tuple[FixedGuesses, Asked]:
    """Return the certificate that these `guesses` always leave so few words; and what it is to claim."""
    chosen = tuple(guesses)
    claim = FixedPossible(len(chosen), position.history, leave, start, len(position.hidden))
    proof = FixedGuesses(Head(game_record(position.variant), claim), chosen)
    return proof, Asked(position, FixedPossible, count=len(chosen), leave=leave, start=start)


def refuted_certificate(
    position: Position, count: int, refuted: Refuted, *, leave: int, start: tuple[str, ...] = ()
) -> tuple[FixedRefutation, Asked]:
    """Return the certificate that no `count` guesses do, by the moves that were found."""
    words = position.hidden
    groups = tuple(tuple(words[place] for place in group) for group in refuted.groups)
    claim = FixedImpossible(
        count, position.history, leave, start, len(words), groups=len(groups), moves=len(refuted.moves)
    )
    proof = FixedRefutation(Head(game_record(position.variant), claim), groups, refuted.moves)
    return proof, Asked(position, FixedImpossible, count=count, leave=leave, start=start)
