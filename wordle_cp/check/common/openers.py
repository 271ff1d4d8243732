"""Of which openers a claim speaks, and whether there can be any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.check.common.lists import WHOLE, demand_allowed
from wordle_cp.errors import CertificateRejected, Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.impossible import DepthImpossible
    from wordle_cp.check.common.lists import Lists
    from wordle_cp.rules.words import History


def demand_openers(words: Sequence[str], history: History, game: GameRecord, lists: Lists) -> None:
    """Reject unless `words` are different guesses that the game allows after `history`."""
    if len(set(words)) != len(words):
        raise CertificateRejected(WHOLE, Rule.OPENERS, "different words", "one that occurs twice")
    for word in words:
        demand_allowed(word, history, game, lists)


def demand_a_guess(history: History, within: int | None) -> None:
    """Reject if no guess is left after `history` of those that may be made in all."""
    if within is not None and len(history) >= within:
        raise CertificateRejected(WHOLE, Rule.WITHIN, "a guess that is left", "none")


def openers_of(claim: DepthImpossible, game: GameRecord, lists: Lists) -> list[bool]:
    """Tell of which guesses the claim speaks as openers, one at least; reject if a listed word is none."""
    demand_openers(claim.openers, claim.history, game, lists)
    listed = set(claim.openers)
    wanted = claim.scope is OpenerScope.ONLY
    allowed = game.scoring.is_allowed
    openers = [
        (word in listed) is wanted and allowed(word, claim.history, game.mode) for word in lists.guesses
    ]
    if not any(openers):
        raise CertificateRejected(WHOLE, Rule.OPENERS, "an opener that the mode allows", "none in the scope")
    return openers
